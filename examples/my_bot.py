"""A bot of your own, and a game that it plays against three random bots.

python my_bot.py
"""

import random
from collections.abc import Sequence

import detective_poker as dp
from detective_poker.bots import Bot, RandomBot


class MyBot:
    """Bets on whoever shows the highest card, one chip or two."""

    def choose(self, view: dp.PlayerView, rng: random.Random, /) -> dp.Bet:
        """One of the legal bets of the view."""
        cards = list(view.forehead_cards)
        cards[view.seat] = view.own_card  # instead of the forehead card, which I cannot see
        target = max(range(len(cards)), key=lambda seat: cards[seat].rank)
        bets = [bet for bet in view.legal_actions() if bet.target == target and bet.card is None]
        return rng.choice(bets[:2])


def play(bots: Sequence[Bot], seed: int) -> dp.GameState:
    """A whole game; the same seed, the same game."""
    # Every player and the dealer draw from a stream of their own.
    dealer = random.Random(f"{seed} dealer")
    streams = [random.Random(f"{seed} seat {seat}") for seat in range(len(bots))]
    state = dp.new_game(dp.Rules(players=len(bots)), rng=dealer)
    while state.phase is not dp.Phase.OVER:
        if state.phase is dp.Phase.DEAL:
            state = state.apply(dp.random_deal(state, dealer))
        else:
            seat = state.actor
            state = state.apply(bots[seat].choose(state.view(seat), streams[seat]))
    return state


if __name__ == "__main__":
    bots = [MyBot(), RandomBot(), RandomBot(), RandomBot()]
    for seed in range(5):
        final = play(bots, seed)
        print(f"game {seed}: points {final.scores}, winners {final.outcome.winners}")
