"""Generators of one's own: what has its chance elsewhere, or none at all (R14)."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from detective_poker import (
    ArgumentError,
    ArgumentTypeError,
    GameState,
    Mode,
    Phase,
    Rules,
    SoftmaxModel,
    UniformModel,
    determinize,
    new_game,
    play_game,
    random_deal,
    shuffled_deck,
)
from detective_poker.bots import Bot, DetectiveBot, ModelBot, NaiveBot, OddsBot, RandomBot
from detective_poker.chance import choice, picker, weighted_choice


class Congruential(random.Random):
    """What the standard library asks of a generator: `random` and `seed`, nothing else."""

    def seed(self, a: Any = None, version: int = 2) -> None:
        self.state = hash(a) % 2**64

    def random(self) -> float:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 11) / 2**53


class OfAParent(Congruential):
    """It has nothing of its own."""


class WithSeed(Congruential):
    def seed(self, a: Any = None, version: int = 2) -> None:
        super().seed(a)


class Mixin:
    def __init__(self, seed: int) -> None:
        super().__init__()
        self.source = random.Random(seed)

    def random(self) -> float:
        return self.source.random()


class Mixed(Mixin, random.Random):
    """It finds `random` outside of the library's classes."""


class OfTheSystem(Mixin, random.SystemRandom):
    """It has bits of the system, which are not asked for."""


class Bits(random.Random):
    """Its only chance is in bits."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.source = random.Random(seed)

    def getrandbits(self, k: int, /) -> int:
        return self.source.getrandbits(k)


class Both(Bits):
    def random(self) -> float:
        return self.source.random()


def by_attribute(seed: int) -> random.Random:
    """A generator of the library with a method of its own."""
    rng = random.Random()
    rng.random = random.Random(seed).random  # type: ignore[method-assign]
    return rng


def bits_by_attribute(seed: int) -> random.Random:
    rng = random.Random()
    rng.getrandbits = random.Random(seed).getrandbits  # type: ignore[method-assign]
    return rng


OWN: list[Callable[[int], random.Random]] = [
    *(Congruential, OfAParent, WithSeed, Mixed, OfTheSystem, Bits, Both),
    *(by_attribute, bits_by_attribute),
]


class Named(random.Random):
    """Nothing that draws is its own."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.name = "a generator"

    def seed(self, a: Any = None, version: int = 2) -> None:
        super().seed(a, version)


def game(rng: random.Random, mode: Mode = Mode.EXPERT) -> list[object]:
    """All that draws, through a hand with some of its bets."""
    state = new_game(Rules(4, mode), rng=rng)
    drawn: list[object] = [state.dealer]
    bots: list[Bot] = [RandomBot(), NaiveBot(), OddsBot(), ModelBot(SoftmaxModel(0.5))]
    while state.hand_number == 0:
        if state.phase is Phase.DEAL:
            action: Any = random_deal(state, rng)
        else:
            assert state.actor is not None
            view = state.view(state.actor)
            drawn.append(determinize(view, rng))
            action = bots[state.actor].choose(view, rng)
        drawn.append(action)
        state = state.apply(action)
    return [*drawn, shuffled_deck(rng)]


@pytest.mark.parametrize("generator", OWN)
def test_equal_generators_draw_alike_and_others_differ(
    generator: Callable[[int], random.Random],
) -> None:
    for mode in Mode:
        assert game(generator(1), mode) == game(generator(1), mode) != game(generator(2), mode)
    bots = [RandomBot()] * 4
    assert play_game(bots, rng=generator(3)) == play_game(bots, rng=generator(3))
    assert play_game(bots, rng=generator(3)) != play_game(bots, rng=generator(4))


def test_a_subclass_that_draws_as_the_library_does_draws_the_same() -> None:
    assert game(Named(5)) == game(random.Random(5))


@pytest.mark.parametrize("generator", OWN)
def test_what_ones_own_generators_deal_is_uniform(
    generator: Callable[[int], random.Random],
) -> None:
    rng, state, deals = generator(7), new_game(Rules(3), dealer=0), 5200
    dealt = [random_deal(state, rng).cards for _ in range(deals)]
    assert all(len(set(cards)) == 6 for cards in dealt)
    for place in (0, 1, 5):
        found = Counter(cards[place] for cards in dealt)
        assert len(found) == 52
        # The 99.9 percent point of chi-square is 88; the seed is fixed.
        assert sum((count - 100) ** 2 / 100 for count in found.values()) < 88
    counts = Counter(choice(rng, range(5)) for _ in range(5000))
    assert all(abs(count - 1000) < 4 * 800**0.5 for count in counts.values())
    counts = Counter(weighted_choice(rng, "abc", [1, 0, 3]) for _ in range(4000))
    assert set(counts) == {"a", "c"}
    assert abs(counts["a"] - 1000) < 4 * 750**0.5


class Always(random.Random):
    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value

    def random(self) -> Any:
        return self.value


class AlwaysBits(Always):
    """It has another `random`, which has its own chance; bits are what it overrides."""

    random = random.Random.random

    def getrandbits(self, k: int, /) -> Any:
        return self.value


class OnlyBits(random.Random):
    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value

    def getrandbits(self, k: int, /) -> Any:
        return self.value


LAST = math.nextafter(1, 0)


@pytest.mark.parametrize("rng", [
    *map(Always, (0, 0.0, -0.0, 0.25, 0.5, LAST, False, Fraction(1, 3), Decimal("0.7"))),
    *map(AlwaysBits, (0, 1, 63)),
    *map(OnlyBits, (0, 1, 51, 63, 2**53 - 1)),
], ids=lambda rng: f"{type(rng).__name__} {rng.value!r}")  # fmt: skip
def test_a_generator_without_chance_comes_to_an_end(rng: random.Random) -> None:
    for mode in Mode:
        drawn = game(rng, mode)
        assert sorted(drawn[-1]) == sorted(shuffled_deck())  # type: ignore[call-overload]
        if not isinstance(rng, AlwaysBits):
            assert drawn == game(rng, mode)
    bots: list[Bot] = [RandomBot(), NaiveBot(), DetectiveBot(), ModelBot(UniformModel())]
    play_game(bots, Rules(4, Mode.EXPERT, rounds=1), rng=rng)


NO_CHANCE = [1, 1.0, 1.5, -0.1, -1e-300, math.nan, math.inf, -math.inf, 10**400, 2**53]
NO_NUMBER: list[object] = [None, "0.5", b"1", [], 1j, object(), (0.5,)]


def draws(rng: random.Random) -> Iterator[Callable[[], object]]:
    state = new_game(dealer=0)
    view = state.apply(random_deal(state)).view(1)
    yield lambda: new_game(rng=rng)
    yield lambda: random_deal(state, rng)
    yield lambda: shuffled_deck(rng)
    yield lambda: determinize(view, rng)
    yield lambda: play_game([RandomBot()] * 4, rng=rng)
    yield lambda: picker(rng)(5)
    for bot in (RandomBot(), NaiveBot(), ModelBot(UniformModel())):
        yield lambda bot=bot: bot.choose(view, rng)  # type: ignore[misc]


@pytest.mark.parametrize("value", NO_CHANCE)
def test_numbers_that_are_no_chance_are_refused(value: float) -> None:
    for draw in draws(Always(value)):
        with pytest.raises(ArgumentError, match="from 0 to below 1"):
            draw()
    if type(value) is int and value != 1:
        for draw in draws(OnlyBits(value)):
            with pytest.raises(ArgumentError, match="from 0 to below 1"):
                draw()


@pytest.mark.parametrize("value", NO_NUMBER, ids=lambda value: type(value).__name__)
def test_what_is_no_number_is_refused(value: object) -> None:
    for rng in (Always(value), OnlyBits(value)):
        for draw in draws(rng):
            with pytest.raises(ArgumentTypeError, match="from 0 to below 1"):
                draw()


def test_what_a_generator_itself_raises_is_heard() -> None:
    class Empty(random.Random):
        def random(self) -> float:
            raise LookupError("no more chance")

    for draw in draws(Empty()):
        with pytest.raises(LookupError, match="no more"):
            draw()


@pytest.mark.parametrize("rng", [7, "7", random, random.Random, object()], ids=range(5))
def test_what_is_no_generator_is_refused(rng: Any) -> None:
    for draw in draws(rng):
        with pytest.raises(ArgumentTypeError):
            draw()


def test_seeds_of_the_library_draw_as_ever() -> None:
    """A seed is as good as a record: nothing of this may change."""
    rng = random.Random(20)
    *drawn, deck = game(rng)
    told = [str(one) for one in drawn if not isinstance(one, GameState)]
    assert told == EVER
    assert isinstance(deck, tuple)
    assert " ".join(deck[:5]) == "Js 7s Ks 7c As"
    assert rng.getrandbits(32) == 1518384085


EVER = [
    "3",
    "d 6s Ks Qs Jc 5d 3s 8c 9d",
    "b 0>0 2 plus_one",
    "b 1>0 2 clockwise",
    "b 2>2 1",
    "b 3>0 2 bluff",
    "d 9c 3c 6d",
    "b 1>0 2 bluff",
    "b 2>3 3 plus_one",
    "b 3>1 3",
    "b 0>1 3",
    "d 9s Ad",
    "b 2>3 2",
    "b 3>0 1",
    "b 0>1 1",
    "b 1>3 2 plus_one",
    "d 4s",
    "b 3>2 1",
    "b 0>0 1 blank",
    "b 1>3 1 blank",
    "b 2>3 1",
]
