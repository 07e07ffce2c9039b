"""A bot that bets as a beginner might."""

from __future__ import annotations

import random

from detective_poker.actions import Bet
from detective_poker.betting import largest_bet
from detective_poker.chance import check_rng, choice
from detective_poker.inference.models import NAIVE_CHIPS, naive_targets
from detective_poker.rules import RIVER
from detective_poker.views import PlayerView, acting_seat


class NaiveBot:
    """Bets on the best visible cards, over a random action card or none, with a target to suit it.

    A player's visible cards are the one card of theirs that the bot sees, and the board. The chips
    are 2, 2, 2, 1.
    """

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        """The bet by what is seen; `rng` draws the action card and between equal targets."""
        seat, rng = acting_seat(view), check_rng(rng)
        most = largest_bet(view.chips_left[seat], RIVER - view.street)
        chips = min(NAIVE_CHIPS[view.street], most)
        card = choice(rng, (None, *view.action_cards))
        return Bet(seat, choice(rng, naive_targets(view, card)), chips, card)
