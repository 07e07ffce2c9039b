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


def bits_of(generator: random.Random) -> Callable[[int], int]:
    """What draws so many bits: `getrandbits`, or `random` where a subclass has its chance there.

    Those of `random.Random` that choose, such as `randrange`, ask the same.
    """
    if type(generator) is not random.Random:
        for kind in map(vars, type(generator).__mro__):
            if "getrandbits" in kind:
                break
            if "random" in kind:
                return lambda bits: int(generator.random() * (1 << bits))
    return generator.getrandbits
