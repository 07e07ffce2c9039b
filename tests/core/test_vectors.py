"""The engine plays tests/data/games.jsonl; every fact recorded there must come out."""

import json
from pathlib import Path
from typing import Any

import pytest

from detective_poker import (
    ActionCard,
    Bet,
    Card,
    Mode,
    Phase,
    Rules,
    Street,
    deal_from,
    new_game,
    score_hand,
)

GAMES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "games.jsonl").read_text("utf-8").splitlines()
]


def bet_of(vector: list[Any]) -> Bet:
    seat, target, chips, card = vector
    return Bet(seat, target, chips, None if card is None else ActionCard(card))


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_engine_reproduces_the_vectors(number: int) -> None:
    game = GAMES[number]
    rules = Rules(game["players"], Mode(game["mode"]), game["rounds"])
    state = new_game(rules, dealer=game["dealer"])
    assert len(game["hands"]) == rules.hands
    for hand_number, hand in enumerate(game["hands"]):
        deck = [Card(card) for card in hand["deck"].split()]
        assert state.hand_number == hand_number
        assert state.dealer == hand["dealer"]
        bets = iter(hand["bets"])
        legal_counts = []
        for _street in Street:
            assert state.phase is Phase.DEAL
            state = state.apply(deal_from(deck, state))
            assert state.own_cards == tuple(hand["own"])
            assert state.forehead_cards == tuple(hand["forehead"])
            assert state.board == tuple(hand["board"][: len(state.board)])
            for _ in range(rules.players):
                bet = bet_of(next(bets))
                legal = state.legal_actions()
                legal_counts.append(len(legal))
                assert bet in legal
                state = state.apply(bet)
        assert next(bets, None) is None
        assert legal_counts == hand["legal_counts"]

        scored = state.last_hand
        assert scored is not None
        assert scored.dealer == hand["dealer"]
        assert [str(card) for card in scored.own_cards] == hand["own"]
        assert [str(card) for card in scored.forehead_cards] == hand["forehead"]
        assert [str(card) for card in scored.board] == hand["board"]
        assert [str(card) for street in scored.discards for card in street] == hand["discards"]
        assert [list(standing.best) for standing in scored.standings] == hand["best"]
        assert [list(standing.weakest) for standing in scored.standings] == hand["weakest"]
        assert [[h.category for h in s.hands] for s in scored.standings] == hand["categories"]
        assert [bet.points for bet in scored.bets] == hand["bet_points"]
        assert [bet.correct for bet in scored.bets] == hand["bet_correct"]
        assert [[b.seat, b.target, b.chips, b.card] for b in scored.bets] == hand["bets"]
        assert list(scored.points) == hand["points"]
        assert list(scored.action_cards_left) == hand["action_cards_left"]
        assert list(state.scores) == hand["scores"]
        assert list(state.score_sheet[-1]) == hand["points"]
        alone = score_hand(
            rules,
            scored.dealer,
            scored.own_cards,
            scored.forehead_cards,
            scored.board,
            [bet_of(bet) for bet in hand["bets"]],
            scored.discards,
        )
        assert alone == scored
    assert state.phase is Phase.OVER
    assert list(state.scores) == game["scores"]
    assert state.outcome is not None
    assert list(state.outcome.scores) == game["scores"]
    assert list(state.outcome.winners) == game["winners"]


def test_the_vectors_reach_every_kind_of_hand_but_the_rarest() -> None:
    """Guards the data: the facts compared above must be worth comparing."""
    categories = {
        category
        for game in GAMES
        for hand in game["hands"]
        for street in hand["categories"]
        for category in street
    }
    assert categories >= set(range(7))
    assert len(GAMES) == 16
