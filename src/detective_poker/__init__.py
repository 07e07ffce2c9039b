"""The rules engine of the board game Detective Poker.

States are values, chance is an action, and a view cannot hold a secret.
"""

from detective_poker._version import __version__
from detective_poker.actions import Action, Bet, Deal, parse_action
from detective_poker.cards import DECK, Card, Rank, Suit, card_mask, format_cards, parse_cards
from detective_poker.codec import from_json, json_schema, to_json
from detective_poker.dealing import deal_from, random_deal, shuffled_deck
from detective_poker.errors import (
    ArgumentError,
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
from detective_poker.events import (
    BetPlaced,
    Event,
    GameEnded,
    HandScored,
    HandStarted,
    StreetDealt,
    events_between,
)
from detective_poker.hands import (
    HandCategory,
    PokerHand,
    evaluate,
    mask_strength,
    strength,
    strengths,
)
from detective_poker.odds import Odds, best_hand_odds, determinize, odds_many
from detective_poker.record import Record, SeatRecord
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

__all__ = [
    "DECK",
    "Action",
    "ActionCard",
    "ArgumentError",
    "Bet",
    "BetPlaced",
    "BetResult",
    "Card",
    "CardError",
    "Deal",
    "DetectivePokerError",
    "Event",
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
    "Mode",
    "NotationError",
    "Odds",
    "Outcome",
    "Phase",
    "PlayerView",
    "PokerHand",
    "Rank",
    "Record",
    "Rules",
    "RulesError",
    "SeatError",
    "SeatRecord",
    "SeenBet",
    "Standing",
    "Street",
    "StreetDealt",
    "Suit",
    "__version__",
    "best_hand_odds",
    "card_mask",
    "deal_from",
    "determinize",
    "evaluate",
    "events_between",
    "format_cards",
    "from_json",
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
    "strength",
    "strengths",
    "to_json",
]
