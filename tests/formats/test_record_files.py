"""Records in files of every system, the names they take, and where in a text they are wrong."""

import codecs
import os
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import detective_poker as dp
from games import record_of

NAMES = ("Zoë", "Дуня\u00a0", "\u3042\u3000\u3044")
WHOLE = dp.Record(
    dp.Rules(3, dp.Mode.EXPERT, 1),
    (found := record_of(3, dp.Mode.EXPERT, 1, 1)).dealer,
    found.actions,
    NAMES,
)
RECORDS = [WHOLE, WHOLE.for_seat(1), WHOLE.for_spectators()]
Kept = dp.Record | dp.SeatRecord


@pytest.fixture(params=RECORDS, ids=["whole", "seat", "spectator"])
def record(request: pytest.FixtureRequest) -> Kept:
    kept: Kept = request.param
    return kept


# Files.


def as_text(record: Kept) -> bytes:
    return record.to_text().encode()


DISGUISES: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda data: data,
    "a byte order mark": lambda data: codecs.BOM_UTF8 + data,
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "both": lambda data: codecs.BOM_UTF8 + data.replace(b"\n", b"\r\n"),
    "some CRLF": lambda data: data.replace(b"\n", b"\r\n", 4),
    "UTF-16": lambda data: data.decode().replace("\n", "\r\n").encode("utf-16"),
    "the other UTF-16": lambda data: codecs.BOM_UTF16_BE + data.decode().encode("utf-16-be"),
}


@pytest.mark.parametrize("disguise", DISGUISES.values(), ids=DISGUISES)
@pytest.mark.parametrize(
    "write", [lambda r: r.to_text().encode(), dp.to_json], ids=["text", "JSON"]
)
def test_files_of_every_system_are_read(
    record: Kept,
    write: Callable[[Kept], bytes],
    disguise: Callable[[bytes], bytes],
    tmp_path: Path,
) -> None:
    path = tmp_path / "game"
    path.write_bytes(disguise(write(record)))
    for where in (path, str(path)):
        assert type(record).load(where) == record


def test_what_is_saved_is_the_text_on_every_system(
    record: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "linesep", "\r\n")
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    for where in (tmp_path / "one", str(tmp_path / "other"), tmp_path / "one"):
        record.save(where)
        assert Path(where).read_bytes() == record.to_text().encode()
        assert type(record).load(where) == record


def test_a_file_is_replaced_by_a_shorter_one(tmp_path: Path) -> None:
    path = tmp_path / "game"
    WHOLE.save(path)
    short = dp.Record(dp.Rules(4), 2)
    short.save(path)
    assert dp.Record.load(path) == short


def test_what_cannot_be_written_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game"
    WHOLE.save(path)
    for bad in (
        dp.Record(dp.Rules(3), 0, (dp.Bet(0, 0, 9),)),
        dp.SeatRecord(0, dp.Rules(3), 0, ("b 0>0 9",)),
    ):
        with pytest.raises((dp.IllegalActionError, dp.NotationError)):
            bad.save(path)
    assert dp.Record.load(path) == WHOLE


def test_one_kind_is_not_the_other(tmp_path: Path) -> None:
    for write in (as_text, dp.to_json):
        (tmp_path / "whole").write_bytes(write(WHOLE))
        (tmp_path / "seat").write_bytes(write(WHOLE.for_seat(1)))
        with pytest.raises(dp.NotationError, match=r"SeatRecord\.load reads"):
            dp.Record.load(tmp_path / "seat")
        with pytest.raises(dp.NotationError, match=r"whole record, which Record\.load reads"):
            dp.SeatRecord.load(tmp_path / "whole")


class BytesPath:
    """A path, but one of bytes."""

    def __fspath__(self) -> bytes:
        return b"game"


@pytest.mark.parametrize(
    ("path", "error"),
    [
        (5, dp.ArgumentTypeError),
        (None, dp.ArgumentTypeError),
        (b"game", dp.ArgumentTypeError),
        (True, dp.ArgumentTypeError),
        ("a\0b", dp.ArgumentError),
        (Path("a\0b"), dp.ArgumentError),
        (BytesPath(), dp.ArgumentTypeError),
        pytest.param(
            "\ud800",
            dp.ArgumentError,
            marks=pytest.mark.skipif(os.name == "nt", reason="a name of a file on Windows"),
        ),
    ],
)
def test_what_names_no_file(path: Any, error: type[Exception]) -> None:
    for call in (dp.Record.load, dp.SeatRecord.load, WHOLE.save, WHOLE.for_seat(0).save):
        with pytest.raises(error) as refused:
            call(path)
        assert type(refused.value) is error


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "no folder" / "game"
    for call in (dp.Record.load, WHOLE.save):
        with pytest.raises(OSError, match="game") as refused:
            call(missing)
        assert refused.value.filename == str(missing)
    with pytest.raises(OSError, match="folder"):
        dp.Record.load(_folder(tmp_path))


def _folder(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    return tmp_path / "folder"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "ends with its last line"),
        (codecs.BOM_UTF8, "ends with its last line"),
        (WHOLE.to_text().encode()[:-1], "ends with its last line"),
        (WHOLE.to_text().replace("\n", "\r").encode(), "ends with its last line"),
        (WHOLE.to_text().encode("latin-1", "replace").replace(b"?", b"\xff"), "no text"),
        (WHOLE.to_text().encode("utf-16")[:-1], "no text"),
        (b"\r\n" + WHOLE.to_text().encode(), "Line 1: "),
        (b"x" * ((1 << 24) + 1), "too long"),
    ],
)
def test_what_no_file_of_a_record_holds(data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "game").write_bytes(data)
    for kind in (dp.Record, dp.SeatRecord):
        with pytest.raises(dp.NotationError, match=re.escape(message)):
            kind.load(tmp_path / "game")


# Texts that a file was read into.


@pytest.mark.parametrize("line", [1, 3, 7, 9, 12])
def test_the_text_of_a_file_from_windows_is_named_as_such(record: Kept, line: int) -> None:
    lines = record.to_text().split("\n")
    lines[line - 1] += "\r"
    with pytest.raises(dp.NotationError, match=rf"^Line {line}: it ends with CR and LF"):
        type(record).from_text("\n".join(lines))
    with pytest.raises(dp.NotationError, match=r"^Line 1: it ends with CR and LF"):
        type(record).from_text(record.to_text().replace("\n", "\r\n"))


def test_a_byte_order_mark_is_named_as_such(record: Kept) -> None:
    text = "\ufeff" + record.to_text()
    wrongly = "\ufeff".encode().decode("cp1252") + record.to_text()
    for changed in (text, wrongly):
        with pytest.raises(dp.NotationError, match=r"^Line 1: it begins with a byte order mark"):
            type(record).from_text(changed)


def test_every_wrong_line_of_a_seats_record_is_named() -> None:
    """In a text by its number; of a value made otherwise by its index."""
    seen = WHOLE.for_seat(1)
    lines = seen.to_text().split("\n")
    first = next(index for index, line in enumerate(lines) if line.startswith("d "))
    for number, line in enumerate(lines[first:-1], first + 1):
        for changed in (f"{line} x", f"x {line}", line[:-1]):
            text = "\n".join([*lines[: number - 1], changed, *lines[number:]])
            with pytest.raises((dp.NotationError, dp.IllegalActionError)) as refused:
                dp.SeatRecord.from_text(text)
            told = re.match(r"Line (\d+)[:,]", str(refused.value))
            assert told, str(refused.value)
            # What is cut short may be right by itself: then a later line does not follow.
            assert int(told[1]) == number or changed == line[:-1]
            made = dp.SeatRecord(1, seen.rules, seen.dealer, tuple(text.split("\n")[first:-1]))
            with pytest.raises((dp.NotationError, dp.IllegalActionError)) as refused:
                made.views()
            assert re.match(r"lines\[\d+\]: |Action \d+: ", str(refused.value))


def test_a_line_too_many_and_a_line_too_few() -> None:
    text = WHOLE.for_seat(1).to_text()
    end = text.count("\n")
    with pytest.raises(dp.NotationError, match=rf"^Line {end}: the seat learned more by then"):
        dp.SeatRecord.from_text("\n".join([*text.split("\n")[:-2], ""]))
    with pytest.raises(dp.IllegalActionError, match=rf"^Line {end + 1}, action \d+: The game is"):
        dp.SeatRecord.from_text(f"{text}b 0>1 1\n")


# Names.

TAKEN = [
    "",
    " ",
    "Ann",
    "x" * 64,
    "ශ්‍රී ලංකා",  # zero-width joiner
    "می‌خواهم",  # zero-width non-joiner
    "👨‍👩‍👧‍👦",
    "🏴\U000e0067\U000e0062\U000e007f",
    "山田　太郎",  # ideographic space
    "Jean\u00a0Luc\u202fPicard",
    "שרה",
    "\u200eAnn\u200f",
    "soft\u00adhyphen",
    "\ufeff",
    "\ue000 of private use",
    "\U0001fae9",  # of a Unicode later than that of Python 3.11
    "\u0378 of none yet",
    "\ufffe\U0010ffff",
]


@pytest.mark.parametrize("name", TAKEN, ids=ascii)
def test_names_of_real_people_are_taken(name: str) -> None:
    record = dp.Record(dp.Rules(3), 0, (), ("", name, name))
    for kept in (record, record.for_seat(0)):
        assert kept.names == ("", name, name)
        assert type(kept).from_text(kept.to_text()) == kept
        assert dp.from_json(dp.to_json(kept), type(kept)) == kept


REFUSED = [
    *((char, "a control character") for char in "\n\r\t\0\x1b\x7f\x80\x85\x9f"),
    *((char, "a line separator") for char in "\u2028\u2029"),
    *((chr(code), "half a character") for code in (0xD800, 0xDBFF, 0xDC00, 0xDFFF)),
]


@pytest.mark.parametrize(("character", "what"), REFUSED, ids=ascii)
def test_characters_that_no_name_holds(character: str, what: str) -> None:
    with pytest.raises(dp.NotationError) as refused:
        dp.Record(dp.Rules(3), 0, (), ("Ann", f"Bea{character}", "Cyd"))
    told = str(refused.value)
    assert told.startswith("The name of seat 1: ")
    assert f"its character 4 is {what}" in told
    with pytest.raises(dp.NotationError, match=r"^The name of seat 1: "):
        dp.SeatRecord(None, dp.Rules(3), 0, (), ("Ann", f"Bea{character}", "Cyd"))


def test_the_list_of_characters_is_fixed() -> None:
    """By categories that Unicode promises never to change: control, separators, surrogates."""
    refused = []
    for code in range(0x110000):
        try:
            dp.Record(dp.Rules(3), 0, (), ("", "", chr(code)))
        except dp.NotationError:
            refused.append(code)
    categories = ("Cc", "Zl", "Zp", "Cs")
    assert refused == [c for c in range(0x110000) if unicodedata.category(chr(c)) in categories]


def test_a_name_that_is_too_long() -> None:
    with pytest.raises(dp.NotationError, match=r"^The name of seat 2: a name has 64 characters"):
        dp.Record(dp.Rules(3), 0, (), ("", "", "👨" * 65))
    with pytest.raises(dp.ArgumentTypeError, match=r"^A name is text, not bytes\.$"):
        dp.Record(dp.Rules(3), 0, (), ("", "", b"Ann"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("\\n", "The name of seat 1: a name is a line of text, and its character 1 is a control"),
        ("B\\u2028", "The name of seat 1: a name is a line of text, and its character 2 is a line"),
        ("x" * 65, "The name of seat 1: a name has 64 characters at most"),
        ("\\ud800", "That is no JSON of a Record: it has half a character."),
        ("\\uDBFFx", "That is no JSON of a Record: it has half a character."),
        ("\\udc00 and more", "That is no JSON of a Record: it has half a character."),
        ("\\ud800\\u0041", "That is no JSON of a Record: it has half a character."),
        ("\\udc00\\ud800", "That is no JSON of a Record: it has half a character."),
        ("\\\\ud800\\q", "That is no JSON of a Record."),
        ("\\ud83d\\ude00\\q", "That is no JSON of a Record."),
    ],
)
def test_json_refuses_what_is_no_name_with_the_reason(name: str, told: str) -> None:
    data = dp.to_json(dp.Record(dp.Rules(3), 0, (), ("Ann", "Bea", "Cyd")))
    data = data.replace(b"Bea", name.encode())
    for given in (data, data.decode()):
        with pytest.raises(dp.DetectivePokerError) as refused:
            dp.from_json(given, dp.Record)
        assert str(refused.value).startswith(told)


def test_json_takes_a_name_of_whole_characters() -> None:
    data = dp.to_json(dp.Record(dp.Rules(3), 0, (), ("Ann", "Bea", "Cyd")))
    for name, read in (("\\ud83d\\ude00", "😀"), ("\\\\ud800", "\\ud800"), ("\\u200d", "\u200d")):
        assert dp.from_json(data.replace(b"Bea", name.encode()), dp.Record).names[1] == read
