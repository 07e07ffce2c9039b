"""Poker hands of 2 to 7 cards: what they are and which is stronger (R1)."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable
from enum import IntEnum, unique
from typing import TYPE_CHECKING, Final, TypeVar, overload

import msgspec

from detective_poker import _core
from detective_poker.cards import DECK, Card, Rank, card_mask
from detective_poker.errors import ArgumentTypeError, CardError

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

backend: Callable[[], str] = _core.backend
backends: Callable[[], tuple[str, ...]] = _core.backends
_mask_strength: Final = _core.mask_strength
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
    """The best hand that 2 to 7 different cards make (R1).

    Raises `CardError`, and `ArgumentTypeError` for what is no card.

    >>> from detective_poker import evaluate, parse_cards
    >>> evaluate(parse_cards("Ac 2d 3h 4s 5c")).category
    <HandCategory.STRAIGHT: 4>
    """
    mask = card_mask(cards)
    return hand_of(mask_strength(mask), _core.best_cards(mask))


def hand_of(strength: int, best: Iterable[int]) -> PokerHand:
    """The hand of this strength, whose best cards have these indexes."""
    cards = tuple([DECK[index] for index in best])
    return PokerHand(CATEGORIES[_core.category_of(strength)], strength, cards)


def strength(cards: Iterable[Card]) -> int:
    """The strength of 2 to 7 different cards, as in `PokerHand.strength`. Raises as `evaluate`."""
    return mask_strength(card_mask(cards))


def mask_strength(mask: int) -> int:
    """The strength of the 2 to 7 cards of a mask (`card_mask`).

    Raises `CardError`, and `ArgumentTypeError` for what is no int.
    """
    if type(mask) is not int:
        raise ArgumentTypeError("A mask is an int.")
    try:
        # 0 is no strength: it says that the mask is no hand.
        if result := _mask_strength(mask):
            return result
    except OverflowError:
        pass
    raise CardError("A mask has the bits of 2 to 7 cards.")


@overload
def strengths(masks: Buffer, out: None = None) -> array[int]: ...
@overload
def strengths(masks: Buffer, out: BufferT) -> BufferT: ...
def strengths(masks: Buffer, out: Buffer | None = None) -> Buffer:
    """The strengths of many masks at once.

    `masks` is any C-contiguous buffer of uint64 (array("Q"), numpy, memoryview), `out` a writable
    one of uint32 with as many items, which must not overlap it. Returns `out`, or an array("I") of
    its own. Works without the GIL. Raises `ArgumentTypeError` for other buffers and `CardError`
    for an `out` of another length, and naming the index of the first mask that does not hold 2 to
    7 cards; `out` is then written up to that index only.

    >>> from array import array
    >>> strengths(array("Q", [0b11, 0b1001]))
    array('I', [3, 9])
    """
    # Every buffer is released before anything is raised or returned: an exception that is kept
    # keeps this frame, and with it would keep the caller's arrays locked.
    with _memory(masks, "masks", "uint64") as source:
        _check_items(source, 8, "masks", "uint64")
        count = source.nbytes // 8
        result: Buffer = array("I", [0]) * count if out is None else out
        with _memory(result, "out", "uint32") as target:
            _check_items(target, 4, "out", "uint32")
            if target.readonly:
                raise CardError("out must be writable.")
            if target.nbytes != 4 * count:
                raise CardError("out must have as many items as masks.")
            bad = _core.write_strengths(source, target, count) if count else -1
    if bad >= 0:
        raise CardError(f"The mask at index {bad} does not hold the bits of 2 to 7 cards.")
    return result


def _memory(data: Buffer, name: str, kind: str) -> memoryview:
    """The memory of a buffer, to be released by whoever asks for it."""
    try:
        return memoryview(data)
    except (TypeError, ValueError, BufferError):
        raise ArgumentTypeError(f"{name} must be a buffer of {kind}.") from None


def _check_items(view: memoryview, size: int, name: str, kind: str) -> None:
    """Raises `ArgumentTypeError` unless these are C-contiguous unsigned integers of that size."""
    unsigned = view.format.lstrip(_NATIVE_ORDERS) in ("I", "L", "Q", "N")
    if not (unsigned and view.itemsize == size and view.c_contiguous):
        raise ArgumentTypeError(f"{name} must be a C-contiguous buffer of {kind}.")
