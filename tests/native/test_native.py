"""The native core: every backend against plain C and against answers found by trying everything."""

import os
import random
import subprocess
import sys
from array import array
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, perm

import pytest

import detective_poker as dp
import reference as ref
from detective_poker import _core, hands, rules
from detective_poker._native import ffi, lib
from detective_poker.inference import values

BACKENDS = hands.backends()
PLAIN = len(BACKENDS) - 1

CATEGORY_COUNTS = {
    2: [1248, 78, 0, 0, 0, 0, 0, 0, 0],
    3: [18304, 3744, 0, 52, 0, 0, 0, 0, 0],
    4: [183040, 82368, 2808, 2496, 0, 0, 0, 13, 0],
    5: [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40],
    6: [6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844],
    7: [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584],
}
"""Hands of so many cards by category, as published."""


@pytest.fixture(params=range(len(BACKENDS)), ids=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Iterator[int]:
    used = lib.dp_backend()
    number: int = request.param
    assert lib.dp_use_backend(number) == lib.DP_OK
    yield number
    lib.dp_use_backend(used)


def random_masks(rng: random.Random, count: int) -> "array[int]":
    bits = [card.bit for card in dp.DECK]
    return array("Q", [sum(rng.sample(bits, rng.randint(2, 7))) for _ in range(count)])


def near_masks(rng: random.Random, count: int) -> "array[int]":
    """Hands that are often more than a pair: seven cards of a short deck of few ranks or suits."""
    masks = array("Q")
    for _ in range(count):
        ranks = rng.sample(range(13), rng.choice([3, 5, 8, 13]))
        suits = rng.sample(range(4), rng.choice([2, 3, 4]))
        bits = [1 << (16 * suit + rank) for suit in suits for rank in ranks]
        masks.append(sum(rng.sample(bits, min(len(bits), rng.randint(4, 7)))))
    return masks


def bits(cards: Sequence[str]) -> int:
    return dp.card_mask(dp.Card(card) for card in cards)


# --- Backends ------------------------------------------------------------------------------------


def test_plain_is_always_there_and_last() -> None:
    assert BACKENDS[-1] == "plain"
    assert hands.backend() in BACKENDS
    assert lib.dp_backend_name(len(BACKENDS)) == ffi.NULL
    assert lib.dp_backend_name(-1) == ffi.NULL


@pytest.mark.parametrize("number", [-1, -(2**31), len(BACKENDS), 2**31 - 1])
def test_a_backend_that_is_not_there_is_refused(number: int) -> None:
    used = lib.dp_backend()
    assert lib.dp_use_backend(number) == lib.DP_BAD_BACKEND
    assert lib.dp_backend() == used


def test_use_a_backend(backend: int) -> None:
    assert lib.dp_backend() == backend
    assert hands.backend() == BACKENDS[backend]


def run_with_backend(name: str, code: str) -> str:
    environment = os.environ | {_core.BACKEND_VARIABLE: name}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.mark.parametrize("name", BACKENDS)
def test_the_environment_chooses_a_backend(name: str) -> None:
    code = "from detective_poker import hands; print(hands.backend())"
    assert run_with_backend(name, code) == name


def test_an_unknown_backend_is_refused_at_first_use() -> None:
    code = """
from array import array
from detective_poker import ArgumentError, mask_strength, strengths
assert mask_strength(3)
for _ in range(2):
    try:
        strengths(array("Q", [3]))
    except ArgumentError as error:
        print("nonsense" in str(error))
"""
    assert run_with_backend("nonsense", code).split() == ["True", "True"]


# --- Hands ---------------------------------------------------------------------------------------


def test_batches_of_every_length(backend: int) -> None:
    rng = random.Random(backend)
    for length in range(101):
        masks = random_masks(rng, length)
        assert list(dp.strengths(masks)) == [dp.mask_strength(mask) for mask in masks]


def test_batches_at_every_alignment(backend: int) -> None:
    masks = near_masks(random.Random(backend), 120)
    expected = [dp.mask_strength(mask) for mask in masks]
    out = array("I", [0]) * 140
    for start, out_start in product(range(9), range(17)):
        length = 100
        view = memoryview(out)[out_start : out_start + length]
        dp.strengths(memoryview(masks)[start : start + length], view)
        assert view.tolist() == expected[start : start + length]
    assert list(out[120:]) == [0] * 20


def test_many_strong_hands(backend: int) -> None:
    masks = near_masks(random.Random(backend), 20_000)
    assert list(dp.strengths(masks)) == [dp.mask_strength(mask) for mask in masks]


SUITED = [(suit, rank) for suit in range(4) for rank in range(9)]

BAD_MASKS = (
    0,
    1,
    1 << 51,
    0xFF,
    0x1FFF,
    0x1FFF1FFF1FFF1FFF,
    2**64 - 1,
    3 | 1 << 13,
    3 | 1 << 14,
    3 | 1 << 15,
    3 | 1 << 31,
    3 | 1 << 47,
    3 | 1 << 63,
    1 << 13 | 1 << 30,
)


@pytest.mark.parametrize("bad", BAD_MASKS)
def test_a_bad_mask_at_any_place_is_named(backend: int, bad: int) -> None:
    masks = random_masks(random.Random(backend), 97)
    expected = list(dp.strengths(masks))
    for index in range(len(masks)):
        good, masks[index] = masks[index], bad
        out = array("I", [7]) * len(masks)
        with pytest.raises(dp.CardError, match=f"index {index} "):
            dp.strengths(masks, out)
        assert list(out) == expected[:index] + [7] * (len(masks) - index)
        masks[index] = good


def test_the_first_of_many_bad_masks_is_named(backend: int) -> None:
    masks = random_masks(random.Random(backend), 70)
    masks[69] = masks[41] = masks[40] = 1
    with pytest.raises(dp.CardError, match="index 40 "):
        dp.strengths(masks)


@pytest.mark.parametrize("cards", [2, 3, 4, 5])
def test_categories_of_all_hands(backend: int, cards: int) -> None:
    counts = ffi.new("uint64_t[]", lib.DP_CATEGORIES)
    assert lib.dp_count_categories(cards, counts) == lib.DP_OK
    assert ffi.unpack(counts, lib.DP_CATEGORIES) == CATEGORY_COUNTS[cards]
    assert sum(CATEGORY_COUNTS[cards]) == comb(52, cards)


@pytest.mark.skipif(PLAIN == 0, reason="takes seconds in plain C; tests/proof counts them")
@pytest.mark.parametrize("cards", [6, 7])
def test_categories_of_all_longer_hands(cards: int) -> None:
    counts = ffi.new("uint64_t[]", lib.DP_CATEGORIES)
    assert lib.dp_count_categories(cards, counts) == lib.DP_OK
    assert ffi.unpack(counts, lib.DP_CATEGORIES) == CATEGORY_COUNTS[cards]


@pytest.mark.parametrize("cards", [-1, 0, 1, 8])
def test_no_categories_of_no_hands(cards: int) -> None:
    counts = ffi.new("uint64_t[]", lib.DP_CATEGORIES)
    assert lib.dp_count_categories(cards, counts) == lib.DP_BAD_CARDS


def test_two_cards_have_91_strengths(backend: int) -> None:
    masks = array("Q", [a.bit | b.bit for a, b in combinations(dp.DECK, 2)])
    assert len(set(dp.strengths(masks))) == 91


def test_best_cards_of_strong_hands() -> None:
    masks = [0x1F << (16 * suit + rank) | 0b11 << 16 * (3 - suit) for suit, rank in SUITED]
    wheel = [(0x100F | 0x30) << 16 * suit for suit in range(4)]
    for mask in [*masks, *wheel, *near_masks(random.Random(4), 300)]:
        cards = [str(card) for card in dp.DECK if card.bit & mask]
        found = dp.evaluate(map(dp.Card, cards))
        assert [str(card) for card in found.cards] == ref.best_five(cards)
        assert found.category == ref.category(cards)


# --- Odds ----------------------------------------------------------------------------------------


class Table:
    """A random view as the core reads it, with so few unseen cards that all can be tried."""

    def __init__(self, rng: random.Random, players: int, board_cards: int, unseen: int) -> None:
        # A few ranks, so that hands tie and straights and flushes come up.
        first = rng.randrange(13)
        near = [card for card in ref.DECK if (ref.RANKS.index(card[0]) - first) % 13 < 7]
        if rng.random() < 0.4:
            near.sort(key=lambda card: (card[1] == "h", rng.random()), reverse=True)
            near = near[: players + board_cards + unseen]
        deck = rng.sample(near, players + board_cards + unseen)
        self.players = players
        self.own, *self.faces = deck[:players]
        self.board = deck[players : players + board_cards]
        self.unseen = deck[players + board_cards :]
        self.dead = [card for card in ref.DECK if card not in deck]
        assert len(self.unseen) == unseen

    def core(self) -> tuple[int, ...]:
        faces = [bits([card]) for card in self.faces] + [0] * (4 - self.players)
        return self.players, bits([self.own]), *faces, bits(self.board), bits(self.dead)

    def counts(self, board: Sequence[str] = (), dead: Sequence[str] = ()) -> list[int]:
        best, weakest, worlds = ref.brute_force_odds(
            self.players,
            0,
            self.own,
            [None, *self.faces],
            [*self.board, *board],
            [*self.dead, *dead],
        )
        spare = [0] * (4 - self.players)
        return [*best, *spare, *weakest, *spare, worlds]

    def standings(self, world: Sequence[str], board: Sequence[str]) -> list[int]:
        """Who is best, then weakest, 0 or 1 each, as the core orders it."""
        known = [self.own, *self.faces]
        keys = [rank(card, other, *board) for card, other in zip(known, world, strict=True)]
        top, bottom = max(keys), min(keys)
        spare = [0] * (4 - self.players)
        best, weakest = [int(key == top) for key in keys], [int(key == bottom) for key in keys]
        return [*best, *spare, *weakest, *spare]


@cache
def rank(*cards: str) -> tuple[int, ...]:
    return ref.rank_hand(cards)


def odds(table: Table) -> list[int]:
    counts = ffi.new("uint64_t[]", lib.DP_ODDS)
    assert lib.dp_odds(*table.core(), counts) == lib.DP_OK
    return ffi.unpack(counts, lib.DP_ODDS)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("board_cards", [0, 3, 4, 5])
def test_odds_by_trying_all(backend: int, players: int, board_cards: int) -> None:
    rng = random.Random(f"{players} {board_cards}")
    for unseen in (players, 5, 6, 8):
        table = Table(rng, players, board_cards, unseen)
        assert odds(table) == table.counts()


def full_views(rng: random.Random, count: int) -> list[tuple[int, ...]]:
    views: list[tuple[int, ...]] = []
    for _ in range(count):
        players, board_cards = rng.choice([3, 4]), rng.choice([0, 3, 4, 5])
        deck = [card.bit for card in rng.sample(dp.DECK, 12)]
        known = [*deck[:players], *[0] * (4 - players)]
        board, dead = deck[4 : 4 + board_cards], deck[9 : 9 + rng.randint(0, 3)]
        views.append((players, *known, sum(board), sum(dead)))
    return views


def test_odds_are_the_same_on_every_backend(backend: int) -> None:
    views = full_views(random.Random(1), 60)
    words = array("Q", [word for view in views for word in view])
    many = ffi.new("uint64_t[]", lib.DP_ODDS * len(views))
    many_plain = ffi.new("uint64_t[]", lib.DP_ODDS * len(views))
    source = ffi.from_buffer("uint64_t[]", words)
    assert lib.dp_odds_many(source, len(views), many) == -1
    one_by_one: list[int] = []
    for view in views:
        counts = ffi.new("uint64_t[]", lib.DP_ODDS)
        assert lib.dp_odds(*view, counts) == lib.DP_OK
        one_by_one += ffi.unpack(counts, lib.DP_ODDS)
    lib.dp_use_backend(PLAIN)
    assert lib.dp_odds_many(source, len(views), many_plain) == -1
    size = lib.DP_ODDS * len(views)
    assert ffi.unpack(many, size) == ffi.unpack(many_plain, size) == one_by_one


BAD_VIEWS = [
    ((2, 1, 2, 4, 0, 0, 0), "DP_BAD_PLAYERS"),
    ((5, 1, 2, 4, 8, 0, 0), "DP_BAD_PLAYERS"),
    ((3, 1, 2, 4, 8, 0, 0), "DP_BAD_CARDS"),
    ((4, 1, 2, 4, 0, 0, 0), "DP_BAD_CARDS"),
    ((4, 1, 2, 4, 4, 0, 0), "DP_BAD_CARDS"),
    ((4, 3, 4, 8, 16, 0, 0), "DP_BAD_CARDS"),
    ((4, 1, 2, 4, 8, 16, 0), "DP_BAD_CARDS"),
    ((4, 1, 2, 4, 8, 0x3F0, 0), "DP_BAD_CARDS"),
    ((4, 1, 2, 4, 8, 0x38, 0), "DP_BAD_CARDS"),
    ((4, 1, 2, 4, 8, 0x70, 0x10), "DP_BAD_CARDS"),
    ((4, 1, 2, 4, 8, 0, 8), "DP_BAD_CARDS"),
    ((4, 1, 2, 4, 1 << 13, 0, 0), "DP_BAD_CARDS"),
    ((4, 1, 2, 4, 8, 0, 1 << 63), "DP_BAD_CARDS"),
    ((4, 1, 2, 4, 8, 0, 0x1FFF1FFF1FFF1FC0), "DP_BAD_CARDS"),
]


@pytest.mark.parametrize(("view", "code"), BAD_VIEWS)
def test_views_of_no_deck_are_refused(view: tuple[int, ...], code: str) -> None:
    counts = ffi.new("uint64_t[]", lib.DP_ODDS * 3)
    doubles = ffi.new("double[]", lib.DP_POSTERIOR_SIZE)
    ones = ffi.new("double[]", [1.0] * (3 * 52 * 52))
    expected = getattr(lib, code)
    assert lib.dp_odds(*view, counts) == expected
    assert lib.dp_odds_next(*view, False, counts) == expected
    assert lib.dp_odds_sampled(*view, 5, False, 1, 0, doubles) == expected
    assert lib.dp_posterior(*view, 1, ones, doubles) == expected
    good = full_views(random.Random(2), 2)
    words = ffi.new("uint64_t[]", [*good[0], *view, *good[1]])
    counts[lib.DP_ODDS] = 77
    assert lib.dp_odds_many(words, 3, counts) == 1
    assert counts[lib.DP_ODDS] == 77
    assert lib.dp_odds_many(words, 0, counts) == -1


def test_too_many_players_for_an_int_are_refused() -> None:
    counts = ffi.new("uint64_t[]", lib.DP_ODDS)
    view = ffi.new("uint64_t[]", [2**32 + 4, 1, 2, 4, 8, 0, 0])
    assert lib.dp_odds_many(view, 1, counts) == 0


def test_cards_that_are_no_deal_have_no_standings() -> None:
    text = b"2c3c4c5c6c7c8c9cTcJcQcKcAc"
    assert lib.dp_score_streets(4, text, ffi.NULL, ffi.NULL) >= 0
    assert lib.dp_score_streets(5, text, ffi.NULL, ffi.NULL) == lib.DP_BAD_PLAYERS
    for bad in (b"1c", b"Tx", b"2c", b""):
        for out in (ffi.NULL, ffi.new("uint8_t[]", lib.DP_HAND_SIZE * 16)):
            code = lib.dp_score_streets(4, text[:-2] + bad, ffi.NULL, out)
            assert code == lib.DP_BAD_CARDS


@pytest.mark.parametrize("players", [3, 4])
def test_the_hands_of_a_deal(players: int) -> None:
    rng = random.Random(players)
    count = players * lib.DP_STREETS
    for _ in range(200):
        cards = rng.sample(dp.DECK, 2 * players + 5)
        text = "".join(cards).encode()
        # One more of each, to see that nothing is written after the last.
        strengths = ffi.new("uint32_t[]", [77] * (count + 1))
        found = ffi.new("uint8_t[]", [77] * (lib.DP_HAND_SIZE * count + 1))
        standings = lib.dp_score_streets(players, text, strengths, found)
        assert standings == lib.dp_score_streets(players, text, ffi.NULL, ffi.NULL) > 0
        expected = [
            dp.evaluate([cards[seat], cards[players + seat], *cards[2 * players :][:on_board]])
            for on_board in (0, 3, 4, 5)
            for seat in range(players)
        ]
        assert ffi.unpack(strengths, count + 1) == [hand.strength for hand in expected] + [77]
        numbers = ffi.unpack(found, lib.DP_HAND_SIZE * count + 1)
        assert numbers.pop() == 77
        for place, hand in enumerate(expected):
            size, *best = numbers[lib.DP_HAND_SIZE * place :][: lib.DP_HAND_SIZE]
            assert tuple(dp.DECK[index] for index in best[:size]) == hand.cards


# --- Rules ---------------------------------------------------------------------------------------


def test_the_core_has_the_numbers_of_the_rules() -> None:
    assert lib.DP_CHIPS == rules.CHIPS
    assert lib.DP_MIN_BET == rules.MIN_BET
    assert lib.DP_MAX_BET == rules.MAX_BET
    assert len(dp.Street) == lib.DP_STREETS
    assert dp.Street.RIVER.board_cards == lib.DP_BOARD_CARDS
    assert len(dp.DECK) == lib.DP_DECK
    assert len(dp.HandCategory) == lib.DP_CATEGORIES
    assert len(dp.ActionCard) == lib.DP_ACTION_CARDS
    bits = [lib.DP_PLUS_ONE, lib.DP_CLOCKWISE, lib.DP_BLUFF, lib.DP_BLANK]
    names = ["PLUS_ONE", "CLOCKWISE", "BLUFF", "BLANK"]
    assert bits == [1 << tuple(dp.ActionCard).index(dp.ActionCard[name]) for name in names]


def test_the_core_reads_tables_of_values_as_they_are_laid_out() -> None:
    assert lib.DP_MAX_SPARE == values.MAX_SPARE
    assert len(values.values_by_odds(dp.Rules())) == lib.DP_VALUES_SIZE
    places: list[int] = []
    for to_come, spare, plus_one, bluff in product(
        range(1, lib.DP_STREETS), range(lib.DP_MAX_SPARE + 1), (False, True), (False, True)
    ):
        place = lib.DP_VALUES_OF_STREET * (to_come - 1) + lib.DP_VALUES_OF_CHIP * spare
        place += lib.DP_VALUES_OF_PLUS_ONE * plus_one + lib.DP_VALUES_OF_BLUFF * bluff
        assert place == values.value_index(to_come, spare, plus_one, bluff)
        places.append(place)
    assert sorted(places) == list(range(lib.DP_VALUES_SIZE))


def test_the_core_takes_the_bets_that_keep_a_chip_for_each_street_to_come() -> None:
    odds = ffi.new("double[]", [0.25] * lib.DP_PAIR_ODDS_SIZE)
    out = ffi.new("double[]", lib.DP_DECK**2)
    foreheads, boards = ffi.new("uint64_t[]", [0, 1, 2, 4]), ffi.new("uint64_t[]", [0] * 4)
    model = ffi.new("double[]", [lib.DP_SOFTMAX, 0.5, 0.1, 0, 0, 1])
    values = ffi.new("double[]", lib.DP_VALUES_SIZE)

    def takes(plan: tuple[int, ...]) -> bool:
        bets = bytes(byte for chips in plan for byte in (0, chips, 0))
        code = lib.dp_bet_weights(
            *(4, 0, 1, foreheads, boards, 0x1FFF1FFF1FFF1FF0, len(plan), bets),
            *(odds, odds, odds, odds, 1, model, values, out),
        )
        assert code in (lib.DP_OK, lib.DP_BAD_BETS)
        return code == lib.DP_OK

    plans = [plan for plan in product(range(5), repeat=4) if takes(plan)]
    # Four bets that each keep a chip for every street to come are those of no more than all chips.
    amounts = range(rules.MIN_BET, rules.MAX_BET + 1)
    assert plans == [plan for plan in product(amounts, repeat=4) if sum(plan) <= rules.CHIPS]
    assert len(plans) == 31
    starts = {plan[:length] for plan in plans for length in range(1, 4)}
    for length in range(1, 4):
        for start in product(range(5), repeat=length):
            assert takes(start) == (start in starts)


# --- Later streets -------------------------------------------------------------------------------


def next_odds(table: Table, expert: bool) -> list[int]:
    counts = ffi.new("uint64_t[]", lib.DP_ODDS)
    assert lib.dp_odds_next(*table.core(), expert, counts) == lib.DP_OK
    return ffi.unpack(counts, lib.DP_ODDS)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("board_cards", [3, 4])
def test_the_next_card_by_trying_all(backend: int, players: int, board_cards: int) -> None:
    table = Table(random.Random(players + board_cards), players, board_cards, players + 2)
    expected = [0] * 9
    for card in table.unseen:
        counts = table.counts([card], ())
        expected = [a + b for a, b in zip(expected, counts, strict=True)]
    assert next_odds(table, expert=False) == expected
    assert expected[8] == perm(players + 2, players + 1)


def expert_probabilities(table: Table) -> list[Fraction]:
    """Deal the hidden cards first, then turn up one card after the other until one fits."""
    total = [Fraction(0)] * 8
    ranks = {card[0] for card in table.board}
    for world in permutations(table.unseen, table.players):
        rest = [card for card in table.unseen if card not in world and card[0] not in ranks]
        for card in rest:
            found = table.standings(world, [*table.board, card])
            total = [a + Fraction(b, len(rest)) for a, b in zip(total, found, strict=True)]
    return [value / perm(len(table.unseen), table.players) for value in total]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("board_cards", [3, 4])
def test_the_next_card_in_expert_mode(backend: int, players: int, board_cards: int) -> None:
    rng = random.Random(10 * players + board_cards)
    tried = 0
    while tried < 2:
        table = Table(rng, players, board_cards, players + 3)
        ranks = {card[0] for card in table.board}
        fitting = sum(card[0] not in ranks for card in table.unseen)
        if fitting <= players or fitting == len(table.unseen):
            continue
        counts = next_odds(table, expert=True)
        assert [Fraction(c, counts[8]) for c in counts[:8]] == expert_probabilities(table)
        tried += 1


def test_the_next_card_needs_a_card() -> None:
    table = Table(random.Random(5), 4, 4, 4)
    counts = ffi.new("uint64_t[]", lib.DP_ODDS)
    assert lib.dp_odds_next(*table.core(), False, counts) == lib.DP_BAD_CARDS
    for board_cards in (0, 5):
        table = Table(random.Random(5), 4, board_cards, 8)
        assert lib.dp_odds_next(*table.core(), False, counts) == lib.DP_BAD_STREET


def sampled(
    view: tuple[int, ...], board: int, expert: bool, samples: int, seed: int
) -> list[float]:
    out = ffi.new("double[]", lib.DP_SAMPLED_ODDS)
    assert lib.dp_odds_sampled(*view, board, expert, samples, seed, out) == lib.DP_OK
    return ffi.unpack(out, lib.DP_SAMPLED_ODDS)


@pytest.mark.parametrize("expert", [False, True])
def test_samples_depend_on_the_seed_alone(backend: int, expert: bool) -> None:
    for view in full_views(random.Random(6), 10):
        if view[5].bit_count() < 5:
            first = sampled(view, 5, expert, 20, 11)
            assert sampled(view, 5, expert, 20, 12) != first
            lib.dp_use_backend(PLAIN)
            assert sampled(view, 5, expert, 20, 11) == first
            lib.dp_use_backend(backend)


@pytest.mark.parametrize("expert", [False, True])
def test_samples_approach_the_exact_odds(expert: bool) -> None:
    samples = 4000
    for seed, board_cards in enumerate([3, 4]):
        table = Table(random.Random(8 + seed), 4, board_cards, 12)
        exact = next_odds(table, expert)
        found = sampled(table.core(), board_cards + 1, expert, samples, seed)
        for i in range(8):
            mean = found[i] / samples
            error = (max(found[8 + i] / samples - mean**2, 0) / samples) ** 0.5
            assert abs(mean - exact[i] / exact[8]) <= 5 * error + 1e-12


def test_samples_need_cards_and_a_later_street() -> None:
    out = ffi.new("double[]", lib.DP_SAMPLED_ODDS)
    table = Table(random.Random(5), 4, 3, 5)
    assert lib.dp_odds_sampled(*table.core(), 5, False, 1, 0, out) == lib.DP_BAD_CARDS
    for board_cards in (2, 3, 6):
        code = lib.dp_odds_sampled(*table.core(), board_cards, False, 1, 0, out)
        assert code == lib.DP_BAD_STREET
    assert sampled(table.core(), 4, False, 0, 0) == [0.0] * 16


# --- From a view ---------------------------------------------------------------------------------


def a_view(mode: dp.Mode, street: dp.Street, seat: int, players: int = 4) -> dp.PlayerView:
    rng = random.Random(f"{mode} {street} {seat}")
    state = dp.new_game(dp.Rules(players=players, mode=mode), dealer=0)
    while state.street < street or state.phase is not dp.Phase.BET:
        if state.phase is dp.Phase.DEAL:
            state = state.apply(dp.random_deal(state, rng))
        else:
            state = state.apply(rng.choice(state.legal_actions()))
    return state.view(seat)


@pytest.mark.parametrize("players", [3, 4])
def test_many_views_at_once(players: int) -> None:
    views = [
        a_view(mode, street, seat, players)
        for mode, street, seat in product(dp.Mode, dp.Street, range(players))
    ]
    assert dp.odds_many(views) == [dp.best_hand_odds(view) for view in views]
    assert dp.odds_many(iter(views[:1])) == [dp.best_hand_odds(views[0])]
    assert dp.odds_many([]) == []


@pytest.mark.parametrize("seat", range(4))
def test_the_river_seen_from_the_turn(seat: int) -> None:
    view = a_view(dp.Mode.STANDARD, dp.Street.TURN, seat)
    odds = dp.best_hand_odds(view, dp.Street.RIVER)
    assert odds.best_error is odds.weakest_error is None
    assert odds.worlds == perm(44, 5)
    assert sum(odds.best) >= odds.worlds
    assert dp.best_hand_odds(view, dp.Street.TURN) == dp.best_hand_odds(view)


@pytest.mark.parametrize("mode", dp.Mode)
def test_sampled_streets(mode: dp.Mode) -> None:
    view = a_view(mode, dp.Street.PREFLOP, 2)
    odds = dp.best_hand_odds(view, dp.Street.TURN, samples=300, seed=5)
    assert odds == dp.best_hand_odds(view, dp.Street.TURN, samples=300, seed=5)
    assert odds != dp.best_hand_odds(view, dp.Street.TURN, samples=300, seed=6)
    more = dp.best_hand_odds(view, dp.Street.TURN, samples=10_000, seed=7)
    assert odds.best_error is not None
    assert more.best_error is not None
    for few, many, error, smaller in zip(
        odds.best_probability, more.best_probability, odds.best_error, more.best_error, strict=True
    ):
        assert abs(few - many) < 5 * error
        assert 0 < smaller < error
    assert sum(odds.best) >= odds.worlds
    assert dp.from_json(dp.to_json(odds), dp.Odds) == odds


def test_odds_refuse_what_they_cannot_answer() -> None:
    view = a_view(dp.Mode.STANDARD, dp.Street.FLOP, 0)
    with pytest.raises(dp.ArgumentError, match="over"):
        dp.best_hand_odds(view, dp.Street.PREFLOP)
    for street in (3, "river"):
        with pytest.raises(dp.ArgumentError, match="Street"):
            dp.best_hand_odds(view, street)  # type: ignore[arg-type]
    for samples in (0, 1, 10**9 + 1, 2.0, True):
        with pytest.raises(dp.ArgumentError, match="samples"):
            dp.best_hand_odds(view, dp.Street.RIVER, samples=samples)  # type: ignore[arg-type]
    for seed in (-1, 2**64, 1.0, None):
        with pytest.raises(dp.ArgumentError, match="seed"):
            dp.best_hand_odds(view, dp.Street.RIVER, seed=seed)  # type: ignore[arg-type]
    with pytest.raises(dp.ArgumentError):
        dp.odds_many([view, None])  # type: ignore[list-item]
    state = dp.new_game(dealer=0)
    with pytest.raises(dp.InvalidStateError):
        dp.odds_many([state.view(0)])
    with pytest.raises(dp.SeatError):
        dp.odds_many([state.public_view()])
