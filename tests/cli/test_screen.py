"""What a terminal, a pipe or any other output is shown: widths, pages, colours, names."""

import contextlib
import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from detective_poker import Mode, Record, to_json
from detective_poker.cli import main
from detective_poker.cli.colors import switch_on, wants_color
from detective_poker.cli.screen import Paint, Screen, columns, pad, shown_width
from detective_poker.cli.width import cut, looks, width
from games import record_of

GAME = record_of(3, Mode.STANDARD, 1, 0)
VARIABLES = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "TERM")


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


class Output(io.StringIO):
    """A text stream of some encoding, a terminal or not."""

    def __init__(self, encoding: object = "utf-8", *, terminal: bool = False) -> None:
        super().__init__()
        self._encoding, self._terminal = encoding, terminal

    @property
    def encoding(self) -> Any:
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


def shown(out: Any, *args: str, stdin: Any = None) -> str:
    """What the command writes to this output."""
    before, sys.stdin = sys.stdin, stdin
    try:
        with contextlib.redirect_stdout(out):
            assert main(args) == 0
        assert sys.stdout is not out
    finally:
        sys.stdin = before
    value: str = out.getvalue()
    return value


# Widths.


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("Ann", 3),
        ("Zoe\u0308", 3),
        ("山田　太郎", 10),
        ("ﾔﾏﾀﾞ", 4),
        ("한국", 4),
        ("\u1112\u1161\u11ab\u1100\u116e\u11a8", 4),
        ("שָׁלוֹם", 4),
        ("می\u200cخواهم", 7),
        ("👩", 2),
        ("👩🏽", 2),
        ("👨\u200d👩\u200d👧\u200d👦", 2),
        ("👩\u200d👩", 2),
        ("A👩\u200d🚀B", 4),
        ("❤", 1),
        ("❤\ufe0f", 2),
        ("🇵🇱", 2),
        ("A♠ 10♦", 6),
        ("a\u00a0b\u202fc", 5),
        ("soft\u00adhyphen", 11),
        ("\u200e\u200f\ufeff", 0),
    ],
    ids=ascii,
)
def test_the_columns_that_a_text_takes(text: str, columns: int) -> None:
    assert width(text) == columns
    assert shown_width(f"\x1b[1;31m{text}\x1b[0m") == columns
    assert pad(text, columns + 2) == f"{text}  "
    assert pad(text, columns + 2, right=True) == f"  {text}"


def test_what_is_cut_keeps_its_signs_whole() -> None:
    family = "👨\u200d👩\u200d👧\u200d👦"
    assert cut(f"{family}{family}", 3) == family
    assert cut(f"{family}{family}", 1) == ""
    assert cut("Zoe\u0308y", 3) == "Zoe\u0308"
    assert cut("山田太郎", 5) == "山田"
    assert cut("abc", 5) == "abc"
    assert cut("abc", 0) == ""


def test_columns_line_up_whatever_is_in_them() -> None:
    rows = [["山田", "1", "x"], ["Ann", "10", "y"], ["👨\u200d👩\u200d👧", "-100", "z"]]
    lines = columns(rows, right=[1])
    assert {width(line) for line in lines} == {4 + 2 + 4 + 2 + 1}


# Names.


def replayed(tmp_path: Path, names: tuple[str, ...], encoding: str = "utf-8") -> str:
    path = tmp_path / "game"
    Record(GAME.rules, GAME.dealer, GAME.actions, names).save(path)
    return shown(Output(encoding), "replay", str(path), "--open")


ALIKE = [
    ("Ann", "ann", "Bea"),
    ("Ann", "Ann ", "Bea"),
    ("Ann", "An\u200bn", "Bea"),
    ("Ann", "\u200eAnn", "Bea"),
    ("Ann", "A\u00adnn", "Bea"),
    ("Zoë", "Zoe\u0308", "Bea"),
    ("Åsa", "\u212bsa", "Bea"),
    ("Ann", "\uff21nn", "Bea"),
    ("Ann", "Аnn", "Bea"),  # a Cyrillic A
    ("Петя", "ПeTя", "Bea"),
    ("Tom", "Τοm", "Bea"),  # Greek
    ("Ian", "lan", "Bea"),
    ("Bot 0", "Bot O", "Bea"),
    ("\u200b", "Ann", "Bea"),
    ("\u3000", "Ann", "Bea"),
    ("A B", "AB", "Bea"),
    ("You", "Ann", "Bea"),
    ("Ann", "YOU", "Bea"),
    ("Ann", "Bea", "Y\u043eu"),
]


@pytest.mark.parametrize("names", ALIKE, ids=ascii)
def test_players_whose_names_look_alike_are_told_apart(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    out = replayed(tmp_path, names)
    legend = out.splitlines()[1].removeprefix("Seats, clockwise: ").split(", ")
    assert [label[:1] for label in legend] == ["0", "1", "2"]
    bettors = re.findall(r"^  (\d) .*? bets ", out, re.MULTILINE)
    assert len(bettors) == 36
    assert set(bettors) == {"0", "1", "2"}
    # Nobody here is the person at the keyboard.
    assert not re.search(r"\byou\b|yourself|(?<!\d )\bYou\b", out)


@pytest.mark.parametrize(
    "names",
    [
        ("Ann", "Bea", "Cyd"),
        ("山田", "佐藤", "鈴木"),
        ("Ян", "Яна", "Яня"),
        ("A", "B", "C"),
    ],
)
def test_names_that_nobody_takes_for_another_have_no_numbers(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    out = replayed(tmp_path, names)
    assert re.search(rf"^  {names[0]} +bets ", out, re.MULTILINE)
    assert not re.search(r"^  \d \S+ +bets ", out, re.MULTILINE)


def test_names_that_an_output_cannot_show_are_told_apart(tmp_path: Path) -> None:
    out = replayed(tmp_path, ("Дуня", "Петя", "Саша"), "ascii")
    assert out.splitlines()[1] == "Seats, clockwise: 0 ????, 1 ????, 2 ????"
    assert set(re.findall(r"^  (\d) \?{4} +bets ", out, re.MULTILINE)) == {"0", "1", "2"}


@pytest.mark.parametrize(
    ("name", "label"), [("Seat 0", "Seat 0"), ("Bot 10", "0 Bot 10"), ("10", "0 10"), ("0", "0")]
)
def test_a_name_that_ends_in_another_number_keeps_its_seat(
    tmp_path: Path, name: str, label: str
) -> None:
    out = replayed(tmp_path, (name, "Bea", "Cyd"))
    assert out.splitlines()[1] == f"Seats, clockwise: {label}, 1 Bea, 2 Cyd"


NAMES_IN_TABLES = [
    ("山田　太郎", "Ann", "👨\u200d👩\u200d👧\u200d👦"),
    ("שרה", "Ann", "محمد"),
    ("Zoe\u0308", "한국사람이름이길다", "Bartholomew the Great"),
    ("می\u200cخواهم", "x" * 64, "👩🏽" * 32),
]


@pytest.mark.parametrize("names", NAMES_IN_TABLES, ids=ascii)
def test_tables_are_aligned_whatever_the_names(tmp_path: Path, names: tuple[str, ...]) -> None:
    out = replayed(tmp_path, names)
    tables = re.findall(r"^ +own  forehead .*\n((?:  .+\n){3})", out, re.MULTILINE)
    assert len(tables) == 12
    for table in tables:
        rows = table.splitlines()
        assert len({width(row) for row in rows}) == 1
        # The columns of cards begin at one place.
        assert len({width(re.split(r"(?:10|[2-9JQKA])[♣♦♥♠]", row)[0]) for row in rows}) == 1
    assert all(width(line) <= 80 for line in out.splitlines())


def test_names_from_right_to_left_leave_the_line_in_order(tmp_path: Path) -> None:
    out = replayed(tmp_path, ("שרה", "Ann", "محمد"))
    for line in out.splitlines():
        for name in ("שרה", "محمد"):
            assert line.count(name) == line.count(f"\u200e{name}\u200e")
    assert "\u200e" not in replayed(tmp_path, ("Zoë", "Ann", "山田"))
    assert "שרה" in replayed(tmp_path, ("שרה", "Ann", "Bea"), "cp1255")


@pytest.mark.parametrize("sign", [chr(c) for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))])
def test_no_name_turns_the_rest_of_its_line(tmp_path: Path, sign: str) -> None:
    out = replayed(tmp_path, (f"Ann{sign}", "Bea", f"{sign}Cyd"))
    assert sign not in out
    assert out == replayed(tmp_path, ("Ann", "Bea", "Cyd"))


def test_what_looks_alike() -> None:
    for one, other in (("Ann", "A N N"), ("1l|I", "lIlI"), ("O0", "oo"), ("ﬁ", "fi"), ("ı", "i")):
        assert looks(one) == looks(other)
    for one, other in (("Ann", "Anna"), ("Bea", "Ben"), ("山", "川"), ("שרה", "שרי")):
        assert looks(one) != looks(other)


# Outputs that are no terminal, and hardly a file.


class WriteOnly:
    """All that print and logging need of an output."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def getvalue(self) -> str:
        return self.text


OUTPUTS: dict[str, Callable[[], Any]] = {
    "write alone": WriteOnly,
    "no encoding": lambda: Output(None),
    "an encoding that is no text": lambda: Output(7),
    "an unknown encoding": lambda: Output("no-such-encoding"),
}


@pytest.mark.parametrize("output", OUTPUTS.values(), ids=OUTPUTS)
@pytest.mark.parametrize(
    "command", ["demo --rounds 1 --seed 1 --pause", "odds --own As --foreheads KdQd"]
)
def test_an_output_that_is_hardly_a_file(output: Callable[[], Any], command: str) -> None:
    expected = shown(Output(), *command.split())
    assert shown(output(), *command.split()) == expected
    assert "♣" in expected or "♠" in expected


def test_help_and_errors_for_outputs_that_only_write(monkeypatch: pytest.MonkeyPatch) -> None:
    out, errors = WriteOnly(), WriteOnly()
    monkeypatch.setattr(sys, "stderr", errors)
    with contextlib.redirect_stdout(out):  # type: ignore[type-var]
        with pytest.raises(SystemExit):
            main(["--help"])
        assert main(["odds", "--own", "As", "--foreheads", "Kd"]) == 2
        assert main(["simulate", "--bots", "random,random,random", "--games", "3"]) == 0
    assert out.text.startswith("usage: detective-poker")
    assert errors.text == "detective-poker: The others have 2 or 3 forehead cards.\n"


def test_an_input_that_is_hardly_a_file() -> None:
    class Lines:
        def readline(self) -> str:
            return "q\n"

    out = Output()
    assert shown(out, "play", "--seed", "1", stdin=Lines()).endswith("You leave the table.\n")
    text = GAME.to_text()
    for data in (text, text.replace("\n", "\r\n"), "\ufeff" + text, to_json(GAME).decode()):
        assert "Seat 0" in shown(Output(), "replay", "-", stdin=io.StringIO(data))


def test_intervals_in_ascii() -> None:
    args = ("simulate", "--bots", "random,naive,random", "--games", "4")
    ascii_, utf8 = shown(Output("ascii"), *args), shown(Output("utf-8"), *args)
    assert "?" not in ascii_
    assert len(re.findall(r"\+/- \d", ascii_)) == len(re.findall(r"± \d", utf8)) >= 9
    assert len({width(line) for line in ascii_.splitlines()[:4]}) == 1


# Pages.


class Keyboard(io.StringIO):
    """Somebody who presses Enter whenever asked."""

    asked = 0

    def __init__(self) -> None:
        super().__init__()

    def isatty(self) -> bool:
        return True

    def readline(self, size: int = -1, /) -> str:
        self.asked += 1
        return "\n"


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 24), (20, 24), (40, 10), (7, 5)])
@pytest.mark.parametrize("command", ["demo --pause", "demo --open --pause --expert"])
def test_no_more_rows_pass_than_a_terminal_has(
    monkeypatch: pytest.MonkeyPatch, columns: int, rows: int, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    keyboard = Keyboard()
    args = (*command.split(), "--seed", "1", "--rounds", "1")
    out = shown(Output(terminal=True), *args, "--no-color", stdin=keyboard)
    pages = re.split(r"\[Enter for more\] ", out)
    assert len(pages) == keyboard.asked + 1 > 2
    for page in pages:
        # With the row of the question itself. A line of more rows than there are has a page alone.
        passed = [max(1, -(-width(line) // columns)) for line in page.split("\n")]
        assert sum(passed) <= max(rows, max(passed) + 1)
    whole = shown(Output(), *args)
    assert re.sub(r"\[Enter for more\] ", "", out) == whole


# Colours.


@pytest.mark.parametrize(
    ("variables", "terminal", "pipe"),
    [
        ({}, True, False),
        ({"TERM": "dumb"}, False, False),
        ({"TERM": "xterm"}, True, False),
        ({"CLICOLOR": "0"}, False, False),
        ({"CLICOLOR": "1"}, True, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "3", "TERM": "dumb"}, True, True),
        ({"FORCE_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"CLICOLOR_FORCE": "1"}, True, True),
        ({"CLICOLOR_FORCE": "0"}, True, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
        ({"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, False, False),
        ({"NO_COLOR": "", "FORCE_COLOR": "1"}, True, True),
    ],
    ids=str,
)
def test_who_gets_colours(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], terminal: bool, pipe: bool
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    for out, expected in ((Output(terminal=True), terminal), (Output(), pipe)):
        assert wants_color(out) is expected
        args = ("odds", "--own", "As", "--foreheads", "KdQd")
        assert ("\x1b[" in shown(out, *args)) is expected
        assert "\x1b[" not in shown(Output(terminal=True), *args, "--no-color")
    with_write_alone = shown(WriteOnly(), "odds", "--own", "As", "--foreheads", "KdQd")
    assert ("\x1b[" in with_write_alone) is pipe


class Console:
    """The calls of Windows about the mode of a console."""

    def __init__(self, mode: int, *, is_console: bool = True, is_old: bool = False) -> None:
        self.mode, self.is_console, self.is_old = mode, is_console, is_old

    def GetConsoleMode(self, _handle: object, mode: Any) -> int:  # noqa: N802
        mode._obj.value = self.mode
        return int(self.is_console)

    def SetConsoleMode(self, _handle: object, mode: int) -> int:  # noqa: N802
        if not self.is_old:
            self.mode = mode
        return int(not self.is_old)


def test_escape_codes_are_switched_on_in_a_console() -> None:
    new, on = Console(3), Console(7)
    old, none = Console(3, is_old=True), Console(0, is_console=False)
    consoles = [new, on, old, none]
    assert [switch_on(console, 5) for console in consoles] == [True, True, False, False]
    assert [console.mode for console in consoles] == [7, 7, 3, 0]


def test_paints_take_no_width() -> None:
    screen = Screen(Output(), None, color=True, pages=False)
    painted = screen.paint("Ann", Paint.BOLD, Paint.RED)
    assert painted != "Ann"
    assert shown_width(painted) == 3
