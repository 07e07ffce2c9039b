"""The file of a simulation: one writer, what its head tells, and what becomes of it meanwhile."""

import errno
import json
import multiprocessing
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import detective_poker
from detective_poker import ArgumentError, Bet, FormatError, Mode, PlayerView, Rules, simulate
from detective_poker.bots import Bot, DetectiveBot, ModelBot, OddsBot, RandomBot
from detective_poker.inference.models import SoftmaxModel, UniformModel
from detective_poker.simulation import games_file
from detective_poker.simulation.identity import identity
from detective_poker.simulation.lock import lock, unlock
from detective_poker.simulation.run import CHUNK

THREE = Rules(3, rounds=1)
BOTS = ["odds", "random", "naive"]
posix = pytest.mark.skipif(os.name != "posix", reason="locks and processes of POSIX")


def heads(file: Path) -> list[dict[str, Any]]:
    lines = map(json.loads, file.read_bytes().splitlines())
    return [line for line in lines if "detective_poker_simulation" in line]


# --- One writer at a time -------------------------------------------------------------------------


def test_a_second_run_on_the_same_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games"
    refused: list[str] = []

    def progress(_done: int, _total: int) -> None:
        before = file.read_bytes()
        for link in (file, tmp_path / "." / "games"):
            with pytest.raises(ArgumentError, match="is in use: another run") as caught:
                simulate(BOTS, 2 * CHUNK, rules=THREE, file=link)
            refused.append(str(caught.value))
        # To read it, and so to close it, changes nothing.
        assert file.read_bytes() == before

    report = simulate(BOTS, 2 * CHUNK, rules=THREE, file=file, progress=progress)
    assert len(refused) == 6
    assert str(file) in refused[0]
    # Once the first has ended, the next may.
    assert simulate(BOTS, 2 * CHUNK, rules=THREE, file=file) == report


HOLD = """
import sys
import detective_poker as dp
def progress(done, total):
    print(done, flush=True)
    if done:
        sys.stdin.read()
dp.simulate(["odds", "random", "naive"], 60, rules=dp.Rules(3, rounds=1), file=sys.argv[1],
            progress=progress)
"""


def test_another_process_is_refused_and_a_killed_one_frees_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games"
    first = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with first:
        assert first.stdout is not None
        assert [first.stdout.readline(), first.stdout.readline()] == ["0\n", f"{CHUNK}\n"]
        with pytest.raises(ArgumentError, match="is in use"):
            simulate(BOTS, 60, rules=THREE, file=file)
        args = [
            "simulate",
            "--bots",
            ",".join(BOTS),
            "--games",
            "60",
            "--rounds",
            "1",
            "--file",
            str(file),
        ]
        done = subprocess.run(
            [sys.executable, "-m", "detective_poker", *args],
            check=False,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == (
            f"detective-poker: {file} is in use: another run writes its games there.\n"
        )
        first.kill()
    assert simulate(BOTS, 60, rules=THREE, file=file) == simulate(BOTS, 60, rules=THREE)


@posix
@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork")
def test_a_forked_process_does_not_keep_the_lock(tmp_path: Path) -> None:
    """It has the file open, too, and can live on when the run has long ended."""
    code = """
import os, sys
from detective_poker.simulation.lock import lock, unlock
file = open(sys.argv[1], "ab")
assert lock(file.fileno())
ready, done = os.pipe(), os.pipe()
if os.fork() == 0:
    os.write(ready[1], b"x")
    os.read(done[0], 1)
    os._exit(0)
os.read(ready[0], 1)
# Still held, by the parent alone.
other = open(sys.argv[1], "ab")
assert not lock(other.fileno())
print("held", flush=True)
os.kill(os.getpid(), 9)
"""
    file = tmp_path / "games"
    # The child waits for a byte that comes when its pipe is closed, which its own copy prevents.
    with subprocess.Popen(
        [sys.executable, "-c", code, str(file)], stdout=subprocess.PIPE, start_new_session=True
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"held\n"
        parent.wait()
        try:
            with file.open("ab") as stream:
                assert lock(stream.fileno())
                unlock(stream.fileno())
        finally:
            os.killpg(parent.pid, 9)


@posix
@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOTSUP])
def test_where_there_are_no_locks_games_are_kept_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def flock(_file: int, _what: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("fcntl.flock", flock)
    report = simulate(BOTS, 3, rules=THREE, file=tmp_path / "games")
    assert simulate(BOTS, 3, rules=THREE, file=tmp_path / "games") == report


@posix
def test_a_lock_that_fails_otherwise_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flock(_file: int, _what: int) -> None:
        raise OSError(errno.EIO, "it broke")

    monkeypatch.setattr("fcntl.flock", flock)
    with pytest.raises(OSError, match="it broke") as caught:
        simulate(BOTS, 3, rules=THREE, file=tmp_path / "games")
    assert caught.value.filename == str(tmp_path / "games")


# --- What becomes of the file meanwhile -----------------------------------------------------------


def delete(file: Path) -> None:
    file.unlink()


def move(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))


def replace(file: Path) -> None:
    other = file.with_name("other")
    other.write_bytes(file.read_bytes())
    other.replace(file)


def delete_folder(file: Path) -> None:
    file.unlink()
    file.parent.rmdir()


@posix  # Windows lets nobody do so
@pytest.mark.parametrize("what", [delete, move, replace, delete_folder])
def test_a_file_that_vanishes_is_told(tmp_path: Path, what: Callable[[Path], None]) -> None:
    file = tmp_path / "folder" / "games"
    file.parent.mkdir()
    calls: list[int] = []

    def progress(done: int, _total: int) -> None:
        calls.append(done)
        if done == CHUNK:
            what(file)

    with pytest.raises(FileNotFoundError, match="moved, deleted or replaced") as caught:
        simulate(BOTS, 10 * CHUNK, rules=THREE, file=file, progress=progress)
    assert caught.value.filename == str(file)
    # Not at the end only.
    assert calls == [0, CHUNK]


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games"
    report = simulate(BOTS, 60, rules=THREE)

    class Full:
        """A stream whose disk is full after some bytes, a part of a line among them."""

        def __init__(self, stream: Any) -> None:
            self._stream = stream

        def __getattr__(self, name: str) -> Any:
            return getattr(self._stream, name)

        def writelines(self, lines: Any) -> None:
            data = b"".join(lines)
            self._stream.write(data[: len(data) // 2])
            self._stream.flush()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    begin = games_file.GamesFile._begin

    def begin_on_full_disk(self: Any, *args: Any) -> Any:
        results = begin(self, *args)
        self._stream = Full(self._stream)
        return results

    with monkeypatch.context() as patch:
        patch.setattr(games_file.GamesFile, "_begin", begin_on_full_disk)
        with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)) as caught:
            simulate(BOTS, 60, rules=THREE, file=file)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(file))
    assert not file.read_bytes().endswith(b"\n")
    # With room again it goes on.
    assert simulate(BOTS, 60, rules=THREE, file=file) == report


# --- The head -------------------------------------------------------------------------------------


def test_the_head_tells_what_began_the_file(tmp_path: Path) -> None:
    file = tmp_path / "games"
    bots = ["odds", OddsBot, partial(ModelBot, SoftmaxModel(0.7))]
    simulate(bots, 3, rules=THREE, seed=-5, file=file)
    (head,) = heads(file)
    assert head["detective_poker_simulation"] == games_file.FORMAT_VERSION
    assert head["version"] == detective_poker.__version__
    assert (head["games"], head["seed"]) == (3, -5)
    assert head["rules"] == {"players": 3, "mode": "standard", "rounds": 1}
    assert [(bot["name"], bot["module"], bot["made_by"]) for bot in head["bots"]] == [
        ("odds", OddsBot.__module__, "OddsBot"),
        ("OddsBot", OddsBot.__module__, "OddsBot"),
        (head["bots"][2]["name"], ModelBot.__module__, "ModelBot"),
    ]
    assert head["bots"][0]["parameters"] == head["bots"][1]["parameters"]


@pytest.mark.parametrize(
    ("bots", "games", "rules", "seed", "told"),
    [
        (BOTS, 60, THREE, 3, "games 400 there, 60 here"),
        (BOTS, 400, THREE, 4, "seed 3 there, 4 here"),
        (BOTS, 400, Rules(3), 3, "rounds 1 there, 2 here"),
        (BOTS, 400, Rules(3, Mode.EXPERT, 1), 3, "mode standard there, Expert Mode here"),
        ([*BOTS, "odds"], 400, Rules(4, rounds=1), 3, "players 3 there, 4 here"),
        (BOTS[::-1], 400, THREE, 3, "bots odds, random, naive there, naive, random, odds here"),
        (BOTS, 1_000, Rules(3), 9, "games 400 there, 1,000 here; rounds 1 there, 2 here; seed 3"),
    ],
)
def test_what_differs_from_another_simulation_is_told(
    tmp_path: Path, bots: Any, games: int, rules: Rules, seed: int, told: str
) -> None:
    file = tmp_path / "games"

    class StoppedError(Exception):
        pass

    def stop(_done: int, _total: int) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        simulate(BOTS, 400, rules=THREE, seed=3, file=file, progress=stop)
    data = file.read_bytes()
    for accept_changed in (False, True):
        with pytest.raises(FormatError) as caught:
            simulate(bots, games, rules=rules, seed=seed, file=file, accept_changed=accept_changed)
        assert str(file) in str(caught.value)
        assert told in str(caught.value)
        assert file.read_bytes() == data


def test_files_of_other_formats_are_told_by_their_number(tmp_path: Path) -> None:
    file = tmp_path / "games"
    head = {"detective_poker_simulation": 1, "bots": BOTS, "games": 3, "rules": {}, "seed": 0}
    file.write_text(json.dumps(head) + "\n")
    with pytest.raises(FormatError, match="format 1: this version reads format 2"):
        simulate(BOTS, 3, rules=THREE, file=file)
    file.write_text('{"detective_poker_simulation": 2}\n')
    with pytest.raises(FormatError, match="is not of this simulation"):
        simulate(BOTS, 3, rules=THREE, file=file)


class Plain(RandomBot):
    pass


class Bold(RandomBot):
    """Bets another way."""

    nerve = 2

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        return view.legal_actions()[-1]


class Model(RandomBot):
    def __init__(self, weights: object = (), *, depth: int = 1) -> None:
        self.weights = weights
        self.depth = depth


class Maker:
    def __init__(self, strength: object) -> None:
        self.strength = strength

    def __call__(self) -> Bot:
        return RandomBot()

    def make(self) -> Bot:
        return RandomBot()


def with_strength(strength: object) -> Callable[[], Bot]:
    def make() -> Bot:
        return Model(strength)

    return make


def with_default(strength: object) -> Callable[[], Bot]:
    return lambda strength=strength: Model(strength)


def another(name: str, **members: object) -> Any:
    return type(name, (Bold,), {"__module__": Bold.__module__, **members})


CHANGED: dict[str, tuple[Any, Any, str]] = {
    "class": (Plain, Bold, "class Plain there, Bold here"),
    "class by its name alone": ("odds", RandomBot, "class OddsBot there, RandomBot here"),
    "module": (OddsBot, type("OddsBot", (RandomBot,), {}), "module detective_poker.bots.odds_bot"),
    "parameter": (partial(Model, 1), partial(Model, 2), "other parameters"),
    "keyword": (partial(Model, depth=1), partial(Model, depth=2), "other parameters"),
    "model": (
        partial(ModelBot, SoftmaxModel(0.5)),
        partial(ModelBot, SoftmaxModel(0.25)),
        "other parameters",
    ),
    "kind of model": (
        partial(ModelBot, SoftmaxModel()),
        partial(ModelBot, UniformModel()),
        "other parameters",
    ),
    "closure": (with_strength(1.0), with_strength(2.0), "other parameters"),
    "default": (with_default([1, 2]), with_default([1, 3]), "other parameters"),
    "what an object holds": (Maker({"a": 1}), Maker({"a": 2}), "other parameters"),
    "a method's object": (Maker("x").make, Maker("y").make, "other parameters"),
    "an object within": (Maker(Maker(1)), Maker(Maker(2)), "other parameters"),
    "members of a set": (Maker({1, 2}), Maker({1, 3}), "other parameters"),
    "a lambda's constant": (lambda: Model(1.5), lambda: Model(2.5), "other code"),
    "a method": (
        another("Mine", choose=lambda self, view, rng: view.legal_actions()[0]),
        another("Mine", choose=lambda self, view, rng: view.legal_actions()[1]),
        "other code",
    ),
    "a class's constant": (another("Mine"), another("Mine", nerve=3), "other code"),
    "a property": (
        another("Mine", limit=property(lambda self: 1)),
        another("Mine", limit=property(lambda self: 2)),
        "other code",
    ),
}


@pytest.mark.parametrize("name", CHANGED)
def test_another_bot_of_the_same_name_is_refused_unless_accepted(tmp_path: Path, name: str) -> None:
    before, after, told = CHANGED[name]
    file = tmp_path / "games"

    def run(bot: Any, **options: Any) -> detective_poker.Report:
        bots = {"mine": bot, "a": "random", "b": "random"}
        return simulate(bots, 3, rules=THREE, file=file, **options)

    report = run(before)
    assert run(before) == report
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:3]))
    data = file.read_bytes()
    with pytest.raises(FormatError) as caught:
        run(after)
    assert "bot mine: " in str(caught.value)
    assert told in str(caught.value)
    assert "accept_changed=True (--accept-changed)" in str(caught.value)
    assert file.read_bytes() == data
    both = run(after, accept_changed=True)
    assert both.games == 3
    assert len(heads(file)) == 2
    assert file.read_bytes().startswith(data)
    # From now on the file is that of the new one.
    assert run(after) == both
    with pytest.raises(FormatError):
        run(before)
    assert run(before, accept_changed=True) == both


def test_another_version_is_refused_unless_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games"
    report = simulate(BOTS, 3, rules=THREE, file=file)
    now = detective_poker.__version__
    monkeypatch.setattr(games_file, "__version__", "99.1")
    with pytest.raises(FormatError, match=f"version {now} of this package there, 99.1 here"):
        simulate(BOTS, 3, rules=THREE, file=file)
    assert simulate(BOTS, 3, rules=THREE, file=file, accept_changed=True) == report
    assert [head["version"] for head in heads(file)] == [now, "99.1"]


ONCE = """
import sys
from functools import partial
sys.path[:0] = [sys.argv[1]]
import msgspec
from detective_poker.bots import *
from detective_poker.inference.models import SoftmaxModel
from detective_poker.simulation.identity import identity
from test_games_file import *
class Odd:
    kinds = frozenset({"a", "b", "c"})
    def choose(self, view, rng):
        return view if rng in {"x", "y", "z", None} else {"p", "q"}
many = {"one", "two", "three", "four"}
maker = Maker([Maker(many), print, Maker])
bots = [Odd, partial(Model, many, depth=object()), maker, with_strength(many)]
print(msgspec.json.encode([identity("x", bot) for bot in ["odds", *bots]]).decode())
"""


def test_a_bot_is_the_same_in_every_process() -> None:
    """Addresses and the order of sets are others."""
    told = {
        subprocess.run(
            [sys.executable, "-c", ONCE, str(Path(__file__).parent)],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(told) == 1
    assert len(json.loads(told.pop())) == 5


class Secretive:
    def __repr__(self) -> str:
        raise ValueError("no text")


def test_whatever_a_bot_is_made_with_is_told_apart_or_not_at_all() -> None:
    circle: list[object] = []
    circle.append(circle)
    for value in (circle, Secretive(), 10**5000, float("nan"), b"x", print, len, Rules, {1: {2}}):
        bot = partial(Model, value)
        assert identity("x", bot) == identity("x", partial(Model, value))
    # The same bot, said in other ways.
    for same in (partial(Model), partial(partial(Model))):
        assert identity("x", same) == identity("x", Model)
    assert identity("x", partial(partial(Model, 1), depth=2)) == identity(
        "x", partial(Model, 1, depth=2)
    )
    # No parameter is written down: it can be a secret.
    told = repr(identity("x", partial(Model, "swordfish", depth=4711)))
    assert "swordfish" not in told
    assert "4711" not in told


def test_code_of_another_python_is_not_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games"
    bots = [Bold, "random", "random"]
    report = simulate(bots, 3, rules=THREE, file=file)
    data = file.read_bytes()
    code = heads(file)[0]["bots"][0]["code"]
    python, digest = code.split()
    file.write_bytes(data.replace(code.encode(), f"cpython-3.99 {digest[::-1]}".encode(), 1))
    assert simulate(bots, 3, rules=THREE, file=file) == report
    file.write_bytes(data.replace(code.encode(), f"{python} {digest[::-1]}".encode(), 1))
    with pytest.raises(FormatError, match="bot Bold: other code"):
        simulate(bots, 3, rules=THREE, file=file)


def test_a_run_cut_short_within_a_later_head_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "games"
    first = {"mine": Plain, "a": "random", "b": "random"}
    then: dict[str, Any] = {**first, "mine": DetectiveBot}
    simulate(first, 3, rules=THREE, file=file)
    short = b"".join(file.read_bytes().splitlines(keepends=True)[:2])
    file.write_bytes(short)
    report = simulate(then, 3, rules=THREE, file=file, accept_changed=True)
    whole = file.read_bytes()
    for length in (len(short) + 1, len(short) + 40):
        file.write_bytes(whole[:length])
        with pytest.raises(FormatError, match="bot mine"):
            simulate(then, 3, rules=THREE, file=file)
        assert simulate(then, 3, rules=THREE, file=file, accept_changed=True) == report
        assert file.read_bytes() == whole
