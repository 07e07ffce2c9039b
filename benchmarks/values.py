"""What values cost: views, their JSON, odds and the import, each beside a floor of the same run.

    python benchmarks/values.py

Prints microseconds (the median of repeats) for views and their JSON over the states of a game
during betting, odds per view, and the import over an empty interpreter.
"""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import detective_poker as dp

DEAL, BET, OVER = dp.Phase


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
        rows = {
            "an empty function": lambda _state: None,
            "state.view(actor)": lambda state: state.view(state.actor),
            "to_json(state.view(actor))": lambda state: dp.to_json(state.view(state.actor)),
            "to_json(state)": dp.to_json,
            "from_json(state)": lambda state: dp.from_json(dp.to_json(state), dp.GameState),
            "best_hand_odds(view)": lambda state, views=views: dp.best_hand_odds(views[id(state)]),
        }
        for name, action in rows.items():
            print(f"4 players, {mode}: {name:28} {cost(action, states):8.2f} us")
    empty, ours = import_milliseconds("pass"), import_milliseconds("import detective_poker")
    print(f"import: {ours - empty:.1f} ms more than an empty interpreter ({empty:.1f} ms)")


if __name__ == "__main__":
    main()
