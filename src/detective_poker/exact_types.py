"""Whether a value made by hand has the types that its class declares, in every member.

Constructors look at nothing, and much compares as equal that is something else: True and 1, a text
and a card. So types are compared, never values, and nothing of the value's own is called.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec


def type_problems(value: object, declared: Any, path: str = "") -> Iterator[str]:
    """The members that are of a wrong type, here and further in, a sentence each.

    - `value`: what is looked at
    - `declared`: the type that it should have, such as `PlayerView` or `tuple[Card, ...]`
    - `path`: what leads to the value, for the sentences
    """
    origin = get_origin(declared)
    if origin in (Union, UnionType):
        # All unions of ours are of a type and None.
        if value is not None:
            (kind,) = [kind for kind in get_args(declared) if kind is not NoneType]
            yield from type_problems(value, kind, path)
    elif origin in (tuple, frozenset):
        yield from _collection_problems(value, declared, path)
    elif type(value) is not declared:
        yield _wrong(path)
    elif issubclass(declared, Enum):
        if id(value) not in _members(declared):
            yield _wrong(path)
    elif issubclass(declared, msgspec.Struct):
        for name, kind in _fields(declared):
            yield from type_problems(getattr(value, name), kind, f"{path}.{name}")


def _collection_problems(value: Any, declared: Any, path: str) -> Iterator[str]:
    kinds = get_args(declared)
    if type(value) is not get_origin(declared):
        yield _wrong(path)
        return
    if kinds[-1] is Ellipsis or len(kinds) == 1:
        kinds = kinds[:1] * len(value)
    if len(value) != len(kinds):
        yield f"{_shown(path)} does not hold just {len(kinds)} values."
        return
    for index, (item, kind) in enumerate(zip(value, kinds, strict=True)):
        yield from type_problems(item, kind, f"{path}[{index}]")


def _wrong(path: str) -> str:
    return f"{_shown(path)} is of a wrong type."


def _shown(path: str) -> str:
    """The path as users know it: what a state keeps in its table are members of the state."""
    return path.replace("._table.", ".").removeprefix(".") or "The value"


@cache
def _fields(kind: type[msgspec.Struct]) -> list[tuple[str, Any]]:
    hints = get_type_hints(kind)
    return [(name, hints[name]) for name in kind.__struct_fields__]


@cache
def _members(kind: type[Enum]) -> frozenset[int]:
    return frozenset(id(member) for member in kind)
