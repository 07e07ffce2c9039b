"""Words that several texts share: numbers, points with their signs, lists, cards."""

from collections.abc import Iterable
from typing import Final

from detective_poker.rules import ActionCard

ACTION_CARD_NAMES: Final = {
    ActionCard.PLUS_ONE: "+1",
    ActionCard.CLOCKWISE: "Clockwise",
    ActionCard.BLUFF: "Bluff",
    ActionCard.BLANK: "Blank",
}


def count(number: int, noun: str) -> str:
    """A number of things, such as `1 chip` or `2 chips`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def signed(points: int) -> str:
    """Points won or lost, such as `+3`, `0` or `-1`."""
    return f"{points:+d}" if points else "0"


def joined(words: Iterable[str]) -> str:
    """One or more words as a list, such as `a, b and c`."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
