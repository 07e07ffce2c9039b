"""What tells a bot from another of the same name, so that games of both are not mixed unawares.

Parameters and code are told by digests: a parameter can be a secret, such as the key of a service.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any, Final, cast

import msgspec

from detective_poker.bots import BOTS, Bot

_DIGITS: Final = 16
_PYTHON: Final = f"{sys.implementation.name}-{sys.version_info[0]}.{sys.version_info[1]}"


class Identity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot as the head of a simulation's file tells it."""

    name: str
    module: str
    made_by: str
    """The class, or the function that makes the bot, with its name in the module."""
    parameters: str
    """A digest of what it is made with."""
    code: str
    """Which Python compiled it, and a digest of that; empty for what is not written in Python, and
    for this package, whose version tells the code."""


def identity(name: str, bot: str | Callable[[], Bot]) -> Identity:
    """What tells this bot from others."""
    maker: object = BOTS[bot] if isinstance(bot, str) else bot
    parameters: list[str] = []
    while isinstance(maker, partial):
        if maker.args or maker.keywords:
            parameters.append(_text([maker.args, maker.keywords]))
        maker = maker.func
    if isinstance(maker, MethodType):
        parameters.append(_text(maker.__self__))
        maker = maker.__func__
    if isinstance(maker, FunctionType):
        parameters.append(_text(_bound(maker)))
    elif not isinstance(maker, (type, BuiltinFunctionType)):
        parameters.append(_text(maker))
        maker = type(maker)
    return Identity(
        name,
        str(getattr(maker, "__module__", "")),
        str(getattr(maker, "__qualname__", "")),
        _digest("\n".join(parameters)),
        _code_of(maker),
    )


def changes(before: Identity, now: Identity) -> list[str]:
    """What differs between two bots of one name, a phrase each; the code only of one Python."""
    told: list[str] = []
    for what, there, here in (
        ("module", before.module, now.module),
        ("class", before.made_by, now.made_by),
    ):
        if there != here:
            told.append(f"{what} {there} there, {here} here")
    if before.parameters != now.parameters:
        told.append("other parameters")
    compilers = {one.code.rpartition(" ")[0] for one in (before, now)}
    if not told and before.code != now.code and len(compilers) == 1:
        told.append("other code")
    return told


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:_DIGITS]


def _code_of(maker: object) -> str:
    if str(getattr(maker, "__module__", "")).partition(".")[0] == "detective_poker":
        return ""
    if isinstance(maker, FunctionType):
        code = _text(maker.__code__)
    elif isinstance(maker, type):
        code = "\n".join(_class_texts(maker))
    else:
        code = ""
    return f"{_PYTHON} {_digest(code)}" if code else ""


def _class_texts(cls: type) -> Iterator[str]:
    """What a class and its bases say, but for those of this package and of Python."""
    for base in cls.__mro__:
        top = base.__module__.partition(".")[0]
        if top == "detective_poker" or top in sys.stdlib_module_names - {"__main__"}:
            continue
        for name, value in sorted(vars(base).items()):
            found = [getattr(value, "__func__", value)]
            if isinstance(value, property):
                found = [value.fget, value.fset]
            for one in found:
                if isinstance(one, FunctionType):
                    yield f"{name} {_text([one.__code__, *_bound(one)])}"
                elif type(one) in _PLAIN and not name.startswith("__"):
                    yield f"{name} {_text(one)}"


def _bound(function: FunctionType) -> list[object]:
    """What a function was made with: its defaults, and the values that it took along."""
    bound: list[object] = [function.__defaults__, function.__kwdefaults__]
    for cell in function.__closure__ or ():
        try:
            bound.append(cell.cell_contents)
        except ValueError:  # it is still empty
            bound.append(None)
    return bound


_PLAIN: Final = frozenset({bool, int, float, complex, str, bytes, type(None), type(Ellipsis)})


def _text(value: Any) -> str:
    """A text of a value that is the same in every process: no address and no order of a set."""
    return _Texts().of(value)


class _Texts:
    """The texts of values within values. One that comes again is not looked at again."""

    def __init__(self) -> None:
        self._seen: dict[int, object] = {}

    def of(self, value: Any) -> str:
        kind = cast("type[object]", type(value))
        if kind in _PLAIN:
            return f"{value:#x}" if kind is int else repr(value)
        if kind is tuple:
            return self._several(value)
        if kind in (set, frozenset):
            return f"{{{', '.join(sorted([_text(one) for one in value]))}}}"
        if kind is CodeType:
            return self._several([value.co_code, value.co_names, value.co_consts])
        if isinstance(value, type):
            return _name(value)
        if id(value) in self._seen:
            return "..."
        # The value is kept, so that no other gets its number.
        self._seen[id(value)] = value
        if kind is list:
            return self._several(value)
        if kind is dict:
            return self._several([one for pair in value.items() for one in pair])
        if kind is FunctionType:
            return f"{_name(value)} {self._several([value.__code__, *_bound(value)])}"
        if kind is partial:
            return f"partial {self._several([value.func, value.args, value.keywords])}"
        return f"{_name(kind)} {self._object(kind, value)}"

    def _several(self, values: Iterable[object]) -> str:
        return f"[{', '.join([self.of(value) for value in values])}]"

    def _object(self, kind: type, value: object) -> str:
        try:
            if getattr(kind, "__repr__", None) is object.__repr__:
                return self.of(vars(value))
            return re.sub(r" at 0x[0-9A-Fa-f]+", "", repr(value))
        except Exception:
            return "?"


def _name(value: type | FunctionType) -> str:
    return f"{value.__module__}.{value.__qualname__}"
