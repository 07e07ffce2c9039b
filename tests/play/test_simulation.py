"""Simulations: the same report whoever computes it, faults that stay in their game, and files."""

import json
import random
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from detective_poker import (
    ArgumentError,
    ArgumentTypeError,
    Bet,
    FormatError,
    IllegalActionError,
    IllegalReason,
    Mode,
    PlayerView,
    Record,
    Report,
    Rules,
    from_json,
    simulate,
    to_json,
)
from detective_poker.bots import Bot, OddsBot, RandomBot
from detective_poker.simulation.games_file import MAX_LINE
from detective_poker.simulation.run import CHUNK
from detective_poker.simulation.schedule import MAX_GAMES

THREE = Rules(3, rounds=1)
BOTS = ["odds", "random", "naive"]
GAMES = 2 * CHUNK + 5


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate(BOTS, GAMES, rules=THREE, seed=3)


def threads() -> Executor:
    return ThreadPoolExecutor(3)


def processes() -> Executor:
    return ProcessPoolExecutor(2, get_context("spawn"))


@pytest.mark.parametrize("start", [threads, processes])
def test_the_report_is_the_same_with_any_executor(
    report: Report, start: Callable[[], Executor]
) -> None:
    with start() as executor:
        assert simulate(BOTS, GAMES, rules=THREE, seed=3, executor=executor) == report


def test_the_report_is_the_same_on_a_cluster(report: Report) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra 'dask' is not installed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor(pure=False)
        assert simulate(BOTS, GAMES, rules=THREE, seed=3, executor=executor) == report
        # Bots of one's own go there, too.
        own = [OddsBot, RandomBot, RandomBot]
        assert simulate(own, 3, rules=THREE, executor=executor) == simulate(own, 3, rules=THREE)


def test_another_seed_gives_other_games(report: Report) -> None:
    assert simulate(BOTS, GAMES, rules=THREE, seed=4) != report


def records(file: Path) -> list[Record]:
    lines = file.read_bytes().splitlines()[1:]
    return [from_json(json.dumps(json.loads(line)["record"]), Record) for line in lines]


def test_each_deal_is_played_once_in_every_seat(tmp_path: Path) -> None:
    file = tmp_path / "games"
    report = simulate(["random", "random", "odds"], 6, rules=THREE, seed=1, file=file)
    games = records(file)
    assert len(games) == report.games == 6
    for deal in (games[:3], games[3:]):
        assert len({record.dealer for record in deal}) == 1
        first = [record.actions[0] for record in deal]
        assert first[0] == first[1] == first[2]
        assert {record.names.index("odds") for record in deal} == {0, 1, 2}
        assert all(sorted(record.names) == ["odds", "random", "random 2"] for record in deal)
    assert games[0].actions[0] != games[3].actions[0]


def test_the_report_adds_up(tmp_path: Path) -> None:
    file = tmp_path / "games"
    report = simulate(BOTS, GAMES, rules=THREE, seed=3, file=file)
    wins, points, leads = (dict.fromkeys(BOTS, 0.0) for _ in range(3))
    for record in records(file):
        outcome = record.final().outcome
        assert outcome is not None
        for seat, name in enumerate(record.names):
            wins[name] += (seat in outcome.winners) / len(outcome.winners) / GAMES
            points[name] += outcome.scores[seat] / GAMES
            rest = sum(outcome.scores) - outcome.scores[seat]
            leads[name] += (outcome.scores[seat] - rest / 2) / GAMES
    for bot in report.bots:
        assert bot.games == GAMES
        assert bot.win_share == pytest.approx(wins[bot.name])
        assert bot.points == pytest.approx(points[bot.name])
        assert bot.lead == pytest.approx(leads[bot.name])
        assert bot.lead_interval is not None
        assert 0 < bot.lead_interval < 10
    assert sum(bot.win_share for bot in report.bots) == pytest.approx(1)


def test_an_interval_is_about_deals() -> None:
    # Equal bots share every deal alike: nothing is uncertain about their wins.
    equal = simulate([OddsBot] * 3, 9, rules=Rules(3), seed=2)
    assert {bot.win_share_interval for bot in equal.bots} != {None}
    assert [bot.name for bot in equal.bots] == ["OddsBot", "OddsBot 2", "OddsBot 3"]
    assert simulate(BOTS, 3, rules=THREE).bots[0].win_share_interval is None


def test_with_more_bots_than_seats_every_choice_plays() -> None:
    pace = Pace()
    report = simulate(["odds", "random", "naive", "random"], CHUNK, rules=THREE, progress=pace)
    assert report.games == 4 * CHUNK
    assert [bot.games for bot in report.bots] == [3 * CHUNK] * 4
    assert pace.done == [done * CHUNK for done in range(5)]
    assert pace.totals == {4 * CHUNK}


class Raises(RandomBot):
    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        if view.street == 2:
            raise ZeroDivisionError("on the turn")
        return super().choose(view, rng)


class Cheats(RandomBot):
    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        return Bet(view.seat or 0, 0, 4)


class Mumbles(RandomBot):
    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        return "b 0>2 3"  # type: ignore[return-value]


class Forgets(RandomBot):
    def observe(self, view: PlayerView, /) -> None:
        raise KeyError(view.hand_number)


class Refuses(RandomBot):
    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        raise IllegalActionError(None, IllegalReason.GAME_OVER)


class RunsOut(RandomBot):
    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        raise StopIteration


def fails() -> Bot:
    raise OSError("no such bot")


@pytest.mark.parametrize(
    ("bot", "what", "scored"),
    [
        (Raises, "ZeroDivisionError: on the turn", False),
        (Cheats, "illegal bet: too_many_chips", False),
        (Mumbles, "illegal bet: not_an_action", False),
        (Forgets, "KeyError: 1", True),
        (Refuses, "IllegalActionError: The game is over.", False),
        (RunsOut, "StopIteration: ", False),
        (fails, "OSError: no such bot", False),
    ],
)
def test_a_fault_ends_its_game_and_no_other(
    tmp_path: Path, bot: Callable[[], Bot], what: str, scored: bool
) -> None:
    file = tmp_path / "games"
    name = bot.__name__
    for _ in range(2):  # the second time from the file
        report = simulate(["random", bot, "odds", "naive"], 4, rules=THREE, file=file)
        assert report.games == 16
        assert [(fault.bot, fault.what) for fault in report.faults] == [(name, what)] * 12
        others = [fault.game for fault in report.faults]
        assert others == [*range(8), *range(12, 16)]
        assert {bot.name: bot.faults for bot in report.bots} == {
            "random": 0,
            name: 12,
            "odds": 0,
            "naive": 0,
        }
        assert report.bots[1].win_share == 0
        # Only the line-up without it is played to its end.
        assert report.bots[1].points_interval is None
        assert report.bots[0].points > 0
    assert [bool(record.final().score_sheet) for record in records(file)[:4]] == [scored] * 4


class NoTextError(Exception):
    def __str__(self) -> str:
        raise ValueError("no text")


class NumberForTextError(Exception):
    def __str__(self) -> str:
        return 5  # type: ignore[return-value]  # noqa: PLE0307


class OddText(str):
    def __format__(self, spec: str) -> str:
        raise ValueError("no format")

    def __getitem__(self, index: object) -> str:
        raise ValueError("no item")


class OddTextError(Exception):
    def __str__(self) -> str:
        return OddText("odd")


class Nameless(type):
    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise ValueError("no name")


class NamelessError(Exception, metaclass=Nameless):
    pass


@pytest.mark.parametrize(
    ("error", "what"),
    [
        (NoTextError(), "NoTextError: (its text cannot be read)"),
        (NumberForTextError(), "NumberForTextError: (its text cannot be read)"),
        # More digits than Python writes out.
        (ValueError(10**5000), "ValueError: (its text cannot be read)"),
        (OddTextError(), "OddTextError: odd"),
        (NamelessError("x"), "NamelessError: x"),
        (ValueError("a\ud800b"), "ValueError: a\\ud800b"),
        (ValueError("two\nlines\r\x00\u2028"), "ValueError: two\\nlines\\r\\x00\\u2028"),
        (ValueError("é♠" * 10**6), "ValueError: " + "é♠" * 94),
        (ValueError("\n" * 10**6), "ValueError: " + "\\n" * 94),
        (type("X" * 10**4, (Exception,), {})("y"), "X" * 200),
        (type("two\nlines", (Exception,), {})("y"), "two\\nlines: y"),
        (ExceptionGroup("many", [ValueError("x")]), "ExceptionGroup: many (1 sub-exception)"),
    ],
    ids=[f"error{number}" for number in range(12)],
)
def test_a_fault_is_told_whatever_the_exception(
    tmp_path: Path, error: Exception, what: str
) -> None:
    class Breaks(RandomBot):
        def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
            raise error

    bots = [Breaks, RandomBot, RandomBot]
    played = simulate(bots, 3, rules=THREE)
    assert [fault.what for fault in played.faults] == [what] * 3
    for _ in range(2):  # the second time from the file
        assert simulate(bots, 3, rules=THREE, file=tmp_path / "games") == played


class Unwatchable(RandomBot):
    @property
    def observe(self) -> None:
        raise ValueError("not to be asked")


def test_a_bot_that_cannot_be_asked_whether_it_watches_is_at_fault_itself() -> None:
    # From Python 3.12 on the question does not run the bot's code.
    faults = simulate([Unwatchable, RandomBot, RandomBot], 3, rules=THREE).faults
    assert {fault.bot for fault in faults} <= {"Unwatchable"}


class Named:
    """Makes bots, under any name."""

    def __init__(self, name: object) -> None:
        self.__name__ = name

    def __call__(self) -> Bot:
        return RandomBot()


LONG = "L" * 60


@pytest.mark.parametrize(
    ("names", "reported"),
    [
        ([LONG] * 3, [LONG[:50], f"{LONG[:50]} 2", f"{LONG[:50]} 3"]),
        ([LONG + "a", LONG + "b", LONG], [LONG[:50], f"{LONG[:50]} 2", f"{LONG[:50]} 3"]),
        (["L" * 50, LONG, "M"], [LONG[:50], f"{LONG[:50]} 2", "M"]),
        (["x", "x 2", "x"], ["x", "x 2", "x 3"]),
        (["x", "x", "x 2"], ["x", "x 2", "x 2 2"]),
        (["my bot", "my bot", "my bot"], ["my bot", "my bot 2", "my bot 3"]),
        ([5, None, ""], ["Named", "Named 2", "Named 3"]),
        (["a\nb", "\ud800", "é"], ["a\\nb", "\\ud800", "é"]),
    ],
)
def test_every_bot_has_a_name_of_its_own(
    tmp_path: Path, names: list[object], reported: list[str]
) -> None:
    file = tmp_path / "games"
    report = simulate([Named(name) for name in names], 3, rules=THREE, file=file)
    assert [bot.name for bot in report.bots] == reported
    assert not report.faults
    assert all(sorted(record.names) == sorted(reported) for record in records(file))


class LongNamedBotThatNeverMakesAnyBetAtAllAndAlwaysRaises1(RandomBot):
    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        raise ValueError(1)


class LongNamedBotThatNeverMakesAnyBetAtAllAndAlwaysRaises2(RandomBot):
    pass


def test_a_fault_names_one_bot_however_long_its_name_is() -> None:
    one = LongNamedBotThatNeverMakesAnyBetAtAllAndAlwaysRaises1
    other = LongNamedBotThatNeverMakesAnyBetAtAllAndAlwaysRaises2
    report = simulate([other, one, "random"], 3, rules=THREE)
    assert [bot.faults for bot in report.bots] == [0, 3, 0]
    assert {fault.bot for fault in report.faults} == {report.bots[1].name}
    assert report.bots[0].name != report.bots[1].name


class Pace:
    """Notes what progress it is told."""

    def __init__(self) -> None:
        self.done: list[int] = []
        self.totals: set[int] = set()

    def __call__(self, done: int, total: int) -> None:
        self.done.append(done)
        self.totals.add(total)


def test_a_run_cut_short_goes_on(tmp_path: Path, report: Report) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    assert simulate(BOTS, GAMES, rules=THREE, seed=3, file=whole) == report
    data = whole.read_bytes()
    ends = [index + 1 for index, byte in enumerate(data) if byte == ord("\n")]
    for length in (0, 10, ends[0] - 1, ends[0], ends[4], ends[4] + 1, ends[30] - 1, len(data)):
        cut.write_bytes(data[:length])
        pace = Pace()
        again = simulate(BOTS, GAMES, rules=THREE, seed=3, file=cut, progress=pace)
        assert again == report
        assert cut.read_bytes() == data
        # What was there is not played again.
        assert pace.done[0] == max(0, data[:length].count(b"\n") - 1)


class StoppedError(Exception):
    pass


def test_nothing_that_was_played_is_lost(tmp_path: Path, report: Report) -> None:
    file = tmp_path / "games"

    def progress(done: int, _total: int) -> None:
        if done >= CHUNK:
            raise StoppedError

    for executor in (None, threads()):
        with pytest.raises(StoppedError):
            simulate(
                BOTS, GAMES, rules=THREE, seed=3, file=file, progress=progress, executor=executor
            )
        assert len(records(file)) >= CHUNK
    assert simulate(BOTS, GAMES, rules=THREE, seed=3, file=file) == report


@pytest.fixture
def peak() -> Iterator[Callable[[], int]]:
    """The most memory that Python took at any time, in bytes."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()


class Idle(Executor):
    """Plays nothing, at once."""

    def submit(self, *_args: object, **_kwargs: object) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result([])
        return future


@pytest.mark.parametrize("executor", [None, Idle()])
def test_games_to_come_take_no_memory(executor: Executor | None, peak: Callable[[], int]) -> None:
    calls: list[int] = []

    def progress(done: int, _total: int) -> None:
        calls.append(done)
        if len(calls) > 1:
            raise StoppedError

    with pytest.raises(StoppedError):
        simulate(["random"] * 3, 1_000_000, rules=THREE, progress=progress, executor=executor)
    # A list of them would take 30 MB.
    assert peak() < 10_000_000


@pytest.mark.parametrize("begun", [False, True])
def test_no_line_is_read_that_is_longer_than_ours(
    tmp_path: Path, begun: bool, peak: Callable[[], int]
) -> None:
    file = tmp_path / "games"
    if begun:
        simulate(BOTS, 4, rules=THREE, seed=3, file=file)
    with file.open("ab") as stream:
        stream.truncate(stream.tell() + 5 * MAX_LINE)
    size = file.stat().st_size
    with pytest.raises(FormatError, match="line 6" if begun else "is not of this simulation"):
        simulate(BOTS, 4, rules=THREE, seed=3, file=file)
    assert peak() < (3 * MAX_LINE if begun else MAX_LINE // 4)
    assert file.stat().st_size == size


def test_the_longest_game_fits_into_a_line(tmp_path: Path) -> None:
    file = tmp_path / "games"
    rules = Rules(4, Mode.EXPERT, 100)
    simulate(["random"] * 4, 1, rules=rules, file=file)
    assert file.stat().st_size < MAX_LINE // 5


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games"
    simulate(BOTS, 4, rules=THREE, seed=3, file=file)
    data = file.read_bytes()
    for bots, games, rules, seed in [
        (BOTS[::-1], 4, THREE, 3),
        (BOTS, 5, THREE, 3),
        (BOTS, 4, Rules(3, Mode.EXPERT, 1), 3),
        (BOTS, 4, THREE, 4),
    ]:
        with pytest.raises(FormatError):
            simulate(bots, games, rules=rules, seed=seed, file=file)
    lines = data.splitlines(keepends=True)
    record = to_json(Record(Rules(3), 0))
    for wrong in (
        [b"shopping list\n"],
        [*lines, lines[1]],
        [*lines[:2], b"{}\n"],
        [*lines[:2], b"[\n"],
        [*lines[:2], lines[2].replace(b'"game":1', b'"game":4')],
        [*lines[:2], lines[2].replace(b'"game":1', b'"game":-1')],
        [*lines[:2], lines[2].replace(b'"fault":null', b'"fault":[3, "x"]')],
        [*lines[:2], lines[2].replace(b'"fault":null', b'"fault":7')],
        [*lines[:2], b'{"game": 1, "fault": [0, "x"], "record": ' + record + b"}\n"],
        [*lines[:2], b'{"game": 1, "fault": null, "record": 5}\n'],
    ):
        file.write_bytes(b"".join(wrong))
        with pytest.raises(FormatError):
            simulate(BOTS, 4, rules=THREE, seed=3, file=file)
        assert file.read_bytes() == b"".join(wrong)


@pytest.mark.parametrize(
    ("bots", "games", "options"),
    [
        (["odds", "odds"], 1, {}),
        (["odds"] * 4, 0, {}),
        (["odds"] * 4, MAX_GAMES + 1, {}),
        (["odds"] * 4, 10**400, {}),
        (["odds", "odds", "odds", "genius"], 1, {}),
    ],
)
def test_arguments_out_of_range_are_refused(bots: Any, games: Any, options: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError) as caught:
        simulate(bots, games, **options)
    assert not isinstance(caught.value, ArgumentTypeError)


@pytest.mark.parametrize(
    ("bots", "games", "options"),
    [
        ("odds", 1, {}),
        (5, 1, {}),
        (None, 1, {}),
        (OddsBot, 1, {}),
        (["odds", "odds", "odds", 5], 1, {}),
        (["odds", "odds", "odds", None], 1, {}),
        (["odds", "odds", "odds", ["odds"]], 1, {}),
        (["odds", "odds", "odds", OddsBot()], 1, {}),
        (["odds"] * 4, None, {}),
        (["odds"] * 4, True, {}),
        (["odds"] * 4, 1.0, {}),
        (["odds"] * 4, 1, {"rules": 4}),
        (["odds"] * 4, 1, {"rules": None}),
        (["odds"] * 4, 1, {"seed": "x"}),
        (["odds"] * 4, 1, {"seed": True}),
        (["odds"] * 4, 1, {"file": 5}),
        (["odds"] * 4, 1, {"file": b"games"}),
        (["odds"] * 4, 1, {"progress": 5}),
        (["odds"] * 4, 1, {"executor": "x"}),
        (["odds"] * 4, 1, {"executor": 5}),
        (["odds"] * 4, 1, {"executor": ThreadPoolExecutor}),
    ],
)
def test_arguments_of_a_wrong_type_are_refused(
    bots: Any, games: Any, options: dict[str, Any]
) -> None:
    with pytest.raises(ArgumentTypeError):
        simulate(bots, games, **options)


def test_bots_come_from_any_iterable(tmp_path: Path) -> None:
    expected = simulate(BOTS, 2, rules=THREE)
    assert simulate(iter(BOTS), 2, rules=THREE) == expected
    assert simulate(dict.fromkeys(BOTS).keys(), 2, rules=THREE) == expected
    # Of bots or options that are refused, no file is made.
    file = tmp_path / "games"
    with pytest.raises(ArgumentError):
        simulate((5 for _ in range(3)), 2, rules=THREE, file=file)  # type: ignore[misc]
    with pytest.raises(ArgumentError):
        simulate(BOTS, 2, rules=THREE, file=file, progress=5)  # type: ignore[arg-type]
    assert not file.exists()
