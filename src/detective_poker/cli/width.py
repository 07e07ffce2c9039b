"""How many columns of a terminal a text takes, and what looks alike there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

_JOINER: Final = "\u200d"
_AS_EMOJI: Final = "\ufe0f"
_NO_WIDTH: Final = ("Mn", "Me", "Cf")
_SKIN: Final = range(0x1F3FB, 0x1F400)
_VOWELS: Final = range(0x1160, 0x1200)
"""Of Korean, which join the consonant before them."""


def width(text: str) -> int:
    """The columns that a text takes in a terminal.

    Most characters take one, those of East Asia and emoji two, and marks none, nor what is joined
    to the emoji before it.
    """
    return sum(columns for _, columns in _clusters(text))


def cut(text: str, most: int) -> str:
    """The start of a text that takes no more columns than this. What is joined stays together."""
    kept, taken = "", 0
    for cluster, columns in _clusters(text):
        taken += columns
        if taken > most:
            break
        kept += cluster
    return kept


def shortened(text: str, most: int, mark: str) -> str:
    """A name that takes no more columns than this, with a mark where some of it is left out.

    A number at its end stays, if there is room: it may be all that tells the name from another.
    """
    if width(text) <= most:
        return text
    found = re.search(r" ?[0-9]+$", text)
    number = found[0] if found is not None and len(found[0]) <= most // 2 else ""
    return cut(text, most - len(mark) - len(number)) + mark + number


def _clusters(text: str) -> Iterator[tuple[str, int]]:
    """The pieces of a text that stay together, each with its columns."""
    piece, columns = "", 0
    for char in text:
        own = _columns(char)
        joined = piece.endswith(_JOINER) and columns == 2
        if char == _AS_EMOJI and columns == 1:
            # What has a form as a sign and one as an emoji is drawn as the latter.
            own, columns = 0, 2
        if piece and (own == 0 or joined or (columns == 2 and ord(char) in _SKIN)):
            piece += char
            continue
        if piece:
            yield piece, columns
        piece, columns = char, own
    if piece:
        yield piece, columns


def _columns(char: str) -> int:
    if unicodedata.category(char) in _NO_WIDTH or ord(char) in _VOWELS:
        # A soft hyphen is drawn, though it is a format character.
        return int(char == "\xad")
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def is_right_to_left(text: str) -> bool:
    """Whether something in the text is written from right to left."""
    return any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text)


# Small letters of other alphabets that look like ours, as they are or as capitals, and those of
# ours, and digits, that look like one another.
_LETTERS: Final = {
    "a": "аα",
    "b": "вβ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еε",
    "h": "һнη",
    "i": "іιıӏl1|",
    "j": "ј",
    "k": "кκ",
    "m": "мμ",
    "o": "оο0",
    "p": "рρ",
    "q": "ԛ",
    "s": "ѕ",
    "t": "тτ",
    "u": "υ",
    "v": "ν",
    "w": "ԝ",
    "x": "хχ",
    "y": "у",
    "z": "ζ",
}
_LOOKS: Final = {ord(other): ours for ours, others in _LETTERS.items() for other in others}


def looks(text: str) -> str:
    """The same for texts that look alike: without case, blanks, marks and what is not seen."""
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    seen = [char for char in text if unicodedata.category(char) not in (*_NO_WIDTH, "Zs", "Cc")]
    return "".join(seen).translate(_LOOKS)
