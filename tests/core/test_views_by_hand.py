"""Views made by hand: no seat is asked wrongly, and no answer is a bare exception."""

import contextlib
import random
from typing import Any

import pytest
from msgspec.structs import replace

from detective_poker import (
    DECK,
    ActionCard,
    Bet,
    DetectivePokerError,
    InvalidStateError,
    Rules,
    SeenBet,
    Street,
    actions,
    best_hand_odds,
    deal_from,
    determinize,
    events_between,
    new_game,
    odds_many,
)
from detective_poker.svg import table
from games import after_first_street


def test_odds_and_worlds_of_what_is_no_view() -> None:
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
        assert len(refused.value.problems) == 1
    assert purses == {}


BROKEN_VIEWS: list[dict[str, Any]] = [
    {"rules": None},
    {"seat": 7},
    {"dealer": 9},
    {"street": 7},
    {"street": "flop"},
    {"phase": "bet"},
    {"own_card": "As"},
    {"own_card": 5},
    {"forehead_cards": 5},
    {"forehead_cards": (None,)},
    {"forehead_cards": ("As", "Kd", "Qc")},
    {"board": None},
    {"board": ("As",)},
    {"discards": None},
    {"discards": ()},
    {"bets": None},
    {"bets": (5,)},
    {"bets": (SeenBet(7, Street.PREFLOP, 0, 1, False, None),)},
    {"bets": (SeenBet(1, Street.PREFLOP, 0, 99, False, None),)},
    {"bets": (SeenBet(1, 7, 0, 1, False, None),)},  # type: ignore[arg-type]
    {"chips_left": None},
    {"action_cards": 5},
    {"scores": None},
    {"last_hand": 5},
]


@pytest.mark.parametrize("wrong", BROKEN_VIEWS, ids=str)
def test_whatever_is_asked_of_a_view_made_by_hand(wrong: dict[str, Any]) -> None:
    """Bad input: ours or an answer, never a bare exception."""
    state = after_first_street(Rules(3))
    assert state.actor is not None
    real = state.view(state.actor)
    view = replace(real, **wrong)
    after = replace(real, ply=real.ply + 1)
    for ask in (
        lambda: best_hand_odds(view),
        lambda: best_hand_odds(view, Street.RIVER),
        lambda: odds_many([view]),
        lambda: determinize(view, random.Random(1)),
        lambda: table(view),
        lambda: events_between(view, after),
        lambda: events_between(real, replace(view, ply=real.ply + 1)),
        view.legal_actions,
        lambda: view.why_illegal(Bet(1, 0, 1)),
    ):
        with contextlib.suppress(DetectivePokerError):
            ask()


def test_no_state_comes_of_a_view_that_no_state_has() -> None:
    state = after_first_street(Rules(3))
    assert state.actor is not None
    for wrong in BROKEN_VIEWS[:-4]:
        with pytest.raises(DetectivePokerError):
            determinize(replace(state.view(state.actor), **wrong))


def test_a_view_made_by_hand_is_refused_for_one_problem() -> None:
    state = after_first_street(Rules(3))
    assert state.actor is not None
    view = state.view(state.actor)
    for wrong in ({"discards": ()}, {"street": 7}, {"rules": None}):
        with pytest.raises(InvalidStateError) as refused:
            determinize(replace(view, **wrong))
        assert len(refused.value.problems) == 1
    for missing in ({"own_card": None}, {"forehead_cards": ()}):
        with pytest.raises(InvalidStateError) as refused:
            best_hand_odds(replace(view, **missing))
        assert len(refused.value.problems) == 1
