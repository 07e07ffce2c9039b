"""The command among other programs: in pipes, and frozen."""

import io
import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest

from detective_poker import Record
from detective_poker.bots import NaiveBot
from detective_poker.cli import main
from detective_poker.cli.narrator import Narrator
from detective_poker.cli.screen import Screen
from detective_poker.simulation import play_game

COMMAND = [sys.executable, "-m", "detective_poker"]


@pytest.mark.parametrize("options", [[], ["--seed", "7"], ["--expert", "--players", "3"]])
def test_a_record_goes_from_one_command_to_the_next(options: list[str]) -> None:
    demo = subprocess.run(
        [*COMMAND, "demo", "--rounds", "1", *options, "--record", "-"],
        check=True,
        capture_output=True,
    )
    # The record and nothing else, and as it is in a file.
    assert demo.stderr == b""
    assert b"\r" not in demo.stdout
    record = Record.from_text(demo.stdout.decode())
    assert record.to_text().encode() == demo.stdout
    shown = subprocess.run(
        [*COMMAND, "replay", "-"], input=demo.stdout, check=True, capture_output=True
    )
    assert shown.stdout.startswith(b"Detective Poker") or shown.stdout


def test_a_dash_is_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--seed", "3", "--record", "file"]) == 0
    game = capsys.readouterr().out
    assert main(["demo", "--seed", "3", "--record", "-"]) == 0
    text = capsys.readouterr().out
    assert text.encode() == Path("file").read_bytes()
    assert "detective-poker record" not in game
    assert os.listdir() == ["file"]


def test_a_record_needs_no_bytes_and_no_output(monkeypatch: pytest.MonkeyPatch) -> None:
    text = io.StringIO()
    monkeypatch.setattr(sys, "stdout", text)
    assert main(["demo", "--seed", "3", "--record", "-"]) == 0
    assert Record.from_text(text.getvalue()).final().outcome is not None
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["demo", "--seed", "3", "--record", "-"]) == 0


def test_a_full_output_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip(reason="this system has no /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "demo", "--record", "-"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"No space left" in done.stderr


def test_a_frozen_program_answers_its_processes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    class Served(Exception):  # noqa: N818 - no error
        pass

    def freeze_support() -> None:
        raise Served

    monkeypatch.setattr(multiprocessing, "freeze_support", freeze_support)
    assert main(["demo", "--seed", "3", "--rounds", "1"]) == 0
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(Served):
        main(["--multiprocessing-fork", "pipe_handle=5"])


# --- Names with numbers ---------------------------------------------------------------------------


def told(names: list[str], encoding: str = "utf-8") -> str:
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    narrator = Narrator(Screen(out, None, color=False, pages=False), names)
    for state in play_game([NaiveBot()] * 4, names=names).states():
        narrator.show(state.public_view(), state)
    out.seek(0)
    return out.read()


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_name_that_is_cut_keeps_its_number(encoding: str) -> None:
    text = told([f"A bot of the house {number}" for number in (10, 11, 12, 113)], encoding)
    start = "A bot of" if encoding == "utf-8" else "A bot of "
    for number in (" 10", " 11", " 12"):
        assert f"{start}{'…' if encoding == 'utf-8' else ''}{number}" in text
    assert " 113 " in text


def test_a_number_as_long_as_a_name_is_cut_as_well() -> None:
    text = told(["1" * 30, "2" * 30, "x" * 30, "Bot 12345678"])
    assert "1" * 11 + "…" in text
    assert "Bot 12345678" in text


def test_seats_keep_their_numbers_beside_names_with_others() -> None:
    text = told(["Bot 10", "Bot 11", "Bot 2", "Bot 1"])
    for label in ("0 Bot 10", "1 Bot 11", "3 Bot 1"):
        assert label in text
    # This one tells its seat itself.
    assert "2 Bot 2" not in text
