"""Many games between bots: the same report for the same seed, whoever computes it."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Final

from detective_poker.bots import Bot
from detective_poker.errors import ArgumentTypeError, IllegalReason
from detective_poker.rules import Rules
from detective_poker.simulation.games_file import GamesFile
from detective_poker.simulation.naming import name_of_type, printable
from detective_poker.simulation.play import Game
from detective_poker.simulation.report import (
    Report,
    Result,
    report_of,
    result_of,
    result_with_fault,
)
from detective_poker.simulation.schedule import BotFactory, Plan, plan_of
from detective_poker.simulation.timing import TooSlow, timed
from detective_poker.state import new_game

CHUNK: Final = 20
"""Games in one task of an executor."""
MAX_WAITING: Final = 1024
"""Tasks that an executor is given ahead."""
MAX_FAULT: Final = 200
"""Characters that tell of a fault."""


def simulate(
    bots: Iterable[BotFactory] | Mapping[str, BotFactory],
    games: int,
    *,
    rules: Rules = Rules(),  # noqa: B008 - a frozen value
    seed: int = 0,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
    file: str | Path | None = None,
    timeout: float | None = None,
    accept_changed: bool = False,
) -> Report:
    """Let bots play many games against each other.

    A bot that raises anything but `KeyboardInterrupt`, bets what is illegal, or takes too long,
    ends that game (`Report.faults`) and no other.

    :param bots: names in `bots.BOTS`, or callables such as a bot's class; they are made anew for
        each game. With as many bots as seats they all play; with more, every choice of as many as
        there are seats does, which is a round-robin tournament. A mapping gives them names.
    :param games: how many games each choice plays, up to a billion.
    :param rules: players, mode and rounds.
    :param seed: the same seed gives the same games and the same report; below 2^53 in size.
    :param executor: any `concurrent.futures.Executor`; None plays in this thread.
    :param progress: `progress(done, all)` is called with numbers of games.
    :param file: where games are written, a line of JSON each with its record. If the file exists it
        must be of the same bots, rules, seed and games, and only games that it lacks are played. A
        line that a killed run left half written is dropped. One run writes it at a time.
    :param timeout: seconds that a bot has for each decision, a day at most; None sets no limit. In
        the main thread of a process, such as those of a `ProcessPoolExecutor`, Python code of a bot
        is stopped then; in other threads, and on Windows, a decision is found to be too late only
        when it is there.
    :param accept_changed: go on with a file that another version of the package wrote, or that is
        of bots with these names but of another class, with other parameters or other code.

    Raises `ArgumentError`, also for a `file` that is no regular one, such as a pipe or a device, or
    that another run writes; `ArgumentTypeError` for an argument of a wrong type; `NotationError`
    for a bot's name; `FormatError` for a file of something else; and `OSError`, with the file's
    name, where the system refuses, and for a file that is gone while games are written to it.

    >>> report = simulate(["odds", "random", "random"], 6, rules=Rules(players=3), seed=1)
    >>> max(report.bots, key=lambda bot: bot.points).name
    'odds'
    """
    _check_options(executor, progress, file, accept_changed)
    plan = plan_of(bots, games, rules, seed, timeout)
    if file is None:
        return _simulate(plan, executor, progress, None)
    games_file = GamesFile(Path(file), plan, accept_changed=accept_changed)
    with contextlib.closing(games_file):
        return _simulate(plan, executor, progress, games_file)


def _simulate(
    plan: Plan,
    executor: Executor | None,
    progress: Callable[[int, int], object] | None,
    file: GamesFile | None,
) -> Report:
    results = {} if file is None else file.results
    total = plan.total
    if progress is not None:
        progress(len(results), total)
    # No list: there can be a billion of them.
    missing = (game for game in range(total) if game not in results)
    for chunk in _in_order(plan, missing, executor):
        results.update((result.game, result) for result in chunk)
        if file is not None:
            file.keep(chunk)
        if progress is not None:
            progress(len(results), total)
    return report_of(plan, [results[game] for game in range(total)])


def _check_options(
    executor: object, progress: object, file: object, accept_changed: object
) -> None:
    # A class of executors has a method `submit` too, but is no executor.
    submit = None if isinstance(executor, type) else getattr(executor, "submit", None)
    if executor is not None and not callable(submit):
        raise ArgumentTypeError("The executor is a concurrent.futures.Executor or None.")
    if progress is not None and not callable(progress):
        raise ArgumentTypeError("The progress is a callable or None.")
    if file is not None and not isinstance(file, (str, os.PathLike)):
        raise ArgumentTypeError("The file is a path or None.")
    if type(accept_changed) is not bool:
        raise ArgumentTypeError("accept_changed is True or False.")


def _chunks(games: Iterable[int]) -> Iterator[list[int]]:
    """The games of a task at a time, no sooner than they are asked for."""
    games = iter(games)
    while chunk := list(itertools.islice(games, CHUNK)):
        yield chunk


def _in_order(
    plan: Plan, games: Iterable[int], executor: Executor | None
) -> Iterator[list[Result]]:
    """The results of the games, a chunk at a time, in the order of the games."""
    chunks = _chunks(games)
    if executor is None:
        for chunk in chunks:
            yield play_games(plan, chunk)
        return
    waiting: deque[Future[list[Result]]] = deque()
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


def play_games(plan: Plan, games: Iterable[int]) -> list[Result]:
    """Play these games: what a worker does."""
    return [_play(plan, game) for game in games]


def _play(plan: Plan, number: int) -> Result:
    """Play a game to its end, or to a fault: whatever a bot does wrong is its own fault."""
    seats = plan.seats(number)
    names = plan.names_at(seats)
    deals = plan.deals(number)
    streams = [plan.stream(number, entrant) for entrant in seats]
    # The bots follow within the `try`: that one cannot be made is a fault, too.
    bots: list[Bot] = []
    game = Game(new_game(plan.rules, rng=deals), bots, streams, deals)
    try:
        for seat, entrant in enumerate(seats):
            game.busy = seat
            make = functools.partial(plan.make_bot, entrant)
            bots.append(make() if plan.timeout is None else timed(make, plan.timeout))
        game.finish()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        # All others are its own, even those that are to end a program, a task or a generator.
        if game.busy is None:
            raise
        what = _fault_of(error, game.refusal, plan)
        return result_with_fault(number, seats, game.record(names), game.state, (game.busy, what))
    return result_of(number, seats, game.record(names), game.state)


def _fault_of(error: BaseException, refusal: IllegalReason | None, plan: Plan) -> str:
    """What a bot did wrong, whatever the class and the text of what it raised are."""
    if refusal is not None:
        return f"illegal bet: {refusal.value}"
    if isinstance(error, TooSlow) and plan.timeout is not None:
        return f"timeout: more than {plan.timeout} s"
    try:
        text = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        # The exception can be of a class of the bot's own, whose text raises something else.
        text = "(its text cannot be read)"
    # The text can be of a subclass of str, whose own formatting and slicing may raise.
    start = str.__getitem__(text, slice(MAX_FAULT))
    return printable(": ".join([name_of_type(error), start]), MAX_FAULT)
