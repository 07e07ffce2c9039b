"""What moves a game on: deals and bets, their text, and the lists of legal bets."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, TypeAlias, TypeGuard

import msgspec

from detective_poker.cards import Card, parse_cards
from detective_poker.errors import IllegalReason, NotationError
from detective_poker.rules import (
    ACTION_CARDS,
    CHIPS,
    MAX_BET,
    MIN_BET,
    PREFLOP,
    RIVER,
    STREETS,
    ActionCard,
)


class Deal(msgspec.Struct, frozen=True, gc=False):
    """Cards turned up by the dealer.

    Preflop: everybody's own card, then everybody's forehead card, each starting left of the dealer
    (R13). Later: the cards turned up in order, Expert discards included, so the last one completes
    the board. Burned cards are not recorded (R14).

    >>> from detective_poker import parse_cards
    >>> str(Deal(parse_cards("As Kd 7c")))
    'd As Kd 7c'
    """

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        # What is no deal must show itself too: a log of refused actions depends on it.
        cards = self.cards if isinstance(self.cards, tuple) else (self.cards,)
        return " ".join(["d", *map(str, cards)])


class Bet(msgspec.Struct, frozen=True, gc=False):
    """A bet of 1 to 3 chips by a seat on the board of a target seat, perhaps over an action card.

    >>> str(Bet(0, 2, 3, ActionCard.BLUFF))
    'b 0>2 3 bluff'
    """

    seat: int
    target: int
    chips: int
    card: ActionCard | None = None

    def __str__(self) -> str:
        text = f"b {self.seat}>{self.target} {self.chips}"
        return text if self.card is None else f"{text} {self.card}"


Action: TypeAlias = Deal | Bet

_NUMBER: Final = "(0|[1-9][0-9]{0,8})"
_BET_TEXT: Final = rf"b {_NUMBER}>{_NUMBER} {_NUMBER}(?: (\w+))?"
_MAX_TEXT = 200
"""Longer than any action: a deal of a whole deck takes 157 characters."""


def parse_action(text: str) -> Action:
    """The action of a text such as `"d As Kd 7c"` or `"b 0>2 3 bluff"`, exactly as `str` writes it.

    Whether the action is legal is for the state to say. Raises `NotationError`.

    >>> parse_action("b 0>2 3 bluff")
    Bet(seat=0, target=2, chips=3, card=<ActionCard.BLUFF: 'bluff'>)
    """
    if not isinstance(text, str) or len(text) > _MAX_TEXT:
        raise NotationError("An action is a short text.")
    if text.startswith("d "):
        deal = Deal(parse_cards(text[2:]))
        if deal.cards and str(deal) == text:
            return deal
    elif (match := re.fullmatch(_BET_TEXT, text)) and match[4] in (None, *ACTION_CARDS):
        card = None if match[4] is None else ActionCard(match[4])
        return Bet(int(match[1]), int(match[2]), int(match[3]), card)
    raise NotationError("An action reads like 'd As Kd 7c' or 'b 0>2 3 bluff'.")


class Purse:
    """What a seat can still bet with in a hand, and the bets that this makes legal.

    Equal purses are one object: `full_purses` is where a hand starts, `spend` leads on from there.
    """

    __slots__ = ("after", "bets", "cards", "chips", "players", "seat", "street")

    players: int
    seat: int
    street: int
    """The street of the next bet; 4 when all four are placed."""
    chips: int
    cards: tuple[ActionCard, ...]
    """Action cards in hand, in the order of `ActionCard`."""
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
        self.bets = tuple(
            [
                _shared_bet(seat, target, amount, card)
                for target in range(players)
                for amount in range(MIN_BET, self.most_chips + 1)
                for card in (None, *cards)
            ]
        )
        self.after = {}

    @property
    def most_chips(self) -> int:
        """The largest bet that keeps one chip for each street still to come."""
        to_come = RIVER - self.street
        return min(MAX_BET, self.chips - to_come) if to_come >= 0 else 0

    def spend(self, bet: Bet) -> tuple[Bet, Purse]:
        """The one object that all equal bets share, and what it leaves. The bet must be legal."""
        known = self.after.get(bet)
        if known is not None:
            return known
        shared = _shared_bet(bet.seat, bet.target, bet.chips, bet.card)
        cards = tuple([card for card in self.cards if card is not bet.card])
        left = purse_with(self.players, self.seat, self.street + 1, self.chips - bet.chips, cards)
        return self.after.setdefault(shared, (shared, left))

    def why_illegal(self, bet: Bet) -> IllegalReason | None:
        """Why the seat, whose turn it is, may not bet so: target, then chips, then card."""
        if not 0 <= bet.target < self.players:
            return IllegalReason.NO_SUCH_TARGET
        if bet.chips < MIN_BET:
            return IllegalReason.TOO_FEW_CHIPS
        if bet.chips > min(MAX_BET, self.chips):
            return IllegalReason.TOO_MANY_CHIPS
        if bet.chips > self.most_chips:
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
    """The purse that holds so much before the bet of a street.

    Raises TypeError or ValueError unless there can be such a purse. What is equal, as True is to 1
    and a text to an action card, must not get in: it would be found again in place of the other.
    """
    key = (players, seat, int(street), chips, cards)
    purse = _PURSES.get(key)
    if purse is None:
        if any(type(number) is not int for number in (players, seat, chips)):
            raise TypeError("seats and chips are ints")
        if not (players in (3, 4) and 0 <= seat < players and 0 <= street <= len(STREETS)):
            raise ValueError("no such seat or street")
        if not (0 <= chips <= CHIPS and cards == tuple([c for c in ACTION_CARDS if c in cards])):
            raise ValueError("no such chips or action cards")
        if any(type(card) is not ActionCard for card in cards):
            raise TypeError("a text is no action card")
        # setdefault, since two threads may make the same purse at once and only one may stay.
        purse = _PURSES.setdefault(key, Purse(*key))
    return purse


_PURSES: Final[dict[tuple[int, int, int, int, tuple[ActionCard, ...]], Purse]] = {}


@cache
def _shared_bet(seat: int, target: int, chips: int, card: ActionCard | None) -> Bet:
    return Bet(seat, target, chips, card)


def is_bet(action: object) -> TypeGuard[Bet]:
    """Whether it is a bet through and through: True is no seat, 1.0 no number of chips."""
    return (
        type(action) is Bet
        and type(action.seat) is int
        and type(action.target) is int
        and type(action.chips) is int
        and (action.card is None or type(action.card) is ActionCard)
    )


def is_deal(action: object) -> TypeGuard[Deal]:
    """Whether it is a deal through and through: a tuple of cards and nothing else."""
    if type(action) is not Deal or type(action.cards) is not tuple:
        return False
    for card in action.cards:  # noqa: SIM110 - every deal comes by here; this is the fastest
        if type(card) is not Card:
            return False
    return True
