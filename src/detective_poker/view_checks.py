"""What is asked of a view before it is bet by or deduced from: one made by hand can be anything.

Play gives no view that is refused here; what a frontend has put together may be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NoReturn

from detective_poker.actions import Bet, full_purses
from detective_poker.cards import Card
from detective_poker.errors import ArgumentError, IllegalReason, InvalidStateError, SeatError
from detective_poker.hand_checks import bet_problems, card_problems
from detective_poker.odds import NO_DECK, check_view
from detective_poker.rules import (
    ACTION_CARDS,
    BET,
    CHIPS,
    DEAL,
    PREFLOP,
    RIVER,
    STREETS,
    ActionCard,
    Rules,
    Street,
    check_seat,
    first_to_bet,
)
from detective_poker.scoring import BetResult, HandResult
from detective_poker.views import PlayerView, SeenBet

NOT_DEALT: Final = "The cards are not dealt yet."
_NO_PLACE: Final = "The street, the board and the bets of that view do not fit."


def refuse(problem: str) -> NoReturn:
    """Raise `InvalidStateError` with this problem."""
    raise InvalidStateError([problem])


def _players(view: PlayerView) -> int:
    """How many play. Raises `ArgumentError` and `InvalidStateError`."""
    if type(check_view(view).rules) is not Rules:
        refuse("That view has no rules.")
    return view.rules.players


def is_legal_bet(view: PlayerView, bet: Bet) -> bool:
    """Whether the viewer may bet so now. Raises `ArgumentError` for what is no view or no bet."""
    if type(check_view(view).seat) is not int or view.seat != view.actor:
        legal = False
    else:
        check_turn(view)
        legal = view.why_illegal(bet) is None
    if not legal and type(bet) is not Bet:
        raise ArgumentError("A Bet is asked for.")
    return legal


def check_turn(view: PlayerView) -> int:
    """The viewer's seat, which is to bet: what every bot asks first.

    Raises `ArgumentError` for what is no view, `SeatError` for a spectator's, and
    `InvalidStateError` for one without a legal bet.
    """
    players, seat = _players(view), view.seat
    if seat is None:
        raise SeatError("A spectator does not bet.")
    check_seat(seat, players)
    if view.phase is not BET:
        refuse("No bet is due now.")
    if seat != view.actor:
        refuse(IllegalReason.WRONG_SEAT.message)
    street, chips, cards = view.street, view.chips_left, view.action_cards
    if type(street) is not Street or type(chips) is not tuple or len(chips) != players:
        refuse(_NO_PLACE)
    # One chip at least went on each street before, and one is kept for each to come.
    if type(chips[seat]) is not int or not RIVER - street < chips[seat] <= CHIPS - street:
        refuse("No player has so many chips on that street.")
    if type(cards) is not tuple or len(cards) > len(ACTION_CARDS):
        refuse(_NO_CARDS)
    for card in cards:
        if type(card) is not ActionCard:
            refuse(_NO_CARDS)
    return seat


_NO_CARDS: Final = "The action cards of that view are none of a player."


def check_hand(view: PlayerView) -> int:
    """The seat of a viewer who sees cards and bets as play can bring them.

    Raises `ArgumentError` for what is no view, `SeatError` for a spectator's or a seat that is
    none, and `InvalidStateError`. Scores and what else a view holds are not looked at.
    """
    players, seat = _players(view), view.seat
    if seat is None:
        raise SeatError("A spectator sees no cards to deduce from.")
    check_seat(seat, players)
    _check_cards(view, seat)
    check_bets(view)
    _check_place(view)
    return seat


def _check_cards(view: PlayerView, seat: int) -> None:
    foreheads, board, discards = view.forehead_cards, view.board, view.discards
    if view.own_card is None or foreheads == ():
        refuse(NOT_DEALT)
    if not _are_tuples(foreheads, board, discards) or len(discards) != len(STREETS):
        refuse(NO_DECK)
    if len(foreheads) != view.rules.players or foreheads[seat] is not None:
        refuse("The viewer does not see just the others' forehead cards.")
    if not _are_tuples(*discards):
        refuse(NO_DECK)
    mask = count = 0
    for cards in ((view.own_card,), foreheads[:seat], foreheads[seat + 1 :], board, *discards):
        for card in cards:
            if type(card) is not Card:
                refuse(NO_DECK)
            mask |= card.bit
            count += 1
    if mask.bit_count() != count:
        refuse(NO_DECK)


def _are_tuples(*values: object) -> bool:
    return all(type(value) is tuple for value in values)


def check_bets(view: PlayerView) -> None:
    """Raises `InvalidStateError` or `SeatError` unless the hand's bets can have been made so."""
    players = _players(view)
    dealer = check_seat(view.dealer, players)
    if type(view.bets) is not tuple or len(view.bets) > players * len(STREETS):
        refuse("There are more bets than a hand has.")
    purses = list(full_purses(players, 0))
    for index, bet in enumerate(view.bets):
        street, turn = divmod(index, players)
        seat = (first_to_bet(players, dealer, street) + turn) % players
        if not _is_seen_bet(bet) or bet.seat != seat or bet.street is not STREETS[street]:
            refuse(f"Bet {index} is not the one that was due.")
        if (bet.card is not None) is not (bet.has_card and seat == view.seat):
            refuse(f"Bet {index} does not show what the viewer sees of it.")
        made = Bet(seat, bet.target, bet.chips, bet.card)
        if (reason := purses[seat].why_illegal(made)) is not None:
            refuse(f"Bet {index}: {reason.message}")
        purses[seat] = purses[seat].spend(made)[1]


def _is_seen_bet(bet: object) -> bool:
    return (
        type(bet) is SeenBet
        and type(bet.seat) is int
        and type(bet.target) is int
        and type(bet.chips) is int
        and type(bet.has_card) is bool
        and (bet.card is None or type(bet.card) is ActionCard)
    )


def _check_place(view: PlayerView) -> None:
    """Whether board and bets are those of the phase and the street, in a hand that is dealt."""
    street, bets, players = view.street, len(view.bets), view.rules.players
    if type(street) is not Street:
        refuse(_NO_PLACE)
    if (
        type(view.hand_number) is not int
        or view.hand_number < 0
        or not _are_tuples(view.score_sheet)
    ):
        refuse(_NO_SCORES)
    before = street * players
    if view.phase is BET:
        fits = before <= bets < before + players and len(view.board) == street.board_cards
    elif view.phase is DEAL and street is not PREFLOP:
        fits = bets == before and len(view.board) == STREETS[street - 1].board_cards
    else:
        fits = False
    if not fits:
        refuse(_NO_PLACE)


def scored_hand(view: PlayerView) -> HandResult:
    """The hand just scored, if it can have been played. Raises what `hindsight` raises."""
    players, hand = _players(view), view.last_hand
    if hand is None:
        refuse("No hand has just been scored.")
    check_seat(view.dealer, players)
    sheet: Any = view.score_sheet
    if type(view.hand_number) is not int or not _are_tuples(sheet) or not _are_tuples(*sheet):
        refuse(_NO_SCORES)
    if not sheet or len(sheet) != view.hand_number or any(len(row) != players for row in sheet):
        refuse(_NO_SCORES)
    if any(type(points) is not int for row in sheet for points in row):
        refuse(_NO_SCORES)
    if problems := list(_hand_problems(view.rules, hand)):
        raise InvalidStateError(problems)
    return hand


_NO_SCORES: Final = "The score sheet does not have a row for each finished hand."


def _hand_problems(rules: Rules, hand: HandResult) -> Iterator[str]:
    """What is wrong with cards and bets of a scored hand."""
    parts: tuple[object, ...] = ()
    if type(hand) is HandResult:
        parts = (hand.own_cards, hand.forehead_cards, hand.board, hand.discards, hand.bets)
    if not parts or not _are_tuples(*parts) or not _are_tuples(*hand.discards):
        yield "What is said to be a scored hand is none."
        return
    check_seat(hand.dealer, rules.players)
    if (len(hand.own_cards), len(hand.board)) != (rules.players, RIVER.board_cards):
        yield "The cards of a scored hand are not all there."
    if len(hand.discards) != len(STREETS):
        yield "A scored hand has discards on each street."
        return
    yield from card_problems(rules, hand.own_cards, hand.forehead_cards, hand.board, hand.discards)
    if any(type(bet) is not BetResult for bet in hand.bets):
        yield "Something among the bets of a scored hand is no bet."
        return
    streets = [street for street in STREETS for _ in range(rules.players)]
    if [bet.street for bet in hand.bets] != streets:
        yield "A scored hand has a bet of each player on each street."
    bets = tuple([Bet(bet.seat, bet.target, bet.chips, bet.card) for bet in hand.bets])
    yield from bet_problems(rules, hand.dealer, bets)
