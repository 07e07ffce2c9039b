"""Bots that have so many seconds for each decision.

A bot in the main thread of a process is stopped by an alarm, where the system has such. Elsewhere,
in other threads and on Windows, a decision that came too late is told when it is there.
"""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import ParamSpec, TypeVar

from detective_poker.actions import Bet
from detective_poker.bots import Bot, ObservingBot
from detective_poker.views import PlayerView

P = ParamSpec("P")
T = TypeVar("T")


class TooSlow(BaseException):
    """A bot took longer than it may. No `Exception`, which a bot's own code might catch."""


def timed(make: Callable[[], Bot], seconds: float) -> Bot:
    """The bot, made in that time, and raising `TooSlow` when it takes longer for a decision."""
    bot = within(seconds, make)
    kind = _TimedObserver if within(seconds, isinstance, bot, ObservingBot) else _Timed
    return kind(bot, seconds)


class _Timed:
    def __init__(self, bot: Bot, seconds: float) -> None:
        self._bot = bot
        self._seconds = seconds

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        return within(self._seconds, self._bot.choose, view, rng)


class _TimedObserver(_Timed):
    def observe(self, view: PlayerView, /) -> None:
        assert isinstance(self._bot, ObservingBot)
        within(self._seconds, self._bot.observe, view)


def within(seconds: float, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the call returns, if it does so in time. Raises `TooSlow`."""
    start = time.monotonic()
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        result = _with_alarm(seconds, lambda: call(*args, **kwargs))
    else:
        result = call(*args, **kwargs)
    if time.monotonic() - start > seconds:
        raise TooSlow
    return result


if hasattr(signal, "setitimer"):

    def _with_alarm(seconds: float, call: Callable[[], T]) -> T:
        armed = True

        def ring(_number: int, _frame: FrameType | None) -> None:
            if armed:
                raise TooSlow

        start = time.monotonic()
        handler = signal.signal(signal.SIGALRM, ring)
        # It rings again: a bot may have caught the first one, and have gone on.
        left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, max(seconds, 1))
        # Twice, since the alarm can go off within the first `finally`.
        try:
            try:
                return call()
            finally:
                armed = False
        finally:
            armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)
            if left:
                # Somebody else waits for an alarm, too.
                passed = time.monotonic() - start
                signal.setitimer(signal.ITIMER_REAL, max(left - passed, 1e-3), interval)
