"""What a bot is."""

from __future__ import annotations

import random
from typing import Protocol, runtime_checkable

from detective_poker.actions import Bet
from detective_poker.views import PlayerView


class Bot(Protocol):
    """What can bet for a seat. The same views and random streams lead to the same bets."""

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        """One of `view.legal_actions()`; the viewer is to bet. Chance comes from `rng` alone.

        The bots of this package raise `ArgumentTypeError` for what is no view or no generator,
        `SeatError` for a spectator's, and `ArgumentError` for one whose seat is not to bet.
        """
        ...


@runtime_checkable
class ObservingBot(Bot, Protocol):
    """A bot that also wants to see what each scoring reveals."""

    def observe(self, view: PlayerView, /) -> None:
        """Take notice of the hand just scored, `view.last_hand`."""
        ...


def observe(bot: Bot, view: PlayerView) -> None:
    """Show a bot its view after a scoring, if it wants to see it."""
    # As the check of the protocol, which fails for objects whose class has no hash.
    wanted = getattr(bot, "observe", None)
    if callable(wanted):
        wanted(view)
