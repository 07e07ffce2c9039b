"""Where chance comes from: a generator of the caller's, or the system's secure one.

All that draws, draws here. A subclass of `random.Random` that has its chance in a `random` of its
own, as the standard library asks for, or in `getrandbits`, is asked for that and nothing else.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Final, SupportsFloat, TypeVar

from detective_poker.errors import ArgumentError, ArgumentTypeError

T = TypeVar("T")


def check_rng(rng: random.Random | None) -> random.Random:
    """The generator itself; for None the system's secure one. Raises `ArgumentTypeError`."""
    if rng is None:
        return random.SystemRandom()
    if not isinstance(rng, random.Random):
        raise ArgumentTypeError("rng must be a random.Random or None.")
    return rng


def picker(rng: random.Random | None) -> Callable[[int], int]:
    """What draws a number from 0 to below a bound, each equally likely. Raises as `check_rng`.

    Drawing raises `ArgumentError` if the generator tells what is no number from 0 to below 1.
    """
    draw = _drawer(check_rng(rng))
    return lambda bound: int(draw() * bound)


def bits_of(rng: random.Random | None) -> Callable[[int], int] | None:
    """What draws so many bits, quickly; None for a generator of one's own. Raises as `check_rng`.

    Whoever draws bits until they fit may wait for ever for a generator that always draws the same.
    """
    rng = check_rng(rng)
    return None if _own_source(rng) else rng.getrandbits


def choice(rng: random.Random, options: Sequence[T]) -> T:
    """One of them, each equally likely. Raises as `picker`."""
    rng = check_rng(rng)
    if _own_source(rng):
        # Its own `choice` may wait for ever.
        return options[picker(rng)(len(options))]
    return rng.choice(options)


def weighted_choice(rng: random.Random, options: Sequence[T], weights: Sequence[float]) -> T:
    """One of them, each with a probability in proportion to its weight. Raises as `picker`."""
    rng = check_rng(rng)
    if _own_source(rng):
        sums = list(accumulate(weights))
        return options[bisect(sums, _drawer(rng)() * sums[-1], hi=len(options) - 1)]
    return rng.choices(options, weights)[0]


def _own_source(rng: random.Random) -> str | None:
    """The method in which a generator of one's own has its chance; None for the library's."""
    kind, given = type(rng), rng.__dict__
    if kind in _OF_THE_LIBRARY and "random" not in given and "getrandbits" not in given:
        return None  # the usual case, quickly
    for place in (rng, *kind.__mro__):
        if place in _OF_THE_LIBRARY:
            break
        own = vars(place)
        if "random" in own:
            return "random"
        if "getrandbits" in own:
            return "getrandbits"
    return None


_OF_THE_LIBRARY: Final = (random.Random, random.SystemRandom)
_BITS: Final = 53
"""So many make a float from 0 to below 1."""


def _drawer(rng: random.Random) -> Callable[[], float]:
    """What draws a float from 0 to below 1."""
    source = _own_source(rng)
    if source is None:
        return rng.random
    scale = 1.0 if source == "random" else 0.5**_BITS

    def draw() -> float:
        drawn: object = rng.random() if source == "random" else rng.getrandbits(_BITS)
        if not isinstance(drawn, SupportsFloat):
            raise ArgumentTypeError(_NO_CHANCE)
        try:
            number = float(drawn) * scale
        except (TypeError, ValueError, OverflowError):
            raise ArgumentTypeError(_NO_CHANCE) from None
        # No other comparison is false for NaN, too.
        if not 0 <= number < 1:
            raise ArgumentError(_NO_CHANCE)
        return number

    return draw


_NO_CHANCE: Final = "A generator must draw numbers from 0 to below 1."
