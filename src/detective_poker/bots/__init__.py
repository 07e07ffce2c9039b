"""Bots: what plays a seat by its view alone."""

from detective_poker.bots.bot import Bot, ObservingBot, observe
from detective_poker.bots.odds_bot import OddsBot
from detective_poker.bots.random_bot import RandomBot

__all__ = ["Bot", "ObservingBot", "OddsBot", "RandomBot", "observe"]
