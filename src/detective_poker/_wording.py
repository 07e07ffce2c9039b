"""Words that several texts share: numbers, points with their signs, lists, cards, short names."""

import re
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


def shortened(text: str, width: int, mark: str) -> str:
    """A name that takes no more than this width, with a mark where some of it is left out.

    A number at its end stays, if there is room: it may be all that tells the name from another.
    """
    if len(text) <= width:
        return text
    found = re.search(r" ?[0-9]+$", text)
    number = found[0] if found is not None and len(found[0]) <= width // 2 else ""
    return text[: width - len(mark) - len(number)] + mark + number
