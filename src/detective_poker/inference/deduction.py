"""What the bets give away: how likely each hidden card is, given how the others have bet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, cast

import msgspec
from msgspec.structs import replace

from detective_poker import _core
from detective_poker._core import PairWeights
from detective_poker.actions import Bet
from detective_poker.cards import DECK, Card
from detective_poker.errors import ArgumentError
from detective_poker.inference import scaled
from detective_poker.inference.hindsight import discards_until, rewound
from detective_poker.inference.models import (
    BettingModel,
    NaiveModel,
    SoftmaxModel,
    UniformModel,
    check_model,
    likelihood_of,
    members,
)
from detective_poker.inference.odds import bits_of, by_seat, cards_seen
from detective_poker.inference.scaled import Scaled
from detective_poker.inference.values import values_by_odds
from detective_poker.inference.worlds import unseen_cards
from detective_poker.rules import ACTION_CARDS, ActionCard, Rules, check_seat
from detective_poker.views import PlayerView, SeenBet

DEFAULT_MODEL: Final = SoftmaxModel()
"""How the others bet unless you say: nearly as well as the odds allow."""


class WeightedOdds(msgspec.Struct, frozen=True, gc=False):
    """How likely each seat is to have the best, and the weakest, hand on the present street.

    As `Odds`, but its worlds are not all equally likely, so there are no counts of them. Ties
    count for each of the seats (R4).
    """

    best_probability: tuple[float, ...]
    """By seat."""
    weakest_probability: tuple[float, ...]
    """By seat."""


class Deduction(msgspec.Struct, frozen=True, gc=False):
    """What a viewer can conclude from the cards and from the others' bets of this hand."""

    odds: WeightedOdds
    own_card_probability: tuple[dict[Card, float], ...]
    """For each seat, the probability of each own card that it can have; 1 for the viewer's."""
    forehead_probability: dict[Card, float]
    """The probability of each forehead card that the viewer can have."""
    information: float
    """Bits that the bets tell about the hidden cards: the relative entropy of what is concluded
    from them to all worlds being equally likely."""


def deduce(
    view: PlayerView, model: BettingModel | Mapping[int, BettingModel] = DEFAULT_MODEL
) -> Deduction:
    """What the cards and the others' bets of this hand tell a seated viewer.

    The exact posterior over the viewer's forehead card and the others' own cards, all worlds being
    equally likely before the bets, if the others bet as `model` says: one for all, or one for each
    seat (seats left out bet as `DEFAULT_MODEL`). Face-down action cards are summed over; each is
    one that its player still held. The viewer's own bets tell nothing.

    `SoftmaxModel`, `NaiveModel` and `UniformModel` take about a millisecond, mixtures of them
    (`MixtureModel`) as much for each of their models; other models are asked for each pair of
    hidden cards and can take seconds, also within a mixture.

    Raises `SeatError` for a spectator's view, `InvalidStateError` for one without dealt cards,
    `ArgumentError` for bets that the models say are impossible and for a model that tells a number
    that is no probability, and `ArgumentTypeError` for what is no view or no model.

    >>> import random
    >>> from detective_poker import Bet, best_hand_odds, new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> state = state.apply(random_deal(state, random.Random(3)))
    >>> view = state.apply(Bet(1, 3, 3)).view(2)  # seat 1 is fond of seat 3
    >>> told = deduce(view)
    >>> told.odds.best_probability[3] > best_hand_odds(view).best_probability[3]
    True
    """
    cards, seat = cards_seen(view)
    players = view.rules.players
    model_of = _checked_models(model, players)
    weights = PairWeights()
    for other in range(players - 1):
        other_seat = (seat + 1 + other) % players
        if not _weigh(view, seat, other_seat, model_of(other_seat), weights, other):
            raise ArgumentError(_UNEXPLAINED)
    told = weights.posterior(cards)
    if told is None:
        raise ArgumentError(_UNEXPLAINED)
    return _read(seat, cards.own_card, told)


_UNEXPLAINED: Final = "No hidden cards explain these bets under that model."


def _checked_models(
    model: BettingModel | Mapping[int, BettingModel], players: int
) -> Callable[[int], BettingModel]:
    """What says how a seat bets. Raises `SeatError` and `ArgumentTypeError`."""
    # Not by isinstance: there are objects whose class has no hash, which is how it looks them up.
    if not hasattr(type(model), "keys"):
        one = cast("BettingModel", model)
        check_model(one)
        return lambda _seat: one
    by_seat = dict(cast("Mapping[int, BettingModel]", model))
    for seat, one in by_seat.items():
        check_seat(seat, players)
        check_model(one)
    return lambda seat: by_seat.get(seat, DEFAULT_MODEL)


def _read(seat: int, own_card: int, told: _core.Posterior) -> Deduction:
    """What the core tells, by seat: it counts from the viewer's seat on."""
    own = [{card: 1.0 for card in DECK if card.bit == own_card}, *map(_by_card, told.own_cards)]
    return Deduction(
        WeightedOdds(by_seat(seat, told.best), by_seat(seat, told.weakest)),
        by_seat(seat, own),
        _by_card(told.forehead),
        told.information,
    )


def _by_card(probabilities: list[float]) -> dict[Card, float]:
    return {card: value for card, value in zip(DECK, probabilities, strict=True) if value}


def _weigh(
    view: PlayerView,
    viewer: int,
    seat: int,
    model: BettingModel,
    weights: PairWeights,
    other: int,
) -> bool:
    """Weigh each pair of hidden cards by how well it explains the bets of another seat.

    Returns whether any does.
    """
    bets = [bet for bet in view.bets if bet.seat == seat]
    if not bets:
        weights.set_alike(other)
        return True
    known: list[_core.Model] = []
    others: list[tuple[BettingModel, float]] = []
    for one, prior in members(model):
        native = _native_model(one, prior)
        if native is None:
            others.append((one, prior))
        else:
            known.append(native)
    explained = bool(known) and _weigh_natively(view, viewer, seat, bets, known, weights, other)
    if not others:
        return explained
    unseen = unseen_cards(view)
    pairs = [(x, y) for x in unseen for y in unseen if x is not y]
    likelihoods: list[Scaled] = []
    for x, y in pairs:
        found = [
            scaled.times(_likelihood(view, viewer, seat, bets, one, x, y), prior)
            for one, prior in others
        ]
        if explained:
            found.append(weights.likelihood(other, x.deck_index, y.deck_index))
        likelihoods.append(scaled.plus(found))
    numbers = scaled.by_largest(likelihoods)
    if numbers is None:
        return False
    for (x, y), number in zip(pairs, numbers, strict=True):
        weights.set_pair(other, x.deck_index, y.deck_index, number)
    return True


def _likelihood(
    view: PlayerView,
    viewer: int,
    seat: int,
    bets: list[SeenBet],
    model: BettingModel,
    forehead_card: Card,
    own_card: Card,
) -> Scaled:
    """The probability of a seat's bets of this hand, if these were the hidden cards."""
    cards: list[Card | None] = [*view.forehead_cards]
    cards[viewer], cards[seat] = forehead_card, None
    hidden = tuple(
        [
            SeenBet(bet.seat, bet.street, bet.target, bet.chips, bet.has_card, None)
            for bet in view.bets
        ]
    )
    now = replace(view, seat=seat, own_card=own_card, forehead_cards=tuple(cards), bets=hidden)
    indexes = [index for index, bet in enumerate(view.bets) if bet.seat == seat]

    def rest(number: int, seen: PlayerView, held: tuple[ActionCard, ...]) -> Scaled:
        """The probability of the bets from this one on, with these action cards still held."""
        if number == len(bets):
            return scaled.ONE
        bet, index = bets[number], indexes[number]
        before = rewound(seen, index)
        terms: list[Scaled] = []
        for card in held if bet.has_card else (None,):
            likelihood = likelihood_of(model, before, Bet(seat, bet.target, bet.chips, card))
            if likelihood:
                made = SeenBet(seat, bet.street, bet.target, bet.chips, bet.has_card, card)
                after = replace(seen, bets=(*seen.bets[:index], made, *seen.bets[index + 1 :]))
                left = tuple([one for one in held if one is not card])
                terms.append(scaled.times(rest(number + 1, after, left), likelihood))
        return scaled.plus(terms)

    return rest(0, now, ACTION_CARDS)


def _native_model(model: BettingModel, prior: float) -> _core.Model | None:
    """The model by which the core knows a model; None if it does not."""
    if type(model) is SoftmaxModel:
        numbers = model.temperature, model.noise, model.idle_value, model.patience
        return _core.Model(_core.SOFTMAX, *numbers, prior)
    if type(model) is NaiveModel:
        return _core.Model(_core.NAIVE, 1.0, model.noise, 0.0, 0.0, prior)
    if type(model) is UniformModel:
        # A beginner who makes any legal bet every time.
        return _core.Model(_core.NAIVE, 1.0, 1.0, 0.0, 0.0, prior)
    return None


def _weigh_natively(
    view: PlayerView,
    viewer: int,
    seat: int,
    bets: list[SeenBet],
    models: list[_core.Model],
    weights: PairWeights,
    other: int,
) -> bool:
    rules = view.rules
    players = rules.players
    # The core counts players from the one whose bets are weighed.
    foreheads = [view.forehead_cards[(seat + step) % players] for step in range(players)]
    seen: list[_core.BetSeen] = []
    for bet in bets:
        gone = discards_until(view.discards, bet.street)
        seen.append(
            _core.BetSeen(
                (bet.target - seat) % players,
                bet.chips,
                bet.has_card,
                bits_of(view.board[: bet.street.board_cards]),
                bits_of([card for cards in gone for card in cards]),
            )
        )
    return weights.add_models(
        other,
        viewer=(viewer - seat) % players,
        # The other does not see their own forehead card, and the viewer's is not known.
        foreheads=[0, *[0 if card is None else card.bit for card in foreheads[1:]]],
        unseen=bits_of(unseen_cards(view)),
        bets=seen,
        models=models,
        values=_values(rules),
        plus_one_penalty=rules.plus_one_penalty,
    )


@cache
def _values(rules: Rules) -> _core.Values:
    return _core.Values(values_by_odds(rules))
