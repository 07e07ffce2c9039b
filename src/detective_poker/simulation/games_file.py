"""The file of a simulation: a head that says which it is, then a line of JSON for each game.

A head stands again where a run went on with another version of the package or with other bots.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final

import msgspec

from detective_poker._files import named
from detective_poker._version import __version__
from detective_poker.errors import ArgumentError, DetectivePokerError, FormatError
from detective_poker.formats import from_json, to_json
from detective_poker.record import Record
from detective_poker.rules import Mode, Rules
from detective_poker.simulation.identity import Identity, changes, identity
from detective_poker.simulation.lock import lock, unlock
from detective_poker.simulation.report import Result, result_of, result_with_fault
from detective_poker.simulation.schedule import Plan

FORMAT_VERSION: Final = 2
MAX_LINE: Final = 1 << 22
"""Bytes of a line at most. The longest game takes about a tenth of that."""
_MAX_HEAD: Final = 1 << 18
_HEAD_START: Final = b'{"detective_poker_simulation":'
_GONE: Final = "The file was moved, deleted or replaced while games were written to it"


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file begins with."""

    detective_poker_simulation: int
    version: str
    """That of the package."""
    bots: tuple[Identity, ...]
    games: int
    rules: Rules
    seed: int


class _Version(msgspec.Struct, frozen=True):
    """What tells a head of every version."""

    detective_poker_simulation: int


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game in the file."""

    game: int
    fault: tuple[int, str] | None
    """The seat at fault, and what it did."""
    record: msgspec.Raw


class GamesFile:
    """The file of a run that writes it; no other can meanwhile."""

    def __init__(self, path: Path, plan: Plan, *, accept_changed: bool) -> None:
        """Open it, and take the games that it holds."""
        if path.exists() and not path.is_file() and not path.is_dir():
            # The system would not say what is wrong with a pipe, and a device may have no end.
            raise ArgumentError(f"{path} is no regular file: games cannot be kept there.")
        self._path = path
        with named(path):
            self._stream = path.open("a+b")
            try:
                self.results: dict[int, Result] = self._begin(plan, accept_changed)
            except BaseException:
                self.close()
                raise

    def _begin(self, plan: Plan, accept_changed: bool) -> dict[int, Result]:
        if not lock(self._stream.fileno()):
            raise ArgumentError(f"{self._path} is in use: another run writes its games there.")
        head = _head_of(plan)
        reader = _Reader(self._stream, plan, self._path)
        results, end, before = reader.read(head)
        changed = [] if before is None else _changed(before, head)
        if changed and not accept_changed:
            raise FormatError(
                f"{self._path} was begun with something else: {'; '.join(changed)}. "
                "With accept_changed=True (--accept-changed) its games count, and the run goes on."
            )
        self._stream.truncate(end)
        if before is None or changed:
            self._stream.write(_encoded(head))
            self._stream.flush()
        return results

    def keep(self, results: Iterable[Result]) -> None:
        """Write the games, so that they are there whatever happens next."""
        with named(self._path):
            self._stream.writelines(map(_line, results))
            self._stream.flush()
            self._check_place()

    def _check_place(self) -> None:
        """Raise unless the file is where it was: what is written to a deleted one is lost."""
        if os.name == "nt":
            return  # Windows lets nobody do that to a file in use
        try:
            if os.path.samestat(os.fstat(self._stream.fileno()), self._path.stat()):
                return
        except FileNotFoundError:
            pass
        raise FileNotFoundError(errno.ENOENT, _GONE, str(self._path))

    def close(self) -> None:
        """Close the file, and let others write it."""
        with named(self._path):
            try:
                self._stream.flush()
            finally:
                unlock(self._stream.fileno())
                self._stream.close()


def _head_of(plan: Plan) -> _Head:
    bots = tuple([identity(name, bot) for name, bot in zip(plan.names, plan.bots, strict=True)])
    return _Head(FORMAT_VERSION, __version__, bots, plan.games, plan.rules, plan.seed)


def _encoded(head: _Head) -> bytes:
    return msgspec.json.encode(head) + b"\n"


def _line(result: Result) -> bytes:
    fault = None if result.fault_seat is None else (result.fault_seat, result.fault)
    line = _Line(result.game, fault, msgspec.Raw(to_json(result.record)))
    return msgspec.json.encode(line) + b"\n"


class _Reader:
    """Reads the games that a file holds.

    It can be any file, even one long line: no more of it is read at once than a line of ours has.
    """

    def __init__(self, stream: IO[bytes], plan: Plan, path: Path) -> None:
        self._stream = stream
        self._plan = plan
        self._path = path

    def read(self, head: _Head) -> tuple[dict[int, Result], int, _Head | None]:
        """The games, where they end, and the last head before them."""
        results: dict[int, Result] = {}
        start = _encoded(head)
        self._stream.seek(0)
        first = self._stream.readline(max(_MAX_HEAD, len(start)))
        if not first.endswith(b"\n") and start.startswith(first):
            # Nothing yet, or killed within the first line.
            return results, 0, None
        last, end = self._head(first, head), len(first)
        for number, line in self._lines():
            where = f"{self._path}, line {number}"
            if line.startswith(_HEAD_START):
                last = self._head(line, head)
            else:
                result = _read(self._plan, line, where)
                if result.game in results:
                    raise FormatError(f"{where}: that game is there twice.")
                results[result.game] = result
            end += len(line)
        return results, end, last

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """The whole lines after the first, with their numbers."""
        for number, line in enumerate(iter(lambda: self._stream.readline(MAX_LINE), b""), 2):
            if line.endswith(b"\n"):
                yield number, line
            elif len(line) == MAX_LINE:
                raise FormatError(f"{self._path}, line {number}: that is no game.")

    def _head(self, line: bytes, expected: _Head) -> _Head:
        """A head of the same simulation, whoever made its bots."""
        try:
            version = msgspec.json.decode(line, type=_Version).detective_poker_simulation
            if version != FORMAT_VERSION:
                raise FormatError(
                    f"{self._path} is a file of games of format {version}: "
                    f"this version reads format {FORMAT_VERSION}."
                )
            head = msgspec.json.decode(line, type=_Head)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            raise FormatError(
                f"{self._path} is not of this simulation, nor of any: its head is another."
            ) from None
        if differences := _differences(head, expected):
            raise FormatError(f"{self._path} is not of this simulation: {'; '.join(differences)}.")
        return head


def _differences(there: _Head, here: _Head) -> list[str]:
    """What makes another simulation, a phrase each."""
    return [
        f"{what} {before} there, {now} here"
        for what, before, now in (
            ("bots", _names(there), _names(here)),
            ("games", f"{there.games:,}", f"{here.games:,}"),
            ("players", there.rules.players, here.rules.players),
            ("mode", _mode(there.rules), _mode(here.rules)),
            ("rounds", there.rules.rounds, here.rules.rounds),
            ("seed", there.seed, here.seed),
        )
        if before != now
    ]


def _names(head: _Head) -> str:
    return ", ".join(bot.name for bot in head.bots)


def _mode(rules: Rules) -> str:
    return "Expert Mode" if rules.mode is Mode.EXPERT else "standard"


def _changed(there: _Head, here: _Head) -> list[str]:
    """What can make other games of the same simulation, a phrase each."""
    told: list[str] = []
    if there.version != here.version:
        told.append(f"version {there.version} of this package there, {here.version} here")
    for before, now in zip(there.bots, here.bots, strict=True):
        if changed := changes(before, now):
            told.append(f"bot {now.name}: {', '.join(changed)}")
    return told


def _read(plan: Plan, data: bytes, where: str) -> Result:
    try:
        line = msgspec.json.decode(data, type=_Line)
        record = from_json(bytes(line.record), Record)
    except (msgspec.MsgspecError, DetectivePokerError):
        raise FormatError(f"{where}: that is no game.") from None
    if 0 <= line.game < plan.total:
        seats = plan.seats(line.game)
        if (record.rules, record.names) == (plan.rules, plan.names_at(seats)):
            final = record.final()
            if line.fault is None and final.outcome is not None:
                return result_of(line.game, seats, record, final)
            if line.fault is not None and 0 <= line.fault[0] < len(seats):
                return result_with_fault(line.game, seats, record, final, line.fault)
    raise FormatError(f"{where}: that is no game of this simulation.")
