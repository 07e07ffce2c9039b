"""A bot that bets by the odds of the cards it sees."""

from __future__ import annotations

import random

from detective_poker.actions import Bet
from detective_poker.bots.choice import choose_by
from detective_poker.inference.odds import best_hand_odds
from detective_poker.inference.values import values_by_odds
from detective_poker.views import PlayerView, acting_seat


class OddsBot:
    """Makes the bet of the most expected points by `best_hand_odds`.

    Those are the points on this street and what the chips and action cards it keeps are worth on
    the streets to come (`benchmarks/chip_values.py`). It reads nothing from the others' bets, and
    never plays Clockwise or Blank, which bring it nothing.
    """

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        """The bet that the odds suggest; `rng` decides between equal ones."""
        acting_seat(view)
        odds = best_hand_odds(view)
        return choose_by(
            view, odds.best_probability, odds.weakest_probability, values_by_odds(view.rules), rng
        )
