"""JSON of everything that leaves a process, and strict reading of it.

What is read is judged to the last rule: a decoded state is one that play could have reached. Valid
is not authentic: a server never takes a state from a client.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar, cast, get_args

import msgspec

from detective_poker.actions import Bet, Deal, is_bet, is_deal
from detective_poker.errors import (
    ArgumentTypeError,
    DetectivePokerError,
    FormatError,
    InvalidStateError,
)
from detective_poker.events import Event
from detective_poker.formats import v1
from detective_poker.formats.faults import check_repetition, fault
from detective_poker.inference.odds import Odds
from detective_poker.record import Record, SeatRecord
from detective_poker.rules import Rules
from detective_poker.scoring import HandResult
from detective_poker.state import GameState, _Table
from detective_poker.validation import judge, judged_state, validate
from detective_poker.value_checks import differences
from detective_poker.views import PlayerView

T = TypeVar("T")


def to_json(value: object) -> bytes:
    """The JSON of a state, view, record, seat's record, rules, bet, deal, result, odds or event.

    States, views and records carry `"version": 1` beside their members. Equal values give equal
    bytes. Raises `ArgumentTypeError` for other types, `FormatError` for values made by hand that
    have no JSON, `IllegalActionError` for records, `InvalidStateError` for odds.

    >>> to_json(Bet(0, 2, 3))
    b'{"type":"bet","seat":0,"target":2,"chips":3,"card":null}'
    """
    try:
        form = _FORMATS.get(type(value))
    except TypeError:  # not even its type has a hash
        form = None
    if form is None:
        raise ArgumentTypeError(NO_FORMAT)
    try:
        return form.write(value)
    except DetectivePokerError:
        raise
    except (TypeError, ValueError, OverflowError, RecursionError):  # a value made by hand
        raise FormatError(f"That {form.name} holds what has no JSON.") from None


def from_json(data: bytes | str, type: type[T]) -> T:  # noqa: A002 - the contract's name
    """The value of this type that JSON holds, if play could have reached it.

    Unknown, missing and repeated members, other types, other versions and text beyond a bounded
    size are refused with `FormatError`, what breaks the rules with `InvalidStateError`, and a
    record with `IllegalActionError` (with the index of the first illegal action) or
    `NotationError`. Raises `ArgumentTypeError` for data that is neither bytes nor text, and for a
    type that has no JSON.

    >>> from_json(b'{"type":"bet","seat":0,"target":2,"chips":3}', Bet)
    Bet(seat=0, target=2, chips=3, card=None)
    """
    form = format_of(type)
    text = _bytes(data, form.max_bytes if form else 0)
    # An exception that is kept keeps this frame, and with it would keep a caller's array locked.
    del data
    if form is None:
        raise ArgumentTypeError(NO_FORMAT)
    if isinstance(text, DetectivePokerError):
        raise text
    try:
        document = form.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise FormatError(fault(error, form.name, text)) from None
    written = _encode(document)
    if written != text:
        check_repetition(text, written)
    if not isinstance(document, form.document):
        raise FormatError(f"That is no JSON of a {form.name}.")
    value: Any = form.read(document)
    return cast("T", value)


class Format(NamedTuple):
    """How one type is written and read."""

    name: str
    document: Any
    """The type of its documents."""
    max_bytes: int
    """The most bytes of its JSON that are read: a few times what play needs."""
    write: Callable[[Any], bytes]
    decode: Callable[[bytes], Any]
    """From JSON to a document, perhaps of another type, such as another event."""
    read: Callable[[Any], object]
    """From a document to a value, judged."""


def format_of(type_: object) -> Format | None:
    """How values of a type are written and read; None for a type that has no JSON."""
    try:
        return _FORMATS.get(type_)
    except Exception:  # a caller's type can be anything, with a hash of its own making
        return None


def _bytes(data: object, most: int) -> bytes | DetectivePokerError:
    """The bytes of text, bytes or their like; else what is to be raised once nothing is held."""
    too_much = FormatError("That is too much JSON for a value of that type.")
    if isinstance(data, str):
        if len(data) > most:
            return too_much
        try:
            return str.encode(data)
        except UnicodeError:
            return FormatError("That text is no JSON: it has half a character.")
    if not isinstance(data, (bytes, bytearray, memoryview)):
        return ArgumentTypeError("JSON is read from bytes or text.")
    try:
        with memoryview(cast("bytes", data)) as view:
            return view.tobytes() if view.nbytes <= most else too_much
    except ValueError:
        return FormatError("That memoryview is released.")


_encode: Final = msgspec.json.Encoder().encode


def _with_version(value: object) -> bytes:
    return _encode(value).replace(b"{", b'{"version":1,', 1)


_UNTAGGED_BET: Final = b'{"seat":'
_TAGGED_BET: Final = b'{"type":"bet","seat":'


def _tagged(data: bytes) -> bytes:
    """The JSON of bets and deals with their tags."""
    # Within a text no quote stands unescaped, so what is looked for is in none.
    data = data.replace(_UNTAGGED_BET, _TAGGED_BET)
    return data.replace(b'{"cards":', b'{"type":"deal","cards":')


def _write_bet(bet: Bet) -> bytes:
    # What is only equal may be written otherwise, as True is for 1.
    if not is_bet(bet):
        raise TypeError("not the members of a bet")
    return _encode(bet).replace(b"{", b'{"type":"bet",', 1)


def _write_deal(deal: Deal) -> bytes:
    if not is_deal(deal):
        raise TypeError("not the members of a deal")
    return _encode(deal).replace(b"{", b'{"type":"deal",', 1)


def _getter(members: tuple[str, ...]) -> Callable[[GameState], tuple[Any, ...]]:
    """Gets members of a state at once; those of its table without asking the state for each."""
    return attrgetter(*[f"_table.{m}" if m in _Table.__struct_fields__ else m for m in members])


# Some members are not of the type that a document's are, but written alike.
_StateDocument: Final[Any] = v1.GameState
_MEMBERS: Final = v1.GameState.__struct_fields__
_before_bets: Final = _getter(_MEMBERS[1 : _MEMBERS.index("bets")])
_after_bets: Final = _getter(_MEMBERS[_MEMBERS.index("bets") + 1 :])


def _write_state(state: GameState) -> bytes:
    bets = _encode(state.bets).replace(_UNTAGGED_BET, _TAGGED_BET)
    document = _StateDocument(1, *_before_bets(state), msgspec.Raw(bets), *_after_bets(state))
    return _encode(document)


def _write_record(record: Record) -> bytes:
    return _tagged(_with_version(judge(record)))


def _write_seat_record(record: SeatRecord) -> bytes:
    return _with_version(judge(record))


def _write_odds(odds: Odds) -> bytes:
    validate(odds)
    written = _encode(odds)
    # What is exact has no errors, not even as null.
    return written if odds.best_error is not None else written.replace(_NO_ERRORS, b"")


_NO_ERRORS: Final = b',"best_error":null,"weakest_error":null'


def _read(document: Any) -> object:
    return judge(document.value())


def _read_state(document: v1.GameState) -> GameState:
    state = judged_state(document.facts())
    if problems := list(differences(document, state, ("round_number", "ply", "cards_to_deal"))):
        raise InvalidStateError(problems)
    return state


def _format(
    name: str,
    document: Any,
    max_bytes: int,
    write: Callable[[Any], bytes],
    *,
    family: Any = None,
    read: Callable[[Any], object] = _read,
) -> Format:
    """A format; its documents are decoded as those of the family, which tell by a tag.

    (Of one type alone the decoder lets a missing tag pass.)
    """
    decoder = msgspec.json.Decoder(family or document)
    return Format(name, document, max_bytes, write, decoder.decode, read)


def _write_event(event: object) -> bytes:
    return _encode(event).replace(b"{", _EVENT_HEADS[type(event)], 1)


_EVENTS: Final = dict(zip(get_args(Event), get_args(v1.Event), strict=True))
_EVENT_HEADS: Final[dict[type, bytes]] = {
    kind: f'{{"event":"{document.__struct_config__.tag}",'.encode()
    for kind, document in _EVENTS.items()
}

_FORMATS: Final[dict[Any, Format]] = {
    GameState: _format("GameState", v1.GameState, 1 << 18, _write_state, read=_read_state),
    PlayerView: _format("PlayerView", v1.PlayerView, 1 << 18, _with_version),
    Record: _format("Record", v1.Record, 1 << 22, _write_record),
    SeatRecord: _format("SeatRecord", v1.SeatRecord, 1 << 22, _write_seat_record),
    Rules: _format("Rules", v1.Rules, 1 << 10, _encode),
    Bet: _format("Bet", v1.Bet, 1 << 10, _write_bet, family=v1.Action),
    Deal: _format("Deal", v1.Deal, 1 << 10, _write_deal, family=v1.Action),
    HandResult: _format("HandResult", v1.HandResult, 1 << 16, _encode),
    Odds: _format("Odds", v1.Odds, 1 << 10, _write_odds),
    Event: _format("Event", v1.Event, 1 << 16, _write_event),
    **{
        kind: _format(kind.__name__, document, 1 << 16, _write_event, family=v1.Event)
        for kind, document in _EVENTS.items()
    },
}
"""The types that have JSON."""

NO_FORMAT: Final = f"JSON is for {', '.join(form.name for form in _FORMATS.values())}."
