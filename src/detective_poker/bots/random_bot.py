"""A bot that bets at random."""

from __future__ import annotations

import random

from detective_poker.actions import Bet
from detective_poker.view_checks import check_turn
from detective_poker.views import PlayerView


class RandomBot:
    """Makes every legal bet with the same probability."""

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        """Any legal bet."""
        check_turn(view)
        return rng.choice(view.legal_actions())
