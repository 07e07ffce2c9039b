"""Play many games on any `concurrent.futures.Executor`: the result does not depend on which.

python simulate.py
"""

import random
from collections.abc import Iterable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

import detective_poker as dp
from detective_poker.bots import OddsBot, RandomBot

SEATS = [OddsBot, RandomBot, RandomBot, RandomBot]


def play(seed: int) -> dp.Outcome:
    """One game; all its chance comes from the seed."""
    dealer = random.Random(f"{seed} dealer")
    streams = [random.Random(f"{seed} seat {seat}") for seat in range(len(SEATS))]
    bots = [bot() for bot in SEATS]
    state = dp.new_game(dp.Rules(players=len(SEATS)), rng=dealer)
    while state.outcome is None:
        if state.actor is None:
            state = state.apply(dp.random_deal(state, dealer))
        else:
            seat = state.actor
            state = state.apply(bots[seat].choose(state.view(seat), streams[seat]))
    return state.outcome


def chunk(seeds: Iterable[int]) -> tuple[float, int]:
    """Seat 0's share of the wins in some games, and its points: little to send back."""
    outcomes = [play(seed) for seed in seeds]
    wins = sum((0 in o.winners) / len(o.winners) for o in outcomes)
    return wins, sum(o.scores[0] for o in outcomes)


def simulate(games: int, executor: Executor, size: int = 25) -> tuple[float, float]:
    """Seat 0's share of the wins and its points a game."""
    chunks = [range(start, min(start + size, games)) for start in range(0, games, size)]
    # Submitted and added up in one order, whichever worker is done first.
    jobs = [executor.submit(chunk, seeds) for seeds in chunks]
    results = [job.result() for job in jobs]
    return sum(wins for wins, _ in results) / games, sum(points for _, points in results) / games


def main(games: int = 100) -> None:
    """The same games on threads and on processes."""
    with ThreadPoolExecutor(2) as threads:
        print("threads:  ", simulate(games, threads))
    with ProcessPoolExecutor(2) as processes:
        print("processes:", simulate(games, processes))


if __name__ == "__main__":
    main()
