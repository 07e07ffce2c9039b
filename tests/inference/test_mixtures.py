"""Deductions by many models, mixtures of mixtures, and models whose numbers are very small."""

import math
import random
import sys
import time
from collections.abc import Sequence

import pytest

from detective_poker import (
    DECK,
    ArgumentError,
    Bet,
    BettingModel,
    Deduction,
    MixtureModel,
    Mode,
    NaiveModel,
    PlayerView,
    Rules,
    SoftmaxModel,
    Street,
    UniformModel,
    deduce,
    new_game,
    random_deal,
)
from detective_poker.bots import ModelBot
from detective_poker.inference import scaled
from detective_poker.inference.models import members, probabilities

THREE = Rules(3)


def a_view(street: Street, seed: int = 1, rules: Rules = THREE) -> PlayerView:
    rng = random.Random(seed)
    state = new_game(rules, dealer=0)
    while state.street is not street or state.actor is None:
        if state.actor is None:
            state = state.apply(random_deal(state, rng))
        else:
            state = state.apply(rng.choice(state.legal_actions()))
    while len(state.bets) < rules.players * (street + 1) - 1:
        state = state.apply(rng.choice(state.legal_actions()))
    assert state.actor is not None
    return state.view(state.actor)


def numbers_of(told: Deduction) -> list[float]:
    return [
        *told.odds.best_probability,
        *told.odds.weakest_probability,
        *[cards.get(card, 0.0) for cards in told.own_card_probability for card in DECK],
        *[told.forehead_probability.get(card, 0.0) for card in DECK],
    ]


def alike(told: Deduction, expected: Deduction, by: float = 1e-12) -> bool:
    pairs = zip(numbers_of(told), numbers_of(expected), strict=True)
    return (
        all(abs(one - other) <= by for one, other in pairs)
        and abs(told.information - expected.information) <= 100 * by
    )


class InPython:
    """A model that the core does not know, which bets as one that it knows."""

    def __init__(self, model: BettingModel, factor: float = 1.0) -> None:
        self.model = model
        self.factor = factor

    def likelihood(self, view: PlayerView, bet: Bet, /) -> float:
        return self.model.likelihood(view, bet) * self.factor


class Constant:
    """A model to which everything is equally likely."""

    def __init__(self, value: float) -> None:
        self.value = value

    def likelihood(self, view: PlayerView, bet: Bet, /) -> float:
        return self.value


def a_mixture(models: Sequence[BettingModel], weights: Sequence[float]) -> MixtureModel:
    return MixtureModel(tuple(models), tuple(weights))


def quick_models(count: int, seed: int) -> list[BettingModel]:
    """Models that the core knows and Python answers for quickly."""
    rng = random.Random(seed)
    return [NaiveModel(rng.choice([0.01, 0.2, rng.random(), 1])) for _ in range(count)]


@pytest.mark.parametrize("count", [8, 9, 17])
@pytest.mark.parametrize("mode", Mode)
def test_many_models_are_what_python_says(count: int, mode: Mode) -> None:
    view = a_view(Street.PREFLOP, count, Rules(4, mode))
    rng = random.Random(count)
    models = quick_models(count, count)
    weights = [rng.choice([0.0, 1e-9, 1.0, 1000 * rng.random()]) for _ in models]
    weights[0] = 1.0
    told = deduce(view, a_mixture(models, weights))
    assert alike(told, deduce(view, a_mixture([InPython(one) for one in models], weights)))


def test_nine_models_that_bet_by_the_odds_are_what_python_says() -> None:
    view = a_view(Street.PREFLOP, 3)
    models: list[BettingModel] = [SoftmaxModel(0.1 + 0.1 * step, 0.01) for step in range(9)]
    models[4] = SoftmaxModel(0.02, 0.0, 0.3, 0.5)
    weights = [1.0, 2, 3, 4, 5, 6, 7, 8, 9]
    told = deduce(view, a_mixture(models, weights))
    # One of them is asked in Python, which would take a minute for all.
    expected = deduce(view, a_mixture([*models[1:], InPython(models[0])], [*weights[1:], 1.0]))
    assert alike(told, expected)


@pytest.mark.parametrize("street", Street)
def test_the_order_and_the_nesting_of_models_do_not_matter(street: Street) -> None:
    view = a_view(street, 2, Rules(4))
    rng = random.Random(street)
    models: list[BettingModel] = [SoftmaxModel(0.05 + rng.random(), 0.1) for _ in range(20)]
    models += [NaiveModel(0.3), UniformModel(), NaiveModel(0.05)]
    weights = [rng.random() for _ in models]
    told = deduce(view, a_mixture(models, weights))
    order = list(zip(models, weights, strict=True))
    for _ in range(3):
        rng.shuffle(order)
        assert alike(deduce(view, a_mixture(*zip(*order, strict=True))), told)
    parts = [order[start : start + 5] for start in range(0, len(order), 5)]
    nested = [
        (a_mixture(*zip(*part, strict=True)), sum(weight for _, weight in part)) for part in parts
    ]
    inner = a_mixture(*zip(*nested[1:], strict=True))
    whole = a_mixture([nested[0][0], inner], [nested[0][1], sum(w for _, w in nested[1:])])
    assert alike(deduce(view, whole), told)


def test_a_mixture_within_a_mixture_is_what_its_likelihoods_say() -> None:
    """The outer one asked for each bet: the inner one goes by the earlier bets."""
    view = a_view(Street.FLOP, 4)
    inner = a_mixture([NaiveModel(0.05), UniformModel()], [1, 3])
    outer = a_mixture([inner, NaiveModel(0.5)], [2, 1])
    assert alike(deduce(view, outer), deduce(view, InPython(outer)))
    partly = a_mixture([InPython(inner), NaiveModel(0.5)], [2, 1])
    assert alike(deduce(view, outer), deduce(view, partly))


def test_very_many_models_and_very_deep_mixtures_are_quick() -> None:
    view = a_view(Street.RIVER, 5, Rules(4))
    start = time.perf_counter()
    deep: BettingModel = SoftmaxModel()
    for step in range(2 * sys.getrecursionlimit()):
        deep = MixtureModel((deep, UniformModel()), (1, 2.0**-step))
    deduce(view, deep)
    deduce(view, a_mixture([SoftmaxModel(0.2 + step / 100) for step in range(300)], [1] * 300))
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize("where", range(3))
def test_models_of_ones_own_among_those_that_the_core_knows(where: int) -> None:
    view = a_view(Street.TURN, 6)
    models: list[BettingModel] = [*quick_models(11, 1), SoftmaxModel(0.3), SoftmaxModel(0.1)]
    weights = [1.0 + step for step in range(13)]
    told = deduce(view, a_mixture(models, weights))
    for place in ([where], [where, where + 4, 10]):
        mixed = [InPython(one) if i in place else one for i, one in enumerate(models)]
        assert alike(deduce(view, a_mixture(mixed, weights)), told)


TINY = [1e-28, 1e-150, 5e-324]


@pytest.mark.parametrize("value", TINY)
@pytest.mark.parametrize("street", [Street.PREFLOP, Street.FLOP])
def test_all_constants_tell_the_same(street: Street, value: float) -> None:
    view = a_view(street, 7)
    assert alike(deduce(view, Constant(value)), deduce(view, Constant(1.0)), 1e-11)
    assert alike(deduce(view, Constant(value)), deduce(view, UniformModel()), 1e-11)


@pytest.mark.parametrize("factor", [1e-28, 1e-120, 1e-290])
def test_a_factor_of_all_likelihoods_tells_nothing(factor: float) -> None:
    view = a_view(Street.FLOP, 8, Rules(4))
    model = NaiveModel(0.1)
    assert alike(deduce(view, InPython(model, factor)), deduce(view, model))
    # Beside a model of the usual size it explains next to nothing.
    mixed = a_mixture([InPython(UniformModel(), factor), model], [1, 1])
    assert alike(deduce(view, mixed), deduce(view, model))
    both = a_mixture([InPython(model, factor), InPython(UniformModel(), factor)], [1, 1])
    assert alike(deduce(view, both), deduce(view, a_mixture([model, UniformModel()], [1, 1])))


def test_bets_that_are_hardly_ever_made_are_explained_nevertheless() -> None:
    """Softmax without noise, at its sharpest: bets over cards that it would keep."""
    sharp = SoftmaxModel(temperature=0.01, noise=0.0, idle_value=5.0)
    view = a_view(Street.RIVER, 9)
    told = deduce(view, sharp)
    for cards in told.own_card_probability:
        assert math.fsum(cards.values()) == pytest.approx(1)
    assert told.information > 0
    mixed = a_mixture([sharp] * 9, [1] * 9)
    assert alike(deduce(view, mixed), told)


def test_models_that_explain_nothing_are_left_out() -> None:
    """Also when all models of a call of the core are such."""
    view = a_view(Street.FLOP, 10)
    never = NaiveModel(0.0)
    with pytest.raises(ArgumentError, match="explain"):
        deduce(view, never)
    with pytest.raises(ArgumentError, match="explain"):
        deduce(view, a_mixture([never] * 20, [1] * 20))
    with pytest.raises(ArgumentError, match="explain"):
        deduce(view, a_mixture([Constant(0.0), never], [1, 1]))
    model = SoftmaxModel()
    for models in ([never] * 8 + [model], [model] + [never] * 8, [never, model, Constant(0.0)]):
        assert alike(deduce(view, a_mixture(models, [1] * len(models))), deduce(view, model))


def test_a_mixture_goes_by_earlier_bets_however_unlikely() -> None:
    view = a_view(Street.RIVER, 11)
    likely = a_mixture([InPython(UniformModel()), InPython(NaiveModel(0.5))], [1, 1])
    unlikely = a_mixture(
        [InPython(UniformModel(), 1e-200), InPython(NaiveModel(0.5), 1e-200)], [1, 1]
    )
    expected = likely.posterior_weights(view)
    assert unlikely.posterior_weights(view) == pytest.approx(expected, rel=1e-12)
    assert sum(expected) == pytest.approx(1)
    assert a_mixture([Constant(0.0)], [1]).posterior_weights(view) == [0.0]
    rng = random.Random(1)
    assert any(probabilities(unlikely, view))
    assert ModelBot(unlikely).choose(view, rng) in view.legal_actions()


def test_members_of_mixtures() -> None:
    one, two, three = SoftmaxModel(0.1), SoftmaxModel(0.2), SoftmaxModel(0.3)
    nested = a_mixture([one, a_mixture([two, three, UniformModel()], [1, 3, 0])], [1, 1])
    assert list(members(one)) == [(one, 1.0)]
    assert list(members(nested)) == [(one, 0.5), (two, 0.125), (three, 0.375)]


def test_numbers_of_any_size() -> None:
    tiny = scaled.ONE
    for _ in range(100):
        tiny = scaled.times(tiny, 1e-300)
    back = tiny
    for _ in range(100):
        back = scaled.times(back, 1e300)
    assert math.ldexp(*back) == pytest.approx(1, rel=1e-12)
    assert scaled.times(tiny, 0.0)[0] == 0
    assert scaled.plus([]) == scaled.plus([scaled.ZERO, scaled.ZERO]) == scaled.ZERO
    assert scaled.plus([scaled.ZERO, tiny]) == tiny
    assert scaled.plus([scaled.ONE, tiny]) == scaled.ONE
    assert scaled.plus([tiny, tiny]) == scaled.times(tiny, 2.0)
    assert scaled.by_largest([scaled.ZERO, scaled.ZERO]) is None
    half = scaled.times(tiny, 0.5)
    assert scaled.by_largest([tiny, half, scaled.ZERO]) == [tiny[0], tiny[0] / 2, 0.0]
    assert scaled.by_largest([scaled.ONE, tiny]) == [0.5, 0.0]
