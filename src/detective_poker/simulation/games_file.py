"""The file of a simulation: a head that says which it is, then a line of JSON for each game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Final

import msgspec

from detective_poker._files import named
from detective_poker.errors import ArgumentError, DetectivePokerError, FormatError
from detective_poker.formats import from_json, to_json
from detective_poker.record import Record
from detective_poker.simulation.report import Result, result_of, result_with_fault
from detective_poker.simulation.schedule import Plan

FORMAT_VERSION: Final = 1
MAX_LINE: Final = 1 << 22
"""Bytes of a line at most. The longest game takes about a tenth of that."""


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game in the file."""

    game: int
    fault: tuple[int, str] | None
    """The seat at fault, and what it did."""
    record: msgspec.Raw


def open_games(path: Path, plan: Plan) -> tuple[IO[bytes], dict[int, Result]]:
    """The file, ready for more lines, and the games that it holds."""
    if path.exists() and not path.is_file() and not path.is_dir():
        # The system would not say what is wrong with a pipe, and a device may have no end.
        raise ArgumentError(f"{path} is no regular file: games cannot be kept there.")
    head = _head(plan)
    with named(path):
        stream = path.open("a+b")
        try:
            results, end = _held(stream, head, plan, path)
            stream.truncate(end)
            if end == 0:
                stream.write(head)
                stream.flush()
        except BaseException:
            stream.close()
            raise
    return stream, results


def keep(stream: IO[bytes], results: Iterable[Result]) -> None:
    """Write the games, so that they are there whatever happens next."""
    with named(stream.name):
        stream.writelines(map(_line, results))
        stream.flush()


def close(stream: IO[bytes]) -> None:
    """Close the file."""
    with named(stream.name):
        stream.close()


def _head(plan: Plan) -> bytes:
    head = {
        "detective_poker_simulation": FORMAT_VERSION,
        "bots": list(plan.names),
        "games": plan.games,
        "rules": json.loads(to_json(plan.rules)),
        "seed": plan.seed,
    }
    return json.dumps(head).encode() + b"\n"


def _line(result: Result) -> bytes:
    fault = None if result.fault_seat is None else (result.fault_seat, result.fault)
    line = _Line(result.game, fault, msgspec.Raw(to_json(result.record)))
    return msgspec.json.encode(line) + b"\n"


def _held(stream: IO[bytes], head: bytes, plan: Plan, path: Path) -> tuple[dict[int, Result], int]:
    """The games that a file holds, and where they end.

    It can be any file, even one long line: no more of it is read at once than a line of ours has.
    """
    results: dict[int, Result] = {}
    stream.seek(0)
    first = stream.readline(len(head))
    if not first.endswith(b"\n") and head.startswith(first):
        # Nothing yet, or killed within the first line.
        return results, 0
    if first != head:
        raise FormatError(f"{path} is not of this simulation.")
    end = len(head)
    for number, line in enumerate(iter(lambda: stream.readline(MAX_LINE), b""), 2):
        where = f"{path}, line {number}"
        if not line.endswith(b"\n"):
            if len(line) == MAX_LINE:
                raise FormatError(f"{where}: that is no game.")
            break
        result = _read(plan, line, where)
        if result.game in results:
            raise FormatError(f"{where}: that game is there twice.")
        results[result.game] = result
        end += len(line)
    return results, end


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
