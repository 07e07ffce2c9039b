"""The rules engine of the board game Detective Poker.

States are values, chance is an action, and a view cannot hold a secret.

What a game is played with is imported at once; the rest when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

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
from detective_poker.scoring import (
    BetResult,
    HandResult,
    Outcome,
    Standing,
    placings,
    score_hand,
)
from detective_poker.state import GameState, new_game
from detective_poker.views import PlayerView, SeenBet

if TYPE_CHECKING:
    from detective_poker import bots
    from detective_poker.deduction import Deduction, WeightedOdds, deduce
    from detective_poker.events import (
        BetPlaced,
        Event,
        GameEnded,
        HandScored,
        HandStarted,
        StreetDealt,
        events_between,
    )
    from detective_poker.formats import from_json, json_schema, to_json
    from detective_poker.models import (
        BettingModel,
        MixtureModel,
        NaiveModel,
        SoftmaxModel,
        UniformModel,
        hindsight,
    )
    from detective_poker.odds import Odds, best_hand_odds, card_odds, determinize, odds_many
    from detective_poker.record import Record, SeatRecord
    from detective_poker.simulation import BotReport, Fault, Report, simulate
    from detective_poker.validation import validate

_LATER: Final = {
    "bots": (),
    "deduction": ("Deduction", "WeightedOdds", "deduce"),
    "events": (
        "BetPlaced",
        "Event",
        "GameEnded",
        "HandScored",
        "HandStarted",
        "StreetDealt",
        "events_between",
    ),
    "formats": ("from_json", "json_schema", "to_json"),
    "models": (
        "BettingModel",
        "MixtureModel",
        "NaiveModel",
        "SoftmaxModel",
        "UniformModel",
        "hindsight",
    ),
    "odds": ("Odds", "best_hand_odds", "card_odds", "determinize", "odds_many"),
    "record": ("Record", "SeatRecord"),
    "simulation": ("BotReport", "Fault", "Report", "simulate"),
    "validation": ("validate",),
}
"""The modules that are imported when they or one of these names are first asked for."""


def __getattr__(name: str) -> object:
    """A name of a module that is not imported yet."""
    for module, names in _LATER.items():
        if name in (module, *names):
            imported = import_module(f"{__name__}.{module}")
            value: object = imported if name == module else getattr(imported, name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """All public names, imported or not."""
    return sorted({*globals(), *__all__})


__all__ = [
    "DECK",
    "Action",
    "ActionCard",
    "ArgumentError",
    "ArgumentTypeError",
    "Bet",
    "BetPlaced",
    "BetResult",
    "BettingModel",
    "BotReport",
    "Card",
    "CardError",
    "Deal",
    "Deduction",
    "DetectivePokerError",
    "Event",
    "Fault",
    "FormatError",
    "GameEnded",
    "GameState",
    "HandCategory",
    "HandResult",
    "HandScored",
    "HandStarted",
    "IllegalActionError",
    "IllegalReason",
    "InvalidStateError",
    "MixtureModel",
    "Mode",
    "NaiveModel",
    "NotationError",
    "Odds",
    "Outcome",
    "Phase",
    "PlayerView",
    "PokerHand",
    "Rank",
    "Record",
    "Report",
    "Rules",
    "RulesError",
    "SeatError",
    "SeatRecord",
    "SeenBet",
    "SoftmaxModel",
    "Standing",
    "Street",
    "StreetDealt",
    "Suit",
    "UniformModel",
    "WeightedOdds",
    "__version__",
    "best_hand_odds",
    "bots",
    "card_mask",
    "card_odds",
    "deal_from",
    "deduce",
    "determinize",
    "evaluate",
    "events_between",
    "format_cards",
    "from_json",
    "hindsight",
    "json_schema",
    "mask_strength",
    "new_game",
    "odds_many",
    "parse_action",
    "parse_cards",
    "placings",
    "random_deal",
    "score_hand",
    "shuffled_deck",
    "simulate",
    "strength",
    "strengths",
    "to_json",
    "validate",
]
