"""What a frontend animates: what happened between one view and the next.

Only views go in, so an event tells its viewer nothing that the views do not.
"""

from __future__ import annotations

from operator import add
from typing import Final, TypeAlias

import msgspec

from detective_poker.actions import Bet
from detective_poker.cards import Card
from detective_poker.errors import ArgumentError
from detective_poker.rules import BET, PREFLOP, Street
from detective_poker.scoring import HandResult, Outcome
from detective_poker.views import PlayerView, Secret, SeenBet, check_view, may_see, seen_bet


class HandStarted(msgspec.Struct, frozen=True, gc=False):
    """A dealer deals everybody two cards."""

    hand_number: int
    dealer: int
    own_card: Card | None
    """The viewer's own card; None for a spectator."""
    forehead_cards: tuple[Card | None, ...]
    """By seat, None where hidden."""


class StreetDealt(msgspec.Struct, frozen=True, gc=False):
    """The dealer burns a card and turns up a street."""

    street: Street
    cards: tuple[Card, ...]
    """The cards that stay on the board, in the order dealt."""
    discards: tuple[Card, ...]
    """The cards turned up and discarded on this street (Expert Mode, R7)."""


class BetPlaced(msgspec.Struct, frozen=True, gc=False):
    """A seat bets; its action card is shown to its owner alone."""

    bet: SeenBet


class HandScored(msgspec.Struct, frozen=True, gc=False):
    """Everything is turned up and scored (R10)."""

    result: HandResult
    scores: tuple[int, ...]
    """Points by seat, with this hand's."""


class GameEnded(msgspec.Struct, frozen=True, gc=False):
    """The last hand is scored."""

    outcome: Outcome


Event: TypeAlias = HandStarted | StreetDealt | BetPlaced | HandScored | GameEnded


def events_between(before: PlayerView, after: PlayerView) -> tuple[Event, ...]:
    """What happened between two views of one viewer, the second one action after the first.

    After a river's last bet these are the bet, the scoring and perhaps the end of the game.
    Raises `ArgumentError` unless the views follow one another (`SeatRecord.views` has all of
    them): other cards, bets or scores are those of another game. Raises `ArgumentTypeError` for
    what is no view.

    >>> import random
    >>> from detective_poker import new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> after = state.apply(random_deal(state, random.Random(7)))
    >>> [type(event).__name__ for event in events_between(state.view(1), after.view(1))]
    ['HandStarted']
    """
    check_view(before)
    check_view(after)
    result = after.last_hand
    if not _follows(before, after):
        raise ArgumentError("The views must be of one viewer and one game, one action apart.")
    if before.phase is not BET:
        if after.street is PREFLOP:
            return (
                HandStarted(after.hand_number, after.dealer, after.own_card, after.forehead_cards),
            )
        cards = after.board[len(before.board) :]
        return (StreetDealt(after.street, cards, after.discards[after.street]),)
    if result is None:
        return (BetPlaced(after.bets[-1]),)
    # The bets of a scored hand are turned up, but this event comes before that.
    last = result.bets[-1]
    bet = Bet(last.seat, last.target, last.chips, last.card)
    placed = BetPlaced(seen_bet(after.seat, last.street, bet))
    happened: tuple[Event, ...] = (placed, HandScored(result, after.scores))
    return happened if after.outcome is None else (*happened, GameEnded(after.outcome))


def _follows(before: PlayerView, after: PlayerView) -> bool:
    """Whether the second view can be the first one's viewer's after one action more."""
    if (before.seat, before.rules, before.ply + 1) != (after.seat, after.rules, after.ply):
        return False
    if after.last_hand is not None:
        return before.phase is BET and _scores(before, after, after.last_hand)
    standing = ("hand_number", "dealer", "scores", "score_sheet", "outcome")
    if before.phase is BET:
        return (
            _alike(before, after, *standing, *_CARDS)
            and before.bets == after.bets[:-1]
            and [bet.seat for bet in after.bets[len(before.bets) :]] == [before.actor]
        )
    street, board = before.street, before.board
    return (
        _alike(before, after, *standing, "street", "bets")
        and (street is PREFLOP or _alike(before, after, "own_card", "forehead_cards"))
        and after.board[: len(board)] == board
        and after.discards[:street] == before.discards[:street]
    )


_CARDS: Final = ("own_card", "forehead_cards", "board", "discards")


def _alike(before: PlayerView, after: PlayerView, *names: str) -> bool:
    return all(getattr(before, name) == getattr(after, name) for name in names)


def _scores(before: PlayerView, after: PlayerView, hand: HandResult) -> bool:
    """Whether the hand just scored is the one in which the first view was."""
    viewer = before.seat
    own_card = None if viewer is None else hand.own_cards[viewer]
    forehead_cards = [
        card if may_see(viewer, Secret.FOREHEAD_CARD, seat) else None
        for seat, card in enumerate(hand.forehead_cards)
    ]
    bets = [
        seen_bet(viewer, bet.street, Bet(bet.seat, bet.target, bet.chips, bet.card))
        for bet in hand.bets[:-1]
    ]
    return (
        after.hand_number == before.hand_number + 1
        and (hand.dealer, hand.board) == (before.dealer, before.board)
        and (hand.discards, own_card) == (before.discards, before.own_card)
        and (tuple(forehead_cards), tuple(bets)) == (before.forehead_cards, before.bets)
        and hand.bets[-1].seat == before.actor
        and after.score_sheet == (*before.score_sheet, hand.points)
        and after.scores == tuple(map(add, before.scores, hand.points))
    )
