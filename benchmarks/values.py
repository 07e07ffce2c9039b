"""What values cost: views, JSON, odds and the import, each beside a floor of the same run.

    python benchmarks/values.py

Prints microseconds (the median of repeats) for views and JSON over the states of a game during
betting, odds per view, and the import over an empty interpreter. What is read was written before.
"""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import detective_poker as dp

DEAL, BET, OVER = dp.Phase
SPARSE_BET = b'{"chips": 1, "seat": 0, "type": "bet", "target": 2}'
"""As another program may write it."""


def betting_states(rules: dp.Rules) -> list[dp.GameState]:
    """The states of one game in which somebody is to bet."""
    rng = random.Random(1)
    state = dp.new_game(rules, dealer=0)
    states: list[dp.GameState] = []
    while state.phase is not OVER:
        if state.phase is DEAL:
            state = state.apply(dp.random_deal(state, rng))
        else:
            states.append(state)
            state = state.apply(rng.choice(state.legal_actions()))
    return states


def cost(action: Callable[[dp.GameState], object], states: list[dp.GameState]) -> float:
    """Microseconds for each state, the median of repeats."""
    times = []
    for _ in range(41):
        start = time.perf_counter()
        for state in states:
            action(state)
        times.append((time.perf_counter() - start) / len(states) * 1e6)
    return statistics.median(times)


def import_milliseconds(statement: str) -> float:
    """Milliseconds of an interpreter that runs a statement, the median of runs."""
    times = []
    for _ in range(15):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True)
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def main() -> None:
    print(f"Python {sys.version.split()[0]}, medians")
    for mode in dp.Mode:
        states = betting_states(dp.Rules(mode=mode))
        views = {id(state): state.view(state.actor or 0) for state in states}
        bets = {id(state): state.legal_actions()[-1] for state in states}
        json_of_states, json_of_views, json_of_bets = (
            {key: dp.to_json(value) for key, value in values.items()}
            for values in ({id(state): state for state in states}, views, bets)
        )
        rows: dict[str, Callable[[dp.GameState], object]] = {
            "an empty function": lambda _state: None,
            "state.view(actor)": lambda state: state.view(state.actor or 0),
            "to_json(state.view(actor))": lambda state: dp.to_json(state.view(state.actor or 0)),
            "to_json(view)": lambda state, views=views: dp.to_json(views[id(state)]),
            "to_json(state)": dp.to_json,
            "to_json(Bet)": lambda state, bets=bets: dp.to_json(bets[id(state)]),
            "from_json(Bet)": lambda state, data=json_of_bets: dp.from_json(
                data[id(state)], dp.Bet
            ),
            "from_json(Bet, no card)": lambda _state: dp.from_json(SPARSE_BET, dp.Bet),
            "from_json(view)": lambda state, data=json_of_views: dp.from_json(
                data[id(state)], dp.PlayerView
            ),
            "from_json(state)": lambda state, data=json_of_states: dp.from_json(
                data[id(state)], dp.GameState
            ),
            "validate(view)": lambda state, views=views: dp.validate(views[id(state)]),
            "best_hand_odds(view)": lambda state, views=views: dp.best_hand_odds(views[id(state)]),
        }
        for name, action in rows.items():
            print(f"4 players, {mode}: {name:28} {cost(action, states):8.2f} us")
    empty, ours = import_milliseconds("pass"), import_milliseconds("import detective_poker")
    print(f"import: {ours - empty:.1f} ms more than an empty interpreter ({empty:.1f} ms)")


if __name__ == "__main__":
    main()
