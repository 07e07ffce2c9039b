"""Games between bots: one of them, or many, with the same report for the same seed."""

from detective_poker.simulation.play import play_game
from detective_poker.simulation.report import BotReport, Fault, Report
from detective_poker.simulation.run import simulate
from detective_poker.simulation.schedule import BotFactory

__all__ = ["BotFactory", "BotReport", "Fault", "Report", "play_game", "simulate"]
