"""Many games between bots: the same report for the same seed, whoever computes it.

A deal is the cards and the dealers of a whole game. Every deal is played as often as there are
seats, each bot once in each seat, so that luck with the cards evens out. What happens in a game
depends on the seed and on the number of the game alone: not on the executor, nor on how many
workers it has. Each bot has a random stream of its own, which is never the dealer's.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import IO, Final, TypeAlias

import msgspec

from detective_poker._files import named
from detective_poker.actions import Action
from detective_poker.bots import BOTS, Bot, ObservingBot
from detective_poker.dealing import random_deal
from detective_poker.errors import ArgumentError, DetectivePokerError, FormatError
from detective_poker.formats import from_json, to_json
from detective_poker.record import Record
from detective_poker.rules import OVER, Rules
from detective_poker.state import new_game

BotFactory: TypeAlias = "str | Callable[[], Bot]"
"""What makes a bot for each game: a name in `bots.BOTS`, or a callable such as a bot's class.

Processes and clusters get it pickled."""

CHUNK: Final = 20
"""Games in one task of an executor."""
MAX_WAITING: Final = 1024
"""Tasks that an executor is given ahead."""
MAX_GAMES: Final = 10**9
"""Games of each line-up at most: no memory holds the results of more."""
MAX_LINE: Final = 1 << 22
"""Bytes of a line of a file at most. The longest game takes about a tenth of that."""
MAX_FAULT: Final = 200
"""Characters that tell of a fault."""
_LONGEST_NAME: Final = 50
"""Characters of a bot's name, before the number that tells it from others of that name."""
FORMAT_VERSION: Final = 1
_CERTAINTY: Final = 1.96
"""Standard errors in half a 95 % interval."""


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot ended a game before its time."""

    game: int
    """The number of the game, from 0."""
    bot: str
    what: str
    """The reason for which its bet was refused, or the type and text of what it raised."""


class BotReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot did.

    The intervals are half the width of 95 % intervals, by deal; None where there is one deal only.
    """

    name: str
    games: int
    win_share: float
    """A shared victory counts as a part; a game that a fault ended is lost for the bot at fault and
    shared by the others."""
    win_share_interval: float | None
    points: float
    """Mean points a game, as the lead without the games that a fault ended."""
    points_interval: float | None
    lead: float
    """Mean points a game above the mean of the other players."""
    lead_interval: float | None
    faults: int


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a simulation came to."""

    rules: Rules
    seed: int
    games: int
    bots: tuple[BotReport, ...]
    """In the order given."""
    faults: tuple[Fault, ...]
    """In the order of the games."""


class _Result(msgspec.Struct, frozen=True):
    """One game: who sat where, and what came of it."""

    game: int
    seats: tuple[int, ...]
    """By seat, the place of the bot among all."""
    record: Record
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    fault_seat: int | None = None
    fault: str = ""


class _Plan(msgspec.Struct, frozen=True):
    """All that a worker must know."""

    bots: tuple[BotFactory, ...]
    names: tuple[str, ...]
    rules: Rules
    seed: int
    games: int
    """Games of each line-up."""

    @property
    def lineups(self) -> tuple[tuple[int, ...], ...]:
        """Who plays whom: everybody, or every choice of as many bots as there are seats."""
        return tuple(itertools.combinations(range(len(self.bots)), self.rules.players))

    def seats(self, game: int) -> tuple[int, ...]:
        """Who sits where in a game: each deal is played once with every rotation."""
        lineup, players = self.lineups[game // self.games], self.rules.players
        rotation = game % self.games % players
        return tuple([lineup[(seat - rotation) % players] for seat in range(players)])


def simulate(
    bots: Iterable[BotFactory],
    games: int,
    *,
    rules: Rules = Rules(),  # noqa: B008 - a frozen value
    seed: int = 0,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
    file: str | Path | None = None,
) -> Report:
    """Let bots play many games against each other.

    With as many bots as seats they all play `games` games; with more, every choice of as many as
    there are seats does, which is a round-robin tournament. Bots are made anew for each game. One
    that raises an `Exception`, or bets what is illegal, ends that game (`Report.faults`) and no
    other.

    `executor`: any `concurrent.futures.Executor`; None plays in this thread. `progress(done, all)`
    is called with numbers of games. `file`: games are written there, a line of JSON each with its
    record; if it exists it must be of the same bots, rules, seed and games, and only games that it
    lacks are played. A line that a killed run left half written is dropped.

    Raises `ArgumentError`, also for more than a billion games and for a `file` that is no regular
    one, such as a pipe or a device; `FormatError` for a file of something else; and `OSError`, with
    the file's name, where the system refuses.

    >>> report = simulate(["odds", "random", "random"], 6, rules=Rules(players=3), seed=1)
    >>> max(report.bots, key=lambda bot: bot.points).name
    'odds'
    """
    _check_options(executor, progress, file)
    plan = _plan(bots, games, rules, seed)
    total = games * len(plan.lineups)
    results: dict[int, _Result] = {}
    stream: IO[bytes] | None = None
    if file is not None:
        stream, results = _open(Path(file), plan)
    try:
        if progress is not None:
            progress(len(results), total)
        # Found one by one while others are played: there can be very many.
        missing = (game for game in range(total) if game not in results)
        for chunk in _in_order(plan, missing, executor):
            results.update((result.game, result) for result in chunk)
            if stream is not None:
                _keep(stream, chunk)
            if progress is not None:
                progress(len(results), total)
    finally:
        if stream is not None:
            with named(stream.name):
                stream.close()
    return _report(plan, [results[game] for game in range(total)])


def _check_options(executor: object, progress: object, file: object) -> None:
    # A class has a `submit` too, but nothing to submit to.
    submit = None if isinstance(executor, type) else getattr(executor, "submit", None)
    if executor is not None and not callable(submit):
        raise ArgumentError("The executor is a concurrent.futures.Executor or None.")
    if progress is not None and not callable(progress):
        raise ArgumentError("The progress is a callable or None.")
    if file is not None and not isinstance(file, (str, os.PathLike)):
        raise ArgumentError("The file is a path or None.")


def _plan(bots: Iterable[BotFactory], games: int, rules: Rules, seed: int) -> _Plan:
    wrong = f"Bots are {', '.join(BOTS)}, or what makes one."
    if isinstance(bots, str) or not isinstance(bots, Iterable):
        raise ArgumentError(wrong)
    bots = tuple(bots)
    if not all(bot in BOTS if isinstance(bot, str) else callable(bot) for bot in bots):
        raise ArgumentError(wrong)
    if type(rules) is not Rules:
        raise ArgumentError("The rules must be Rules.")
    if len(bots) < rules.players:
        raise ArgumentError(f"There are {rules.players} seats, so that many bots or more.")
    if type(games) is not int or not 1 <= games <= MAX_GAMES:
        raise ArgumentError(f"The number of games is 1 to {MAX_GAMES:,}.")
    if type(seed) is not int:
        raise ArgumentError("The seed is a whole number.")
    return _Plan(bots, _names(bots), rules, seed, games)


def _names(bots: Iterable[BotFactory]) -> tuple[str, ...]:
    """A name for each bot, that no other one has and that a record takes."""
    # In the order given, which a set would not keep.
    names: dict[str, None] = {}
    for bot in bots:
        name = bot if isinstance(bot, str) else getattr(bot, "__name__", None)
        if not isinstance(name, str) or not name:
            name = _name_of_type(bot)
        first = name = _printable(name, _LONGEST_NAME)
        for number in itertools.count(2):
            if name not in names:
                break
            name = f"{first} {number}"
        names[name] = None
    return tuple(names)


def _chunks(games: Iterable[int]) -> Iterator[list[int]]:
    """The games of a task at a time, no sooner than they are asked for."""
    games = iter(games)
    while chunk := list(itertools.islice(games, CHUNK)):
        yield chunk


def _in_order(
    plan: _Plan, games: Iterable[int], executor: Executor | None
) -> Iterator[list[_Result]]:
    """The results of the games, a chunk at a time, in the order of the games."""
    chunks = _chunks(games)
    if executor is None:
        for chunk in chunks:
            yield play_games(plan, chunk)
        return
    waiting: deque[Future[list[_Result]]] = deque()
    try:
        for chunk in chunks:
            waiting.append(executor.submit(play_games, plan, chunk))
            if len(waiting) == MAX_WAITING:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def play_games(plan: _Plan, games: Iterable[int]) -> list[_Result]:
    """Play these games: what a worker does."""
    return [_play(plan, game) for game in games]


def _play(plan: _Plan, game: int) -> _Result:
    rules = plan.rules
    seats = plan.seats(game)
    # Every line-up gets the same cards: they are compared by what they make of them.
    deals = random.Random(f"{plan.seed} deal {game % plan.games // rules.players}")
    streams = [random.Random(f"{plan.seed} game {game} bot {place}") for place in seats]
    state = first = new_game(rules, rng=deals)
    actions: list[Action] = []
    fault: str | None = None
    fault_seat: int | None = None
    bots: list[Bot] = []

    def record() -> Record:
        names = tuple([plan.names[place] for place in seats])
        return Record(rules, first.dealer, tuple(actions), names)

    try:
        for seat, place in enumerate(seats):
            fault_seat, factory = seat, plan.bots[place]
            bots.append(BOTS[factory]() if isinstance(factory, str) else factory())
        # Asked once: the check of a protocol is slow.
        watchers: list[tuple[int, ObservingBot]] = []
        for seat, bot in enumerate(bots):
            fault_seat = seat
            if isinstance(bot, ObservingBot):
                watchers.append((seat, bot))
        while state.phase is not OVER:
            fault_seat = state.actor
            if fault_seat is None:
                action: Action = random_deal(state, deals)
            else:
                view = state.view(fault_seat)
                action = bots[fault_seat].choose(view, streams[fault_seat])
                reason = view.why_illegal(action)
                if reason is not None:
                    fault = f"illegal bet: {reason.value}"
                    break
            hands = state.hand_number
            state = state.apply(action)
            actions.append(action)
            if state.hand_number > hands:
                for seat, watcher in watchers:
                    fault_seat = seat
                    watcher.observe(state.view(seat))
    except Exception as error:
        if fault_seat is None:
            raise
        # Whatever a bot does wrong is its own fault.
        fault = _what(error)
    if fault is not None and fault_seat is not None:
        return _at_fault(game, seats, record(), fault_seat, fault)
    assert state.outcome is not None, "a game without a fault comes to its end"
    return _Result(game, seats, record(), state.scores, state.outcome.winners)


def _what(error: Exception) -> str:
    """What a bot raised, whatever its class and its text are."""
    try:
        text = str(error)
    except Exception:
        # Its text is the bot's as well: what that raises is no other fault.
        text = "(its text cannot be read)"
    return _printable(
        ": ".join([_name_of_type(error), str.__getitem__(text, slice(MAX_FAULT))]), MAX_FAULT
    )


def _name_of_type(value: object) -> str:
    """The name of a value's type, even if its metaclass has another idea of `__name__`."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name


def _printable(text: str, most: int) -> str:
    """So many characters of a text at most, with those that cannot be printed written out.

    A lone surrogate cannot be encoded, and a record takes no name with a line break.
    """
    shown = [
        char if char.isprintable() else char.encode("unicode_escape").decode()
        for char in str.__getitem__(text, slice(most))
    ]
    return "".join(shown)[:most]


# The file.


def _head(plan: _Plan) -> dict[str, object]:
    return {
        "detective_poker_simulation": FORMAT_VERSION,
        "bots": list(plan.names),
        "games": plan.games,
        "rules": json.loads(to_json(plan.rules)),
        "seed": plan.seed,
    }


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game in the file."""

    game: int
    fault: tuple[int, str] | None
    """The seat at fault, and what it did."""
    record: msgspec.Raw


def _line(result: _Result) -> bytes:
    fault = None if result.fault_seat is None else (result.fault_seat, result.fault)
    line = _Line(result.game, fault, msgspec.Raw(to_json(result.record)))
    return msgspec.json.encode(line) + b"\n"


def _keep(stream: IO[bytes], chunk: Iterable[_Result]) -> None:
    """Write the games, so that they are there whatever happens next."""
    with named(stream.name):
        stream.writelines(map(_line, chunk))
        stream.flush()


def _open(path: Path, plan: _Plan) -> tuple[IO[bytes], dict[int, _Result]]:
    """The file, ready for more lines, and the games that it holds."""
    if path.exists() and not path.is_file() and not path.is_dir():
        # The system would not say what is wrong with a pipe, and a device may have no end.
        raise ArgumentError(f"{path} is no regular file: games cannot be kept there.")
    head = json.dumps(_head(plan)).encode() + b"\n"
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


def _held(
    stream: IO[bytes], head: bytes, plan: _Plan, path: Path
) -> tuple[dict[int, _Result], int]:
    """The games that a file holds, and where they end.

    It can be any file, even one long line: no more of it is read at once than a line of ours has.
    """
    results: dict[int, _Result] = {}
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


def _read(plan: _Plan, data: bytes, where: str) -> _Result:
    try:
        line = msgspec.json.decode(data, type=_Line)
        record = from_json(bytes(line.record), Record)
    except (msgspec.MsgspecError, DetectivePokerError):
        raise FormatError(f"{where}: that is no game.") from None
    state = record.final()
    if 0 <= line.game < plan.games * len(plan.lineups):
        seats = plan.seats(line.game)
        names = tuple([plan.names[place] for place in seats])
        in_order = (record.rules, record.names) == (plan.rules, names)
        if in_order and line.fault is None and state.outcome is not None:
            return _Result(line.game, seats, record, state.scores, state.outcome.winners)
        if in_order and line.fault is not None and 0 <= line.fault[0] < len(seats):
            return _at_fault(line.game, seats, record, *line.fault)
    raise FormatError(f"{where}: that is no game of this simulation.")


def _at_fault(
    game: int, seats: tuple[int, ...], record: Record, fault_seat: int, fault: str
) -> _Result:
    winners = tuple([seat for seat in range(len(seats)) if seat != fault_seat])
    return _Result(game, seats, record, record.final().scores, winners, fault_seat, fault)


# The report.


def _report(plan: _Plan, results: Sequence[_Result]) -> Report:
    players = plan.rules.players
    # By bot, then by line-up and deal: the games of one deal are not independent.
    wins: list[dict[int, list[float]]] = [{} for _ in plan.bots]
    points: list[dict[int, list[float]]] = [{} for _ in plan.bots]
    leads: list[dict[int, list[float]]] = [{} for _ in plan.bots]
    faults: list[Fault] = []
    at_fault = [0] * len(plan.bots)
    for result in results:
        number, round_ = divmod(result.game, plan.games)
        deal = number * plan.games + round_ // players
        if result.fault_seat is not None:
            place = result.seats[result.fault_seat]
            at_fault[place] += 1
            faults.append(Fault(result.game, plan.names[place], result.fault))
        everybody = sum(result.scores)
        for seat, place in enumerate(result.seats):
            share = (seat in result.winners) / len(result.winners)
            wins[place].setdefault(deal, []).append(share)
            if result.fault_seat is None:
                score = result.scores[seat]
                lead = score - (everybody - score) / (players - 1)
                points[place].setdefault(deal, []).append(score)
                leads[place].setdefault(deal, []).append(lead)
    reports = [
        BotReport(
            name,
            sum(map(len, wins[place].values())),
            *_mean(wins[place].values()),
            *_mean(points[place].values()),
            *_mean(leads[place].values()),
            at_fault[place],
        )
        for place, name in enumerate(plan.names)
    ]
    return Report(plan.rules, plan.seed, len(results), tuple(reports), tuple(faults))


def _mean(groups: Iterable[Sequence[float]]) -> tuple[float, float | None]:
    """The mean of all numbers, and half its 95 % interval when only groups are independent."""
    groups = list(groups)
    count = sum(map(len, groups))
    if count == 0:
        return 0.0, None
    mean = math.fsum(value for group in groups for value in group) / count
    if len(groups) < 2:
        return mean, None
    residuals = [math.fsum(group) - mean * len(group) for group in groups]
    squares = math.fsum(residual * residual for residual in residuals)
    variance = squares * len(groups) / (len(groups) - 1)
    return mean, _CERTAINTY * math.sqrt(variance) / count
