"""Processes that play for the command `simulate`.

Each has a pipe of its own, and they share nothing: no queue that one of them, killed as it writes a
result, would leave locked for the others, and no semaphore that outlives a killed command. A worker
ends when its pipe does, so none outlives the command, however that ends.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Workers(Executor):
    """So many processes. When one of them dies, what it was to do ends in `BrokenExecutor`."""

    def __init__(self, jobs: int) -> None:
        self._workers: list[_Worker] = []
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        self._threads = ThreadPoolExecutor(jobs, "worker")
        try:
            for _ in range(jobs):
                self._workers.append(_Worker())
                self._idle.put(self._workers[-1])
        except BaseException:
            self.shutdown(cancel_futures=True)
            raise

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Let the next worker that is free do it."""
        return self._threads.submit(self._do, fn, args, kwargs)

    def _do(self, *task: object) -> Any:
        worker = self._idle.get()
        try:
            return worker.do(task)
        finally:
            self._idle.put(worker)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers: at once, or after what is still to be done."""
        if not cancel_futures:
            self._threads.shutdown(wait=True)
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(wait, cancel_futures=True)
        for worker in self._workers:
            worker.close()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Nobody waits for what is being played if the command fails or is interrupted."""
        self.shutdown(cancel_futures=kind is not None)


class _Worker:
    """A process, as the command sees it."""

    def __init__(self) -> None:
        # A fresh interpreter: the command has threads, and a fork would copy their locks.
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        with theirs, _interrupts_wait():
            self._process.start()

    def do(self, task: tuple[object, ...]) -> Any:
        try:
            self._pipe.send(task)
            done, value = self._pipe.recv()
        except (EOFError, OSError):
            raise BrokenExecutor("A worker came to a sudden end.") from None
        if not done:
            raise value
        return value

    def end(self) -> None:
        self._process.kill()

    def close(self) -> None:
        self._process.join()
        self._process.close()
        self._pipe.close()


@contextmanager
def _interrupts_wait() -> Generator[None]:
    """Ctrl-C reaches every process at the terminal, so a new one is not to be hit by it either."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415 - there is none on Windows

    # Started with the first process, it would let interrupts through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve(pipe: Connection) -> None:
    """What a worker does: one task after the other, until there is nobody to do them for."""
    # The command answers Ctrl-C, and ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    tasks: SimpleQueue[bytes] = SimpleQueue()
    # Bots are asked in the main thread, the only one that an alarm can stop. Meanwhile another one
    # watches the pipe.
    Thread(target=_receive, args=(pipe, tasks), daemon=True).start()
    while True:
        answer = _answer(tasks.get())
        with suppress(OSError):  # nobody is there: the thread that watches ends this process
            try:
                pipe.send(answer)
            except OSError:
                raise
            except Exception as error:
                pipe.send((False, RuntimeError(f"The answer cannot be sent: {error}")))


def _receive(pipe: Connection, tasks: SimpleQueue[bytes]) -> None:
    try:
        while True:
            tasks.put(pipe.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def _answer(task: bytes) -> tuple[bool, object]:
    try:
        function, args, kwargs = pickle.loads(task)
        return True, function(*args, **kwargs)
    except BaseException as error:
        return False, error
