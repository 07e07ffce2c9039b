"""The one door to C: what the native core answers, in Python's terms.

All that crosses goes through here: buffers, which are released before anything is raised, return
codes, the places of numbers in arrays, and the choice of the instruction set. The header of csrc/
says what each function answers. The core checks what it is given and so leaves memory whole
whatever that is; what it refuses ends in `CardError`.

Python looks for signals, such as Ctrl-C, between calls only. So what can take long is asked for in
slices, each of which takes less than 50 ms on a slow machine in plain C.
"""

from __future__ import annotations

import math
import os
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from detective_poker._native import ffi, lib
from detective_poker.errors import ArgumentError, CardError

if TYPE_CHECKING:
    from detective_poker._native import CData
else:
    # The extension imports it unseen by tools that freeze programs, which look for imports in
    # Python. Type checkers need not know: our stub says what the extension is.
    import _cffi_backend  # noqa: F401

BACKEND_VARIABLE: Final = "DETECTIVE_POKER_BACKEND"
MAX_PLAYERS: Final = lib.DP_MAX_PLAYERS
DECK_SIZE: Final = lib.DP_DECK

_UINT8S: Final = ffi.typeof("uint8_t[]")
_UINT32S: Final = ffi.typeof("uint32_t[]")
_UINT64S: Final = ffi.typeof("uint64_t[]")
_DOUBLES: Final = ffi.typeof("double[]")
_ADDRESS: Final = ffi.typeof("uintptr_t")

_SLICE_OF_MASKS: Final = 1 << 19
_SLICE_OF_VIEWS: Final = 256
_SLICE_OF_SAMPLES: Final = 256


# --- The instruction set --------------------------------------------------------------------------


def backend() -> str:
    """The name of the instruction set that answers questions about many hands.

    It is the best that this processor has, such as "avx2", and "plain" is on every machine; the
    environment variable DETECTIVE_POKER_BACKEND chooses another when it is first needed. Raises
    `ArgumentError` for one that this machine does not have. The answers do not depend on it.
    """
    _choose_backend()
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
def _choose_backend() -> None:
    """Choose what the environment asks for. Raises `ArgumentError`, at every call alike."""
    if wanted := os.environ.get(BACKEND_VARIABLE):
        if wanted not in backends():
            raise ArgumentError(
                f"{BACKEND_VARIABLE} is {wanted!r}; here it can be {', '.join(backends())}."
            )
        lib.dp_use_backend(backends().index(wanted))


def _check(code: int) -> None:
    if code != lib.DP_OK:
        raise CardError("The cards must be different, and leave enough of the deck to be hidden.")


# --- Hands ----------------------------------------------------------------------------------------

mask_strength: Final = lib.dp_mask_strength
"""The strength of a mask of 2 to 7 cards, 0 for others; OverflowError beyond 64 bits."""

_best_cards: Final = lib.dp_best_cards
MAX_BEST: Final = lib.DP_BEST_CARDS
_CATEGORY_SHIFT: Final = lib.DP_CATEGORY_SHIFT


def category_of(strength: int) -> int:
    """The category, 0 to 8, that a strength tells."""
    return strength >> _CATEGORY_SHIFT


def best_cards(mask: int) -> list[int]:
    """The indexes of a hand's best five cards, in playing order; none unless it has 2 to 7."""
    indexes = ffi.new(_UINT8S, MAX_BEST)
    count = _best_cards(mask, indexes)
    return ffi.unpack(indexes, count) if count > 0 else []


def write_strengths(masks: memoryview, out: memoryview, count: int) -> int:
    """Write the strengths of so many masks, as uint32. Returns -1 or the index of the first bad.

    Raises `CardError` if `out` overlaps the masks.
    """
    _choose_backend()
    with ffi.from_buffer(_UINT64S, masks) as source, ffi.from_buffer(_UINT32S, out) as target:
        start, out_start = int(ffi.cast(_ADDRESS, source)), int(ffi.cast(_ADDRESS, target))
        apart = start + masks.nbytes <= out_start or out_start + out.nbytes <= start
        bad = -1
        for begin in range(0, count if apart else 0, _SLICE_OF_MASKS):
            size = min(_SLICE_OF_MASKS, count - begin)
            bad = lib.dp_strengths(source + begin, target + begin, size)
            if bad >= 0:
                bad += begin
                break
    if not apart:
        raise CardError("out must not overlap masks.")
    return bad


_score_streets: Final = lib.dp_score_streets
_STREETS: Final = lib.DP_STREETS
_HAND_SIZE: Final = lib.DP_HAND_SIZE


def compare_streets(players: int, cards: bytes) -> bytes:
    """For each street a byte: bit s for a seat s among the best, bit 4 + s among the weakest.

    The cards are two letters each: own cards by seat, forehead cards by seat, the board.
    """
    compared = _score_streets(players, cards, ffi.NULL, ffi.NULL)
    return compared.to_bytes(_STREETS, "little")


def compare_hands(players: int, cards: bytes) -> tuple[bytes, list[tuple[int, list[int]]]]:
    """As `compare_streets`, and by street and seat each hand's strength and best cards."""
    count = players * _STREETS
    strengths, hands = ffi.new(_UINT32S, count), ffi.new(_UINT8S, count * _HAND_SIZE)
    compared = _score_streets(players, cards, strengths, hands)
    indexes = ffi.unpack(hands, count * _HAND_SIZE)
    # How many cards count comes before them.
    best = [
        indexes[start + 1 : start + 1 + indexes[start]]
        for start in range(0, len(indexes), _HAND_SIZE)
    ]
    found = list(zip(ffi.unpack(strengths, count), best, strict=True))
    return compared.to_bytes(_STREETS, "little"), found


# --- Odds by the cards ----------------------------------------------------------------------------


class CardView(NamedTuple):
    """The cards that a viewer sees, as the core asks for them: masks, the others' clockwise."""

    players: int
    own_card: int
    forehead1: int
    forehead2: int
    forehead3: int
    """0 with three players."""
    board: int
    dead: int


Counts: TypeAlias = tuple[list[int], list[int], int]
"""Numbers of worlds in which each player, the viewer first, is best; is weakest; and of all."""


class Sums(NamedTuple):
    """Sums, over sampled boards, of each player's probability and of its square; viewer first."""

    best: list[float]
    weakest: list[float]
    best_squares: list[float]
    weakest_squares: list[float]


_ODDS_SIZE: Final = lib.DP_ODDS


def _counts(numbers: list[int], players: int) -> Counts:
    weakest = numbers[MAX_PLAYERS : MAX_PLAYERS + players]
    return numbers[:players], weakest, numbers[_ODDS_SIZE - 1]


def count_odds(view: CardView) -> Counts:
    """In how many worlds each player is best, and weakest, with the board as it lies."""
    _choose_backend()
    out = ffi.new(_UINT64S, _ODDS_SIZE)
    _check(lib.dp_odds(*view, out))
    return _counts(ffi.unpack(out, _ODDS_SIZE), view.players)


def count_odds_next(view: CardView, board_never_pairs: bool) -> Counts:
    """The same with one card more on the board, over all the cards that it can be."""
    _choose_backend()
    out = ffi.new(_UINT64S, _ODDS_SIZE)
    _check(lib.dp_odds_next(*view, board_never_pairs, out))
    return _counts(ffi.unpack(out, _ODDS_SIZE), view.players)


def sample_odds(
    view: CardView, board_cards: int, board_never_pairs: bool, samples: int, seed: int
) -> Sums:
    """The same with so many cards on the board, over boards dealt at random from a seed."""
    _choose_backend()
    out, state = ffi.new(_DOUBLES, lib.DP_SAMPLED_ODDS), ffi.new(_UINT64S, [seed])
    for begin in range(0, samples, _SLICE_OF_SAMPLES):
        size = min(_SLICE_OF_SAMPLES, samples - begin)
        _check(lib.dp_odds_sampled(*view, board_cards, board_never_pairs, size, state, out))
    numbers: list[float] = [*ffi.unpack(out, lib.DP_SAMPLED_ODDS)]
    starts = range(0, lib.DP_SAMPLED_ODDS, MAX_PLAYERS)
    return Sums(*[numbers[start : start + view.players] for start in starts])


def count_odds_many(views: Sequence[CardView]) -> list[Counts]:
    """The counts of many views in one call. Raises `CardError`, naming the first that is none."""
    _choose_backend()
    counted: list[Counts] = []
    out = ffi.new(_UINT64S, _ODDS_SIZE * min(len(views), _SLICE_OF_VIEWS))
    for begin in range(0, len(views), _SLICE_OF_VIEWS):
        asked = views[begin : begin + _SLICE_OF_VIEWS]
        words = ffi.new(_UINT64S, [word for view in asked for word in view])
        bad = lib.dp_odds_many(words, len(asked), out)
        if bad >= 0:
            raise CardError(f"View {begin + bad} does not hold different cards of one deck.")
        numbers = ffi.unpack(out, _ODDS_SIZE * len(asked))
        counted += [
            _counts(numbers[_ODDS_SIZE * index : _ODDS_SIZE * (index + 1)], view.players)
            for index, view in enumerate(asked)
        ]
    return counted


# --- What the bets tell ---------------------------------------------------------------------------

_MAX_MODELS: Final = lib.DP_MAX_MODELS
SOFTMAX: Final = float(lib.DP_SOFTMAX)
NAIVE: Final = float(lib.DP_NAIVE)

_PAIRS: Final = DECK_SIZE * DECK_SIZE
_ALL_ALIKE: Final = array("d", [1.0]) * _PAIRS


class Model(NamedTuple):
    """A model of how somebody bets, as the core knows it."""

    kind: float
    """`SOFTMAX` or `NAIVE`."""
    temperature: float
    noise: float
    idle_value: float
    patience: float
    prior: float
    """The weight of this model among others."""


class BetSeen(NamedTuple):
    """A bet of another player, with the table as it was then. Players are counted from them."""

    target: int
    chips: int
    has_card: bool
    board: int
    dead: int


class Posterior(NamedTuple):
    """What cards and bets tell; players are counted from the viewer, cards by their index."""

    best: list[float]
    weakest: list[float]
    information: float
    """Bits."""
    forehead: list[float]
    """The probability of each forehead card of the viewer."""
    own_cards: list[list[float]]
    """For each other player, the probability of each own card."""


class PairWeights:
    """For each other player, how well each pair of hidden cards explains that player's bets.

    A pair is the viewer's forehead card and the other's own card. Only ratios matter, so the
    weights of each player are kept with a scale that makes the largest about 1.
    """

    def __init__(self) -> None:
        _choose_backend()
        self._weights = ffi.new(_DOUBLES, (MAX_PLAYERS - 1) * _PAIRS)
        self._scales = ffi.new(_DOUBLES, MAX_PLAYERS - 1)
        self._by_class = True

    def set_alike(self, other: int) -> None:
        """All pairs explain the bets alike: there are none."""
        size = _ALL_ALIKE.itemsize * _PAIRS
        ffi.memmove(self._weights + other * _PAIRS, _ALL_ALIKE, size)

    def likelihood(self, other: int, forehead_card: int, own_card: int) -> tuple[float, int]:
        """How likely the bets are for this pair, of card indexes: as `math.frexp`, unscaled."""
        weight = self._weights[other * _PAIRS + DECK_SIZE * forehead_card + own_card]
        mantissa, exponent = math.frexp(weight * self._scales[other])
        return mantissa, exponent - lib.DP_UNIT_EXPONENT

    def set_pair(self, other: int, forehead_card: int, own_card: int, weight: float) -> None:
        """This pair, of card indexes, explains the bets so well."""
        self._by_class = False
        self._weights[other * _PAIRS + DECK_SIZE * forehead_card + own_card] = weight

    def add_models(
        self,
        other: int,
        *,
        viewer: int,
        foreheads: Sequence[int],
        unseen: int,
        bets: Sequence[BetSeen],
        models: Sequence[Model],
        values: Values,
        plus_one_penalty: int,
    ) -> bool:
        """Weigh all pairs by models that the core knows, before any is added by itself.

        Returns whether any explains the bets.
        Players are counted from the other one, who is 0: `viewer` is the viewer's number, and
        `foreheads` holds a mask for each player, 0 for the other's own and the viewer's.
        """
        players = len(foreheads)
        cards = ffi.new(_UINT64S, [*foreheads] + [0] * (MAX_PLAYERS - players))
        boards = ffi.new(_UINT64S, [bet.board for bet in bets])
        odds: list[CData] = [ffi.NULL] * lib.DP_STREETS
        for index, bet in enumerate(bets):
            odds[index] = ffi.new(_DOUBLES, lib.DP_PAIR_ODDS_SIZE)
            _check(lib.dp_pair_odds(players, viewer, cards, bet.board, bet.dead, odds[index]))
        told = bytes([number for bet in bets for number in bet[:3]])
        for begin in range(0, len(models), _MAX_MODELS):
            asked = models[begin : begin + _MAX_MODELS]
            code = lib.dp_bet_weights(
                players,
                plus_one_penalty,
                viewer,
                cards,
                boards,
                unseen,
                len(bets),
                told,
                odds[0],
                odds[1],
                odds[2],
                odds[3],
                len(asked),
                ffi.new(_DOUBLES, [number for model in asked for number in model]),
                values.numbers,
                self._scales + other,
                self._weights + other * _PAIRS,
            )
            if code != lib.DP_IMPOSSIBLE:
                _check(code)
        return self._scales[other] > 0

    def posterior(self, view: CardView) -> Posterior | None:
        """The posterior over all hidden cards; None if every world weighs nothing."""
        out = ffi.new(_DOUBLES, lib.DP_POSTERIOR_SIZE)
        code = lib.dp_posterior(*view, self._by_class, self._weights, out)
        if code == lib.DP_IMPOSSIBLE:
            return None
        _check(code)
        numbers: list[float] = [*ffi.unpack(out, lib.DP_POSTERIOR_SIZE)]
        cards = [
            numbers[start : start + DECK_SIZE]
            for start in range(2 * MAX_PLAYERS + 1, lib.DP_POSTERIOR_SIZE, DECK_SIZE)
        ]
        return Posterior(
            numbers[: view.players],
            numbers[MAX_PLAYERS : MAX_PLAYERS + view.players],
            numbers[2 * MAX_PLAYERS],
            cards[0],
            cards[1 : view.players],
        )


class Values:
    """What kept chips and action cards are worth, held as the core reads it."""

    def __init__(self, numbers: Iterable[float]) -> None:
        self.numbers = ffi.new(_DOUBLES, [*numbers])
