"""A game between bots, or people that the program treats as bots."""

from __future__ import annotations

import random
from collections.abc import Sequence

from detective_poker.bots import Bot
from detective_poker.rules import Rules
from detective_poker.simulation.play import Game
from detective_poker.state import new_game


def start_game(rules: Rules, bots: Sequence[Bot], seed: int | None) -> Game:
    """A game before its first deal: the same seed, the same cards for everybody who plays it."""
    deals = _stream(seed, "dealer")
    streams = [_stream(seed, f"seat {seat}") for seat in range(rules.players)]
    return Game(new_game(rules, rng=deals), bots, streams, deals)


def _stream(seed: int | None, owner: str) -> random.Random:
    """A random stream of somebody's own; without a seed from the system's secure generator."""
    # A text seeds alike everywhere, and it tells -1 from 1.
    return random.SystemRandom() if seed is None else random.Random(f"{seed} {owner}")
