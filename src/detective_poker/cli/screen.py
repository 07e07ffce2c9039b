"""The terminal: lines, colours, cards as it can show them, and what a person types."""

from __future__ import annotations

import io
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final, TextIO

from detective_poker.cards import Card, Suit
from detective_poker.cli.colors import wants_color
from detective_poker.cli.width import is_right_to_left, shortened, width

HIDDEN: Final = "??"
"""A card that the viewer does not see."""
_SYMBOLS: Final = "♣♦♥♠─…"
_LEFT_TO_RIGHT: Final = "\u200e"
_TURNS: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
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
        self._encoding = _encoding_of(out)
        self._symbols = _can_encode(self._encoding, _SYMBOLS)
        # A caller of `main` may have replaced sys.stdin by something that is no file.
        self._typed = source is not None and getattr(source, "isatty", bool)()
        self._pages = pages and self._typed and out.isatty()
        self._rows_of_page = 0

    @classmethod
    def of_process(cls, *, color: bool, pages: bool) -> Screen:
        """This process's output and input.

        Colours and pages are for terminals: colours unless something else is asked for, pages (a
        pause before text scrolls away unread) for one at which somebody types.
        """
        # A process can be started with its output closed.
        out: TextIO = io.StringIO() if sys.stdout is None else sys.stdout
        source: TextIO | None = sys.stdin
        if (reconfigure := getattr(source, "reconfigure", None)) is not None:
            reconfigure(errors="replace")
        return cls(out, source, color=color and wants_color(out), pages=pages)

    @property
    def plus_minus(self) -> str:
        """The sign before half an interval, as this screen can show it."""
        return "±" if _can_encode(self._encoding, "±") else "+/-"

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

    def name(self, text: str, most: int) -> str:
        """A name that takes no more than this width, and leaves its line in order."""
        # Signs that turn the direction of what follows would turn the rest of the line, too.
        text = self._shown(_TURNS.sub("", text))
        shown = shortened(text, most, "…" if self._symbols else "")
        if is_right_to_left(shown) and _can_encode(self._encoding, _LEFT_TO_RIGHT):
            # Without these marks the numbers beside such a name change places with it.
            shown = f"{_LEFT_TO_RIGHT}{shown}{_LEFT_TO_RIGHT}"
        return shown

    def rule(self, title: str) -> str:
        """A line across the screen with a title in it."""
        line = "─" if self._symbols else "-"
        start = f"{line * 2} {title} "
        return self.paint(start + line * max(2, 76 - width(start)), Paint.BOLD)

    def block(self, lines: Iterable[str]) -> None:
        """Lines that belong together. A person at a terminal can read them before they are gone."""
        if not self._pages:
            self.write(lines)
            return
        size = shutil.get_terminal_size()
        # One row is for the question.
        most = max(1, size.lines - 1)
        for part in self._parts(list(lines), most, size.columns):
            rows = self._rows(part, size.columns)
            if self._rows_of_page and self._rows_of_page + rows > most:
                self.pause("Enter for more")
            self._rows_of_page += rows
            self.write(part)

    def _parts(self, lines: list[str], most: int, columns: int) -> Iterator[list[str]]:
        """All lines together if they fit on a page, else one by one."""
        if self._rows(lines, columns) <= most:
            yield lines
        else:
            yield from ([line] for line in lines)

    def _rows(self, lines: Iterable[str], columns: int) -> int:
        """The rows that lines take: one that is too long goes on in the next row."""
        return sum(max(1, -(-shown_width(line) // columns)) for line in lines)

    def write(self, lines: Iterable[str]) -> None:
        """Lines at once, even where the terminal is full: nobody is asked, so nobody can quit."""
        for line in lines:
            self._out.write(self._shown(f"{line}\n"))
        self._out.flush()

    def _shown(self, text: str) -> str:
        """The text with a question mark for all that this output has no character for."""
        return text.encode(self._encoding, "replace").decode(self._encoding)

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
        self._rows_of_page = self._rows([prompt], shutil.get_terminal_size().columns)
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


def _encoding_of(out: TextIO) -> str:
    """The encoding of an output; UTF-8 for one that has none, or none that Python knows."""
    encoding: object = getattr(out, "encoding", None)
    if isinstance(encoding, str):
        try:
            "".encode(encoding)
        except LookupError:
            return "utf-8"
        return encoding
    return "utf-8"


def shown_width(text: str) -> int:
    """The columns that a text takes; colours take none."""
    return width(_ANSI.sub("", text))


def pad(text: str, most: int, *, right: bool = False) -> str:
    """The text with blanks after it (before it: right) up to a width; colours do not count."""
    blanks = " " * (most - shown_width(text))
    return blanks + text if right else text + blanks


def columns(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Rows of equally many cells as aligned lines; these columns are aligned to the right."""
    numbers = range(len(rows[0]))
    widths = [max(shown_width(row[column]) for row in rows) for column in numbers]
    return [
        "  ".join(
            pad(row[column], widths[column], right=column in set(right)) for column in numbers
        ).rstrip()
        for row in rows
    ]
