"""What type checkers say of our names: `nox -s types` runs them over this file.

A line that is wrong on purpose says so in a comment, and a comment that nothing needs is an error.
"""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

import random
from typing import TYPE_CHECKING

import detective_poker as dp
from detective_poker import Bet, Record, bots, play_game

if TYPE_CHECKING:
    state: dp.GameState = dp.new_game(dp.Rules(players=3), dealer=0, rng=random.Random(7))
    odds: dp.Odds = dp.best_hand_odds(state.apply(dp.random_deal(state)).view(1))
    record: Record = play_game([bots.RandomBot()] * 3, dp.Rules(3))
    picture: str = dp.svg.table(record.final().public_view())
    name: str = dp.hands.backend()
    chips: int = dp.rules.CHIPS

    dp.new_gaem()  # type: ignore[attr-defined]
    # An internal module: for mypy every module that is imported somewhere is known.
    dp.position  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]  # noqa: B018
    Bet("0", 1, 1)  # type: ignore[arg-type]
    dp.Rules(3, "expert")  # type: ignore[arg-type]
    state.dealer = 1  # type: ignore[misc]
    wrong: str = dp.strength(dp.DECK[:5])  # type: ignore[assignment]
