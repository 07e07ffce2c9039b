"""Faults that were found once, each with the test of its whole kind."""

import pickle
from array import array
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from detective_poker import (
    DECK,
    ActionCard,
    Bet,
    CardError,
    Deal,
    DetectivePokerError,
    GameState,
    IllegalActionError,
    IllegalReason,
    InvalidStateError,
    PlayerView,
    Rules,
    actions,
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


def after_first_street(rules: Rules) -> GameState:
    start = new_game(rules, dealer=0)
    state = start.apply(deal_from(DECK, start))
    while state.actor is not None:
        state = state.apply(Bet(state.actor, 0, 2))
    return state.apply(deal_from(DECK, state))


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seat", [None, 0])
def test_bets_that_look_alike_are_one_object(players: int, seat: int | None) -> None:
    """R8, R9: which of several equal objects it was told which action card lay there."""
    start = new_game(Rules(players), dealer=0)
    state = start.apply(deal_from(DECK, start))
    actor = state.actor
    assert actor is not None
    seen: list[PlayerView] = []
    for card in ActionCard:
        after = state.apply(Bet(actor, 0, 2, card))
        seen.append(after.public_view() if seat is None else after.view(seat))
    assert len({id(view.bets[0]) for view in seen}) == 1
    again = seen.pop()
    assert len({pickle.dumps([view, again]) for view in seen}) == 1
    assert [after.view(actor).bets[0].card] == [ActionCard.BLANK]


WRONG_PARTS: list[dict[str, Any]] = [
    {"action_cards": tuple([str(card.value) for card in ActionCard])},
    {"action_cards": tuple(ActionCard)[::-1]},
    {"action_cards": (ActionCard.BLUFF, ActionCard.BLUFF)},
    {"action_cards": [*ActionCard]},
    {"action_cards": (1,)},
    {"action_cards": None},
    {"chips_left": ()},
    {"chips_left": (5.0,) * 4},
    {"chips_left": (True,) * 4},
    {"chips_left": (-1,) * 4},
    {"chips_left": (8,) * 4},
    {"chips_left": None},
    {"street": -1},
    {"street": 5},
    {"street": "flop"},
    {"seat": True, "actor": True},
    {"seat": 4, "actor": 4, "chips_left": (5,) * 5},
    {"seat": -1, "actor": -1},
    {"rules": None},
]


@pytest.mark.parametrize("wrong", WRONG_PARTS, ids=str)
def test_views_made_by_hand_do_not_change_what_is_legal(
    wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """R5: equal is not the same: a text equals an action card, and True equals 1."""
    state = after_first_street(Rules(4))
    assert state.actor is not None
    purses: dict[Any, actions.Purse] = {}
    monkeypatch.setattr(actions, "_PURSES", purses)
    view = replace(state.view(state.actor), **wrong)
    for ask in (view.legal_actions, lambda: view.why_illegal(Bet(2, 0, 1))):
        if "seat" in wrong and ask != view.legal_actions:
            continue  # a bet in another's name
        with pytest.raises(InvalidStateError) as refused:
            ask()
        assert refused.value.problems == ("That view is none of a game.",)
    assert purses == {}
