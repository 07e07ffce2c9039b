"""What is asked of arguments that hold several values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from detective_poker.errors import ArgumentTypeError

T = TypeVar("T")


def as_tuple(values: Iterable[T], what: str) -> tuple[T, ...]:
    """The values as a tuple, in their order.

    Raises `ArgumentTypeError` for one text, for what is no series, and for a set: it has no order,
    or one that is another in the next process.
    """
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ArgumentTypeError(f"Several {what} are asked for.")
    check_order(values, what)
    return tuple(values)


def check_order(values: object, what: str) -> None:
    """Raises `ArgumentTypeError` for a set. Views of dicts are sets too, but in order."""
    if isinstance(values, (set, frozenset)):
        raise ArgumentTypeError(f"A set has no order, and the {what} must have one.")
