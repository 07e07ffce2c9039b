"""Values of the right types that no game has are refused, each for its own problem."""

import json

import msgspec
import pytest
from msgspec.structs import replace

import detective_poker as dp
from detective_poker.hand_checks import bet_problems
from games import betting_states, record_of

AS, KD, QC, TWO = dp.parse_cards("As Kd Qc 2c")
FLOP, TURN = dp.Street.FLOP, dp.Street.TURN
SIGHT = (None, KD, QC)
BLUFF = dp.ActionCard.BLUFF

EVENTS_OF_GAMES: list[dp.Event] = [
    dp.BetPlaced(dp.SeenBet(3, FLOP, 0, 3, True, BLUFF)),
    dp.BetPlaced(dp.SeenBet(0, FLOP, 3, 1, True, None)),
    dp.GameEnded(dp.Outcome((3, 2, 2), (1, 2, 3), (0,))),
    dp.GameEnded(dp.Outcome((3, 3, 2, 1), (1, 1, 3, 4), (0, 1))),
    dp.StreetDealt(FLOP, (AS, KD, QC), (TWO,)),
    dp.HandStarted(0, 2, AS, SIGHT),
    dp.HandStarted(0, 3, AS, (*SIGHT, TWO)),
    dp.HandStarted(0, 0, None, (None, None, None)),
]


@pytest.mark.parametrize("event", EVENTS_OF_GAMES, ids=repr)
def test_events_that_games_have(event: dp.Event) -> None:
    assert dp.validate(event) is event
    for kind in (type(event), dp.Event):
        assert dp.from_json(dp.to_json(event), kind) == event


EVENTS_OF_NO_GAME: dict[str, dp.Event] = {
    "a bet of seat 4": dp.BetPlaced(dp.SeenBet(4, FLOP, 0, 1, False, None)),
    "a bet of seat -1": dp.BetPlaced(dp.SeenBet(-1, FLOP, 0, 1, False, None)),
    "a bet on seat 4": dp.BetPlaced(dp.SeenBet(0, FLOP, 4, 1, False, None)),
    "a bet on seat -1": dp.BetPlaced(dp.SeenBet(0, FLOP, -1, 1, False, None)),
    "a bet of no chips": dp.BetPlaced(dp.SeenBet(0, FLOP, 1, 0, False, None)),
    "a bet of 4 chips": dp.BetPlaced(dp.SeenBet(0, FLOP, 1, 4, False, None)),
    "an action card where none is": dp.BetPlaced(dp.SeenBet(0, FLOP, 1, 1, False, BLUFF)),
    "one player": dp.GameEnded(dp.Outcome((1,), (1,), (0,))),
    "two places": dp.GameEnded(dp.Outcome((3, 2, 1), (1, 2), (0,))),
    "the least points win": dp.GameEnded(dp.Outcome((1, 2, 3), (1, 2, 3), (0,))),
    "the second wins": dp.GameEnded(dp.Outcome((3, 2, 1), (1, 2, 3), (1,))),
    "a place for other points": dp.GameEnded(dp.Outcome((3, 2, 1), (1, 2, 2), (0,))),
    "a place left out": dp.GameEnded(dp.Outcome((3, 2, 1), (1, 3, 4), (0,))),
    "the preflop turned up": dp.StreetDealt(dp.Street.PREFLOP, (), ()),
    "a flop of two": dp.StreetDealt(FLOP, (AS, KD), ()),
    "a card twice on the flop": dp.StreetDealt(FLOP, (AS, KD, AS), ()),
    "a card dealt and discarded": dp.StreetDealt(TURN, (AS,), (AS,)),
    "hand -1": dp.HandStarted(-1, 0, AS, SIGHT),
    "dealer 3 of 3": dp.HandStarted(0, 3, AS, SIGHT),
    "dealer -1": dp.HandStarted(0, -1, AS, SIGHT),
    "a card seen twice": dp.HandStarted(0, 0, AS, (None, AS, QC)),
    "two players": dp.HandStarted(0, 0, AS, (None, KD)),
    "all forehead cards seen": dp.HandStarted(0, 0, AS, (TWO, KD, QC)),
    "forehead cards without an own card": dp.HandStarted(0, 0, None, SIGHT),
    "one forehead card alone": dp.HandStarted(0, 0, None, (KD, None, None)),
}
"""Each with one problem; its sentence is in data/messages.json."""


@pytest.mark.parametrize("event", EVENTS_OF_NO_GAME.values(), ids=EVENTS_OF_NO_GAME)
def test_events_that_no_game_has(event: dp.Event) -> None:
    with pytest.raises(dp.InvalidStateError) as refused:
        dp.validate(event)
    assert len(refused.value.problems) == 1
    for kind in (type(event), dp.Event):
        with pytest.raises((dp.InvalidStateError, dp.FormatError)):
            dp.from_json(dp.to_json(event), kind)


def scored(more: int = 0) -> dp.HandScored:
    """The event of a scored hand of three, with scores for so many more seats."""
    states = record_of(3, dp.Mode.STANDARD, 1, 1).states()
    state = next(state for state in states if state.last_hand is not None)
    assert state.last_hand is not None
    return dp.HandScored(state.last_hand, (*state.scores, *[0] * more))


def test_the_scores_of_a_scored_hand_are_of_as_many_seats() -> None:
    assert dp.from_json(dp.to_json(scored()), dp.Event) == scored()
    with pytest.raises(dp.InvalidStateError) as refused:
        dp.from_json(dp.to_json(scored(1)), dp.Event)
    assert len(refused.value.problems) == 1


ODDS = dp.Odds((3, 3, 3), (3, 3, 3), 3, (0.1, 0.0, 0.0), (0.0, 0.0, 1.0))
TOP = 2**53 - 1
MOST = {"worlds": TOP, "best": (TOP,) * 3, "weakest": (TOP,) * 3}
ODDS_OF_NOTHING: dict[str, dp.Odds] = {
    "one error of a best": replace(ODDS, best_error=(0.1,)),
    "a negative error": replace(ODDS, best_error=(0.1, 0.1, -0.1)),
    "an error above 1": replace(ODDS, best_error=(0.1, 0.1, 1.1)),
    "no error of the best": replace(ODDS, best_error=None),
    "no error of the weakest": replace(ODDS, weakest_error=None),
    "an error of 2": replace(ODDS, weakest_error=(0.0, 0.0, 2.0)),
    "too many worlds": replace(ODDS, worlds=2**53, best=(2**53,) * 3, weakest=(2**53,) * 3),
}


@pytest.mark.parametrize("wrong", ODDS_OF_NOTHING.values(), ids=ODDS_OF_NOTHING)
def test_odds_that_nothing_has(wrong: dp.Odds) -> None:
    for right in (ODDS, replace(ODDS, **MOST)):
        assert dp.from_json(dp.to_json(right), dp.Odds) == right
    with pytest.raises(dp.InvalidStateError) as refused:
        dp.to_json(wrong)
    assert len(refused.value.problems) == 1
    with pytest.raises((dp.InvalidStateError, dp.FormatError)):
        dp.from_json(json.dumps(msgspec.to_builtins(wrong)), dp.Odds)


def full_street() -> dp.GameState:
    """A position after all bets of a street, in which somebody is to bet."""
    before = betting_states(3, dp.Mode.STANDARD, dp.Street.FLOP)[-1]
    bet = dp.Bet(before.actor or 0, 0, 1)
    return replace(before, bets=(*before.bets, bet), actor=before.bets[3].seat)


def test_all_bets_of_a_street_leave_nobody_to_bet() -> None:
    with pytest.raises(dp.InvalidStateError, match="street"):
        dp.validate(full_street())


def test_a_bet_out_of_order_does_not_hide_the_next_seats() -> None:
    """Seats are judged apart: one whose chips are unknown says nothing of another's."""
    rules = dp.Rules(3)
    bets = [
        dp.Bet(1, 0, 4),  # more than can be bet: what follows of seat 1 is not judged
        dp.Bet(2, 0, 1),
        dp.Bet(0, 0, 1),
        dp.Bet(2, 0, 1),
        dp.Bet(0, 0, 1),
        dp.Bet(1, 0, 1),
        dp.Bet(0, 0, 9),
    ]
    found = list(bet_problems(rules, 0, tuple(bets)))
    assert [problem.partition(":")[0] for problem in found] == ["Bet 0", "Bet 6"]
