"""A bot that bets at random."""

from __future__ import annotations

import random

from detective_poker.actions import Bet
from detective_poker.chance import check_rng
from detective_poker.views import PlayerView, acting_seat


class RandomBot:
    """Makes every legal bet with the same probability."""

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        """Any legal bet."""
        acting_seat(view)
        return check_rng(rng).choice(view.legal_actions())
