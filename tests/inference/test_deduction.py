"""Deductions against enumeration of all worlds, and what they may depend on."""

import itertools
import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from detective_poker import (
    DECK,
    ActionCard,
    ArgumentError,
    ArgumentTypeError,
    Bet,
    BettingModel,
    Card,
    Deal,
    Deduction,
    GameState,
    InvalidStateError,
    MixtureModel,
    Mode,
    NaiveModel,
    Phase,
    PlayerView,
    Rules,
    SeatError,
    SoftmaxModel,
    Street,
    UniformModel,
    best_hand_odds,
    deduce,
    determinize,
    hindsight,
    new_game,
    parse_cards,
    play_game,
    random_deal,
    strength,
)
from detective_poker._native import ffi, lib
from detective_poker.bots import Bot, DetectiveBot, ModelBot, NaiveBot, OddsBot, RandomBot
from detective_poker.hands import backends
from detective_poker.inference.hindsight import own_bets, rewound
from detective_poker.inference.models import probabilities

ALL_RULES = [Rules(players, mode) for players in (3, 4) for mode in Mode]
MODELS: list[BettingModel] = [
    SoftmaxModel(),
    SoftmaxModel(0.02, 0.1, 0.1, 0.5),
    NaiveModel(),
    UniformModel(),
    MixtureModel((SoftmaxModel(0.3), NaiveModel(0.2), UniformModel()), (0.5, 0.3, 0.2)),
]


def bets_of(rules: Rules, bots: list[Bot], seed: int) -> Iterator[GameState]:
    """The states of a game in which somebody is to bet."""
    record = play_game(bots, rules, rng=random.Random(seed))
    return (state for state in record.states() if state.actor is not None)


def worlds_of(
    view: PlayerView, likelihood: Callable[[int, Card, Card], float]
) -> Iterator[tuple[float, Card, dict[int, Card]]]:
    """Every world of a view: its weight, the viewer's forehead card, the others' own cards."""
    seat, players = view.seat, view.rules.players
    others = [(seat + step) % players for step in range(1, players)]
    seen = {view.own_card, *view.forehead_cards, *view.board}.union(*view.discards)
    unseen = [card for card in DECK if card not in seen]
    pairs = list(itertools.permutations(unseen, 2))
    weights = {other: {pair: likelihood(other, *pair) for pair in pairs} for other in others}
    for x, *ys in itertools.permutations(unseen, players):
        weight = math.prod([weights[other][x, y] for other, y in zip(others, ys, strict=True)])
        yield weight, x, dict(zip(others, ys, strict=True))


def deduce_by_worlds(view: PlayerView, likelihood: Callable[[int, Card, Card], float]) -> Deduction:
    """What `deduce` says, by enumeration."""
    seat, players = view.seat, view.rules.players
    hands: dict[tuple[Card, Card], int] = {}

    def hand(forehead: Card, own: Card) -> int:
        if (forehead, own) not in hands:
            hands[forehead, own] = strength((forehead, own, *view.board))
        return hands[forehead, own]

    best, weakest = [0.0] * players, [0.0] * players
    own: list[dict[Card, float]] = [{} for _ in range(players)]
    foreheads: dict[Card, float] = {}
    total = entropy = worlds = 0.0
    for weight, x, ys in worlds_of(view, likelihood):
        worlds += 1
        if not weight:
            continue
        held = [hand(x, view.own_card)] * players
        for other, y in ys.items():
            held[other] = hand(view.forehead_cards[other], y)
            own[other][y] = own[other].get(y, 0) + weight
        for player in range(players):
            best[player] += weight * (held[player] == max(held))
            weakest[player] += weight * (held[player] == min(held))
        foreheads[x] = foreheads.get(x, 0) + weight
        total += weight
        entropy += weight * math.log2(weight)
    own[seat][view.own_card] = total

    def shares(sums: dict[Card, float]) -> dict[Card, float]:
        return {card: weight / total for card, weight in sums.items()}

    information = math.log2(worlds / total) + entropy / total
    odds = msgspec.convert(
        {
            "best_probability": [value / total for value in best],
            "weakest_probability": [value / total for value in weakest],
        },
        type(deduce(view, UniformModel()).odds),
    )
    return Deduction(odds, tuple(map(shares, own)), shares(foreheads), information)


def same(told: Deduction, expected: Deduction) -> bool:
    def close(left: object, right: object) -> bool:
        return left == pytest.approx(right, rel=1e-9, abs=1e-9)

    return (
        close(told.odds.best_probability, expected.odds.best_probability)
        and close(told.odds.weakest_probability, expected.odds.weakest_probability)
        and close(told.forehead_probability, expected.forehead_probability)
        and all(map(close, told.own_card_probability, expected.own_card_probability))
        and close(told.information, expected.information)
    )


class Whimsical:
    """A model that only Python knows, and that depends on all that a bettor sees."""

    def likelihood(self, view: PlayerView, bet: Bet, /) -> float:
        cards = [view.own_card, *view.forehead_cards, *view.board]
        seen = sum(place * DECK.index(card) for place, card in enumerate(cards, 2) if card)
        played = sum(2**index for index, card in enumerate(ActionCard) if card in view.action_cards)
        chosen = 0 if bet.card is None else 1 + list(ActionCard).index(bet.card)
        mixed = seen * 7 + played * 5 + bet.target * 3 + bet.chips + chosen * 11
        return (0.01 + mixed % 13) / 13


def test_the_posterior_is_that_of_all_worlds_by_states_of_the_engine() -> None:
    model = Whimsical()
    # Hands are dealt anew for each pair of hidden cards, and the bets made again.
    own, forehead = parse_cards("9s 4d Kc"), parse_cards("8h Ts 3d")
    bets = [Bet(1, 2, 2, ActionCard.CLOCKWISE), Bet(2, 1, 3)]
    rules = Rules(3)

    def state(own: list[Card], forehead: list[Card], bets: list[Bet]) -> GameState:
        dealt = (*own[1:], own[0], *forehead[1:], forehead[0])
        state = new_game(rules, dealer=0).apply(Deal(tuple(dealt)))
        for bet in bets:
            state = state.apply(bet)
        return state

    view = state([*own], [*forehead], bets).view(0)
    assert view.actor == 0

    def likelihood(other: int, x: Card, y: Card) -> float:
        owns, foreheads = [*own], [x, *forehead[1:]]
        owns[other] = y
        # Whoever is not asked about has any other card, which `other` does not see.
        rest = [card for card in DECK if card not in {x, y, *owns, *foreheads}]
        third = 3 - other
        owns[third] = rest[0]
        index = other - 1
        made = bets[index]
        total = 0.0
        for card in ActionCard if made.card else (None,):
            before = state(owns, foreheads, bets[:index]).view(other)
            total += model.likelihood(before, Bet(other, made.target, made.chips, card))
        return total

    told = deduce(view, model)
    assert same(told, deduce_by_worlds(view, likelihood))
    assert told.information > 0.01


BOARDS = ["", "9c 4d Ks", "9c 4c Kc", "9h 4h Kh 3h", "Qh Jh Th 9d 2h"]


def late_view(board: str, players: int, seed: int) -> PlayerView:
    """A view with few unseen cards: the rest lies discarded. Everybody has bet on all streets."""
    rng = random.Random(f"{board} {seed}")
    shown = parse_cards(board)
    street = next(street for street in Street if street.board_cards == len(shown))
    deck = [card for card in DECK if card not in shown]
    rng.shuffle(deck)
    own, *foreheads = deck[:players]
    # Few suits for a flush would make the test weak.
    dead = tuple(deck[players:-9])
    discards = ((dead, (), (), ()), ((), dead, (), ()))[street > 0]
    rules = Rules(players, Mode.EXPERT)
    state = new_game(rules, dealer=0).apply(random_deal(new_game(rules, dealer=0), rng))
    while len(state.bets) < players * (street + 1) - 1:
        if state.actor is None:
            state = state.apply(random_deal(state, rng))
        else:
            state = state.apply(rng.choice(state.legal_actions()))
    if state.actor is None:
        state = state.apply(random_deal(state, rng))
    seat = state.actor
    cards: list[Card | None] = list(foreheads)
    cards.insert(seat, None)
    return msgspec.structs.replace(
        state.view(seat),
        own_card=own,
        forehead_cards=tuple(cards),
        board=shown,
        discards=discards,
    )


def by_python(view: PlayerView, model: BettingModel) -> Callable[[int, Card, Card], float]:
    """The likelihood of a seat's bets: the model asked for every history of action cards."""
    models, shares = ((model,), (1.0,))
    if isinstance(model, MixtureModel):
        models, shares = model.models, model.weights

    def likelihood(other: int, x: Card, y: Card) -> float:
        foreheads = [*view.forehead_cards]
        foreheads[view.seat], foreheads[other] = x, None
        made = [(place, bet) for place, bet in enumerate(view.bets) if bet.seat == other]
        options = [list(ActionCard) if bet.has_card else [None] for _, bet in made]
        total = 0.0
        likelihoods: dict[tuple[ActionCard | None, ...], list[float]] = {}
        for cards in itertools.product(*options):
            played = [card for card in cards if card]
            if len(set(played)) != len(played):
                continue
            known = list(view.bets)
            for place, bet in enumerate(known):
                known[place] = msgspec.structs.replace(bet, card=None)
            for (place, bet), card in zip(made, cards, strict=True):
                known[place] = msgspec.structs.replace(bet, card=card)
            by_bet = []
            for number, (place, bet) in enumerate(made):
                key = cards[: number + 1]
                if key not in likelihoods:
                    then = msgspec.structs.replace(
                        view,
                        seat=other,
                        own_card=y,
                        forehead_cards=tuple(foreheads),
                        bets=tuple(known),
                    )
                    before = rewound(then, place)
                    now = Bet(other, bet.target, bet.chips, cards[number])
                    likelihoods[key] = [one.likelihood(before, now) for one in models]
                by_bet.append(likelihoods[key])
            for one, share in enumerate(shares):
                total += share * math.prod([of_bet[one] for of_bet in by_bet])
        return total

    return likelihood


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("board", BOARDS[:3])
def test_the_core_is_as_good_as_enumeration(board: str, players: int, model: BettingModel) -> None:
    view = late_view(board, players, 1)
    assert same(deduce(view, model), deduce_by_worlds(view, by_python(view, model)))


@pytest.mark.parametrize("board", BOARDS[3:])
def test_so_it_is_when_a_flush_is_near(board: str) -> None:
    view = late_view(board, 4, 2)
    model = SoftmaxModel(0.2, 0.05)
    assert same(deduce(view, model), deduce_by_worlds(view, by_python(view, model)))


@pytest.mark.parametrize("model", MODELS, ids=repr)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("board", BOARDS)
def test_every_backend_deduces_alike(board: str, players: int, model: BettingModel) -> None:
    view = late_view(board, players, 4)
    used = lib.dp_backend()
    told: list[Deduction] = []
    try:
        for number in range(len(backends())):
            assert lib.dp_use_backend(number) == lib.DP_OK
            told.append(deduce(view, model))
    finally:
        lib.dp_use_backend(used)
    # To the last bit, not just nearly.
    assert told == [told[-1]] * len(backends())


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_bets_that_tell_nothing_leave_the_exact_odds(rules: Rules) -> None:
    for state in itertools.islice(bets_of(rules, [RandomBot()] * rules.players, 3), 0, None, 3):
        view = state.view(state.actor)
        told, odds = deduce(view, UniformModel()), best_hand_odds(view)
        assert told.odds.best_probability == pytest.approx(odds.best_probability)
        assert told.odds.weakest_probability == pytest.approx(odds.weakest_probability)
        assert told.information == pytest.approx(0, abs=1e-9)
        unseen = {*told.forehead_probability}
        for probability in told.forehead_probability.values():
            assert probability == pytest.approx(1 / len(unseen))
        assert told.own_card_probability[state.actor] == {view.own_card: 1}
        assert all(
            set(cards) == unseen
            for seat, cards in enumerate(told.own_card_probability)
            if seat != state.actor
        )


def test_before_others_bet_and_from_own_bets_nothing_is_told() -> None:
    state = new_game(Rules(3), dealer=0)
    state = state.apply(random_deal(state, random.Random(5)))
    assert deduce(state.view(1)).information == 0
    told = [deduce(state.apply(bet).view(1)) for bet in state.legal_actions()[::7]]
    assert all(one == told[0] for one in told)
    assert deduce(state.apply(state.legal_actions()[0]).view(2)).information > 0


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_what_a_seat_cannot_see_it_cannot_deduce_from(rules: Rules) -> None:
    rng = random.Random(6)
    states = list(bets_of(rules, [RandomBot()] * rules.players, 6))
    for state in rng.sample(states, 12):
        seat = rng.randrange(rules.players)
        told = deduce(state.view(seat))
        for _ in range(3):
            world = determinize(state.view(seat), rng)
            assert world != state or not state.bets
            assert deduce(world.view(seat)) == told


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_hindsight_gives_the_views_that_the_bettors_had(rules: Rules) -> None:
    rng = random.Random(7)
    state = new_game(rules, rng=rng)
    views: list[tuple[PlayerView, Bet]] = []
    while state.phase is not Phase.OVER:
        if state.actor is None:
            state = state.apply(random_deal(state, rng))
            continue
        view, bet = state.view(state.actor), rng.choice(state.legal_actions())
        assert list(own_bets(view)) == [pair for pair in views if pair[1].seat == state.actor]
        views.append((view, bet))
        state = state.apply(bet)
        if len(views) == 4 * rules.players:
            for viewer in [state.public_view(), *map(state.view, range(rules.players))]:
                assert list(hindsight(viewer)) == views
            views.clear()


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_a_model_gives_all_legal_bets_together_probability_one(
    model: BettingModel, rules: Rules
) -> None:
    for state in itertools.islice(bets_of(rules, [RandomBot()] * rules.players, 8), 0, None, 23):
        view = state.view(state.actor)
        bets = view.legal_actions()
        likelihoods = [model.likelihood(view, bet) for bet in bets]
        assert likelihoods == pytest.approx(probabilities(model, view))
        assert math.fsum(likelihoods) == pytest.approx(1)
        assert model.likelihood(view, Bet(view.seat, 0, 4)) == 0


def test_the_naive_model_is_the_naive_bot() -> None:
    bot, model, rng = NaiveBot(), NaiveModel(0), random.Random(9)
    for state in itertools.islice(bets_of(Rules(4), [bot] * 4, 9), 40):
        view = state.view(state.actor)
        made = {bot.choose(view, rng) for _ in range(200)}
        assert made == {bet for bet in view.legal_actions() if model.likelihood(view, bet)}


def test_a_mixture_learns_from_what_is_turned_up() -> None:
    mixture = MixtureModel((SoftmaxModel(0.05, 0.05), NaiveModel(0.1), UniformModel()), (1, 1, 1))
    bots: list[Bot] = [OddsBot(), NaiveBot(), RandomBot()]
    known = [mixture] * 3
    for state in play_game(bots, Rules(3, rounds=1), rng=random.Random(10)).states():
        if state.last_hand is not None:
            known = [one.learned(state.view(0), seat) for seat, one in enumerate(known)]
    for seat, one in enumerate(known):
        assert one.weights[seat] > 0.9
        assert min(one.weights) > 1e-4


def test_each_seat_can_have_a_model_of_its_own() -> None:
    view = late_view("9c 4d Ks", 4, 3)
    others = [seat for seat in range(4) if seat != view.seat]
    one, two = SoftmaxModel(), NaiveModel(0.2)
    mixed = deduce(view, {others[0]: two, others[2]: UniformModel()})
    expected = {others[0]: two, others[1]: one, others[2]: UniformModel()}
    by_seat = {seat: by_python(view, model) for seat, model in expected.items()}
    assert same(mixed, deduce_by_worlds(view, lambda other, x, y: by_seat[other](other, x, y)))


@pytest.mark.parametrize("model", [SoftmaxModel(0.1, 0.1), MODELS[-1]], ids=["softmax", "mixture"])
def test_the_posterior_is_calibrated_when_the_others_bet_as_supposed(model: BettingModel) -> None:
    bots: list[Bot] = [ModelBot(model)] * 3
    predicted = observed = variance = 0.0
    for seed in range(8):
        for state in bets_of(Rules(3, rounds=1), bots, seed):
            told = deduce(state.view(state.actor), model).odds.best_probability
            seat = max(range(3), key=told.__getitem__)
            hands = [
                strength((own, forehead, *state.board))
                for own, forehead in zip(state.own_cards, state.forehead_cards, strict=True)
            ]
            predicted += told[seat]
            variance += told[seat] * (1 - told[seat])
            observed += hands[seat] == max(hands)
    # Bets of one hand are not independent, so the spread is wider than theirs alone.
    assert abs(observed - predicted) < 2 * 4 * math.sqrt(variance)
    assert predicted / (8 * 3 * 12) > 0.5


def test_refusals() -> None:
    state = new_game(Rules(3), dealer=0)
    with pytest.raises(InvalidStateError):
        deduce(state.view(0))
    state = state.apply(random_deal(state, random.Random(1)))
    with pytest.raises(SeatError):
        deduce(state.public_view())
    with pytest.raises(ArgumentTypeError):
        deduce(state)  # type: ignore[arg-type]
    # A beginner would have bet two chips.
    view = state.apply(Bet(1, 0, 3)).view(2)
    with pytest.raises(ArgumentError):
        deduce(view, NaiveModel(0))
    # When it is called, not when it is iterated.
    with pytest.raises(ArgumentError):
        hindsight(view)
    for nothing in (None, 5, state):
        with pytest.raises(ArgumentTypeError):
            hindsight(nothing)  # type: ignore[arg-type]
    for wrong in (
        lambda: SoftmaxModel(0.001),
        lambda: SoftmaxModel(noise=2),
        lambda: SoftmaxModel(patience=-0.1),
        lambda: SoftmaxModel(temperature=float("nan")),
        lambda: NaiveModel(-1),
        lambda: MixtureModel((), ()),
        lambda: MixtureModel((NaiveModel(),), (0,)),
        lambda: MixtureModel((NaiveModel(),), (1, 1)),
        lambda: MixtureModel((1,), (1,)),
        lambda: MixtureModel((NaiveModel,), (1,)),
        lambda: MixtureModel((None, NaiveModel()), (1, 1)),
        lambda: MixtureModel(5, 5),
        lambda: MixtureModel(None, None),
        lambda: MixtureModel((NaiveModel(),), None),
        lambda: MixtureModel((NaiveModel(),), 1),
        lambda: MixtureModel((NaiveModel(),), "1"),
        lambda: MixtureModel("ab", (1, 1)),
        lambda: MixtureModel(NaiveModel(), (1,)),
    ):
        with pytest.raises(ArgumentError):
            wrong()


def test_the_core_refuses_what_is_none_of_a_game() -> None:
    out = ffi.new(f"double[{lib.DP_PAIR_ODDS_SIZE}]")
    masks = ffi.new("uint64_t[4]", [0, 0, 1, 2])
    assert lib.dp_pair_odds(4, 1, masks, 0, 0, out) == lib.DP_OK
    assert lib.dp_pair_odds(5, 1, masks, 0, 0, out) == lib.DP_BAD_PLAYERS
    assert lib.dp_pair_odds(4, 0, masks, 0, 0, out) == lib.DP_BAD_PLAYERS
    assert lib.dp_pair_odds(4, 4, masks, 0, 0, out) == lib.DP_BAD_PLAYERS
    assert lib.dp_pair_odds(4, 2, masks, 0, 0, out) == lib.DP_BAD_CARDS
    assert lib.dp_pair_odds(4, 1, masks, 3, 0, out) == lib.DP_BAD_CARDS
    assert lib.dp_pair_odds(4, 1, masks, 7, 0, out) == lib.DP_BAD_CARDS
    assert lib.dp_pair_odds(4, 1, masks, 0, 1 << 13, out) == lib.DP_BAD_CARDS
    assert lib.dp_pair_odds(4, 1, masks, 0, 2, out) == lib.DP_BAD_CARDS

    weights = ffi.new("double[]", 3 * 52 * 52)
    values = ffi.new("double[]", [0.0] * 48)
    model = ffi.new("double[]", [lib.DP_SOFTMAX, 0.1, 0.1, 0, 1, 1])
    boards = ffi.new("uint64_t[4]")

    def weigh(
        bets: bytes,
        count: int,
        unseen: int = 60,
        models: int = 1,
        players: int = 4,
        viewer: int = 1,
    ) -> int:
        table, odds = (players, 0, viewer, masks, boards), [out] * 4
        return lib.dp_bet_weights(
            *table, unseen, count, bets, *odds, models, model, values, ffi.new("double[1]"), weights
        )

    assert weigh(bytes([0, 3, 0]), 1) == lib.DP_OK
    assert weigh(bytes([0, 3, 0, 1, 1, 1]), 2) == lib.DP_OK
    assert weigh(bytes([4, 3, 0]), 1) == lib.DP_BAD_BETS
    assert weigh(bytes([0, 0, 0]), 1) == lib.DP_BAD_BETS
    assert weigh(bytes([0, 4, 0]), 1) == lib.DP_BAD_BETS
    assert weigh(bytes([0, 1, 2]), 1) == lib.DP_BAD_BETS
    assert weigh(bytes([0, 3, 0, 1, 3, 1]), 2) == lib.DP_BAD_BETS
    assert weigh(b"", 0) == lib.DP_BAD_BETS
    assert weigh(bytes(15), 5) == lib.DP_BAD_BETS
    assert weigh(bytes([0, 3, 0]), 1, models=0) == lib.DP_BAD_MODEL
    assert weigh(bytes([0, 3, 0]), 1, models=9) == lib.DP_BAD_MODEL
    assert weigh(bytes([0, 3, 0]), 1, unseen=1 << 15) == lib.DP_BAD_CARDS
    for forehead in (0, 3, 1 << 15):
        masks[3] = forehead
        assert weigh(bytes([0, 3, 0]), 1) == lib.DP_BAD_CARDS
    masks[3] = 2
    for players, viewer in ((2, 1), (5, 1), (4, 0), (4, 4), (3, 3)):
        code = weigh(bytes([0, 3, 0]), 1, players=players, viewer=viewer)
        assert code == lib.DP_BAD_PLAYERS
    for place, wrong in [
        (lib.DP_MODEL_TEMPERATURE, 0.0),
        (lib.DP_MODEL_NOISE, -0.1),
        (lib.DP_MODEL_NOISE, 1.1),
        (lib.DP_MODEL_IDLE_VALUE, -1.0),
        (lib.DP_MODEL_PATIENCE, 1.5),
        (lib.DP_MODEL_PRIOR, -1.0),
    ]:
        for value in (wrong, math.nan):
            right, model[place] = model[place], value
            assert weigh(bytes([0, 3, 0]), 1) == lib.DP_BAD_MODEL
            model[place] = right

    posterior = ffi.new(f"double[{lib.DP_POSTERIOR_SIZE}]")
    nothing = ffi.new("double[]", 3 * 52 * 52)
    for by_class in (0, 1):
        for players, cards, code in [
            (4, (1, 2, 4, 8, 0, 0), lib.DP_IMPOSSIBLE),
            (2, (1, 2, 4, 8, 0, 0), lib.DP_BAD_PLAYERS),
            (3, (1, 2, 4, 8, 0, 0), lib.DP_BAD_CARDS),
            (4, (1, 2, 4, 4, 0, 0), lib.DP_BAD_CARDS),
            (4, (1, 2, 4, 8, 16, 0), lib.DP_BAD_CARDS),
            (4, (1, 2, 4, 8, 0, 1 << 14), lib.DP_BAD_CARDS),
            (4, (1, 2, 4, 8, 0x70, 0x10), lib.DP_BAD_CARDS),
        ]:
            assert lib.dp_posterior(players, *cards, by_class, nothing, posterior) == code


def test_the_detective_remembers_for_a_game() -> None:
    class Watched(DetectiveBot):
        def observe(self, view: PlayerView, /) -> None:
            super().observe(view)
            learned.append(self.model_of(1))

    bot, rng = Watched(), random.Random(11)
    strangers = bot.model_of(1)
    for _ in range(2):
        learned: list[MixtureModel] = []
        expected = strangers
        record = play_game([bot, NaiveBot(), NaiveBot()], Rules(3), rng=rng)
        scorings = [state.view(0) for state in record.states() if state.last_hand is not None]
        for view, model in zip(scorings, learned, strict=True):
            expected = expected.learned(view, 1)
            assert model == expected
        assert bot.model_of(0) == strangers
        # The naive kind is the fourth of the strangers.
        assert expected.weights[3] > 0.9 > strangers.weights[3]


class Says:
    """A model that says the same of every bet."""

    def __init__(self, value: object) -> None:
        self.value = value

    def likelihood(self, view: PlayerView, bet: Bet, /) -> Any:
        return self.value


class Fraction32:
    """A number of a type of its own, as those of array libraries are."""

    def __float__(self) -> float:
        return 0.5


NO_PROBABILITIES = ["0.5", b"1", None, math.nan, -0.1, 1.1, math.inf, 1j, [0.5], 10**400]


@pytest.mark.parametrize("value", NO_PROBABILITIES, ids=repr)
def test_what_is_no_probability_is_refused_wherever_a_model_is_asked(value: object) -> None:
    model = Says(value)
    mixture = MixtureModel((UniformModel(), model), (1, 1))
    view = late_view("9c 4d Ks", 3, 1)
    for one in (model, mixture, dict.fromkeys(range(3), model)):
        with pytest.raises(ArgumentError):
            deduce(view, one)
    bet = view.legal_actions()[0]
    scored = scored_view(Rules(3), 1)
    for ask in (
        lambda: mixture.likelihood(view, bet),
        lambda: mixture.posterior_weights(view),
        lambda: mixture.learned(scored, 1),
        lambda: probabilities(model, view),
        lambda: probabilities(mixture, view),
    ):
        with pytest.raises(ArgumentError):
            ask()


@pytest.mark.parametrize(
    "value", [1, True, 0.25, Fraction32(), 1 + 1e-12], ids=lambda value: type(value).__name__
)
def test_a_probability_can_be_any_number(value: object) -> None:
    view = late_view("9c 4d Ks", 3, 1)
    assert same(deduce(view, Says(value)), deduce(view, UniformModel()))


@pytest.mark.parametrize("value", [1e-28, 1e-70, 3e-9])
def test_a_constant_tells_nothing_however_small_it_is(value: float) -> None:
    for board, players in (("9c 4d Ks", 3), ("", 4)):
        view = late_view(board, players, 1)
        assert same(deduce(view, Says(value)), deduce(view, UniformModel()))


def test_a_mixture_within_a_mixture_is_one_mixture() -> None:
    inner = MixtureModel((SoftmaxModel(0.3), NaiveModel(0.2)), (1, 3))
    nested = MixtureModel((inner, UniformModel()), (2, 1))
    flat = MixtureModel((SoftmaxModel(0.3), NaiveModel(0.2), UniformModel()), (0.5, 1.5, 1))
    for board, players in (("9c 4d Ks", 3), ("", 4)):
        view = late_view(board, players, 2)
        assert same(deduce(view, nested), deduce(view, flat))
        assert same(deduce(view, nested), deduce_by_worlds(view, by_python(view, flat)))


def test_a_deduction_wants_models_for_seats() -> None:
    view = late_view("9c 4d Ks", 3, 1)
    for wrong in (None, 5, "softmax", SoftmaxModel, [SoftmaxModel()]):
        with pytest.raises(ArgumentError):
            deduce(view, wrong)  # type: ignore[arg-type]
        for seat in range(3):
            with pytest.raises(ArgumentError):
                deduce(view, {seat: wrong})  # type: ignore[dict-item]
    for seat in (3, -1, "1", None, 1.0, True):
        with pytest.raises(SeatError if type(seat) is int else ArgumentTypeError):
            deduce(view, {seat: UniformModel()})  # type: ignore[dict-item]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_a_model_wants_a_view_and_a_bet(model: Any) -> None:
    view = late_view("9c 4d Ks", 3, 1)
    bet = view.legal_actions()[0]
    for wrong in ((None, None), (None, bet), (5, bet), (view, None), (view, "b 0>1 1"), (view, 5)):
        with pytest.raises(ArgumentError):
            model.likelihood(*wrong)
    for other in range(3):
        if other != view.seat:
            assert model.likelihood(view, Bet(other, 0, 1)) == 0
    for name in ("seat", "target", "chips", "card"):
        for value in (-1, 9, "x", None, [1], memoryview(bytearray(1))):
            made = msgspec.structs.replace(bet, **{name: value})
            assert (model.likelihood(view, made) > 0) is (made == bet)
    start = new_game(Rules(3), dealer=0)
    for nobody in (start.view(0), start.public_view(), scored_view(Rules(3), 1)):
        assert model.likelihood(nobody, bet) == 0
        with pytest.raises((SeatError, ArgumentError)):
            probabilities(model, nobody)


def test_a_mixture_learns_of_seats_only() -> None:
    view = scored_view(Rules(3), 1)
    for seat in (-1, 3, None, "1"):
        with pytest.raises(SeatError if type(seat) is int else ArgumentTypeError):
            MODELS[-1].learned(view, seat)  # type: ignore[attr-defined]
    for least in (-1, 2, None, "x", math.nan):
        with pytest.raises(ArgumentError):
            MODELS[-1].learned(view, 1, least=least)  # type: ignore[attr-defined]
    for ask in ("posterior_weights", "learned"):
        with pytest.raises(ArgumentError):
            getattr(MODELS[-1], ask)(*[5, 0][: 1 + (ask == "learned")])


def scored_view(rules: Rules, seed: int) -> PlayerView:
    rng = random.Random(seed)
    state = new_game(rules, rng=rng)
    while state.hand_number == 0:
        bet = state.actor is not None
        state = state.apply(rng.choice(state.legal_actions()) if bet else random_deal(state, rng))
    return state.view(1)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_view_of_play_is_taken(rules: Rules) -> None:
    rng = random.Random(12)
    state = new_game(rules, rng=rng)
    while state.hand_number < 2:
        for seat in range(rules.players) if state.own_cards else ():
            deduce(state.view(seat), UniformModel())
        bet = state.actor is not None
        state = state.apply(rng.choice(state.legal_actions()) if bet else random_deal(state, rng))
