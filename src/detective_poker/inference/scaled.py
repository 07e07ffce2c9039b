"""Numbers from 0 on, of any size: the likelihood of many bets can be below every float."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

Scaled: TypeAlias = tuple[float, int]
"""m * 2**e, where m is 0 or from 0.5 to below 1: as `math.frexp` gives it."""

ZERO: Final[Scaled] = (0.0, 0)
ONE: Final[Scaled] = (0.5, 1)


def times(number: Scaled, factor: float) -> Scaled:
    """The product with a float."""
    mantissa, exponent = number
    scale, more = math.frexp(factor)
    product, last = math.frexp(mantissa * scale)
    return product, exponent + more + last


def plus(numbers: Iterable[Scaled]) -> Scaled:
    """The sum."""
    terms = [number for number in numbers if number[0]]
    if len(terms) < 2:
        return terms[0] if terms else ZERO
    largest = max([exponent for _, exponent in terms])
    mantissa, last = math.frexp(math.fsum([math.ldexp(m, e - largest) for m, e in terms]))
    return mantissa, largest + last


def by_largest(numbers: Sequence[Scaled]) -> list[float] | None:
    """The numbers as floats, by a scale that makes the largest about 1; None if all are 0."""
    exponents = [exponent for mantissa, exponent in numbers if mantissa]
    if not exponents:
        return None
    largest = max(exponents)
    return [math.ldexp(mantissa, exponent - largest) for mantissa, exponent in numbers]
