"""A sample of what `nox -s soak` and `nox -s fuzz` do for hours; and threads and processes."""

import json
import multiprocessing
import pickle
import random
import subprocess
import sys
from array import array
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from hypothesis import settings

import detective_poker as dp
from games import ALL_KINDS, record_of
from soak import checks, targets

PROCESSES = Path(__file__).parents[1] / "soak" / "processes.py"
SAMPLE = 120 if settings.get_current_profile_name() == "default" else 1200


@pytest.mark.parametrize("start", range(0, SAMPLE, 30))
@pytest.mark.parametrize("check", checks.CHECKS.values(), ids=checks.CHECKS)
def test_a_sample_of_the_soak_runs(check: checks.Check, start: int) -> None:
    for seed in range(start, start + 30):
        check(seed)


def test_twins_differ() -> None:
    """Guards the check of twins: most of its pairs are of two different games."""
    different = 0
    for seed in range(40):
        rng = random.Random(seed)
        whole, _decks = checks.play(rng)
        record = dp.Record(whole.rules, whole.dealer, whole.actions[: rng.randrange(1, 10)])
        twin = checks.twin_of(record, 0, rng)
        different += twin != record
        assert checks.everything_seen(twin, 0) == checks.everything_seen(record, 0)
        if twin != record:
            assert checks.everything_seen(twin, 1) != checks.everything_seen(record, 1)
    assert different > 30


@pytest.mark.parametrize("name", targets.TARGETS)
def test_the_corpus_is_read_or_refused(name: str) -> None:
    """Whatever fuzzing found to be answered differently; each target has something it reads."""
    corpus = sorted((targets.CORPUS / name).iterdir())
    answers = {targets.run(name, path.read_bytes()) for path in corpus}
    assert "read" in answers
    assert len(answers) > 1


# --- Threads -------------------------------------------------------------------------------------


def answers(state: dp.GameState, seed: int) -> list[object]:
    """Much of what a state can be asked, and a game played on from it."""
    rng = random.Random(seed)
    found: list[object] = [hash(state), repr(state), dp.to_json(state), state.legal_actions()]
    found.append(pickle.loads(pickle.dumps(state)) == state)
    for seat in range(state.rules.players):
        view = state.view(seat)
        found += [view, dp.to_json(view), view.legal_actions(), dp.determinize(view, rng)]
        if view.own_card is not None:
            found.append(dp.best_hand_odds(view))
    while state.phase is not dp.Phase.OVER:
        if state.phase is dp.Phase.DEAL:
            state = state.apply(dp.random_deal(state, rng))
        else:
            state = state.apply(rng.choice(state.legal_actions()))
    return [*found, state, state.outcome, state.last_hand]


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_many_threads_on_one_state(players: int, mode: dp.Mode) -> None:
    """Eight threads at once ask and play on from one state, as one thread alone does."""
    threads = 8
    state = record_of(players, mode, 1, 3).states()[7]
    expected = [answers(state, seed) for seed in range(threads)]
    # A state that nobody has asked anything yet.
    fresh = pickle.loads(pickle.dumps(state))
    together = Barrier(threads)

    def ask(seed: int) -> list[object]:
        together.wait()
        return answers(fresh, seed)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(threads) as pool:
            assert list(pool.map(ask, range(threads))) == expected
    finally:
        sys.setswitchinterval(interval)


def test_many_threads_on_batches() -> None:
    """Eight threads rank the same masks at once, each into a buffer of its own."""
    rng = random.Random(1)
    masks = array("Q", [dp.card_mask(rng.sample(dp.DECK, 7)) for _ in range(20_000)])
    expected = array("I", map(dp.mask_strength, masks))
    together = Barrier(8)

    def rank(_: int) -> bool:
        together.wait()
        return all(dp.strengths(masks) == expected for _ in range(5))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(rank, range(8)))


# --- Processes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes(method: str) -> None:
    """States cross to other processes and mean the same there; chance there is another."""
    done = subprocess.run(
        [sys.executable, str(PROCESSES), method], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["same"] == [True] * 4
    assert len(set(found["deals"])) == 4
