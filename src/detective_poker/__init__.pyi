# The public names, as type checkers read them; `__init__.py` has the same and imports them late.

from detective_poker import (
    bots as bots,
    cli as cli,
    dealing as dealing,
    hands as hands,
    plots as plots,
    rules as rules,
    svg as svg,
)
from detective_poker._version import __version__ as __version__
from detective_poker.actions import (
    Action as Action,
    Bet as Bet,
    Deal as Deal,
    parse_action as parse_action,
)
from detective_poker.cards import (
    DECK as DECK,
    Card as Card,
    Rank as Rank,
    Suit as Suit,
    card_mask as card_mask,
    format_cards as format_cards,
    parse_cards as parse_cards,
)
from detective_poker.dealing import (
    deal_from as deal_from,
    random_deal as random_deal,
    shuffled_deck as shuffled_deck,
)
from detective_poker.errors import (
    ArgumentError as ArgumentError,
    ArgumentTypeError as ArgumentTypeError,
    CardError as CardError,
    DetectivePokerError as DetectivePokerError,
    FormatError as FormatError,
    IllegalActionError as IllegalActionError,
    IllegalReason as IllegalReason,
    InvalidStateError as InvalidStateError,
    NotationError as NotationError,
    RulesError as RulesError,
    SeatError as SeatError,
)
from detective_poker.events import (
    BetPlaced as BetPlaced,
    Event as Event,
    GameEnded as GameEnded,
    HandScored as HandScored,
    HandStarted as HandStarted,
    StreetDealt as StreetDealt,
    events_between as events_between,
)
from detective_poker.formats import (
    from_json as from_json,
    json_schema as json_schema,
    to_json as to_json,
)
from detective_poker.hands import (
    HandCategory as HandCategory,
    PokerHand as PokerHand,
    evaluate as evaluate,
    mask_strength as mask_strength,
    strength as strength,
    strengths as strengths,
)
from detective_poker.inference.deduction import (
    Deduction as Deduction,
    WeightedOdds as WeightedOdds,
    deduce as deduce,
)
from detective_poker.inference.hindsight import hindsight as hindsight
from detective_poker.inference.models import (
    BettingModel as BettingModel,
    MixtureModel as MixtureModel,
    NaiveModel as NaiveModel,
    SoftmaxModel as SoftmaxModel,
    UniformModel as UniformModel,
)
from detective_poker.inference.odds import (
    Odds as Odds,
    best_hand_odds as best_hand_odds,
    card_odds as card_odds,
    odds_many as odds_many,
)
from detective_poker.inference.worlds import determinize as determinize
from detective_poker.record import Record as Record, SeatRecord as SeatRecord
from detective_poker.rules import (
    ActionCard as ActionCard,
    Mode as Mode,
    Phase as Phase,
    Rules as Rules,
    Street as Street,
)
from detective_poker.scoring import (
    BetResult as BetResult,
    HandResult as HandResult,
    Outcome as Outcome,
    Standing as Standing,
    placings as placings,
    score_hand as score_hand,
)
from detective_poker.simulation import (
    BotReport as BotReport,
    Fault as Fault,
    Report as Report,
    play_game as play_game,
    simulate as simulate,
)
from detective_poker.state import GameState as GameState, new_game as new_game
from detective_poker.validation import validate as validate
from detective_poker.views import PlayerView as PlayerView, SeenBet as SeenBet
