"""How likely each player is to have the best or the weakest hand, as far as the cards say."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterable, Sequence
from math import ceil, perm, sqrt
from typing import Final, TypeAlias, TypeVar

import msgspec

from detective_poker._native import ffi, lib
from detective_poker.actions import Bet
from detective_poker.cards import DECK, Card, as_cards, card_mask
from detective_poker.errors import (
    BROKEN,
    ArgumentError,
    CardError,
    DetectivePokerError,
    InvalidStateError,
    SeatError,
)
from detective_poker.hand_checks import bet_problems, card_problems
from detective_poker.hands import check_backend
from detective_poker.rules import ACTION_CARDS, BLANK, EXPERT, STREETS, Phase, Street, check_seat
from detective_poker.state import GameState, check_rng, position
from detective_poker.views import NO_VIEW, PlayerView


class Odds(msgspec.Struct, frozen=True, gc=False):
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
    return _odds(view.seat or 0, cards[0], ffi.unpack(counts, lib.DP_ODDS))


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
    check_backend()
    counts = ffi.new(_ODDS, lib.DP_ODDS)
    if lib.dp_odds(*_core_cards(own[0], foreheads, board, dead), counts) != lib.DP_OK:
        raise CardError("Too few cards are left for those that are hidden.")
    return _odds(0, len(foreheads) + 1, ffi.unpack(counts, lib.DP_ODDS))


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
    try:
        asked = list(views)
    except TypeError:
        raise ArgumentError("Several PlayerViews are asked for.") from None
    words = array("Q")
    for view in asked:
        words.extend(_core_view(view))
    counts = ffi.new(_ODDS, lib.DP_ODDS * len(asked))
    check_backend()
    with ffi.from_buffer(_VIEWS, words) as cards:
        bad = lib.dp_odds_many(cards, len(asked), counts)
    if bad >= 0:
        raise InvalidStateError([f"View {bad}: {NO_DECK}"])
    size = lib.DP_ODDS
    return [
        _odds(view.seat or 0, view.rules.players, ffi.unpack(counts + size * index, size))
        for index, view in enumerate(asked)
    ]


NO_DECK: Final = "The cards of that view are no cards of one deck."


def _core_view(view: PlayerView) -> _CoreView:
    check_view(view)
    if view.seat is None:
        raise SeatError("A spectator sees no cards to count odds by.")
    try:
        players = view.rules.players
        if view.own_card is None or len(view.forehead_cards) != players:
            raise InvalidStateError(["The cards are not dealt yet."])
        here = check_seat(view.seat, players)
        others = view.forehead_cards[here + 1 :] + view.forehead_cards[:here]
        return _core_cards(view.own_card, others, view.board, [c for d in view.discards for c in d])
    except DetectivePokerError:
        raise
    except BROKEN:  # a view made by hand, with something else for a card
        raise InvalidStateError([NO_DECK]) from None


def _core_cards(
    own_card: Card,
    others: Sequence[Card | None],
    board: Iterable[Card],
    dead: Iterable[Card],
) -> _CoreView:
    """What the core asks, given the others' forehead cards clockwise from the viewer."""
    forehead = [card.bit if card is not None else 0 for card in others]
    board_mask = dead_mask = 0
    for card in board:
        board_mask |= card.bit
    for card in dead:
        dead_mask |= card.bit
    return (
        len(forehead) + 1,
        own_card.bit,
        forehead[0],
        forehead[1],
        forehead[2] if len(forehead) > 2 else 0,
        board_mask,
        dead_mask,
    )


def _by_seat(seat: int, players: int, values: list[NumberT]) -> tuple[NumberT, ...]:
    """By seat what the core counts from the viewer's seat on."""
    here = -seat % players
    return tuple(values[here:players] + values[:here])


def _odds(seat: int, players: int, counts: list[int]) -> Odds:
    return Odds(_by_seat(seat, players, counts), _by_seat(seat, players, counts[4:]), counts[8])


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
    seat, players = view.seat or 0, view.rules.players
    unseen = len(DECK) - sum(mask.bit_count() for mask in cards[1:]) - board_cards + len(view.board)
    each = perm(unseen, players)
    # Rounded up, so that the counts still cover all worlds; the difference hides rounding errors.
    counts = [ceil(total * each - 0.001) for total in sums]
    errors = [
        sqrt(max(square - total * total / samples, 0) / (samples - 1) / samples)
        for total, square in zip(sums, squares, strict=True)
    ]
    return Odds(
        _by_seat(seat, players, counts),
        _by_seat(seat, players, counts[4:]),
        samples * each,
        _by_seat(seat, players, errors),
        _by_seat(seat, players, errors[4:]),
    )


def _check_street(street: Street) -> Street:
    if not isinstance(street, Street):
        raise ArgumentError("A Street is asked for.")
    return street


def _check_code(code: int) -> None:
    if code != lib.DP_OK:
        raise InvalidStateError([NO_DECK])


def determinize(view: PlayerView, rng: random.Random | None = None) -> GameState:
    """One world that the viewer cannot tell from the real one.

    It is uniform over the hidden cards and over the placings of the hidden action cards; a
    spectator's view can be filled in too. `rng` None is the system's secure generator. Raises
    `ArgumentError`, and `InvalidStateError` for a view made by hand whose cards or bets cannot be.

    >>> import random
    >>> from detective_poker import new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> view = state.apply(random_deal(state, random.Random(7))).view(1)
    >>> determinize(view, random.Random(8)).view(1) == view
    True
    """
    check_view(view)
    draw = check_rng(rng).random
    try:
        return _determinized(view, lambda count: int(draw() * count))
    except DetectivePokerError:
        raise
    except BROKEN:
        raise InvalidStateError([NO_VIEW]) from None


def _determinized(view: PlayerView, pick: Callable[[int], int]) -> GameState:
    rules, street = view.rules, view.street
    check_seat(view.dealer, rules.players)
    own_cards, forehead_cards, bets = fill_in(view, pick)
    problems = [
        *card_problems(rules, own_cards, forehead_cards, view.board, view.discards),
        *bet_problems(rules, view.dealer, bets),
    ]
    fitting = type(street) is Street and type(view.phase) is Phase
    fitting &= all(bet.street == place // rules.players for place, bet in enumerate(view.bets))
    if problems or not fitting:
        raise InvalidStateError(problems or [NO_VIEW])
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
        own[check_seat(view.seat, players)] = view.own_card
    seen = 0
    for cards in (own, view.forehead_cards, view.board, *view.discards):
        for known in cards:
            if known is not None:
                seen |= known.bit
    unseen = [card for card in DECK if not seen & card.bit]
    if len(unseen) < 2 * players:
        raise InvalidStateError(["There are more cards than a deck has."])

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
            # More cards than a player has: the bet is refused by whoever judges it.
            card = left.pop(pick(len(left))) if left else BLANK
        bets.append(Bet(bet.seat, bet.target, bet.chips, card))
    return filled(own), filled(view.forehead_cards), tuple(bets)


def check_view(view: PlayerView) -> PlayerView:
    """The view itself. Raises `ArgumentError` for anything else."""
    if not isinstance(view, PlayerView):
        raise ArgumentError("A PlayerView is asked for.")
    return view
