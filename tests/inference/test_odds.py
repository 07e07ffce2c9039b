"""Odds against counting every world, and worlds that are drawn evenly."""

import random
from collections import Counter
from collections.abc import Sequence
from math import factorial, perm, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

import reference
from detective_poker import (
    DECK,
    ActionCard,
    ArgumentError,
    Bet,
    Card,
    CardError,
    GameState,
    InvalidStateError,
    Mode,
    Odds,
    Phase,
    PlayerView,
    Rules,
    SeatError,
    Street,
    best_hand_odds,
    card_mask,
    deal_from,
    determinize,
    new_game,
    odds_many,
    random_deal,
    shuffled_deck,
)
from detective_poker._native import ffi, lib
from detective_poker.inference import odds
from games import ALL_KINDS, betting_states
from strategies import deck_from, states
from uniform import check_uniform


def texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def visible_and_unseen(view: PlayerView) -> tuple[list[str], list[str]]:
    """The one card of each seat that the viewer sees, and the cards that it sees nowhere."""
    assert view.own_card is not None
    visible = [str(view.own_card if card is None else card) for card in view.forehead_cards]
    seen = {*visible, *texts(view.board), *(str(card) for cards in view.discards for card in cards)}
    return visible, [card for card in reference.DECK if card not in seen]


def all_worlds(view: PlayerView) -> Odds:
    """Count every world: hands as the reference ranks them, compared a whole table at a time."""
    visible, unseen = visible_and_unseen(view)
    players, number = len(visible), len(unseen)
    board = texts(view.board)
    keys = [[reference.rank_hand([card, other, *board]) for other in unseen] for card in visible]
    order = {key: place for place, key in enumerate(sorted({key for row in keys for key in row}))}
    levels = [np.array([order[key] for key in row], np.int16) for row in keys]
    best, weakest, worlds = [0] * players, [0] * players, 0
    # One axis for each seat after the first; the first seat's card is fixed in turn.
    axes = np.meshgrid(*[np.arange(number)] * (players - 1), indexing="ij", sparse=True)
    different = np.ones((number,) * (players - 1), bool)
    for one in range(players - 1):
        for other in range(one):
            different &= axes[one] != axes[other]
    for first in range(number):
        possible = different.copy()
        for axis in axes:
            possible &= axis != first
        here = [
            levels[0][first],
            *(levels[seat][axes[seat - 1]] for seat in range(1, players)),
        ]
        top = bottom = here[0]
        for level in here[1:]:
            top, bottom = np.maximum(top, level), np.minimum(bottom, level)
        worlds += int(np.count_nonzero(possible))
        for seat in range(players):
            best[seat] += int(np.count_nonzero(possible & (top == here[seat])))
            weakest[seat] += int(np.count_nonzero(possible & (bottom == here[seat])))
    return Odds(tuple(best), tuple(weakest), worlds)


def played_to(agreed: Rules, street: Street, deck: Sequence[Card], dealer: int = 0) -> GameState:
    """A game in which a street has just been dealt."""
    state = new_game(agreed, dealer=dealer)
    while state.phase is Phase.DEAL or state.street is not street:
        deal = state.phase is Phase.DEAL
        state = state.apply(deal_from(deck, state) if deal else state.legal_actions()[0])
    return state


def clumped(seed: int) -> list[Card]:
    """A deck with equal ranks close together, for ties and Expert discards."""
    rng = random.Random(seed)
    return sorted(DECK, key=lambda card: card.rank + 2.5 * rng.random())


@pytest.mark.parametrize(("seed", "mode"), [(0, Mode.STANDARD), (1, Mode.EXPERT)])
def test_three_players_on_the_river_as_the_reference_counts(seed: int, mode: Mode) -> None:
    """By the reference's own brute force, over the full deck."""
    state = played_to(Rules(3, mode), Street.RIVER, clumped(seed))
    view = state.view(seed)
    assert view.own_card is not None
    foreheads = [None if card is None else str(card) for card in view.forehead_cards]
    dead = [str(card) for cards in view.discards for card in cards]
    best, weakest, worlds = reference.brute_force_odds(
        3, seed, str(view.own_card), foreheads, texts(view.board), dead
    )
    assert best_hand_odds(view) == Odds(tuple(best), tuple(weakest), worlds)
    assert all_worlds(view) == Odds(tuple(best), tuple(weakest), worlds)


@pytest.mark.parametrize("street", Street)
@pytest.mark.parametrize("mode", Mode)
def test_odds_of_three_players_are_a_count_of_all_worlds(mode: Mode, street: Street) -> None:
    """Every street, both modes, every seat."""
    for seed in range(2):
        deck = clumped(seed) if seed else shuffled_deck(random.Random(street))
        state = played_to(Rules(3, mode), street, deck, dealer=seed)
        for seat in range(3):
            view = state.view(seat)
            assert best_hand_odds(view) == all_worlds(view)


@pytest.mark.parametrize("street", Street)
@pytest.mark.parametrize("mode", Mode)
def test_odds_of_four_players_are_a_count_of_all_worlds(mode: Mode, street: Street) -> None:
    """Every street, both modes, a seat each."""
    deck = clumped(street) if mode is Mode.EXPERT else shuffled_deck(random.Random(street))
    state = played_to(Rules(4, mode), street, deck, dealer=int(street))
    view = state.view((street + (mode is Mode.EXPERT)) % 4)
    assert best_hand_odds(view) == all_worlds(view)


def test_the_cases_above_hold_discards_and_ties() -> None:
    """Guards their decks."""
    states = [played_to(Rules(4, Mode.EXPERT), Street.RIVER, clumped(seed)) for seed in range(4)]
    assert all(any(state.discards) for state in states)
    odds = best_hand_odds(states[3].view(0))
    assert sum(odds.best) > odds.worlds
    assert sum(odds.weakest) > odds.worlds


def test_if_the_board_is_everybodys_hand_all_are_best_and_weakest() -> None:
    """R4: ties count for each, so the probabilities sum to more than 1."""
    for players in (3, 4):
        hole = "2c 3c 4c 5c 2d 3d 4d 5d" if players == 4 else "2c 3c 4c 2d 3d 4d"
        deck = deck_from(f"{hole} 6c As Ks Qs 6d Js 6h Ts")
        state = played_to(Rules(players), Street.RIVER, deck)
        for seat in range(players):
            odds = best_hand_odds(state.view(seat))
            assert odds.worlds == perm(52 - players - 5, players)
            assert odds == Odds((odds.worlds,) * players, (odds.worlds,) * players, odds.worlds)
            assert odds.best_probability == odds.weakest_probability == (1.0,) * players


@given(states())
def test_odds_are_those_of_the_present_street_and_do_not_change_with_bets(state: GameState) -> None:
    """After a street's deal and during its betting; bets are left out."""
    for seat in range(state.rules.players):
        if not state.own_cards:
            with pytest.raises(InvalidStateError):
                best_hand_odds(state.view(seat))
            continue
        odds = best_hand_odds(state.view(seat))
        players = state.rules.players
        known = players + len(state.board) + sum(map(len, state.discards))
        assert odds.worlds == perm(52 - known, players)
        assert odds.best_probability == tuple(count / odds.worlds for count in odds.best)
        assert odds.weakest_probability == tuple(count / odds.worlds for count in odds.weakest)
        for counts in (odds.best, odds.weakest):
            assert sum(counts) >= odds.worlds
            assert all(0 <= count <= odds.worlds for count in counts)
        if state.phase is Phase.BET:
            after = state.apply(state.legal_actions()[-1])
            if after.own_cards:
                assert best_hand_odds(after.view(seat)) == odds


def test_a_spectator_and_an_undealt_hand_have_no_odds() -> None:
    start = new_game(dealer=0)
    with pytest.raises(SeatError):
        best_hand_odds(start.public_view())
    with pytest.raises(InvalidStateError) as refused:
        best_hand_odds(start.view(0))
    assert len(refused.value.problems) == 1
    with pytest.raises(SeatError):
        best_hand_odds(start.apply(random_deal(start, random.Random(1))).public_view())


def test_odds_turn_with_the_seats() -> None:
    """The same cards one seat further give the same numbers one seat further."""
    deck = shuffled_deck(random.Random(8))
    one, other = (played_to(Rules(4), Street.TURN, deck, dealer=dealer) for dealer in (0, 1))
    for seat in range(4):
        odds = best_hand_odds(one.view(seat))
        turned = best_hand_odds(other.view((seat + 1) % 4))
        assert turned.best == (odds.best[-1], *odds.best[:-1])
        assert turned.weakest == (odds.weakest[-1], *odds.weakest[:-1])


@settings(max_examples=10)
@given(states(rounds=1))
def test_odds_are_the_mean_over_worlds_drawn_by_determinize(state: GameState) -> None:
    """Both know the same worlds: drawn ones are best as often as the counts say."""
    if not state.own_cards:
        return
    view, rng, draws = state.view(0), random.Random(1), 60
    odds = best_hand_odds(view)
    hits = [0] * state.rules.players
    for _ in range(draws):
        world = determinize(view, rng)
        hands = [
            reference.rank_hand(texts((own, forehead, *world.board)))
            for own, forehead in zip(world.own_cards, world.forehead_cards, strict=True)
        ]
        for seat, hand in enumerate(hands):
            hits[seat] += hand == max(hands)
    for hit, probability in zip(hits, odds.best_probability, strict=True):
        deviation = (draws * probability * (1 - probability)) ** 0.5
        assert abs(hit - draws * probability) <= 4.5 * deviation + 3


# --- Determinize ---------------------------------------------------------------------------------


def test_hidden_cards_are_uniform_over_the_cards_not_seen() -> None:
    state = played_to(Rules(3), Street.PREFLOP, shuffled_deck(random.Random(1)))
    rng = random.Random(2)
    worlds = [determinize(state.view(0), rng) for _ in range(4900)]
    for seat in (1, 2):
        check_uniform([world.own_cards[seat] for world in worlds], 49)
    check_uniform([world.forehead_cards[0] for world in worlds], 49)
    # Seat 0's own card and the other foreheads are those it sees.
    assert {world.own_cards[0] for world in worlds} == {state.own_cards[0]}
    assert {world.forehead_cards[1:] for world in worlds} == {state.forehead_cards[1:]}


def test_hidden_cards_are_drawn_independently_but_for_being_different() -> None:
    """With the cards sorted into two colours, the pairs of colours come as often as they must."""
    state = played_to(Rules(3), Street.PREFLOP, shuffled_deck(random.Random(1)))
    rng, draws = random.Random(3), 4000
    visible, unseen = visible_and_unseen(state.view(0))
    assert len(visible) == 3
    red = sum(card[1] in "dh" for card in unseen)
    both = Counter(
        sum(card.suit in (1, 2) for card in (world.own_cards[1], world.forehead_cards[0]))
        for world in (determinize(state.view(0), rng) for _ in range(draws))
    )
    expected = draws * red * (red - 1) / (49 * 48)
    assert abs(both[2] - expected) < 4 * expected**0.5


def test_a_spectators_view_is_filled_in_too() -> None:
    state = played_to(Rules(3), Street.PREFLOP, shuffled_deck(random.Random(1)))
    rng = random.Random(2)
    worlds = [determinize(state.public_view(), rng) for _ in range(5200)]
    for seat in range(3):
        check_uniform([world.own_cards[seat] for world in worlds], 52)
        check_uniform([world.forehead_cards[seat] for world in worlds], 52)


@pytest.mark.parametrize(("played", "cells"), [(1, 4), (2, 12), (3, 24), (4, 24)])
def test_placings_of_hidden_action_cards_are_uniform(played: int, cells: int) -> None:
    """4, 4·3, 4·3·2 and 4! placings, whatever was played."""
    assert cells == factorial(4) // factorial(4 - played)
    state = new_game(Rules(3), dealer=0)
    cards = (ActionCard.BLUFF, ActionCard.BLANK, ActionCard.PLUS_ONE, ActionCard.CLOCKWISE)
    while len(state.bets) < 3 * played - (played == 4):
        if state.phase is Phase.DEAL:
            state = state.apply(deal_from(DECK, state))
        else:
            state = state.apply(Bet(state.actor or 0, 0, 1, cards[state.street]))
    if played == 4:
        # Somebody has to bet last, or the hand would be scored.
        assert state.actor == 0
    rng = random.Random(played)
    for viewer, hidden in ((0, (1, 2)), (1, (2,)), (None, (1, 2))):
        view = state.public_view() if viewer is None else state.view(viewer)
        worlds = [determinize(view, rng) for _ in range(1200)]
        for seat in hidden:
            check_uniform(
                [tuple(bet.card for bet in world.bets if bet.seat == seat) for world in worlds],
                cells,
            )
        if viewer is not None:
            mine = {tuple(bet.card for bet in w.bets if bet.seat == viewer) for w in worlds}
            assert mine == {tuple(bet.card for bet in state.bets if bet.seat == viewer)}


@given(states())
def test_seeds_make_worlds(state: GameState) -> None:
    """The same seed gives the same world; without one the system draws."""
    for view in (state.view(0), state.public_view()):
        world = determinize(view, random.Random(4))
        assert world == determinize(view, random.Random(4))
        assert determinize(view).rules == state.rules


@given(states())
def test_hidden_action_cards_are_where_they_are_seen_to_be(state: GameState) -> None:
    """A bet over a card stays one, a bet over none too, and no card is played twice."""
    world = determinize(state.public_view(), random.Random(5))
    assert [bet.card is None for bet in world.bets] == [bet.card is None for bet in state.bets]
    played = [(bet.seat, bet.card) for bet in world.bets if bet.card is not None]
    assert len(set(played)) == len(played)
    for seat in range(state.rules.players):
        assert len(world.action_cards(seat)) == len(state.action_cards(seat))
        assert world.chips_left(seat) == state.chips_left(seat)


@pytest.mark.parametrize("street", Street)
@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_odds_of_cards_on_a_table_are_those_of_a_game(
    players: int, mode: Mode, street: Street
) -> None:
    state = betting_states(players, mode, street)[0]
    view = state.view(0)
    dead = [card for cards in state.discards for card in cards]
    found = odds.card_odds(
        state.own_cards[0], state.forehead_cards[1:], iter(state.board), iter(dead)
    )
    assert found == best_hand_odds(view)


@pytest.mark.parametrize("index", [0, 1, 2])
def test_a_batch_names_the_view_that_is_no_view(index: int) -> None:
    state = betting_states(3, Mode.STANDARD, Street.FLOP)[0]
    views = [state.view(seat) for seat in range(3)]
    views[index] = replace(views[index], own_card=state.board[0])
    with pytest.raises(CardError, match=f"View {index} "):
        odds_many(views)
    with pytest.raises(CardError):
        best_hand_odds(views[index])


def test_several_views_are_several() -> None:
    with pytest.raises(ArgumentError):
        odds_many(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("samples", [2, 3, 50])
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_sampled_odds_are_means_of_what_the_core_counts(
    players: int, mode: Mode, seed: int, samples: int
) -> None:
    state = betting_states(players, mode, Street.FLOP)[0]
    for seat in range(players):
        view = state.view(seat)
        found = best_hand_odds(view, Street.RIVER, samples=samples, seed=seed)
        order = [(seat + step) % players for step in range(players)]
        others = [card for s in order if (card := view.forehead_cards[s]) is not None]
        assert view.own_card is not None
        raw = ffi.new("double[]", lib.DP_SAMPLED_ODDS)
        code = lib.dp_odds_sampled(
            players,
            view.own_card.bit,
            *[card.bit for card in others],
            *([0] if players == 3 else []),
            card_mask(view.board),
            card_mask([card for cards in view.discards for card in cards]),
            5,
            mode is Mode.EXPERT,
            samples,
            ffi.new("uint64_t[]", [seed]),
            raw,
        )
        assert code == lib.DP_OK
        sums = ffi.unpack(raw, 8)
        squares = ffi.unpack(raw + 8, 8)
        # Two more cards on the board, and then a card for each player.
        discarded = sum(map(len, view.discards))
        worlds = perm(52 - players - 3 - discarded - 2, players)
        assert found.worlds == samples * worlds
        for place, at in enumerate(order):
            for counts, errors, first in (
                (found.best, found.best_error, 0),
                (found.weakest, found.weakest_error, 4),
            ):
                total, square = sums[first + place], squares[first + place]
                if mode is Mode.STANDARD:
                    # Each sample counts whole worlds.
                    assert counts[at] == round(total * worlds)
                assert -0.001 <= counts[at] - total * worlds < 1
                variance = max(square / samples - (total / samples) ** 2, 0)
                assert errors is not None
                assert errors[at] == pytest.approx(sqrt(variance / (samples - 1)), abs=1e-7)


def test_samples_seeds_and_streets_that_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    view = betting_states(3, Mode.STANDARD, Street.FLOP)[0].view(0)
    monkeypatch.setattr(odds, "_MAX_SAMPLES", 20)
    assert best_hand_odds(view, Street.RIVER, samples=20).worlds > 0
    for samples in (1, 0, -1, 21, True, 2.0):
        with pytest.raises(ArgumentError, match="samples"):
            best_hand_odds(view, Street.RIVER, samples=samples)  # type: ignore[arg-type]
    for seed in (-1, 2**64, 1.0, None):
        with pytest.raises(ArgumentError, match="seed"):
            best_hand_odds(view, Street.RIVER, samples=2, seed=seed)  # type: ignore[arg-type]
    for street in (3, "river", True):
        with pytest.raises(ArgumentError, match="Street"):
            best_hand_odds(view, street)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="over"):
        best_hand_odds(view, Street.PREFLOP)


def test_what_is_said_of_samples_and_seed_is_what_is_taken() -> None:
    view = betting_states(3, Mode.STANDARD, Street.PREFLOP)[0].view(0)
    told = best_hand_odds(view, Street.RIVER)
    assert told == best_hand_odds(view, Street.RIVER, samples=1000, seed=0)
