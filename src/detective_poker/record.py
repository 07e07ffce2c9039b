"""A whole game written down, as text and as values, and what one seat learned of it.

The text of a record is a head and then one action a line, as `str(action)` writes it:

    detective-poker record 1
    players 3
    mode standard
    rounds 2
    dealer 0
    name Ann            (either a name for each seat, in order, or none)
    d As Kd 7c 2h 9s Td
    b 1>2 3 bluff

A seat's record has `seat-record` for `record` and after that line `seat 2` (`seat -` for
spectators). In it `??` is a card and `?` an action card that stayed hidden, and a line after each
hand reveals both: the cards in the order of the deal, then the action cards in the order of the
bets that they lay under.

    d ?? ?? 7c 2h ?? Td
    b 1>2 3 ?
    r As Kd 7c 2h 9s Td : bluff
"""

from __future__ import annotations

import os
from functools import cached_property

import msgspec

from detective_poker._arguments import as_tuple
from detective_poker._record_text import (
    Lines,
    check_head,
    decoded,
    head,
    read_file,
    read_head,
    write_file,
)
from detective_poker._seat_lines import applied, in_line, play_through, seen_lines, views_of
from detective_poker.actions import Action, parse_action
from detective_poker.errors import IllegalActionError, NotationError
from detective_poker.rules import Rules, check_seat
from detective_poker.state import GameState
from detective_poker.views import PlayerView


class Record(msgspec.Struct, frozen=True, dict=True):
    """A game as it was played: rules, first dealer, the actions in order, perhaps names.

    Its actions are checked when they are asked for: whatever reads them raises
    `IllegalActionError` for the first one that is illegal, with its `index`. Its `repr` shows
    public facts only. Raises `SeatError`, `NotationError` for names, `ArgumentTypeError`.

    >>> from detective_poker import Rules, deal_from, DECK
    >>> record = Record(Rules(players=3), 0)
    >>> record = record.append(deal_from(DECK, record.final()))
    >>> print(record.to_text().splitlines()[-1])
    d 2c 3c 4c 5c 6c 7c
    >>> Record.from_text(record.to_text()) == record
    True
    """

    rules: Rules
    dealer: int
    """The first dealer's seat."""
    actions: tuple[Action, ...] = ()
    names: tuple[str, ...] = ()
    """By seat, or empty: lines of text of up to 64 characters, without control characters."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "actions", as_tuple(self.actions, "actions"))
        msgspec.structs.force_setattr(self, "names", as_tuple(self.names, "names"))
        check_head(self.rules, self.dealer, self.names)

    def states(self) -> tuple[GameState, ...]:
        """The states of the game, from before the first deal: one more than there are actions."""
        return play_through(self.rules, self.dealer, self.actions)

    def final(self) -> GameState:
        """The state after the last action: go on from here."""
        return self._final

    def append(self, action: Action) -> Record:
        """The record with one action more. Raises `IllegalActionError`."""
        state = applied(self._final, action, len(self.actions))
        longer = Record(self.rules, self.dealer, (*self.actions, action), self.names)
        vars(longer)["_final"] = state
        return longer

    def to_text(self) -> str:
        """The record as text, one action a line; `from_text` reads it back."""
        self.final()
        lines = head("record", [], self.rules, self.dealer, self.names)
        return "\n".join([*lines, *map(str, self.actions), ""])

    @classmethod
    def from_text(cls, text: str) -> Record:
        """The record of a text that reads exactly as `to_text` writes it.

        Nothing is repaired. Raises `NotationError` with the number of the line, or
        `IllegalActionError` with the index of the first illegal action, and its line.
        """
        lines = Lines(text)
        lines.take_first("record")
        rules, dealer, names = read_head(lines)
        first = lines.number + 1
        actions: list[Action] = []
        for line in lines:
            try:
                actions.append(parse_action(line))
            except NotationError as error:
                raise lines.refusal(str(error)) from None
        record = cls(rules, dealer, tuple(actions), names)
        try:
            record.final()
        except IllegalActionError as error:
            raise in_line(error, first + (error.index or 0)) from None
        return record

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the text to a file, in UTF-8 and with the same line ends on every system.

        Raises what `to_text` raises, OSError, and `ArgumentError` for what names no file.
        """
        write_file(path, self.to_text())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """The record in a file, which is text or JSON.

        A byte order mark is passed over, and lines may end as Windows ends them. Raises what
        `from_text` and `from_json` raise, OSError, and `ArgumentError` for what names no file.
        """
        record = record_in(read_file(path))
        if not isinstance(record, Record):
            raise NotationError("That is a seat's record, which SeatRecord.load reads.")
        return record

    def for_seat(self, seat: int) -> SeatRecord:
        """What a seat learned of this game, in the order it learned it. Raises `SeatError`."""
        return self._seen_by(check_seat(seat, self.rules.players))

    def for_spectators(self) -> SeatRecord:
        """What everybody learned of this game, in the order they learned it (R9)."""
        return self._seen_by(None)

    def __repr__(self) -> str:
        return _repr(self, len(self.actions))

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return [("actions", len(self.actions))]

    @cached_property
    def _final(self) -> GameState:
        return self.states()[-1]

    def _seen_by(self, viewer: int | None) -> SeatRecord:
        lines = seen_lines(self.states(), self.actions, viewer)
        return SeatRecord(viewer, self.rules, self.dealer, lines, self.names)


class SeatRecord(msgspec.Struct, frozen=True, dict=True):
    """What one seat, or a spectator, learned of a game, in the order it was learned.

    When the game goes on lines are added and none is changed. Whatever reads the lines raises
    `NotationError` or `IllegalActionError` for what could not have happened.
    """

    seat: int | None
    """The seat; None for spectators."""
    rules: Rules
    dealer: int
    """The first dealer's seat."""
    lines: tuple[str, ...] = ()
    """Deals, bets and reveals, as the module says."""
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "lines", as_tuple(self.lines, "lines"))
        msgspec.structs.force_setattr(self, "names", as_tuple(self.names, "names"))
        check_head(self.rules, self.dealer, self.names)
        if self.seat is not None:
            check_seat(self.seat, self.rules.players)

    def views(self) -> tuple[PlayerView, ...]:
        """The seat's views, from before the first deal: one more than there are actions."""
        return self._views

    def to_text(self) -> str:
        """The record as text; `from_text` reads it back."""
        self.views()
        seat = "-" if self.seat is None else self.seat
        lines = head("seat-record", [f"seat {seat}"], self.rules, self.dealer, self.names)
        return "\n".join([*lines, *self.lines, ""])

    @classmethod
    def from_text(cls, text: str) -> SeatRecord:
        """The seat's record of a text that reads exactly as `to_text` writes it.

        Raises as `Record.from_text`.
        """
        lines = Lines(text)
        lines.take_first("seat-record")
        seat = lines.take_value("seat", r"-|[0-3]")
        rules, dealer, names = read_head(lines)
        first = lines.number + 1
        record = cls(None if seat == "-" else int(seat), rules, dealer, tuple(lines), names)
        vars(record)["_views"] = views_of(record.seat, rules, dealer, record.lines, first)
        return record

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the text to a file, as `Record.save` does."""
        write_file(path, self.to_text())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> SeatRecord:
        """The seat's record in a file, text or JSON, read as `Record.load` reads."""
        record = record_in(read_file(path))
        if not isinstance(record, SeatRecord):
            raise NotationError("That is a whole record, which Record.load reads.")
        return record

    def __repr__(self) -> str:
        return _repr(self, len(self.lines))

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return [("lines", len(self.lines))]

    @cached_property
    def _views(self) -> tuple[PlayerView, ...]:
        return views_of(self.seat, self.rules, self.dealer, self.lines, None)


def record_in(data: bytes) -> Record | SeatRecord:
    """The record that a file holds, as text or JSON, a whole game's or a seat's."""
    text = decoded(data)
    if not text.lstrip().startswith("{"):
        seat = text.startswith("detective-poker seat-record")
        return SeatRecord.from_text(text) if seat else Record.from_text(text)
    from detective_poker.formats import from_json  # noqa: PLC0415 - that builds on this module

    return from_json(text, SeatRecord) if _has_lines(text) else from_json(text, Record)


class _OfSeat(msgspec.Struct):
    """What tells the JSON of a seat's record from that of a whole one."""

    lines: object


def _has_lines(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=_OfSeat)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return False
    return True


def _repr(record: Record | SeatRecord, length: int) -> str:
    """The public facts of a record: rules, first dealer and how long it is."""
    rules = record.rules
    return (
        f"<{type(record).__name__} players={rules.players} mode={rules.mode.value} "
        f"rounds={rules.rounds} dealer={record.dealer} length={length}>"
    )
