"""Replay a recorded game and see how well everybody judged the odds.

detective-poker demo --seed 7 --record game.txt
python replay.py game.txt
"""

import sys

import detective_poker as dp


def main(path: str) -> None:
    """For each seat: bets that were correct, and bets on the likeliest player by the cards seen."""
    record = dp.Record.load(path)
    players = record.rules.players
    made, correct, likeliest = [0] * players, [0] * players, [0] * players
    for state, action in zip(record.states(), record.actions, strict=False):
        if isinstance(action, dp.Bet):
            odds = dp.best_hand_odds(state.view(action.seat))
            made[action.seat] += 1
            likeliest[action.seat] += odds.best[action.target] == max(odds.best)
    for state in record.states():
        if state.last_hand is not None:
            for bet in state.last_hand.bets:
                correct[bet.seat] += bet.correct
    final = record.final()
    for seat in range(players):
        print(
            f"seat {seat}: {final.scores[seat]} points, {correct[seat]} of {made[seat]} correct, "
            f"{likeliest[seat]} on the likeliest best hand"
        )


if __name__ == "__main__":
    main(sys.argv[1])
