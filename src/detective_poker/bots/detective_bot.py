"""A bot that reads the others' bets."""

from __future__ import annotations

import random
from typing import Final

from detective_poker.actions import Bet
from detective_poker.bots.choice import choose_by
from detective_poker.deduction import Deduction, deduce
from detective_poker.models import MixtureModel, NaiveModel, SoftmaxModel, UniformModel
from detective_poker.planning import values_by_deduction
from detective_poker.views import PlayerView

STRANGERS: Final = MixtureModel(
    (
        SoftmaxModel(0.02, 0.02, 0.1),
        SoftmaxModel(0.02, 0.02, 0.1, patience=0),
        SoftmaxModel(0.3, 0.1),
        NaiveModel(0.02),
        UniformModel(),
    ),
    (0.35, 0.1, 0.25, 0.2, 0.1),
)
"""What somebody may be of whom nothing is known: sharp, sharp and impatient, soft, naive, or just
betting anything.

`benchmarks/tournament.py` measures what comes of it.
"""


class DetectiveBot:
    """Makes the bet of the most expected points by `deduce`.

    It supposes each of the others to be of one of several kinds, and learns of which from what
    every scoring reveals. What it has learned lasts for a game.
    """

    def __init__(self, strangers: MixtureModel = STRANGERS) -> None:
        self._strangers = strangers
        self._models: dict[int, MixtureModel] = {}

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        """The bet that the deduction suggests; `rng` decides between equal ones."""
        odds = self.deduce(view).odds
        values = values_by_deduction(view.rules)
        return choose_by(view, odds.best_probability, odds.weakest_probability, values, rng)

    def deduce(self, view: PlayerView) -> Deduction:
        """What the bot concludes from the cards and bets that a view shows."""
        return deduce(view, {seat: self.model_of(seat) for seat in range(view.rules.players)})

    def observe(self, view: PlayerView, /) -> None:
        """Learn from the hand just scored how the others bet."""
        if view.hand_number == 1:
            self._models.clear()
        for seat in range(view.rules.players):
            if seat != view.seat:
                self._models[seat] = self.model_of(seat).learned(view, seat)

    def model_of(self, seat: int) -> MixtureModel:
        """What the bot supposes a seat to be by now."""
        return self._models.get(seat, self._strangers)
