"""A bot that reads the others' bets."""

from __future__ import annotations

import random
from typing import Final

from detective_poker.actions import Bet
from detective_poker.bots.choice import choose_by
from detective_poker.errors import ArgumentTypeError
from detective_poker.inference.deduction import Deduction, deduce
from detective_poker.inference.hindsight import scored_hand
from detective_poker.inference.models import MixtureModel, NaiveModel, SoftmaxModel, UniformModel
from detective_poker.inference.values import values_by_deduction
from detective_poker.views import PlayerView, acting_seat, check_view

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
    every scoring reveals. What it has learned lasts for a game: it is forgotten at the first view
    of another one, or of a time before what was learned. Raises `ArgumentTypeError`.
    """

    def __init__(self, strangers: MixtureModel = STRANGERS) -> None:
        if not isinstance(strangers, MixtureModel):
            raise ArgumentTypeError("What a stranger may be is a MixtureModel.")
        self._strangers = strangers
        self._models: dict[int, MixtureModel] = {}
        self._learned_at: PlayerView | None = None
        """The last scoring that it was shown."""

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        """The bet that the deduction suggests; `rng` decides between equal ones."""
        acting_seat(view)
        odds = self.deduce(view).odds
        values = values_by_deduction(view.rules)
        return choose_by(view, odds.best_probability, odds.weakest_probability, values, rng)

    def deduce(self, view: PlayerView) -> Deduction:
        """What the bot concludes from the cards and bets that a view shows.

        Raises what `detective_poker.deduce` raises.
        """
        if not self._goes_on(check_view(view)):
            self._models, self._learned_at = {}, None
        return deduce(view, {seat: self.model_of(seat) for seat in range(view.rules.players)})

    def observe(self, view: PlayerView, /) -> None:
        """Learn from the hand just scored how the others bet. Raises what `hindsight` raises."""
        scored_hand(view)
        # Scores can agree by chance, but after the first hand there is nothing learned before.
        known = self._models if view.hand_number > 1 and self._goes_on(view) else {}
        others = [seat for seat in range(view.rules.players) if seat != view.seat]
        learned = {s: known.get(s, self._strangers).learned(view, s) for s in others}
        self._models, self._learned_at = {**known, **learned}, view

    def model_of(self, seat: int) -> MixtureModel:
        """What the bot supposes a seat to be by now. Raises `ArgumentTypeError`."""
        if type(seat) is not int:
            raise ArgumentTypeError("A seat is an int.")
        return self._models.get(seat, self._strangers)

    def _goes_on(self, view: PlayerView) -> bool:
        """Whether the game of a view is the one that was learned from, and no earlier."""
        before = self._learned_at
        if before is None:
            return True
        players = view.rules.players
        return (
            view.rules == before.rules
            # Who deals moves on by a seat each hand, so this is who dealt first.
            and (view.dealer - view.hand_number - before.dealer + before.hand_number) % players == 0
            and view.score_sheet[: before.hand_number] == before.score_sheet
        )
