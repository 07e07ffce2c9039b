"""The bet of the most expected points."""

from __future__ import annotations

import random
from collections.abc import Sequence

from detective_poker.actions import Bet
from detective_poker.planning import Values, kept_value
from detective_poker.rules import BLUFF, MAX_BET, PLUS_ONE, RIVER, ActionCard
from detective_poker.view_checks import check_turn
from detective_poker.views import PlayerView


def choose_by(
    view: PlayerView,
    best: Sequence[float],
    weakest: Sequence[float],
    values: Values,
    rng: random.Random,
) -> Bet:
    """A bet of the most `planning.expected_points`; `rng` decides between equally good targets.

    `best` and `weakest` are each seat's probabilities on this street, `values` what is kept is
    worth. Only the likeliest targets can be best, so the other bets are not looked at. Raises what
    `check_turn` raises.
    """
    seat = check_turn(view)
    to_come = RIVER - view.street
    spare = view.chips_left[seat] - 1 - to_come
    plus_one, bluff = PLUS_ONE in view.action_cards, BLUFF in view.action_cards
    penalty = 1 if view.rules.expert else 0
    on, against = max(best), max(weakest)
    most, chips = -1.0, 1
    card: ActionCard | None = None
    for amount in range(1, min(MAX_BET, spare + 1) + 1):
        left = spare - (amount - 1)
        points = amount * on + kept_value(values, to_come, left, plus_one, bluff)
        if points > most + _EQUAL:
            most, chips, card = points, amount, None
        if bluff:
            points = amount * against + kept_value(values, to_come, left, plus_one, False)
            if points > most + _EQUAL:
                most, chips, card = points, amount, BLUFF
        if plus_one:
            gain = (amount + 1) * on - penalty * (1 - on)
            points = gain + kept_value(values, to_come, left, False, bluff)
            if points > most + _EQUAL:
                most, chips, card = points, amount, PLUS_ONE
    chances, chance = (weakest, against) if card is BLUFF else (best, on)
    targets = [target for target, other in enumerate(chances) if other > chance - _EQUAL]
    return Bet(seat, rng.choice(targets) if len(targets) > 1 else targets[0], chips, card)


_EQUAL = 1e-9
"""Probabilities and points this close are equal: the rest is rounding."""
