"""The terminal: lines, colours, cards as it can show them, and what a person types."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, TextIO

from detective_poker._wording import shortened
from detective_poker.cards import Card, Suit

HIDDEN: Final = "??"
"""A card that the viewer does not see."""
_SYMBOLS: Final = "♣♦♥♠─…"
_ANSI: Final = re.compile(r"\x1b\[[0-9;]*m")


class Paint(StrEnum):
    """How a text stands out, as the terminal's code for it."""

    BOLD = "1"
    DIM = "2"
    RED = "31"
    GREEN = "32"


class Quit(Exception):  # noqa: N818 - no error
    """The person wants no more: by a word, or by the end of input."""


class Screen:
    """Writes to a terminal, a pipe or a file, and reads from one."""

    def __init__(self, out: TextIO, source: TextIO | None, *, color: bool, pages: bool) -> None:
        self._out = out
        self._source = source
        self._color = color
        self._encoding = out.encoding or "utf-8"
        self._symbols = _can_encode(self._encoding, _SYMBOLS)
        self._typed = source is not None and source.isatty()
        self._pages = pages and self._typed and out.isatty()
        self._lines_of_page = 0

    @classmethod
    def of_process(cls, *, color: bool, pages: bool) -> Screen:
        """This process's output and input.

        Colours and pages are for terminals: colours for one that has them and no NO_COLOR, pages
        (a pause before text scrolls away unread) for one at which somebody types.
        """
        # A process can be started with its output closed.
        out: TextIO = io.StringIO() if sys.stdout is None else sys.stdout
        color = color and out.isatty()
        color = color and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        source: TextIO | None = sys.stdin
        if (reconfigure := getattr(source, "reconfigure", None)) is not None:
            reconfigure(errors="replace")
        return cls(out, source, color=color, pages=pages)

    def paint(self, text: str, *paints: Paint) -> str:
        """The text in these colours, if there are any."""
        if not self._color or not paints:
            return text
        return f"\x1b[{';'.join(paints)}m{text}\x1b[0m"

    def card(self, card: Card | None) -> str:
        """A card as people see it, such as `A♠`, or `As` where there are no such signs."""
        if card is None:
            return self.paint(HIDDEN, Paint.DIM)
        text = card.pretty if self._symbols else str(card)
        red = card.suit in (Suit.DIAMONDS, Suit.HEARTS)
        return self.paint(text, Paint.RED) if red else text

    def cards(self, cards: Iterable[Card | None]) -> str:
        """Cards, one blank between."""
        return " ".join(map(self.card, cards))

    def name(self, text: str, width: int) -> str:
        """A name that takes no more than this width."""
        return shortened(text, width, "…" if self._symbols else "")

    def rule(self, title: str) -> str:
        """A line across the screen with a title in it."""
        line = "─" if self._symbols else "-"
        start = f"{line * 2} {title} "
        return self.paint(start + line * max(2, 76 - len(start)), Paint.BOLD)

    def block(self, lines: Iterable[str]) -> None:
        """Lines that belong together. A person at a terminal can read them before they are gone."""
        lines = list(lines)
        if self._pages:
            rows = shutil.get_terminal_size().lines
            if self._lines_of_page and self._lines_of_page + len(lines) >= rows:
                self.pause("Enter for more")
            self._lines_of_page += len(lines)
        self.write(lines)

    def write(self, lines: Iterable[str]) -> None:
        """Lines at once, even where the terminal is full: nobody is asked, so nobody can quit."""
        for line in lines:
            text = f"{line}\n".encode(self._encoding, "replace").decode(self._encoding)
            self._out.write(text)
        self._out.flush()

    def pause(self, invitation: str) -> None:
        """Wait for Enter, where a person sits at a terminal. Raises `Quit` for `q` and the like."""
        if self._pages and self.ask(f"[{invitation}] ").lower() in QUIT_WORDS:
            raise Quit

    def ask(self, prompt: str) -> str:
        """What the person types, without blanks around. Raises `Quit` at the end of input."""
        self._out.write(prompt)
        self._out.flush()
        line = "" if self._source is None else self._source.readline()
        if not (self._typed and line.endswith("\n")):
            # The answer did not come from a terminal, which would have shown it. Now it is shown as
            # well, if it is one line.
            answer = "" if self._typed else line.rstrip("\n")
            self.write([answer if answer.isprintable() else ""])
        self._lines_of_page = 1
        if not line:
            raise Quit
        return line.strip()


QUIT_WORDS: Final = ("q", "quit", "exit", "bye")


def _can_encode(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text with blanks after it (before it: right) up to a width; colours do not count."""
    blanks = " " * (width - len(_ANSI.sub("", text)))
    return blanks + text if right else text + blanks


def columns(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Rows of equally many cells as aligned lines; these columns are aligned to the right."""
    numbers = range(len(rows[0]))
    widths = [max(len(_ANSI.sub("", row[column])) for row in rows) for column in numbers]
    return [
        "  ".join(
            pad(row[column], widths[column], right=column in set(right)) for column in numbers
        ).rstrip()
        for row in rows
    ]
