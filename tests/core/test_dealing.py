"""Where deals come from: chance (seeded, uniform, local) or a written-down deck (R13, R14)."""

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

import reference
from detective_poker import (
    DECK,
    ArgumentError,
    ArgumentTypeError,
    Bet,
    Card,
    CardError,
    Deal,
    GameState,
    IllegalActionError,
    IllegalReason,
    Mode,
    Phase,
    Rules,
    Street,
    deal_from,
    determinize,
    new_game,
    random_deal,
    shuffled_deck,
)
from games import ALL_KINDS
from strategies import SEEDS, Game, deck_from, decks, games, positions_of, rules
from uniform import check_uniform

GAME = """
import random
import detective_poker as dp
rng = random.Random(7)
state = dp.new_game(dp.Rules(players=4, mode=dp.Mode.EXPERT), rng=rng)
while state.phase is not dp.Phase.OVER:
    if state.phase is dp.Phase.DEAL:
        action = dp.random_deal(state, rng)
    else:
        view = state.view(state.actor)
        action = rng.choice(view.legal_actions())
        print(dp.determinize(view, rng).own_cards)
    print(action)
    state = state.apply(action)
print(state.score_sheet, state.outcome, state.last_hand)
print(*dp.shuffled_deck(rng))
"""


def test_the_same_seed_gives_the_same_game_under_every_hash_seed() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", GAME],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(printed) == 1
    assert len(printed.pop().splitlines()) == 8 * (4 + 2 * 16) + 2


def test_seeded_results_never_change() -> None:
    """A seed is as good as a record: `random.Random.random` is the same everywhere."""
    rng = random.Random(7)
    assert " ".join(shuffled_deck(rng)[:8]) == "Kc Jc 2c 4s 5h 4d Jh 9s"
    state = new_game(Rules(3), dealer=0)
    assert str(random_deal(state, random.Random(7))) == "d 9d Jc Ad 4s 5c 6c"


def test_no_global_generator_is_touched() -> None:
    random.seed(5)
    before = random.getstate()
    rng = random.Random(1)
    for given_rng in (rng, None):
        state = new_game(rng=given_rng)
        state = state.apply(random_deal(state, given_rng))
        determinize(state.view(0), given_rng)
        shuffled_deck(given_rng)
    assert random.getstate() == before


def test_without_a_generator_the_system_draws() -> None:
    """Nothing repeats by itself, not even when the global generator is seeded."""
    seen = set()
    for _ in range(2):
        random.seed(5)
        state = new_game(dealer=0)
        dealt = random_deal(state)
        view = state.apply(dealt).view(0)
        seen |= {shuffled_deck(), dealt.cards, determinize(view).own_cards}
    assert len(seen) == 6


class OwnRandom(random.Random):
    """A generator of one's own: other draws follow from `random`, as the standard library says."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.source = random.Random(seed)

    def random(self) -> float:
        return self.source.random()


class OwnBits(OwnRandom):
    def getrandbits(self, bits: int, /) -> int:
        return self.source.getrandbits(bits)


@pytest.mark.parametrize("generator", [OwnRandom, OwnBits])
def test_a_generator_of_ones_own_draws_everything(generator: type[OwnRandom]) -> None:
    def drawn(seed: int) -> list[object]:
        rng = generator(seed)
        state = new_game(rng=rng)
        dealt = random_deal(state, rng)
        view = state.apply(dealt).view(0)
        return [state.dealer, dealt, determinize(view, rng), shuffled_deck(rng)]

    assert drawn(1) == drawn(1)
    assert all(one != other for one, other in zip(drawn(1)[1:], drawn(2)[1:], strict=True))
    rng = generator(3)
    firsts = [random_deal(new_game(dealer=0), rng).cards[0] for _ in range(5200)]
    check_uniform(firsts, 52)


@given(SEEDS)
def test_shuffled_deck_is_all_52_cards(seed: int) -> None:
    deck = shuffled_deck(random.Random(seed))
    assert sorted(deck) == sorted(DECK)
    assert deck == shuffled_deck(random.Random(seed))


def test_shuffled_decks_are_uniform() -> None:
    """Every card is equally likely in every place, and so is each order of three cards."""
    rng = random.Random(1)
    shuffled = [shuffled_deck(rng) for _ in range(5200)]
    for place in (0, 1, 25, 50, 51):
        check_uniform([deck[place] for deck in shuffled], 52)
    for three in (DECK[:3], DECK[-3:]):
        check_uniform([tuple(sorted(three, key=deck.index)) for deck in shuffled], 6)


def test_first_deals_are_uniform() -> None:
    rng, state = random.Random(2), new_game(Rules(3), dealer=0)
    dealt = [random_deal(state, rng).cards for _ in range(5200)]
    assert all(len(set(cards)) == 6 for cards in dealt)
    for place in range(6):
        check_uniform([cards[place] for cards in dealt], 52)
    pairs = Counter(cards[:2] for cards in dealt)
    assert max(pairs.values()) < 14


def played_to(agreed: Rules, street: Street, deck: Sequence[Card] = DECK) -> GameState:
    """A game of which a street is about to be dealt."""
    state = new_game(agreed, dealer=0)
    while state.phase is not Phase.DEAL or state.street is not street:
        deal = state.phase is Phase.DEAL
        state = state.apply(deal_from(deck, state) if deal else state.legal_actions()[0])
    return state


@pytest.mark.parametrize(
    ("rules", "street", "unseen"),
    [
        (Rules(4), Street.FLOP, 44),
        (Rules(4, Mode.EXPERT), Street.FLOP, 44),
        (Rules(3), Street.TURN, 43),
        (Rules(4), Street.RIVER, 40),
    ],
)
def test_later_deals_are_uniform_over_the_cards_not_seen(
    rules: Rules, street: Street, unseen: int
) -> None:
    """R14: burned cards are unseen, too: they may come."""
    state, rng = played_to(rules, street), random.Random(4)
    assert len(set(DECK) - state.dealt_cards) == unseen
    check_uniform([random_deal(state, rng).cards[0] for _ in range(100 * unseen)], unseen)


def test_expert_replacements_are_as_frequent_as_they_must_be() -> None:
    """R7: the next card is any unseen one, so 9 of 41 times it is of a rank on the board."""
    deck = deck_from("2c 3c 4c 5c 6c 7c 8c 9c Ts Kh Qh Jh")
    state = played_to(Rules(4, Mode.EXPERT), Street.TURN, deck)
    assert [str(card) for card in state.board] == ["Kh", "Qh", "Jh"]
    rng, deals = random.Random(6), 8200
    dealt = [random_deal(state, rng).cards for _ in range(deals)]
    replaced = sum(len(cards) > 1 for cards in dealt)
    expected = deals * 9 / 41
    # Within four standard deviations.
    assert abs(replaced - expected) < 4 * (expected * 32 / 41) ** 0.5
    again = sum(len(cards) > 2 for cards in dealt)
    expected = deals * 9 / 41 * 8 / 40
    assert abs(again - expected) < 4 * expected**0.5
    final = [cards[-1] for cards in dealt]
    assert {card.rank for card in final}.isdisjoint(card.rank for card in state.board)
    check_uniform(final, 32)


@given(games(rounds=1), SEEDS)
def test_random_deals_are_legal_wherever_a_deal_is_due(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    for state, _, _ in positions_of(game):
        if state.phase is Phase.DEAL:
            deal = random_deal(state, rng)
            assert state.why_illegal(deal) is None
            assert not state.dealt_cards.intersection(deal.cards)


@given(rules(), st.integers(0, 2), decks())
def test_r13_r14_dealing_from_a_deck_is_dealing_as_the_reference_does(
    agreed: Rules, dealer: int, deck: tuple[Card, ...]
) -> None:
    """Own cards, forehead cards, burn, Flop, burn, Turn, burn, River, with replacements."""
    state = new_game(agreed, dealer=dealer)
    players, mode = agreed.players, agreed.mode.value
    expected = reference.deal_from_deck(players, mode, dealer, [str(card) for card in deck])
    dealt: list[Card] = []
    for street in Street:
        deal = deal_from(iter(deck), state)
        # One card is burned before each street but the first.
        start = len(dealt) + street
        assert deal.cards == deck[start : start + len(deal.cards)]
        dealt += deal.cards
        state = state.apply(deal)
        if street is Street.RIVER:
            break
        while state.phase is Phase.BET:
            state = state.apply(state.legal_actions()[0])
    assert list(state.own_cards) == expected.own
    assert list(state.forehead_cards) == expected.forehead
    assert list(state.board) == expected.board
    assert [list(cards) for cards in state.discards] == expected.discards


def test_a_written_down_deck_may_be_any_iterable_of_cards() -> None:
    state = new_game(dealer=0)
    assert deal_from(list(DECK), state) == deal_from(iter(DECK), state) == Deal(DECK[:8])


NOT_A_DECK = {
    "nothing": (),
    "51 cards": DECK[:51],
    "53 cards": (*DECK, DECK[0]),
    "a card twice": (*DECK[:51], DECK[0]),
    "text": "As Kd",
    "texts": tuple(map(str, DECK)),
    "a number": 52,
    "None": None,
    "numbers": range(52),
    "something unhashable": [[]] * 52,
}


@pytest.mark.parametrize("deck", NOT_A_DECK.values(), ids=NOT_A_DECK)
def test_a_deck_must_be_52_different_cards(deck: object) -> None:
    for state in (new_game(dealer=0), played_to(Rules(), Street.TURN)):
        cards = isinstance(deck, tuple) and all(type(card) is Card for card in deck)
        with pytest.raises(CardError if cards else ArgumentTypeError):
            deal_from(deck, state)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("street", [Street.FLOP, Street.TURN, Street.RIVER])
def test_a_deck_must_begin_with_the_cards_of_this_hand(street: Street, mode: Mode) -> None:
    """Also with the cards discarded."""
    deck = deck_from("2c 3c 4c 5d 6d 7d 2s 8h 8s 8d Th Jh 3s Td 8c Qh 4s Qd 5s")
    state = played_to(Rules(3, mode), street, deck)
    assert state.apply(deal_from(deck, state)).street is street
    wrong = [shuffled_deck(random.Random(1)), (deck[51], *deck[1:51], deck[0])]
    if street > Street.FLOP:
        # The first card of the flop and one that was never dealt change places.
        wrong.append((*deck[:7], deck[50], *deck[8:50], deck[7], deck[51]))
        if mode is Mode.EXPERT:
            # A discard and one that was never dealt, of the same rank or not.
            wrong.append((*deck[:8], deck[51], *deck[9:51], deck[8]))
    for other in wrong:
        with pytest.raises(CardError, match="begin"):
            deal_from(other, state)


@pytest.mark.parametrize("street", [Street.FLOP, Street.TURN, Street.RIVER])
@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_a_deck_deals_the_cards_of_a_hand_to_those_who_have_them(
    players: int, mode: Mode, street: Street
) -> None:
    """R13: the same cards in another order are another hand's."""
    rng = random.Random(f"{players} {mode} {street}")
    deck = list(shuffled_deck(rng))
    state = new_game(Rules(players, mode), dealer=1)
    while (state.phase, state.street) != (Phase.DEAL, street):
        if state.actor is None:
            state = state.apply(deal_from(deck, state))
        else:
            state = state.apply(Bet(state.actor, 0, 1))
    state.apply(deal_from(deck, state))
    seen = 2 * players
    for one, other in combinations(range(seen), 2):
        changed = [*deck]
        changed[one], changed[other] = deck[other], deck[one]
        with pytest.raises(CardError, match="begin"):
            deal_from(changed, state)
    # The burned card may be any.
    changed = [*deck]
    changed[seen], changed[-1] = deck[-1], deck[seen]
    assert deal_from(changed, state) == deal_from(deck, state)


def test_a_deck_that_differs_in_burned_cards_only_will_do() -> None:
    """R14: a state knows nothing of the burned cards."""
    deck = deck_from("2c 3c 4c 5d 6d 7d 2s Kh Jh Th 3s Qs")
    state = played_to(Rules(3), Street.TURN, deck)
    other = deck_from("2c 3c 4c 5d 6d 7d 2d Kh Jh Th 3d Qs")
    assert deal_from(other, state) == deal_from(deck, state) == Deal((Card.QUEEN_OF_SPADES,))


def test_outside_the_deal_phase_both_refuse() -> None:
    """With the reason that a deal would get, and no action."""
    betting = played_to(Rules(3, rounds=1), Street.PREFLOP)
    betting = betting.apply(deal_from(DECK, betting))
    over = betting
    while over.phase is not Phase.OVER:
        deal = over.phase is Phase.DEAL
        over = over.apply(deal_from(DECK, over) if deal else over.legal_actions()[0])
    for state, reason in (
        (betting, IllegalReason.EXPECTED_BET),
        (betting.apply(Bet(1, 0, 1)), IllegalReason.EXPECTED_BET),
        (over, IllegalReason.GAME_OVER),
    ):
        for refuse in (random_deal, lambda state: deal_from(DECK, state)):
            with pytest.raises(IllegalActionError) as refused:
                refuse(state)
            assert refused.value.reason is reason
            assert refused.value.action is None


def test_a_generator_of_zeros_ends_in_an_error() -> None:
    """No seed leads to this state, but a state can be set."""
    rng = random.Random()
    version, _, gauss = rng.getstate()
    rng.setstate((version, (0,) * 624 + (624,), gauss))
    state = new_game(Rules(3), dealer=0)
    with pytest.raises(ArgumentError, match="again and again"):
        random_deal(state, rng)
    assert sorted(shuffled_deck(rng)) == sorted(DECK)
    # One card is wanted, and the one that it draws is there.
    deck = (DECK[1], DECK[2], *DECK[3:], DECK[0])
    assert random_deal(played_to(Rules(), Street.TURN, deck), rng).cards == DECK[:1]
