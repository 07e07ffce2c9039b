"""What a seat can bet with, and which bets that makes legal: the one place of the chip rule."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from detective_poker.actions import Bet, is_bet
from detective_poker.errors import IllegalReason
from detective_poker.rules import (
    ACTION_CARDS,
    CHIPS,
    MAX_BET,
    MIN_BET,
    PREFLOP,
    RIVER,
    STREETS,
    ActionCard,
    Street,
    first_to_bet,
)


def largest_bet(chips: int, streets_to_come: int) -> int:
    """The largest bet that keeps one chip for each street still to come; 0 after the river's."""
    return min(MAX_BET, chips - streets_to_come) if streets_to_come >= 0 else 0


def bettor_of(players: int, dealer: int, index: int) -> tuple[Street, int]:
    """The street and the seat of a hand's bet with this index, from 0."""
    street, turn = divmod(index, players)
    return STREETS[street], (first_to_bet(players, dealer, street) + turn) % players


class Purse:
    """What a seat can still bet with in a hand, and the bets that this makes legal.

    Equal purses are one object: `full_purses` is where a hand starts, `spend` leads on from there.
    """

    __slots__ = ("after", "bets", "cards", "chips", "largest_bet", "players", "seat", "street")

    players: int
    seat: int
    street: int
    """The street of the next bet; 4 when all four are placed."""
    chips: int
    cards: tuple[ActionCard, ...]
    """Action cards in hand, in the order of `ActionCard`."""
    largest_bet: int
    """0 when all four bets are placed."""
    bets: tuple[Bet, ...]
    """The legal bets, by target, then chips, then action card, none first."""
    after: dict[Bet, tuple[Bet, Purse]]
    """For each of them, as far as `spend` was asked: the bet itself and what it leaves."""

    def __init__(
        self, players: int, seat: int, street: int, chips: int, cards: tuple[ActionCard, ...]
    ) -> None:
        self.players = players
        self.seat = seat
        self.street = street
        self.chips = chips
        self.cards = cards
        self.largest_bet = largest_bet(chips, RIVER - street)
        self.bets = tuple(
            [
                _shared_bet(seat, target, amount, card)
                for target in range(players)
                for amount in range(MIN_BET, self.largest_bet + 1)
                for card in (None, *cards)
            ]
        )
        self.after = {}

    def spend(self, bet: Bet) -> tuple[Bet, Purse]:
        """The one object that all equal bets share, and what it leaves. The bet must be legal."""
        known = self.after.get(bet)
        if known is not None:
            return known
        shared = _shared_bet(bet.seat, bet.target, bet.chips, bet.card)
        cards = tuple([card for card in self.cards if card is not bet.card])
        left = purse_with(self.players, self.seat, self.street + 1, self.chips - bet.chips, cards)
        if not is_bet(bet) or self.why_illegal(bet) is not None:
            # Of a value made by hand: it must not pass for a bet that is known to be legal.
            return shared, left
        return self.after.setdefault(shared, (shared, left))

    def why_illegal(self, bet: Bet) -> IllegalReason | None:
        """Why the seat, whose turn it is, may not bet so: target, then chips, then card."""
        if not 0 <= bet.target < self.players:
            return IllegalReason.NO_SUCH_TARGET
        if bet.chips < MIN_BET:
            return IllegalReason.TOO_FEW_CHIPS
        if bet.chips > min(MAX_BET, self.chips):
            return IllegalReason.TOO_MANY_CHIPS
        if bet.chips > self.largest_bet:
            return IllegalReason.MUST_KEEP_CHIPS
        if bet.card is not None and bet.card not in self.cards:
            return IllegalReason.CARD_ALREADY_PLAYED
        return None


@cache
def full_purses(players: int, first: int) -> tuple[Purse, ...]:
    """All chips and action cards for each seat, from the first to bet on, as a hand starts."""
    return tuple(
        purse_with(players, (first + turn) % players, PREFLOP, CHIPS, ACTION_CARDS)
        for turn in range(players)
    )


def purse_with(
    players: int, seat: int, street: int, chips: int, cards: tuple[ActionCard, ...]
) -> Purse:
    """The purse that holds so much before the bet of a street: one object for all that are equal.

    What a table can hold is kept for ever, which is little: there are only so many such purses.
    Anything else, which a value made by hand may ask for, is made anew each time and kept nowhere.
    """
    key = (players, seat, int(street), chips, cards)
    purse = _PURSES.get(key)
    if purse is None:
        purse = Purse(*key)
        if _can_be_held(purse):
            # setdefault, since two threads may make the same purse and only one may stay.
            purse = _PURSES.setdefault(key, purse)
    return purse


def _can_be_held(purse: Purse) -> bool:
    """Whether play can lead to this purse.

    Exact types, since True is equal to 1 and a text to an action card: an equal purse of such
    members would be found in place of the true one.
    """
    numbers, cards = (purse.players, purse.seat, purse.chips), purse.cards
    return (
        all(type(number) is int for number in numbers)
        and purse.players in (3, 4)
        and 0 <= purse.seat < purse.players
        and 0 <= purse.street <= len(STREETS)
        and 0 <= purse.chips <= CHIPS
        and all(type(card) is ActionCard for card in cards)
        and cards == tuple([card for card in ACTION_CARDS if card in cards])
    )


_PURSES: Final[dict[tuple[int, int, int, int, tuple[ActionCard, ...]], Purse]] = {}


# Typed: True is equal to 1 and a text to an action card, but they make no bet that others may get.
@lru_cache(maxsize=None, typed=True)
def _shared_bet(seat: int, target: int, chips: int, card: ActionCard | None) -> Bet:
    return Bet(seat, target, chips, card)
