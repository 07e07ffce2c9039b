"""Random playouts beside pyspiel's leduc_poker, both through Python, in one interleaved run.

    pip install open_spiel
    python benchmarks/playout.py

A step of ours is `legal_actions`, a random choice and a checked `apply`, or a random deal and its
checked `apply`; a step of theirs is `legal_actions`, a random choice, `clone` and `apply_action`
(chance nodes alike). Prints steps per second and the ratio, pair by pair; quote the median.
"""

import random
import statistics
import sys
import time

import detective_poker as dp

DEAL, BET, OVER = dp.Phase
PAIRS, STEPS = 15, 40_000


def ours(steps: int, rng: random.Random, rules: dp.Rules) -> float:
    done = 0
    start = time.perf_counter()
    while done < steps:
        state = dp.new_game(rules, dealer=0)
        while state.phase is not OVER:
            if state.phase is DEAL:
                state = state.apply(dp.random_deal(state, rng))
            else:
                state = state.apply(rng.choice(state.legal_actions()))
            done += 1
    return done / (time.perf_counter() - start)


def theirs(steps: int, rng: random.Random) -> float:
    import pyspiel  # noqa: PLC0415 - only this half needs it

    game = pyspiel.load_game("leduc_poker")
    done = 0
    start = time.perf_counter()
    while done < steps:
        state = game.new_initial_state()
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            state = state.clone()
            state.apply_action(action)
            done += 1
    return done / (time.perf_counter() - start)


def main() -> None:
    rng = random.Random(1)
    print(f"Python {sys.version.split()[0]}, {PAIRS} pairs of {STEPS} steps")
    theirs(STEPS, rng)
    for mode in dp.Mode:
        for players in (3, 4):
            rules = dp.Rules(players=players, mode=mode)
            ours(STEPS, rng, rules)
            pairs = [(ours(STEPS, rng, rules), theirs(STEPS, rng)) for _ in range(PAIRS)]
            rates = [statistics.median(column) for column in zip(*pairs, strict=True)]
            ratio = statistics.median(mine / other for mine, other in pairs)
            print(
                f"{players} players, {mode}: ours {rates[0] / 1e6:.3f} M/s, "
                f"leduc_poker {rates[1] / 1e6:.3f} M/s, ratio {ratio:.2f}"
            )


if __name__ == "__main__":
    main()
