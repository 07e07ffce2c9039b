"""The programs in examples/ run, and do what their pages say."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import detective_poker as dp

EXAMPLES = Path(__file__).parents[2] / "examples"
STATIC = Path(__file__).parents[2] / "docs" / "_static"


def run(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=EXAMPLES,
        env={**os.environ, "PYTHONUTF8": "1", "PYTHONWARNINGS": "error"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["server", "physical_table"])
def test_programs_print_what_their_pages_show(name: str) -> None:
    expected = STATIC.joinpath(f"{name}.txt").read_text(encoding="utf-8")
    assert run(f"{name}.py") == expected


def test_my_bot_beats_random_bots() -> None:
    lines = run("my_bot.py").splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == ["game 0", "game 1", "game 2"]
    won = re.fullmatch(r"My bot won (\d+) of 100 games\.", lines[-1])
    assert won is not None
    # One in four would be luck.
    assert int(won[1]) >= 40


def test_replay_looks_at_every_bet(tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    run("-m", "detective_poker", "demo", "--seed", "7", "--record", str(game))
    lines = run("replay.py", str(game)).splitlines()
    assert [line.split(":")[0] for line in lines] == ["seat 0", "seat 1", "seat 2", "seat 3"]
    assert all("of 32 correct" in line for line in lines)


def test_a_program_in_another_language_plays() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip(reason="node is not installed")
    assert run("json_host.py", node, "json_bot.mjs").startswith("points: (")


def test_simulations_do_not_depend_on_the_executor() -> None:
    lines = run("-c", "import simulate; simulate.main(20)").splitlines()
    assert [line.split(": ")[1] for line in lines if line.startswith("the same")] == ["True"] * 2


def test_every_program_has_a_test() -> None:
    programs = {
        path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".mjs", ".ipynb")
    }
    source = Path(__file__).read_text(encoding="utf-8")
    missing = {name for name in programs if name.partition(".")[0] not in source}
    assert not missing


def test_the_notebook_runs_and_shows_what_it_showed(monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat = pytest.importorskip("nbformat", reason="nbformat is in the test extra")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is in the test extra")
    pytest.importorskip("ipykernel", reason="ipykernel is in the test extra")
    pytest.importorskip("matplotlib", reason="matplotlib is an extra")
    # The kernel is a process of its own; its debugger's remarks are not ours.
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    monkeypatch.delenv("PYTHONWARNINGS", raising=False)
    path = EXAMPLES / "tour.ipynb"
    notebook = nbformat.read(path, as_version=4)
    kept = json.loads(path.read_text(encoding="utf-8"))["cells"]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    for cell, before in zip(notebook.cells, kept, strict=True):
        for output, old in zip(cell.get("outputs", []), before.get("outputs", []), strict=True):
            for kind in ("text/plain", "image/svg+xml"):
                if kind in output.get("data", {}) and "Figure" not in str(output["data"]):
                    assert output["data"][kind] == "".join(old["data"][kind])
    pictures = [
        "".join(output["data"]["image/svg+xml"])
        for cell in kept
        for output in cell.get("outputs", [])
        if "image/svg+xml" in output.get("data", {})
    ]
    assert len(pictures) == 2
    assert all(picture.startswith("<svg") for picture in pictures)
    assert dp.__version__
