"""Format version 1: its documents, what they refuse, and that the schema says the same."""

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, get_args

import msgspec
import pytest

import detective_poker as dp
from detective_poker.formats import v1
from games import ALL_KINDS, record_of

MOST = 2**53 - 1
OTHERS: list[Any] = [
    None,
    True,
    False,
    1.5,
    -1,
    3,
    MOST,
    MOST + 1,
    -MOST - 1,
    10**30,
    "2",
    "SECRET",
]
OTHERS += [[], [None], ["As"], [0] * 5, {}, [{}]]
"""What members are replaced by."""
Path = tuple[str | int, ...]


def values() -> dict[str, tuple[Any, Any]]:
    """Of each kind of document some values, by a name, with the type to read them as."""
    record = record_of(3, dp.Mode.EXPERT, 1, 1)
    states = record.states()
    scored = next(state for state in states if state.last_hand is not None)
    cut = dp.Record(record.rules, record.dealer, record.actions[:9], ("Ann", "b:c", "Ö{}"))
    betting = next(state for state in states if state.actor is not None and len(state.bets) == 7)
    found: dict[str, tuple[Any, Any]] = {
        "betting": (dp.GameState, betting),
        "scored": (dp.GameState, scored),
        "view": (dp.PlayerView, betting.view(1)),
        "public view": (dp.PlayerView, betting.public_view()),
        "view of the end": (dp.PlayerView, states[-1].view(0)),
        "record": (dp.Record, cut),
        "seat record": (dp.SeatRecord, cut.for_seat(1)),
        "spectators' record": (dp.SeatRecord, cut.for_spectators()),
        "rules": (dp.Rules, record.rules),
        "deal": (dp.Deal, record.actions[0]),
        "bet": (dp.Bet, dp.Bet(0, 2, 3, dp.ActionCard.BLUFF)),
        "bet without card": (dp.Bet, dp.Bet(0, 2, 3)),
        "result": (dp.HandResult, scored.last_hand),
        "odds": (dp.Odds, dp.best_hand_odds(betting.view(1))),
        "sampled odds": (
            dp.Odds,
            dp.best_hand_odds(states[2].view(1), dp.Street.RIVER, samples=20),
        ),
    }
    for kind in get_args(dp.Event):
        for before, after in pairwise(states):
            for event in dp.events_between(before.view(1), after.view(1)):
                if type(event) is kind:
                    found[kind.__name__] = (kind, event)
    return found


VALUES = values()


@cache
def validator(kind: Any) -> Any:
    """The one that tells whether a document is as the schema says."""
    jsonschema = pytest.importorskip("jsonschema", reason="has no wheel for some Pythons")
    schema = dp.json_schema(kind)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def paths(document: Any, path: Path = ()) -> Iterator[Path]:
    """To every member and value of a document; of arrays only the first two and the last."""
    if isinstance(document, dict):
        items: Any = document.items()
    elif isinstance(document, list):
        items = [item for item in enumerate(document) if item[0] in (0, 1, len(document) - 1)]
    else:
        return
    for key, value in items:
        yield (*path, key)
        yield from paths(value, (*path, key))


def inside(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def changed(document: Any, path: Path, change: Callable[[Any, Any], object]) -> Any:
    """A copy, after a change of the array or object that the path leads to, at its last key."""
    again = json.loads(json.dumps(document))
    change(inside(again, path[:-1]), path[-1])
    return again


def member(path: Path) -> str:
    """The member that a path leads to or into."""
    return next(key for key in reversed(path) if isinstance(key, str))


def refusal(document: Any, kind: Any) -> str | None:
    """Why the reader refuses types and bounds of a document; rules of the game are not meant."""
    text = document if isinstance(document, str) else json.dumps(document)
    try:
        dp.from_json(text, kind)
    except dp.FormatError as error:
        return str(error)
    except (dp.InvalidStateError, dp.IllegalActionError, dp.NotationError, dp.SeatError):
        return None
    return None


def has_default(path: Path, kind: Any) -> bool:
    """Whether a member may be absent: of rules and odds, and the action card of a bet."""
    if path[-1] == "card":
        return kind in (dp.Bet, dp.Record) or (kind is dp.GameState and path[0] == "bets")
    return path[-1] in ("players", "mode", "rounds", "best_error", "weakest_error")


@pytest.fixture(params=VALUES)
def case(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    kind, value = VALUES[request.param]
    return kind, json.loads(dp.to_json(value))


class TestMembers:
    def test_missing(self, case: tuple[Any, Any]) -> None:
        kind, document = case
        for path in paths(document):
            if not isinstance(path[-1], str):
                continue
            less = changed(document, path, lambda holder, key: holder.pop(key))
            may_be = has_default(path, kind)
            told = refusal(less, kind)
            if may_be:
                assert told is None
            else:
                assert told is not None
                assert told.startswith(f"The member '{path[-1]}' is missing (at $")
            assert validator(kind).is_valid(less) == may_be

    def test_unknown(self, case: tuple[Any, Any]) -> None:
        kind, document = case
        for path in [(), *paths(document)]:
            if not isinstance(inside(document, path), dict):
                continue
            more = changed(document, (*path, "SECRET"), lambda holder, key: holder.update({key: 1}))
            told = refusal(more, kind)
            assert told is not None
            assert "unknown member" in told
            assert "SECRET" not in told
            assert not validator(kind).is_valid(more)

    @pytest.mark.parametrize("escaped", [False, True])
    def test_repeated(self, case: tuple[Any, Any], escaped: bool) -> None:
        kind, document = case
        for path in paths(document):
            name = path[-1]
            if not isinstance(name, str):
                continue
            again = f"\\u{ord(name[0]):04x}{name[1:]}" if escaped else name
            held = changed(document, path, lambda holder, key: holder.update(REPEATED=holder[key]))
            text = json.dumps(held, ensure_ascii=False).replace("REPEATED", again)
            assert refusal(text, kind) == f"The member '{name}' comes twice."

    def test_a_missing_one_does_not_hide_a_repeated_one(self, case: tuple[Any, Any]) -> None:
        """There are as many members as there should be then."""
        kind, document = case
        names = [path for path in paths(document) if isinstance(path[-1], str)]
        rng = random.Random(1)
        for _ in range(60):
            missing, twice = rng.choice(names), rng.choice(names)
            held = changed(document, twice, lambda holder, key: holder.update(TWICE=holder[key]))
            if missing[:-1] == twice[: len(missing) - 1] or missing[: len(twice)] == twice:
                continue
            held = changed(held, missing, lambda holder, key: holder.pop(key))
            text = json.dumps(held).replace("TWICE", str(twice[-1]))
            assert refusal(text, kind) is not None

    def test_escapes_blanks_and_order_are_free(self, case: tuple[Any, Any]) -> None:
        kind, document = case
        expected = dp.from_json(json.dumps(document), kind)

        def reversed_members(value: Any) -> Any:
            if isinstance(value, dict):
                return {key: reversed_members(value[key]) for key in reversed(value)}
            return [reversed_members(item) for item in value] if isinstance(value, list) else value

        def escaped(value: Any) -> str:
            text = json.dumps(value)
            for letter in "abcdefghi":
                text = text.replace(letter, f"\\u{ord(letter):04x}")
            for word in ("null", "true", "false"):
                spelt = "".join(
                    f"\\u{ord(letter):04x}" if letter in "abcdefghi" else letter for letter in word
                )
                text = text.replace(spelt, word)
            return text

        for text in (
            json.dumps(document, indent=3),
            json.dumps(reversed_members(document), separators=(",", ":")),
            escaped(document) if kind not in (dp.Record, dp.SeatRecord) else json.dumps(document),
        ):
            assert dp.from_json(text, kind) == expected
            assert dp.to_json(dp.from_json(text, kind)) == dp.to_json(expected)


class TestTypesAndBounds:
    def test_schema_and_reader_say_the_same(self, case: tuple[Any, Any]) -> None:
        kind, document = case
        for path in paths(document):
            holder, key = inside(document, path[:-1]), path[-1]
            kept = holder[key]
            # Far in, where the same members come again and again, some of them do.
            drawn = random.Random(str(path)).sample(OTHERS, 3) if len(path) > 1 else OTHERS
            for other in drawn:
                holder[key] = other
                told = refusal(document, kind)
                assert validator(kind).is_valid(document) == (told is None), (path, other)
                if told is not None:
                    assert "SECRET" not in told
                    # Of what is an array or object already, something inside may be named.
                    inner = isinstance(other, list | dict)
                    assert re.search(r"'\w+'" if inner else f"'{member(path)}'", told)
            holder[key] = kept

    @pytest.mark.parametrize("times", [5, 6, 17, 53, 401])
    def test_long_arrays(self, case: tuple[Any, Any], times: int) -> None:
        kind, document = case
        for path in paths(document):
            if not isinstance(inside(document, path), list) or not inside(document, path):
                continue
            long = changed(
                document,
                path,
                lambda holder, key: (
                    holder.update({key: (holder[key] * times)[:times]})
                    if isinstance(holder, dict)
                    else holder.__setitem__(key, (holder[key] * times)[:times])
                ),
            )
            told = refusal(long, kind)
            if told is not None and "too much JSON" in told:
                continue
            assert validator(kind).is_valid(long) == (told is None), path
            if told is not None:
                assert told.startswith(f"The member '{member(path)}' holds too many or too few")

    @pytest.mark.parametrize("spelling", ["{}.0", "{}e0", "{}E+0", "{}.00"])
    def test_numbers_have_no_fraction_and_no_exponent(
        self, case: tuple[Any, Any], spelling: str
    ) -> None:
        kind, document = case
        for path in paths(document):
            number = inside(document, path)
            if type(number) is not int:
                continue
            wrong = changed(document, path, lambda holder, key: holder.__setitem__(key, "NUMBER"))
            text = json.dumps(wrong).replace('"NUMBER"', spelling.format(number))
            assert refusal(text, kind) is not None

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"players": 2}, "The member 'players' is out of range: Detective Poker is for 3 or 4"),
            ({"players": 5}, "The member 'players' is out of range: Detective Poker is for 3 or 4"),
            ({"rounds": 0}, "The member 'rounds' is out of range: A game is 1 to 100 rounds (at"),
            ({"rounds": 101}, "The member 'rounds' is out of range: A game is 1 to 100 rounds (at"),
            ({"mode": "SECRET"}, "The member 'mode' is none of its values (at $"),
            ({"mode": 3}, "The member 'mode' is of a wrong type (at $"),
            ({"players": "3"}, "The member 'players' is of a wrong type (at $"),
        ],
    )
    def test_rules_are_refused_in_the_words_of_their_constructor(
        self, change: dict[str, Any], sentence: str
    ) -> None:
        with pytest.raises(dp.FormatError) as refused:
            dp.from_json(json.dumps(change), dp.Rules)
        assert str(refused.value).startswith(sentence)
        document = json.loads(dp.to_json(VALUES["view"][1]))
        document["rules"] |= change
        with pytest.raises(dp.FormatError) as refused:
            dp.from_json(json.dumps(document), dp.PlayerView)
        assert str(refused.value).startswith(sentence)
        assert f"$.rules.{next(iter(change))})" in str(refused.value)

    def test_another_version_is_none_of_the_values(self) -> None:
        data = dp.to_json(VALUES["view"][1]).replace(b'"version":1', b'"version":2')
        with pytest.raises(dp.FormatError, match="'version' is none of its values"):
            dp.from_json(data, dp.PlayerView)

    def test_an_unknown_name_that_reads_like_a_message(self) -> None:
        for name in (
            "x` - at `$.SECRET",
            "SECRET` - at `$.seat",
            "Object missing required field `SECRET`",
            "x\n - at `$.SECRET`",
        ):
            document = {"type": "bet", "seat": 0, "target": 1, "chips": 1, name: 1}
            with pytest.raises(dp.FormatError, match="unknown member") as refused:
                dp.from_json(json.dumps(document), dp.Bet)
            assert "SECRET" not in str(refused.value)
            del document[name]
            with pytest.raises(dp.FormatError, match="'card' is none of its values") as refused:
                dp.from_json(json.dumps({**document, "card": name}), dp.Bet)
            assert "SECRET" not in str(refused.value)


class TestDocuments:
    def test_what_is_written_is_the_document(self, case: tuple[Any, Any]) -> None:
        """Byte for byte: so reading what we wrote never needs another look for repetitions."""
        kind, document = case
        data = dp.to_json(dp.from_json(json.dumps(document), kind))
        documents = getattr(v1, kind.__name__)
        again = msgspec.json.decode(data, type=documents)
        assert msgspec.json.encode(again) == data

    def test_documents_have_the_members_of_the_values(self) -> None:
        kinds: list[Any] = [kind for kind, _value in VALUES.values()]
        kinds += [dp.SeenBet, dp.PokerHand, dp.Outcome]
        for kind in set(kinds) - {dp.GameState}:
            members = getattr(v1, kind.__name__).__struct_fields__
            assert tuple(name for name in members if name != "version") == kind.__struct_fields__
        state = VALUES["betting"][1]
        for name in v1.GameState.__struct_fields__[1:]:
            assert hasattr(state, name)

    def test_absent_members_are_the_defaults_of_the_constructors(self) -> None:
        assert dp.from_json(b"{}", dp.Rules) == dp.Rules()
        properties = dp.json_schema(dp.Rules)["$defs"]["Rules"]["properties"]
        told = {name: member["default"] for name, member in properties.items()}
        assert told == json.loads(dp.to_json(dp.Rules()))
        bet = dp.json_schema(dp.Bet)["$defs"]["Bet"]["properties"]["card"]
        assert bet["default"] is dp.Bet(0, 0, 1).card is None

    def test_documents_show_no_secrets(self) -> None:
        for kind, value in VALUES.values():
            document = msgspec.json.decode(dp.to_json(value), type=getattr(v1, kind.__name__))
            assert repr(document) == f"<the document of a {kind.__name__}>"

    @pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
    def test_schemas_describe_whole_games(self, players: int, mode: dp.Mode) -> None:
        record = record_of(players, mode, 1, 1)
        for state in record.states()[::3]:
            for value in (state, *map(state.view, range(players)), state.public_view()):
                assert validator(type(value)).is_valid(json.loads(dp.to_json(value)))


class TestArguments:
    @pytest.mark.parametrize("kind", [dp.GameState, dp.Bet, dp.Record])
    def test_texts_of_any_class(self, kind: Any) -> None:
        class Text(str):
            __slots__ = ()

            def encode(self, *_arguments: object) -> bytes:
                raise AssertionError

        for data in (dp.ActionCard.BLUFF, dp.Card.ACE_OF_SPADES, Text("{}"), Text("\ud800")):
            with pytest.raises(dp.FormatError):
                dp.from_json(data, kind)
        assert dp.from_json(Text("{}"), dp.Rules) == dp.Rules()

    def test_types_of_any_kind(self) -> None:
        class Meta(type):
            __hash__ = None  # type: ignore[assignment]

        class Odd(metaclass=Meta):
            pass

        kinds: tuple[Any, ...] = (memoryview(bytearray(8)), [], {}, Odd, Odd(), object(), 3.0)
        for kind in kinds:
            with pytest.raises(dp.ArgumentTypeError, match="JSON is for GameState, PlayerView"):
                dp.from_json(b"{}", kind)
            with pytest.raises(dp.ArgumentTypeError):
                dp.json_schema(kind)
        for value in (*kinds, *VALUES, 3, None, dp.Outcome((1, 0, 0), (1, 2, 2), (0,))):
            with pytest.raises(dp.ArgumentTypeError):
                dp.to_json(value)

    def test_no_type_keeps_the_data(self) -> None:
        data = bytearray(b"{}")
        for kind in (int, dp.Bet):
            with pytest.raises(dp.DetectivePokerError) as refused:
                dp.from_json(memoryview(data), kind)  # type: ignore[arg-type]
            data.append(1)  # impossible while somebody holds a view of it
            del refused
