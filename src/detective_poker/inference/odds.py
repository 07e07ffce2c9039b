"""How likely each player is to have the best or the weakest hand, as far as the cards say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, perm, sqrt
from typing import Final, TypeVar

import msgspec

from detective_poker import _core
from detective_poker._arguments import as_tuple
from detective_poker._core import CardView, Counts
from detective_poker.cards import DECK, Card, as_cards, as_cards_in_any_order
from detective_poker.deal_order import NO_DISCARDS
from detective_poker.errors import (
    ArgumentError,
    ArgumentTypeError,
    CardError,
    InvalidStateError,
    SeatError,
)
from detective_poker.rules import STREETS, Street
from detective_poker.views import PlayerView, check_view


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


_MAX_SAMPLES: Final = 10**9
_SEEDS: Final = range(2**64)

T = TypeVar("T")


def best_hand_odds(
    view: PlayerView, street: Street | None = None, *, samples: int = 1000, seed: int = 0
) -> Odds:
    """The odds on a street, over all worlds that the viewer cannot tell apart by cards.

    They count the viewer's forehead card and the others' own cards; what the bets say is left out.
    They are exact for the present street (`street` None) and for one with one more card on the
    board. For a later one they are counted for as many boards as `samples` says, dealt at random
    from `seed`, and come with their standard errors.

    :param street: None is the present one.
    :param samples: boards to deal, 2 to 10**9.
    :param seed: 0 to 2**64 - 1; the same boards for the same seed.

    Raises `SeatError` for a spectator's view, `InvalidStateError` for one without dealt cards,
    `ArgumentError` for a street that is over and for numbers out of range, `ArgumentTypeError`.

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
    cards, seat = cards_seen(view)
    if street is not None and not isinstance(street, Street):
        raise ArgumentTypeError("A Street is asked for.")
    board_cards = len(view.board) if street is None else street.board_cards
    more = board_cards - len(view.board)
    if more < 0:
        raise ArgumentError("The odds of a street that is over are not known any more.")
    if more > 1:
        return _sampled_odds(view, cards, board_cards, samples, seed)
    if more:
        return _odds(seat, _core.count_odds_next(cards, view.rules.board_never_pairs))
    return _odds(seat, _core.count_odds(cards))


def card_odds(
    own_card: Card,
    forehead_cards: Iterable[Card],
    board: Iterable[Card] = (),
    dead: Iterable[Card] = (),
) -> Odds:
    """The same odds for cards as they lie on a table, without a game.

    The viewer with that own card is seat 0; then the others' two or three forehead cards, clockwise
    from the viewer. Dead cards are out of play, as Expert discards are.

    :param own_card: the viewer's own card.
    :param forehead_cards: two with three players, three with four.
    :param board: 0, 3, 4 or 5 cards.
    :param dead: any others that are seen.

    Raises `CardError`, and `ArgumentTypeError` for what is no card.

    >>> from detective_poker import Card, parse_cards
    >>> odds = card_odds(Card.ACE_OF_SPADES, parse_cards("Kd 7c"))
    >>> [f"{chance:.2f}" for chance in odds.best_probability]
    ['0.81', '0.11', '0.08']
    """
    own, foreheads = as_cards([own_card]), as_cards(forehead_cards)
    board, dead = as_cards_in_any_order(board), as_cards_in_any_order(dead)
    if len(foreheads) not in (2, 3):
        raise CardError("The others have 2 or 3 forehead cards.")
    if len(board) not in [street.board_cards for street in STREETS]:
        raise CardError("A board has 0, 3, 4 or 5 cards.")
    groups = {"own card": own, "forehead cards": foreheads, "board": board, "dead cards": dead}
    _check_different(groups)
    if len(DECK) - sum(map(len, groups.values())) < len(foreheads) + 1:
        raise CardError("Too few cards are left for those that are hidden.")
    return _odds(0, _core.count_odds(_card_view(own[0], foreheads, board, dead)))


def _check_different(groups: dict[str, tuple[Card, ...]]) -> None:
    """Raises `CardError` if a card comes twice, with the names of where it is."""
    found: dict[Card, str] = {}
    for name, cards in groups.items():
        for card in cards:
            if (before := found.setdefault(card, name)) != name or cards.count(card) > 1:
                both = f"in {name}" if before == name else f"in {before} and in {name}"
                raise CardError(f"A card comes twice: {both}.")


def odds_many(views: Iterable[PlayerView]) -> list[Odds]:
    """`best_hand_odds` of each view's present street, all in one call that holds no GIL.

    Raises as `best_hand_odds`.

    >>> import random
    >>> from detective_poker import new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> state = state.apply(random_deal(state, random.Random(7)))
    >>> views = [state.view(seat) for seat in range(4)]
    >>> odds_many(views) == [best_hand_odds(view) for view in views]
    True
    """
    asked = [cards_seen(view) for view in as_tuple(views, "PlayerViews")]
    counted = _core.count_odds_many([cards for cards, _ in asked])
    return [_odds(seat, counts) for (_, seat), counts in zip(asked, counted, strict=True)]


def cards_seen(view: PlayerView) -> tuple[CardView, int]:
    """The cards that a seated viewer sees, and the viewer's seat. Raises as `best_hand_odds`."""
    seat = check_view(view).seat
    if seat is None:
        raise SeatError("A spectator sees no cards to count odds by.")
    if view.own_card is None:
        raise InvalidStateError(["The cards are not dealt yet."])
    others = view.forehead_cards[seat + 1 :] + view.forehead_cards[:seat]
    dead = () if view.discards == NO_DISCARDS else [c for cards in view.discards for c in cards]
    return _card_view(view.own_card, others, view.board, dead), seat


def _card_view(
    own_card: Card,
    others: Sequence[Card | None],
    board: Iterable[Card],
    dead: Iterable[Card],
) -> CardView:
    """What the core asks, given the others' forehead cards clockwise from the viewer."""
    forehead = [card.bit if card is not None else 0 for card in others]
    return CardView(
        len(forehead) + 1,
        own_card.bit,
        forehead[0],
        forehead[1],
        forehead[2] if len(forehead) > 2 else 0,
        bits_of(board),
        bits_of(dead),
    )


def bits_of(cards: Iterable[Card]) -> int:
    """The bits of cards that are known to be different: `card_mask` without its checks."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def by_seat(seat: int, values: Sequence[T]) -> tuple[T, ...]:
    """By seat what the core counts from the viewer's seat on."""
    return (*values[-seat:], *values[:-seat]) if seat else tuple(values)


def _odds(seat: int, counts: Counts) -> Odds:
    best, weakest, worlds = counts
    return Odds(by_seat(seat, best), by_seat(seat, weakest), worlds)


def _sampled_odds(
    view: PlayerView, cards: CardView, board_cards: int, samples: int, seed: int
) -> Odds:
    for name, number, allowed in (
        ("samples", samples, range(2, _MAX_SAMPLES + 1)),
        ("seed", seed, _SEEDS),
    ):
        if type(number) is not int:
            raise ArgumentTypeError(f"{name} is an int.")
        if number not in allowed:
            raise ArgumentError(f"{name} is an int from {allowed[0]} to {allowed[-1]}.")
    sums = _core.sample_odds(cards, board_cards, view.rules.board_never_pairs, samples, seed)
    # As many worlds as there are with each board, if nothing is discarded.
    seat, players = view.seat or 0, view.rules.players
    unseen = len(DECK) - sum(mask.bit_count() for mask in cards[1:]) - board_cards + len(view.board)
    each = perm(unseen, players)

    def counts(totals: Sequence[float]) -> tuple[int, ...]:
        # Rounded up, so that the counts still cover all worlds; the difference hides rounding.
        return by_seat(seat, [ceil(total * each - 0.001) for total in totals])

    def errors(totals: Sequence[float], squares: Sequence[float]) -> tuple[float, ...]:
        return by_seat(
            seat,
            [
                sqrt(max(square - total * total / samples, 0) / (samples - 1) / samples)
                for total, square in zip(totals, squares, strict=True)
            ],
        )

    return Odds(
        counts(sums.best),
        counts(sums.weakest),
        samples * each,
        errors(sums.best, sums.best_squares),
        errors(sums.weakest, sums.weakest_squares),
    )
