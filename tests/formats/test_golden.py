"""Files of earlier versions, which every later version reads as they were meant.

A later version may write more: names are added to the end of `HAVE_JSON`, and what was there before
may be written otherwise. So the bytes are compared for this version's files alone.
`data/golden/<version>/` holds what that version wrote: never change one, only add a folder for a
new version, by `python tests/write_anew.py golden`. The records beside them are tested in
test_record.py.
"""

import pickle
import sys
from pathlib import Path
from typing import Any

import pytest

import detective_poker as dp
from games import ALL_KINDS

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
VERSIONS = sorted(path for path in GOLDEN.iterdir() if path.is_dir())


def values_of(players: int, mode: dp.Mode) -> dict[str, Any]:
    """One value of each type that is written, from the golden record of that kind of game."""
    text = (GOLDEN / f"{players}-{mode}.txt").read_text(encoding="utf-8")
    record = dp.Record.from_text(text)
    states = record.states()
    hand = 4 * (1 + players)
    # After the turn's first bets in the second hand, and just after the first.
    turn = hand + 2 * (1 + players)
    middle_before, middle_dealt = states[turn], states[turn + 1]
    middle, scored = states[turn + players], states[hand]
    dealt = dp.events_between(states[0].view(1), states[1].view(1))
    ended = dp.events_between(states[-2].view(0), states[-1].view(0))
    return {
        "rules": record.rules,
        "deal": record.actions[0],
        "bet": record.actions[2],
        "start": states[0],
        "middle": middle,
        "scored": scored,
        "over": states[-1],
        "view": middle.view(1),
        "public_view": middle.public_view(),
        "scored_view": scored.view(0),
        "record": record,
        "seat_record": record.for_seat(2),
        "hand_result": scored.last_hand,
        "odds": dp.best_hand_odds(middle.view(1)),
        "hand_started": dealt[0],
        "street_dealt": dp.events_between(middle_before.view(1), middle_dealt.view(1))[0],
        "bet_placed": ended[0],
        "hand_scored": ended[1],
        "game_ended": ended[2],
        "outcome": states[-1].outcome,
        "card": dp.Card.ACE_OF_SPADES,
        "hand": dp.evaluate(middle.board),
        "error": dp.IllegalActionError(record.actions[2], dp.IllegalReason.WRONG_SEAT, 7),
    }


HAVE_JSON = ["start", "middle", "scored", "over", "view", "public_view", "scored_view"]
HAVE_JSON += ["rules", "deal", "bet", "record", "seat_record", "hand_result", "odds"]
HAVE_JSON += ["hand_started", "street_dealt", "bet_placed", "hand_scored", "game_ended"]


def same(one: object, other: object) -> bool:
    if isinstance(one, dp.IllegalActionError):
        return vars(one) == vars(other) and str(one) == str(other)
    return one == other


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
class TestEarlierVersions:
    def test_pickles(self, version: Path, players: int, mode: dp.Mode) -> None:
        read = pickle.loads((version / f"{players}-{mode}.pickle").read_bytes())
        expected = values_of(players, mode)
        assert set(read) <= set(expected)
        for name, value in read.items():
            assert type(value) is type(expected[name])
            assert same(value, expected[name]), name
        assert read["middle"].legal_actions() == expected["middle"].legal_actions()

    def test_json(self, version: Path, players: int, mode: dp.Mode) -> None:
        lines = (version / f"{players}-{mode}.jsonl").read_bytes().splitlines()
        check_json(lines, values_of(players, mode), HAVE_JSON, own=version.name == dp.__version__)


def check_json(
    lines: list[bytes], expected: dict[str, Any], names: list[str], *, own: bool
) -> None:
    """The lines are read as these values; our own version's are all of them, byte for byte."""
    assert lines
    assert len(lines) == len(names) if own else len(lines) <= len(names)
    for name, document in zip(names, lines, strict=own):
        value = expected[name]
        assert dp.from_json(document, type(value)) == value, name
        if own:
            assert dp.to_json(value) == document, name


def test_formats_can_grow() -> None:
    """As if a name had been added since, and what was there were written otherwise."""
    expected = values_of(3, dp.Mode.STANDARD)
    lines = [dp.to_json(expected[name]) for name in HAVE_JSON]
    more = [*HAVE_JSON, "added"]
    grown = {**expected, "added": expected["rules"]}
    check_json(lines, grown, more, own=False)
    check_json([b" " + line for line in lines], grown, more, own=False)
    for bad, own in ((lines, True), ([], False), ([*lines, lines[0], lines[0]], False)):
        with pytest.raises(AssertionError):
            check_json(bad, grown, more, own=own)
    with pytest.raises(AssertionError):
        check_json([b" " + line for line in lines], expected, HAVE_JSON, own=True)


def test_there_are_files_of_this_version() -> None:
    """Without them no bytes would be compared."""
    assert dp.__version__ in [path.name for path in VERSIONS], "python tests/write_anew.py golden"


def write() -> None:
    """Write the files of this version."""
    folder = GOLDEN / dp.__version__
    folder.mkdir()
    for players, mode in ALL_KINDS:
        values = values_of(players, mode)
        path = folder / f"{players}-{mode}.pickle"
        path.write_bytes(pickle.dumps(values, protocol=4))
        documents = [dp.to_json(values[name]) for name in HAVE_JSON]
        path.with_suffix(".jsonl").write_bytes(b"".join(d + b"\n" for d in documents))


if __name__ == "__main__":
    sys.exit(write())
