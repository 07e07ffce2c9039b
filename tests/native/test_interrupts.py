"""Ctrl-C ends long calls soon: C is called in slices, which change no answer.

Python looks for signals between two calls of C, so no single one may take long.
"""

import gc
import random
import signal
import threading
import time
from array import array
from collections.abc import Callable, Iterator

import pytest

import detective_poker as dp
from detective_poker import _core
from detective_poker._native import lib

SOON = 1.5
"""Seconds in which Ctrl-C is heard; some for a machine that is busy with other things."""


class Watched:
    """The native module, with a list of what was asked of it: the name, arguments, seconds."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[object, ...], float]] = []

    def __getattr__(self, name: str) -> object:
        asked = getattr(lib, name)
        if not callable(asked):
            return asked

        def ask(*arguments: object) -> object:
            start = time.perf_counter()
            answer = asked(*arguments)
            self.calls.append((name, arguments, time.perf_counter() - start))
            return answer

        return ask

    def of(self, name: str) -> list[tuple[object, ...]]:
        return [arguments for called, arguments, _ in self.calls if called == name]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    found = Watched()
    monkeypatch.setattr(_core, "lib", found)
    return found


@pytest.fixture
def plain() -> Iterator[None]:
    """The slowest backend."""
    _core.backend()
    used = lib.dp_backend()
    lib.dp_use_backend(len(_core.backends()) - 1)
    yield
    lib.dp_use_backend(used)


def a_view(street: dp.Street) -> dp.PlayerView:
    rng = random.Random(6)
    state = dp.new_game(dealer=0)
    while state.street is not street or state.actor is None:
        if state.actor is None:
            state = state.apply(dp.random_deal(state, rng))
        else:
            state = state.apply(rng.choice(state.legal_actions()))
    return state.view(state.actor)


def masks_of(count: int) -> "array[int]":
    rng = random.Random(5)
    hands = [sum(card.bit for card in rng.sample(dp.DECK, 7)) for _ in range(4096)]
    return array("Q", hands) * (count // 4096)


MANY = 3 * 2**20
VIEWS = 1000
SAMPLES = 1500


def test_slices_of_strengths(watched: Watched) -> None:
    masks = masks_of(MANY) + masks_of(4096)[:7]
    out = dp.strengths(masks)
    assert [arguments[2] for arguments in watched.of("dp_strengths")] == [2**19] * 6 + [7]
    some = [*range(0, len(masks), 997), 2**20 - 1, 2**20, 2**21 - 1, 2**21, MANY, len(masks) - 1]
    assert [out[place] for place in some] == [dp.mask_strength(masks[place]) for place in some]


@pytest.mark.parametrize("bad", [2**20 - 1, 2**20, 2**21 + 5, MANY - 1])
def test_a_bad_mask_in_any_slice_is_named(bad: int) -> None:
    masks, out = masks_of(MANY), array("I", [7]) * MANY
    masks[bad] = 1
    masks[-1] = 0
    with pytest.raises(dp.CardError, match=f"index {bad} "):
        dp.strengths(masks, out)
    assert out[bad - 1] == dp.mask_strength(masks[bad - 1])
    assert out[bad:] == array("I", [7]) * (MANY - bad)


def test_slices_of_views(watched: Watched) -> None:
    views = [a_view(street) for street in dp.Street] * (VIEWS // 4)
    told = dp.odds_many(views)
    sizes = [arguments[1] for arguments in watched.of("dp_odds_many")]
    assert sizes == [256, 256, 256, 232]
    assert told == [dp.best_hand_odds(view) for view in views[:4]] * (VIEWS // 4)
    asked = [_core.CardView(3, 1, 2, 4, 0, 0, 0)] * 700
    asked[600] = _core.CardView(3, 1, 1, 4, 0, 0, 0)
    with pytest.raises(dp.CardError, match="View 600 "):
        _core.count_odds_many(asked)


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_slices_of_samples_are_as_one(
    watched: Watched, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = a_view(dp.Street.FLOP)
    odds = dp.best_hand_odds(view, dp.Street.RIVER, samples=SAMPLES, seed=seed)
    assert len(watched.of("dp_odds_sampled")) > 3
    for size in (1, 7, SAMPLES):
        monkeypatch.setattr(_core, "_SLICE_OF_SAMPLES", size)
        assert dp.best_hand_odds(view, dp.Street.RIVER, samples=SAMPLES, seed=seed) == odds
    assert watched.of("dp_odds_sampled")[-1][9] == SAMPLES


def of_many_models(count: int) -> dp.MixtureModel:
    models = tuple([dp.SoftmaxModel(0.1 + step / 100) for step in range(count)])
    return dp.MixtureModel(models, (1.0,) * count)


def test_no_slice_takes_long(watched: Watched, plain: None) -> None:
    """In plain C, on a machine that may be busy: the quickest of three runs counts."""
    masks = masks_of(2**20)
    view, river = a_view(dp.Street.PREFLOP), a_view(dp.Street.RIVER)
    longest: list[float] = []
    for _ in range(3):
        watched.calls.clear()
        dp.strengths(masks)
        dp.odds_many([view] * 300)
        dp.best_hand_odds(view, dp.Street.RIVER, samples=600)
        dp.deduce(river, of_many_models(20))
        longest.append(max(seconds for _, _, seconds in watched.calls))
    assert {name for name, _, _ in watched.calls} >= {"dp_strengths", "dp_odds_many"}
    assert min(longest) < 0.2


LONG: dict[str, Callable[[], object]] = {
    "sampled odds": lambda: dp.best_hand_odds(
        a_view(dp.Street.PREFLOP), dp.Street.RIVER, samples=10**9
    ),
    "odds of many views": lambda: _core.count_odds_many(
        [_core.CardView(4, 1, 2, 4, 8, 0, 0)] * 5_000_000
    ),
    "a deduction by many models": lambda: dp.deduce(
        a_view(dp.Street.RIVER), of_many_models(60_000)
    ),
}


@pytest.fixture
def uncollected() -> Iterator[None]:
    """What is raised while garbage is collected is lost, and hypothesis times the collector."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("heard", "uncollected")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_long_calls(name: str) -> None:
    sent: list[float] = []

    def press() -> None:
        sent.append(time.perf_counter())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(0.7, press)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            LONG[name]()
    finally:
        timer.cancel()
        timer.join()
    assert time.perf_counter() - sent[0] < SOON
