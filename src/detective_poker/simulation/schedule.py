"""What is played: which bots, in which seats, with which cards and random streams.

A deal is the cards and the dealers of a whole game. Every deal is played as often as there are
seats, each bot once in each seat, so that luck with the cards evens out.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias, cast

import msgspec

from detective_poker._arguments import as_tuple
from detective_poker.bots import BOTS, Bot
from detective_poker.errors import ArgumentError, ArgumentTypeError
from detective_poker.rules import Rules, check_rules
from detective_poker.simulation.naming import check_names, names_of

BotFactory: TypeAlias = "str | Callable[[], Bot]"
"""What makes a bot for each game: a name in `bots.BOTS`, or a callable such as a bot's class.

Processes and clusters get it pickled."""

MAX_GAMES: Final = 10**9
"""Games of each line-up at most: no memory holds the results of more."""
MAX_SEED: Final = 2**53 - 1
"""Up to that size whole numbers are the same in every reader of JSON."""
MAX_TIMEOUT: Final = 86_400
"""Seconds in a day."""


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
    timeout: float | None = None
    """Seconds that a bot has for each decision."""

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


def plan_of(
    bots: Iterable[BotFactory] | Mapping[str, BotFactory],
    games: int,
    rules: Rules,
    seed: int,
    timeout: float | None = None,
) -> Plan:
    """The plan, once what a user asks for is checked."""
    wrong = f"Bots are {', '.join(BOTS)}, or what makes one."
    if isinstance(bots, str) or not isinstance(bots, Iterable):
        raise ArgumentTypeError(wrong)
    if isinstance(bots, Mapping):
        named = cast("Mapping[str, BotFactory]", bots)
        names, makers = zip(*named.items(), strict=True) if named else ((), ())
        check_names(names)
    else:
        names, makers = None, as_tuple(bots, "bots")
    for bot in makers:
        if not isinstance(bot, str) and not callable(bot):
            raise ArgumentTypeError(wrong)
        if isinstance(bot, str) and bot not in BOTS:
            raise ArgumentError(wrong)
    check_rules(rules)
    if len(makers) < rules.players:
        raise ArgumentError(
            f"{rules.players} players need {rules.players} bots or more, not {len(makers)}."
        )
    if type(games) is not int:
        raise ArgumentTypeError("The number of games is a whole number.")
    if not 1 <= games <= MAX_GAMES:
        raise ArgumentError(f"The number of games is 1 to {MAX_GAMES:,}.")
    if type(seed) is not int:
        raise ArgumentTypeError("The seed is a whole number.")
    if not -MAX_SEED <= seed <= MAX_SEED:
        raise ArgumentError("The seed is below 2^53 in size.")
    if timeout is not None:
        if type(timeout) not in (int, float):
            raise ArgumentTypeError("The timeout is a number of seconds or None.")
        if not 0 < timeout <= MAX_TIMEOUT:
            raise ArgumentError(f"The timeout is above 0 and at most {MAX_TIMEOUT:,} seconds.")
    return Plan(makers, names or names_of(makers), rules, seed, games, timeout)
