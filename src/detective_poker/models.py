"""How people bet: models that say how likely a bet is, given what its bettor sees."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol, SupportsFloat, TypeVar

import msgspec

from detective_poker.actions import Bet
from detective_poker.cards import Card
from detective_poker.errors import ArgumentError
from detective_poker.hands import strength
from detective_poker.odds import best_hand_odds, check_view
from detective_poker.planning import expected_points, values_by_odds
from detective_poker.rules import (
    ACTION_CARDS,
    BET,
    BLANK,
    BLUFF,
    CHIPS,
    CLOCKWISE,
    ActionCard,
    Rules,
    Street,
    check_seat,
)
from detective_poker.scoring import (
    NO_DISCARDS,
    Discards,
    HandResult,
)
from detective_poker.view_checks import (
    NOT_DEALT,
    check_bets,
    check_turn,
    is_legal_bet,
    refuse,
    scored_hand,
)
from detective_poker.views import PlayerView, SeenBet, ply

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
    the points are `planning.expected_points` by `best_hand_odds`, less `idle_value` with Clockwise
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
        check_turn(view)
        return self.soften(view, points_by_odds(view, self.patience))

    def soften(self, view: PlayerView, points: Sequence[float]) -> list[float]:
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
    """The targets that suit an action card or none, by the visible cards alone.

    Raises `InvalidStateError` and `CardError` for a view without dealt cards.
    """
    players, seat, board = view.rules.players, view.seat, view.board
    if seat is None or type(view.forehead_cards) is not tuple or type(board) is not tuple:
        refuse(NOT_DEALT)
    cards = (*view.forehead_cards[:seat], view.own_card, *view.forehead_cards[seat + 1 :])
    if len(cards) != players:
        refuse(NOT_DEALT)
    visible: list[int] = []
    for one in cards:
        if type(one) is not Card:
            refuse(NOT_DEALT)
        visible.append(strength((one, *board)) if board else int(one.rank))
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
    """A player of one of several kinds, the same all through a hand; which one is not known.

    Raises `ArgumentError`.

    >>> mixture = MixtureModel((SoftmaxModel(), UniformModel()), (3, 1))
    >>> mixture.weights
    (0.75, 0.25)
    """

    models: tuple[BettingModel, ...]
    weights: tuple[float, ...]
    """The probability of each kind; they are scaled to sum to 1."""

    def __post_init__(self) -> None:
        models: tuple[BettingModel, ...] = _as_tuple("models", self.models)
        weights: tuple[float, ...] = _as_tuple("weights", self.weights)
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
        """The probability of the bet, given also what the seat's earlier bets tell of its kind."""
        if not is_legal_bet(view, bet):
            return 0.0
        return math.fsum(
            share * likelihood_of(model, view, bet)
            for model, share in zip(self.models, self.kinds(view), strict=True)
        )

    def kinds(self, view: PlayerView) -> list[float]:
        """The probability of each kind, given the bets that the view's seat made in this hand."""
        if check_view(view).seat is not None:
            check_bets(view)
        earlier = list(own_bets(view))
        joint = [
            weight * math.prod([likelihood_of(model, *made) for made in earlier])
            for model, weight in zip(self.models, self.weights, strict=True)
        ]
        total = math.fsum(joint)
        return [weight / total for weight in joint] if total > 0 else [0.0] * len(joint)

    def learned(self, view: PlayerView, seat: int, *, least: float = 1e-3) -> MixtureModel:
        """The mixture after the hand just scored, `view.last_hand`, has shown how the seat bet.

        Weights stay at `least`, so that a player who changes is noticed. Raises what `hindsight`
        raises, and `SeatError`.
        """
        _check_number("least", least, 0, 1)
        check_seat(seat, len(scored_hand(view).own_cards))
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


def probabilities(model: BettingModel, view: PlayerView) -> list[float]:
    """The probability of each of `view.legal_actions()` under a model; the viewer is to bet."""
    check_turn(view)
    if isinstance(model, SoftmaxModel):
        return model.probabilities(view)
    if isinstance(model, MixtureModel):
        kinds = [
            (share, probabilities(one, view))
            for one, share in zip(model.models, model.kinds(view), strict=True)
        ]
        return [
            math.fsum(share * of_kind[index] for share, of_kind in kinds)
            for index in range(len(view.legal_actions()))
        ]
    return [likelihood_of(model, view, bet) for bet in view.legal_actions()]


def likelihood_of(model: BettingModel, view: PlayerView, bet: Bet) -> float:
    """What a model says of a bet. Raises `ArgumentError` unless it is a number from 0 to 1."""
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
    raise ArgumentError(_NO_PROBABILITY)


def check_model(model: object) -> None:
    """Raises `ArgumentError` for what is no `BettingModel`, such as a model's class."""
    if isinstance(model, type) or not callable(getattr(model, "likelihood", None)):
        raise ArgumentError("A model is an object with a method `likelihood`.")


def _times(a: float, b: float) -> float:
    return a * b


def _likelihoods(models: Sequence[BettingModel], view: PlayerView, bet: Bet) -> list[float]:
    """What each model says; those that go by odds share the count of them."""
    index = view.legal_actions().index(bet)
    points: dict[float, list[float]] = {}
    result: list[float] = []
    for model in models:
        if type(model) is SoftmaxModel:
            if model.patience not in points:
                points[model.patience] = points_by_odds(view, model.patience)
            result.append(model.soften(view, points[model.patience])[index])
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


_T = TypeVar("_T")


def _as_tuple(name: str, values: Iterable[_T]) -> tuple[_T, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ArgumentError(f"The {name} of a mixture are a tuple.")
    return tuple(values)


def _check_number(name: str, value: object, least: float, most: float) -> None:
    if type(value) not in (int, float) or not least <= value <= most:  # type: ignore[operator]
        raise ArgumentError(f"The {name} is a number from {least:g} to {most:g}.")


# Views as they were, or may have been.


class Table(msgspec.Struct, frozen=True, gc=False):
    """What the players of a hand see in common, however far it has come."""

    rules: Rules
    dealer: int
    hand_number: int
    board: tuple[Card, ...]
    discards: Discards
    scores: tuple[int, ...]
    score_sheet: tuple[tuple[int, ...], ...]


def table_of(view: PlayerView) -> Table:
    """What the viewer sees and the others see, too."""
    return Table(
        view.rules,
        view.dealer,
        view.hand_number,
        view.board,
        view.discards,
        view.scores,
        view.score_sheet,
    )


def bettor_view(
    table: Table,
    street: Street,
    seat: int,
    own_card: Card | None,
    forehead_cards: tuple[Card | None, ...],
    bets: tuple[SeenBet, ...],
) -> PlayerView:
    """The view of a seat that is about to bet on a street, after these bets as it saw them."""
    players = table.rules.players
    chips, cards_left = [CHIPS] * players, [len(ACTION_CARDS)] * players
    for bet in bets:
        chips[bet.seat] -= bet.chips
        cards_left[bet.seat] -= bet.has_card
    played = {bet.card for bet in bets if bet.seat == seat}
    return PlayerView(
        seat,
        table.rules,
        table.dealer,
        table.hand_number,
        table.hand_number // players,
        ply(players, table.hand_number, BET, street, len(bets)),
        BET,
        street,
        seat,
        own_card,
        forehead_cards,
        table.board[: street.board_cards],
        discards_until(table.discards, street),
        bets,
        tuple(chips),
        tuple([card for card in ACTION_CARDS if card not in played]),
        tuple(cards_left),
        table.scores,
        table.score_sheet,
        None,
        None,
    )


def discards_until(discards: Discards, street: Street) -> Discards:
    """Those that had fallen by the bets of a street."""
    if not any(discards):
        return NO_DISCARDS
    preflop, flop, turn, river = [
        cards if index <= street else () for index, cards in enumerate(discards)
    ]
    return preflop, flop, turn, river


def own_bets(view: PlayerView) -> Iterator[tuple[PlayerView, Bet]]:
    """The viewer's own bets in this hand, each with the view that came before it."""
    seat = view.seat
    if seat is None:
        return
    table = table_of(view)
    for index, bet in enumerate(view.bets):
        if bet.seat == seat:
            seen = view.bets[:index]
            before = bettor_view(table, bet.street, seat, view.own_card, view.forehead_cards, seen)
            yield before, Bet(seat, bet.target, bet.chips, bet.card)


def hindsight(view: PlayerView) -> Iterator[tuple[PlayerView, Bet]]:
    """Every bet of the hand just scored, with the view that its bettor had before it.

    Scoring turns everything up, so a view right after it tells (R10). Raises `ArgumentError` for
    what is no view, and `InvalidStateError` or `SeatError` for a view without `last_hand`, or with
    one that nobody can have played.
    """
    # Not in the generator, where nothing is raised before it is asked.
    return _hindsight(view, scored_hand(view))


def _hindsight(view: PlayerView, hand: HandResult) -> Iterator[tuple[PlayerView, Bet]]:
    players = view.rules.players
    earlier = view.score_sheet[:-1]
    table = Table(
        view.rules,
        hand.dealer,
        view.hand_number - 1,
        hand.board,
        hand.discards,
        tuple([sum(points) for points in zip(*earlier, strict=True)]) or (0,) * players,
        earlier,
    )
    hidden, shown = [
        [
            SeenBet(bet.seat, bet.street, bet.target, bet.chips, bet.card is not None, card)
            for bet, card in zip(hand.bets, cards, strict=True)
        ]
        for cards in ([None] * len(hand.bets), [bet.card for bet in hand.bets])
    ]
    for index, bet in enumerate(hand.bets):
        seat = bet.seat
        seen = [
            (shown if other.seat == seat else hidden)[place]
            for place, other in enumerate(hand.bets[:index])
        ]
        foreheads: list[Card | None] = [*hand.forehead_cards]
        foreheads[seat] = None
        before = bettor_view(
            table, bet.street, seat, hand.own_cards[seat], tuple(foreheads), tuple(seen)
        )
        yield before, Bet(seat, bet.target, bet.chips, bet.card)
