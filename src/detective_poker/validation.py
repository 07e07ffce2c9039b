"""The one judge of values that come from outside: only what play can reach passes.

Values are trusted everywhere else. What is read (`from_json`) ends here, and so does what is made
by hand (`validate`). `judge` takes the types for granted, since whoever reads has seen to them;
`validate` looks at the types first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from detective_poker.actions import Bet, Deal
from detective_poker.cards import DECK
from detective_poker.errors import ArgumentTypeError, InvalidStateError
from detective_poker.events import BetPlaced, GameEnded, HandScored, HandStarted, StreetDealt
from detective_poker.exact_types import type_problems
from detective_poker.hand_checks import bet_problems, card_problems
from detective_poker.inference.odds import Odds
from detective_poker.inference.worlds import fill_in
from detective_poker.position import Position, position_of
from detective_poker.record import Record, SeatRecord
from detective_poker.rules import STREETS, Phase, Rules, Street, first_to_bet
from detective_poker.scoring import (
    HandResult,
    Outcome,
    final_outcome,
    hand_points_range,
)
from detective_poker.state import GameState, state_at
from detective_poker.value_checks import (
    bet_number_problems,
    deal_size_problems,
    dealt_problems,
    differences,
    hand_result_problems,
    odds_problems,
    outcome_problems,
    result_problems,
    rules_problems,
    scored,
    scored_problems,
    seen_bet_problems,
    started_problems,
)
from detective_poker.views import PlayerView, SeenBet

T = TypeVar("T")


def validate(value: T) -> T:
    """The value itself, if play can have made it: for a value that was made by hand.

    It is a `GameState`, `PlayerView`, `SeenBet`, `Bet`, `Deal`, `Rules`, `HandResult`, `Outcome`,
    `Odds`, event, `Record` or `SeatRecord`, and can hold anything. A bet or a deal alone is judged
    by types and size: whether it is legal is for `why_illegal`. Raises `InvalidStateError` with
    every problem (those of types alone, if there are any), for a record what its reader raises,
    and `ArgumentTypeError` for anything else. Valid is not authentic.

    >>> from msgspec.structs import replace
    >>> from detective_poker import new_game
    >>> view = new_game(dealer=0).view(1)
    >>> validate(view) is view
    True
    >>> validate(replace(view, ply=7))
    Traceback (most recent call last):
    ...
    detective_poker.errors.InvalidStateError: ply does not follow from the rest.
    """
    kind = type(value)
    if not any(kind is known for known in _JUDGED):
        names = ", ".join(known.__name__ for known in _JUDGED)
        raise ArgumentTypeError(f"What can be judged: {names}.")
    if isinstance(value, (Record, SeatRecord)):
        _check_kept(value)
        return value
    if problems := list(type_problems(value, kind)):
        shown = [text.replace("_table.", "").replace("_purses", "chips_left") for text in problems]
        raise InvalidStateError(shown)
    return judge(value)


def judge(value: T) -> T:
    """The value itself, whose types are right already. Raises what `validate` raises."""
    if problems := list(_JUDGED[type(value)](value)):
        raise InvalidStateError(problems)
    return value


def judged_state(facts: Position) -> GameState:
    """The state of these facts. Raises `InvalidStateError` with every problem."""
    if problems := list(_position_problems(facts)):
        raise InvalidStateError(problems)
    return state_at(facts)


def _state_problems(state: GameState) -> Iterator[str]:
    table = state._table
    if problems := list(rules_problems(table.rules)):
        yield from problems
        return
    last_hand: HandResult | None = None
    if table.played is not None:
        if table.played.rules != table.rules:
            yield "The last hand is of other rules (last_hand)."
            return
        hand = scored(table.played)
        if isinstance(hand, list):
            yield from hand
            return
        last_hand = hand
    facts = position_of(
        table,
        phase=state.phase,
        street=state.street,
        actor=state.actor,
        bets=state.bets,
        last_hand=last_hand,
    )
    if problems := list(_position_problems(facts)):
        yield from problems
        return
    again = state_at(facts)
    if state._purses != again._purses:
        yield "chips_left and action_cards do not follow from the rest."
    if table.dealt != again.dealt_cards:
        yield "dealt_cards does not follow from the rest."


def _view_problems(view: PlayerView) -> Iterator[str]:
    """What is wrong with a view: some state must give its seat just this one."""
    if problems := list(rules_problems(view.rules)):
        yield from problems
        return
    players = view.rules.players
    if view.seat is not None and not 0 <= view.seat < players:
        yield f"Seats are 0 to {players - 1} (seat)."
        return
    if len(view.forehead_cards) not in (0, players):
        yield "Not every player has one forehead card (forehead_cards)."
        return
    seen = len(view.forehead_cards) + len(view.board) + sum(map(len, view.discards))
    if seen >= len(DECK) - 2 * players:
        yield "There are more cards than a deck has."
        return
    own_cards, forehead_cards, bets = fill_in(view, lambda _count: 0)
    facts = position_of(view, own_cards=own_cards, forehead_cards=forehead_cards, bets=bets)
    if problems := list(_position_problems(facts)):
        yield from problems
        return
    state = state_at(facts)
    again = state.public_view() if view.seat is None else state.view(view.seat)
    yield from differences(view, again, PlayerView.__struct_fields__)


def _position_problems(p: Position) -> Iterator[str]:
    """Every broken rule among the facts that the others follow from."""
    rules, players = p.rules, p.rules.players
    if not 0 <= p.dealer < players:
        yield "The dealer is no seat."
        return
    yield from card_problems(rules, p.own_cards, p.forehead_cards, p.board, p.discards)
    yield from bet_problems(rules, p.dealer, p.bets)
    yield from _phase_problems(p)
    yield from _score_problems(p)
    yield from _last_hand_problems(p)


def _phase_problems(p: Position) -> Iterator[str]:
    """Whether cards, bets and turn fit the phase and the street."""
    players, street, bets = p.rules.players, p.street, len(p.bets)
    before = street * players
    opener = first_to_bet(players, p.dealer, street)
    over = p.phase is Phase.OVER
    if over != (p.hand_number >= p.rules.hands):
        yield "The game is over just when all hands are played (phase, hand_number)."
    if over:
        if street is not Street.RIVER:
            yield "A game is over on the river (street)."
        if p.own_cards or p.board or p.bets:
            yield "There are cards or bets after the game (own_cards, board, bets)."
        actor = None
    elif p.phase is Phase.DEAL:
        if bets != before:
            yield "The bets do not fit the street that is to be dealt (phase, street, bets)."
        if bool(p.own_cards) != (street is not Street.PREFLOP):
            yield (
                "The cards of the players do not fit the street that is to be dealt "
                "(phase, street, own_cards)."
            )
        if len(p.board) != STREETS[max(street - 1, 0)].board_cards:
            yield "The board does not fit the street that is to be dealt (phase, street, board)."
        actor = None
    else:
        if not before <= bets < before + players:
            yield "The bets do not fit the street (phase, street, bets)."
        if not p.own_cards:
            yield "There are bets before the cards are dealt (phase, own_cards)."
        if len(p.board) != street.board_cards:
            yield "The board does not fit the street (phase, street, board)."
        actor = (opener + bets) % players
    if p.actor != actor:
        yield "It is not that seat's turn (actor)."


def _score_problems(p: Position) -> Iterator[str]:
    """Whether the score sheet can be, and the scores are its sums."""
    players = p.rules.players
    if not 0 <= p.hand_number <= p.rules.hands:
        yield "There is no such hand (hand_number)."
    if len(p.score_sheet) != p.hand_number:
        yield (
            "The score sheet does not have one row for each finished hand "
            "(hand_number, score_sheet)."
        )
    if any(len(row) != players for row in p.score_sheet) or len(p.scores) != players:
        yield "There is not one score for each player (scores, score_sheet)."
        return
    possible = hand_points_range(p.rules)
    if any(points not in possible for row in p.score_sheet for points in row):
        yield "The score sheet has points that no hand scores (score_sheet)."
    if p.scores != tuple(map(sum, zip((0,) * players, *p.score_sheet, strict=True))):
        yield "The scores are not the sums of the score sheet (scores, score_sheet)."


def _last_hand_problems(p: Position) -> Iterator[str]:
    """Whether the last hand and the outcome are there when due, and follow from the rest."""
    players, over = p.rules.players, p.phase is Phase.OVER
    between = over or (p.phase is Phase.DEAL and p.street is Street.PREFLOP)
    if (p.last_hand is not None) != (between and p.hand_number > 0):
        yield "The last hand is there just from its scoring until the next deal (last_hand)."
    if (p.outcome is not None) != over:
        yield "The outcome is there just when the game is over (phase, outcome)."
    if p.last_hand is None:
        return
    yield from result_problems(p.rules, p.last_hand)
    if p.last_hand.dealer != (p.dealer - 1) % players:
        yield "The dealer of the last hand is not the seat before (dealer, last_hand)."
    if p.score_sheet and p.last_hand.points != p.score_sheet[-1]:
        yield (
            "The last hand does not score the last row of the score sheet (last_hand, score_sheet)."
        )
    left = p.last_hand.action_cards_left
    if p.outcome is not None and len(p.scores) == len(left) == players:  # noqa: SIM102
        if p.outcome != final_outcome(p.scores, left):
            yield "The outcome does not follow from the scores and the action cards left."


def _record_problems(record: Record | SeatRecord) -> Iterator[str]:
    """Nothing: what is wrong with a record is raised when it is played through."""
    if isinstance(record, Record):
        record.final()
    else:
        record.views()
    return iter(())


def _check_kept(record: Record | SeatRecord) -> None:
    """Raise what is wrong with a record made by hand, and with what it keeps of its states."""
    members = [getattr(record, name) for name in record.__struct_fields__]
    if any(type(many) is not tuple for many in members[-2:]):
        raise InvalidStateError(["actions, lines and names are tuples."])
    if type(record.rules) is Rules:
        validate(record.rules)
    again = judge(type(record)(*members))
    for name, kept in vars(record).items():
        known: object = vars(again).get(name)
        if type(kept) is not type(known) or kept != known:
            raise InvalidStateError(["What the record keeps does not follow from the rest of it."])


_JUDGED: Final[dict[type, Callable[[Any], Iterator[str]]]] = {
    GameState: _state_problems,
    PlayerView: _view_problems,
    SeenBet: seen_bet_problems,
    Bet: bet_number_problems,
    Deal: deal_size_problems,
    Rules: rules_problems,
    HandResult: hand_result_problems,
    Outcome: outcome_problems,
    Odds: odds_problems,
    HandStarted: started_problems,
    StreetDealt: dealt_problems,
    BetPlaced: lambda event: seen_bet_problems(event.bet),
    HandScored: scored_problems,
    GameEnded: lambda event: outcome_problems(event.outcome),
    Record: _record_problems,
    SeatRecord: _record_problems,
}
"""For each type that can be judged, what is wrong with a value of it."""
