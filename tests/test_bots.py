"""Bots bet legally, by their view and random stream alone, and the odds decide the OddsBot."""

import random
from itertools import pairwise

import pytest

from detective_poker import (
    ActionCard,
    Bet,
    Deal,
    GameState,
    Mode,
    Phase,
    PlayerView,
    Rules,
    Street,
    best_hand_odds,
    new_game,
    parse_cards,
    random_deal,
)
from detective_poker.bots import Bot, ObservingBot, OddsBot, RandomBot, observe
from detective_poker.cli.game import play_through

RULES = [Rules(players, mode) for players in (3, 4) for mode in Mode]


def betting_states(bot: Bot, rules: Rules, seed: int) -> list[tuple[GameState, Bet]]:
    """The states of a game in which a seat bets, and its bets, all by the same bot."""
    rng = random.Random(seed)
    state = new_game(rules, rng=rng)
    seen: list[tuple[GameState, Bet]] = []
    while state.phase is not Phase.OVER:
        if state.actor is None:
            state = state.apply(random_deal(state, rng))
        else:
            bet = bot.choose(state.view(state.actor), rng)
            seen.append((state, bet))
            state = state.apply(bet)
    return seen


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("bot", [RandomBot(), OddsBot()], ids=["random", "odds"])
def test_a_bot_plays_whole_games(bot: Bot, rules: Rules) -> None:
    for seed in range(3):
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
def test_the_odds_bot_bets_on_the_likeliest(rules: Rules) -> None:
    cards: set[ActionCard | None] = set()
    for seed in range(10):
        for state, bet in betting_states(OddsBot(), rules, seed):
            odds = best_hand_odds(state.view(bet.seat))
            best, weakest = max(odds.best), max(odds.weakest)
            cards.add(bet.card)
            if bet.card is ActionCard.BLUFF:
                assert odds.weakest[bet.target] == weakest > best
            else:
                assert odds.best[bet.target] == best
                if bet.card is ActionCard.PLUS_ONE:
                    assert best >= odds.worlds / 2
            most = max(legal.chips for legal in state.legal_actions())
            if state.street is Street.RIVER:
                # Chips that are left over are worth nothing.
                assert bet.chips == most
            elif bet.chips > 1:
                assert max(best, weakest) >= 0.4 * odds.worlds
    # It has no use for the other two.
    assert cards == {None, ActionCard.PLUS_ONE, ActionCard.BLUFF}


def first_view(cards: str, *, players: int = 3) -> PlayerView:
    """The opener's view preflop; dealt left of the dealer, seat 1 gets the first card."""
    state = new_game(Rules(players), dealer=0)
    return state.apply(Deal(parse_cards(cards))).view(1)


def test_the_odds_bot_stakes_most_when_it_is_sure() -> None:
    # Seat 1 sees its ace, and that seats 2 and 0 wear a seven and a two.
    view = first_view("As 3c 4c Kd 7c 2h")
    assert OddsBot().choose(view, random.Random(1)) == Bet(1, 1, 3, ActionCard.PLUS_ONE)
    # A pair of twos is not sure, but the other two are surely stronger: that is one for Bluff.
    view = first_view("2s 3c 4c 8d Ac Kh")
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
        rng = random.Random(seed)
        bots: list[Bot] = [RandomBot() for _ in range(4)]
        bots[seed % 4] = OddsBot()
        state = new_game(rules, rng=rng)
        while state.phase is not Phase.OVER:
            if state.actor is None:
                state = state.apply(random_deal(state, rng))
            else:
                state = state.apply(bots[state.actor].choose(state.view(state.actor), rng))
        assert state.outcome is not None
        wins += state.outcome.winners == (seed % 4,)
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
    states = [state for _, state in play_through(Rules(3, rounds=1), bots, 1)]
    ends = [b.view(1) for a, b in pairwise(states) if b.hand_number > a.hand_number]
    assert isinstance(bots[1], Watcher)
    assert bots[1].seen == ends
    assert len(ends) == 3
