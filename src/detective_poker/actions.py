"""What moves a game on: deals and bets, and their text."""

from __future__ import annotations

import re
from typing import Final, TypeAlias, TypeGuard

import msgspec

from detective_poker.cards import Card, parse_cards
from detective_poker.errors import ArgumentTypeError, NotationError
from detective_poker.rules import ACTION_CARDS, ActionCard


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

    Whether the action is legal is for the state to say. Raises `NotationError`, and
    `ArgumentTypeError` for what is no text.

    >>> parse_action("b 0>2 3 bluff")
    Bet(seat=0, target=2, chips=3, card=<ActionCard.BLUFF: 'bluff'>)
    """
    if not isinstance(text, str):
        raise ArgumentTypeError("An action is read from text.")
    if len(text) > _MAX_TEXT:
        raise NotationError("An action is a short text.")
    if text.startswith("d "):
        deal = Deal(parse_cards(text[2:]))
        if deal.cards and str(deal) == text:
            return deal
    elif (match := re.fullmatch(_BET_TEXT, text)) and match[4] in (None, *ACTION_CARDS):
        card = None if match[4] is None else ActionCard(match[4])
        return Bet(int(match[1]), int(match[2]), int(match[3]), card)
    raise NotationError("An action reads like 'd As Kd 7c' or 'b 0>2 3 bluff'.")


def is_bet(action: object) -> TypeGuard[Bet]:
    """Whether it is a bet whose members have exact types: True is no seat, 1.0 no chips."""
    return (
        type(action) is Bet
        and type(action.seat) is int
        and type(action.target) is int
        and type(action.chips) is int
        and (action.card is None or type(action.card) is ActionCard)
    )


def is_deal(action: object) -> TypeGuard[Deal]:
    """Whether it is a deal of a tuple that holds cards and nothing else."""
    if type(action) is not Deal or type(action.cards) is not tuple:
        return False
    for card in action.cards:  # noqa: SIM110 - every deal comes by here; this is the fastest
        if type(card) is not Card:
            return False
    return True
