"""Worlds: the ways to fill in what a viewer does not see."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from detective_poker.actions import Bet
from detective_poker.cards import DECK, Card
from detective_poker.chance import picker
from detective_poker.position import position_of
from detective_poker.rules import ACTION_CARDS, BLANK
from detective_poker.state import GameState, state_at
from detective_poker.views import PlayerView, check_view


def unseen_cards(view: PlayerView) -> list[Card]:
    """The cards that the viewer does not see, in the order of `DECK`: hidden, burned or undealt."""
    seen = 0
    for cards in ((view.own_card,), view.forehead_cards, view.board, *view.discards):
        for card in cards:
            if card is not None:
                seen |= card.bit
    return [card for card in DECK if not seen & card.bit]


def determinize(view: PlayerView, rng: random.Random | None = None) -> GameState:
    """One world that the viewer cannot tell from the real one.

    It is uniform over the hidden cards and over the placings of the hidden action cards; a
    spectator's view can be filled in too. `rng` None is the system's secure generator. Raises
    `ArgumentTypeError` for what is no view or no generator.

    >>> import random
    >>> from detective_poker import new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> view = state.apply(random_deal(state, random.Random(7))).view(1)
    >>> determinize(view, random.Random(8)).view(1) == view
    True
    """
    own_cards, forehead_cards, bets = fill_in(check_view(view), picker(rng))
    return state_at(
        position_of(view, own_cards=own_cards, forehead_cards=forehead_cards, bets=bets)
    )


def fill_in(
    view: PlayerView, pick: Callable[[int], int]
) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Bet, ...]]:
    """Own cards, forehead cards and bets of a world that the viewer could be in.

    `pick(count)` chooses among so many cards that are left.
    """
    own: list[Card | None] = [None] * len(view.forehead_cards)
    if view.seat is not None and own:
        own[view.seat] = view.own_card
    unseen = unseen_cards(view)

    def filled(cards: Iterable[Card | None]) -> tuple[Card, ...]:
        return tuple([unseen.pop(pick(len(unseen))) if card is None else card for card in cards])

    in_hand = {bet.seat: [*ACTION_CARDS] for bet in view.bets}
    for bet in view.bets:
        if bet.card is not None and bet.card in in_hand[bet.seat]:
            in_hand[bet.seat].remove(bet.card)
    bets: list[Bet] = []
    for bet in view.bets:
        card = bet.card
        if bet.has_card and card is None:
            left = in_hand[bet.seat]
            # With more cards than a player has it is the judge who asks, and refuses the bets.
            card = left.pop(pick(len(left))) if left else BLANK
        bets.append(Bet(bet.seat, bet.target, bet.chips, card))
    return filled(own), filled(view.forehead_cards), tuple(bets)
