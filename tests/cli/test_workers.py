"""The processes of `simulate --jobs`: none is waited for in vain, and none outlives the command."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from detective_poker import Rules, simulate
from detective_poker.bots import RandomBot
from detective_poker.cli.workers import Workers

posix = pytest.mark.skipif(
    os.name != "posix" or shutil.which("ps") is None, reason="signals and processes of POSIX, by ps"
)
THREE = Rules(3, rounds=1)
LONG = ["simulate", "--bots", "detective,detective,detective", "--games", "100000", "--jobs", "2"]


def double(number: int) -> int:
    return 2 * number


def fail(error: BaseException) -> None:
    raise error


def end_now(code: int) -> None:
    os._exit(code)


def unpicklable() -> object:
    return Lock()


class CannotBeReadError(Exception):
    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} {other}")


class Half:
    """When it is pickled, half of a long message is sent, and the process dies."""

    def __reduce__(self) -> Any:
        def send_half(pipe: Connection, _data: bytes) -> None:
            os.write(pipe.fileno(), (10**6).to_bytes(4, "big") + bytes(10_000))
            os._exit(1)

        Connection._send = send_half  # type: ignore[attr-defined]
        return Half, ()


def test_tasks_and_what_they_raise_come_back() -> None:
    with Workers(2) as workers:
        assert list(workers.map(double, range(50))) == [2 * number for number in range(50)]
        for error in (ValueError("x"), SystemExit(3), KeyboardInterrupt(), StopIteration("y")):
            with pytest.raises(type(error)) as caught:
                workers.submit(fail, error).result()
            assert caught.value.args == error.args
        with pytest.raises(RuntimeError, match="cannot be sent"):
            workers.submit(unpicklable).result()
        with pytest.raises(TypeError):
            workers.submit(fail, CannotBeReadError(1, 2)).result()
        with pytest.raises(Exception, match=r"pickle|local object"):
            workers.submit(lambda: 1).result()
        # All of them are still there.
        assert list(workers.map(double, range(50))) == [2 * number for number in range(50)]
        bots = ["odds", "random", RandomBot]
        assert simulate(bots, 50, rules=THREE, executor=workers) == simulate(bots, 50, rules=THREE)


def test_a_worker_that_ends_is_told_at_once() -> None:
    with Workers(2) as workers:
        assert workers.submit(double, 4).result() == 8
        with pytest.raises(BrokenExecutor, match="sudden end"):
            workers.submit(end_now, 3).result(timeout=60)


@posix
def test_a_worker_that_dies_as_it_sends_a_result_is_not_waited_for() -> None:
    start = time.monotonic()
    with Workers(2) as workers, pytest.raises(BrokenExecutor):
        workers.submit(Half).result(timeout=60)
    assert time.monotonic() - start < 50


def interrupted(tasks: list[Future[None]]) -> None:
    with Workers(2) as workers:
        tasks += [workers.submit(time.sleep, 600) for _ in range(5)]
        raise KeyboardInterrupt


def test_nobody_waits_for_what_is_played_when_the_command_ends() -> None:
    start, tasks = time.monotonic(), list[Future[None]]()
    with pytest.raises(KeyboardInterrupt):
        interrupted(tasks)
    assert time.monotonic() - start < 60
    assert [task.done() for task in tasks] == [True] * 5


def children(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    listed = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], check=True, capture_output=True, text=True
    ).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = [child for child, parent in pairs if parent == pid]
    return [*found, *(one for child in found for one in children(child))]


def runs(pid: int) -> bool:
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], check=False, capture_output=True, text=True
    ).stdout.strip()
    return bool(state) and not state.startswith("Z")


def wait_until(true: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


@posix
@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGKILL", "SIGHUP", "SIGINT"])
def test_no_worker_outlives_the_command(tmp_path: Path, name: str) -> None:
    file = tmp_path / "games"
    command = subprocess.Popen(
        [sys.executable, "-m", "detective_poker", *LONG, "--rounds", "1", "--file", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    started: list[int] = []
    try:
        # Games are kept when all workers play.
        assert wait_until(lambda: file.exists() and file.read_bytes().count(b"\n") > 1)
        started = children(command.pid)
        assert len(started) >= 2
        command.send_signal(getattr(signal, name))
        # The pipes are at their end only when nobody holds them any more.
        out, err = command.communicate(timeout=60)
        assert wait_until(lambda: not any(map(runs, started)), 10)
    finally:
        command.kill()
        for pid in filter(runs, started):
            os.kill(pid, signal.SIGKILL)
        command.communicate()
    assert out == ""
    # No traceback, and no warning that semaphores leaked.
    assert err.strip() == ""
    assert command.returncode in (-getattr(signal, name), 128 + 2)


@posix
@pytest.mark.usefixtures("heard")
def test_ctrl_c_reaches_workers_that_begin(tmp_path: Path) -> None:
    """The terminal sends it to all of them, wherever they are."""
    for delay in (0.3, 0.5, 0.8):
        command = subprocess.Popen(
            [sys.executable, "-m", "detective_poker", *LONG],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            assert wait_until(lambda pid=command.pid: len(children(pid)) >= 2)  # type: ignore[misc]
            time.sleep(delay)
            os.killpg(command.pid, signal.SIGINT)
            out, err = command.communicate(timeout=60)
        finally:
            command.kill()
            command.communicate()
        assert (command.returncode, out, err.strip()) == (130, "", "")
