"""Bots: what plays a seat by its view alone."""

from collections.abc import Callable
from typing import Final

from detective_poker.bots.bot import Bot, ObservingBot, observe
from detective_poker.bots.detective_bot import DetectiveBot
from detective_poker.bots.model_bot import ModelBot
from detective_poker.bots.naive_bot import NaiveBot
from detective_poker.bots.odds_bot import OddsBot
from detective_poker.bots.random_bot import RandomBot

BOTS: Final[dict[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    "naive": NaiveBot,
    "odds": OddsBot,
    "detective": DetectiveBot,
}
"""The bots that need no explaining, by name, the weakest first."""

__all__ = [
    "BOTS",
    "Bot",
    "DetectiveBot",
    "ModelBot",
    "NaiveBot",
    "ObservingBot",
    "OddsBot",
    "RandomBot",
    "observe",
]
