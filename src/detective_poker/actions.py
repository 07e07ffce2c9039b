"""What moves a game on: deals and bets, and their text."""

from __future__ import annotations

import re
from typing import Final, TypeAlias, TypeGuard

import msgspec

from detective_poker.cards import Card, find_cards
from detective_poker.errors import (
    ArgumentTypeError,
    IllegalActionError,
    IllegalReason,
    NotationError,
    type_name,
)
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
_CARD: Final = f"({'|'.join(ACTION_CARDS)})"
_BET_TEXT: Final = rf"b {_NUMBER}>{_NUMBER} {_NUMBER}(?: {_CARD})?"
_BET_START: Final = rf"b(?: (?:{_NUMBER}(?:>(?:{_NUMBER}(?: (?:{_NUMBER}(?: {_CARD}?)?)?)?)?)?)?)?"
"""Any text that can go on to one of a bet."""
_MAX_TEXT = 200
"""Longer than any action: a deal of a whole deck takes 157 characters."""


def parse_action(text: str) -> Action:
    """The action of a text such as `"d As Kd 7c"` or `"b 0>2 3 bluff"`, exactly as `str` writes it.

    Whether the action is legal is for the state to say. Raises `NotationError`, which says at which
    character the text goes wrong, and `ArgumentTypeError` for what is no text.

    >>> parse_action("b 0>2 3 bluff")
    Bet(seat=0, target=2, chips=3, card=<ActionCard.BLUFF: 'bluff'>)
    """
    if not isinstance(text, str):
        raise ArgumentTypeError(f"An action is read from text, not {type_name(text)}.")
    if len(text) > _MAX_TEXT:
        raise NotationError(f"An action is a text of {_MAX_TEXT} characters at most.")
    if text.startswith("d "):
        return _parse_deal(text)
    if match := re.fullmatch(_BET_TEXT, text):
        card = None if match[4] is None else ActionCard(match[4])
        return Bet(int(match[1]), int(match[2]), int(match[3]), card)
    start = re.match(_BET_START, text)
    raise _wrong_from(text, 1 if text == "d" else start.end() if start else 0)


def _parse_deal(text: str) -> Deal:
    found = find_cards(text, 2)
    cards = tuple([card for card, _ in found.cards])
    written = str(Deal(cards))
    if not cards or written != text:
        # Either no card stands where one should, or one, or what parts it, is written otherwise.
        right = f"{written} "
        same = next((i for i, (a, b) in enumerate(zip(text, right, strict=False)) if a != b), None)
        if same is None:
            same = min(len(text), len(right))
        raise _wrong_from(text, same if found.stop is None else min(same, found.stop))
    if found.repeated is not None:
        # By its place alone: a text of cards can be of those that are dealt face down.
        raise NotationError(f"A card comes twice: again at character {found.repeated + 1}.")
    return Deal(cards)


def _wrong_from(text: str, index: int) -> NotationError:
    """What to say of a text that is right up to that index."""
    where = f"goes wrong at character {index + 1}" if index < len(text) else "ends too early"
    return NotationError(
        f"An action reads like 'd As Kd 7c' or 'b 0>2 3 bluff', and this one {where}."
    )


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


def type_fault(action: object) -> str:
    """Which members of what is not an action are of which wrong type; empty for an action.

    It tells no value: an action can hold a secret.
    """
    if type(action) is Bet:
        numbers = [(name, getattr(action, name)) for name in ("seat", "target", "chips")]
        faults = [
            f"{name} must be an int, not {type_name(number)}"
            for name, number in numbers
            if type(number) is not int
        ]
        if action.card is not None and type(action.card) is not ActionCard:
            faults.append(f"card must be an ActionCard or None, not {type_name(action.card)}")
        return ", and ".join(faults)
    if type(action) is Deal:
        if type(action.cards) is not tuple:
            return f"cards must be a tuple, not {type_name(action.cards)}"
        for index, card in enumerate(action.cards):
            if type(card) is not Card:
                return f"cards[{index}] must be a Card, not {type_name(card)}"
        return ""
    hint = ", which parse_action reads" if isinstance(action, str) else ""
    return f"it must be a Bet or a Deal, not {type_name(action)}{hint}"


def refusal(
    action: object, reason: IllegalReason, index: int | None = None, line: int | None = None
) -> IllegalActionError:
    """The exception for an action that is refused for this reason.

    :param action: what is refused.
    :param reason: the code.
    :param index: its place in a record.
    :param line: its place in a record's text.
    """
    detail = type_fault(action) if reason is IllegalReason.NOT_AN_ACTION else ""
    return IllegalActionError(action, reason, index, line, detail)
