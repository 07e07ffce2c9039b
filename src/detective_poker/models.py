"""How people bet: models that say how likely a bet is, given what its bettor sees."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NoReturn, Protocol, SupportsFloat, TypeVar

import msgspec

from detective_poker.actions import Bet
from detective_poker.cards import Card
from detective_poker.errors import ArgumentError, IllegalReason, InvalidStateError, SeatError
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
    DEAL,
    MAX_BET,
    MIN_BET,
    PREFLOP,
    RIVER,
    STREETS,
    ActionCard,
    Rules,
    Street,
    check_seat,
    first_to_bet,
)
from detective_poker.scoring import (
    NO_DISCARDS,
    BetResult,
    Discards,
    HandResult,
    bet_problems,
    card_problems,
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
        if not _is_legal(view, bet):
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
        if not _is_legal(view, bet):
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
        _refuse(_NOT_DEALT)
    cards = (*view.forehead_cards[:seat], view.own_card, *view.forehead_cards[seat + 1 :])
    if len(cards) != players:
        _refuse(_NOT_DEALT)
    visible: list[int] = []
    for one in cards:
        if type(one) is not Card:
            _refuse(_NOT_DEALT)
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
        return 1 / len(view.legal_actions()) if _is_legal(view, bet) else 0.0


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
        if not _is_legal(view, bet):
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


# Views that a caller hands in: play gives no other, but they can be made by hand.

_NOT_DEALT: Final = "The cards are not dealt yet."
_NO_DECK: Final = "The cards of that view are no cards of one deck."
_NO_PLACE: Final = "The street, the board and the bets of that view do not fit."


def _refuse(problem: str) -> NoReturn:
    raise InvalidStateError([problem])


def _players(view: PlayerView) -> int:
    """How many play. Raises `ArgumentError` and `InvalidStateError`."""
    if type(check_view(view).rules) is not Rules:
        _refuse("That view has no rules.")
    return view.rules.players


def _is_legal(view: PlayerView, bet: Bet) -> bool:
    """Whether the viewer may bet so now. Raises `ArgumentError` for what is no view or no bet."""
    if type(check_view(view).seat) is not int or view.seat != view.actor:
        legal = False
    else:
        check_turn(view)
        legal = view.why_illegal(bet) is None
    if not legal and type(bet) is not Bet:
        raise ArgumentError("A Bet is asked for.")
    return legal


def check_turn(view: PlayerView) -> int:
    """The viewer's seat, which is to bet: what every bot asks first.

    Raises `ArgumentError` for what is no view, `SeatError` for a spectator's, and
    `InvalidStateError` for one without a legal bet.
    """
    players, seat = _players(view), view.seat
    if seat is None:
        raise SeatError("A spectator does not bet.")
    check_seat(seat, players)
    if view.phase is not BET:
        _refuse("No bet is due now.")
    if seat != view.actor:
        _refuse(IllegalReason.WRONG_SEAT.message)
    street, chips, cards = view.street, view.chips_left, view.action_cards
    if type(street) is not Street or type(chips) is not tuple or len(chips) != players:
        _refuse(_NO_PLACE)
    # One chip at least went on each street before, and one is kept for each to come.
    if type(chips[seat]) is not int or not RIVER - street < chips[seat] <= CHIPS - street:
        _refuse("No player has so many chips on that street.")
    if type(cards) is not tuple or len(cards) > len(ACTION_CARDS):
        _refuse(_NO_CARDS)
    for card in cards:
        if type(card) is not ActionCard:
            _refuse(_NO_CARDS)
    return seat


_NO_CARDS: Final = "The action cards of that view are none of a player."


def check_hand(view: PlayerView) -> int:
    """The seat of a viewer who sees cards and bets as play can bring them.

    Raises `ArgumentError` for what is no view, `SeatError` for a spectator's or a seat that is
    none, and `InvalidStateError`. Scores and what else a view holds are not looked at.
    """
    players, seat = _players(view), view.seat
    if seat is None:
        raise SeatError("A spectator sees no cards to deduce from.")
    check_seat(seat, players)
    _check_cards(view, seat)
    check_bets(view)
    _check_place(view)
    return seat


def _check_cards(view: PlayerView, seat: int) -> None:
    foreheads, board, discards = view.forehead_cards, view.board, view.discards
    if view.own_card is None or foreheads == ():
        _refuse(_NOT_DEALT)
    if not _are_tuples(foreheads, board, discards) or len(discards) != len(STREETS):
        _refuse(_NO_DECK)
    if len(foreheads) != view.rules.players or foreheads[seat] is not None:
        _refuse("The viewer does not see just the others' forehead cards.")
    if not _are_tuples(*discards):
        _refuse(_NO_DECK)
    mask = count = 0
    for cards in ((view.own_card,), foreheads[:seat], foreheads[seat + 1 :], board, *discards):
        for card in cards:
            if type(card) is not Card:
                _refuse(_NO_DECK)
            mask |= card.bit
            count += 1
    if mask.bit_count() != count:
        _refuse(_NO_DECK)


def _are_tuples(*values: object) -> bool:
    return all(type(value) is tuple for value in values)


def check_bets(view: PlayerView) -> None:
    """Raises `InvalidStateError` or `SeatError` unless the hand's bets can have been made so."""
    players = _players(view)
    dealer = check_seat(view.dealer, players)
    if type(view.bets) is not tuple or len(view.bets) > players * len(STREETS):
        _refuse("There are more bets than a hand has.")
    chips, played = [CHIPS] * players, list[ActionCard]()
    for index, bet in enumerate(view.bets):
        street, turn = divmod(index, players)
        seat = (first_to_bet(players, dealer, street) + turn) % players
        if not _is_seen_bet(bet) or bet.seat != seat or bet.street is not STREETS[street]:
            _refuse(f"Bet {index} is not the one that was due.")
        most = min(MAX_BET, chips[seat] - (RIVER - street))
        if not (0 <= bet.target < players and MIN_BET <= bet.chips <= most):
            _refuse(f"Bet {index} is none that could be made.")
        chips[seat] -= bet.chips
        if (bet.card is not None) is not (bet.has_card and seat == view.seat):
            _refuse(f"Bet {index} does not show what the viewer sees of it.")
        if bet.card is not None:
            if bet.card in played:
                _refuse(f"Bet {index}: {IllegalReason.CARD_ALREADY_PLAYED.message}")
            played.append(bet.card)


def _is_seen_bet(bet: object) -> bool:
    return (
        type(bet) is SeenBet
        and type(bet.seat) is int
        and type(bet.target) is int
        and type(bet.chips) is int
        and type(bet.has_card) is bool
        and (bet.card is None or type(bet.card) is ActionCard)
    )


def _check_place(view: PlayerView) -> None:
    """Whether board and bets are those of the phase and the street, in a hand that is dealt."""
    street, bets, players = view.street, len(view.bets), view.rules.players
    if type(street) is not Street:
        _refuse(_NO_PLACE)
    if (
        type(view.hand_number) is not int
        or view.hand_number < 0
        or not _are_tuples(view.score_sheet)
    ):
        _refuse(_NO_SCORES)
    before = street * players
    if view.phase is BET:
        fits = before <= bets < before + players and len(view.board) == street.board_cards
    elif view.phase is DEAL and street is not PREFLOP:
        fits = bets == before and len(view.board) == STREETS[street - 1].board_cards
    else:
        fits = False
    if not fits:
        _refuse(_NO_PLACE)


def scored_hand(view: PlayerView) -> HandResult:
    """The hand just scored, if it can have been played. Raises what `hindsight` raises."""
    players, hand = _players(view), view.last_hand
    if hand is None:
        _refuse("No hand has just been scored.")
    check_seat(view.dealer, players)
    sheet: Any = view.score_sheet
    if type(view.hand_number) is not int or not _are_tuples(sheet) or not _are_tuples(*sheet):
        _refuse(_NO_SCORES)
    if not sheet or len(sheet) != view.hand_number or any(len(row) != players for row in sheet):
        _refuse(_NO_SCORES)
    if any(type(points) is not int for row in sheet for points in row):
        _refuse(_NO_SCORES)
    if problems := list(_hand_problems(view.rules, hand)):
        raise InvalidStateError(problems)
    return hand


_NO_SCORES: Final = "The score sheet does not have a row for each finished hand."


def _hand_problems(rules: Rules, hand: HandResult) -> Iterator[str]:
    """What is wrong with cards and bets of a scored hand."""
    parts: tuple[object, ...] = ()
    if type(hand) is HandResult:
        parts = (hand.own_cards, hand.forehead_cards, hand.board, hand.discards, hand.bets)
    if not parts or not _are_tuples(*parts) or not _are_tuples(*hand.discards):
        yield "What is said to be a scored hand is none."
        return
    check_seat(hand.dealer, rules.players)
    if (len(hand.own_cards), len(hand.board)) != (rules.players, RIVER.board_cards):
        yield "The cards of a scored hand are not all there."
    if len(hand.discards) != len(STREETS):
        yield "A scored hand has discards on each street."
        return
    yield from card_problems(rules, hand.own_cards, hand.forehead_cards, hand.board, hand.discards)
    if any(type(bet) is not BetResult for bet in hand.bets):
        yield "Something among the bets of a scored hand is no bet."
        return
    streets = [street for street in STREETS for _ in range(rules.players)]
    if [bet.street for bet in hand.bets] != streets:
        yield "A scored hand has a bet of each player on each street."
    bets = tuple([Bet(bet.seat, bet.target, bet.chips, bet.card) for bet in hand.bets])
    yield from bet_problems(rules, hand.dealer, bets)
