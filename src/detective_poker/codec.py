"""JSON of everything that leaves a process, and strict reading of it.

What is read back is checked to the last rule: a decoded state is one that play could have reached.
Valid is not authentic: a server never takes a state from a client.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, get_args

import msgspec

from detective_poker.actions import Action, Bet, Deal, is_bet, is_deal
from detective_poker.errors import FormatError
from detective_poker.events import Event
from detective_poker.inference.odds import Odds
from detective_poker.record import Record, SeatRecord
from detective_poker.rules import Rules
from detective_poker.scoring import HandResult
from detective_poker.state import GameState
from detective_poker.validation import (
    StateDocument,
    check_event,
    check_hand_result,
    check_odds,
    check_view,
    document_of,
    state_of,
)
from detective_poker.views import PlayerView

T = TypeVar("T")
_Json: TypeAlias = "dict[str, _Json] | list[_Json] | str | float | None"


class _Format(NamedTuple):
    """How one type is written and read."""

    name: str
    document: Any
    """The type whose JSON it is."""
    max_bytes: int
    write: Callable[[Any], object] = lambda value: value
    """From a value to its document."""
    read: Callable[[Any], object] = lambda document: document
    """From a document of the right types to a value, checked."""


def _read_record(record: Record) -> Record:
    record.final()
    return record


def _read_seat_record(record: SeatRecord) -> SeatRecord:
    record.views()
    return record


def _written_action(action: Action) -> Action:
    # What is equal may be written otherwise, as True is for 1.
    if not (is_bet(action) or is_deal(action)):
        raise FormatError("That is no bet or deal through and through.")
    return action


_SMALL, _LARGE = 1 << 10, 1 << 22
_FORMATS: Final[dict[Any, _Format]] = {
    GameState: _Format("GameState", StateDocument, 1 << 18, document_of, state_of),
    PlayerView: _Format("PlayerView", PlayerView, 1 << 18, read=check_view),
    Record: _Format("Record", Record, _LARGE, _read_record, _read_record),
    SeatRecord: _Format("SeatRecord", SeatRecord, _LARGE, _read_seat_record, _read_seat_record),
    Rules: _Format("Rules", Rules, _SMALL),
    Bet: _Format("Bet", Bet, _SMALL, _written_action),
    Deal: _Format("Deal", Deal, _SMALL, _written_action),
    HandResult: _Format("HandResult", HandResult, 1 << 16, read=check_hand_result),
    Odds: _Format("Odds", Odds, _SMALL, check_odds, check_odds),
    Event: _Format("Event", Event, 1 << 16, read=check_event),
    **{kind: _Format(kind.__name__, kind, 1 << 16, read=check_event) for kind in get_args(Event)},
}
"""The types that have JSON, and the most bytes of it that are read: a few times what play needs."""

_encoder: Final = msgspec.json.Encoder()


def to_json(value: object) -> bytes:
    """The JSON of a state, view, record, seat's record, rules, bet, deal, result, odds or event.

    States, views and records carry `"version": 1` beside their members. Equal values give equal
    bytes. Raises `FormatError` for other types and for values made by hand that have no JSON,
    `IllegalActionError` for records, `InvalidStateError` for odds.

    >>> to_json(Bet(0, 2, 3))
    b'{"type":"bet","seat":0,"target":2,"chips":3,"card":null}'
    """
    form = _format_of(type(value))
    document = form.write(value)
    try:
        return _encoder.encode(document)
    except (TypeError, ValueError, OverflowError, RecursionError):  # a value made by hand
        raise FormatError(f"That {form.name} holds what has no JSON.") from None


def from_json(data: bytes | str, type: type[T]) -> T:  # noqa: A002 - the contract's name
    """The value of this type that JSON holds, if play could have reached it.

    Unknown, missing and repeated members, other types, other versions and text beyond a bounded
    size are refused with `FormatError`, what breaks the rules with `InvalidStateError`, and a
    record with `IllegalActionError` (with the index of the first illegal action) or
    `NotationError`.

    >>> from_json(b'{"type":"bet","seat":0,"target":2,"chips":3,"card":null}', Bet)
    Bet(seat=0, target=2, chips=3, card=None)
    """
    form = _format_of(type)
    if isinstance(data, memoryview):
        try:
            data = data.tobytes() if data.nbytes <= form.max_bytes else bytes(form.max_bytes + 1)
        except ValueError:
            raise FormatError("That memoryview is released.") from None
    if not isinstance(data, (bytes, bytearray, str)):
        raise FormatError("JSON is read from bytes or text.")
    if len(data) > form.max_bytes:
        raise FormatError(f"That is too much JSON for a {form.name}.")
    try:
        document = msgspec.json.decode(data, type=form.document)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, BufferError) as error:
        raise FormatError(_fault(error, form.name)) from None
    _check_members(data, document)
    value = form.read(document)
    assert isinstance(value, type)
    return value


def json_schema(type: type[Any]) -> dict[str, Any]:  # noqa: A002 - the contract's name
    """The JSON Schema (2020-12) of a type that has JSON. Raises `FormatError`.

    A schema says what the members are; `from_json` checks the rules of the game besides.

    >>> sorted(json_schema(Bet)["$defs"]["Bet"]["properties"])
    ['card', 'chips', 'seat', 'target', 'type']
    """
    form = _format_of(type)
    schema = msgspec.json.encode(msgspec.json.schema(form.document)).decode()
    members = msgspec.json.decode(schema.replace(StateDocument.__name__, GameState.__name__))
    for name, definition in members["$defs"].items():
        # Members with a default are written, and wanted, too; those of odds tell of samples.
        if "properties" in definition and name != Odds.__name__:
            definition["required"] = [*definition["properties"]]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **members}


def _format_of(type_: object) -> _Format:
    try:
        return _FORMATS[type_]
    except (KeyError, TypeError):
        names = ", ".join(form.name for form in _FORMATS.values())
        raise FormatError(f"JSON is for {names}.") from None


def _fault(error: Exception, name: str) -> str:
    """Where JSON is not what it should be; what stands there is not told, it may be a secret."""
    where = re.search(r"- at `(\$[\w.\[\]]*)`", str(error))
    return f"That is no JSON of a {name}{f' (at {where[1]})' if where else ''}."


def _check_members(data: bytes | bytearray | str, document: object) -> None:
    """Refuse what the decoder lets pass: members that come twice or are missing."""
    import json  # noqa: PLC0415 - it takes long to import, and playing needs none of it

    def members(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise FormatError("A member comes twice in that JSON.")
        return found

    given = json.loads(data, object_pairs_hook=members)
    for name in _missing(given, json.loads(msgspec.json.encode(document))):
        raise FormatError(f"The member '{name}' is missing.")


def _missing(given: _Json, written: _Json) -> Iterator[str]:
    """The members, here and further in, that the same value is written with."""
    if isinstance(given, dict) and isinstance(written, dict):
        yield from [name for name in written if name not in given]
        for name, value in given.items():
            yield from _missing(value, written.get(name))
    elif isinstance(given, list) and isinstance(written, list):
        for one, other in zip(given, written, strict=True):
            yield from _missing(one, other)
