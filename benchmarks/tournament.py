"""How the bots do against each other, how fast they decide, and whether deductions are calibrated.

    python benchmarks/tournament.py [games] [jobs]

One bot plays against two or three of another, each deal once in every seat. Prints win shares and
leads (points a game above the mean of the others) with 95 % intervals beside the bars that they
should pass; then the mean time of a decision from a view alone, the games a second of four OddsBots
in one process, and how often the seat that a deduction thinks the best is so.
"""

import math
import multiprocessing
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import detective_poker as dp
from detective_poker.bots import Bot, DetectiveBot, ModelBot, NaiveBot, OddsBot, RandomBot
from detective_poker.bots.choice import choose_by

FOUR, THREE, EXPERT = dp.Rules(), dp.Rules(3), dp.Rules(4, dp.Mode.EXPERT)


class GreedyOdds:
    """Odds with another plan: as many points as can be had at once."""

    def choose(self, view: dp.PlayerView, rng: random.Random, /) -> dp.Bet:
        odds = dp.best_hand_odds(view)
        return choose_by(view, odds.best_probability, odds.weakest_probability, (0.0,) * 48, rng)


class EvenOdds:
    """Odds with another plan: 2, 2, 2, 1 chips on the likeliest best hand, and no action cards."""

    def choose(self, view: dp.PlayerView, rng: random.Random, /) -> dp.Bet:
        odds = dp.best_hand_odds(view)
        targets = [seat for seat, count in enumerate(odds.best) if count == max(odds.best)]
        return dp.Bet(view.seat or 0, rng.choice(targets), (2, 2, 2, 1)[view.street])


MATCHES = [
    # One, against the others, rules, and the bars: least or most win share, least lead.
    (OddsBot, RandomBot, FOUR, ">= 97", None),
    (OddsBot, NaiveBot, FOUR, ">= 50", 5),
    (DetectiveBot, OddsBot, FOUR, ">= 95", 15),
    (DetectiveBot, NaiveBot, FOUR, ">= 80", 11),
    (OddsBot, DetectiveBot, FOUR, "<= 6", None),
    (DetectiveBot, GreedyOdds, FOUR, ">= 70", None),
    (DetectiveBot, EvenOdds, FOUR, ">= 70", None),
    (DetectiveBot, OddsBot, THREE, ">= 88", 10),
    (DetectiveBot, OddsBot, EXPERT, ">= 93", None),
]


def play_matches(games: int, jobs: int) -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context) as executor:
        for one, other, rules, share_bar, lead_bar in MATCHES:
            start = time.perf_counter()
            bots = [one, *[other] * (rules.players - 1)]
            report = dp.simulate(bots, games, rules=rules, seed=1, executor=executor)
            took = (time.perf_counter() - start) / games
            result = report.bots[0]
            bars = share_bar if lead_bar is None else f"{share_bar}, >= +{lead_bar}"
            print(
                f"{one.__name__:12} against {rules.players - 1} {other.__name__:12} {rules.mode:8} "
                f"{100 * result.win_share:5.1f} ± {100 * (result.win_share_interval or 0):3.1f} % "
                f"{result.lead:+6.2f} ± {result.lead_interval or 0:4.2f}   (bar {bars}; "
                f"{took * 1e3:.0f} ms a game, {len(report.faults)} faults)",
                flush=True,
            )


def betting_states(bots: list[Bot], seed: int, rules: dp.Rules) -> list[dp.GameState]:
    """The states of a game in which somebody is to bet."""
    record = dp.play_game(bots, rules, rng=random.Random(seed))
    return [state for state in record.states() if state.actor is not None]


def time_decisions() -> None:
    states = [s for seed in range(10) for s in betting_states([OddsBot()] * 4, seed, FOUR)]
    views = [state.view(state.actor or 0) for state in states]
    rng = random.Random(1)
    for bot in (OddsBot(), DetectiveBot()):
        times = []
        for _ in range(3):
            start = time.process_time()
            for view in views:
                bot.choose(view, rng)
            times.append((time.process_time() - start) / len(views) * 1e6)
        print(f"a decision of {type(bot).__name__}: {min(times):.0f} us in the mean (best of 3)")
    rates = []
    for _ in range(3):
        start = time.process_time()
        dp.simulate([OddsBot] * 4, 100)
        rates.append(100 / (time.process_time() - start))
    print(f"simulate of four OddsBots: {max(rates):.0f} games a second a core (best of 3)")


def calibrate(games: int) -> None:
    model = dp.SoftmaxModel()
    bots: list[Bot] = [ModelBot(model)] * 4
    predicted: list[float] = []
    observed: list[bool] = []
    by_hand: list[float] = []
    for seed in range(games):
        states = betting_states(bots, seed, dp.Rules(4, rounds=1))
        for state in states:
            told = dp.deduce(state.view(state.actor or 0), model).odds.best_probability
            seat = told.index(max(told))
            cards = zip(state.own_cards, state.forehead_cards, strict=True)
            hands = [dp.strength((own, forehead, *state.board)) for own, forehead in cards]
            predicted.append(told[seat])
            observed.append(hands[seat] == max(hands))
        ends = range(len(predicted) - len(states), len(predicted), 16)
        for start in ends:
            by_hand.append(  # noqa: PERF401 - it would be harder to read
                sum(observed[start : start + 16]) - sum(predicted[start : start + 16])
            )
    count = len(predicted)
    spread = 1.96 * math.sqrt(sum(x * x for x in by_hand)) / count
    print(
        f"calibration over {count} views: predicted {100 * sum(predicted) / count:.2f} %, observed "
        f"{100 * sum(observed) / count:.2f} %, difference "
        f"{100 * sum(by_hand) / count:+.2f} ± {100 * spread:.2f} (bar 1)"
    )


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    jobs = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    print(f"Python {sys.version.split()[0]}, {games} games a match, {jobs} processes")
    time_decisions()
    calibrate(max(games // 8, 10))
    play_matches(games, jobs)


if __name__ == "__main__":
    main()
