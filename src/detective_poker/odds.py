"""How likely each player is to have the best or the weakest hand, as far as the cards say."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterable
from math import ceil, perm, sqrt
from typing import Final, TypeAlias, TypeVar

import msgspec

from detective_poker._native import ffi, lib
from detective_poker.actions import Bet
from detective_poker.cards import DECK, Card
from detective_poker.errors import ArgumentError, InvalidStateError, SeatError
from detective_poker.hands import check_backend
from detective_poker.rules import ACTION_CARDS, EXPERT, Street
from detective_poker.state import GameState, check_rng, position
from detective_poker.views import PlayerView


class Odds(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """In how many worlds each seat has the best, and the weakest, hand on a street.

    A world is a way to fill in the cards that the viewer does not see; all are equally likely.
    Ties count for each of the seats, so the probabilities can sum to more than 1 (R4).
    """

    best: tuple[int, ...]
    """Numbers of worlds, by seat."""
    weakest: tuple[int, ...]
    """Numbers of worlds, by seat."""
    worlds: int
    """All worlds."""
    best_error: tuple[float, ...] | None = None
    """The standard errors of `best_probability`; None when the odds are exact."""
    weakest_error: tuple[float, ...] | None = None
    """The standard errors of `weakest_probability`; None when the odds are exact."""

    @property
    def best_probability(self) -> tuple[float, ...]:
        """The probability that each seat is among the best."""
        return tuple([count / self.worlds for count in self.best])

    @property
    def weakest_probability(self) -> tuple[float, ...]:
        """The probability that each seat is among the weakest."""
        return tuple([count / self.worlds for count in self.weakest])


_ODDS: Final = ffi.typeof("uint64_t[]")
_SAMPLED_ODDS: Final = ffi.typeof("double[]")
_VIEWS: Final = ffi.typeof("uint64_t[]")
_MOST_SAMPLES: Final = 10**9

_CoreView: TypeAlias = tuple[int, int, int, int, int, int, int]
"""What the core asks of a view: players, own card, three forehead cards, board, dead cards."""

NumberT = TypeVar("NumberT", int, float)


def best_hand_odds(
    view: PlayerView, street: Street | None = None, *, samples: int = 1000, seed: int = 0
) -> Odds:
    """The odds on a street, over all worlds that the viewer cannot tell apart by cards.

    They count the viewer's forehead card and the others' own cards; what the bets say is left out.
    They are exact for the present street (`street` None) and for one with one more card on the
    board. For a later one they are counted for as many boards as `samples` says, dealt at random
    from `seed` (an int of 64 bits), and come with their standard errors. Raises `SeatError` for a
    spectator's view, `InvalidStateError` for one without dealt cards, and `ArgumentError` for a
    street that is over.

    >>> import random
    >>> from detective_poker import Street, new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> view = state.apply(random_deal(state, random.Random(7))).view(1)
    >>> best_hand_odds(view).worlds
    4669920
    >>> river = best_hand_odds(view, Street.RIVER, samples=100)
    >>> all(error < 0.05 for error in river.best_error)
    True
    """
    cards = _core_view(view)
    board_cards = len(view.board) if street is None else _check_street(street).board_cards
    more = board_cards - len(view.board)
    if more < 0:
        raise ArgumentError("The odds of a street that is over are not known any more.")
    check_backend()
    if more > 1:
        return _sampled_odds(view, cards, board_cards, samples, seed)
    counts = ffi.new(_ODDS, lib.DP_ODDS)
    if more:
        _check_code(lib.dp_odds_next(*cards, view.rules.mode is EXPERT, counts))
    else:
        _check_code(lib.dp_odds(*cards, counts))
    return _odds(view, ffi.unpack(counts, lib.DP_ODDS))


def odds_many(views: Iterable[PlayerView]) -> list[Odds]:
    """`best_hand_odds` of each view's present street, all in one call that holds no GIL.

    >>> import random
    >>> from detective_poker import new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> state = state.apply(random_deal(state, random.Random(7)))
    >>> views = [state.view(seat) for seat in range(4)]
    >>> odds_many(views) == [best_hand_odds(view) for view in views]
    True
    """
    asked = list(views)
    words = array("Q")
    for view in asked:
        words.extend(_core_view(view))
    counts = ffi.new(_ODDS, lib.DP_ODDS * len(asked))
    check_backend()
    bad = lib.dp_odds_many(ffi.from_buffer(_VIEWS, words), len(asked), counts) if asked else -1
    if bad >= 0:
        raise InvalidStateError([f"View {bad}: {_NO_DECK}"])
    size = lib.DP_ODDS
    return [
        _odds(view, ffi.unpack(counts + size * index, size)) for index, view in enumerate(asked)
    ]


_NO_DECK: Final = "The cards of that view are no cards of one deck."


def _core_view(view: PlayerView) -> _CoreView:
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
    return (
        players,
        view.own_card.bit,
        forehead[0],
        forehead[1],
        forehead[2] if players > 3 else 0,
        board,
        dead,
    )


def _by_seat(view: PlayerView, values: list[NumberT]) -> tuple[NumberT, ...]:
    """The core counts from the viewer's seat on."""
    players = view.rules.players
    here = -(view.seat or 0) % players
    return tuple(values[here:players] + values[:here])


def _odds(view: PlayerView, counts: list[int]) -> Odds:
    return Odds(_by_seat(view, counts), _by_seat(view, counts[4:]), counts[8])


def _sampled_odds(
    view: PlayerView, cards: _CoreView, board_cards: int, samples: int, seed: int
) -> Odds:
    if type(samples) is not int or not 2 <= samples <= _MOST_SAMPLES:
        raise ArgumentError(f"samples is an int from 2 to {_MOST_SAMPLES}.")
    if type(seed) is not int or not 0 <= seed < 2**64:
        raise ArgumentError("seed is an int from 0 to 2**64 - 1.")
    result = ffi.new(_SAMPLED_ODDS, lib.DP_SAMPLED_ODDS)
    expert = view.rules.mode is EXPERT
    _check_code(lib.dp_odds_sampled(*cards, board_cards, expert, samples, seed, result))
    sums, squares = ffi.unpack(result, 8), ffi.unpack(result + 8, 8)
    # As many worlds as there are with each board, if nothing is discarded.
    players = view.rules.players
    unseen = len(DECK) - sum(mask.bit_count() for mask in cards[1:]) - board_cards + len(view.board)
    each = perm(unseen, players)
    # Rounded up, so that the counts still cover all worlds; the difference hides rounding errors.
    counts = [ceil(total * each - 0.001) for total in sums]
    errors = [
        sqrt(max(square - total * total / samples, 0) / (samples - 1) / samples)
        for total, square in zip(sums, squares, strict=True)
    ]
    return Odds(
        _by_seat(view, counts),
        _by_seat(view, counts[4:]),
        samples * each,
        _by_seat(view, errors),
        _by_seat(view, errors[4:]),
    )


def _check_street(street: Street) -> Street:
    if not isinstance(street, Street):
        raise ArgumentError("A Street is asked for.")
    return street


def _check_code(code: int) -> None:
    if code != lib.DP_OK:
        raise InvalidStateError([_NO_DECK])


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
