"""A bot that bets by the odds of the cards it sees."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from detective_poker.actions import Bet
from detective_poker.odds import best_hand_odds
from detective_poker.rules import BLUFF, PLUS_ONE, RIVER, ActionCard
from detective_poker.views import PlayerView

SURE: Final = 0.7
"""The probability from which it stakes its chips and its action cards."""
LIKELY: Final = 0.4
"""The probability from which it bets more than one chip."""


class OddsBot:
    """Bets on the likeliest best hand, or with Bluff on the likeliest weakest one.

    It goes by `best_hand_odds` alone and reads nothing from the others' bets. Its action cards wait
    until it is sure; on the river, where nothing is worth keeping, they need only gain on average.
    """

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        """The bet that the odds suggest; `rng` decides between players of equal odds."""
        odds = best_hand_odds(view)
        bets = view.legal_actions()
        on_river = view.street is RIVER
        card: ActionCard | None = None
        chance, seats = max(odds.best_probability), _likeliest(odds.best)
        weakest_chance = max(odds.weakest_probability)
        if BLUFF in view.action_cards and weakest_chance > max(chance, 0 if on_river else SURE):
            chance, seats, card = weakest_chance, _likeliest(odds.weakest), BLUFF
        elif PLUS_ONE in view.action_cards and chance >= (0.5 if on_river else SURE):
            card = PLUS_ONE
        target = rng.choice(seats)
        wanted = 3 if on_river or chance >= SURE else 2 if chance >= LIKELY else 1
        chips = min(wanted, max(bet.chips for bet in bets))
        return next(
            bet for bet in bets if (bet.target, bet.chips, bet.card) == (target, chips, card)
        )


def _likeliest(counts: Sequence[int]) -> list[int]:
    return [seat for seat, count in enumerate(counts) if count == max(counts)]
