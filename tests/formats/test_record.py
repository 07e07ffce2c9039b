"""Records: text and values, strict reading, resuming, and what one seat learned."""

import pickle
import random
import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import detective_poker as dp
from games import ALL_KINDS, record_of

GOLDEN = Path(__file__).parents[1] / "data" / "golden"


def head(kind: str = "record", extra: str = "", players: int = 3) -> str:
    return (
        f"detective-poker {kind} 1\n{extra}players {players}\nmode standard\nrounds 1\ndealer 0\n"
    )


DEAL = "d 2c 3c 4c 5c 6c 7c\n"


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
class TestWholeGames:
    def test_text_round_trip(self, players: int, mode: dp.Mode) -> None:
        record = record_of(players, mode, 2, 1)
        assert dp.Record.from_text(record.to_text()) == record
        assert dp.Record.from_text(record.to_text()).to_text() == record.to_text()

    def test_states_are_those_of_play(self, players: int, mode: dp.Mode) -> None:
        record = record_of(players, mode, 2, 1)
        state = dp.new_game(record.rules, dealer=record.dealer)
        states = [state]
        for action in record.actions:
            state = state.apply(action)
            states.append(state)
        assert record.states() == tuple(states)
        assert record.final() == state
        assert [state.ply for state in states] == list(range(len(states)))

    def test_a_game_is_resumed_in_the_middle(self, players: int, mode: dp.Mode) -> None:
        record = record_of(players, mode, 1, 2)
        middle = len(record.actions) // 2
        stored = dp.Record(
            record.rules, record.dealer, record.actions[:middle], record.names
        ).to_text()
        resumed = dp.Record.from_text(stored)
        for action in record.actions[middle:]:
            resumed = resumed.append(action)
        assert resumed == record
        assert resumed.final() == record.final()

    def test_a_seat_record_gives_the_views_of_its_seat(self, players: int, mode: dp.Mode) -> None:
        record = record_of(players, mode, 1, 3)
        for seat in range(players):
            views = record.for_seat(seat).views()
            assert list(map(dp.to_json, views)) == [
                dp.to_json(state.view(seat)) for state in record.states()
            ]
        views = record.for_spectators().views()
        assert views == tuple(state.public_view() for state in record.states())

    def test_seat_records_of_unfinished_hands_too(self, players: int, mode: dp.Mode) -> None:
        record = record_of(players, mode, 1, 4)
        for length in range(len(record.actions)):
            part = dp.Record(record.rules, record.dealer, record.actions[:length])
            for seen in (*map(part.for_seat, range(players)), part.for_spectators()):
                assert dp.SeatRecord.from_text(seen.to_text()) == seen
                assert seen.views()[-1] == (
                    part.final().public_view()
                    if seen.seat is None
                    else part.final().view(seen.seat)
                )

    def test_a_seat_record_only_grows(self, players: int, mode: dp.Mode) -> None:
        record = record_of(players, mode, 1, 5)
        for seat in range(players):
            before: tuple[str, ...] = ()
            for length in range(len(record.actions) + 1):
                part = dp.Record(record.rules, record.dealer, record.actions[:length])
                lines = part.for_seat(seat).lines
                assert lines[: len(before)] == before
                before = lines

    def test_a_seat_record_cannot_tell_worlds_apart(self, players: int, mode: dp.Mode) -> None:
        """R8: hidden cards and action cards that differ leave no trace before the reveal."""
        record = record_of(players, mode, 1, 6)
        rng = random.Random(6)
        for length in range(1, 4 * (players + 1)):
            part = dp.Record(record.rules, record.dealer, record.actions[:length])
            for seat in range(players):
                world = dp.determinize(part.final().view(seat), rng)
                order = [(record.dealer + 1 + step) % players for step in range(players)]
                deal = dp.Deal(
                    tuple(world.own_cards[s] for s in order)
                    + tuple(world.forehead_cards[s] for s in order)
                )
                bets = iter(world.bets)
                actions = [
                    next(bets) if isinstance(action, dp.Bet) else action
                    for action in (deal, *part.actions[1:])
                ]
                other = dp.Record(record.rules, record.dealer, tuple(actions))
                assert other.for_seat(seat) == part.for_seat(seat)
                assert dp.to_json(other.for_seat(seat)) == dp.to_json(part.for_seat(seat))
                assert repr(other.for_seat(seat)) == repr(part.for_seat(seat))

    def test_golden_record(self, players: int, mode: dp.Mode) -> None:
        """A record of an earlier version, and what it led to then, read the same for ever."""
        path = GOLDEN / f"{players}-{mode}.txt"
        record = dp.Record.from_text(path.read_text(encoding="utf-8"))
        assert record.to_text().encode() == path.read_bytes()
        assert dp.to_json(record.final()) == path.with_suffix(".state.json").read_bytes()
        assert dp.to_json(record) == path.with_suffix(".json").read_bytes()
        assert dp.from_json(path.with_suffix(".json").read_bytes(), dp.Record) == record
        seen = path.with_suffix(".seat1.txt").read_text(encoding="utf-8")
        assert dp.SeatRecord.from_text(seen) == record.for_seat(1)


class TestStrictReading:
    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("", None),
            ("detective-poker record 1", None),
            ("detective-poker record 2\n", 1),
            ("detective-poker seat-record 1\n", 1),
            (head().replace("players 3", "players 5"), 2),
            (head().replace("players 3", "players  3"), 2),
            (head().replace("mode standard", "mode hard"), 3),
            (head().replace("rounds 1", "rounds 0"), 4),
            (head().replace("rounds 1", "rounds 101"), 4),
            (head().replace("rounds 1", "rounds 01"), 4),
            (head().replace("dealer 0", "dealer 3"), 5),
            (head().replace("dealer 0", "dealer -1"), 5),
            (head().removesuffix("dealer 0\n"), 4),
            (head() + "\n", 6),
            (head() + "name Ann\n", 6),
            (head() + "name Ann\n" + DEAL, 6),
            (head() + "name A\nname B\nname C\nname D\n", 9),
            (head() + "name A\nname \x07\nname C\n", 7),
            (head() + f"name A\nname {'x' * 65}\nname C\n", 7),
            (head() + "name A\nname B\nname C\ud800\n", 8),
            (head() + DEAL + "\n", 7),
            (head() + DEAL + "b 1>0 1 \n", 7),
            (head() + DEAL + "B 1>0 1\n", 7),
            (head() + DEAL + "b 1>0 01\n", 7),
            (head() + DEAL + "b 1>0 1 joker\n", 7),
            (head() + DEAL + "b 1>0 1 ?\n", 7),
            (head() + DEAL.replace("2c", "??"), 6),
            (head() + DEAL.replace("2c", "2C"), 6),
            (head() + DEAL.replace("2c", "3c"), 6),
            (head() + DEAL.replace("\n", "\r\n"), 6),
            (head() + DEAL + "# a comment\n", 7),
            (head() + DEAL.removesuffix("\n"), None),
            ("x" * (1 << 22) + "\n", None),
        ],
    )
    def test_a_bad_line_is_named(self, text: str, line: int | None) -> None:
        with pytest.raises(dp.NotationError) as caught:
            dp.Record.from_text(text)
        if line is not None:
            assert str(caught.value).startswith(f"Line {line}: ")

    @pytest.mark.parametrize("value", [None, 5, b"detective-poker record 1\n"])
    def test_what_is_no_text_is_refused(self, value: object) -> None:
        with pytest.raises(dp.ArgumentTypeError):
            dp.Record.from_text(value)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("lines", "index", "reason"),
        [
            ("b 1>0 1\n", 0, dp.IllegalReason.EXPECTED_DEAL),
            (DEAL + "b 2>0 1\n", 1, dp.IllegalReason.WRONG_SEAT),
            (DEAL + "b 1>0 1\nb 2>3 1\n", 2, dp.IllegalReason.NO_SUCH_TARGET),
            (DEAL + "b 1>0 1\nb 2>0 4\n", 2, dp.IllegalReason.TOO_MANY_CHIPS),
            ("d 2c 3c\n", 0, dp.IllegalReason.WRONG_CARD_COUNT),
        ],
    )
    def test_the_first_illegal_action_is_named(
        self, lines: str, index: int, reason: dp.IllegalReason
    ) -> None:
        with pytest.raises(dp.IllegalActionError) as caught:
            dp.Record.from_text(head() + lines)
        assert caught.value.index == index
        assert caught.value.reason is reason
        assert caught.value.line == 6 + index
        assert str(caught.value).startswith(f"Line {6 + index}, action {index}: ")
        assert vars(pickle.loads(pickle.dumps(caught.value))) == vars(caught.value)


class TestValues:
    def test_illegal_actions_are_refused_wherever_they_are_read(self) -> None:
        record = dp.Record(dp.Rules(3), 0, (dp.Bet(1, 0, 1),))
        for read in (
            record.states,
            record.final,
            record.to_text,
            record.for_spectators,
            lambda: record.for_seat(0),
            lambda: record.append(dp.Bet(1, 0, 1)),
            lambda: dp.to_json(record),
        ):
            with pytest.raises(dp.IllegalActionError) as caught:
                read()
            assert caught.value.index == 0

    def test_append_refuses_and_leaves_the_record(self) -> None:
        record = record_of(3, dp.Mode.STANDARD, 1, 1)
        with pytest.raises(dp.IllegalActionError) as caught:
            record.append(dp.Bet(0, 0, 1))
        assert caught.value.index == len(record.actions)
        assert caught.value.reason is dp.IllegalReason.GAME_OVER
        assert record == record_of(3, dp.Mode.STANDARD, 1, 1)

    def test_sequences_of_any_kind_make_equal_records(self) -> None:
        record = record_of(3, dp.Mode.STANDARD, 1, 1)
        same = dp.Record(record.rules, record.dealer, list(record.actions), [])  # type: ignore[arg-type]
        assert same == record
        assert hash(same) == hash(record)

    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            ((None, 0), dp.ArgumentTypeError),
            ((dp.Rules(3), 3), dp.SeatError),
            ((dp.Rules(3), True), dp.ArgumentTypeError),
            ((dp.Rules(3), 0, 5), dp.ArgumentTypeError),
            ((dp.Rules(3), 0, "b"), dp.ArgumentTypeError),
            ((dp.Rules(3), 0, (), ("a", "b")), dp.NotationError),
            ((dp.Rules(3), 0, (), ("a", "b", 3)), dp.ArgumentTypeError),
            ((dp.Rules(3), 0, (), ("a", "b", "c\n")), dp.NotationError),
        ],
    )
    def test_bad_heads_are_refused(
        self, arguments: tuple[object, ...], error: type[Exception]
    ) -> None:
        with pytest.raises(error):
            dp.Record(*arguments)  # type: ignore[arg-type]

    @pytest.mark.parametrize("seat", [-1, 3, True, None, "0", 1.0])
    def test_there_is_no_record_of_another_seat(self, seat: object) -> None:
        with pytest.raises(dp.SeatError if type(seat) is int else dp.ArgumentTypeError):
            record_of(3, dp.Mode.STANDARD, 1, 1).for_seat(seat)  # type: ignore[arg-type]

    def test_repr_holds_public_facts_only(self) -> None:
        record = record_of(4, dp.Mode.EXPERT, 1, 1)
        for value in (record, record.for_seat(0), record.for_spectators()):
            text = repr(value) + repr(value.__rich_repr__())
            assert not re.search(r"\b[2-9TJQKA][cdhs]\b|bluff|clockwise|plus_one|blank", text)


class TestSeatRecords:
    @pytest.mark.parametrize(
        "deal",
        [
            "d 1c ?? ?? ?? 7c 9c",
            "d ?? ? ?? ?? 7c 9c",
            "d ??\0\0h ?? ?? ?? 7c 9c",
            "d as ?? ?? ?? 7c 9c",
            "d" + " ??" * 52 + "\nd 2c 3c 4c",
            "d  ?? ?? ?? ?? 7c 9c",
        ],
    )
    def test_a_deal_not_yet_revealed_is_of_cards(self, deal: str) -> None:
        """Words that are no cards in the last hand, whose cards no later line tells."""
        with pytest.raises(dp.NotationError):
            dp.SeatRecord.from_text(head("seat-record", "seat 0\n") + deal + "\n")
        record = dp.SeatRecord(0, dp.Rules(3, rounds=1), 0, tuple(deal.split("\n")))
        with pytest.raises(dp.NotationError):
            record.views()
        with pytest.raises(dp.NotationError):
            dp.from_json(b'{"version":1,' + msgspec.json.encode(record)[1:], dp.SeatRecord)

    def record(self) -> dp.SeatRecord:
        return record_of(3, dp.Mode.STANDARD, 1, 1).for_seat(1)

    def test_hidden_cards_are_question_marks(self) -> None:
        """R8: others' own cards and the seat's own forehead card stay `??`, action cards `?`."""
        record = record_of(3, dp.Mode.STANDARD, 1, 1)
        dealt = record.for_seat(1).lines[0].split()[1:]
        order = [(record.dealer + 1 + step) % 3 for step in range(3)]
        hidden = [(word == "??") for word in dealt]
        assert hidden == [seat != 1 for seat in order] + [seat == 1 for seat in order]
        assert set(record.for_spectators().lines[0].split()[1:]) == {"??"}
        for line, action in zip(record.for_seat(1).lines, record.actions, strict=False):
            if line.startswith("r"):
                break
            if isinstance(action, dp.Bet) and action.card is not None:
                assert line.endswith("?") == (action.seat != 1)

    def test_a_reveal_follows_every_hand(self) -> None:
        """R10: scoring reveals every card and every action card."""
        record = record_of(4, dp.Mode.EXPERT, 2, 1)
        reveals = [line for line in record.for_seat(0).lines if line.startswith("r")]
        assert len(reveals) == record.rules.hands
        played = [a.card for a in record.actions if isinstance(a, dp.Bet) and a.card]
        assert [w for line in reveals for w in line.partition(" : ")[2].split()] == played

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (r"^r ", "d "),
            (r"^r [^:]*", "r 2c "),
            (r"\?\?", "2c"),
            (r" \?$", ""),
            (r" \?$", " bluff"),
            (r"^(b \d>\d \d)$", r"\1 ?"),
            (r"^(r .*?) \S+( :.*)?$", r"\1\2"),
            (r"^r \w\w (\w\w)", r"r \1 \1"),
            (r"^d ", "x "),
        ],
    )
    def test_lines_that_cannot_be_are_refused(self, old: str, new: str) -> None:
        record = self.record()
        text, changes = re.subn(old, new, record.to_text(), count=1, flags=re.MULTILINE)
        assert changes == 1
        with pytest.raises((dp.NotationError, dp.IllegalActionError)):
            dp.SeatRecord.from_text(text)
        with pytest.raises((dp.NotationError, dp.IllegalActionError)):
            dp.SeatRecord(1, record.rules, record.dealer, tuple(text.split("\n")[6:-1])).views()

    @pytest.mark.parametrize("line", [None, 5, b"d 2c"])
    def test_lines_are_text(self, line: object) -> None:
        record = dp.SeatRecord(1, dp.Rules(3), 0, (line,))  # type: ignore[arg-type]
        with pytest.raises(dp.NotationError):
            record.views()

    def test_a_reveal_cannot_be_missing_or_moved(self) -> None:
        record = self.record()
        lines = list(record.lines)
        first = next(i for i, line in enumerate(lines) if line.startswith("r"))
        for changed in (
            lines[:first] + lines[first + 1 :],
            lines[:first] + [lines[first]] * 2 + lines[first + 1 :],
            [*lines[: first - 1], lines[first], lines[first - 1], *lines[first + 1 :]],
        ):
            with pytest.raises((dp.NotationError, dp.IllegalActionError)):
                dp.SeatRecord(1, record.rules, record.dealer, tuple(changed)).views()

    @pytest.mark.parametrize("extra", ["", "seat 3\n", "seat\n", "seat 01\n", "seat None\n"])
    def test_the_seat_is_read_strictly(self, extra: str) -> None:
        with pytest.raises((dp.NotationError, dp.SeatError)):
            dp.SeatRecord.from_text(head("seat-record", extra))

    def test_spectators_have_a_dash(self) -> None:
        assert dp.SeatRecord.from_text(head("seat-record", "seat -\n")).seat is None

    @pytest.mark.parametrize("seat", [-1, 3, True, "0"])
    def test_seats_are_checked(self, seat: object) -> None:
        with pytest.raises(dp.SeatError if type(seat) is int else dp.ArgumentTypeError):
            dp.SeatRecord(seat, dp.Rules(3), 0)  # type: ignore[arg-type]


def test_a_spectators_record_is_read_back() -> None:
    record = record_of(3, dp.Mode.EXPERT, 1, 1)
    seen = record.for_spectators()
    text = seen.to_text()
    assert text.split("\n")[1] == "seat -"
    assert text.endswith(f"{seen.lines[-1]}\n")
    assert dp.SeatRecord.from_text(text) == seen
    for seat in range(3):
        text = record.for_seat(seat).to_text()
        assert text.split("\n")[1] == f"seat {seat}"
        assert dp.SeatRecord.from_text(text).to_text() == text


def test_how_long_a_records_text_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    text = dp.Record(dp.Rules(3), 0).to_text()
    monkeypatch.setattr("detective_poker._record_text.MAX_TEXT", len(text))
    assert dp.Record.from_text(text).to_text() == text
    monkeypatch.setattr("detective_poker._record_text.MAX_TEXT", len(text) - 1)
    with pytest.raises(dp.NotationError, match="long"):
        dp.Record.from_text(text)


def test_a_seats_record_of_lists_holds_tuples() -> None:
    seen = record_of(3, dp.Mode.STANDARD, 1, 1).for_seat(1)
    made = dp.SeatRecord(1, seen.rules, seen.dealer, [*seen.lines], ["A", "B", "C"])  # type: ignore[arg-type]
    assert (made.lines, made.names) == (seen.lines, ("A", "B", "C"))
    assert hash(made) == hash(replace(seen, names=("A", "B", "C")))


@pytest.mark.parametrize("kind", [dp.Record, dp.SeatRecord])
def test_a_record_that_ends_in_its_head(kind: type[dp.Record | dp.SeatRecord]) -> None:
    record = record_of(3, dp.Mode.STANDARD, 1, 1)
    text = (record if kind is dp.Record else record.for_seat(1)).to_text()
    lines = text.split("\n")
    head = next(index for index, line in enumerate(lines) if line.startswith("d "))
    for end in range(1, head):
        with pytest.raises(dp.NotationError, match=r"^Line \d+: "):
            kind.from_text("\n".join([*lines[:end], ""]))


def test_the_reveal_of_a_hand_without_action_cards() -> None:
    state = dp.new_game(dp.Rules(3, rounds=1), dealer=0)
    actions: list[dp.Action] = []
    while state.hand_number == 0:
        if state.actor is None:
            actions.append(dp.deal_from(dp.DECK, state))
        else:
            actions.append(dp.Bet(state.actor, 0, 1))
        state = state.apply(actions[-1])
    seen = dp.Record(state.rules, 0, tuple(actions)).for_seat(1)
    assert seen.lines[-1] == "r 2c 3c 4c 5c 6c 7c"


def test_more_hidden_than_there_can_be() -> None:
    """A seat's record with more hidden cards, or action cards, than are left to stand for them."""
    head = "detective-poker seat-record 1\nseat 1\nplayers 3\nmode standard\nrounds 1\ndealer 0\n"
    hidden = " ".join(["??"] * 52)
    for lines in (
        f"d {hidden}\nd As Kd Qc\n",
        "d ?? 4c ?? 5c ?? 7c\n" + "b 1>0 1 ?\n" * 5,
        "d ?? 4c ?? 5c ?? 7c\n" + "b 2>0 1 ?\n" * 5,
        "d ?? 4c ?? 5c ?? 7c\nb 3>0 1 ?\n",
    ):
        with pytest.raises(dp.DetectivePokerError):
            dp.SeatRecord.from_text(head + lines)


def test_a_longer_record_keeps_the_names() -> None:
    record = dp.Record(dp.Rules(3), 0, (), ("A", "B", "C"))
    assert record.append(dp.deal_from(dp.DECK, record.final())).names == ("A", "B", "C")


@pytest.mark.parametrize("name", ["x" * 64, "x" * 65])
def test_how_long_a_name_may_be(name: str) -> None:
    if len(name) > 64:
        with pytest.raises(dp.NotationError, match="name"):
            dp.Record(dp.Rules(3), 0, (), (name, "", "B"))
    else:
        assert dp.Record(dp.Rules(3), 0, (), (name, "", "B")).names[0] == name


def test_what_a_record_refuses_is_named() -> None:
    record = record_of(3, dp.Mode.STANDARD, 1, 1)
    wrong = dp.Bet(0, 0, 3)
    bad = dp.Record(record.rules, record.dealer, (*record.actions[:1], record.actions[0], wrong))
    for call in (bad.final, bad.states, bad.to_text, lambda: bad.for_seat(0)):
        with pytest.raises(dp.IllegalActionError) as refused:
            call()
        assert refused.value.action is record.actions[0]
        assert refused.value.index == 1
    with pytest.raises(dp.IllegalActionError) as refused:
        dp.Record(record.rules, record.dealer).append(wrong)
    assert (refused.value.action, refused.value.index) == (wrong, 0)
