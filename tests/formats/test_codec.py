"""JSON: round trips, strict reading, and every invariant of a decoded position."""

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import detective_poker as dp
from games import ALL_KINDS, record_of

Change = Callable[[dict[str, Any]], object]


def states(players: int = 3, mode: dp.Mode = dp.Mode.EXPERT, seed: int = 1) -> tuple[Any, ...]:
    return record_of(players, mode, 2, seed).states()


def state_at(
    phase: dp.Phase, street: dp.Street, *, hand: int = 1, bets: int = 0, mode: dp.Mode
) -> dp.GameState:
    """The state of a game of three with so many bets on that street, in that hand."""
    for state in states(mode=mode):
        here = (state.hand_number, state.phase, state.street, len(state.bets) - 3 * street)
        if phase is dp.Phase.OVER and state.phase is phase:
            return state
        if here == (hand, phase, street, bets if phase is dp.Phase.BET else 0):
            return state
    raise AssertionError("no such state in that game")


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
class TestRoundTrips:
    def test_states(self, players: int, mode: dp.Mode) -> None:
        for state in states(players, mode):
            data = dp.to_json(state)
            assert json.loads(data)["version"] == 1
            again = dp.from_json(data, dp.GameState)
            assert again == state
            assert hash(again) == hash(state)
            assert dp.to_json(again) == data
            assert again.legal_actions() == state.legal_actions()

    def test_views(self, players: int, mode: dp.Mode) -> None:
        for state in states(players, mode)[::3]:
            for view in (*map(state.view, range(players)), state.public_view()):
                data = dp.to_json(view)
                assert json.loads(data)["version"] == 1
                again = dp.from_json(data, dp.PlayerView)
                assert again == view
                assert dp.to_json(again) == data
                assert again.legal_actions() == view.legal_actions()

    def test_hand_results_and_odds(self, players: int, mode: dp.Mode) -> None:
        for state in states(players, mode):
            if state.last_hand is not None:
                data = dp.to_json(state.last_hand)
                assert dp.to_json(dp.from_json(data, dp.HandResult)) == data
            elif state.actor is not None and state.hand_number == 0:
                odds = dp.best_hand_odds(state.view(state.actor))
                assert dp.from_json(dp.to_json(odds), dp.Odds) == odds

    def test_records_and_actions(self, players: int, mode: dp.Mode) -> None:
        record = record_of(players, mode, 2, 1)
        assert dp.from_json(dp.to_json(record), dp.Record) == record
        assert json.loads(dp.to_json(record))["version"] == 1
        for seen in (record.for_seat(0), record.for_spectators()):
            assert dp.from_json(dp.to_json(seen), dp.SeatRecord) == seen
        for action in record.actions:
            assert dp.from_json(dp.to_json(action), type(action)) == action
        assert dp.from_json(dp.to_json(record.rules), dp.Rules) == record.rules

    def test_pickles_and_copies(self, players: int, mode: dp.Mode) -> None:
        record = record_of(players, mode, 2, 1)
        for value in (*record.states()[::5], record, record.for_seat(0), record.final().view(0)):
            for again in (
                pickle.loads(pickle.dumps(value)),
                copy.copy(value),
                copy.deepcopy(value),
            ):
                assert again == value
                assert hash(again) == hash(value)
                assert dp.to_json(again) == dp.to_json(value)

    def test_schemas_describe_what_is_written(self, players: int, mode: dp.Mode) -> None:
        jsonschema = pytest.importorskip("jsonschema", reason="has no wheel for some Pythons")
        record = record_of(players, mode, 1, 1)
        state = record.states()[len(record.actions) // 2]
        values = [state, record.final(), state.view(0), state.public_view(), record]
        values += [record.for_seat(0), *record.actions[:2], record.rules, record.final().last_hand]
        values += [dp.best_hand_odds(record.states()[1].view(0))]
        for value in values:
            schema = dp.json_schema(type(value))
            jsonschema.Draft202012Validator.check_schema(schema)
            document = json.loads(dp.to_json(value))
            jsonschema.validate(document, schema, jsonschema.Draft202012Validator)
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.validate(document | {"more": 1}, schema, jsonschema.Draft202012Validator)


TYPES = [
    dp.GameState,
    dp.PlayerView,
    dp.Record,
    dp.SeatRecord,
    dp.Rules,
    dp.Bet,
    dp.Deal,
    dp.HandResult,
    dp.Odds,
]


def example(kind: type[Any]) -> dict[str, Any]:
    record = record_of(3, dp.Mode.EXPERT, 1, 1)
    state = record.states()[3]
    values = [state, state.view(1), record, record.for_seat(1), record.rules]
    values += [record.actions[1], record.actions[0], record.final().last_hand]
    values += [dp.best_hand_odds(state.view(1))]
    document: dict[str, Any] = json.loads(
        dp.to_json(next(value for value in values if type(value) is kind))
    )
    return document


@pytest.mark.parametrize("kind", TYPES)
class TestFormat:
    @pytest.mark.parametrize("cut", [0, 1, 0.5, -1])
    def test_truncated(self, kind: type[Any], cut: float) -> None:
        data = json.dumps(example(kind)).encode()
        with pytest.raises(dp.FormatError):
            dp.from_json(data[: int(len(data) * cut) if 0 < cut < 1 else int(cut)], kind)

    def test_more_behind_it(self, kind: type[Any]) -> None:
        with pytest.raises(dp.FormatError):
            dp.from_json(json.dumps(example(kind)) + "{}", kind)

    def test_unknown_member(self, kind: type[Any]) -> None:
        with pytest.raises(dp.FormatError):
            dp.from_json(json.dumps(example(kind) | {"more": 1}), kind)

    def test_repeated_member(self, kind: type[Any]) -> None:
        document = example(kind)
        name, value = next(iter(document.items()))
        data = json.dumps(document)
        again = f"{data[:-1]}, {json.dumps(name)}: {json.dumps(value)}}}"
        with pytest.raises(dp.FormatError):
            dp.from_json(again, kind)

    def test_each_member_of_another_type(self, kind: type[Any]) -> None:
        for name, value in example(kind).items():
            for other in (None, True, 1.0, "2", [], {}, 3):
                if other == value or (isinstance(value, list) and other == []):
                    continue
                data = json.dumps(example(kind) | {name: other})
                same_type = type(other) is type(value) or (name, other) == ("card", None)
                if kind in (dp.Bet, dp.Rules) and same_type:
                    continue
                with pytest.raises(dp.DetectivePokerError):
                    dp.from_json(data, kind)

    def test_other_version_or_type(self, kind: type[Any]) -> None:
        document = example(kind)
        tag = next(iter(document))
        if tag in ("version", "type"):
            for other in (0, 2, "1", 1.0, True, None, "joker"):
                with pytest.raises(dp.FormatError):
                    dp.from_json(json.dumps(document | {tag: other}), kind)
            del document[tag]
            with pytest.raises(dp.FormatError):
                dp.from_json(json.dumps(document), kind)

    @pytest.mark.parametrize("data", [b"", b"[]", b"null", b"3", b'"x"', b"\xff", b"{}}", b"\0"])
    def test_no_document(self, kind: type[Any], data: bytes) -> None:
        with pytest.raises(dp.FormatError):
            dp.from_json(data, kind)

    def test_megabytes(self, kind: type[Any]) -> None:
        for data in (b" " * 5_000_000, b"[" * 5_000_000, b'{"a":' * 1_000_000, "9" * 5_000_000):
            with pytest.raises(dp.FormatError):
                dp.from_json(data, kind)

    def test_deep_nesting_within_the_bound(self, kind: type[Any]) -> None:
        for data in (b"[" * 1000, b'{"rules":' * 100, b'{"version":1,"rules":' + b"[" * 900):
            with pytest.raises(dp.FormatError):
                dp.from_json(data, kind)

    @pytest.mark.parametrize("data", [None, 5, ["{}"], {"a": 1}, object()])
    def test_what_is_no_data(self, kind: type[Any], data: object) -> None:
        with pytest.raises(dp.ArgumentTypeError):
            dp.from_json(data, kind)  # type: ignore[arg-type]

    def test_any_buffer_and_any_layout_is_read(self, kind: type[Any]) -> None:
        data = json.dumps(example(kind), indent=2)
        value = dp.from_json(data, kind)
        for same in (data.encode(), bytearray(data.encode()), memoryview(data.encode())):
            assert dp.from_json(same, kind) == value  # type: ignore[arg-type]

    def test_no_message_repeats_what_was_read(self, kind: type[Any]) -> None:
        """What stands in the data may be a secret."""
        for name in example(kind):
            with pytest.raises(dp.DetectivePokerError) as caught:
                dp.from_json(json.dumps(example(kind) | {name: "SECRET"}), kind)
            assert "SECRET" not in str(caught.value)


@pytest.mark.parametrize("kind", [int, list, dp.IllegalReason, "GameState", 5, None, [1], dp.Card])
def test_other_types_have_no_json(kind: Any) -> None:
    with pytest.raises(dp.ArgumentTypeError):
        dp.from_json(b"{}", kind)
    with pytest.raises(dp.ArgumentTypeError):
        dp.json_schema(kind)
    with pytest.raises(dp.ArgumentTypeError):
        dp.to_json(kind)


def swap(row: list[Any], i: int, j: int) -> None:
    row[i], row[j] = row[j], row[i]


STANDARD, EXPERT = dp.Mode.STANDARD, dp.Mode.EXPERT
BET, DEAL, OVER = dp.Phase.BET, dp.Phase.DEAL, dp.Phase.OVER
PREFLOP, FLOP, TURN, RIVER = dp.Street


def unused(document: dict[str, Any], rank: str) -> str:
    """A card of that rank that is nowhere yet."""
    seen = {*document["own_cards"], *document["forehead_cards"], *document["board"]}
    seen.update(*document["discards"])
    return next(rank + suit for suit in "cdhs" if rank + suit not in seen)


def spend_too_much(document: dict[str, Any]) -> None:
    seat = document["bets"][0]["seat"]
    for bet in document["bets"]:
        if bet["seat"] == seat:
            bet["chips"] = 3


def play_twice(document: dict[str, Any]) -> None:
    seat = document["bets"][0]["seat"]
    for bet in document["bets"]:
        if bet["seat"] == seat:
            bet.update(card="bluff", chips=1)


def swap_unequal(row: list[int]) -> None:
    other = next(seat for seat in (1, 2) if row[seat] != row[0])
    swap(row, 0, other)


def recount(document: dict[str, Any]) -> None:
    document["scores"] = [sum(column) for column in zip(*document["score_sheet"], strict=True)]


def last_hand_document() -> dict[str, Any]:
    state = state_at(DEAL, PREFLOP, hand=1, mode=STANDARD)
    document: dict[str, Any] = json.loads(dp.to_json(state))["last_hand"]
    return document


# Each change breaks one invariant; what else the words of a problem may name is none of its doing.
BROKEN: list[tuple[str, dp.Mode, dp.Phase, dp.Street, Change, str]] = [
    ("no such dealer", STANDARD, BET, FLOP, lambda d: d.update(dealer=3), "dealer is no seat"),
    ("round", STANDARD, BET, FLOP, lambda d: d.update(round_number=1), "round_number does not"),
    ("ply", STANDARD, BET, FLOP, lambda d: d.update(ply=d["ply"] + 1), "ply does not"),
    ("huge ply", STANDARD, BET, FLOP, lambda d: d.update(ply=2**53 - 1), "ply does not"),
    ("cards to deal", STANDARD, DEAL, FLOP, lambda d: d.update(cards_to_deal=1), "cards_to_deal"),
    ("hand", STANDARD, BET, FLOP, lambda d: d.update(hand_number=7), "no such hand"),
    ("hand count", STANDARD, BET, FLOP, lambda d: d.update(hand_number=2), "one row for each"),
    ("sheet rows", STANDARD, BET, FLOP, lambda d: d.update(score_sheet=[]), "one row for each"),
    ("row length", STANDARD, BET, FLOP, lambda d: d["score_sheet"][0].pop(), "one score for each"),
    ("too few scores", STANDARD, BET, FLOP, lambda d: d["scores"].pop(), "one score for each"),
    ("scores", STANDARD, BET, FLOP, lambda d: d["scores"].__setitem__(0, 99), "not the sums"),
    (
        "points",
        STANDARD,
        BET,
        FLOP,
        lambda d: (d["score_sheet"][0].__setitem__(0, 9), d["scores"].__setitem__(0, 9)),
        "points that no hand scores",
    ),
    (
        "negative points in standard mode",
        STANDARD,
        BET,
        FLOP,
        lambda d: (d["score_sheet"][0].__setitem__(0, -1), d["scores"].__setitem__(0, -1)),
        "points that no hand scores",
    ),
    (
        "points below -1 in Expert Mode",
        EXPERT,
        BET,
        FLOP,
        lambda d: (d["score_sheet"][0].__setitem__(0, -2), d["scores"].__setitem__(0, -2)),
        "points that no hand scores",
    ),
    ("actor", STANDARD, BET, FLOP, lambda d: d.update(actor=(d["actor"] + 1) % 3), "not that seat"),
    ("no actor", STANDARD, BET, FLOP, lambda d: d.update(actor=None), "not that seat"),
    ("actor in deal", STANDARD, DEAL, FLOP, lambda d: d.update(actor=0), "not that seat"),
    ("phase", STANDARD, BET, FLOP, lambda d: d.update(phase="over"), "over just when"),
    ("not over", STANDARD, OVER, RIVER, lambda d: d.update(phase="deal"), "over just when"),
    ("street over", STANDARD, OVER, RIVER, lambda d: d.update(street=2), "over on the river"),
    ("card over", STANDARD, OVER, RIVER, lambda d: d.update(board=["2c", "3c", "4c"]), "after the"),
    ("street", STANDARD, BET, FLOP, lambda d: d.update(street=2), "bets do not fit the street"),
    ("bets gone", STANDARD, BET, FLOP, lambda d: d.update(bets=[]), "bets do not fit the street"),
    ("bet gone", STANDARD, DEAL, FLOP, lambda d: d["bets"].pop(), "bets do not fit the street"),
    ("board card gone", STANDARD, BET, FLOP, lambda d: d["board"].pop(), "board does not have"),
    ("no board", STANDARD, BET, FLOP, lambda d: d.update(board=[]), "board does not fit"),
    ("no board yet", STANDARD, DEAL, TURN, lambda d: d.update(board=[]), "board does not fit"),
    (
        "cards not dealt",
        STANDARD,
        BET,
        PREFLOP,
        lambda d: d.update(own_cards=[], forehead_cards=[]),
        "before the cards are dealt",
    ),
    (
        "cards gone",
        STANDARD,
        DEAL,
        FLOP,
        lambda d: d.update(own_cards=[], forehead_cards=[]),
        "cards of the players do not fit",
    ),
    ("own card gone", STANDARD, BET, FLOP, lambda d: d["own_cards"].pop(), "one own card"),
    ("forehead gone", STANDARD, BET, FLOP, lambda d: d["forehead_cards"].pop(), "one forehead"),
    (
        "card twice",
        STANDARD,
        BET,
        FLOP,
        lambda d: d["own_cards"].__setitem__(0, d["board"][0]),
        "a card is there twice",
    ),
    (
        "discards in standard mode",
        STANDARD,
        BET,
        FLOP,
        lambda d: d["discards"].__setitem__(1, [unused(d, rank=d["board"][0][0])]),
        "outside expert mode",
    ),
    (
        "board pairs in Expert Mode",
        EXPERT,
        BET,
        FLOP,
        lambda d: d["board"].__setitem__(2, unused(d, rank=d["board"][0][0])),
        "two cards of one rank",
    ),
    (
        "discard without cause",
        EXPERT,
        BET,
        FLOP,
        lambda d: d["discards"].__setitem__(1, [unused(d, rank=d["board"][2][0])]),
        "discarded without cause (flop)",
    ),
    (
        "preflop discard",
        EXPERT,
        BET,
        FLOP,
        lambda d: d["discards"].__setitem__(0, [unused(d, rank=d["board"][0][0])]),
        "discarded without cause (preflop)",
    ),
    (
        "discard on a street to come",
        EXPERT,
        BET,
        FLOP,
        lambda d: d["discards"].__setitem__(2, [unused(d, rank=d["board"][0][0])]),
        "discarded without cause (turn)",
    ),
    ("seat of a bet", STANDARD, BET, FLOP, lambda d: swap(d["bets"], 0, 1), "not this seat's turn"),
    ("target", STANDARD, BET, FLOP, lambda d: d["bets"][0].update(target=3), "no such player"),
    ("no chips", STANDARD, BET, FLOP, lambda d: d["bets"][0].update(chips=0), "at least 1 chip"),
    ("4 chips", STANDARD, BET, FLOP, lambda d: d["bets"][0].update(chips=4), "at most 3 chips"),
    ("huge", STANDARD, BET, FLOP, lambda d: d["bets"][0].update(chips=2**53 - 1), "at most 3"),
    ("reserve", STANDARD, DEAL, TURN, spend_too_much, "one chip must be kept"),
    ("card twice played", STANDARD, DEAL, TURN, play_twice, "already been played"),
    (
        "more bets than a hand has",
        STANDARD,
        BET,
        RIVER,
        lambda d: d.update(bets=(d["bets"] * 2)[:16]),
        "more bets than a hand has",
    ),
    (
        "last hand missing",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: d.update(last_hand=None),
        "last hand is there just",
    ),
    (
        "last hand too late",
        STANDARD,
        BET,
        PREFLOP,
        lambda d: d.update(last_hand=last_hand_document()),
        "last hand is there just",
    ),
    (
        "last hand's dealer",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: d.update(dealer=(d["dealer"] + 1) % 3),
        "dealer of the last hand",
    ),
    (
        "last hand's own dealer",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: d["last_hand"].update(dealer=7),
        "dealer of a scored hand is no seat",
    ),
    (
        "last row",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: (swap_unequal(d["score_sheet"][-1]), recount(d)),
        "does not score the last row",
    ),
    (
        "last hand's points",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: d["last_hand"]["points"].__setitem__(0, 8),
        "points does not follow",
    ),
    (
        "last hand's standings",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: d["last_hand"]["standings"][0].update(best=[]),
        "standings does not follow",
    ),
    (
        "last hand's strength",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: d["last_hand"]["standings"][0]["hands"][0].update(strength=1),
        "standings does not follow",
    ),
    (
        "last hand's best cards",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: d["last_hand"]["standings"][0]["hands"][0]["cards"].reverse(),
        "standings does not follow",
    ),
    (
        "last hand's bet",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: d["last_hand"]["bets"][0].update(chips=4),
        "in a scored hand: bet 0",
    ),
    (
        "last hand's verdict",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: d["last_hand"]["bets"][0].update(
            correct=not d["last_hand"]["bets"][0]["correct"]
        ),
        "bets does not follow",
    ),
    (
        "last hand's board",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: d["last_hand"]["board"].pop(),
        "in a scored hand: the board is not complete",
    ),
    (
        "last hand's action cards",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: d["last_hand"]["action_cards_left"].__setitem__(0, 9),
        "action_cards_left does not follow",
    ),
    ("outcome missing", STANDARD, OVER, RIVER, lambda d: d.update(outcome=None), "outcome is"),
    (
        "outcome too early",
        STANDARD,
        DEAL,
        PREFLOP,
        lambda d: d.update(outcome={"scores": d["scores"], "placings": [1] * 3, "winners": [0]}),
        "outcome is",
    ),
    (
        "placings",
        STANDARD,
        OVER,
        RIVER,
        lambda d: d["outcome"].update(placings=[1, 2, 3, 4]),
        "outcome does not follow",
    ),
    (
        "winners",
        STANDARD,
        OVER,
        RIVER,
        lambda d: d["outcome"].update(winners=[]),
        "outcome does not follow",
    ),
]


@pytest.mark.parametrize(
    ("mode", "phase", "street", "change", "problem"),
    [pytest.param(*row[1:], id=row[0]) for row in BROKEN],
)
def test_a_broken_invariant_is_named(
    mode: dp.Mode, phase: dp.Phase, street: dp.Street, change: Change, problem: str
) -> None:
    state = state_at(phase, street, mode=mode)
    document = json.loads(dp.to_json(state))
    dp.from_json(json.dumps(document), dp.GameState)
    change(document)
    with pytest.raises(dp.InvalidStateError) as caught:
        dp.from_json(json.dumps(document), dp.GameState)
    assert any(problem in told.lower() for told in caught.value.problems), caught.value.problems
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.problems == caught.value.problems


def test_every_broken_invariant_is_named_at_once() -> None:
    document = json.loads(dp.to_json(state_at(BET, FLOP, mode=STANDARD)))
    document["own_cards"][0] = document["board"][0]
    document["bets"][0]["chips"] = 4
    document["bets"][1]["target"] = 7
    document["scores"][0] = 99
    document["actor"] = None
    with pytest.raises(dp.InvalidStateError) as caught:
        dp.from_json(json.dumps(document), dp.GameState)
    assert len(caught.value.problems) == 5


VIEW_CHANGES: list[tuple[str, Change]] = [
    ("seat", lambda d: d.update(seat=3)),
    ("another seat", lambda d: d.update(seat=(d["seat"] + 1) % 3)),
    ("spectator with a card", lambda d: d.update(seat=None)),
    ("own card hidden", lambda d: d.update(own_card=None)),
    ("own card elsewhere", lambda d: d.update(own_card=d["board"][0])),
    ("own forehead card shown", lambda d: d["forehead_cards"].__setitem__(d["seat"], "2c")),
    ("forehead card hidden", lambda d: d.update(forehead_cards=[None] * 3)),
    ("forehead cards gone", lambda d: d.update(forehead_cards=[])),
    ("too many cards", lambda d: d.update(forehead_cards=[None] * 4)),
    ("chips", lambda d: d["chips_left"].__setitem__(0, 9)),
    ("action cards", lambda d: d.update(action_cards=[])),
    ("action cards' order", lambda d: d["action_cards"].reverse()),
    ("action cards left", lambda d: d["action_cards_left"].__setitem__(0, 9)),
    ("ply", lambda d: d.update(ply=0)),
    ("street of a bet", lambda d: d["bets"][0].update(street=2)),
    ("chips of a bet", lambda d: d["bets"][0].update(chips=7)),
    ("seat of a bet", lambda d: d["bets"][0].update(seat=99)),
    ("has_card", lambda d: [bet.update(has_card=not bet["has_card"]) for bet in d["bets"]]),
    ("bets without end", lambda d: d.update(bets=(d["bets"] * 4)[:16])),
    (
        "another's action card",
        lambda d: [b.update(has_card=True, card="bluff") for b in d["bets"] if b["seat"] != 1],
    ),
]


@pytest.mark.parametrize("change", [pytest.param(change, id=name) for name, change in VIEW_CHANGES])
def test_a_broken_view_is_refused(change: Change) -> None:
    state = state_at(BET, FLOP, mode=STANDARD, bets=2)
    document = json.loads(dp.to_json(state.view(1)))
    dp.from_json(json.dumps(document), dp.PlayerView)
    change(document)
    with pytest.raises(dp.InvalidStateError):
        dp.from_json(json.dumps(document), dp.PlayerView)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_hand_result_has_three_or_four_players(number: int) -> None:
    document = example(dp.HandResult)
    document["own_cards"] = (document["own_cards"] * 20)[:number]
    with pytest.raises(dp.InvalidStateError):
        dp.from_json(json.dumps(document), dp.HandResult)


@pytest.mark.parametrize(
    "change",
    [
        {"best": [1, 2]},
        {"worlds": 0},
        {"best": [0, 2**53 - 1, 0]},
        {"weakest": [0, 0, 0]},
    ],
)
def test_impossible_odds_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(dp.InvalidStateError):
        dp.from_json(json.dumps(example(dp.Odds) | change), dp.Odds)


def test_a_record_names_its_first_illegal_action() -> None:
    document = example(dp.Record)
    document["actions"][3]["chips"] = 4
    with pytest.raises(dp.IllegalActionError) as caught:
        dp.from_json(json.dumps(document), dp.Record)
    assert caught.value.index == 3


def test_states_that_tie_differ_by_their_cards() -> None:
    """`==` of hands is a tie, but a document of other cards is another document."""
    state = state_at(DEAL, PREFLOP, mode=STANDARD)
    document = json.loads(dp.to_json(state))
    hand = document["last_hand"]["standings"][0]["hands"][0]
    hand["cards"] = [card[0] + ("c" if card[1] != "c" else "d") for card in hand["cards"]]
    with pytest.raises(dp.InvalidStateError):
        dp.from_json(json.dumps(document), dp.GameState)
