"""Pictures: what they hold, what they cannot hold, and that they look as they did."""

import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given

import detective_poker as dp
from detective_poker.plots import plot_odds
from detective_poker.svg import SMALLEST_TEXT, WIDTH, table
from games import ALL_KINDS, betting_states, record_of
from strategies import SEEDS, Position as PlayedPosition, positions

GOLDEN = Path(__file__).parents[1] / "data" / "svg"
SVG = "{http://www.w3.org/2000/svg}"


class Moment(NamedTuple):
    name: str
    view: dp.PlayerView


def moments() -> Iterator[Moment]:
    """Views of every kind, from whole random games."""
    for players, mode in ALL_KINDS:
        states = record_of(players, mode, 2, 1).states()
        turn = next(s for s in states if s.street is dp.Street.TURN and len(s.bets) > 2 * players)
        if mode is dp.Mode.EXPERT:
            turn = next(s for s in states if any(s.discards) and len(s.bets) > 2 * players)
        scored = next(s for s in states if s.last_hand is not None)
        kind = f"{players}-{mode}"
        yield Moment(f"{kind}-start", states[0].view(0))
        yield Moment(f"{kind}-turn", turn.view(1))
        yield Moment(f"{kind}-turn-spectator", turn.public_view())
        yield Moment(f"{kind}-scored", scored.view(2))
        yield Moment(f"{kind}-over", states[-1].public_view())


MOMENTS = list(moments())


KEPT = [moment for moment in MOMENTS if moment.name.startswith(("4-expert", "3-standard"))]


@pytest.mark.parametrize("moment", KEPT, ids=[moment.name for moment in KEPT])
def test_pictures_look_as_they_did(moment: Moment) -> None:
    """Where a picture is meant to look otherwise: `python tests/write_anew.py pictures`."""
    golden = GOLDEN.joinpath(f"{moment.name}.svg").read_text(encoding="utf-8")
    assert table(moment.view) == golden


@pytest.mark.parametrize("moment", MOMENTS, ids=[moment.name for moment in MOMENTS])
def test_pictures_are_well_formed_described_and_legible(moment: Moment) -> None:
    text = table(moment.view)
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    title, description = root[0], root[1]
    assert (title.tag, description.tag) == (f"{SVG}title", f"{SVG}desc")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert (root.get("viewBox") or "").startswith(f"0 0 {WIDTH} ")
    assert min(map(int, re.findall(r"font-size:(\d+)px", text))) == SMALLEST_TEXT
    assert "prefers-color-scheme:dark" in text
    # Every rule is for this picture alone, and nothing is fetched or run.
    assert not re.search(r"<script|href|url\(|@import|\son\w+=", text)
    height = float((root.get("viewBox") or "").split()[3])
    for element in root.iter(f"{SVG}text"):
        assert 0 <= float(element.get("x", "-1")) <= WIDTH
        assert 0 <= float(element.get("y", "-1")) <= height


def card_names(text: str) -> list[str]:
    return re.findall(r"\b[a-z]+ of (?:clubs|diamonds|hearts|spades)", text)


@given(positions(), SEEDS)
def test_a_picture_shows_what_the_view_holds(position: PlayedPosition, seed: int) -> None:
    state = position.state
    for seat in [None, *range(state.rules.players)]:
        view = state.public_view() if seat is None else state.view(seat)
        text = table(view)
        assert view._repr_svg_() == text
        hand = view.last_hand or view
        owns = [view.own_card] if view.last_hand is None else view.last_hand.own_cards
        seen = [*owns, *hand.forehead_cards, *hand.board]
        seen += [card for cards in hand.discards for card in cards]
        expected = [f"{c.rank.name} of {c.suit.name}".lower() for c in seen if c is not None]
        assert sorted(card_names(text)) == sorted(expected)
        # Whatever world the viewer may be in, the picture is the same.
        other = dp.determinize(view, random.Random(seed))
        alike = other.public_view() if seat is None else other.view(seat)
        assert table(alike) == text


def test_bets_and_points_are_told() -> None:
    states = record_of(4, dp.Mode.EXPERT, 2, 1).states()
    scored = next(s for s in states if s.last_hand is not None)
    text = table(scored.public_view())
    assert scored.last_hand is not None
    for bet in scored.last_hand.bets:
        assert f"seat {bet.seat} bets {bet.chips} chip" in text
    assert text.count(" for ") == len(scored.last_hand.bets)
    assert "hidden action card" not in text
    for street, standing in zip(dp.Street, scored.last_hand.standings, strict=True):
        assert f"Best on the {street.name.lower()}: seat" in text
        assert str(standing.hands[standing.weakest[0]]) in text


def test_a_state_makes_no_picture() -> None:
    with pytest.raises(dp.ArgumentError):
        table(dp.new_game(dealer=0))  # type: ignore[arg-type]


def test_importing_the_package_does_not_draw() -> None:
    code = "import sys, detective_poker; assert 'detective_poker.svg' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_notebooks_show_a_view_as_a_picture_of_it() -> None:
    for seat in range(3):
        view = betting_states(3, dp.Mode.STANDARD, dp.Street.FLOP)[0].view(seat)
        assert view._repr_svg_() == table(view)


class TestPlot:
    def test_bars_say_each_seats_chances(self, tmp_path: Path) -> None:
        pytest.importorskip("matplotlib", reason="matplotlib is an extra")
        odds = dp.Odds((60, 20, 20), (10, 45, 45), 100)
        ax = plot_odds(odds, names=["Ann", "Bob", "Cyd"])
        texts = [text.get_text() for text in ax.texts]
        assert texts == ["60 %", "20 %", "20 %", "10 %", "45 %", "45 %"]
        assert [label.get_text() for label in ax.get_yticklabels()] == ["Ann", "Bob", "Cyd"]
        assert plot_odds(odds, ax=ax) is ax
        figure = ax.figure
        figure.savefig(tmp_path / "odds.svg")
        assert (tmp_path / "odds.svg").stat().st_size > 1000

    def test_names_are_for_all_seats(self) -> None:
        pytest.importorskip("matplotlib", reason="matplotlib is an extra")
        with pytest.raises(dp.ArgumentError):
            plot_odds(dp.Odds((1, 1, 1), (1, 1, 1), 1), names=["Ann"])

    def test_what_is_no_odds_or_no_names_is_refused(self) -> None:
        pytest.importorskip("matplotlib", reason="matplotlib is an extra")
        odds: Any = dp.Odds((1, 1, 1), (1, 1, 1), 1)
        wrong: Any
        for wrong in (None, 5, "odds", (0.5, 0.5)):
            with pytest.raises(dp.ArgumentTypeError):
                plot_odds(wrong)
        for wrong in (None, 5, "Ann", {"Ann", "Bob", "Cyd"}):
            with pytest.raises(dp.ArgumentTypeError):
                plot_odds(odds, names=wrong)


if __name__ == "__main__":
    for kept in KEPT:
        GOLDEN.joinpath(f"{kept.name}.svg").write_bytes(table(kept.view).encode())
