"""Play many games on any `concurrent.futures.Executor`: the report does not depend on which.

python simulate.py
"""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

from my_bot import MyBot

import detective_poker as dp

BOTS = [MyBot, "odds", "random", "random"]


def main(games: int = 200) -> None:
    """The same games in this thread, on threads and on processes."""
    report = dp.simulate(BOTS, games, seed=1)
    for bot in report.bots:
        print(f"{bot.name:9} wins {bot.win_share:.0%} ± {bot.win_share_interval:.0%}")
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2) as processes:
        for executor in (threads, processes):
            same = dp.simulate(BOTS, games, seed=1, executor=executor) == report
            print(f"the same on a {type(executor).__name__}: {same}")


if __name__ == "__main__":
    main()
