"""What the bots of a simulation are called: each by a name that no other one has."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import Final, cast

import msgspec

from detective_poker._record_text import NO_NAME_CHARACTER
from detective_poker.record import Record
from detective_poker.rules import Rules

_MAX_NAME: Final = 50
"""Characters of a bot's name, before the number that tells it from others of that name."""
_MAX_TEXT: Final = 16
"""Characters of a text among a bot's parameters: a longer one may be a key that is secret."""


def check_names(names: Iterable[str]) -> None:
    """Refuse names of a user's own that no record would take, as a record does."""
    for name in names:
        Record(Rules(3), 0, (), (name,) * 3)


def names_of(bots: Iterable[str | Callable[[], object]]) -> tuple[str, ...]:
    """A name for each bot, that no other one has and that a record takes."""
    # A dictionary, since a set would not keep the order.
    names: dict[str, None] = {}
    for bot in bots:
        first = name = printable(_name_of(bot), _MAX_NAME)
        for number in itertools.count(2):
            if name not in names:
                break
            name = f"{first} {number}"
        names[name] = None
    return tuple(names)


def _name_of(bot: object) -> str:
    if isinstance(bot, partial):
        made = cast("partial[object]", bot)
        return f"{_name_of(made.func)}{_parameters(made)}"
    name = bot if isinstance(bot, str) else getattr(bot, "__name__", None)
    return name if isinstance(name, str) and name else name_of_type(bot)


def _parameters(bot: partial[object]) -> str:
    """What tells this bot from another one that the same class makes."""
    keywords: Mapping[str, object] = bot.keywords
    words = [*map(_word, bot.args), *(f"{name}={_word(value)}" for name, value in keywords.items())]
    return f"({', '.join(words)})" if words else ""


def _word(value: object) -> str:
    """A few letters for a parameter: a small value itself, and of others the kind."""
    if isinstance(value, Enum):
        return value.name
    if value is None or type(value) in (bool, float):
        return repr(value)
    if type(value) is int:
        return str(value) if abs(value) < 10**_MAX_TEXT else "int"
    if type(value) is str and len(value) <= _MAX_TEXT:
        return repr(value)
    if isinstance(value, (list, tuple)):
        values = cast("Sequence[object]", value)
        return f"[{', '.join(map(_word, values[:_MAX_TEXT]))}]"
    if isinstance(value, msgspec.Struct) and type(value).__module__.startswith("detective_poker."):
        fields = ", ".join(_word(getattr(value, name)) for name in value.__struct_fields__)
        return f"{name_of_type(value)}({fields})"
    return _name_of(value) if callable(value) else name_of_type(value)


def name_of_type(value: object) -> str:
    """The name of a value's type, even if its metaclass has another idea of `__name__`."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name


def printable(text: str, length: int) -> str:
    """So many characters of a text at most, with those that no name may hold written out.

    A report is the same on every Python so, and can be written to any file.
    """
    start: str = str.__getitem__(text, slice(length))
    return NO_NAME_CHARACTER.sub(_written_out, start)[:length]


def _written_out(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()
