"""Scoring a hand, street by street, and placing the players at the end of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import msgspec

from detective_poker._native import ffi, lib
from detective_poker.actions import Bet, full_purses, is_action
from detective_poker.cards import Card
from detective_poker.errors import IllegalReason, InvalidStateError, RulesError
from detective_poker.hands import PokerHand, evaluate
from detective_poker.rules import (
    CHIPS,
    STREETS,
    ActionCard,
    Rules,
    Street,
    check_seat,
    first_to_bet,
)

Discards: TypeAlias = tuple[
    tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]
]
"""The cards discarded on each street (Expert Mode)."""

NO_DISCARDS: Final[Discards] = ((), (), (), ())


class Standing(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How the hands compare on one street."""

    hands: tuple[PokerHand, ...]
    """By seat."""
    best: tuple[int, ...]
    """The seats whose hand no other beats (R4)."""
    weakest: tuple[int, ...]
    """The seats whose hand beats no other (R4)."""


class BetResult(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A bet turned up: whether it was correct and what it scored its seat."""

    seat: int
    street: Street
    target: int
    chips: int
    card: ActionCard | None
    correct: bool
    points: int


class HandResult(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
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


class Outcome(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
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
    if type(rules) is not Rules:
        raise RulesError("The rules must be Rules.")
    check_seat(dealer, rules.players)
    try:
        own_cards, forehead_cards, board = tuple(own_cards), tuple(forehead_cards), tuple(board)
        bets, discards = tuple(bets), tuple(map(tuple, discards))
    except TypeError:
        raise InvalidStateError(["Cards, bets and discards are sequences."]) from None
    by_street = (*discards, (), (), (), ())
    all_discards: Discards = (by_street[0], by_street[1], by_street[2], by_street[3])
    if discards != all_discards:
        raise InvalidStateError(["The discards are four sequences, one for each street."])
    problems = [
        *card_problems(rules, own_cards, forehead_cards, board, all_discards),
        *bet_problems(rules, dealer, bets),
    ]
    if len(own_cards) != rules.players or len(board) != Street.RIVER.board_cards:
        problems.append("A finished hand has two cards for each player and five on the board.")
    if len(bets) != len(STREETS) * rules.players:
        problems.append("A finished hand has one bet of each player on each street.")
    if problems:
        raise InvalidStateError(problems)
    return score(
        PlayedHand(rules, dealer, own_cards, forehead_cards, board, all_discards, bets)
    )


class PlayedHand(msgspec.Struct, frozen=True, gc=False):
    """A hand after its last bet, known to be legal; everything about its scoring follows."""

    rules: Rules
    dealer: int
    own_cards: tuple[Card, ...]
    forehead_cards: tuple[Card, ...]
    board: tuple[Card, ...]
    discards: Discards
    bets: tuple[Bet, ...]


def hand_points(hand: PlayedHand) -> tuple[int, ...]:
    """What a hand scores each seat."""
    players = hand.rules.players
    best, weakest = _compare(hand)
    points = [0] * players
    for index, bet in enumerate(hand.bets):
        street = index // players
        correct = is_correct(bet, best[street], weakest[street], players)
        points[bet.seat] += bet_points(bet, correct, hand.rules)
    return tuple(points)


@lru_cache(maxsize=64)
def score(hand: PlayedHand) -> HandResult:
    """The hand with everything turned up. Every seat's view asks for it, so it is kept a while."""
    players = hand.rules.players
    best, weakest = _compare(hand)
    standings = [
        Standing(
            tuple(
                [
                    evaluate((own, forehead, *hand.board[: street.board_cards]))
                    for own, forehead in zip(hand.own_cards, hand.forehead_cards, strict=True)
                ]
            ),
            _seats(best[street], players),
            _seats(weakest[street], players),
        )
        for street in STREETS
    ]
    points = [0] * players
    action_cards_left = [len(ActionCard)] * players
    results: list[BetResult] = []
    for index, bet in enumerate(hand.bets):
        street = STREETS[index // players]
        correct = is_correct(bet, best[street], weakest[street], players)
        scored = bet_points(bet, correct, hand.rules)
        points[bet.seat] += scored
        action_cards_left[bet.seat] -= bet.card is not None
        results.append(
            BetResult(bet.seat, street, bet.target, bet.chips, bet.card, correct, scored)
        )
    return HandResult(
        hand.dealer,
        hand.own_cards,
        hand.forehead_cards,
        hand.board,
        hand.discards,
        (standings[0], standings[1], standings[2], standings[3]),
        tuple(results),
        tuple(points),
        tuple(action_cards_left),
    )


def _compare(hand: PlayedHand) -> tuple[bytes, bytes]:
    """For each street the sets of the best and of the weakest seats, a bit for a seat."""
    cards = bytes(
        [card.deck_index for card in (*hand.own_cards, *hand.forehead_cards, *hand.board)]
    )
    sets = ffi.new(_SEAT_SETS)
    lib.dp_score_streets(hand.rules.players, cards, sets, sets + len(STREETS), ffi.NULL)
    by_street = ffi.buffer(sets)
    return by_street[: len(STREETS)], by_street[len(STREETS) :]


_SEAT_SETS: Final = ffi.typeof("uint8_t[8]")


def _seats(seats: int, players: int) -> tuple[int, ...]:
    return tuple([seat for seat in range(players) if seats >> seat & 1])


def is_correct(bet: Bet, best: int, weakest: int, players: int) -> bool:
    """Whether a bet is correct, given the sets of best and weakest seats (R2, R3, R4)."""
    if bet.card is ActionCard.BLUFF:
        return weakest >> bet.target & 1 == 1
    if bet.card is ActionCard.CLOCKWISE:
        return best >> (bet.target + 1) % players & 1 == 1
    return best >> bet.target & 1 == 1


def bet_points(bet: Bet, correct: bool, rules: Rules) -> int:
    """What a bet scores: its chips if correct, with +1 a point more; in Expert Mode +1 can lose."""
    plus_one = bet.card is ActionCard.PLUS_ONE
    if correct:
        return bet.chips + plus_one
    return -1 if plus_one and rules.expert else 0


def hand_points_range(rules: Rules) -> range:
    """The points that one hand can score a seat."""
    return range(-1 if rules.expert else 0, CHIPS + 2)


def placings(scores: Sequence[int], action_cards_left: Sequence[int]) -> tuple[int, ...]:
    """Each seat's place: points, then action cards left in the last hand (R12, R5).

    >>> placings((9, 12, 9), (1, 0, 1))
    (2, 1, 2)
    """
    results = list(zip(scores, action_cards_left, strict=True))
    return tuple(1 + sum(other > result for other in results) for result in results)


def final_outcome(scores: tuple[int, ...], action_cards_left: Sequence[int]) -> Outcome:
    """How a game ended with these scores and action cards left in its last hand (R5)."""
    places = placings(scores, action_cards_left)
    return Outcome(scores, places, tuple(seat for seat, place in enumerate(places) if place == 1))


def card_problems(
    rules: Rules,
    own_cards: Sequence[Card | None],
    forehead_cards: Sequence[Card | None],
    board: Sequence[Card],
    discards: Discards,
) -> Iterable[str]:
    """What is wrong with the cards of a hand, of which the hidden ones may be None."""
    dealt = [*own_cards, *forehead_cards, *board, *(card for row in discards for card in row)]
    cards = [card for card in dealt if card is not None]
    if any(type(card) is not Card for card in cards):
        yield "Every card is a Card."
        return
    if not len(own_cards) == len(forehead_cards) or len(own_cards) not in (0, rules.players):
        yield "Each player has one own card and one forehead card."
    if len(set(cards)) != len(cards):
        yield "All cards are different."
    if len(board) not in {street.board_cards for street in STREETS}:
        yield "The board has 0, 3, 4 or 5 cards."
    if not rules.expert:
        if any(discards):
            yield "Cards are discarded in Expert Mode only."
        return
    if len({card.rank for card in board}) != len(board):
        yield "In Expert Mode the board has no two cards of one rank."
    for street in STREETS:
        # The card that completes a street ends it, so no discard has met it.
        before = {card.rank for card in board[: max(street.board_cards - 1, 0)]}
        dealt_yet = len(board) >= street.board_cards
        if any(not dealt_yet or card.rank not in before for card in discards[street]):
            yield f"A card discarded on the {street.name.lower()} has the rank of a card on the board."


def bet_problems(rules: Rules, dealer: int, bets: Sequence[Bet]) -> Iterable[str]:
    """What is wrong with the bets of a hand, each in its turn."""
    players = rules.players
    purses = list(full_purses(players))
    for index, bet in enumerate(bets):
        street, turn = divmod(index, players)
        if street == len(STREETS):
            yield "A hand has one bet of each player on each street."
            return
        reason = IllegalReason.NOT_AN_ACTION
        if isinstance(bet, Bet) and is_action(bet):
            seat = (first_to_bet(players, dealer, street) + turn) % players
            purse = purses[seat]
            reason = IllegalReason.WRONG_SEAT if bet.seat != seat else purse.why_illegal(bet)
            if reason is None:
                purses[seat] = purse.spend(purse.shared[bet])
                continue
        yield f"Bet {index}: {reason.message}"
        return  # what follows a wrong bet cannot be judged
