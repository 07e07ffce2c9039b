"""Every public function, method and property, called with whatever there is.

Values of our types come as play and decoding give them; the rest is foreign, and of every kind.
What is asked for is a result or one of our exceptions, never a foreign one, and that it comes soon.
"""

import inspect
import math
import os
import random
from array import array
from collections.abc import Callable, Iterator
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any

import detective_poker as dp
from detective_poker import bots
from games import ALL_KINDS, record_of


class Text(str):
    """A text that is not quite one."""

    __slots__ = ()


class Number(int):
    """An int that is not quite one."""


class Series(tuple[Any, ...]):
    """A tuple that is not quite one."""

    __slots__ = ()


class Unhashable:
    """It compares, but has no hash."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other


class NoHash(type):
    """Classes that not even have a hash."""

    __hash__ = None  # type: ignore[assignment]


class WithoutHash(metaclass=NoHash):
    """One of them."""


def foreign() -> list[Any]:
    """What our functions ask for nowhere, or seldom."""
    released = memoryview(b"12345678")
    released.release()
    return [
        *(None, True, False, 0, 1, 2, 3, 4, 7, 51, 52, -1, 255, 259, 2**31, 2**53, 2**64, -(10**9)),
        *(0.0, 1.0, 0.5, -1.5, math.nan, math.inf, 1j, Decimal(1), Decimal("sNaN"), Fraction(1, 3)),
        *("", " ", "As", "As Kd", "x" * 5000, "b 0>1 1", "d As", "bluff", "\ud800", "\0", "1"),
        *(b"", b"{}", b"[]", b"null", b"\xff", b'{"players":3}', bytearray(b"{}")),
        *(memoryview(b"{}"), memoryview(bytearray(8)), released),
        *(array("Q", [3, 5]), array("I", [0, 0]), array("d", [1.0])),
        *([], [1, 2], ["As"], (), (None,), (0, 1, 2), {}, {0: 1}, set(), {1}, frozenset()),
        *(object(), object, int, len, lambda *_args: None, Ellipsis, NotImplemented, iter(())),
        *(Text("As"), Number(1), Series(dp.DECK[:2]), Unhashable(), WithoutHash, WithoutHash()),
        *(random, random.Random, random.random, range(3), slice(2), 10**30),
    ]


@cache
def ours() -> list[Any]:
    """Values of our types, as play and decoding give them."""
    values: list[Any] = [
        *(*dp.DECK[::9], *dp.Suit, *list(dp.Rank)[::4], *dp.Street, *dp.Phase, *dp.Mode),
        *(*dp.ActionCard, *dp.HandCategory, *dp.IllegalReason, dp.DECK, dp.DECK[:5], dp.DECK[7:9]),
        *(dp.evaluate(dp.DECK[:7]), dp.strength(dp.DECK[3:8]), dp.card_mask(dp.DECK[:4])),
        *(dp.SoftmaxModel(), dp.NaiveModel(), dp.UniformModel()),
        dp.MixtureModel((dp.NaiveModel(), dp.UniformModel()), (1, 2)),
        *(bot() for bot in bots.BOTS.values()),
        ["odds", "naive", "random"],
        dp.parse_action("b 0>1 1 bluff"),
        dp.parse_action("d As Kd 7c"),
        dp.card_odds(dp.Card("As"), dp.parse_cards("Kd 7c")),
    ]
    for players, mode in ALL_KINDS:
        record = record_of(players, mode, 1, 4)
        states = record.states()
        values += [record, record.rules, record.for_seat(1), record.for_spectators()]
        values += [record.to_text(), record.for_seat(0).to_text(), *record.actions[::9]]
        for state in [*states[::11], states[-1]]:
            views = [state.public_view(), *[state.view(seat) for seat in range(players)]]
            values += [
                state,
                *views,
                dp.to_json(state),
                dp.to_json(views[1]),
                state.legal_actions(),
            ]
            values += [state.own_cards, state.board, state.discards, state.scores, views[0].bets]
            values += [state.last_hand, state.outcome]
        for one, other in zip(states[:40:7], states[1:41:7], strict=False):
            values += dp.events_between(one.view(0), other.view(0))
    return values


NEVER = {"simulate", "cli", "plots"}
"""What takes long by itself, or writes; they have tests of their own."""
NO_FILES = {"\0", "\ud800"}
"""Texts that name no file; any other would be one that is written."""
SLOW_NUMBERS = {"samples", "games"}
"""Parameters that ask for much work: they get small numbers, or what is no number."""


def callables() -> list[Callable[..., Any]]:
    """All functions and classes that are public."""
    named = [getattr(module, name) for module in (dp, bots) for name in module.__all__]
    found: list[Callable[..., Any]] = [dp.svg.table, dp.hands.backend, dp.hands.backends]
    for value in named:
        if not callable(value) or getattr(value, "__name__", "") in NEVER:
            continue
        if inspect.isclass(value) and issubclass(value, (Enum, BaseException)):
            continue  # these are called as those of the standard library are
        if not getattr(value, "_is_protocol", False):
            found.append(value)
    return found


def methods(value: object) -> Iterator[str]:
    """The public methods and properties of a value of ours."""
    kind = type(value)
    if kind.__module__.startswith("detective_poker") and not isinstance(value, Enum):
        for name in dir(kind):
            public = not name.startswith("_") or name in ("_repr_svg_", "__rich_repr__")
            # Files are the system's, which refuses in its own way.
            if public and name not in ("load", "save"):
                yield name
        yield from ("__repr__", "__str__", "__hash__")


def arguments(function: Callable[..., Any], rng: random.Random) -> tuple[list[Any], dict[str, Any]]:
    """As many arguments as the function takes, of values of any kind."""
    given: list[Any] = []
    named: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.default is not parameter.empty and rng.random() < 0.5:
            if parameter.kind is not parameter.KEYWORD_ONLY:
                break
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        value = rng.choice(ours() if rng.random() < 0.6 else foreign())
        if parameter.name in SLOW_NUMBERS and isinstance(value, int) and value > 7:
            value = 7
        if parameter.name == "type" and rng.random() < 0.8:
            value = rng.choice([dp.GameState, dp.PlayerView, dp.Bet, dp.Record, dp.Event, dp.Rules])
        if parameter.name == "path" and isinstance(value, str) and value not in NO_FILES:
            value = os.devnull
        if parameter.kind is parameter.KEYWORD_ONLY:
            named[parameter.name] = value
        else:
            given.append(value)
    return given, named


def call(rng: random.Random) -> str | None:
    """One call; what is wrong with how it ended, if anything is."""
    if rng.random() < 0.5:
        function = rng.choice(CALLABLES)
        name = function.__qualname__
    else:
        value = rng.choice(OF_OURS)
        name = rng.choice(list(methods(value)))
        try:
            function = getattr(value, name)
        except dp.DetectivePokerError:
            return None
        name = f"{type(value).__name__}.{name}"
        if not callable(function):
            return None
    try:
        given, named = arguments(function, rng)
    except ValueError:  # one of those that every object has
        return None
    try:
        result = function(*given, **named)
        if inspect.isgenerator(result):
            list(result)
    except dp.DetectivePokerError:
        return None
    except Exception as error:
        shown = ", ".join([repr(value)[:60] for value in given])
        shown += "".join(f", {key}={value!r:.60}" for key, value in named.items())
        return f"{name}({shown}): {type(error).__name__}: {error}"
    return None


CALLABLES = callables()
OF_OURS = [value for value in ours() if list(methods(value))]


def check_calls(count: int, seed: int) -> list[str]:
    """Call at random so many times; what went wrong."""
    rng = random.Random(seed)
    return [fault for _ in range(count) if (fault := call(rng)) is not None]
