"""What a bet is worth: the points to expect from it, and from what it leaves for later streets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from detective_poker.chip_values import BY_DEDUCTION, BY_ODDS
from detective_poker.errors import SeatError
from detective_poker.rules import (
    BLUFF,
    CHIPS,
    CLOCKWISE,
    MAX_BET,
    PLUS_ONE,
    RIVER,
    Mode,
    Rules,
)
from detective_poker.views import PlayerView

STREETS_TO_COME: Final = RIVER
"""Streets after Preflop."""
MAX_SPARE: Final = CHIPS - 1 - STREETS_TO_COME
"""The chips that a hand leaves free: one must go on each of four streets."""

Values = tuple[float, ...]
"""48 numbers, as `value_index` orders them: points to expect from what is kept."""


def value_index(streets_to_come: int, spare: int, plus_one: bool, bluff: bool) -> int:
    """Where `Values` tell what so much is worth, with 1 to 3 streets to come.

    `spare` chips are those beyond one for each street to come.
    """
    return 16 * (streets_to_come - 1) + 4 * spare + plus_one + 2 * bluff


def kept_value(
    values: Values, streets_to_come: int, spare: int, plus_one: bool, bluff: bool
) -> float:
    """The points to expect from so much; none when no street is to come."""
    if streets_to_come == 0:
        return 0.0
    return values[value_index(streets_to_come, spare, plus_one, bluff)]


def values_by_odds(rules: Rules) -> Values:
    """What is kept is worth so much to who bets by `best_hand_odds`."""
    return BY_ODDS[rules.players, rules.mode.value]


def values_by_deduction(rules: Rules) -> Values:
    """What is kept is worth so much to who bets by `deduce` against players who bet by odds."""
    return BY_DEDUCTION[rules.players, rules.mode.value]


def expected_points(
    view: PlayerView, best: Sequence[float], weakest: Sequence[float], values: Values
) -> list[float]:
    """The points to expect from each of `view.legal_actions()`, with those from what it leaves.

    `best` and `weakest` are each seat's probabilities on this street. Raises `SeatError` for a
    spectator's view.
    """
    seat, players = view.seat, view.rules.players
    if seat is None:
        raise SeatError("A spectator does not bet.")
    to_come = RIVER - view.street
    chips, cards = view.chips_left[seat], view.action_cards
    spare = chips - 1 - to_come
    plus_one, bluff = PLUS_ONE in cards, BLUFF in cards
    penalty = 1 if view.rules.expert else 0
    points: list[float] = []
    for target in range(players):
        after = best[(target + 1) % players]
        on, against = best[target], weakest[target]
        for amount in range(1, min(MAX_BET, spare + 1) + 1):
            left = spare - (amount - 1)
            kept = kept_value(values, to_come, left, plus_one, bluff)
            points.append(amount * on + kept)
            for card in cards:
                if card is PLUS_ONE:
                    gain = (amount + 1) * on - penalty * (1 - on)
                    points.append(gain + kept_value(values, to_come, left, False, bluff))
                elif card is BLUFF:
                    gain = amount * against
                    points.append(gain + kept_value(values, to_come, left, plus_one, False))
                else:
                    points.append(amount * (after if card is CLOCKWISE else on) + kept)
    return points


def backward_induction(samples: Sequence[Sequence[tuple[float, float]]], mode: Mode) -> Values:
    """`Values` for a player who has seen what these samples hold.

    `samples[street]` are pairs: the probability of the likeliest best player, and of the likeliest
    weakest one, as they came up on that street.
    """
    penalty = 1 if mode is Mode.EXPERT else 0
    values = [0.0] * (16 * STREETS_TO_COME)
    for to_come in range(1, STREETS_TO_COME + 1):
        # The street on which so many, itself included, are to come.
        later = to_come - 1
        for spare, plus_one, bluff in product(range(MAX_SPARE + 1), (False, True), (False, True)):
            options: list[tuple[int, int, float, int]] = []
            for amount in range(1, min(MAX_BET, spare + 1) + 1):
                left = spare - (amount - 1)
                kept = kept_value(tuple(values), later, left, plus_one, bluff)
                options.append((amount, 0, kept, 0))
                if plus_one:
                    kept = kept_value(tuple(values), later, left, False, bluff)
                    options.append((amount + 1 + penalty, 0, kept - penalty, 1))
                if bluff:
                    kept = kept_value(tuple(values), later, left, plus_one, False)
                    options.append((0, amount, kept, 2))
            total = sum(
                max(b * best + w * weakest + kept for b, w, kept, _ in options)
                for best, weakest in samples[RIVER + 1 - to_come]
            )
            index = value_index(to_come, spare, plus_one, bluff)
            values[index] = total / len(samples[RIVER + 1 - to_come])
    return tuple(values)
