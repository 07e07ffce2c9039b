"""A bot of your own, and a hundred games that it plays against three random bots.

python my_bot.py
"""

import random

import detective_poker as dp
from detective_poker.bots import RandomBot


class MyBot:
    """Bets on whoever shows the highest card, one chip or two."""

    def choose(self, view: dp.PlayerView, rng: random.Random, /) -> dp.Bet:
        """One of the legal bets of the view."""
        cards = list(view.forehead_cards)
        cards[view.seat] = view.own_card  # instead of the forehead card, which I cannot see
        target = max(range(len(cards)), key=lambda seat: cards[seat].rank)
        bets = [bet for bet in view.legal_actions() if bet.target == target and bet.card is None]
        return rng.choice(bets[:2])


def main(games: int = 100) -> None:
    """Seat 0 is my bot. The same seed gives the same game."""
    bots = [MyBot(), RandomBot(), RandomBot(), RandomBot()]
    wins = 0
    for seed in range(games):
        final = dp.play_game(bots, rng=random.Random(seed)).final()
        if seed < 3:
            print(f"game {seed}: points {final.scores}, winners {final.outcome.winners}")
        wins += 0 in final.outcome.winners
    print(f"My bot won {wins} of {games} games.")


if __name__ == "__main__":
    main()
