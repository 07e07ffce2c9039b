"""Counts of everything that can be played, compared with tests/data/perft.json.

The numbers of that file follow from the rules by counting plans: the choices of different players
do not bear on each other. `test_the_file_...` does that; the others play the engine.
"""

import json
from collections import Counter
from itertools import permutations, product
from math import comb, prod
from pathlib import Path
from typing import TypedDict

import pytest

from detective_poker import (
    DECK,
    ActionCard,
    Bet,
    GameState,
    Phase,
    Rules,
    Street,
    deal_from,
    new_game,
)


class Perft(TypedDict):
    chip_plans: list[int]
    card_placements: list[int]
    hands_of_one_player: dict[str, list[int]]
    tree: dict[str, list[int]]


PERFT: Perft = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text("utf-8"))
Key = tuple[int, tuple[ActionCard, ...]]
PLAYERS = pytest.mark.parametrize("players", [3, 4])


def after_deals(state: GameState) -> GameState:
    """The same game with the cards of the street dealt, if that is due."""
    if state.phase is Phase.DEAL and state.hand_number == 0:
        return state.apply(deal_from(DECK, state))
    return state


def turn_of(seat: int, state: GameState) -> GameState:
    """The same street after the others have bet a chip on seat 0, until it is this seat's turn."""
    while state.actor != seat:
        assert state.actor is not None
        state = state.apply(Bet(state.actor, 0, 1))
    return state


def plans(streets: int, chips: int = 7) -> list[tuple[int, ...]]:
    """All ways to bet on the first streets: 1 to 3 a street, one kept for each later street."""
    return [
        plan for plan in product((1, 2, 3), repeat=streets) if sum(plan) <= chips - (4 - streets)
    ]


@PLAYERS
def test_the_file_says_what_follows_from_the_rules(players: int) -> None:
    """31 chip plans × 209 placements of action cards × n⁴ targets; and the first bets."""
    for streets in range(1, 5):
        # Of the plans for some streets, those for fewer streets leave enough.
        assert PERFT["chip_plans"][streets - 1] == len(plans(streets))
        placements = sum(
            comb(streets, cards) * len(list(permutations(ActionCard, cards)))
            for cards in range(min(streets, 4) + 1)
        )
        assert PERFT["card_placements"][streets - 1] == placements
        hands = len(plans(streets)) * placements * players**streets
        assert PERFT["hands_of_one_player"][str(players)][streets - 1] == hands
    for depth, count in enumerate(PERFT["tree"][str(players)], 1):
        # How many bets each seat has placed after so many in all.
        placed = [depth // players + (seat < depth % players) for seat in range(players)]
        hands_of_one = [1, *PERFT["hands_of_one_player"][str(players)]]
        assert count == prod(hands_of_one[bets] for bets in placed)
    assert PERFT["chip_plans"][-1] == 31
    assert PERFT["card_placements"][-1] == 209


@PLAYERS
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_hands_of_one_player(players: int, seat: int) -> None:
    """All that one player can do in a hand, the others always betting a chip on seat 0.

    What a seat can do depends on its chips and cards alone, so one state stands for all that lead
    to the same; every bet is applied, so this also shows that none is missing from the count.
    """
    start = new_game(Rules(players), dealer=0)
    frontier: dict[Key, tuple[GameState, int]] = {}
    frontier[7, tuple(ActionCard)] = start, 1
    for street in Street:
        following: dict[Key, tuple[GameState, int]] = {}
        for before, ways in frontier.values():
            state = turn_of(seat, after_deals(before))
            for bet in state.legal_actions():
                after = state.apply(bet)
                if after.hand_number == 0:
                    key = after.chips_left(seat), after.action_cards(seat)
                else:
                    key = 0, ()
                while after.phase is Phase.BET and after.street is street:
                    assert after.actor is not None
                    after = after.apply(Bet(after.actor, 0, 1))
                known, others = following.get(key, (after, 0))
                following[key] = known, others + ways
        frontier = following
        found = sum(ways for _, ways in frontier.values())
        assert found == PERFT["hands_of_one_player"][str(players)][street]
    assert all(state.hand_number == 1 for state, _ in frontier.values())


@pytest.mark.parametrize(("players", "depth"), [(3, 3), (4, 3)])
def test_the_tree_bet_by_bet(players: int, depth: int) -> None:
    """Every sequence of the first bets is played; each leads to a position of its own."""
    start = new_game(Rules(players), dealer=0)
    level = {after_deals(start)}
    for bets in range(depth):
        moves = [(state, bet) for state in level for bet in state.legal_actions()]
        assert len(moves) == PERFT["tree"][str(players)][bets]
        if bets < depth - 1:
            level = {state.apply(bet) for state, bet in moves}
            assert len(level) == len(moves)


@PLAYERS
def test_the_tree_into_later_streets(players: int) -> None:
    """Deeper, with one state for all that leave everybody as many chips and action cards."""
    depths = PERFT["tree"][str(players)]
    start = after_deals(new_game(Rules(players), dealer=0))
    level: dict[tuple[int, ...], tuple[GameState, int]] = {(): (start, 1)}
    for depth, expected in enumerate(depths, 1):
        count = sum(ways * len(state.legal_actions()) for state, ways in level.values())
        assert count == expected
        if depth == len(depths):
            return
        following: dict[tuple[int, ...], tuple[GameState, int]] = {}
        for state, ways in level.values():
            alike = Counter((bet.chips, bet.card) for bet in state.legal_actions())
            for (chips, card), targets in alike.items():
                assert state.actor is not None
                after = after_deals(state.apply(Bet(state.actor, 0, chips, card)))
                key = tuple(
                    left
                    for seat in range(players)
                    for left in (after.chips_left(seat), len(after.action_cards(seat)))
                )
                known, others = following.get(key, (after, 0))
                following[key] = known, others + ways * targets
        level = following
