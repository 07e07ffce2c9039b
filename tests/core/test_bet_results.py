"""Whom a bet counts for, once it is turned up."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from detective_poker import (
    ActionCard,
    ArgumentError,
    BetResult,
    HandResult,
    Mode,
    PlayerView,
    Street,
    from_json,
    to_json,
)
from games import ALL_KINDS, record_of


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_the_seat_that_had_to_be_best_or_weakest(players: int, mode: Mode) -> None:
    """R2, R3, R4: a bet is correct just when that seat is among the best, or the weakest."""
    tried = 0
    for state in record_of(players, mode, 4, 1).states():
        if (hand := state.last_hand) is None:
            continue
        view = state.view(0)
        for result in (hand, from_json(to_json(hand), HandResult), copy.deepcopy(hand)):
            for bet in result.bets:
                standing = result.standings[bet.street]
                seats = standing.weakest if bet.card is ActionCard.BLUFF else standing.best
                assert bet.correct == (bet.counts_for in seats)
                after = (bet.target + 1) % players
                assert bet.counts_for == (after if bet.card is ActionCard.CLOCKWISE else bet.target)
                for alike in (copy.copy(bet), copy.deepcopy(bet), pickle.loads(pickle.dumps(bet))):
                    assert alike == bet
                    assert alike.counts_for == bet.counts_for
                tried += bet.card is ActionCard.CLOCKWISE and bet.target == 2
        assert from_json(to_json(view), PlayerView).last_hand == hand
        assert b"players" not in to_json(hand)
    assert tried


def test_a_bet_in_no_hand_tells_what_it_can() -> None:
    def counts_for(seat: int, target: int, card: ActionCard | None) -> int:
        return BetResult(seat, Street.FLOP, target, 1, card, False, 0).counts_for

    for target in range(4):
        assert counts_for(0, target, None) == counts_for(0, target, ActionCard.BLUFF) == target
    clockwise = ActionCard.CLOCKWISE
    assert [counts_for(0, target, clockwise) for target in (0, 1, 3)] == [1, 2, 0]
    assert counts_for(3, 2, clockwise) == 3
    with pytest.raises(ArgumentError, match="seat after seat 2"):
        counts_for(0, 2, clockwise)


def test_a_bet_that_is_put_into_hands_of_other_numbers_of_players() -> None:
    bet = BetResult(0, Street.FLOP, 2, 1, ActionCard.CLOCKWISE, False, 0)
    hands = [
        replace(hand, bets=(bet,))
        for players in (3, 4, 3)
        for hand in [record_of(players, Mode.STANDARD, 1, 1).final().last_hand]
        if hand is not None
    ]
    assert [hand.bets[0].counts_for for hand in hands] == [0, 3, 0]
    assert {hand.bets for hand in hands} == {(bet,)}


def test_hands_made_by_hand_can_hold_anything() -> None:
    made = record_of(3, Mode.STANDARD, 1, 1).final().last_hand
    assert made is not None
    odd: Any = memoryview(bytearray(1))
    bets = tuple(
        BetResult(0, Street.FLOP, target, 1, ActionCard.CLOCKWISE, False, 0)
        for target in (np.arange(3), odd, None, 2.0, True)
    )
    assert replace(made, bets=bets).bets == bets
    for whatever in (5, None, [bets], (5, None, made)):
        assert replace(made, bets=whatever).bets == whatever
        assert replace(made, own_cards=whatever).own_cards == whatever
