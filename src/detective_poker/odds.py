"""How likely each player is to have the best or the weakest hand, as far as the cards say."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from detective_poker._native import ffi, lib
from detective_poker.actions import Bet
from detective_poker.cards import DECK, Card, as_cards, card_mask
from detective_poker.errors import ArgumentError, CardError, InvalidStateError, SeatError
from detective_poker.rules import ACTION_CARDS, STREETS
from detective_poker.state import GameState, check_rng, position
from detective_poker.views import PlayerView


class Odds(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """In how many worlds each seat has the best, and the weakest, hand on the present street.

    A world is a way to fill in the cards that the viewer does not see; all are equally likely.
    Ties count for each of the seats, so the probabilities can sum to more than 1 (R4).
    """

    best: tuple[int, ...]
    """Numbers of worlds, by seat."""
    weakest: tuple[int, ...]
    """Numbers of worlds, by seat."""
    worlds: int
    """All worlds."""

    @property
    def best_probability(self) -> tuple[float, ...]:
        """The probability that each seat is among the best."""
        return tuple([count / self.worlds for count in self.best])

    @property
    def weakest_probability(self) -> tuple[float, ...]:
        """The probability that each seat is among the weakest."""
        return tuple([count / self.worlds for count in self.weakest])


_ODDS: Final = ffi.typeof("uint64_t[9]")


def best_hand_odds(view: PlayerView) -> Odds:
    """The exact odds on the present street, over all worlds that the viewer cannot tell apart.

    They count the viewer's forehead card and the others' own cards; what the bets say is left out.
    Raises `SeatError` for a spectator's view and `InvalidStateError` for one without dealt cards.

    >>> import random
    >>> from detective_poker import new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> state = state.apply(random_deal(state, random.Random(7)))
    >>> best_hand_odds(state.view(1)).worlds
    4669920
    """
    check_view(view)
    if view.seat is None:
        raise SeatError("A spectator sees no cards to count odds by.")
    if view.own_card is None:
        raise InvalidStateError(["The cards are not dealt yet."])
    players = view.rules.players
    others = [(view.seat + step) % players for step in range(1, players)]
    forehead = [card.bit for seat in others if (card := view.forehead_cards[seat]) is not None]
    dead = 0
    for discarded in view.discards:
        for card in discarded:
            dead |= card.bit
    board = 0
    for card in view.board:
        board |= card.bit
    odds = _count(view.seat, view.own_card.bit, forehead, board, dead)
    if odds is None:
        raise InvalidStateError(["The cards of that view are no cards of one deck."])
    return odds


def card_odds(
    own_card: Card,
    forehead_cards: Iterable[Card],
    board: Iterable[Card] = (),
    dead: Iterable[Card] = (),
) -> Odds:
    """The same odds for cards as they lie on a table, without a game.

    The viewer with that own card is seat 0; then the others' two or three forehead cards, clockwise
    from the viewer. The board has 0, 3, 4 or 5 cards. Dead cards are out of play, as Expert
    discards are. Raises `CardError`.

    >>> from detective_poker import Card, parse_cards
    >>> odds = card_odds(Card.ACE_OF_SPADES, parse_cards("Kd 7c"))
    >>> [f"{chance:.2f}" for chance in odds.best_probability]
    ['0.81', '0.11', '0.08']
    """
    own, foreheads = as_cards([own_card]), as_cards(forehead_cards)
    board, dead = as_cards(board), as_cards(dead)
    if len(foreheads) not in (2, 3):
        raise CardError("The others have 2 or 3 forehead cards.")
    if len(board) not in [street.board_cards for street in STREETS]:
        raise CardError("A board has 0, 3, 4 or 5 cards.")
    card_mask((*own, *foreheads, *board, *dead))
    forehead = [card.bit for card in foreheads]
    odds = _count(0, own[0].bit, forehead, card_mask(board), card_mask(dead))
    if odds is None:
        raise CardError("Too few cards are left for those that are hidden.")
    return odds


def _count(seat: int, own: int, forehead: list[int], board: int, dead: int) -> Odds | None:
    """The core's odds for these bits, forehead cards clockwise from the seat; None: bad cards."""
    players = len(forehead) + 1
    counts = ffi.new(_ODDS)
    code = lib.dp_odds(
        players,
        own,
        forehead[0],
        forehead[1],
        forehead[2] if players > 3 else 0,
        board,
        dead,
        counts,
    )
    if code != lib.DP_OK:
        return None
    # The core counts from the viewer's seat on.
    here = -seat % players
    best, weakest = ffi.unpack(counts, players), ffi.unpack(counts + 4, players)
    return Odds(
        tuple(best[here:] + best[:here]),
        tuple(weakest[here:] + weakest[:here]),
        counts[8],
    )


def determinize(view: PlayerView, rng: random.Random | None = None) -> GameState:
    """One world that the viewer cannot tell from the real one.

    It is uniform over the hidden cards and over the placings of the hidden action cards; a
    spectator's view can be filled in too. `rng` None is the system's secure generator.

    >>> import random
    >>> from detective_poker import new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> view = state.apply(random_deal(state, random.Random(7))).view(1)
    >>> determinize(view, random.Random(8)).view(1) == view
    True
    """
    check_view(view)
    draw = check_rng(rng).random
    own_cards, forehead_cards, bets = fill_in(view, lambda count: int(draw() * count))
    return position(
        rules=view.rules,
        dealer=view.dealer,
        hand_number=view.hand_number,
        phase=view.phase,
        street=view.street,
        actor=view.actor,
        own_cards=own_cards,
        forehead_cards=forehead_cards,
        board=view.board,
        discards=view.discards,
        bets=bets,
        scores=view.scores,
        score_sheet=view.score_sheet,
        last_hand=view.last_hand,
        outcome=view.outcome,
    )


def fill_in(
    view: PlayerView, pick: Callable[[int], int]
) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Bet, ...]]:
    """Own cards, forehead cards and bets of a world that the viewer could be in.

    `pick(count)` chooses among so many cards that are left. Raises `InvalidStateError` for a view
    whose cards cannot be filled in; whether the rest of it is in order is not looked at.
    """
    players = view.rules.players
    if len(view.forehead_cards) not in (0, players):
        raise InvalidStateError(["Not every player has one forehead card."])
    own: list[Card | None] = [None] * len(view.forehead_cards)
    if view.seat is not None and own:
        own[view.seat] = view.own_card
    seen = {card for card in (*own, *view.forehead_cards, *view.board) if card is not None}
    unseen = [card for card in DECK if card not in seen.union(*view.discards)]
    if len(unseen) < 2 * players:
        raise InvalidStateError(["There are more cards than a deck has."])

    def filled(cards: Iterable[Card | None]) -> tuple[Card, ...]:
        return tuple([unseen.pop(pick(len(unseen))) if card is None else card for card in cards])

    played = {(bet.seat, bet.card) for bet in view.bets}
    bets: list[Bet] = []
    for bet in view.bets:
        card = bet.card
        if bet.has_card and card is None:
            in_hand = [c for c in ACTION_CARDS if (bet.seat, c) not in played] or ACTION_CARDS
            card = in_hand[pick(len(in_hand))]
            played.add((bet.seat, card))
        bets.append(Bet(bet.seat, bet.target, bet.chips, card))
    return filled(own), filled(view.forehead_cards), tuple(bets)


def check_view(view: PlayerView) -> PlayerView:
    """The view itself. Raises `ArgumentError` for anything else."""
    if not isinstance(view, PlayerView):
        raise ArgumentError("A PlayerView is asked for.")
    return view
