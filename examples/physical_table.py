"""Score a hand that was played with real cards and chips.

python physical_table.py
"""

import detective_poker as dp

# By seat, clockwise. Ann has seat 0 and dealt this hand.
NAMES = ["Ann", "Bob", "Cyd"]
OWN_CARDS = dp.parse_cards("As 9d 4c")
FOREHEAD_CARDS = dp.parse_cards("Kh 9c Jd")
BOARD = dp.parse_cards("9s Ah 2c Qd Js")

# As they lie on the boards, in order of play: bettor > whose board, chips, perhaps the action card.
BETS = """
b 1>0 2
b 2>0 1 clockwise
b 0>1 2

b 2>1 2
b 0>1 2 plus_one
b 1>1 1

b 0>2 2 bluff
b 1>0 1
b 2>1 2

b 1>1 3 plus_one
b 2>1 2 blank
b 0>2 1
"""


def main() -> None:
    """Print who was best and weakest, and what every bet scored."""
    bets = [dp.parse_action(line) for line in BETS.split("\n") if line]
    hand = dp.score_hand(dp.Rules(players=3), 0, OWN_CARDS, FOREHEAD_CARDS, BOARD, bets)
    for street, standing in zip(dp.Street, hand.standings, strict=True):
        print(f"{street.name}: ", end="")
        print("best", " and ".join(f"{NAMES[s]} ({standing.hands[s]})" for s in standing.best))
        for bet in hand.bets:
            if bet.street is street:
                card = f" with {bet.card}" if bet.card else ""
                print(f"  {NAMES[bet.seat]} {bet.chips} on {NAMES[bet.target]}{card}: {bet.points}")
    print("points:", dict(zip(NAMES, hand.points, strict=True)))


if __name__ == "__main__":
    main()
