"""What is asked of arguments that hold several values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from detective_poker.errors import ArgumentTypeError

T = TypeVar("T")


def as_tuple(values: Iterable[T], what: str) -> tuple[T, ...]:
    """The values as a tuple. Raises `ArgumentTypeError` for one text, and for what is no series."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ArgumentTypeError(f"Several {what} are asked for.")
    return tuple(values)
