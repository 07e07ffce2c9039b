"""Scoring a hand, street by street, and placing the players at the end of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final, TypeVar

import msgspec

from detective_poker import _core
from detective_poker._arguments import as_tuple, check_order
from detective_poker.actions import Bet
from detective_poker.cards import Card
from detective_poker.deal_order import NO_DISCARDS, Discards
from detective_poker.errors import (
    ArgumentError,
    ArgumentTypeError,
    InvalidStateError,
)
from detective_poker.hand_checks import bet_problems, card_problems
from detective_poker.hands import PokerHand, hand_of
from detective_poker.rules import (
    BLANK,
    BLUFF,
    CHIPS,
    CLOCKWISE,
    PLUS_ONE,
    RIVER,
    STREETS,
    ActionCard,
    Rules,
    Street,
    check_rules,
    check_seat,
    counts_for,
)

T = TypeVar("T")


class Standing(msgspec.Struct, frozen=True, gc=False):
    """How the hands compare on one street."""

    hands: tuple[PokerHand, ...]
    """By seat."""
    best: tuple[int, ...]
    """The seats whose hand no other beats (R4)."""
    weakest: tuple[int, ...]
    """The seats whose hand beats no other (R4)."""


class BetResult(msgspec.Struct, frozen=True, dict=True):
    """A bet turned up: whether it was correct and what it scored its seat."""

    # Where it matters there is the number of players beside the members, which the hand tells its
    # bets: no member, since it is that of the hand, and so in no JSON and no comparison.

    seat: int
    street: Street
    target: int
    chips: int
    card: ActionCard | None
    correct: bool
    points: int

    @property
    def counts_for(self) -> int:
        """The seat that had to be the best, or under a Bluff the weakest: the target.

        Under a Clockwise the seat after the target (R2). Which one that is can depend on the number
        of players, which a bet knows of the `HandResult` that it is in. Raises `ArgumentError` for
        one that was made by hand and does not tell.
        """
        players: int | None = vars(self).get(_PLAYERS)
        if players is None and 3 in (self.seat, self.target):
            players = 4
        if players is None and self.card is CLOCKWISE and self.target == 2:
            raise ArgumentError("Of a bet in no hand, the seat after seat 2 is not known.")
        return counts_for(self.target, self.card, players or 4)

    def __copy__(self) -> BetResult:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        members = tuple([getattr(self, name) for name in self.__struct_fields__])
        return type(self), members, vars(self) or None


_PLAYERS: Final = "_players"


def _in_hand(bet: BetResult, players: int) -> BetResult:
    """The bet, which knows the number of players if it needs to; one like it if it knew another."""
    # What is made by hand can hold anything, and its `==` can raise.
    if type(bet) is not BetResult or bet.card is not CLOCKWISE or type(bet.target) is not int:
        return bet
    if bet.target == 2 and vars(bet).setdefault(_PLAYERS, players) != players:
        bet = msgspec.structs.replace(bet)
        vars(bet)[_PLAYERS] = players
    return bet


class HandResult(msgspec.Struct, frozen=True, gc=False):
    """A finished hand with everything turned up (R10)."""

    dealer: int
    own_cards: tuple[Card, ...]
    """By seat, as are the forehead cards."""
    forehead_cards: tuple[Card, ...]
    board: tuple[Card, ...]
    discards: Discards
    standings: tuple[Standing, Standing, Standing, Standing]
    """By street."""
    bets: tuple[BetResult, ...]
    """In order of play."""
    points: tuple[int, ...]
    """By seat: what the hand scored, negative perhaps in Expert Mode (R6)."""
    action_cards_left: tuple[int, ...]
    """By seat: action cards not played (R5)."""

    def __post_init__(self) -> None:
        if type(self.bets) is tuple and type(self.own_cards) is tuple:
            players = len(self.own_cards)
            bets = tuple([_in_hand(bet, players) for bet in self.bets])
            msgspec.structs.force_setattr(self, "bets", bets)


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a game ended."""

    scores: tuple[int, ...]
    """Points by seat."""
    placings: tuple[int, ...]
    """Each seat's place, the first is 1; equal players share a place (R12)."""
    winners: tuple[int, ...]
    """The seats in first place."""


def score_hand(
    rules: Rules,
    dealer: int,
    own_cards: Sequence[Card],
    forehead_cards: Sequence[Card],
    board: Sequence[Card],
    bets: Sequence[Bet],
    discards: Sequence[Sequence[Card]] = NO_DISCARDS,
) -> HandResult:
    """Score a hand that was played without this engine, such as at a physical table.

    Cards are by seat, the board in the order dealt, the bets in order of play, the discards by
    street. Raises `InvalidStateError` with every problem, `SeatError` for the dealer and
    `RulesError` for the rules.

    >>> from detective_poker import parse_cards
    >>> bets = [Bet((1 + street + turn) % 3, 0, 1) for street in range(4) for turn in range(3)]
    >>> own, forehead = parse_cards("As 7d 2c"), parse_cards("Ah 8d 3s")
    >>> result = score_hand(Rules(players=3), 0, own, forehead, parse_cards("Kd Qh 9s 5c 4d"), bets)
    >>> result.points, str(result.standings[0].hands[0])
    ((4, 4, 4), 'pair of aces')
    """
    check_rules(rules)
    check_seat(dealer, rules.players)
    try:
        preflop, flop, turn, river = map(_in_order, _in_order(discards))
        hand = PlayedHand(
            rules,
            dealer,
            _in_order(own_cards),
            _in_order(forehead_cards),
            _in_order(board),
            (preflop, flop, turn, river),
            _in_order(bets),
        )
    except (TypeError, ValueError):
        raise InvalidStateError(
            ["Cards and bets must be sequences, and the discards one for each street."]
        ) from None
    problems = [
        *card_problems(rules, hand.own_cards, hand.forehead_cards, hand.board, hand.discards),
        *bet_problems(rules, dealer, hand.bets),
    ]
    if len(hand.own_cards) != rules.players:
        problems.append("The players have no cards.")
    if len(hand.board) != RIVER.board_cards:
        problems.append("The board is not complete.")
    if len(hand.bets) != len(STREETS) * rules.players:
        problems.append("Not every player has bet once on each street.")
    if problems:
        raise InvalidStateError(problems)
    return score(hand)


def _in_order(values: Iterable[T]) -> tuple[T, ...]:
    check_order(values, "cards and bets of a hand")
    return tuple(values)


class PlayedHand(msgspec.Struct, frozen=True, gc=False):
    """A hand after its last bet, known to be legal; everything about its scoring follows."""

    rules: Rules
    dealer: int
    own_cards: tuple[Card, ...]
    forehead_cards: tuple[Card, ...]
    board: tuple[Card, ...]
    discards: Discards
    bets: tuple[Bet, ...]


def played_hand(rules: Rules, result: HandResult) -> PlayedHand:
    """The hand that was scored so."""
    return PlayedHand(
        rules,
        result.dealer,
        result.own_cards,
        result.forehead_cards,
        result.board,
        result.discards,
        tuple([Bet(bet.seat, bet.target, bet.chips, bet.card) for bet in result.bets]),
    )


def hand_points(hand: PlayedHand) -> tuple[int, ...]:
    """What a hand scores each seat."""
    return tuple(_score_bets(hand, _compare(hand))[1])


@lru_cache(maxsize=64)
def score(hand: PlayedHand) -> HandResult:
    """The hand with everything turned up. Every seat's view asks for it, so it is kept a while."""
    players = hand.rules.players
    compared, found = _core.compare_hands(players, _card_text(hand))
    hands = [hand_of(strength, best) for strength, best in found]
    standings = [
        Standing(
            tuple(hands[street * players : (street + 1) * players]),
            tuple(sorted(_best(compared[street]))),
            tuple(sorted(_weakest(compared[street]))),
        )
        for street in STREETS
    ]
    by_bet, by_seat = _score_bets(hand, compared)
    results = tuple(
        [
            BetResult(bet.seat, street, bet.target, bet.chips, bet.card, scored > 0, scored)
            for bet, street, scored in zip(
                hand.bets,
                [street for street in STREETS for _ in range(players)],
                by_bet,
                strict=True,
            )
        ]
    )
    cards_played = [bet.seat for bet in hand.bets if bet.card is not None]
    return HandResult(
        hand.dealer,
        hand.own_cards,
        hand.forehead_cards,
        hand.board,
        hand.discards,
        (standings[0], standings[1], standings[2], standings[3]),
        results,
        tuple(by_seat),
        tuple([len(ActionCard) - cards_played.count(seat) for seat in range(players)]),
    )


def _compare(hand: PlayedHand) -> bytes:
    """A byte for each street: bit s says that seat s is among the best, bit 4 + s the weakest."""
    return _core.compare_streets(hand.rules.players, _card_text(hand))


def _card_text(hand: PlayedHand) -> bytes:
    return "".join(hand.own_cards + hand.forehead_cards + hand.board).encode()


def _best(standing: int) -> frozenset[int]:
    return frozenset(seat for seat in range(4) if standing >> seat & 1)


def _weakest(standing: int) -> frozenset[int]:
    return _best(standing >> 4)


@cache
def _correct_targets(standing: int, players: int) -> dict[ActionCard | None, frozenset[int]]:
    """The targets on which a bet is correct, by the action card under it (R2, R3, R4)."""
    best, weakest = _best(standing), _weakest(standing)
    return {
        None: best,
        PLUS_ONE: best,
        BLANK: best,
        CLOCKWISE: frozenset((seat - 1) % players for seat in best),
        BLUFF: weakest,
    }


def _score_bets(hand: PlayedHand, standings: bytes) -> tuple[list[int], list[int]]:
    """What each bet scores, in order of play, and what each seat does.

    A correct bet scores its chips, and with +1 one point more. A wrong bet scores 0, but with +1
    it loses a point in Expert Mode. So a bet is correct just when it scores more than 0.
    """
    bets, players = hand.bets, hand.rules.players
    wrong_plus_one = -hand.rules.plus_one_penalty
    by_bet: list[int] = []
    by_seat = [0] * players
    for street, standing in enumerate(standings):
        correct_targets = _correct_targets(standing, players)
        for bet in bets[street * players : (street + 1) * players]:
            card = bet.card
            if bet.target in correct_targets[card]:
                points = bet.chips + 1 if card is PLUS_ONE else bet.chips
            else:
                points = wrong_plus_one if card is PLUS_ONE else 0
            by_bet.append(points)
            by_seat[bet.seat] += points
    return by_bet, by_seat


def hand_points_range(rules: Rules) -> range:
    """The points that one hand can score a seat."""
    return range(-rules.plus_one_penalty, CHIPS + 2)


def placings(scores: Sequence[int], action_cards_left: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place: points, then action cards left in the last hand (R12, R5).

    Raises `ArgumentTypeError` unless both are sequences of ints, and `ArgumentError` unless they
    hold one for each seat.

    >>> placings((9, 12, 9), (1, 0, 1))
    (2, 1, 2)
    """
    points, cards = as_tuple(scores, "points"), as_tuple(action_cards_left, "numbers of cards")
    if any(type(number) is not int for number in points + cards):
        raise ArgumentTypeError("Points and action cards left are ints.")
    if len(points) != len(cards) or not points:
        raise ArgumentError("There is one number for each seat, of points and of cards.")
    results = list(zip(points, cards, strict=True))
    return tuple(1 + sum(other > result for other in results) for result in results)


def final_outcome(scores: tuple[int, ...], action_cards_left: Sequence[int]) -> Outcome:
    """How a game ended with these scores and action cards left in its last hand (R5)."""
    places = placings(scores, action_cards_left)
    return Outcome(scores, places, tuple(seat for seat, place in enumerate(places) if place == 1))
