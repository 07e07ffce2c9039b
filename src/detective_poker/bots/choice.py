"""The bet of the most expected points."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from detective_poker.actions import Bet
from detective_poker.chance import check_rng, choice
from detective_poker.inference.values import Values, view_worths
from detective_poker.rules import BLUFF, PLUS_ONE, ActionCard
from detective_poker.views import PlayerView, acting_seat

_USEFUL: Final = (BLUFF, PLUS_ONE)
"""Clockwise and Blank win nothing that a bet without them would not. Bluff comes first: of bets
worth the same, the first one found is made."""
_EQUAL: Final = 1e-9
"""Probabilities and points this close are equal: the rest is rounding."""


def choose_by(
    view: PlayerView,
    best: Sequence[float],
    weakest: Sequence[float],
    values: Values,
    rng: random.Random,
) -> Bet:
    """A bet of the most `values.expected_points`; `rng` decides between equally good targets.

    :param best: each seat's probabilities on this street.
    :param weakest: likewise.
    :param values: what is worth how much if kept.

    Only the likeliest targets can be best, so the other bets are not looked at. Raises what
    `acting_seat` and `check_rng` raise.
    """
    seat, rng = acting_seat(view), check_rng(rng)
    on, against = max(best), max(weakest)
    cards = tuple([card for card in _USEFUL if card in view.action_cards])
    most, chips = -1.0, 1
    card: ActionCard | None = None
    for (amount, over), worth in view_worths(view, values, cards).items():
        points = worth.best * on + worth.weakest * against + worth.sure
        if points > most + _EQUAL:
            most, chips, card = points, amount, over
    chances, chance = (weakest, against) if card is BLUFF else (best, on)
    targets = [target for target, other in enumerate(chances) if other > chance - _EQUAL]
    return Bet(seat, choice(rng, targets) if len(targets) > 1 else targets[0], chips, card)
