"""Play a game in which one seat is a program in another language, over JSON lines.

    python json_host.py node json_bot.mjs

The program reads one view a line on its standard input and answers each with one bet a line.
"""

import random
import subprocess
import sys

import detective_poker as dp
from detective_poker.bots import OddsBot


class Program:
    """A bot that asks a program for its bets."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def choose(self, view: dp.PlayerView, _rng: random.Random, /) -> dp.Bet:
        """The program's answer. Whether it is legal is for the engine to say."""
        self.process.stdin.write(dp.to_json(view) + b"\n")
        self.process.stdin.flush()
        return dp.from_json(self.process.stdout.readline(), dp.Bet)


def main(command: list[str]) -> None:
    """Seat 0 is the program, the others are bots."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        bots = [Program(process), OddsBot(), OddsBot()]
        record = dp.play_game(bots, dp.Rules(players=3), dealer=0, rng=random.Random(1))
        process.stdin.close()
    print("points:", record.final().scores)


if __name__ == "__main__":
    main(sys.argv[1:])
