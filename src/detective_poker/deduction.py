"""What the bets give away: how likely each hidden card is, given how the others have bet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

import msgspec

from detective_poker._native import ffi, lib
from detective_poker.actions import Bet
from detective_poker.cards import DECK, Card
from detective_poker.errors import InvalidStateError
from detective_poker.hands import check_backend
from detective_poker.models import (
    BettingModel,
    MixtureModel,
    NaiveModel,
    SoftmaxModel,
    UniformModel,
    bettor_view,
    check_model,
    discards_until,
    likelihood_of,
    table_of,
)
from detective_poker.planning import values_by_odds
from detective_poker.rules import ACTION_CARDS, ActionCard, Rules, check_seat
from detective_poker.view_checks import check_hand
from detective_poker.views import PlayerView, SeenBet

if TYPE_CHECKING:
    from detective_poker._native import CData

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


_POSTERIOR: Final = ffi.typeof(f"double[{lib.DP_POSTERIOR_SIZE}]")
_PAIR_ODDS: Final = ffi.typeof(f"double[{lib.DP_PAIR_ODDS_SIZE}]")
_DECK_SIZE: Final = len(DECK)
_PAIRS: Final = _DECK_SIZE * _DECK_SIZE
_WEIGHTS: Final = ffi.typeof(f"double[{3 * _PAIRS}]")
_MASKS: Final = ffi.typeof("uint64_t[4]")
_DOUBLES: Final = ffi.typeof("double[]")


def deduce(
    view: PlayerView, model: BettingModel | Mapping[int, BettingModel] = DEFAULT_MODEL
) -> Deduction:
    """What the cards and the others' bets of this hand tell a seated viewer.

    The exact posterior over the viewer's forehead card and the others' own cards, all worlds being
    equally likely before the bets, if the others bet as `model` says: one for all, or one for each
    seat (seats left out bet as `DEFAULT_MODEL`). Face-down action cards are summed over; each is
    one that its player still held. The viewer's own bets tell nothing.

    `SoftmaxModel`, `NaiveModel`, `UniformModel` and mixtures of them (`MixtureModel`) take about
    a millisecond; other models are asked for each pair of hidden cards and can take seconds.

    Raises `SeatError` for a spectator's view, `InvalidStateError` for one without dealt cards, with
    cards or bets that play cannot bring, or with bets that the models say are impossible, and
    `ArgumentError` for what is no view or no model, or a model that tells no probability.

    >>> import random
    >>> from detective_poker import Bet, best_hand_odds, new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> state = state.apply(random_deal(state, random.Random(3)))
    >>> view = state.apply(Bet(1, 3, 3)).view(2)  # seat 1 is fond of seat 3
    >>> told = deduce(view)
    >>> told.odds.best_probability[3] > best_hand_odds(view).best_probability[3]
    True
    """
    seat, players = check_hand(view), view.rules.players
    assert view.own_card is not None, "looked at before"
    _check_models(model, players)
    check_backend()
    others = [(seat + step) % players for step in range(1, players)]
    weights = ffi.new(_WEIGHTS)
    by_class = True
    for place, other in enumerate(others):
        other_model = model.get(other, DEFAULT_MODEL) if isinstance(model, Mapping) else model
        bets = tuple([bet for bet in view.bets if bet.seat == other])
        by_class &= _weigh(view, other, bets, other_model, weights + place * _PAIRS)
    posterior = ffi.new(_POSTERIOR)
    foreheads = [card.bit for other in others if (card := view.forehead_cards[other]) is not None]
    code = lib.dp_posterior(
        players,
        view.own_card.bit,
        foreheads[0],
        foreheads[1],
        foreheads[2] if players > 3 else 0,
        _mask(view.board),
        _mask([card for cards in view.discards for card in cards]),
        by_class,
        weights,
        posterior,
    )
    _check(code)
    numbers: list[float] = [*ffi.unpack(posterior, lib.DP_POSTERIOR_SIZE)]
    return _read(view, seat, numbers)


def _check_models(model: BettingModel | Mapping[int, BettingModel], players: int) -> None:
    if not isinstance(model, Mapping):
        check_model(model)
        return
    for seat, one in model.items():
        check_seat(seat, players)
        check_model(one)


def _read(view: PlayerView, seat: int, numbers: list[float]) -> Deduction:
    # The core counts from the viewer's seat on.
    players = view.rules.players
    here = -seat % players
    start = 2 * lib.DP_MAX_PLAYERS + 1
    marginals = [
        {
            card: probability
            for card, probability in zip(DECK, numbers[first : first + _DECK_SIZE], strict=True)
            if probability
        }
        for first in range(start, start + _DECK_SIZE * players, _DECK_SIZE)
    ]
    assert view.own_card is not None, "looked at before"
    own_cards = [{view.own_card: 1.0}, *marginals[1:]]
    best, weakest = numbers[:players], numbers[4 : 4 + players]
    return Deduction(
        WeightedOdds(tuple(best[here:] + best[:here]), tuple(weakest[here:] + weakest[:here])),
        tuple(own_cards[here:] + own_cards[:here]),
        marginals[0],
        numbers[start - 1],
    )


def _weigh(
    view: PlayerView, other: int, bets: tuple[SeenBet, ...], model: BettingModel, out: CData
) -> bool:
    """Write how well each pair of hidden cards explains another seat's bets.

    Returns whether cards of one class weigh alike.
    """
    if not bets:
        for index in range(_PAIRS):
            out[index] = 1.0
        return True
    native = _native_models(model)
    if native is not None:
        _weigh_natively(view, other, bets, native, out)
        return True
    models: tuple[BettingModel, ...] = (model,)
    shares: tuple[float, ...] = (1.0,)
    if type(model) is MixtureModel:
        models, shares = model.models, model.weights
    assert view.seat is not None, "looked at before"
    unseen = _unseen(view)
    for x in unseen:
        for y in unseen:
            if x is not y:
                out[_DECK_SIZE * x.deck_index + y.deck_index] = sum(
                    [
                        share * _likelihood(view, other, bets, one, x, y)
                        for one, share in zip(models, shares, strict=True)
                        if share
                    ]
                )
    return False


def _likelihood(
    view: PlayerView,
    other: int,
    bets: tuple[SeenBet, ...],
    model: BettingModel,
    forehead_card: Card,
    own_card: Card,
) -> float:
    """The probability of a seat's bets of this hand, if these were the hidden cards."""
    table, viewer = table_of(view), view.seat
    assert viewer is not None, "looked at before"
    cards: list[Card | None] = [*view.forehead_cards]
    cards[viewer], cards[other] = forehead_card, None
    foreheads = tuple(cards)
    hidden = [
        SeenBet(bet.seat, bet.street, bet.target, bet.chips, bet.has_card, None)
        for bet in view.bets
    ]
    places = [place for place, bet in enumerate(view.bets) if bet.seat == other]

    def rest(number: int, seen: list[SeenBet], held: tuple[ActionCard, ...]) -> float:
        if number == len(bets):
            return 1.0
        bet, place = bets[number], places[number]
        before = bettor_view(table, bet.street, other, own_card, foreheads, tuple(seen[:place]))
        total = 0.0
        for card in held if bet.has_card else (None,):
            made = Bet(other, bet.target, bet.chips, card)
            likelihood = likelihood_of(model, before, made)
            if likelihood:
                as_seen = SeenBet(other, bet.street, bet.target, bet.chips, bet.has_card, card)
                after = [*seen[:place], as_seen, *seen[place + 1 :]]
                left = tuple([one for one in held if one is not card])
                total += likelihood * rest(number + 1, after, left)
        return total

    return rest(0, hidden, ACTION_CARDS)


def _native_models(model: BettingModel) -> list[float] | None:
    """The numbers by which the core knows a model; None if it does not."""
    if type(model) is SoftmaxModel:
        kind = [model.temperature, model.noise, model.idle_value, model.patience]
        return [lib.DP_SOFTMAX, *kind, 1.0]
    if type(model) is NaiveModel:
        return [lib.DP_NAIVE, 1.0, model.noise, 0.0, 0.0, 1.0]
    if type(model) is UniformModel:
        return [lib.DP_NAIVE, 1.0, 1.0, 0.0, 0.0, 1.0]
    if type(model) is not MixtureModel or len(model.models) > lib.DP_MAX_MODELS:
        return None
    numbers: list[float] = []
    for one, share in zip(model.models, model.weights, strict=True):
        native = None if type(one) is MixtureModel else _native_models(one)
        if native is None:
            return None
        numbers += [*native[:-1], share]
    return numbers


def _weigh_natively(
    view: PlayerView, other: int, bets: tuple[SeenBet, ...], models: list[float], out: CData
) -> None:
    rules, viewer = view.rules, view.seat
    players = rules.players
    assert viewer is not None, "looked at before"
    foreheads = ffi.new(_MASKS)
    for step in range(1, players):
        card = view.forehead_cards[(other + step) % players]
        foreheads[step] = 0 if card is None else card.bit
    place = (viewer - other) % players
    boards = ffi.new(_MASKS)
    odds: list[CData] = [ffi.NULL] * 4
    for index, bet in enumerate(bets):
        board = _mask(view.board[: bet.street.board_cards])
        gone = discards_until(view.discards, bet.street)
        dead = _mask([card for cards in gone for card in cards])
        boards[index] = board
        odds[index] = ffi.new(_PAIR_ODDS)
        _check(lib.dp_pair_odds(players, place, foreheads, board, dead, odds[index]))
    seen = bytes(
        [
            number
            for bet in bets
            for number in ((bet.target - other) % players, bet.chips, bet.has_card)
        ]
    )
    _check(
        lib.dp_bet_weights(
            players,
            rules.expert,
            place,
            foreheads,
            boards,
            _mask(_unseen(view)),
            len(bets),
            seen,
            odds[0],
            odds[1],
            odds[2],
            odds[3],
            len(models) // lib.DP_MODEL_SIZE,
            ffi.new(_DOUBLES, models),
            _values(rules),
            out,
        )
    )


@cache
def _values(rules: Rules) -> CData:
    return ffi.new(_DOUBLES, values_by_odds(rules))


def _unseen(view: PlayerView) -> list[Card]:
    seen = {view.own_card, *view.forehead_cards, *view.board}.union(*view.discards)
    return [card for card in DECK if card not in seen]


def _mask(cards: Iterable[Card]) -> int:
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def _check(code: int) -> None:
    if code == lib.DP_IMPOSSIBLE:
        raise InvalidStateError(["No hidden cards explain these bets under that model."])
    if code != lib.DP_OK:
        raise InvalidStateError(["The cards or bets of that view are none of a game."])
