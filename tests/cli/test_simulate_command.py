"""The command `simulate`, and the detective at the table of `play`."""

import errno
import io
import multiprocessing
import os
import re
import subprocess
import sys
from pathlib import Path
from re import MULTILINE

import pytest

from detective_poker import Rules, simulate
from detective_poker.bots import BOTS, Bot
from detective_poker.cli import main
from detective_poker.cli.screen import Quit
from detective_poker.cli.simulate import MAX_FAULTS, ProgressBar, report_lines
from detective_poker.simulation.play import Game
from detective_poker.simulation.run import CHUNK


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\n0 1\nhint\n"))
    return monkeypatch


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    try:
        code = main([str(arg) for arg in args])
    except SystemExit as error:
        code = int(error.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_the_table_tells_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(
        capsys, "simulate", "--bots", "odds,naive,random", "--games", 9, "--rounds", 1, "--seed", 5
    )
    report = simulate(["odds", "naive", "random"], 9, rules=Rules(3, rounds=1), seed=5)
    assert (code, err) == (0, "")
    assert out.splitlines() == report_lines(report)
    assert all(len(line) <= 80 for line in out.splitlines())
    for bot in report.bots:
        row = next(line for line in out.splitlines() if line.startswith(bot.name))
        numbers = [float(number) for number in re.findall(r"[-+]?\d+\.?\d*", row)]
        assert bot.win_share_interval is not None
        assert numbers[:3] == [
            9,
            round(100 * bot.win_share, 1),
            round(100 * bot.win_share_interval, 1),
        ]
        assert numbers[3] == round(bot.points, 2)
        assert numbers[5] == round(bot.lead, 2)
    assert "9 games, 3 players, standard, seed 5." in out


def test_jobs_change_nothing_and_a_file_keeps_the_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    args = ["simulate", "--bots", "odds,random,random,random", "--games", 30, "--rounds", 1]
    once = run(capsys, *args, "--expert")
    assert once[0] == 0
    assert run(capsys, *args, "--expert", "--jobs", 2, "--file", tmp_path / "f") == once
    assert run(capsys, *args, "--expert", "--file", tmp_path / "f") == once
    code, out, err = run(capsys, *args, "--file", tmp_path / "f")
    assert (code, out) == (2, "")
    assert "is not of this simulation: mode Expert Mode there, standard here." in err


def test_a_file_of_changed_bots_is_gone_on_with_if_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "games"
    args = [*SHORT, 30, "--file", file]
    once = run(capsys, *args)
    data = file.read_bytes()
    file.write_bytes(data.replace(b'"module":"detective_poker.', b'"module":"others.', 1))
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert "bot random: module others.bots.random_bot there" in err
    assert "(--accept-changed)" in err
    assert run(capsys, *args, "--accept-changed") == once
    assert run(capsys, *args) == once


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("--bots clever,odds,odds", "invalid choice: 'clever' (choose from 'random', 'naive', "),
        ("--bots odds,odds", "4 players need 4 bots or more, not 2."),
        ("--bots odds,odds,odds --players 4", "4 players need 4 bots or more, not 3."),
        ("--bots odds,odds,odds --games 0", "The number of games is 1 to 1,000,000,000."),
        (
            "--bots odds,odds,odds --games 999999999999",
            "The number of games is 1 to 1,000,000,000.",
        ),
        ("--bots odds,odds,odds --jobs 0", "The number of jobs is 1 to 256."),
        (
            "--bots odds,odds,odds --file /nowhere/at/all",
            f"{Path('/nowhere/at/all')}: No such file",
        ),
        ("", "the following arguments are required: --bots"),
    ],
)
def test_bad_arguments_are_told(
    capsys: pytest.CaptureFixture[str], args: str, message: str
) -> None:
    code, out, err = run(capsys, "simulate", *args.split())
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


posix = pytest.mark.skipif(os.name != "posix", reason="devices and pipes of POSIX")
SHORT = ["simulate", "--bots", "random,random,random", "--rounds", "1", "--games"]


def reason(text: str, file: object) -> str:
    """The one line that is told, without the command and the file that it begins with."""
    start = f"detective-poker: {file}"
    assert text.startswith(start)
    assert text.count("\n") == 1
    assert "None" not in text
    return text.removeprefix(start)


@posix
@pytest.mark.parametrize("device", ["null", "full", "zero"])
def test_a_device_keeps_no_games(capsys: pytest.CaptureFixture[str], device: str) -> None:
    if not Path(f"/dev/{device}").exists():
        pytest.skip(reason=f"this system has no /dev/{device}")
    code, out, err = run(capsys, *SHORT, 3, "--file", f"/dev/{device}")
    assert (code, out) == (2, "")
    assert reason(err, f"/dev/{device}") == " is no regular file: games cannot be kept there.\n"


@posix
def test_a_pipe_keeps_no_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    code, out, err = run(capsys, *SHORT, 3, "--file", tmp_path / "pipe")
    assert (code, out) == (2, "")
    assert reason(err, tmp_path / "pipe").startswith(" is no regular file")
    done = subprocess.run(
        [sys.executable, "-m", "detective_poker", *SHORT, "3", "--file", "/dev/stdout"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert reason(done.stderr, "/dev/stdout").startswith(" is no regular file")


@posix
def test_a_folder_keeps_no_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(capsys, *SHORT, 3, "--file", tmp_path)
    assert (code, out, reason(err, tmp_path)) == (2, "", ": Is a directory\n")


@pytest.mark.parametrize("fits", [0, 10, 8192])
def test_a_file_that_can_grow_no_more_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, fits: int
) -> None:
    resource = pytest.importorskip("resource", reason="limits of POSIX")
    file = tmp_path / "games"
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    # As on a full disk.
    resource.setrlimit(resource.RLIMIT_FSIZE, (fits, limits[1]))
    try:
        code, out, err = run(capsys, *SHORT, 100, "--file", file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (code, out, reason(err, file)) == (2, "", ": File too large\n")
    # What fits is there, and the run can go on.
    assert file.stat().st_size == fits
    again = run(capsys, *SHORT, 100, "--file", file)
    assert again == run(capsys, *SHORT, 100)


@posix
@pytest.mark.parametrize(
    ("args", "device", "words"),
    [
        ("demo --rounds 1 --record", "/dev/full", "No space left on device"),
        ("replay", "/proc/self/mem", os.strerror(errno.EIO)),
        ("simulate --bots odds,random,random --games 1 --plot", "/dev/full", "No space left"),
    ],
)
def test_a_file_that_fails_later_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, args: str, device: str, words: str
) -> None:
    if not Path(device).exists():
        pytest.skip(reason=f"this system has no {device}")
    if "--plot" in args:
        pytest.importorskip("matplotlib", reason="the extra 'plot' is not installed")
    # A plot's format is that of the ending.
    file = tmp_path / "file.svg"
    file.symlink_to(device)
    code, _, err = run(capsys, *args.split(), file)
    assert code == 2
    assert reason(err, file).startswith(f": {words}")


def test_an_error_without_a_number_is_told_by_its_text(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise io.UnsupportedOperation("not seekable")

    monkeypatch.setattr("detective_poker.cli.simulate.simulate", fails)
    assert run(capsys, *SHORT, 3) == (2, "", "detective-poker: not seekable\n")
    monkeypatch.setattr(Path, "write_bytes", fails)
    code, _, err = run(capsys, "demo", "--rounds", 1, "--record", "somewhere")
    assert (code, reason(err, "somewhere")) == (2, ": not seekable\n")


class Killer(io.StringIO):
    """A terminal at which somebody kills processes that play, once games are done."""

    def __init__(self, kills: int) -> None:
        super().__init__()
        self._kills = kills

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if re.search(r"\] [1-9][0-9]* of", text):
            for process in multiprocessing.active_children()[: self._kills]:
                process.kill()
        return super().write(text)


@pytest.mark.parametrize("kills", [1, 2])
def test_a_killed_process_is_told_and_the_run_goes_on(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    kills: int,
) -> None:
    file = tmp_path / "games"
    args = [*SHORT, 50 * CHUNK, "--file", file]
    with monkeypatch.context() as patch:
        terminal = Killer(kills)
        patch.setattr(sys, "stderr", terminal)
        assert run(capsys, *args, "--jobs", 2)[:2] == (2, "")
    told = terminal.getvalue().rsplit("\r", 1)[1]
    assert reason(told, "").endswith(f" are in {file}: the same command goes on from there.\n")
    # The head, and a line for each game.
    assert CHUNK < file.read_bytes().count(b"\n") < 50 * CHUNK
    once = run(capsys, *args[:-2])
    assert run(capsys, *args) == once
    assert once[0] == 0


def test_processes_that_cannot_begin_are_told(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # It takes no pipe, so it fails in each of them.
    monkeypatch.setattr("detective_poker.cli.workers.serve", os.getpid)
    assert main([*SHORT, "3", "--jobs", "2"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert reason(err.splitlines(keepends=True)[-1], "").endswith(" With --file a run can go on.\n")


def test_faults_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    def fails() -> Bot:
        raise OSError("no such bot")

    report = simulate([fails, "random", "random"], MAX_FAULTS + 2, rules=Rules(3))
    lines = report_lines(report)
    assert lines[-2:] == ["Game 9: fails ended it (OSError: no such bot).", "And 2 more."]
    assert report_lines(simulate(["odds"] * 3, 1, rules=Rules(3)))[1].endswith("  0")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    code, out, _ = run(
        capsys, "simulate", "--bots", "random,random,random", "--games", 40, "--rounds", 1
    )
    shown = terminal.getvalue()
    assert code == 0
    assert "\r[" not in out
    assert "\r[###############               ] 20 of 40 games, " in shown
    assert "\x1b" not in shown
    assert re.search(r"\r +\r$", shown)
    monkeypatch.setattr(sys, "stderr", None)
    assert run(capsys, "simulate", "--bots", "random,random,random", "--games", 1)[0] == 0


def test_a_dumb_terminal_is_shown_no_progress(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "dumb")
    assert run(capsys, *SHORT, 3)[0] == 0
    assert terminal.getvalue() == ""


def on_screen(text: str) -> str:
    """What stands in a line in the end, and no sign of which was ever beyond it."""
    line: list[str] = []
    for part in text.split("\r"):
        line[: len(part)] = part
    return "".join(line).rstrip()


@pytest.mark.parametrize("columns", [7, 20, 38, 60, 71, 72, 200])
def test_the_bar_is_no_wider_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    terminal = Terminal()
    bar = ProgressBar(terminal)
    bar(0, 1_234_567)
    bar(1_000_000, 1_234_567)
    full = on_screen(terminal.getvalue())
    assert full.removeprefix("[########################      ] ").startswith(
        "1,000,000"[: columns - 1]
    )
    assert ("#" in full) == (columns >= 72)
    # It became narrower meanwhile.
    monkeypatch.setenv("COLUMNS", str(columns - 5))
    bar(1_234_567, 1_234_567)
    assert max(map(len, terminal.getvalue().split("\r"))) < columns
    assert len(terminal.getvalue().rsplit("\r", 1)[1]) < columns - 5 + 1
    bar.close()
    assert on_screen(terminal.getvalue())[: columns - 6].strip() == ""


def test_games_of_an_earlier_run_do_not_count_as_pace() -> None:
    terminal = Terminal()
    bar = ProgressBar(terminal)
    bar(50, 100)
    assert "left" not in terminal.getvalue()
    bar(100, 100)
    assert terminal.getvalue().endswith("100 of 100 games, 0 s left")


def test_a_plot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra 'plot' is not installed")
    args = ["simulate", "--bots", "odds,random,random", "--games", 6, "--rounds", 1, "--plot"]
    assert run(capsys, *args, tmp_path / "wins.svg")[0] == 0
    assert b"<svg" in (tmp_path / "wins.svg").read_bytes()
    code, _, err = run(capsys, *args, tmp_path / "wins.txt")
    assert code == 2
    assert "--plot: " in err


def test_a_plot_needs_matplotlib(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("detective_poker.cli.simulate.find_spec", lambda _name: None)
    args = ["simulate", "--bots", "odds,random,random", "--plot", os.devnull]
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert "pip install 'detective-poker[plot]'" in err


@pytest.mark.parametrize("seat", range(4))
def test_a_hint_tells_odds_bets_and_a_bet(
    capsys: pytest.CaptureFixture[str], typed: pytest.MonkeyPatch, seat: int
) -> None:
    code, out, err = run(
        capsys, "play", "--seed", 2, "--seat", seat, "--bots", "odds,naive,detective"
    )
    assert (code, err) == (0, "")
    assert all(len(line) <= 80 for line in out.splitlines())
    assert (
        len(re.findall(r"^ +best by cards +by bets +weakest by cards +by bets$", out, MULTILINE))
        == 2
    )
    assert len(re.findall(r"^The bets tell \d+\.\d bits\.$", out, MULTILINE)) == 2
    assert len(re.findall(r"^A detective would bet \d chips? on seat \d.*\.$", out, MULTILINE)) == 2


def test_everybody_else_can_be_another_bot(
    capsys: pytest.CaptureFixture[str], typed: pytest.MonkeyPatch
) -> None:
    sat: list[list[str]] = []

    def leave(game: Game) -> None:
        sat.append([type(bot).__name__ for bot in game.bots])
        raise Quit

    typed.setattr(Game, "step", leave)
    for name in BOTS:
        assert run(capsys, "play", "--bots", name)[0] == 0
    assert run(capsys, "play", "--seat", 1, "--bots", "odds,naive,detective")[0] == 0
    assert run(capsys, "play", "--seat", 3, "--bots", "odds,naive,detective")[0] == 0
    assert sat[-2:] == [
        ["DetectiveBot", "Person", "OddsBot", "NaiveBot"],
        ["OddsBot", "NaiveBot", "DetectiveBot", "Person"],
    ]
    assert [table[1:] for table in sat[:4]] == [[type(BOTS[name]()).__name__] * 3 for name in BOTS]
    assert run(capsys, "play", "--bots", "odds,naive")[0] == 2
