"""Ask the same of a state in processes started by `fork`, `spawn` or `forkserver`; print JSON."""

import json
import multiprocessing
import random
import sys

import detective_poker as dp


def answer(state: dp.GameState) -> tuple[bytes, list[bytes], str, str]:
    """What must be the same in every process, and last a deal that must not."""
    views = [dp.to_json(state.view(seat)) for seat in range(state.rules.players)]
    odds = str(dp.best_hand_odds(state.view(0)))
    return dp.to_json(state), views, odds, str(dp.random_deal(dp.new_game(dealer=0)))


def main() -> None:
    state = dp.new_game(dp.Rules(4, dp.Mode.EXPERT), dealer=1)
    state = state.apply(dp.random_deal(state, random.Random(7)))
    for _ in range(3):
        state = state.apply(state.legal_actions()[-1])
    here = answer(state)
    context = multiprocessing.get_context(sys.argv[1])
    # A process for each task: forked from here, they share this process's past.
    with context.Pool(4, maxtasksperchild=1) as pool:
        found = pool.map(answer, [state] * 4, chunksize=1)
    same = [other[:3] == here[:3] for other in found]
    print(json.dumps({"same": same, "deals": [other[3] for other in found]}))


if __name__ == "__main__":
    main()
