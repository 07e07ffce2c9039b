"""Poker hands of 2 to 7 cards: what they are and which is stronger (R1)."""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Iterable
from enum import IntEnum, unique
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar, overload

import msgspec

from detective_poker._native import ffi, lib
from detective_poker.cards import DECK, Card, Rank, card_mask
from detective_poker.errors import ArgumentError, CardError

if TYPE_CHECKING:
    from typing_extensions import Buffer


@unique
class HandCategory(IntEnum):
    """The nine kinds of hand, weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


CATEGORIES: Final = tuple(HandCategory)

_mask_strength = lib.dp_mask_strength
_BEST_CARDS: Final = ffi.typeof("uint8_t[]")
_UINT64S: Final = ffi.typeof("uint64_t[]")
_UINT32S: Final = ffi.typeof("uint32_t[]")
_ADDRESS: Final = ffi.typeof("uintptr_t")
_NATIVE_ORDERS: Final = "@=" + ("<" if sys.byteorder == "little" else ">")

BufferT = TypeVar("BufferT", bound="Buffer")


class PokerHand(msgspec.Struct, frozen=True, gc=False, eq=False):
    """A hand as `evaluate` finds it. Hands compare by strength: `==` is a tie.

    >>> from detective_poker import evaluate, parse_cards
    >>> hand = evaluate(parse_cards("Ks 4d Kh 4c 9s 2d 3h"))
    >>> str(hand), hand > evaluate(parse_cards("As Ad"))
    ('two pairs, kings and fours', True)
    """

    category: HandCategory
    strength: int
    """Grows with the hand; equal for hands that tie. Compare hands of equally many cards."""
    cards: tuple[Card, ...]
    """The five cards that count (all, of fewer) in playing order: groups before kickers, high
    before low, equal ranks by `Card.bit` downwards, the wheel 5-4-3-2-A."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PokerHand):
            return NotImplemented
        return self.strength == other.strength

    # All six are written out: functools.total_ordering would keep a Struct's own.
    def __ne__(self, other: object) -> bool:
        if not isinstance(other, PokerHand):
            return NotImplemented
        return self.strength != other.strength

    def __lt__(self, other: PokerHand) -> bool:
        if not isinstance(other, PokerHand):
            return NotImplemented
        return self.strength < other.strength

    def __le__(self, other: PokerHand) -> bool:
        if not isinstance(other, PokerHand):
            return NotImplemented
        return self.strength <= other.strength

    def __gt__(self, other: PokerHand) -> bool:
        if not isinstance(other, PokerHand):
            return NotImplemented
        return self.strength > other.strength

    def __ge__(self, other: PokerHand) -> bool:
        if not isinstance(other, PokerHand):
            return NotImplemented
        return self.strength >= other.strength

    def __hash__(self) -> int:
        return hash(self.strength)

    def __str__(self) -> str:
        ranks = [card.rank for card in self.cards]
        first = ranks[0]
        match self.category:
            case HandCategory.HIGH_CARD:
                return f"high card {_one(first)}"
            case HandCategory.PAIR:
                return f"pair of {_many(first)}"
            case HandCategory.TWO_PAIR:
                return f"two pairs, {_many(first)} and {_many(ranks[2])}"
            case HandCategory.THREE_OF_A_KIND:
                return f"three of a kind, {_many(first)}"
            case HandCategory.STRAIGHT:
                return f"straight to the {_one(first)}"
            case HandCategory.FLUSH:
                return f"flush, {_one(first)} high"
            case HandCategory.FULL_HOUSE:
                return f"full house, {_many(first)} over {_many(ranks[3])}"
            case HandCategory.FOUR_OF_A_KIND:
                return f"four of a kind, {_many(first)}"
            case HandCategory.STRAIGHT_FLUSH:
                royal = first is Rank.ACE
                return "royal flush" if royal else f"straight flush to the {_one(first)}"


def _one(rank: Rank) -> str:
    return rank.name.lower()


def _many(rank: Rank) -> str:
    return "sixes" if rank is Rank.SIX else f"{_one(rank)}s"


def evaluate(cards: Iterable[Card]) -> PokerHand:
    """The best hand that 2 to 7 different cards make (R1). Raises `CardError`.

    >>> from detective_poker import evaluate, parse_cards
    >>> evaluate(parse_cards("Ac 2d 3h 4s 5c")).category
    <HandCategory.STRAIGHT: 4>
    """
    mask = card_mask(cards)
    best = ffi.new(_BEST_CARDS, lib.DP_BEST_CARDS)
    count = lib.dp_best_cards(mask, best)
    if count < 0:
        raise CardError("A hand has 2 to 7 cards.")
    level = lib.dp_mask_strength(mask)
    return PokerHand(
        CATEGORIES[level >> lib.DP_CATEGORY_SHIFT],
        level,
        tuple([DECK[index] for index in ffi.unpack(best, count)]),
    )


def strength(cards: Iterable[Card]) -> int:
    """The strength of 2 to 7 different cards, as in `PokerHand.strength`. Raises `CardError`."""
    return mask_strength(card_mask(cards))


def mask_strength(mask: int) -> int:
    """The strength of the 2 to 7 cards of a mask (`card_mask`). Raises `CardError`."""
    if type(mask) is int:
        try:
            # 0 is no strength: it says that the mask is no hand.
            if result := _mask_strength(mask):
                return result
        except OverflowError:
            pass
    raise CardError("A mask is an int with the bits of 2 to 7 cards.")


@overload
def strengths(masks: Buffer, out: None = None) -> array[int]: ...
@overload
def strengths(masks: Buffer, out: BufferT) -> BufferT: ...
def strengths(masks: Buffer, out: Buffer | None = None) -> Buffer:
    """The strengths of many masks at once.

    `masks` is any C-contiguous buffer of uint64 (array("Q"), numpy, memoryview), `out` a writable
    one of uint32 with as many items, which must not overlap it. Returns `out`, or an array("I") of
    its own. Works without the GIL. Raises `CardError`, naming the index of the first mask that
    does not hold 2 to 7 cards; `out` is then written up to that index only.

    >>> from array import array
    >>> strengths(array("Q", [0b11, 0b1001]))
    array('I', [3, 9])
    """
    check_backend()
    # Every buffer is released before anything is raised or returned: an exception that is kept
    # keeps this frame, and with it would keep the caller's arrays locked.
    with _memory(masks, "masks", "uint64") as source:
        count = source.nbytes // 8
        result: Buffer = array("I", [0]) * count if out is None else out
        with _memory(result, "out", "uint32") as target:
            problem = (
                _kind_problem(source, 8, "masks", "uint64")
                or _kind_problem(target, 4, "out", "uint32")
                or _out_problem(target, count)
            )
            if problem is None and count:
                problem = _write_strengths(source, target, count)
    if problem is not None:
        raise CardError(problem)
    return result


def _write_strengths(source: memoryview, target: memoryview, count: int) -> str | None:
    """Write the strengths, or say what is wrong with the masks or with the places of both."""
    with (
        ffi.from_buffer(_UINT64S, source) as masks,
        ffi.from_buffer(_UINT32S, target) as out,
    ):
        start, out_start = int(ffi.cast(_ADDRESS, masks)), int(ffi.cast(_ADDRESS, out))
        if start < out_start + target.nbytes and out_start < start + source.nbytes:
            return "out must not overlap masks."
        bad = lib.dp_strengths(masks, out, count)
    return None if bad < 0 else f"The mask at index {bad} does not hold the bits of 2 to 7 cards."


BACKEND_VARIABLE: Final = "DETECTIVE_POKER_BACKEND"


def backend() -> str:
    """The name of the instruction set that answers questions about many hands.

    It is the best that this processor has, such as "avx2", and "plain" is on every machine; the
    environment variable DETECTIVE_POKER_BACKEND chooses another when it is first needed. Raises
    `ArgumentError` for one that this machine does not have. The answers do not depend on it.
    """
    check_backend()
    return _backend_name(lib.dp_backend())


def backends() -> tuple[str, ...]:
    """The names that `backend` can have on this machine, the fastest first."""
    names: list[str] = []
    while lib.dp_backend_name(len(names)) != ffi.NULL:
        names.append(_backend_name(len(names)))
    return tuple(names)


def _backend_name(number: int) -> str:
    return ffi.string(lib.dp_backend_name(number)).decode("ascii")


@cache
def check_backend() -> None:
    """Choose what the environment asks for. Raises `ArgumentError`, at every call alike."""
    if wanted := os.environ.get(BACKEND_VARIABLE):
        if wanted not in backends():
            raise ArgumentError(
                f"{BACKEND_VARIABLE} is {wanted!r}; here it can be {', '.join(backends())}."
            )
        lib.dp_use_backend(backends().index(wanted))


def _memory(data: Buffer, name: str, kind: str) -> memoryview:
    """The memory of a buffer, to be released by whoever asks for it."""
    try:
        return memoryview(data)
    except (TypeError, ValueError, BufferError):
        raise CardError(f"{name} must be a buffer of {kind}.") from None


def _kind_problem(view: memoryview, size: int, name: str, kind: str) -> str | None:
    """What keeps a buffer from being C-contiguous unsigned integers of that size."""
    unsigned = view.format.lstrip(_NATIVE_ORDERS) in ("I", "L", "Q", "N")
    if unsigned and view.itemsize == size and view.c_contiguous:
        return None
    return f"{name} must be a C-contiguous buffer of {kind}."


def _out_problem(target: memoryview, count: int) -> str | None:
    if target.readonly:
        return "out must be writable."
    if target.nbytes != 4 * count:
        return "out must have as many items as masks."
    return None
