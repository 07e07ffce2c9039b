"""What is played: which bots, in which seats, with which cards and random streams.

A deal is the cards and the dealers of a whole game. Every deal is played as often as there are
seats, each bot once in each seat, so that luck with the cards evens out.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import msgspec

from detective_poker.bots import BOTS, Bot
from detective_poker.errors import ArgumentError, ArgumentTypeError
from detective_poker.rules import Rules, check_rules

BotFactory: TypeAlias = "str | Callable[[], Bot]"
"""What makes a bot for each game: a name in `bots.BOTS`, or a callable such as a bot's class.

Processes and clusters get it pickled."""

MAX_GAMES: Final = 10**9
"""Games of each line-up at most: no memory holds the results of more."""
_MAX_NAME: Final = 50
"""Characters of a bot's name, before the number that tells it from others of that name."""


class Plan(msgspec.Struct, frozen=True):
    """All that a worker must know.

    A game is told by its number, from 0 to `total` - 1, and a bot by its index among all `bots`,
    the entrant. What happens in a game depends on the seed and its number alone: not on the
    executor, nor on how many workers it has.
    """

    bots: tuple[BotFactory, ...]
    names: tuple[str, ...]
    rules: Rules
    seed: int
    games: int
    """Games of each line-up."""

    @property
    def lineups(self) -> tuple[tuple[int, ...], ...]:
        """Who plays whom: everybody, or every choice of as many bots as there are seats."""
        return tuple(itertools.combinations(range(len(self.bots)), self.rules.players))

    @property
    def total(self) -> int:
        """Games of all line-ups."""
        return self.games * len(self.lineups)

    def deal(self, game: int) -> int:
        """The number of the game's line-up and deal."""
        lineup, number = divmod(game, self.games)
        return lineup * self.games + number // self.rules.players

    def seats(self, game: int) -> tuple[int, ...]:
        """By seat, the entrant: a deal is played once with every rotation."""
        lineup, players = self.lineups[game // self.games], self.rules.players
        rotation = game % self.games % players
        return tuple([lineup[(seat - rotation) % players] for seat in range(players)])

    def names_at(self, seats: Iterable[int]) -> tuple[str, ...]:
        """By seat, the bot's name."""
        return tuple([self.names[entrant] for entrant in seats])

    def make_bot(self, entrant: int) -> Bot:
        """The bot, made anew."""
        factory = self.bots[entrant]
        return BOTS[factory]() if isinstance(factory, str) else factory()

    def deals(self, game: int) -> random.Random:
        """Where the game's dealer and deals come from.

        Every line-up gets the same cards: they are compared by what they make of them.
        """
        return random.Random(f"{self.seed} deal {game % self.games // self.rules.players}")

    def stream(self, game: int, entrant: int) -> random.Random:
        """The random stream of a bot in a game."""
        return random.Random(f"{self.seed} game {game} bot {entrant}")


def plan_of(bots: Iterable[BotFactory], games: int, rules: Rules, seed: int) -> Plan:
    """The plan, once what a user asks for is checked."""
    wrong = f"Bots are {', '.join(BOTS)}, or what makes one."
    if isinstance(bots, str) or not isinstance(bots, Iterable):
        raise ArgumentTypeError(wrong)
    bots = tuple(bots)
    for bot in bots:
        if not isinstance(bot, str) and not callable(bot):
            raise ArgumentTypeError(wrong)
        if isinstance(bot, str) and bot not in BOTS:
            raise ArgumentError(wrong)
    check_rules(rules)
    if len(bots) < rules.players:
        raise ArgumentError(f"There are {rules.players} seats, so that many bots or more.")
    if type(games) is not int:
        raise ArgumentTypeError("The number of games is a whole number.")
    if not 1 <= games <= MAX_GAMES:
        raise ArgumentError(f"The number of games is 1 to {MAX_GAMES:,}.")
    if type(seed) is not int:
        raise ArgumentTypeError("The seed is a whole number.")
    return Plan(bots, _names(bots), rules, seed, games)


def _names(bots: Iterable[BotFactory]) -> tuple[str, ...]:
    """A name for each bot, that no other one has and that a record takes."""
    # A dictionary, since a set would not keep the order.
    names: dict[str, None] = {}
    for bot in bots:
        name = bot if isinstance(bot, str) else getattr(bot, "__name__", None)
        if not isinstance(name, str) or not name:
            name = name_of_type(bot)
        first = name = printable(name, _MAX_NAME)
        for number in itertools.count(2):
            if name not in names:
                break
            name = f"{first} {number}"
        names[name] = None
    return tuple(names)


def name_of_type(value: object) -> str:
    """The name of a value's type, even if its metaclass has another idea of `__name__`."""
    name: str = type.__dict__["__name__"].__get__(type(value))
    return name


def printable(text: str, length: int) -> str:
    """So many characters of a text at most, with those that cannot be printed written out.

    A lone surrogate cannot be encoded, and a record takes no name with a line break.
    """
    shown = [
        char if char.isprintable() else char.encode("unicode_escape").decode()
        for char in str.__getitem__(text, slice(length))
    ]
    return "".join(shown)[:length]
