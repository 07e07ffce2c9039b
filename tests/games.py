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


def betting_states(players: int, mode: dp.Mode, street: dp.Street) -> list[dp.GameState]:
    """The positions of a game in the betting of that street."""
    found = record_of(players, mode, 1, 2).states()
    return [state for state in found if state.phase is dp.Phase.BET and state.street is street]


def after_first_street(rules: dp.Rules) -> dp.GameState:
    """The first position of the Flop's betting, of a game in which everybody bet 2 chips."""
    start = dp.new_game(rules, dealer=0)
    state = start.apply(dp.deal_from(dp.DECK, start))
    while state.actor is not None:
        state = state.apply(dp.Bet(state.actor, 0, 2))
    return state.apply(dp.deal_from(dp.DECK, state))
