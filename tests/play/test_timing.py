"""Bots that take too long, and bots that end more than their game."""

import asyncio
import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from detective_poker import ArgumentError, ArgumentTypeError, Bet, PlayerView, Rules, simulate
from detective_poker.bots import Bot, RandomBot
from detective_poker.cli.workers import Workers
from detective_poker.simulation.schedule import MAX_SEED, MAX_TIMEOUT
from detective_poker.simulation.timing import TooSlow, within

THREE = Rules(3, rounds=1)
alarms = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="alarms of POSIX")


class Sleeps(RandomBot):
    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        time.sleep(60)
        return super().choose(view, rng)


class Spins(RandomBot):
    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        while True:
            try:
                while True:
                    pass
            except Exception:
                continue


class Stubborn(RandomBot):
    """Catches what is to stop it, and goes on."""

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        try:
            time.sleep(60)
        except BaseException:
            time.sleep(60)
        return super().choose(view, rng)


class Swallows(RandomBot):
    """Catches what is to stop it, and bets as if nothing was."""

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        with contextlib.suppress(BaseException):
            time.sleep(60)
        return super().choose(view, rng)


class Ponders(RandomBot):
    def observe(self, view: PlayerView, /) -> None:
        time.sleep(60)


class Late(RandomBot):
    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        time.sleep(0.2)
        return super().choose(view, rng)


def slow_to_make() -> Bot:
    time.sleep(60)
    return RandomBot()


@alarms
@pytest.mark.parametrize("bot", [Sleeps, Spins, Stubborn, Swallows, Ponders, slow_to_make])
def test_a_bot_that_takes_too_long_is_at_fault(bot: Callable[[], Bot]) -> None:
    start = time.monotonic()
    report = simulate({"slow": bot, "a": "odds", "b": "random"}, 3, rules=THREE, timeout=0.05)
    assert time.monotonic() - start < 30
    assert [(fault.bot, fault.what) for fault in report.faults] == [
        ("slow", "timeout: more than 0.05 s")
    ] * 3


@alarms
@pytest.mark.parametrize(
    "start", [partial(Workers, 2), partial(ProcessPoolExecutor, 2, get_context("spawn"))]
)
def test_workers_stop_bots_too(start: Callable[[], Any]) -> None:
    with start() as executor:
        report = simulate([Sleeps, "odds", "odds"], 3, rules=THREE, timeout=0.5, executor=executor)
    assert [fault.what for fault in report.faults] == ["timeout: more than 0.5 s"] * 3


def test_in_threads_a_decision_that_came_too_late_is_found() -> None:
    with ThreadPoolExecutor(2) as executor:
        report = simulate([Late, "odds", "odds"], 3, rules=THREE, timeout=0.1, executor=executor)
    assert [fault.what for fault in report.faults] == ["timeout: more than 0.1 s"] * 3


def test_a_bot_in_time_plays_the_same_games(tmp_path: Path) -> None:
    bots = ["detective", "odds", "naive"]
    report = simulate(bots, 3, rules=THREE, timeout=60, file=tmp_path / "games")
    assert report == simulate(bots, 3, rules=THREE)
    # How long bots have is not of what a file must be.
    assert simulate(bots, 3, rules=THREE, timeout=50.5, file=tmp_path / "games") == report


@alarms
def test_an_alarm_of_somebody_else_still_comes() -> None:
    rang = threading.Event()

    def ring(*_: object) -> None:
        rang.set()

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        assert simulate(["odds", "naive", "random"], 3, rules=THREE, timeout=5).faults == ()
        assert signal.getsignal(signal.SIGALRM) is ring
        assert rang.wait(10)
        with pytest.raises(TooSlow):
            within(0.01, time.sleep, 20)
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
        assert signal.getsignal(signal.SIGALRM) is ring
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    "timeout", [0, -1, 0.0, float("nan"), float("inf"), 10**400, MAX_TIMEOUT + 1]
)
def test_timeouts_have_a_range(timeout: float) -> None:
    with pytest.raises(ArgumentError, match="seconds") as caught:
        simulate(["odds"] * 3, 3, rules=THREE, timeout=timeout)
    assert not isinstance(caught.value, ArgumentTypeError)


@pytest.mark.parametrize("wrong", [{"timeout": "1"}, {"timeout": True}, {"accept_changed": 1}])
def test_options_of_a_wrong_type_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArgumentTypeError):
        simulate(["odds"] * 3, 3, rules=THREE, **wrong)


@pytest.mark.parametrize("seed", [2**53, -(2**53), 10**5000, -(10**5000)], ids=range(4))
def test_seeds_have_a_range(seed: int, tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"below 2\^53") as caught:
        simulate(["odds"] * 3, 3, rules=THREE, seed=seed, file=tmp_path / "games")
    assert not isinstance(caught.value, ArgumentTypeError)
    assert not (tmp_path / "games").exists()


def test_the_largest_seeds_are_kept(tmp_path: Path) -> None:
    for number, seed in enumerate((MAX_SEED, -MAX_SEED)):
        file = tmp_path / str(number)
        report = simulate(["random"] * 3, 3, rules=THREE, seed=seed, file=file)
        assert simulate(["random"] * 3, 3, rules=THREE, seed=seed, file=file) == report
        assert report.seed == seed


# --- Exceptions that end more than a game ---------------------------------------------------------


class OwnEnd(BaseException):
    pass


class BadEnd(BaseException):
    def __str__(self) -> str:
        raise SystemExit(0)


class Ends(RandomBot):
    def __init__(self, error: BaseException, where: str) -> None:
        self._error = error
        self._where = where
        if where == "made":
            raise error

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        if self._where == "choose":
            raise self._error
        return super().choose(view, rng)

    def observe(self, _view: PlayerView, /) -> None:
        if self._where == "observe":
            raise self._error


ENDS = [
    (SystemExit(), "SystemExit: "),
    (SystemExit(3), "SystemExit: 3"),
    (asyncio.CancelledError(), "CancelledError: "),
    (GeneratorExit("x"), "GeneratorExit: x"),
    (OwnEnd("y"), "OwnEnd: y"),
    (BadEnd(), "BadEnd: (its text cannot be read)"),
    (BaseExceptionGroup("many", [SystemExit(1)]), "BaseExceptionGroup: many (1 sub-exception)"),
    (TooSlow("of its own"), "TooSlow: of its own"),
]


@pytest.mark.parametrize("where", ["made", "choose", "observe"])
@pytest.mark.parametrize(("error", "what"), ENDS, ids=lambda value: type(value).__name__)
def test_only_its_own_game_ends(
    error: BaseException, what: str, where: str, tmp_path: Path
) -> None:
    bots: dict[str, Any] = {"bad": partial(Ends, error, where), "a": "random", "b": "naive"}
    report = simulate(bots, 3, rules=THREE, file=tmp_path / "games")
    assert [(fault.bot, fault.what) for fault in report.faults] == [("bad", what)] * 3


@pytest.mark.parametrize("start", [partial(Workers, 2), partial(ThreadPoolExecutor, 2)])
def test_in_workers_too(start: Callable[[], Any]) -> None:
    with start() as executor:
        for error, what in (ENDS[1], ENDS[3]):
            bots: list[Any] = [partial(Ends, error, "choose"), "random", "naive"]
            report = simulate(bots, 3, rules=THREE, executor=executor)
            assert [fault.what for fault in report.faults] == [what] * 3


@pytest.mark.parametrize("where", ["made", "choose", "observe"])
def test_ctrl_c_ends_the_run(where: str, tmp_path: Path) -> None:
    bots: list[Any] = ["random", partial(Ends, KeyboardInterrupt(), where), "naive"]
    for executor in (None, Workers(1)):
        with pytest.raises(KeyboardInterrupt):
            simulate(bots, 3, rules=THREE, file=tmp_path / "games", executor=executor)
        if executor is not None:
            executor.shutdown()
    # The file is free again.
    with pytest.raises(KeyboardInterrupt):
        simulate(bots, 3, rules=THREE, file=tmp_path / "games")


class LeavesProcess(RandomBot):
    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        os._exit(0)


def test_a_bot_that_ends_its_process_is_not_waited_for() -> None:
    with Workers(2) as executor, pytest.raises(Exception, match="sudden end"):
        simulate([LeavesProcess, "odds", "odds"], 3, rules=THREE, executor=executor)
