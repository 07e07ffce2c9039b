"""What a bet is worth: the points to expect from it, and from what it leaves for later streets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from detective_poker.betting import largest_bet
from detective_poker.inference.kept_values import BY_DEDUCTION, BY_ODDS
from detective_poker.rules import (
    BLUFF,
    CHIPS,
    MIN_BET,
    PLUS_ONE,
    RIVER,
    ActionCard,
    Rules,
    counts_for,
)
from detective_poker.views import PlayerView, acting_seat

STREETS_TO_COME: Final = RIVER
"""Streets after Preflop."""
MAX_SPARE: Final = CHIPS - 1 - STREETS_TO_COME
"""The chips that a hand leaves free: one must go on each of four streets."""

Values: TypeAlias = tuple[float, ...]
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
    """What chips and action cards are worth if kept, for a player who bets by `best_hand_odds`."""
    return BY_ODDS[rules.players, rules.mode.value]


def values_by_deduction(rules: Rules) -> Values:
    """The same for a player who bets by `deduce`, against players who bet by odds."""
    return BY_DEDUCTION[rules.players, rules.mode.value]


class Worth(NamedTuple):
    """The points to expect from a bet, as a sum over the chances of the seat that it counts for."""

    best: float
    """To be multiplied by the probability that this seat is among the best."""
    weakest: float
    """To be multiplied by the probability that it is among the weakest."""
    sure: float
    """Points that do not depend on the cards: those to expect from what is kept, less what a wrong
    +1 loses."""


@lru_cache(maxsize=1024)
def bet_worths(
    values: Values,
    rules: Rules,
    streets_to_come: int,
    spare: int,
    cards: tuple[ActionCard, ...],
) -> Mapping[tuple[int, ActionCard | None], Worth]:
    """The worth of every number of chips over each of these action cards, or over none.

    In the order of `legal_actions`: by chips, then by card, none first.
    """
    plus_one, bluff = PLUS_ONE in cards, BLUFF in cards
    penalty = rules.plus_one_penalty
    worths: dict[tuple[int, ActionCard | None], Worth] = {}
    for chips in range(MIN_BET, largest_bet(spare + 1 + streets_to_come, streets_to_come) + 1):
        left = spare - (chips - 1)
        for card in (None, *cards):
            kept = kept_value(
                values,
                streets_to_come,
                left,
                plus_one and card is not PLUS_ONE,
                bluff and card is not BLUFF,
            )
            if card is BLUFF:
                worth = Worth(0, chips, kept)
            elif card is PLUS_ONE:
                # A point more if right, the penalty if wrong (R6).
                worth = Worth(chips + 1 + penalty, 0, kept - penalty)
            else:
                worth = Worth(chips, 0, kept)
            worths[chips, card] = worth
    return worths


def view_worths(
    view: PlayerView, values: Values, cards: tuple[ActionCard, ...]
) -> Mapping[tuple[int, ActionCard | None], Worth]:
    """`bet_worths` for the viewer, who is to bet. Raises what `acting_seat` raises."""
    to_come = RIVER - view.street
    spare = view.chips_left[acting_seat(view)] - 1 - to_come
    return bet_worths(values, view.rules, to_come, spare, cards)


def expected_points(
    view: PlayerView, best: Sequence[float], weakest: Sequence[float], values: Values
) -> list[float]:
    """The points to expect from each of `view.legal_actions()`, with those from what it leaves.

    :param view: of the seat that is to bet.
    :param best: each seat's probabilities on this street.
    :param weakest: likewise.
    :param values: what is worth how much if kept.

    Raises what `acting_seat` raises.
    """
    players, worths = view.rules.players, view_worths(view, values, view.action_cards)
    points: list[float] = []
    for bet in view.legal_actions():
        seat, worth = counts_for(bet.target, bet.card, players), worths[bet.chips, bet.card]
        points.append(worth.best * best[seat] + worth.weakest * weakest[seat] + worth.sure)
    return points


def backward_induction(samples: Sequence[Sequence[tuple[float, float]]], rules: Rules) -> Values:
    """`Values` for a player who has seen what these samples hold.

    `samples[street]` are pairs: the probability of the likeliest best player, and of the likeliest
    weakest one, as they came up on that street.
    """
    values = [0.0] * (16 * STREETS_TO_COME)
    for to_come in range(1, STREETS_TO_COME + 1):
        street = samples[RIVER + 1 - to_come]
        for spare, plus_one, bluff in product(range(MAX_SPARE + 1), (False, True), (False, True)):
            held = (PLUS_ONE,) * plus_one + (BLUFF,) * bluff
            # The street on which so many, itself included, are to come has one less behind it.
            worths = bet_worths(tuple(values), rules, to_come - 1, spare, held).values()
            total = sum(
                max(w.best * best + w.weakest * weakest + w.sure for w in worths)
                for best, weakest in street
            )
            values[value_index(to_come, spare, plus_one, bluff)] = total / len(street)
    return tuple(values)
