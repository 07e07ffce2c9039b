"""What a frontend animates: what happened between one view and the next.

Only views go in, so an event tells its viewer nothing that the views do not.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from detective_poker.actions import Bet
from detective_poker.cards import Card
from detective_poker.errors import ArgumentError
from detective_poker.rules import BET, PREFLOP, Street
from detective_poker.scoring import HandResult, Outcome
from detective_poker.views import PlayerView, SeenBet, check_view, seen_bet


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
    them), `ArgumentTypeError` for what is no view.

    >>> import random
    >>> from detective_poker import new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> after = state.apply(random_deal(state, random.Random(7)))
    >>> [type(event).__name__ for event in events_between(state.view(1), after.view(1))]
    ['HandStarted']
    """
    check_view(before)
    check_view(after)
    follows = (before.seat, before.rules, before.ply + 1) == (after.seat, after.rules, after.ply)
    scored = after.hand_number != before.hand_number
    result = after.last_hand
    if not follows or scored != (result is not None):
        raise ArgumentError("The views must be of one viewer, one action apart.")
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
