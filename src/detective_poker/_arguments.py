"""What is asked of arguments that hold several values."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import TypeVar

from detective_poker.errors import ArgumentTypeError, type_name

T = TypeVar("T")


def as_tuple(values: Iterable[T], what: str) -> tuple[T, ...]:
    """The values as a tuple, in their order.

    Raises `ArgumentTypeError` for one text, for what is no series, and for a set: it has no order,
    or one that is another in the next process.
    """
    check_order(values, what)
    return tuple(iterator_of(values, what))


def iterator_of(values: Iterable[T], what: str) -> Iterator[T]:
    """Goes over the values. Raises `ArgumentTypeError` for one text, and for what is no series."""
    # Text and memory hold nothing of ours, and CPython 3.11 fails on memory that is released.
    if not isinstance(values, (str, bytes, bytearray, memoryview)):
        # What comes while iterating is the caller's own.
        with contextlib.suppress(TypeError):
            return iter(values)
    raise ArgumentTypeError(f"Several {what} are asked for, not {type_name(values)}.")


def check_order(values: object, what: str) -> None:
    """Raises `ArgumentTypeError` for a set. Views of dicts are sets too, but in order."""
    if isinstance(values, (set, frozenset)):
        raise ArgumentTypeError(f"A set has no order, and the {what} must have one.")
