"""One game between bots: where its chance comes from, what bots are shown, and what is refused."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import detective_poker as dp
from detective_poker.bots import Bot, DetectiveBot, NaiveBot, OddsBot, RandomBot
from games import ALL_KINDS

THREE = dp.Rules(3, rounds=1)


def four_bots() -> list[Bot]:
    return [DetectiveBot(), OddsBot(), NaiveBot(), RandomBot()]


class Notes(RandomBot):
    """A random bot that notes what it is shown and given."""

    def __init__(self) -> None:
        self.views: list[dp.PlayerView] = []
        self.bets: list[dp.Bet] = []
        self.scorings: list[dp.PlayerView] = []
        self.streams: list[random.Random] = []

    def choose(self, view: dp.PlayerView, rng: random.Random, /) -> dp.Bet:
        bet = super().choose(view, rng)
        self.views.append(view)
        self.bets.append(bet)
        self.streams.append(rng)
        return bet

    def observe(self, view: dp.PlayerView, /) -> None:
        self.scorings.append(view)


class Wrong(RandomBot):
    """A random bot that does something else on the turn."""

    def __init__(self, something: Callable[[dp.PlayerView], Any]) -> None:
        self.something = something

    def choose(self, view: dp.PlayerView, rng: random.Random, /) -> dp.Bet:
        if view.street is dp.Street.TURN:
            bet: dp.Bet = self.something(view)
            return bet
        return super().choose(view, rng)


class OwnChance(random.Random):
    """A generator that has its chance in `random` and `seed` alone."""

    def seed(self, a: Any = None, version: int = 2) -> None:
        self.number = a or 0

    def random(self) -> float:
        self.number = (self.number * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return self.number / (1 << 64)


def own_chance(seed: int) -> OwnChance:
    generator = OwnChance()
    generator.seed(seed)
    return generator


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_a_whole_game_is_played(players: int, mode: dp.Mode) -> None:
    rules = dp.Rules(players, mode)
    names = ("Ann", "Bob", "Cyd", "Dot")[:players]
    record = dp.play_game(four_bots()[:players], rules, names=names)
    assert (record.rules, record.names) == (rules, names)
    assert record.final().phase is dp.Phase.OVER
    assert dp.Record.from_text(record.to_text()) == record


@pytest.mark.parametrize("generator", [random.Random, own_chance])
def test_equal_generators_give_equal_games(generator: Callable[[int], random.Random]) -> None:
    games = [dp.play_game(four_bots(), rng=generator(seed)) for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0].actions != games[2].actions


def test_without_a_generator_no_game_is_as_another() -> None:
    bots = [Notes(), Notes(), Notes()]
    random.seed(1)
    before = random.getstate()
    games = [dp.play_game(bots, THREE, dealer=0) for _ in range(2)]
    assert games[0].actions[0] != games[1].actions[0]
    # Each bot has a stream of its own in each game. It may copy it: the system's has no copy.
    streams = {id(stream): stream.getstate() for bot in bots for stream in bot.streams}
    assert len(streams) == len(set(streams.values())) == 6
    assert random.getstate() == before


def test_the_generator_gives_seeds_by_seat_then_the_dealer_then_the_deals() -> None:
    rng, same = random.Random(5), random.Random(5)
    record = dp.play_game([RandomBot()] * 4, rng=rng)
    streams = [random.Random(int(same.random() * 2**53)) for _ in range(4)]
    state = dp.new_game(rng=same)
    assert record.dealer == state.dealer
    for action in record.actions:
        if state.actor is None:
            assert action == dp.random_deal(state, same)
        else:
            assert action == RandomBot().choose(state.view(state.actor), streams[state.actor])
        state = state.apply(action)
    assert rng.getstate() == same.getstate()


def test_a_dealer_that_is_given_is_not_drawn() -> None:
    for dealer in range(3):
        assert dp.play_game([RandomBot()] * 3, THREE, dealer=dealer).dealer == dealer
    assert {dp.play_game([RandomBot()] * 3, THREE).dealer for _ in range(40)} == {0, 1, 2}


def test_a_bot_that_draws_more_changes_nobody_elses_chance() -> None:
    class Greedy(RandomBot):
        def choose(self, view: dp.PlayerView, rng: random.Random, /) -> dp.Bet:
            rng.random()
            return super().choose(view, rng)

    plain, greedy = (
        dp.play_game([bot, RandomBot(), RandomBot()], THREE, rng=random.Random(3))
        for bot in (RandomBot(), Greedy())
    )

    def without_seat_0(record: dp.Record) -> list[dp.Action]:
        return [a for a in record.actions if isinstance(a, dp.Deal) or a.seat != 0]

    # A random bot looks at its own purse only: all but seat 0's bets are the same.
    assert plain.actions != greedy.actions
    assert without_seat_0(plain) == without_seat_0(greedy)


def test_bots_are_shown_their_own_views_and_every_scoring() -> None:
    bots = [Notes(), RandomBot(), Notes()]
    record = dp.play_game(bots, dp.Rules(3), rng=random.Random(2))
    states = record.states()
    for seat, bot in enumerate(bots):
        if isinstance(bot, Notes):
            assert bot.views == [state.view(seat) for state in states if state.actor == seat]
            assert bot.scorings == [state.view(seat) for state in states if state.last_hand]
            assert len(bot.scorings) == 6


def test_an_illegal_bet_ends_the_game_with_the_bet_and_the_reason() -> None:
    for something, reason in [
        (lambda view: dp.Bet(view.seat, 0, 4), dp.IllegalReason.TOO_MANY_CHIPS),
        (lambda _view: "b 0>2 3", dp.IllegalReason.NOT_AN_ACTION),
        (lambda _view: None, dp.IllegalReason.NOT_AN_ACTION),
        (lambda _view: dp.Deal(()), dp.IllegalReason.NOT_AN_ACTION),
        (lambda view: dp.Bet((view.seat + 1) % 3, 0, 1), dp.IllegalReason.WRONG_SEAT),
    ]:
        with pytest.raises(dp.IllegalActionError) as caught:
            dp.play_game([RandomBot(), Wrong(something), RandomBot()], THREE)
        assert caught.value.reason is reason


def test_a_refusal_tells_no_secret_of_another_seat() -> None:
    """Of another's bet the state would say whether its action card is played (R8)."""

    def spies(view: dp.PlayerView) -> dp.Bet:
        # Seat 2 opens the turn: seat 0 has bet nothing on it yet, and has played its Bluff.
        return dp.Bet(0, 0, 1, dp.ActionCard.BLUFF)

    class Bluffs(RandomBot):
        def choose(self, view: dp.PlayerView, rng: random.Random, /) -> dp.Bet:
            card = dp.ActionCard.BLUFF if view.street is dp.Street.PREFLOP else None
            return dp.Bet(view.seat or 0, 0, 1, card)

    with pytest.raises(dp.IllegalActionError) as caught:
        dp.play_game([Bluffs(), RandomBot(), Wrong(spies)], THREE, dealer=2)
    assert caught.value.reason is dp.IllegalReason.WRONG_SEAT


@pytest.mark.parametrize(
    "error", [KeyError("own"), StopIteration("own"), dp.ArgumentError("own"), KeyboardInterrupt()]
)
def test_what_a_bot_raises_passes_through(error: BaseException) -> None:
    def fails(_view: dp.PlayerView) -> dp.Bet:
        raise error

    class Forgets(RandomBot):
        def observe(self, view: dp.PlayerView, /) -> None:
            fails(view)

    for bot in (Wrong(fails), Forgets()):
        with pytest.raises(type(error)) as caught:
            dp.play_game([RandomBot(), bot, RandomBot()], THREE)
        assert caught.value is error


@pytest.mark.parametrize(
    ("bots", "error"),
    [
        ([RandomBot()] * 2, dp.ArgumentError),
        ([RandomBot()] * 4, dp.ArgumentError),
        ([], dp.ArgumentError),
        (None, dp.ArgumentTypeError),
        (RandomBot(), dp.ArgumentTypeError),
        ({RandomBot(), RandomBot(), RandomBot()}, dp.ArgumentTypeError),
        (frozenset([RandomBot(), RandomBot(), RandomBot()]), dp.ArgumentTypeError),
        (["odds"] * 3, dp.ArgumentTypeError),
        ([RandomBot] * 3, dp.ArgumentTypeError),
        ([RandomBot(), RandomBot(), None], dp.ArgumentTypeError),
        ("odds", dp.ArgumentTypeError),
    ],
)
def test_bots_that_cannot_be_seated_are_refused(bots: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        dp.play_game(bots, THREE)
    assert type(caught.value) is error


def test_bots_come_from_any_iterable_in_the_order_of_their_seats() -> None:
    bots = [OddsBot(), NaiveBot(), RandomBot()]
    expected = dp.play_game(bots, THREE, rng=random.Random(1))
    assert dp.play_game(iter(bots), THREE, rng=random.Random(1)) == expected
    assert dp.play_game(bots[::-1], THREE, rng=random.Random(1)) != expected


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"rules": None}, dp.ArgumentTypeError),
        ({"rules": 3}, dp.ArgumentTypeError),
        ({"rng": 3}, dp.ArgumentError),
        ({"dealer": 3}, dp.SeatError),
        ({"dealer": -1}, dp.SeatError),
        ({"names": ("Ann", "Bob")}, dp.NotationError),
        ({"names": ("Ann", "Bob", "C\nyd")}, dp.NotationError),
        ({"names": "Ann"}, dp.ArgumentError),
        ({"names": None}, dp.ArgumentError),
    ],
)
def test_what_is_refused_is_refused_before_anybody_plays(
    options: dict[str, Any], error: type[Exception]
) -> None:
    bots = [Notes(), Notes(), Notes()]
    rng = random.Random(1)
    with pytest.raises(error):
        dp.play_game(bots, **{"rules": THREE, "rng": rng, **options})
    assert not any(bot.views for bot in bots)
    # Nor is any chance used up.
    assert rng.getstate() == random.Random(1).getstate()
