"""Games to test with, the same in every run."""

import random
from functools import cache

import detective_poker as dp


@cache
def record_of(players: int, mode: dp.Mode, rounds: int, seed: int) -> dp.Record:
    """A whole random game."""
    rng = random.Random(f"{players} {mode} {rounds} {seed}")
    rules = dp.Rules(players, mode, rounds)
    record = dp.Record(rules, rng.randrange(players))
    while record.final().phase is not dp.Phase.OVER:
        state = record.final()
        if state.phase is dp.Phase.DEAL:
            action: dp.Action = dp.random_deal(state, rng)
        else:
            action = rng.choice(state.legal_actions())
        record = record.append(action)
    return record


ALL_KINDS = [(players, mode) for players in (3, 4) for mode in dp.Mode]
"""Both numbers of players in both modes."""
