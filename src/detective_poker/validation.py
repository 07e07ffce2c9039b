"""What must hold of a position, a hand and odds that come from outside: every broken rule, named.

Whatever these functions are given has the right types already; the codec sees to that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from detective_poker.actions import Bet
from detective_poker.cards import Card
from detective_poker.errors import InvalidStateError, SeatError
from detective_poker.events import (
    BetPlaced,
    Event,
    GameEnded,
    HandScored,
    HandStarted,
    StreetDealt,
)
from detective_poker.hand_checks import bet_problems, card_problems
from detective_poker.odds import Odds, fill_in
from detective_poker.rules import (
    MAX_BET,
    MIN_BET,
    STREETS,
    Mode,
    Phase,
    Rules,
    Street,
    first_to_bet,
)
from detective_poker.scoring import (
    Discards,
    HandResult,
    Outcome,
    final_outcome,
    hand_points_range,
    score_hand,
)
from detective_poker.state import GameState, position
from detective_poker.views import PlayerView

SEATS: Final = range(4)
"""Those of a table that can be of 3 or 4 players."""
MAX_NUMBER: Final = 1 << 53
"""No number of ours is larger, so that every reader of JSON can hold it."""


class StateDocument(
    msgspec.Struct,
    frozen=True,
    tag_field="version",
    tag=1,
    forbid_unknown_fields=True,
):
    """A `GameState` as its JSON has it: every public member."""

    rules: Rules
    dealer: int
    hand_number: int
    round_number: int
    ply: int
    phase: Phase
    street: Street
    actor: int | None
    cards_to_deal: int
    own_cards: tuple[Card, ...]
    forehead_cards: tuple[Card, ...]
    board: tuple[Card, ...]
    discards: Discards
    bets: tuple[Bet, ...]
    scores: tuple[int, ...]
    score_sheet: tuple[tuple[int, ...], ...]
    last_hand: HandResult | None
    outcome: Outcome | None

    def __repr__(self) -> str:
        return "<the document of a GameState>"


def document_of(state: GameState) -> StateDocument:
    """The document of a state."""
    return StateDocument(*[getattr(state, name) for name in StateDocument.__struct_fields__])


def state_of(document: StateDocument) -> GameState:
    """The state of a document. Raises `InvalidStateError` with every problem."""
    state = _checked_state(document)
    if problems := list(_differences(document, document_of(state))):
        raise InvalidStateError(problems)
    return state


def check_view(view: PlayerView) -> PlayerView:
    """The view itself. Raises `InvalidStateError` unless a state gives its seat just this view."""
    players = view.rules.players
    if view.seat is not None and not 0 <= view.seat < players:
        raise InvalidStateError([f"Seats are 0 to {players - 1}."])
    own_cards, forehead_cards, bets = fill_in(view, lambda _count: 0)
    state = _checked_state(
        StateDocument(
            view.rules,
            view.dealer,
            view.hand_number,
            view.round_number,
            view.ply,
            view.phase,
            view.street,
            view.actor,
            0,
            own_cards,
            forehead_cards,
            view.board,
            view.discards,
            bets,
            view.scores,
            view.score_sheet,
            view.last_hand,
            view.outcome,
        )
    )
    seen = state.public_view() if view.seat is None else state.view(view.seat)
    if problems := list(_differences(view, seen)):
        raise InvalidStateError(problems)
    return view


def check_hand_result(result: HandResult) -> HandResult:
    """The result itself. Raises `InvalidStateError` unless some mode scores its hand just so."""
    players = len(result.own_cards)
    if players not in (3, 4):
        raise InvalidStateError(["Detective Poker is for 3 or 4 players."])
    problems: list[str] = []
    for mode in Mode:
        problems = list(_result_problems(Rules(players, mode), result))
        if not problems:
            return result
    raise InvalidStateError(problems)


def check_odds(odds: Odds) -> Odds:
    """The odds themselves. Raises `InvalidStateError` unless the counts fit the worlds."""
    problems: list[str] = []
    if len(odds.best) not in (3, 4) or len(odds.weakest) != len(odds.best):
        problems.append("There is one count for each of 3 or 4 seats.")
    if odds.worlds < 1:
        problems.append("There is no world.")
    for name, counts in (("best", odds.best), ("weakest", odds.weakest)):
        if any(not 0 <= count <= odds.worlds for count in counts) or sum(counts) < odds.worlds:
            problems.append(f"The counts of the {name} do not fit the number of worlds.")
    if odds.worlds > MAX_NUMBER:
        problems.append("There are not so many worlds.")
    for errors in (odds.best_error, odds.weakest_error):
        if (errors is None) != (odds.best_error is None):
            problems.append("Either all odds have standard errors or none.")
        if errors is not None and (
            len(errors) != len(odds.best) or any(not 0 <= error <= 1 for error in errors)
        ):
            problems.append("There is one standard error from 0 to 1 for each seat.")
    if problems:
        raise InvalidStateError(problems)
    return odds


def check_event(event: Event) -> Event:
    """The event itself. Raises `InvalidStateError` unless some game has it.

    An event alone does not tell the rules: what only they forbid is let pass.
    """
    if problems := list(_event_problems(event)):
        raise InvalidStateError(problems)
    return event


def _checked_state(document: StateDocument) -> GameState:
    """The state of the facts in a document; members that follow from them are not looked at."""
    if problems := list(_position_problems(document)):
        raise InvalidStateError(problems)
    return position(
        rules=document.rules,
        dealer=document.dealer,
        hand_number=document.hand_number,
        phase=document.phase,
        street=document.street,
        actor=document.actor,
        own_cards=document.own_cards,
        forehead_cards=document.forehead_cards,
        board=document.board,
        discards=document.discards,
        bets=document.bets,
        scores=document.scores,
        score_sheet=document.score_sheet,
        last_hand=document.last_hand,
        outcome=document.outcome,
    )


def _position_problems(p: StateDocument) -> Iterator[str]:
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


def _phase_problems(p: StateDocument) -> Iterator[str]:
    """Whether cards, bets and turn fit the phase and the street."""
    players, street, bets = p.rules.players, p.street, len(p.bets)
    before = street * players
    opener = first_to_bet(players, p.dealer, street)
    over = p.phase is Phase.OVER
    if over != (p.hand_number >= p.rules.hands):
        yield "The game is over just when all hands are played."
    if over:
        if street is not Street.RIVER:
            yield "A game is over on the river."
        if p.own_cards or p.board or p.bets:
            yield "There are cards or bets after the game."
        actor = None
    elif p.phase is Phase.DEAL:
        if bets != before:
            yield "The bets do not fit the street that is to be dealt."
        if bool(p.own_cards) != (street is not Street.PREFLOP):
            yield "The cards of the players do not fit the street that is to be dealt."
        if len(p.board) != STREETS[max(street - 1, 0)].board_cards:
            yield "The board does not fit the street that is to be dealt."
        actor = None
    else:
        if not before <= bets < before + players:
            yield "The bets do not fit the street."
        if not p.own_cards:
            yield "There are bets before the cards are dealt."
        if len(p.board) != street.board_cards:
            yield "The board does not fit the street."
        actor = (opener + bets) % players
    if p.actor != actor:
        yield "It is not that seat's turn."


def _score_problems(p: StateDocument) -> Iterator[str]:
    """Whether the score sheet can be, and the scores are its sums."""
    players = p.rules.players
    if not 0 <= p.hand_number <= p.rules.hands:
        yield "There is no such hand."
    if len(p.score_sheet) != p.hand_number:
        yield "The score sheet does not have one row for each finished hand."
    if any(len(row) != players for row in p.score_sheet) or len(p.scores) != players:
        yield "There is not one score for each player."
        return
    possible = hand_points_range(p.rules)
    if any(points not in possible for row in p.score_sheet for points in row):
        yield "The score sheet has points that no hand scores."
    if p.scores != tuple([sum(row[seat] for row in p.score_sheet) for seat in range(players)]):
        yield "The scores are not the sums of the score sheet."


def _last_hand_problems(p: StateDocument) -> Iterator[str]:
    """Whether the last hand and the outcome are there when due, and follow from the rest."""
    players, over = p.rules.players, p.phase is Phase.OVER
    between = over or (p.phase is Phase.DEAL and p.street is Street.PREFLOP)
    if (p.last_hand is not None) != (between and p.hand_number > 0):
        yield "The last hand is there just from its scoring until the next deal."
    if (p.outcome is not None) != over:
        yield "The outcome is there just when the game is over."
    if p.last_hand is None:
        return
    yield from _result_problems(p.rules, p.last_hand)
    if p.last_hand.dealer != (p.dealer - 1) % players:
        yield "The dealer of the last hand is not the seat before."
    if p.score_sheet and p.last_hand.points != p.score_sheet[-1]:
        yield "The last hand does not score the last row of the score sheet."
    left = p.last_hand.action_cards_left
    if p.outcome is not None and len(p.scores) == len(left) == players:  # noqa: SIM102
        if p.outcome != final_outcome(p.scores, left):
            yield "The outcome does not follow from the scores and the action cards left."


def _result_problems(rules: Rules, result: HandResult) -> Iterator[str]:
    """What is wrong with a scored hand: it must score again just so."""
    bets = [Bet(bet.seat, bet.target, bet.chips, bet.card) for bet in result.bets]
    try:
        again = score_hand(
            rules,
            result.dealer,
            result.own_cards,
            result.forehead_cards,
            result.board,
            bets,
            result.discards,
        )
    except SeatError:
        yield "The dealer of a scored hand is no seat."
    except InvalidStateError as error:
        yield from (f"In a scored hand: {problem}" for problem in error.problems)
    else:
        for problem in _differences(result, again):
            yield f"In a scored hand: {problem}"


def _event_problems(event: Event) -> Iterator[str]:
    match event:
        case HandStarted():
            yield from _started_problems(event)
        case StreetDealt():
            cards = [*event.cards, *event.discards]
            if event.street is Street.PREFLOP or len(event.cards) != event.street.new_cards:
                yield "That is not what a street turns up."
            if len(set(cards)) != len(cards):
                yield "A card is there twice."
        case BetPlaced():
            bet = event.bet
            if not (bet.seat in SEATS and bet.target in SEATS):
                yield "A bet is of a seat and on a seat."
            if not MIN_BET <= bet.chips <= MAX_BET:
                yield f"A bet is {MIN_BET} to {MAX_BET} chips."
            if bet.card is not None and not bet.has_card:
                yield "An action card is seen where none lies."
        case HandScored():
            check_hand_result(event.result)
            if len(event.scores) != len(event.result.points):
                yield "There is not one score for each player."
        case GameEnded():
            yield from _outcome_problems(event.outcome)


def _started_problems(event: HandStarted) -> Iterator[str]:
    players = len(event.forehead_cards)
    if players not in (3, 4):
        yield "Detective Poker is for 3 or 4 players."
    if not (0 <= event.dealer < players and event.hand_number >= 0):
        yield "There is no such hand or dealer."
    foreheads = [card for card in event.forehead_cards if card is not None]
    if len({event.own_card, *foreheads}) != 1 + len(foreheads):
        yield "A card is there twice."
    # A seat sees its own card and all but its own forehead card, a spectator none (R8, R9).
    if len(foreheads) != (0 if event.own_card is None else players - 1):
        yield "Nobody sees just those cards."


def _outcome_problems(outcome: Outcome) -> Iterator[str]:
    seats, scores, places = range(len(outcome.scores)), outcome.scores, outcome.placings
    if len(scores) not in (3, 4) or len(places) != len(scores):
        yield "There is one score and one place for each of 3 or 4 players."
        return
    if outcome.winners != tuple([seat for seat in seats if places[seat] == 1]):
        yield "The winners are the seats in first place."
    if places != tuple([1 + sum(other < place for other in places) for place in places]):
        yield "Those are no places."
    if any(
        scores[one] > scores[two] and places[one] >= places[two] for one in seats for two in seats
    ):
        yield "More points are a better place."


def _differences(given: msgspec.Struct, expected: msgspec.Struct) -> Iterator[str]:
    """The members in which a value differs from what follows from the rest of it.

    They are compared as JSON: hands that tie are equal, but not alike.
    """
    for name in given.__struct_fields__:
        one, other = getattr(given, name), getattr(expected, name)
        if msgspec.json.encode(one) != msgspec.json.encode(other):
            yield f"{name} does not follow from the rest."
