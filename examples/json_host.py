"""Play a game in which one seat is a program in another language, over JSON lines.

    python json_host.py node json_bot.mjs

The program reads one view a line on its standard input and answers each with one bet a line.
"""

import random
import subprocess
import sys

import detective_poker as dp
from detective_poker.bots import OddsBot


def main(command: list[str]) -> None:
    """Seat 0 is the program, the others are bots."""
    rng = random.Random(1)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        state = dp.new_game(dp.Rules(players=3), dealer=0)
        while state.phase is not dp.Phase.OVER:
            if state.actor is None:
                state = state.apply(dp.random_deal(state, rng))
                continue
            view = state.view(state.actor)
            if state.actor == 0:
                program.stdin.write(dp.to_json(view) + b"\n")
                program.stdin.flush()
                bet = dp.from_json(program.stdout.readline(), dp.Bet)
            else:
                bet = OddsBot().choose(view, rng)
            state = state.apply(bet)
        program.stdin.close()
    print("points:", state.scores)


if __name__ == "__main__":
    main(sys.argv[1:])
