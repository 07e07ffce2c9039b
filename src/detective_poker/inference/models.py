"""How people bet: models that say how likely a bet is, given what its bettor sees."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, Protocol, SupportsFloat

import msgspec

from detective_poker._arguments import as_tuple
from detective_poker.actions import Bet
from detective_poker.errors import ArgumentError, ArgumentTypeError
from detective_poker.hands import strength
from detective_poker.inference import scaled
from detective_poker.inference.hindsight import hindsight, own_bets
from detective_poker.inference.odds import best_hand_odds
from detective_poker.inference.scaled import Scaled
from detective_poker.inference.values import expected_points, values_by_odds
from detective_poker.rules import BLANK, BLUFF, CLOCKWISE, ActionCard, check_seat
from detective_poker.views import PlayerView, acting_seat, check_view

LEAST_TEMPERATURE: Final = 0.01
"""Points: below this a `SoftmaxModel` is as sharp as can be."""
_IDLE: Final = (CLOCKWISE, BLANK)


class BettingModel(Protocol):
    """How somebody bets. `deduce` takes any object that has this method."""

    def likelihood(self, view: PlayerView, bet: Bet, /) -> float:
        """The probability that the view's seat, whose turn it is, makes exactly this bet.

        Whoever asks raises `ArgumentError` if that is no number from 0 to 1.
        """
        ...


class SoftmaxModel(msgspec.Struct, frozen=True, gc=False):
    """A player who sees the odds and mostly makes the bets of the most points.

    A bet's probability is (1 - noise) * softmax(points / temperature) + noise / (legal bets), where
    the points are `values.expected_points` by `best_hand_odds`, less `idle_value` with Clockwise
    or Blank. Raises `ArgumentError`.
    """

    temperature: float = 0.1
    """Points, 0.01 or more: how much worse a bet may be and still be made often."""
    noise: float = 0.05
    """The share of bets that are any legal bet, 0 to 1."""
    idle_value: float = 0.0
    """Points that Clockwise or Blank are worth to the player if kept: they win nothing, but action
    cards left over break a tie (R12)."""
    patience: float = 1.0
    """How much of what chips and cards are worth later counts for the player, 0 to 1."""

    def __post_init__(self) -> None:
        _check_number("temperature", self.temperature, LEAST_TEMPERATURE, 1e6)
        _check_number("noise", self.noise, 0, 1)
        _check_number("idle_value", self.idle_value, 0, 10)
        _check_number("patience", self.patience, 0, 1)

    def likelihood(self, view: PlayerView, bet: Bet, /) -> float:
        """The probability of the bet; 0 for an illegal one."""
        if not is_legal_bet(view, bet):
            return 0.0
        return self.probabilities(view)[view.legal_actions().index(bet)]

    def probabilities(self, view: PlayerView) -> list[float]:
        """The probability of each of `view.legal_actions()`; the viewer is to bet."""
        acting_seat(view)
        return self._soften(view, points_by_odds(view, self.patience))

    def _soften(self, view: PlayerView, points: Sequence[float]) -> list[float]:
        """The probability of each legal bet, given the points to expect of each."""
        bets = view.legal_actions()
        if self.idle_value:
            points = [
                value - self.idle_value if bet.card in _IDLE else value
                for bet, value in zip(bets, points, strict=True)
            ]
        most = max(points)
        weights = [math.exp((value - most) / self.temperature) for value in points]
        scale = (1 - self.noise) / sum(weights)
        floor = self.noise / len(bets)
        return [weight * scale + floor for weight in weights]


class NaiveModel(msgspec.Struct, frozen=True, gc=False):
    """A beginner, who bets on the best visible cards as `bots.NaiveBot` does.

    A player's visible cards are the one card that the beginner sees of them, and the board. The
    chips are 2, 2, 2, 1, over any action card in hand or none with the same probability, and the
    target is what suits that card. Raises `ArgumentError`.
    """

    noise: float = 0.05
    """The share of bets that are any legal bet, 0 to 1."""

    def __post_init__(self) -> None:
        _check_number("noise", self.noise, 0, 1)

    def likelihood(self, view: PlayerView, bet: Bet, /) -> float:
        """The probability of the bet; 0 for an illegal one."""
        if not is_legal_bet(view, bet):
            return 0.0
        made = 0.0
        if bet.chips == NAIVE_CHIPS[view.street]:
            targets = naive_targets(view, bet.card)
            made = (bet.target in targets) / len(targets) / (1 + len(view.action_cards))
        return (1 - self.noise) * made + self.noise / len(view.legal_actions())


NAIVE_CHIPS: Final = (2, 2, 2, 1)
"""The chips that a beginner bets on each street."""


def naive_targets(view: PlayerView, card: ActionCard | None) -> list[int]:
    """The targets that suit an action card or none, by the visible cards alone."""
    board = view.board
    cards = [view.own_card if seen is None else seen for seen in view.forehead_cards]
    visible = [
        strength((seen, *board)) if board else int(seen.rank) for seen in cards if seen is not None
    ]
    wanted = min(visible) if card is BLUFF else max(visible)
    back = 1 if card is CLOCKWISE else 0
    return sorted(
        (seat - back) % len(visible) for seat, value in enumerate(visible) if value == wanted
    )


class UniformModel(msgspec.Struct, frozen=True, gc=False):
    """A player who makes every legal bet with the same probability."""

    def likelihood(self, view: PlayerView, bet: Bet, /) -> float:
        """The probability of the bet; 0 for an illegal one."""
        return 1 / len(view.legal_actions()) if is_legal_bet(view, bet) else 0.0


class MixtureModel(msgspec.Struct, frozen=True, gc=False):
    """A player who bets as one of several models, the same for a whole hand; which is not known.

    Raises `ArgumentError`.

    >>> mixture = MixtureModel((SoftmaxModel(), UniformModel()), (3, 1))
    >>> mixture.weights
    (0.75, 0.25)
    """

    models: tuple[BettingModel, ...]
    weights: tuple[float, ...]
    """The probability of each model; they are scaled to sum to 1."""

    def __post_init__(self) -> None:
        models: tuple[BettingModel, ...] = as_tuple(self.models, "models")
        weights: tuple[float, ...] = as_tuple(self.weights, "weights")
        for model in models:
            check_model(model)
        if not models or len(models) != len(weights):
            raise ArgumentError("A mixture has a weight for each of its models.")
        for weight in weights:
            _check_number("weight", weight, 0, 1e300)
        total = math.fsum(weights)
        if not total > 0:
            raise ArgumentError("A mixture's weights sum to more than 0.")
        msgspec.structs.force_setattr(self, "models", models)
        scaled = tuple([weight / total for weight in weights])
        msgspec.structs.force_setattr(self, "weights", scaled)

    def likelihood(self, view: PlayerView, bet: Bet, /) -> float:
        """The probability of the bet, given also what the seat's earlier bets tell of the model."""
        if not is_legal_bet(view, bet):
            return 0.0
        return math.fsum(
            weight * likelihood_of(model, view, bet)
            for model, weight in zip(self.models, self.posterior_weights(view), strict=True)
        )

    def posterior_weights(self, view: PlayerView) -> list[float]:
        """The probability of each model, given the bets that the view's seat made in this hand."""
        earlier = list(own_bets(check_view(view)))
        joint: list[Scaled] = []
        for model, weight in zip(self.models, self.weights, strict=True):
            likelihood = scaled.times(scaled.ONE, weight)
            for made in earlier:
                likelihood = scaled.times(likelihood, likelihood_of(model, *made))
            joint.append(likelihood)
        weights = scaled.by_largest(joint)
        if weights is None:
            return [0.0] * len(joint)
        total = math.fsum(weights)
        return [weight / total for weight in weights]

    def learned(self, view: PlayerView, seat: int, *, least: float = 1e-3) -> MixtureModel:
        """The mixture after the hand just scored, `view.last_hand`, has shown how the seat bet.

        Weights stay at `least`, so that a player who changes is noticed. Raises what `hindsight`
        raises, and `SeatError`.
        """
        _check_number("least", least, 0, 1)
        check_seat(seat, check_view(view).rules.players)
        bets = [(before, bet) for before, bet in hindsight(view) if bet.seat == seat]
        weights = list(self.weights)
        for before, bet in bets:
            likelihoods = _likelihoods(self.models, before, bet)
            weights = list(map(_times, weights, likelihoods))
            total = math.fsum(weights)
            if not total > 0:
                return self
            weights = [max(weight / total, least) for weight in weights]
        return MixtureModel(self.models, tuple(weights))


def members(model: BettingModel) -> Iterator[tuple[BettingModel, float]]:
    """The models of a mixture, and of mixtures within it, with the probability of each.

    A mixture is one of its models for a whole hand, so mixtures of mixtures are mixtures.
    """
    rest: list[tuple[BettingModel, float]] = [(model, 1.0)]
    while rest:
        one, prior = rest.pop()
        if type(one) is MixtureModel:
            rest.extend(reversed(_within(one, prior)))
        elif prior:
            yield one, prior


def _within(mixture: MixtureModel, prior: float) -> list[tuple[BettingModel, float]]:
    return [(m, prior * weight) for m, weight in zip(mixture.models, mixture.weights, strict=True)]


def probabilities(model: BettingModel, view: PlayerView) -> list[float]:
    """The probability of each of `view.legal_actions()` under a model; the viewer is to bet."""
    acting_seat(view)
    if isinstance(model, SoftmaxModel):
        return model.probabilities(view)
    if isinstance(model, MixtureModel):
        by_model = [
            (weight, probabilities(one, view))
            for one, weight in zip(model.models, model.posterior_weights(view), strict=True)
        ]
        return [
            math.fsum(weight * chances[index] for weight, chances in by_model)
            for index in range(len(view.legal_actions()))
        ]
    return [likelihood_of(model, view, bet) for bet in view.legal_actions()]


def is_legal_bet(view: PlayerView, bet: Bet) -> bool:
    """Whether the viewer may bet so now. Raises `ArgumentTypeError` for what is no view or bet."""
    if not isinstance(bet, Bet):
        raise ArgumentTypeError("A Bet is asked for.")
    return check_view(view).why_illegal(bet) is None


def likelihood_of(model: BettingModel, view: PlayerView, bet: Bet) -> float:
    """What a model says of a bet.

    Raises `ArgumentError` for a number that is not from 0 to 1, `ArgumentTypeError` for no number.
    """
    value = model.likelihood(view, bet)
    if type(value) is not float:
        value = _as_float(value)
    # No other comparison is false for NaN, too.
    if not 0 <= value <= _ONE:
        raise ArgumentError(_NO_PROBABILITY)
    return value


_ONE: Final = 1 + 1e-9
"""A sum of probabilities may be a little more than 1: that is rounding."""
_NO_PROBABILITY: Final = "The likelihood that a model tells is a number from 0 to 1."


def _as_float(value: object) -> float:
    """A number of another type, such as numpy's, as a float."""
    if isinstance(value, SupportsFloat):
        try:
            return float(value)
        except (TypeError, ValueError, OverflowError):
            pass  # an array of many numbers, or an int beyond all floats
    raise ArgumentTypeError(_NO_PROBABILITY)


def check_model(model: object) -> None:
    """Raises `ArgumentTypeError` for what is no `BettingModel`, such as a model's class."""
    if isinstance(model, type) or not callable(getattr(model, "likelihood", None)):
        raise ArgumentTypeError("A model is an object with a method `likelihood`.")


def _times(a: float, b: float) -> float:
    return a * b


def _likelihoods(models: Sequence[BettingModel], view: PlayerView, bet: Bet) -> list[float]:
    """What each model says; those that bet by the odds have them counted once."""
    index = view.legal_actions().index(bet)
    points: dict[float, list[float]] = {}
    result: list[float] = []
    for model in models:
        if type(model) is SoftmaxModel:
            if model.patience not in points:
                points[model.patience] = points_by_odds(view, model.patience)
            result.append(model._soften(view, points[model.patience])[index])
        else:
            result.append(likelihood_of(model, view, bet))
    return result


def points_by_odds(view: PlayerView, patience: float = 1.0) -> list[float]:
    """The points to expect from each of `view.legal_actions()`, by `best_hand_odds`.

    What is kept counts as much as `patience` says.
    """
    odds = best_hand_odds(view)
    values = values_by_odds(view.rules)
    if patience != 1:
        values = tuple([patience * value for value in values])
    return expected_points(view, odds.best_probability, odds.weakest_probability, values)


def _check_number(name: str, value: object, least: float, most: float) -> None:
    if type(value) is not int and type(value) is not float:
        raise ArgumentTypeError(f"The {name} is a number.")
    # No other comparison is false for NaN, too.
    if not least <= value <= most:
        raise ArgumentError(f"The {name} is a number from {least:g} to {most:g}.")
