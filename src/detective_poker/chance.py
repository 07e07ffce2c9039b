"""Where chance comes from: a generator of the caller's, or the system's secure one."""

from __future__ import annotations

import random
from collections.abc import Callable

from detective_poker.errors import ArgumentTypeError


def check_rng(rng: random.Random | None) -> random.Random:
    """The generator itself; for None the system's secure one. Raises `ArgumentTypeError`."""
    if rng is None:
        return random.SystemRandom()
    if not isinstance(rng, random.Random):
        raise ArgumentTypeError("rng must be a random.Random or None.")
    return rng


def picker(rng: random.Random | None) -> Callable[[int], int]:
    """What draws a number from 0 to below a bound, each equally likely. Raises as `check_rng`.

    By `random` alone, the one method that every kind of generator brings along.
    """
    draw = check_rng(rng).random
    return lambda bound: int(draw() * bound)
