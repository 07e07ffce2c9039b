"""Memory of callers: whatever is refused, it is theirs again before they hear of it.

An exception that is kept keeps the frames that it came through, with all their local variables. A
buffer that one of them still holds keeps the caller's array locked, and on CPython 3.11 and 3.12
the collector may end the interpreter over it.
"""

import gc
import random
from array import array
from collections.abc import Callable, Iterator

import pytest

import detective_poker as dp

HAND = 0b11
"""The mask of two cards."""

Call = Callable[["array[int]"], object]


def kept(call: Call, buffer: "array[int]") -> BaseException | None:
    """What the call raises, with all the frames that it came through."""
    try:
        call(buffer)
    except dp.DetectivePokerError as error:
        return error
    return None


def is_released(buffer: "array[int]") -> bool:
    """Whether nobody holds the memory any more: an array that is lent cannot grow."""
    try:
        buffer.append(1)
    except BufferError:
        return False
    return True


@pytest.fixture(autouse=True)
def _only_what_a_test_makes() -> Iterator[None]:
    """The collector looks at nothing that was there before: it is asked often."""
    gc.freeze()
    yield
    gc.unfreeze()


def test_a_lent_array_is_noticed() -> None:
    masks = array("Q", [HAND])
    with memoryview(masks):
        assert not is_released(masks)
    assert is_released(masks)


def write_into_itself(masks: "array[int]") -> object:
    """Ask for strengths in the place of the masks; the views on it are the caller's to release."""
    with memoryview(masks).cast("B") as data, data.cast("I") as words, words[: len(masks)] as out:
        return dp.strengths(masks, out)


REFUSED: dict[str, tuple[Call, "array[int]"]] = {
    "no hand": (dp.strengths, array("Q", [HAND, 1, HAND])),
    "no hand, the first of many": (dp.strengths, array("Q", [0] + [HAND] * 1000)),
    "no hand, the last of many": (dp.strengths, array("Q", [HAND] * 1000 + [2**63])),
    "no masks": (dp.strengths, array("I", [3, 3])),
    "signed masks": (dp.strengths, array("q", [3])),
    "out overlaps": (write_into_itself, array("Q", [HAND, HAND])),
    "out is no buffer": (lambda masks: dp.strengths(masks, 7), array("Q", [HAND])),  # type: ignore[call-overload]
    "out is read-only": (lambda masks: dp.strengths(masks, bytes(4)), array("Q", [HAND])),
    "out is too long": (lambda masks: dp.strengths(masks, array("I", [0, 0])), array("Q", [HAND])),
    "the wrong out": (lambda out: dp.strengths(array("Q", [HAND]), out), array("I", [0, 0])),
    "an out that is not written": (lambda out: dp.strengths(array("Q", [1]), out), array("I", [0])),
    "an out of other items": (lambda out: dp.strengths(array("Q", [HAND]), out), array("Q", [0])),
    "an out beside no masks": (lambda out: dp.strengths(b"12345678", out), array("I", [0])),
    "no JSON": (lambda data: dp.from_json(memoryview(data), dp.Bet), array("B", b"{")),
    "too much JSON": (lambda data: dp.from_json(memoryview(data), dp.Bet), array("B", bytes(9999))),
    "JSON of another type": (
        lambda data: dp.from_json(memoryview(data), dp.GameState), array("B", b'{"version":1}')
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_released_first(name: str) -> None:
    call, buffer = REFUSED[name]
    buffer = buffer[:]
    errors = [kept(call, buffer) for _ in range(3)]
    assert all(isinstance(error, dp.DetectivePokerError) for error in errors)
    gc.collect()
    assert is_released(buffer)
    del errors
    gc.collect()
    assert is_released(buffer)


def test_what_is_answered_is_released_too() -> None:
    masks, out = array("Q", [HAND] * 9), array("I", [0] * 9)
    assert dp.strengths(masks, out) is out
    assert is_released(masks)
    assert is_released(out)
    result = dp.strengths(masks[:4])
    assert is_released(result)
    empty = array("Q")
    assert dp.strengths(empty) == array("I")
    assert is_released(empty)


def test_odds_of_views_that_are_refused() -> None:
    """These buffers are our own: that the collector can clear them is all there is to see."""
    state = dp.new_game(dealer=0)
    state = state.apply(dp.random_deal(state, random.Random(5)))
    spectator = state.public_view()
    for views in ([spectator], [state.view(0), spectator], [state.view(0), 7]):
        with pytest.raises(dp.DetectivePokerError):
            dp.odds_many(views)  # type: ignore[arg-type]
    gc.collect()
    assert len(dp.odds_many([state.view(0)] * 3)) == 3
