"""Prove the hand evaluator on every hand there is.

From the project's root:

    python tests/proof/prove_native.py             # about a minute, needs numpy
    python tests/proof/prove_native.py --peer      # also against eval7 from the package registry

It checks, and prints a line for each:

- that every backend of this machine gives the strengths of plain C for all hands of 2 to 7 cards
  (133,784,560 of seven);
- that those strengths, and the core's own census on every backend, have the published numbers of
  hands in each category;
- that there are 91 different strengths of 2 cards, 7,462 of 5, 6,075 of 6 and 4,824 of 7;
- with --peer, that an evaluator that shares nothing with ours orders all hands of 5 cards, and a
  million random ones of 6 and 7, as we do, ties included.

tests/native/test_native.py runs a sample of it in every test run.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

import detective_poker as dp
from detective_poker import hands
from detective_poker._native import ffi, lib

Masks = NDArray[np.uint64]
Strengths = NDArray[np.uint32]

CATEGORY_COUNTS = {
    2: [1248, 78, 0, 0, 0, 0, 0, 0, 0],
    3: [18304, 3744, 0, 52, 0, 0, 0, 0, 0],
    4: [183040, 82368, 2808, 2496, 0, 0, 0, 13, 0],
    5: [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40],
    6: [6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844],
    7: [23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584],
}
DISTINCT_STRENGTHS = {2: 91, 5: 7462, 6: 6075, 7: 4824}
BACKENDS = hands.backends()
BITS = np.array([card.bit for card in dp.DECK], np.uint64)
FEW = 5
"""Hands of more cards are lists of this many, joined to lower cards."""


def check(claim: str, holds: bool) -> None:
    print(f"{'ok' if holds else 'FALSE'}: {claim}", flush=True)
    if not holds:
        sys.exit(1)


def all_few_card_hands(cards: int) -> tuple[Masks, list[int]]:
    """All hands of so many cards by lowest card, and where those with a higher lowest start."""
    masks, starts = BITS, list(range(1, 53))
    for _ in range(1, cards):
        parts = [bit | masks[start:] for bit, start in zip(BITS, starts, strict=True)]
        starts = np.cumsum([len(part) for part in parts]).tolist()
        masks = np.concatenate(parts)
    return masks, starts


def all_hands(cards: int) -> Iterator[Masks]:
    masks, starts = all_few_card_hands(min(cards, FEW))
    if cards <= FEW:
        yield masks
        return
    for lowest in combinations(range(52), cards - FEW):
        yield BITS[list(lowest)].sum() | masks[starts[lowest[-1]] :]


def strengths(backend: int, masks: Masks) -> Strengths:
    lib.dp_use_backend(backend)
    return dp.strengths(masks, np.empty(len(masks), np.uint32))


def prove_all_hands(cards: int) -> None:
    started = time.perf_counter()
    plain = len(BACKENDS) - 1
    differing = dict.fromkeys(BACKENDS[:plain], 0)
    categories = np.zeros(lib.DP_CATEGORIES, np.int64)
    distinct = np.zeros(0, np.uint32)
    for masks in all_hands(cards):
        expected = strengths(plain, masks)
        for backend, name in enumerate(BACKENDS[:plain]):
            differing[name] += int((strengths(backend, masks) != expected).sum())
        found = expected >> np.uint32(lib.DP_CATEGORY_SHIFT)
        categories += np.bincount(found, minlength=lib.DP_CATEGORIES)
        distinct = np.union1d(distinct, expected)
    hand_count = int(categories.sum())
    for name, count in differing.items():
        check(f"{name} equals plain on all {hand_count:,} hands of {cards} cards", count == 0)
    published = CATEGORY_COUNTS[cards]
    check(f"the categories of {cards} cards are as published", categories.tolist() == published)
    if cards in DISTINCT_STRENGTHS:
        expected_count = DISTINCT_STRENGTHS[cards]
        check(f"{expected_count:,} strengths of {cards} cards", len(distinct) == expected_count)
    for backend, name in enumerate(BACKENDS):
        counts = ffi.new("uint64_t[]", lib.DP_CATEGORIES)
        lib.dp_use_backend(backend)
        counted = lib.dp_count_categories(cards, counts) == lib.DP_OK
        same = ffi.unpack(counts, lib.DP_CATEGORIES) == published
        check(f"the census of {cards} cards by {name} is as published", counted and same)
    print(f"    {time.perf_counter() - started:.1f} s", flush=True)


def prove_order(masks: Masks, claim: str) -> None:
    """Our order and the peer's, of the same hands, must be the same."""
    import eval7  # noqa: PLC0415 - only with --peer

    cards = {card.bit: eval7.Card(str(card)) for card in dp.DECK}
    bits = [card.bit for card in dp.DECK]
    ours = strengths(0, masks)
    theirs = np.array(
        [eval7.evaluate([cards[bit] for bit in bits if bit & mask]) for mask in masks.tolist()],
        np.int64,
    )
    order = np.argsort(ours, kind="stable")
    steps, their_steps = np.diff(ours[order].astype(np.int64)), np.diff(theirs[order])
    check(f"{claim}: the same order as eval7", bool(((steps > 0) == (their_steps > 0)).all()))
    check(f"{claim}: the same ties as eval7", bool(((steps == 0) == (their_steps == 0)).all()))


def prove_peer() -> None:
    prove_order(all_few_card_hands(5)[0], "all 2,598,960 hands of 5 cards")
    rng = random.Random(2026)
    bits = [card.bit for card in dp.DECK]
    for cards in (6, 7):
        masks = np.array([sum(rng.sample(bits, cards)) for _ in range(10**6)], np.uint64)
        prove_order(masks, f"a million random hands of {cards} cards")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer", action="store_true", help="compare with eval7, too")
    parser.add_argument("--most", type=int, default=7, help="the most cards of a hand (7)")
    options = parser.parse_args()
    for cards in range(2, options.most + 1):
        prove_all_hands(cards)
    if options.peer:
        prove_peer()


if __name__ == "__main__":
    main()
