"""Bots bet legally, by their view and random stream alone, and the odds decide the OddsBot."""

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from detective_poker import (
    ActionCard,
    ArgumentError,
    ArgumentTypeError,
    Bet,
    Deal,
    GameState,
    Mode,
    PlayerView,
    Record,
    Rules,
    SeatError,
    SoftmaxModel,
    Street,
    UniformModel,
    best_hand_odds,
    new_game,
    parse_cards,
    play_game,
    random_deal,
)
from detective_poker.bots import (
    BOTS,
    Bot,
    DetectiveBot,
    ModelBot,
    NaiveBot,
    ObservingBot,
    OddsBot,
    RandomBot,
    observe,
)
from detective_poker.inference.models import points_by_odds
from detective_poker.inference.values import backward_induction, kept_value, value_index

RULES = [Rules(players, mode) for players in (3, 4) for mode in Mode]


def betting_states(bot: Bot, rules: Rules, seed: int) -> list[tuple[GameState, Bet]]:
    """The states of a game in which a seat bets, and its bets, all by the same bot."""
    record = play_game([bot] * rules.players, rules, rng=random.Random(seed))
    steps = zip(record.states(), record.actions, strict=False)
    return [(state, bet) for state, bet in steps if isinstance(bet, Bet)]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_whole_games(name: str, rules: Rules) -> None:
    bot = BOTS[name]()
    for seed in range(2):
        played = betting_states(bot, rules, seed)
        assert len(played) == rules.hands * 4 * rules.players
        assert played == betting_states(bot, rules, seed)


def test_the_random_bot_makes_every_legal_bet() -> None:
    state = new_game(Rules(3), dealer=0)
    state = state.apply(random_deal(state, random.Random(1)))
    rng = random.Random(2)
    view = state.view(1)
    assert {RandomBot().choose(view, rng) for _ in range(1000)} == set(view.legal_actions())


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_odds_bot_makes_the_bet_of_the_most_points(rules: Rules) -> None:
    cards: set[ActionCard | None] = set()
    chips: dict[Street, set[int]] = {street: set() for street in Street}
    for seed in range(10):
        for state, bet in betting_states(OddsBot(), rules, seed):
            view = state.view(bet.seat)
            points = points_by_odds(view)
            chosen = points[view.legal_actions().index(bet)]
            assert chosen == pytest.approx(max(points), abs=1e-8)
            cards.add(bet.card)
            chips[state.street].add(bet.chips)
            if state.street is Street.RIVER:
                # Chips that are left over are worth nothing.
                assert bet.chips == max(legal.chips for legal in state.legal_actions())
    # It has no use for the other two.
    assert cards == {None, ActionCard.PLUS_ONE, ActionCard.BLUFF}
    assert chips == {street: {1, 2, 3} for street in Street}


def first_view(cards: str, *, players: int = 3) -> PlayerView:
    """The opener's view preflop; dealt left of the dealer, seat 1 gets the first card."""
    state = new_game(Rules(players), dealer=0)
    return state.apply(Deal(parse_cards(cards))).view(1)


def test_the_odds_bot_stakes_most_when_it_is_sure() -> None:
    # Seat 1 sees its ace, and that seats 2 and 0 wear a seven and a two.
    view = first_view("As 3c 4c Kd 7c 2h")
    assert OddsBot().choose(view, random.Random(1)) == Bet(1, 1, 3, ActionCard.PLUS_ONE)
    # It sees its two, an ace and an ace: no other than itself is weakest but by a pair.
    view = first_view("2s 3c 4c 8d Ac Ah")
    assert OddsBot().choose(view, random.Random(1)) == Bet(1, 1, 3, ActionCard.BLUFF)


def test_the_odds_bot_keeps_its_chips_and_cards_when_nothing_is_sure() -> None:
    view = first_view("8s 3c 4c 5d Td 9h 8c 2d", players=4)
    odds = best_hand_odds(view)
    assert 0.3 < max(odds.best_probability) < 0.4
    assert max(odds.weakest_probability) < 0.7
    target = odds.best.index(max(odds.best))
    assert OddsBot().choose(view, random.Random(1)) == Bet(1, target, 1)


def test_chance_decides_between_equal_odds() -> None:
    # Seat 1 has played its Bluff, which would settle the matter.
    played = [Bet(1, 1, 1, ActionCard.BLUFF), Bet(2, 0, 1), Bet(0, 0, 1)]
    state = new_game(Rules(3), dealer=0).apply(Deal(parse_cards("2s 3c 4c 8d Ac Ah")))
    for bet in played:
        state = state.apply(bet)
    state = state.apply(Deal(parse_cards("Kc Qd Jh")))
    state = state.apply(Bet(2, 0, 1)).apply(Bet(0, 0, 1))
    odds = best_hand_odds(state.view(1))
    assert odds.best[0] == odds.best[2] > odds.best[1]
    targets = [OddsBot().choose(state.view(1), random.Random(seed)).target for seed in range(20)]
    assert set(targets) == {0, 2}


def test_the_odds_bot_beats_random_bots() -> None:
    rules, wins = Rules(4, rounds=1), 0
    for seed in range(40):
        bots: list[Bot] = [RandomBot() for _ in range(4)]
        bots[seed % 4] = OddsBot()
        outcome = play_game(bots, rules, rng=random.Random(seed)).final().outcome
        assert outcome is not None
        wins += outcome.winners == (seed % 4,)
    # One in four would be luck.
    assert wins >= 30


class Watcher(RandomBot):
    """Keeps what it is shown."""

    def __init__(self) -> None:
        self.seen: list[PlayerView] = []

    def observe(self, view: PlayerView, /) -> None:
        self.seen.append(view)


def test_only_a_bot_that_wants_to_see_a_scoring_is_shown_it() -> None:
    view = new_game(dealer=0).view(2)
    watcher = Watcher()
    assert isinstance(watcher, ObservingBot)
    assert not isinstance(OddsBot(), ObservingBot)
    observe(OddsBot(), view)
    observe(watcher, view)
    assert watcher.seen == [view]


def test_after_each_scoring_a_bot_is_shown_its_view() -> None:
    bots: list[Bot] = [RandomBot(), Watcher(), RandomBot()]
    states = play_game(bots, Rules(3, rounds=1), rng=random.Random(1)).states()
    ends = [b.view(1) for a, b in pairwise(states) if b.hand_number > a.hand_number]
    assert isinstance(bots[1], Watcher)
    assert bots[1].seen == ends
    assert len(ends) == 3


def test_a_beginner_bets_on_the_best_visible_cards() -> None:
    # Seat 1 sees its ace, a seven on seat 2 and a king on seat 0.
    view = first_view("As 3c 4c Qd 7c Kh")
    bets = {NaiveBot().choose(view, random.Random(seed)) for seed in range(200)}
    assert bets == {
        Bet(1, 1, 2),
        Bet(1, 1, 2, ActionCard.PLUS_ONE),
        Bet(1, 1, 2, ActionCard.BLANK),
        Bet(1, 0, 2, ActionCard.CLOCKWISE),
        Bet(1, 2, 2, ActionCard.BLUFF),
    }


def test_values_are_what_the_best_plan_brings() -> None:
    # One street is worth betting on: everything waits for it.
    samples = [[(0.25, 0.25)], [(0.25, 0.25)], [(1.0, 0.25)], [(0.25, 1.0)]]
    values = backward_induction(samples, Rules())
    # On the river alone: Bluff is sure, anything else is not.
    assert kept_value(values, 1, 3, False, True) == 3
    assert kept_value(values, 1, 3, False, False) == 0.75
    assert kept_value(values, 1, 0, True, False) == 0.5
    # Turn and river, three chips to spare: 3 + 1 on the turn, and 2 with Bluff on the river.
    assert kept_value(values, 2, 3, True, True) == 4 + 2
    assert kept_value(values, 3, 3, True, True) == 0.25 + 4 + 2
    expert = backward_induction(samples, Rules(mode=Mode.EXPERT))
    assert kept_value(expert, 1, 0, True, False) == 0.25
    assert kept_value(values, 0, 3, True, True) == 0
    assert sorted(
        value_index(to_come, spare, plus_one, bluff)
        for to_come in (1, 2, 3)
        for spare in range(4)
        for plus_one in (False, True)
        for bluff in (False, True)
    ) == list(range(48))


KINDS: dict[str, Callable[[], Bot]] = {**BOTS, "model": lambda: ModelBot(SoftmaxModel())}


@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_refuses_a_view_without_legal_bets(kind: str) -> None:
    bot, rng = KINDS[kind](), random.Random(1)
    start = new_game(Rules(3, rounds=1), dealer=0)
    dealt = start.apply(random_deal(start, rng))
    over = play_game([RandomBot()] * 3, Rules(3, rounds=1), rng=rng).final()
    flop_due = dealt
    while flop_due.actor is not None:
        flop_due = flop_due.apply(Bet(flop_due.actor, 0, 1))
    for state in (start, dealt, flop_due, over):
        with pytest.raises(SeatError):
            bot.choose(state.public_view(), rng)
        for seat in range(3):
            if seat != state.actor:
                assert not state.view(seat).legal_actions()
                with pytest.raises(ArgumentError):
                    bot.choose(state.view(seat), rng)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wrong", [7, "7", random, random.Random])
def test_a_bot_refuses_what_is_no_generator(kind: str, wrong: Any) -> None:
    start = new_game(Rules(3, rounds=1), dealer=0)
    view = start.apply(random_deal(start)).view(1)
    with pytest.raises(ArgumentTypeError, match=r"random\.Random"):
        KINDS[kind]().choose(view, wrong)


class Says:
    """A model that says the same of every bet."""

    def __init__(self, value: object) -> None:
        self.value = value

    def likelihood(self, view: PlayerView, bet: Bet, /) -> Any:
        return self.value


def test_a_model_bot_needs_a_model_that_makes_some_bet() -> None:
    view, rng = first_view("As 3c 4c Qd 7c Kh"), random.Random(1)
    for zero in (0, 0.0, False):
        with pytest.raises(ArgumentError):
            ModelBot(Says(zero)).choose(view, rng)
    for wrong in ("1", None, float("nan"), -0.1, 1.1, float("inf"), 1j, [1], 10**400):
        with pytest.raises(ArgumentError):
            ModelBot(Says(wrong)).choose(view, rng)
    assert ModelBot(Says(1)).choose(view, rng) in view.legal_actions()
    for no_model in (None, 5, "softmax", SoftmaxModel, Says):
        with pytest.raises(ArgumentError):
            ModelBot(no_model)  # type: ignore[arg-type]
        with pytest.raises(ArgumentError):
            DetectiveBot(no_model)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError):
        DetectiveBot(UniformModel())  # type: ignore[arg-type]


def scorings(rules: Rules, seed: int) -> list[GameState]:
    """The states of a game of beginners right after each scoring."""
    bots = [NaiveBot()] * rules.players
    states = play_game(bots, rules, rng=random.Random(seed)).states()
    return [b for a, b in pairwise(states) if b.hand_number > a.hand_number]


def first_bet(rules: Rules, seed: int) -> PlayerView:
    state = new_game(rules, rng=random.Random(seed))
    state = state.apply(random_deal(state, random.Random(seed)))
    return state.view(state.actor)


@pytest.mark.parametrize("hands", [1, 2, 6])
def test_the_detective_forgets_at_the_first_view_of_another_game(hands: int) -> None:
    rules = Rules(3)
    bot, fresh = DetectiveBot(), DetectiveBot()
    strangers = [bot.model_of(seat) for seat in range(3)]
    # hands < 6: the game before ended early.
    for ended in scorings(rules, 1)[:hands]:
        bot.observe(ended.view(0))
    assert [bot.model_of(seat) for seat in range(3)] != strangers
    view = first_bet(rules, 2)
    expected = fresh.choose(view, random.Random(3))
    for ask in (bot.choose, lambda view, _rng: bot.deduce(view)):
        answer = ask(view, random.Random(3))
        assert answer in (expected, fresh.deduce(view))
        assert [bot.model_of(seat) for seat in range(3)] == strangers
        bot.observe(scorings(rules, 1)[0].view(0))


def later_view(state: GameState) -> PlayerView:
    state = state.apply(random_deal(state, random.Random(5)))
    return state.view(state.actor)


def test_the_detective_tells_games_apart_in_the_middle_too() -> None:
    rules = Rules(3)
    one, other = scorings(rules, 1), scorings(rules, 2)
    assert one[0].score_sheet != other[0].score_sheet
    strangers = DetectiveBot().model_of(1)

    def learned() -> DetectiveBot:
        bot = DetectiveBot()
        for ended in one[:2]:
            bot.observe(ended.view(0))
        return bot

    bot = learned()
    known = bot.model_of(1)
    assert known != strangers
    # The same game goes on, perhaps with hands that were not shown.
    for state in (one[1], one[1], one[3]):
        bot.deduce(later_view(state))
        assert bot.model_of(1) == known
    # Another game, or a time before what was learned.
    for state in (one[0], other[0], other[1], other[3]):
        bot = learned()
        bot.deduce(later_view(state))
        assert bot.model_of(1) == strangers
    # Other rules, another dealer.
    view = later_view(one[1])
    bot = learned()
    bot.deduce(replace(view, rules=Rules(3, rounds=3)))
    assert bot.model_of(1) == strangers
    # A scoring of another game tells of that game alone.
    for state in (other[0], other[2]):
        bot, fresh = learned(), DetectiveBot()
        bot.observe(state.view(0))
        fresh.observe(state.view(0))
        assert [bot.model_of(seat) for seat in range(3)] == [
            fresh.model_of(seat) for seat in range(3)
        ]


def test_the_detective_keeps_what_it_knows_when_it_is_shown_what_is_no_scoring() -> None:
    bot = DetectiveBot()
    ended = scorings(Rules(3), 1)[0]
    bot.observe(ended.view(0))
    known = bot.model_of(1)
    for wrong in (None, 5, "view", later_view(ended), new_game(Rules(3), dealer=0).view(0)):
        with pytest.raises(ArgumentError):
            bot.observe(wrong)  # type: ignore[arg-type]
    bot.observe(ended.view(0))
    assert bot.model_of(1) == known


def test_a_detective_that_plays_two_games_plays_the_second_as_if_it_was_the_first() -> None:
    rules = Rules(3, rounds=1)

    def play(bot: Bot) -> Record:
        return play_game([bot, NaiveBot(), NaiveBot()], rules, rng=random.Random(7))

    used = DetectiveBot()
    for ended in scorings(rules, 1):
        used.observe(ended.view(0))
    assert play(used) == play(DetectiveBot()) == play(used)
