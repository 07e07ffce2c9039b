"""A bot that bets as a beginner might."""

from __future__ import annotations

import random

from detective_poker.actions import Bet
from detective_poker.models import NAIVE_CHIPS, naive_targets
from detective_poker.rules import MAX_BET, RIVER
from detective_poker.view_checks import check_turn
from detective_poker.views import PlayerView


class NaiveBot:
    """Bets on the best visible cards, over a random action card or none, with a target to suit it.

    A player's visible cards are the one card of theirs that the bot sees, and the board. The chips
    are 2, 2, 2, 1.
    """

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        """The bet by what is seen; `rng` draws the action card and between equal targets."""
        seat = check_turn(view)
        spare = view.chips_left[seat] - 1 - (RIVER - view.street)
        chips = min(NAIVE_CHIPS[view.street], MAX_BET, spare + 1)
        card = rng.choice((None, *view.action_cards))
        return Bet(seat, rng.choice(naive_targets(view, card)), chips, card)
