"""Where deals come from: chance, or a written-down deck (R13, R14)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Final

from detective_poker.actions import Deal
from detective_poker.cards import DECK, Card, Rank, as_cards
from detective_poker.chance import bits_of, picker
from detective_poker.deal_order import NO_DISCARDS, deal_to_seats, turn_up
from detective_poker.errors import (
    ArgumentError,
    ArgumentTypeError,
    CardError,
    IllegalActionError,
    IllegalReason,
)
from detective_poker.rules import DEAL, FLOP, OVER, PREFLOP, STREETS
from detective_poker.state import GameState


def shuffled_deck(rng: random.Random | None = None) -> tuple[Card, ...]:
    """All 52 cards in random order, each order equally likely.

    `rng` None is the system's secure generator; a seeded `random.Random` gives the same deck
    everywhere. Raises `ArgumentTypeError`.
    """
    pick = picker(rng)
    deck = list(DECK)
    for last in range(len(deck) - 1, 0, -1):
        other = pick(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def random_deal(state: GameState, rng: random.Random | None = None) -> Deal:
    """A random next deal, each equally likely, with Expert replacements as they come (R7).

    `rng` None is the system's secure generator. Raises `IllegalActionError` outside `Phase.DEAL`,
    `ArgumentTypeError` for what is no state or no generator, and `ArgumentError` for a generator
    without chance.

    >>> import random
    >>> from detective_poker import Rules, new_game
    >>> state = new_game(Rules(players=3), dealer=0)
    >>> str(random_deal(state, random.Random(7)))
    'd 9d Jc Ad 4s 5c 6c'
    """
    _check_deal_is_due(state)
    gone = set(state.dealt_cards)
    draw = bits_of(rng) or _places_left(gone, picker(rng))
    no_pairs = state.street is not PREFLOP and state.rules.board_never_pairs
    ranks: set[Rank] = {card.rank for card in state.board} if no_pairs else set()
    cards: list[Card] = []
    wanted = state.cards_to_deal
    for number in map(draw, repeat(6, _MAX_DRAWS)):
        card = _DRAWN[number]
        # Passing over what is gone leaves the others equally likely.
        if card is None or card in gone:
            continue
        gone.add(card)
        cards.append(card)
        if no_pairs:
            if card.rank in ranks:
                continue
            ranks.add(card.rank)
        wanted -= 1
        if not wanted:
            return Deal(tuple(cards))
    # Only a generator whose state was set to zeros comes here.
    raise ArgumentError("That generator draws the same cards again and again.")


def _places_left(gone: set[Card], pick: Callable[[int], int]) -> Callable[[int], int]:
    """What draws a place in the deck, each equally likely, of a card that is not gone."""

    def draw(_: int) -> int:
        places = [place for place, card in enumerate(DECK) if card not in gone]
        return places[pick(len(places))]

    return draw


_DRAWN: Final[tuple[Card | None, ...]] = (*DECK, *[None] * (64 - len(DECK)))
"""The card that six random bits draw; twelve numbers draw none."""
_MAX_DRAWS: Final = 10_000
"""A deal takes some twenty draws: so many are no chance, but a generator that repeats itself."""


def deal_from(deck: Iterable[Card], state: GameState) -> Deal:
    """The next deal of a written-down deck, the first card dealt first (R13, R14).

    Raises `CardError` unless the deck is 52 different cards and begins with those that this hand
    has seen, and `IllegalActionError` outside `Phase.DEAL`.

    >>> from detective_poker import DECK, Rules, new_game
    >>> state = new_game(Rules(players=3), dealer=0)
    >>> str(deal_from(DECK, state))
    'd 2c 3c 4c 5c 6c 7c'
    """
    _check_deal_is_due(state)
    order = as_cards(deck)
    if len(order) != len(DECK) or len(set(order)) != len(DECK):
        raise CardError("A deck is 52 different cards.")
    end = 2 * state.rules.players
    deal, board, discards = order[:end], state.board[:0], list(NO_DISCARDS)
    for street in STREETS[FLOP : state.street + 1]:
        if street is state.street and not (
            deal_to_seats(state.dealer, order[: 2 * state.rules.players])
            == (state.own_cards, state.forehead_cards)
            and (board, tuple(discards)) == (state.board, state.discards)
        ):
            raise CardError("That deck does not begin with the cards of this hand.")
        start = end + 1  # the dealer burns a card
        before = board
        board, discards[street] = turn_up(state.rules, before, street, order[start:])
        end = start + len(board) - len(before) + len(discards[street])
        deal = order[start:end]
    return Deal(deal)


def _check_deal_is_due(state: GameState) -> None:
    if not isinstance(state, GameState):
        raise ArgumentTypeError("A GameState is asked for.")
    if state.phase is not DEAL:
        over = state.phase is OVER
        raise IllegalActionError(
            None, IllegalReason.GAME_OVER if over else IllegalReason.EXPECTED_BET
        )
