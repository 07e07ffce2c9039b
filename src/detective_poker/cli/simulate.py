"""The command `simulate`: many games between bots, and a table of how they did."""

from __future__ import annotations

import argparse
import math
import os
import shutil
import sys
import time
from collections.abc import Generator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, nullcontext
from importlib import import_module
from importlib.util import find_spec
from typing import Final, TextIO

from detective_poker._files import named
from detective_poker.bots import BOTS
from detective_poker.cli.screen import Screen, columns
from detective_poker.cli.workers import Workers
from detective_poker.errors import ArgumentError, DetectivePokerError
from detective_poker.rules import Mode, Rules
from detective_poker.simulation import Report, simulate

MAX_FAULTS: Final = 10
"""Faults that are told one by one."""
MAX_JOBS: Final = 256


def bot_names(text: str) -> list[str]:
    """The names of bots in an option, with commas between."""
    names = text.split(",")
    for name in names:
        if name not in BOTS:
            choices = ", ".join(map(repr, BOTS))
            raise argparse.ArgumentTypeError(f"invalid choice: {name!r} (choose from {choices})")
    return names


def run_simulation(args: argparse.Namespace, screen: Screen) -> None:
    """Let the bots play, show how far they are, and tell how they did."""
    bots: list[str] = args.bots
    players: int = (3 if len(bots) == 3 else 4) if args.players is None else args.players
    rules = Rules(players, Mode.EXPERT if args.expert else Mode.STANDARD, args.rounds)
    if not 1 <= args.jobs <= MAX_JOBS:
        raise ArgumentError(f"The number of jobs is 1 to {MAX_JOBS}.")
    if args.plot is not None and find_spec("matplotlib") is None:
        raise ArgumentError("A plot needs matplotlib: pip install 'detective-poker[plot]'")
    try:
        with _executor(args.jobs) as executor, _progress(sys.stderr) as progress:
            report = simulate(
                bots,
                args.games,
                rules=rules,
                seed=args.seed,
                executor=executor,
                progress=progress,
                file=args.file,
                accept_changed=args.accept_changed,
            )
    except BrokenExecutor:
        raise DetectivePokerError(_broken(args.file)) from None
    screen.block(report_lines(report, screen.plus_minus))
    if args.plot is not None:
        plot(report, args.plot)


def _broken(file: str | None) -> str:
    """What to say when a worker did not end by itself: it was killed, perhaps for its memory."""
    what = "A process that played came to a sudden end, perhaps for want of memory."
    if file is None:
        return f"{what} With --file a run can go on."
    return f"{what} Finished games are in {file}: the same command goes on from there."


def _executor(jobs: int) -> Workers | nullcontext[None]:
    return nullcontext() if jobs == 1 else Workers(jobs)


class ProgressBar:
    """A line of a terminal that tells how many games are done, and how long the rest takes.

    It is written over with blanks and the next one: no terminal needs to know any codes for that.
    """

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._start = time.monotonic()
        self._first: int | None = None
        self._shown = 0

    def __call__(self, done: int, total: int) -> None:
        """Show it anew."""
        if self._first is None:
            # The games that a file held already took no time in this run.
            self._first = done
        played, passed = done - self._first, time.monotonic() - self._start
        left = f", {math.ceil(passed / played * (total - done))} s left" if played else ""
        self._show(f"[{'#' * (30 * done // total):30}] ", f"{done:,} of {total:,} games{left}")

    def _show(self, bar: str, text: str) -> None:
        # A sign in the last column could begin another line.
        width = _width(self._out) - 1
        line = bar + text if len(bar + text) <= width else text[:width]
        self._out.write(f"\r{line:{min(self._shown, width)}}")
        self._out.flush()
        self._shown = len(line)

    def close(self) -> None:
        """Leave the line to others."""
        self._show("", "")
        self._out.write("\r")
        self._out.flush()


def _width(out: TextIO) -> int:
    """The columns of the terminal that is written to."""
    try:
        columns = os.get_terminal_size(out.fileno()).columns
    except (AttributeError, OSError, ValueError):
        columns = 0
    return columns or shutil.get_terminal_size().columns


@contextmanager
def _progress(out: TextIO | None) -> Generator[ProgressBar | None]:
    if out is None or not out.isatty() or os.environ.get("TERM") == "dumb":
        # A dumb terminal cannot go back to the begin of a line.
        yield None
        return
    bar = ProgressBar(out)
    try:
        yield bar
    finally:
        bar.close()


def report_lines(report: Report, plus_minus: str = "±") -> list[str]:
    """How each bot did, with 95 % intervals, and what went wrong."""
    rows = [["", "games", "wins", "", "points", "", "lead", "", "faults"]]
    rows += [
        [
            bot.name,
            f"{bot.games:,}",
            f"{bot.win_share:.1%}",
            "" if bot.win_share_interval is None else f"± {100 * bot.win_share_interval:.1f}",
            f"{bot.points:.2f}",
            "" if bot.points_interval is None else f"± {bot.points_interval:.2f}",
            f"{bot.lead:+.2f}",
            "" if bot.lead_interval is None else f"± {bot.lead_interval:.2f}",
            str(bot.faults),
        ]
        for bot in report.bots
    ]
    rows = [[cell.replace("±", plus_minus) for cell in row] for row in rows]
    mode = "Expert Mode" if report.rules.mode is Mode.EXPERT else "standard"
    what = f"{report.games:,} games, {report.rules.players} players, {mode}, seed {report.seed}"
    lines = [*columns(rows, right=range(1, 9)), f"{what}. Points a game; 95 % intervals."]
    lines += [
        f"Game {fault.game}: {fault.bot} ended it ({fault.what})."
        for fault in report.faults[:MAX_FAULTS]
    ]
    more = len(report.faults) - MAX_FAULTS
    return [*lines, f"And {more:,} more."] if more > 0 else lines


def plot(report: Report, file: str) -> None:
    """Draw the bots' win shares with their intervals into a file, by its ending."""
    figure = import_module("matplotlib.figure").Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    shares = [100 * bot.win_share for bot in report.bots]
    intervals = [100 * (bot.win_share_interval or 0) for bot in report.bots]
    axes.bar(range(len(shares)), shares, yerr=intervals, capsize=4)
    axes.set_xticks(range(len(shares)), [bot.name for bot in report.bots])
    axes.axhline(100 / report.rules.players, color="gray", linestyle=":")
    axes.set_ylabel("games won, % (95 % intervals)")
    axes.set_title(f"{report.games:,} games, seed {report.seed}")
    try:
        with named(file):
            figure.savefig(file)
    except ValueError as error:
        raise ArgumentError(f"--plot: {error}") from None
