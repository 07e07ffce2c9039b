"""Values made by hand: taken as true, and harmless all the same.

`validate` and `from_json` judge what comes from outside. Everything else works with a view or a
state as it is given, so what a nonsensical one leads to is open: an answer or any exception. What
is not open is that memory, interpreter and every game that is played beside it stay whole.
"""

import contextlib
import gc
import pickle
import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

import detective_poker as dp
from detective_poker import betting, bots
from detective_poker.inference.models import probabilities
from games import record_of

STRANGE: list[Any] = [
    *(
        None,
        -1,
        3,
        7,
        999,
        2**31,
        2**64,
        True,
        1.5,
        "x",
        "As",
        "flop",
        "bet",
        b"x",
        [1],
        {},
        object(),
    ),
    *((), (None,), (None,) * 3, ("x",) * 3, (9,) * 3, (True,) * 3, (-1,) * 3, (2**40,) * 3),
    *((dp.DECK[0],) * 3, dp.DECK[:3], dp.DECK, (dp.DECK,) * 4, ((),) * 4, ((1, 2, 3),) * 9),
    tuple(dp.ActionCard),
    tuple(map(str, dp.ActionCard)),
    (dp.ActionCard.BLUFF,) * 2,
    tuple(dp.ActionCard)[::-1],
    (dp.SeenBet(7, dp.Street.PREFLOP, 0, 1, False, None),),
    (dp.SeenBet(1, dp.Street.FLOP, 9, 300, True, "bluff"),) * 5,  # type: ignore[arg-type]
    dp.Rules(4, rounds=100),
]
"""What no member of a view is, or what it is in other positions."""

RULES = dp.Rules(3, dp.Mode.EXPERT, 1)


def positions() -> list[dp.GameState]:
    """A position of each phase and street."""
    found: dict[tuple[dp.Phase, dp.Street], dp.GameState] = {}
    for state in record_of(RULES.players, RULES.mode, RULES.rounds, 3).states():
        found[state.phase, state.street] = state
    return [*found.values()]


POSITIONS = positions()
MODELS = [dp.SoftmaxModel(), dp.NaiveModel(), dp.UniformModel()]


class Asked:
    """A model that the core does not know, so that it is asked in Python; and briefly."""

    def likelihood(self, view: dp.PlayerView, bet: dp.Bet, /) -> float:
        raise RuntimeError


def questions(view: dp.PlayerView, after: dp.PlayerView) -> Iterator[Callable[[], object]]:
    """All that is asked of views."""
    rng = random.Random(1)
    bet = dp.Bet(1, 0, 1)
    yield view.legal_actions
    yield lambda: view.why_illegal(bet)
    yield lambda: repr(view)
    yield lambda: dp.best_hand_odds(view)
    yield lambda: dp.best_hand_odds(view, dp.Street.RIVER, samples=2)
    yield lambda: dp.odds_many([view, view])
    yield lambda: dp.determinize(view, rng)
    yield lambda: dp.svg.table(view)
    yield lambda: dp.events_between(view, after)
    yield lambda: dp.events_between(after, replace(view, ply=after.ply + 1))
    yield lambda: list(dp.hindsight(view))
    for model in MODELS:
        yield lambda model=model: dp.deduce(view, model)  # type: ignore[misc]
        yield lambda model=model: model.likelihood(view, bet)  # type: ignore[misc]
        yield lambda model=model: probabilities(model, view)  # type: ignore[misc]
    yield lambda: dp.deduce(view, Asked())
    yield lambda: dp.MixtureModel(tuple(MODELS), (1, 1, 1)).posterior_weights(view)
    yield lambda: dp.MixtureModel(tuple(MODELS), (1, 1, 1)).learned(view, 0)
    for bot in bots.BOTS.values():
        yield lambda bot=bot: bot().choose(view, rng)  # type: ignore[misc]
        yield lambda bot=bot: bots.observe(bot(), view)  # type: ignore[misc]


def check_that_play_is_whole() -> None:
    """Nothing that all games share holds what is only equal to what it should be (R5, R8)."""
    for key, purse in betting._PURSES.items():
        assert key == (purse.players, purse.seat, purse.street, purse.chips, purse.cards)
        assert {type(number) for number in key[:4]} == {int}
        assert all(type(card) is dp.ActionCard for card in purse.cards)
        for bet, (shared, left) in purse.after.items():
            assert bet is shared
            assert left.chips == purse.chips - bet.chips
        for bet in (*purse.bets, *purse.after):
            assert {type(bet.seat), type(bet.target), type(bet.chips)} == {int}
            assert bet.card is None or type(bet.card) is dp.ActionCard
    for record in (record_of(RULES.players, RULES.mode, RULES.rounds, 3), record_of(4, *GAME)):
        again = dp.Record(record.rules, record.dealer, record.actions)
        assert [pickle.dumps(dp.to_json(state)) for state in again.states()] == [
            pickle.dumps(dp.to_json(state)) for state in record.states()
        ]
        for state in again.states():
            for seat in range(state.rules.players):
                for seen in state.view(seat).bets:
                    assert type(seen.seat) is int
                    assert type(seen.has_card) is bool


GAME = dp.Mode.STANDARD, 1, 5


@pytest.mark.parametrize("name", dp.PlayerView.__struct_fields__)
def test_views_made_by_hand_do_no_harm(name: str) -> None:
    for state in POSITIONS:
        real = state.view(state.actor or 0)
        for value in STRANGE:
            view = replace(real, **{name: value})
            for ask in questions(view, replace(real, ply=real.ply + 1)):
                with contextlib.suppress(Exception):
                    ask()
    gc.collect()
    check_that_play_is_whole()


def test_equal_members_do_not_get_in() -> None:
    """R5: True is equal to 1, and a text to an action card, but neither is the other."""
    for state in POSITIONS:
        if state.actor is None:
            continue
        real = state.view(state.actor)
        texts = tuple(map(str, real.action_cards))
        for wrong in (
            {"action_cards": texts},
            {"seat": bool(real.seat), "actor": bool(real.seat)},
            {"chips_left": tuple(float(chips) for chips in real.chips_left)},
        ):
            replace(real, **wrong).legal_actions()
            check_that_play_is_whole()
            for bet in state.legal_actions():
                assert {type(bet.seat), type(bet.target), type(bet.chips)} == {int}
                assert bet.card is None or type(bet.card) is dp.ActionCard


@pytest.mark.parametrize("name", dp.HandResult.__struct_fields__)
def test_results_made_by_hand_do_no_harm(name: str) -> None:
    states = record_of(RULES.players, RULES.mode, RULES.rounds, 3).states()
    before, after = next(
        (one.view(1), other.view(1))
        for one, other in pairwise(states)
        if other.hand_number > one.hand_number
    )
    for value in STRANGE:
        view = replace(after, last_hand=replace(after.last_hand, **{name: value}))
        for ask in (
            lambda view=view: dp.svg.table(view),
            lambda view=view: dp.events_between(before, view),
            lambda view=view: list(dp.hindsight(view)),
            lambda view=view: dp.determinize(view, random.Random(1)),
            lambda view=view: bots.DetectiveBot().observe(view),
        ):
            with contextlib.suppress(Exception):
                ask()
    check_that_play_is_whole()


def test_what_no_view_is_is_refused() -> None:
    state = POSITIONS[0]
    for wrong in (None, 5, "view", state, dp.PlayerView, dp.to_json(state.view(0))):
        for bot in bots.BOTS.values():
            with pytest.raises(dp.ArgumentTypeError):
                bot().choose(wrong, random.Random(1))  # type: ignore[arg-type]
        for ask in (dp.best_hand_odds, dp.determinize, dp.deduce, dp.hindsight, dp.svg.table):
            with pytest.raises(dp.ArgumentTypeError):
                ask(wrong)  # type: ignore[arg-type, operator]
        with pytest.raises(dp.ArgumentTypeError):
            dp.odds_many([wrong])  # type: ignore[list-item]
        with pytest.raises(dp.ArgumentTypeError):
            dp.events_between(wrong, state.view(0))  # type: ignore[arg-type]
        with pytest.raises(dp.ArgumentTypeError):
            bots.DetectiveBot().observe(wrong)  # type: ignore[arg-type]
