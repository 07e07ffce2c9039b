"""Hands against the slow reference, and the fast paths over every kind of buffer."""

import ctypes
import random
import sys
import threading
from array import array
from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

import reference
from detective_poker import (
    DECK,
    Card,
    CardError,
    HandCategory,
    PokerHand,
    card_mask,
    evaluate,
    mask_strength,
    parse_cards,
    strength,
    strengths,
)
from strategies import hands

Masks = np.ndarray[tuple[int], np.dtype[np.uint64]]


def texts(cards: list[Card] | tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


# --- Against the reference -----------------------------------------------------------------------


@settings(max_examples=300)
@given(hands())
def test_category_and_best_five_are_those_of_the_reference(cards: list[Card]) -> None:
    """Best five in playing order: groups first, high first, equal ranks by bit downwards."""
    hand = evaluate(cards)
    assert hand.category == reference.category(texts(cards))
    assert texts(hand.cards) == reference.best_five(texts(cards))
    assert type(hand.category) is HandCategory
    assert all(type(card) is Card for card in hand.cards)
    assert type(hand.strength) is int


def test_random_hands_of_each_size_are_those_of_the_reference() -> None:
    """As above, but the same many hands of each size on every run, and their order as well."""
    rng = random.Random(11)
    for size in range(2, 8):
        sample = [rng.sample(DECK, size) for _ in range(120)]
        found = [evaluate(cards) for cards in sample]
        keys = [reference.rank_hand(texts(cards)) for cards in sample]
        for cards, hand, key in zip(sample, found, keys, strict=True):
            assert hand.category == key[0]
            assert texts(hand.cards) == reference.best_five(texts(cards))
        for (one, key), (other, other_key) in combinations(zip(found, keys, strict=True), 2):
            assert (one > other, one == other) == (key > other_key, key == other_key)


def _few_ranks(rng: random.Random, size: int) -> list[Card]:
    """Cards of four neighbouring ranks, where nearly every hand holds pairs and threes."""
    low = rng.randint(0, 9)
    return rng.sample([card for card in DECK if low <= card.rank - 2 < low + 4], size)


def _few_suits(rng: random.Random, size: int) -> list[Card]:
    """Cards mostly of one suit within eight ranks: flushes, straights and straight flushes."""
    low, suit = rng.randint(0, 5), rng.randint(0, 3)
    near = [card for card in DECK if low <= card.rank - 2 < low + 8]
    pool = [card for card in near if card.suit == suit] * 3 + near
    return rng.sample(list(dict.fromkeys(rng.sample(pool, len(pool)))), size)


@pytest.mark.parametrize("kind", [_few_ranks, _few_suits])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_rare_hands_are_those_of_the_reference(kind: object, size: int) -> None:
    assert callable(kind)
    rng = random.Random(size)
    found = []
    for _ in range(150):
        cards = kind(rng, size)
        hand = evaluate(cards)
        assert hand.category == reference.category(texts(cards))
        assert texts(hand.cards) == reference.best_five(texts(cards))
        found.append((reference.rank_hand(texts(cards)), hand.strength))
    by_key, by_strength = sorted(found), sorted(found, key=lambda pair: pair[1])
    assert [key for key, _ in by_key] == [key for key, _ in by_strength]
    assert len(set(found)) == len(dict(found)) == len({level for _, level in found})


def test_all_two_card_hands() -> None:
    """R1: two cards are a pair or high cards; 91 levels, in the order of the reference."""
    levels: dict[tuple[int, ...], set[int]] = {}
    for cards in combinations(DECK, 2):
        hand = evaluate(cards)
        key = reference.rank_hand(texts(cards))
        levels.setdefault(key, set()).add(hand.strength)
        assert hand.category == key[0] <= HandCategory.PAIR
        assert texts(hand.cards) == reference.best_five(texts(cards))
    assert len(levels) == 91
    ladder = [levels[key] for key in sorted(levels)]
    assert all(len(level) == 1 for level in ladder)
    assert [min(level) for level in ladder] == sorted({min(level) for level in ladder})


def test_never_more_than_five_cards_count() -> None:
    """On the Turn the best 5 of 6, on the River the best 5 of 7: a hand is its best five."""
    rng = random.Random(3)
    for _ in range(200):
        cards = rng.sample(DECK, rng.randint(5, 7))
        hand = evaluate(cards)
        assert len(hand.cards) == 5
        assert evaluate(hand.cards) == hand
        assert hand.strength == max(strength(five) for five in combinations(cards, 5))


@cache
def all_masks(size: int) -> Masks:
    """The masks of all hands of so many cards."""
    bits = np.array([card.bit for card in DECK], np.uint64)
    if size == 1:
        return bits
    smaller = all_masks(size - 1)
    # A hand is a smaller one and a card above all of its cards.
    parts = [smaller[smaller < bit] | bit for bit in bits]
    return np.concatenate(parts)


FIVE_CARD_HANDS = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]


@pytest.mark.parametrize(
    ("size", "distinct", "counts"),
    [
        (2, 91, [1248, 78]),
        (3, 455, [18_304, 3_744, 0, 52]),
        (4, 1_820, [183_040, 82_368, 2_808, 2_496, 0, 0, 0, 13]),
        (5, 7_462, FIVE_CARD_HANDS),
    ],
)
def test_all_hands_by_category(size: int, distinct: int, counts: list[int]) -> None:
    """The known count of each category over all hands, and of levels that differ."""
    masks = all_masks(size)
    levels, hands_of_level = np.unique(np.asarray(strengths(masks)), return_counts=True)
    assert len(levels) == distinct
    found: Counter[int] = Counter()
    for level, number in zip(levels.tolist(), hands_of_level.tolist(), strict=True):
        found[level >> 26] += number
    assert [found[category] for category in range(len(counts))] == counts
    assert found.total() == len(masks)


@pytest.mark.skipif(settings.get_current_profile_name() != "exhaustive", reason="takes a while")
@pytest.mark.parametrize(
    ("size", "distinct", "counts"),
    [
        (
            6,
            6075,
            [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844],
        ),
        (
            7,
            4824,
            [
                *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
                *(4_047_644, 3_473_184, 224_848, 41_584),
            ],
        ),
    ],
)
def test_all_larger_hands_by_category(size: int, distinct: int, counts: list[int]) -> None:
    """All 20 million hands of six, all 134 million of seven cards, in parts."""
    smaller = all_masks(size - 1)
    found: Counter[int] = Counter()
    for card in DECK:
        masks = smaller[smaller < card.bit] | np.uint64(card.bit)
        levels = np.asarray(strengths(masks))
        for level, number in zip(*np.unique(levels, return_counts=True), strict=True):
            found[int(level)] += int(number)
    assert len(found) == distinct
    by_category = Counter(dict.fromkeys(range(9), 0))
    for level, number in found.items():
        by_category[level >> 26] += number
    assert [by_category[category] for category in range(9)] == counts


# --- Comparing hands -----------------------------------------------------------------------------


def hand(text: str) -> PokerHand:
    return evaluate(parse_cards(text))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2h 2c", "As Kd"),
        ("3h 3c", "2s 2d"),
        ("As 3d", "Ah 2d"),
        ("Ah 2d", "Ks Qs"),
        ("6s 5d 4h 3c 2h", "Ah 5s 4d 3h 2c"),
        ("Ah 5s 4d 3h 2c", "As Ad Ah Kd Qc"),
        ("3h 3d 3c 2s 2h", "2d 2c 2s Ah Ad"),
        ("Th Td Tc 4s 4h", "Ts Td Tc 3s 3h"),
        ("Ac Jc 8c 4c 3c", "Ad Jd 8d 4d 2d"),
        ("Ah Qd 9c 7s 3h", "As Qh 9d 7c 2h"),
        ("6d 5d 4d 3d 2d", "Ad 5d 4d 3d 2d"),
        ("Ad 5d 4d 3d 2d", "As Ah Ad Ac Kd"),
        ("Kh Kd 4s 4c 9h", "Ks Kc 4h 4d 8h"),
        ("5s 5h 5d 5c Ah", "5s 5h 5d 5c Kh"),
    ],
)
def test_the_usual_order(better: str, worse: str) -> None:
    """The ace is high, low only in A-2-3-4-5; kickers count; two cards as in R1."""
    high, low = hand(better), hand(worse)
    assert high > low
    assert low < high
    assert high != low
    assert not high < low
    assert not low > high
    assert high.strength > low.strength


@pytest.mark.parametrize(
    ("one", "other"),
    [("As Kd", "Ac Kh"), ("Ac Jc 8c 4c 3c", "Ad Jd 8d 4d 3d"), ("2c 3d As Ks Qs Js Ts",) * 2],
)
def test_suits_never_break_a_tie(one: str, other: str) -> None:
    """`==` is a tie, and ties hash alike."""
    assert hand(one) == hand(other)
    assert not hand(one) < hand(other)
    assert not hand(one) > hand(other)
    assert hash(hand(one)) == hash(hand(other))
    assert len({hand(one), hand(other)}) == 1


def test_hands_compare_with_all_operators() -> None:
    """By strength; each operator answers True or False."""
    high, low, tie = (evaluate(parse_cards(text)) for text in ("As Kd", "Ks Qd", "Ah Kc"))
    assert high >= low
    assert low <= high
    assert high >= tie >= high
    assert high <= tie <= high
    assert not low >= high
    assert not high <= low
    for other in (high >= low, low <= high):
        assert other is True


def test_a_tie_is_not_unequal() -> None:
    one, tie, same = (evaluate(parse_cards(text)) for text in ("As Kd", "Ah Kc", "As Kd"))
    assert (one == tie, one != tie) == (True, False)
    assert (one == same, one != same) == (True, False)


def test_a_hand_equals_hands_only() -> None:
    king = hand("Ks 2d")
    for other in (king.strength, None, "Ks 2d", king.cards):
        assert (king == other) is False
        with pytest.raises(TypeError):
            king < other  # type: ignore[operator]  # noqa: B015


def test_a_hand_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        hand("As Kd").strength = 5  # type: ignore[misc]


@pytest.mark.parametrize("cards", ["As Ks", "4s 3s 2s", "5s 4s 3s 2s", "Ah 4s 3s 2s"])
def test_straights_and_flushes_need_five_cards(cards: str) -> None:
    """R1: two cards never make one, nor three or four."""
    assert hand(cards).category is HandCategory.HIGH_CARD


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Ah Qd 9c 7s 3h", "high card ace"),
        ("2s 3d", "high card three"),
        ("6h 6c", "pair of sixes"),
        ("8h 8c Ad Js 4h", "pair of eights"),
        ("Kh Kd 4s 4c 9h", "two pairs, kings and fours"),
        ("6s 6h 6c Qd 2h", "three of a kind, sixes"),
        ("9s 8d 7h 6c 5h", "straight to the nine"),
        ("Ah 5s 4d 3h 2c", "straight to the five"),
        ("As Kd Qh Jc Th", "straight to the ace"),
        ("Kc Jc 8c 4c 3c", "flush, king high"),
        ("Ts Td Tc 3h 3d", "full house, tens over threes"),
        ("6s 6d 6c 2h 2d Ah Kd", "full house, sixes over twos"),
        ("5s 5h 5d 5c Kh", "four of a kind, fives"),
        ("Jd Td 9d 8d 7d", "straight flush to the jack"),
        ("Ad 5d 4d 3d 2d", "straight flush to the five"),
        ("Ad Kd Qd Jd Td", "royal flush"),
    ],
)
def test_str_is_readable(cards: str, expected: str) -> None:
    assert str(hand(cards)) == expected
    assert str(hand(" ".join(cards.split()[::-1]))) == expected


def test_categories_rise_from_high_card_to_straight_flush() -> None:
    names = [category.name.lower().replace("_", " ") for category in HandCategory]
    expected = [name.replace("two pairs", "two pair") for name in reference.CATEGORIES]
    assert names == expected
    assert [category.value for category in HandCategory] == list(range(9))


# --- The fast paths ------------------------------------------------------------------------------


@given(hands())
def test_strength_and_mask_strength_are_those_of_evaluate(cards: list[Card]) -> None:
    level = evaluate(cards).strength
    assert strength(cards) == strength(iter(cards)) == mask_strength(card_mask(cards)) == level
    assert type(mask_strength(card_mask(cards))) is int


@pytest.fixture(scope="module")
def masks() -> list[int]:
    rng = random.Random(5)
    return [card_mask(rng.sample(DECK, rng.randint(2, 7))) for _ in range(200)]


@pytest.fixture(scope="module")
def levels(masks: list[int]) -> list[int]:
    return [mask_strength(mask) for mask in masks]


def test_strengths_of_an_array(masks: list[int], levels: list[int]) -> None:
    found = strengths(array("Q", masks))
    assert type(found) is array
    assert found.typecode == "I"
    assert list(found) == levels


@pytest.mark.parametrize("code", [code for code in "LQ" if array(code).itemsize == 8])
def test_strengths_takes_every_unsigned_word(
    code: str, masks: list[int], levels: list[int]
) -> None:
    assert list(strengths(array(code, masks))) == levels


def test_strengths_of_other_buffers(masks: list[int], levels: list[int]) -> None:
    from_ctypes = (ctypes.c_uint64 * len(masks))(*masks)
    as_bytes = memoryview(array("Q", masks).tobytes())
    for buffer in (from_ctypes, as_bytes.cast("Q"), memoryview(array("Q", masks))):
        assert list(strengths(buffer)) == levels


def test_strengths_of_numpy(masks: list[int], levels: list[int]) -> None:
    source = np.array(masks, np.uint64)
    assert list(strengths(source)) == levels
    assert list(strengths(source.reshape(10, 20))) == levels
    assert list(strengths(source[50:100])) == levels[50:100]
    assert list(strengths(np.array(masks[0], np.uint64))) == levels[:1]
    source.flags.writeable = False
    assert list(strengths(source)) == levels


def test_strengths_leaves_the_masks_alone(masks: list[int]) -> None:
    source = array("Q", masks)
    strengths(source)
    assert list(source) == masks


def test_strengths_into_a_buffer_of_the_caller(masks: list[int], levels: list[int]) -> None:
    source = array("Q", masks)
    arrays = [array(code, bytes(4 * len(masks))) for code in "IL" if array(code).itemsize == 4]
    for out in (*arrays, np.zeros(len(masks), np.uint32), (ctypes.c_uint32 * len(masks))()):
        assert strengths(source, out) is out
        assert list(out) == levels
    table = np.zeros((20, 10), np.uint32)
    assert strengths(np.array(masks, np.uint64).reshape(20, 10), out=table) is table
    assert table.ravel().tolist() == levels
    view = memoryview(bytearray(4 * len(masks))).cast("I")
    assert strengths(source, view) is view
    assert list(view) == levels


def test_strengths_into_a_part_of_a_buffer(masks: list[int], levels: list[int]) -> None:
    """Nothing is written beside what is asked for, at any alignment."""
    for start in range(4):
        out = np.full(len(masks) + 8, 7, np.uint32)
        strengths(array("Q", masks), out[start : start + len(masks)])
        assert out[start : start + len(masks)].tolist() == levels
        assert out[:start].tolist() == [7] * start
        assert out[start + len(masks) :].tolist() == [7] * (8 - start)


def test_masks_and_out_may_be_neighbours(masks: list[int], levels: list[int]) -> None:
    memory = bytearray(array("Q", masks).tobytes() + bytes(4 * len(masks)))
    whole = memoryview(memory)
    source, out = whole[: 8 * len(masks)].cast("Q"), whole[8 * len(masks) :].cast("I")
    assert list(strengths(source, out)) == levels
    assert list(source) == masks


def test_strengths_of_nothing() -> None:
    assert strengths(array("Q")) == array("I")
    assert strengths(np.zeros(0, np.uint64)) == array("I")
    assert strengths(np.zeros((0, 5), np.uint64)) == array("I")
    out = array("I")
    assert strengths(array("Q"), out) is out


BAD_MASKS = {
    "nothing": 0,
    "one card": 1,
    "eight cards": 0xFF,
    "a bit between two suits": 1 << 13 | 0b11,
    "the highest bit": 1 << 63 | 0b11,
    "all bits": 2**64 - 1,
    "all cards": 0x1FFF1FFF1FFF1FFF,
}


@pytest.mark.parametrize("bad", BAD_MASKS.values(), ids=BAD_MASKS)
@pytest.mark.parametrize("index", [0, 1, 63, 64, 199])
def test_strengths_names_the_first_bad_mask(
    bad: int, index: int, masks: list[int], levels: list[int]
) -> None:
    """`out` is written up to that index only."""
    wrong = array("Q", masks)
    wrong[index] = bad
    wrong[199] = bad
    out = array("I", [7]) * len(masks)
    with pytest.raises(CardError, match=rf"at index {index} "):
        strengths(wrong, out)
    assert list(out) == levels[:index] + [7] * (len(masks) - index)
    with pytest.raises(CardError, match=rf"at index {index} "):
        strengths(wrong)
    with pytest.raises(CardError):
        mask_strength(bad)


def test_strengths_releases_the_gil() -> None:
    """Another thread runs meanwhile, though the interpreter would not switch on its own."""
    source = np.full(4_000_000, 0b11, np.uint64)
    out = np.zeros(len(source), np.uint32)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        ran_meanwhile = False
        for _ in range(10):
            started, done = threading.Event(), threading.Event()

            def work(started: threading.Event = started, done: threading.Event = done) -> None:
                started.set()
                strengths(source, out)
                done.set()

            thread = threading.Thread(target=work)
            thread.start()
            started.wait()
            ran_meanwhile = not done.is_set()
            thread.join()
            if ran_meanwhile:
                break
    finally:
        sys.setswitchinterval(interval)
    assert ran_meanwhile


def test_threads_share_the_evaluator(masks: list[int], levels: list[int]) -> None:
    """The native core keeps nothing between calls."""
    source = array("Q", masks * 50)
    found: list[list[int]] = []
    threads = [
        threading.Thread(target=lambda: found.append(list(strengths(source)))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [levels * 50] * 4
