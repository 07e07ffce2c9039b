"""What is fuzzed: every parser and decoder, each as a function of bytes.

A target lets nothing out but a failed assertion or an exception that is not ours. What is read is
written again and must come out the same. It returns what became of the bytes, in a word: the corpus
in tests/data/corpus keeps a small input for each such word.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import detective_poker as dp

DATA = Path(__file__).parents[1] / "data"
GOLDEN = DATA / "golden"
CORPUS = DATA / "corpus"
JSON_TYPES: list[Any] = [
    *(dp.GameState, dp.PlayerView, dp.Record, dp.SeatRecord, dp.Rules, dp.Bet, dp.Deal),
    *(dp.HandResult, dp.Odds, *get_args(dp.Event)),
]


def parse_cards(text: str) -> None:
    cards = dp.parse_cards(text)
    assert dp.parse_cards(dp.format_cards(cards)) == cards


def parse_action(text: str) -> None:
    assert str(dp.parse_action(text)) == text


def record_text(text: str) -> None:
    record = dp.Record.from_text(text)
    assert record.to_text() == text
    assert dp.from_json(dp.to_json(record), dp.Record) == record


def seat_record_text(text: str) -> None:
    record = dp.SeatRecord.from_text(text)
    assert record.to_text() == text
    assert dp.from_json(dp.to_json(record), dp.SeatRecord) == record


def json_of(kind: Any) -> Callable[[bytes], None]:
    def read(data: bytes) -> None:
        value = dp.from_json(data, kind)
        written = dp.to_json(value)
        again = dp.from_json(written, kind)
        assert again == value
        assert dp.to_json(again) == written

    return read


class Choices:
    """Choices that bytes make, the first one again and again when they run out."""

    def __init__(self, data: bytes) -> None:
        self._data = iter(data)

    def below(self, count: int) -> int:
        return next(self._data, 0) * 256 % count if count > 256 else next(self._data, 0) % count

    def of(self, values: list[Any]) -> Any:
        return values[self.below(len(values))]


STRANGE: list[Any] = [None, True, -1, 0, 1, 2, 3, 7, 2**63, 1.5, "", "As", "Kd", "bluff", [], {}]


def edit(document: Any, choices: Choices) -> Any:
    """The document with one member, somewhere within, changed, moved or gone."""
    place: Any = document
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return document
        key = choices.of(keys)
        if isinstance(place[key], (dict, list)) and place[key] and choices.below(4):
            place = place[key]
            continue
        match choices.below(4):
            case 0:
                place[key] = choices.of(STRANGE)
            case 1:
                other = choices.of(keys)
                place[key], place[other] = place[other], place[key]
            case 2 if isinstance(place[key], int):
                place[key] += choices.below(5) - 2
            case 2 if isinstance(place, list):
                place.append(place[key])
            case _:
                del place[key]
        return document


def edited_json(data: bytes) -> None:
    """A document of a real game with a few members edited: deep into the checks of a decoder."""
    choices = Choices(data)
    kind, path = choices.of([(dp.Record, ".json"), (dp.GameState, ".state.json")])
    document = json.loads(choices.of(sorted(GOLDEN.glob(f"[34]-*{path}"))).read_bytes())
    if kind is dp.Record and "actions" not in document:
        return
    for _ in range(1 + choices.below(3)):
        document = edit(document, choices)
    json_of(kind)(json.dumps(document).encode())


def edited_text(data: bytes) -> None:
    """A record of a real game with a few lines edited."""
    choices = Choices(data)
    read, pattern = choices.of(
        [(record_text, "[34]-*[dt].txt"), (seat_record_text, "[34]-*.seat1.txt")]
    )
    lines = choices.of(sorted(GOLDEN.glob(pattern))).read_text("utf-8").split("\n")
    for _ in range(1 + choices.below(3)):
        here, there = (choices.below(min(len(lines), 256)) for _ in range(2))
        match choices.below(4):
            case 0:
                lines[here], lines[there] = lines[there], lines[here]
            case 1:
                lines.insert(here, lines[there])
            case 2:
                del lines[here]
            case _:
                words = lines[here].split(" ")
                words[choices.below(len(words))] = choices.of(lines[there].split(" "))
                lines[here] = " ".join(words)
    read("\n".join(lines))


def of_text(read: Callable[[str], None]) -> Callable[[bytes], None]:
    return lambda data: read(data.decode("utf-8", "surrogateescape"))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "parse_cards": of_text(parse_cards),
    "parse_action": of_text(parse_action),
    "record_text": of_text(record_text),
    "seat_record_text": of_text(seat_record_text),
    "edited_json": edited_json,
    "edited_text": edited_text,
    **{f"json_{kind.__name__}": json_of(kind) for kind in JSON_TYPES},
}


def run(name: str, data: bytes) -> str:
    """What becomes of the bytes: `read`, or the kind of refusal."""
    try:
        TARGETS[name](data)
    except dp.DetectivePokerError as error:
        text = re.sub(r"\d+|'.*'|\(at .*\)", "_", str(error).split(";")[0])
        return f"{type(error).__name__}: {text}"
    return "read"
