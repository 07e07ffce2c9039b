"""JSON is read and written strictly, member by member."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import detective_poker as dp
from games import record_of


@pytest.mark.parametrize(
    ("kind", "data", "value"),
    [
        (dp.Bet, b'{"type":"bet","seat":0,"target":2,"chips":3}', dp.Bet(0, 2, 3)),
        (dp.Rules, b"{}", dp.Rules()),
        (dp.Rules, b'{"players":3,"mode":"expert"}', dp.Rules(3, dp.Mode.EXPERT)),
        (
            dp.Record,
            b'{"version":1,"rules":{"rounds":1},"dealer":0,"actions":[],"names":[]}',
            dp.Record(dp.Rules(rounds=1), 0),
        ),
    ],
)
def test_members_with_a_default_may_be_absent(kind: type[Any], data: bytes, value: object) -> None:
    assert dp.from_json(data, kind) == value


@pytest.mark.parametrize("kind", [dp.Record, dp.SeatRecord])
def test_members_of_records_may_not_be_absent(kind: type[Any]) -> None:
    data = b'{"version":1,"seat":null,"rules":{},"dealer":0,"names":[]}'
    if kind is dp.Record:
        data = data.replace(b'"seat":null,', b"")
    with pytest.raises(dp.FormatError, match=r"'(actions|lines)' is missing"):
        dp.from_json(data, kind)


def has_default(name: str, document: dict[str, Any]) -> bool:
    """Whether a member may be absent."""
    return name in ("players", "mode", "rounds") or (name == "card" and "type" in document)


def without_one(document: Any) -> Iterator[Any]:
    """The document without each of its members that must be there, here and further in."""
    if isinstance(document, dict):
        for name, value in document.items():
            if not has_default(name, document):
                yield {key: kept for key, kept in document.items() if key != name}
            for less in without_one(value):
                yield {**document, name: less}
    elif isinstance(document, list):
        for index, value in enumerate(document):
            for less in without_one(value):
                yield [*document[:index], less, *document[index + 1 :]]


@pytest.mark.parametrize(
    "kind", [dp.GameState, dp.PlayerView, dp.Record, dp.SeatRecord, dp.HandResult]
)
def test_no_member_can_be_left_out(kind: type[Any]) -> None:
    record = record_of(3, dp.Mode.EXPERT, 1, 1)
    states = record.states()
    hand = next(index for index, state in enumerate(states) if state.hand_number == 1)
    last_hand = states[hand].last_hand
    values = {
        dp.GameState: [states[hand], states[hand - 1]],
        dp.PlayerView: [states[hand].view(0), states[hand - 1].view(1)],
        dp.Record: [dp.Record(record.rules, record.dealer, record.actions[:9])],
        dp.SeatRecord: [dp.Record(record.rules, record.dealer, record.actions[:9]).for_seat(0)],
        dp.HandResult: [last_hand],
    }
    for value in values[kind]:
        for less in without_one(json.loads(dp.to_json(value))):
            with pytest.raises(dp.FormatError, match="is missing"):
                dp.from_json(json.dumps(less), kind)


@pytest.mark.parametrize(
    "kind", [dp.Rules, dp.Bet, dp.Record, dp.GameState, dp.PlayerView, dp.HandResult]
)
def test_schemas_want_all_members_without_a_default(kind: type[Any]) -> None:
    for definition in dp.json_schema(kind)["$defs"].values():
        members = definition.get("properties", {})
        wanted = {name for name, member in members.items() if "default" not in member}
        assert set(definition.get("required", [])) == wanted
        assert wanted == {name for name in members if not has_default(name, members)}


def test_an_event_is_read_whichever_it_is() -> None:
    states = record_of(3, dp.Mode.STANDARD, 1, 1).states()
    for state, after in pairwise(states[:12]):
        for event in dp.events_between(state.view(0), after.view(0)):
            assert dp.from_json(dp.to_json(event), dp.Event) == event
            assert dp.from_json(dp.to_json(event), type(event)) == event


UNWRITABLE: dict[str, Any] = {
    "a bet of an object": dp.Bet(object(), 1, 1),  # type: ignore[arg-type]
    "a bet over half a character": dp.Bet(0, 1, 1, "\ud800"),  # type: ignore[arg-type]
    "a bet over text": dp.Bet(0, 1, 1, "bluff"),  # type: ignore[arg-type]
    "a bet of True": dp.Bet(True, 1, 1),
    "a deal of an object": dp.Deal(object()),  # type: ignore[arg-type]
    "a deal of text": dp.Deal(("As",)),  # type: ignore[arg-type]
    "an event of an object": dp.BetPlaced(object()),  # type: ignore[arg-type]
    "an event of half a character": dp.HandStarted(0, 0, "\ud800", ()),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("value", UNWRITABLE.values(), ids=UNWRITABLE)
def test_values_made_by_hand_that_have_no_json(value: Any) -> None:
    with pytest.raises(dp.FormatError):
        dp.to_json(value)


def test_a_released_buffer_is_no_data() -> None:
    data = memoryview(b'{"players":3,"mode":"expert","rounds":1}')
    assert dp.from_json(data, dp.Rules).players == 3  # type: ignore[arg-type]
    data.release()
    with pytest.raises(dp.FormatError):
        dp.from_json(data, dp.Rules)  # type: ignore[arg-type]


def test_the_limit_of_json_is_in_bytes() -> None:
    bet = dp.to_json(dp.Bet(0, 0, 1))
    most = 1 << 10
    full = bet.ljust(most)
    for kind in (bytes, bytearray, memoryview):
        assert dp.from_json(kind(full), dp.Bet) == dp.Bet(0, 0, 1)  # type: ignore[arg-type]
    for data in (full + b" ", (full + b" ").decode(), memoryview((full + b" " * 8).ljust(1032))):
        with pytest.raises(dp.FormatError, match="too much"):
            dp.from_json(data, dp.Bet)  # type: ignore[arg-type]
    words = memoryview(full.ljust(most + 8)).cast("Q")
    with pytest.raises(dp.FormatError, match="too much"):
        dp.from_json(words, dp.Bet)  # type: ignore[arg-type]
