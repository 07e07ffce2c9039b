"""The rules engine of the board game Detective Poker.

States are values, chance is an action, and a view cannot hold a secret.

What a game is played with is imported at once; the rest when it is first asked for.
"""

# ruff: noqa: F401, PLE0605 - what is imported is offered, and `__all__` is made of the lists below
# pyright: reportUnusedImport=false, reportUnsupportedDunderAll=false

from importlib import import_module as _import_module
from types import ModuleType as _ModuleType
from typing import TYPE_CHECKING

from detective_poker._version import __version__
from detective_poker.actions import Action, Bet, Deal, parse_action
from detective_poker.cards import DECK, Card, Rank, Suit, card_mask, format_cards, parse_cards
from detective_poker.dealing import deal_from, random_deal, shuffled_deck
from detective_poker.errors import (
    ArgumentError,
    ArgumentTypeError,
    CardError,
    DetectivePokerError,
    FormatError,
    IllegalActionError,
    IllegalReason,
    InvalidStateError,
    NotationError,
    RulesError,
    SeatError,
)
from detective_poker.hands import (
    HandCategory,
    PokerHand,
    evaluate,
    mask_strength,
    strength,
    strengths,
)
from detective_poker.rules import ActionCard, Mode, Phase, Rules, Street
from detective_poker.scoring import BetResult, HandResult, Outcome, Standing, placings, score_hand
from detective_poker.state import GameState, new_game
from detective_poker.views import PlayerView, SeenBet

# With the imports above, the public names and where they are. Type checkers read the same in
# `__init__.pyi`, which is the only other list: a test compares the two.
_LATE = {
    "events": (
        "BetPlaced",
        "Event",
        "GameEnded",
        "HandScored",
        "HandStarted",
        "StreetDealt",
        "events_between",
    ),
    "inference.deduction": ("Deduction", "WeightedOdds", "deduce"),
    "inference.hindsight": ("hindsight",),
    "inference.models": (
        "BettingModel",
        "MixtureModel",
        "NaiveModel",
        "SoftmaxModel",
        "UniformModel",
    ),
    "inference.odds": ("Odds", "best_hand_odds", "card_odds", "odds_many"),
    "inference.worlds": ("determinize",),
    "formats": ("from_json", "json_schema", "to_json"),
    "record": ("Record", "SeatRecord"),
    "validation": ("validate",),
    "simulation": ("BotReport", "Fault", "Report", "play_game", "simulate"),
}
_MODULES = ("bots", "cli", "dealing", "hands", "plots", "rules", "svg")
"""Modules that are public themselves."""

if TYPE_CHECKING:
    # All of them again, for tools that look for imports, as those do that freeze programs.
    from detective_poker import (
        bots,
        cli,
        dealing,
        events,
        formats,
        hands,
        plots,
        record,
        rules,
        simulation,
        svg,
        validation,
    )
    from detective_poker.inference import deduction, hindsight, models, odds, worlds
del TYPE_CHECKING

_PLACES = {name: module for module, names in _LATE.items() for name in names}

__all__ = sorted(
    {"__version__", *_MODULES, *_PLACES}
    | {
        name
        for name, value in globals().items()
        if not name.startswith("_") and not isinstance(value, _ModuleType)
    }
)


def __getattr__(name: str) -> object:
    """A public name of a module that is not imported yet."""
    if name in _PLACES:
        value = getattr(_import_module(f"{__name__}.{_PLACES[name]}"), name)
    elif name in _MODULES:
        value = _import_module(f"{__name__}.{name}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """All public names, imported or not."""
    return [*__all__, *(name for name in globals() if name.startswith("__"))]
