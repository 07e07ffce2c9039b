"""A game between bots, or people that the program treats as bots."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from detective_poker.actions import Action
from detective_poker.bots import Bot, observe
from detective_poker.dealing import random_deal
from detective_poker.rules import OVER, Rules
from detective_poker.state import GameState, new_game


def stream(seed: int | None, owner: str) -> random.Random:
    """A random stream of somebody's own; without a seed from the system's secure generator."""
    # A text seeds alike everywhere, and it tells -1 from 1.
    return random.SystemRandom() if seed is None else random.Random(f"{seed} {owner}")


def play_through(
    rules: Rules, bots: Sequence[Bot], seed: int | None
) -> Iterator[tuple[Action | None, GameState]]:
    """Every state of a game, with the action that led there; the first one has none."""
    deals = stream(seed, "dealer")
    streams = [stream(seed, f"seat {seat}") for seat in range(rules.players)]
    state = new_game(rules, rng=deals)
    yield None, state
    while state.phase is not OVER:
        hands = state.hand_number
        action: Action
        if state.actor is None:
            action = random_deal(state, deals)
        else:
            seat = state.actor
            action = bots[seat].choose(state.view(seat), streams[seat])
        state = state.apply(action)
        yield action, state
        if state.hand_number > hands:
            for seat, bot in enumerate(bots):
                observe(bot, state.view(seat))
