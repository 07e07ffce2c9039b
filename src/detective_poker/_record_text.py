"""The text of a record but for its actions: its head and its lines; and the files that hold it."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from detective_poker._files import named
from detective_poker.errors import ArgumentError, ArgumentTypeError, NotationError, type_name
from detective_poker.rules import Mode, Rules, check_rules, check_seat

FORMAT_VERSION: Final = 1
MAX_TEXT: Final = 1 << 22
"""Characters in a record's text at most; a game of 100 rounds takes a tenth of it."""
MAX_FILE: Final = 1 << 24
"""Bytes of a record's file at most."""
MAX_NAME: Final = 64

NO_NAME_CHARACTER: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What no name holds: control characters, line and paragraph separators, surrogates.

A fixed list: what `str.isprintable` takes is more with every version of Unicode, and so of Python.
"""


def check_head(rules: Rules, dealer: int, names: tuple[str, ...]) -> None:
    """Refuse what is no head of a record."""
    check_rules(rules)
    check_seat(dealer, rules.players)
    if len(names) not in (0, rules.players):
        raise NotationError(_WRONG_NUMBER)
    for seat, name in enumerate(names):
        if type(name) is not str:
            raise ArgumentTypeError(f"A name is text, not {type_name(name)}.")
        if fault := _name_fault(name):
            raise NotationError(f"The name of seat {seat}: {fault}")


_WRONG_NUMBER: Final = "There is a name for each seat, or none at all."


def _name_fault(name: str) -> str | None:
    """Why that is no name; None if it is one."""
    if len(name) > MAX_NAME:
        return f"a name has {MAX_NAME} characters at most."
    found = NO_NAME_CHARACTER.search(name)
    if found is None:
        return None
    if "\ud800" <= found[0] <= "\udfff":
        what = "half a character (a lone surrogate)"
    else:
        what = "a line separator" if found[0] in "\u2028\u2029" else "a control character"
    return f"a name is a line of text, and its character {found.start() + 1} is {what}."


def head(
    kind: str, more: Iterable[str], rules: Rules, dealer: int, names: Iterable[str]
) -> list[str]:
    """The lines before the actions.

    :param kind: `record` or `seat-record`.
    :param more: lines of its own after the first.
    :param rules: the rules.
    :param dealer: the first dealer's seat.
    :param names: by seat, or none.
    """
    return [
        f"detective-poker {kind} {FORMAT_VERSION}",
        *more,
        f"players {rules.players}",
        f"mode {rules.mode}",
        f"rounds {rules.rounds}",
        f"dealer {dealer}",
        *(f"name {name}" for name in names),
    ]


class Lines:
    """The lines of a text, one after the other, with their numbers for messages."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise ArgumentTypeError(f"A record is read from text, not {type_name(text)}.")
        if len(text) > MAX_TEXT:
            raise NotationError("That text is too long for a record.")
        if not text.endswith("\n"):
            raise NotationError("The text of a record ends with its last line's end.")
        self._lines = text[:-1].split("\n")
        self.number = 0
        """That of the line taken last, from 1."""

    def __iter__(self) -> Iterator[str]:
        while self.number < len(self._lines):
            self.number += 1
            line = self._lines[self.number - 1]
            if line.endswith("\r"):
                raise self.refusal(
                    "it ends with CR and LF, as in files from Windows, and not with LF alone "
                    "(`load` reads such a file)."
                )
            yield line

    def refusal(self, message: str) -> NotationError:
        """What is wrong with the line taken last."""
        return NotationError(f"Line {self.number}: {message}")

    def take_first(self, kind: str) -> None:
        """The line that says what follows: `record` or `seat-record`."""
        expected = f"detective-poker {kind} {FORMAT_VERSION}"
        line = next(iter(self))
        if line == expected:
            return
        if line.startswith(("\ufeff", "ï»¿")):
            raise self.refusal("it begins with a byte order mark (`load` reads such a file).")
        raise self.refusal(f"'{expected}' is expected.")

    def take_value(self, key: str, pattern: str) -> str:
        """The value after a key."""
        match = re.fullmatch(f"{key} ({pattern})", next(iter(self), ""))
        if match is None:
            raise self.refusal(f"'{key} ...' is expected.")
        return match[1]

    def take_names(self, players: int) -> tuple[str, ...]:
        """The names, which are for each seat or for none."""
        names: list[str] = []
        while self.number < len(self._lines) and self._lines[self.number].startswith("name "):
            names.append(next(iter(self)).removeprefix("name "))
            if fault := _name_fault(names[-1]):
                raise self.refusal(fault)
        if len(names) not in (0, players):
            raise self.refusal(_WRONG_NUMBER)
        return tuple(names)


def read_head(lines: Lines) -> tuple[Rules, int, tuple[str, ...]]:
    """Rules, first dealer and names."""
    players = int(lines.take_value("players", "[34]"))
    mode = Mode(lines.take_value("mode", "|".join(Mode)))
    rounds = int(lines.take_value("rounds", "100|[1-9][0-9]?"))
    dealer = int(lines.take_value("dealer", f"[0-{players - 1}]"))
    return Rules(players, mode, rounds), dealer, lines.take_names(players)


def read_file(path: str | os.PathLike[str]) -> bytes:
    """What is in a file, if it is no longer than a record's can be."""
    file = _checked(path)
    with named(file), file.open("rb") as stream:
        return stream.read(MAX_FILE + 1)


def write_file(path: str | os.PathLike[str], text: str) -> None:
    """A file of this text: in UTF-8, with the same line ends on every system."""
    file, data = _checked(path), text.encode()
    with named(file):
        file.write_bytes(data)


def _checked(path: str | os.PathLike[str]) -> Path:
    name: object = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(name, str):
        raise ArgumentTypeError(f"A file is named by a text or a path, not {type_name(path)}.")
    try:
        known = b"\0" not in os.fsencode(name)
    except UnicodeError:
        known = False
    if not known:
        raise ArgumentError("No file has such a name.")
    return Path(name)


def decoded(data: bytes) -> str:
    """The text of a file of any system: a byte order mark is left out, a CRLF is a line's end."""
    if len(data) > MAX_FILE:
        raise NotationError("That file is too long for a record.")
    # What a PowerShell of Windows writes by `>` is UTF-16, with a byte order mark.
    utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError:
        raise NotationError("That file is no text and so no record.") from None
    return text.replace("\r\n", "\n")
