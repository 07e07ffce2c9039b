"""Faults that were found once, each with the test of its whole kind."""

from array import array
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from detective_poker import (
    DECK,
    Bet,
    CardError,
    Deal,
    DetectivePokerError,
    IllegalActionError,
    IllegalReason,
    Rules,
    best_hand_odds,
    deal_from,
    determinize,
    evaluate,
    new_game,
    parse_cards,
    placings,
    strengths,
)


def test_hands_compare_with_all_operators() -> None:
    """design.md, Hands: compares by strength, == is a tie."""
    high, low, tie = (evaluate(parse_cards(text)) for text in ("As Kd", "Ks Qd", "Ah Kc"))
    assert high >= low
    assert low <= high
    assert high >= tie >= high
    assert high <= tie <= high
    assert not low >= high
    assert not high <= low
    for other in (high >= low, low <= high):
        assert other is True


def test_a_tie_is_not_unequal() -> None:
    one, tie, same = (evaluate(parse_cards(text)) for text in ("As Kd", "Ah Kc", "As Kd"))
    assert (one == tie, one != tie) == (True, False)
    assert (one == same, one != same) == (True, False)


@pytest.mark.parametrize("masks", ["released", np.zeros(2, "M8[s]")], ids=["released", "datetime"])
def test_strengths_refuses_strange_buffers(masks: Any) -> None:
    """Bad input: ours, not a bare ValueError of memoryview."""
    if isinstance(masks, str):
        masks = memoryview(array("Q", [3]))
        masks.release()
    with pytest.raises(CardError):
        strengths(masks)


@pytest.mark.parametrize("member", ["seat", "target", "chips", "card"])
def test_a_bet_with_a_field_that_cannot_be_hashed(member: str) -> None:
    """hash(memoryview(bytearray())) raises ValueError, not TypeError."""
    start = new_game(Rules(3), dealer=0)
    state = start.apply(deal_from(DECK, start))
    wrong: dict[str, Any] = {"seat": 1, "target": 0, "chips": 1, member: memoryview(bytearray(1))}
    bet = Bet(**wrong)
    assert state.why_illegal(bet) is IllegalReason.NOT_AN_ACTION
    with pytest.raises(IllegalActionError):
        state.apply(bet)


@pytest.mark.parametrize("arguments", [((1, 2), (1,)), (None, (1,)), (("a", 1), (1, 2))])
def test_placings_of_bad_input(arguments: Any) -> None:
    with pytest.raises(DetectivePokerError):
        placings(*arguments)


def test_views_made_by_hand() -> None:
    """Bare IndexError and AttributeError."""
    start = new_game(Rules(3), dealer=0)
    view = start.apply(deal_from(DECK, start)).view(1)
    for wrong in (
        replace(view, forehead_cards=()),
        replace(view, forehead_cards=(None,) * 3),
        replace(view, own_card="As"),
        replace(view, seat=7),
    ):
        with pytest.raises(DetectivePokerError):
            best_hand_odds(wrong)
    for wrong in (replace(view, seat=7), replace(view, dealer=9)):
        with pytest.raises(DetectivePokerError):
            determinize(wrong)


def test_str_of_a_deal_of_no_cards() -> None:
    """str() of what is not an action: logging a refused action must not fail."""
    assert str(Deal(5))  # type: ignore[arg-type]
