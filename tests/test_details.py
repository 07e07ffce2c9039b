"""Details that mutation testing found no other test to look at."""

from math import perm, sqrt

import pytest
from msgspec.structs import replace

import detective_poker
import detective_poker as dp
from detective_poker import odds
from detective_poker._native import ffi, lib
from detective_poker.svg import table
from detective_poker.validation import document_of
from games import ALL_KINDS, record_of


def states(players: int, mode: dp.Mode, street: dp.Street) -> list[dp.GameState]:
    """The positions of a game in the betting of that street."""
    found = record_of(players, mode, 1, 2).states()
    return [state for state in found if state.phase is dp.Phase.BET and state.street is street]


@pytest.mark.parametrize("street", dp.Street)
@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_odds_of_cards_on_a_table_are_those_of_a_game(
    players: int, mode: dp.Mode, street: dp.Street
) -> None:
    state = states(players, mode, street)[0]
    view = state.view(0)
    dead = [card for cards in state.discards for card in cards]
    found = odds.card_odds(
        state.own_cards[0], state.forehead_cards[1:], iter(state.board), iter(dead)
    )
    assert found == dp.best_hand_odds(view)


@pytest.mark.parametrize("index", [0, 1, 2])
def test_a_batch_names_the_view_that_is_no_view(index: int) -> None:
    state = states(3, dp.Mode.STANDARD, dp.Street.FLOP)[0]
    views = [state.view(seat) for seat in range(3)]
    views[index] = replace(views[index], own_card=state.board[0])
    with pytest.raises(dp.InvalidStateError) as refused:
        dp.odds_many(views)
    assert refused.value.problems == (
        f"View {index}: The cards of that view are no cards of one deck.",
    )
    with pytest.raises(dp.InvalidStateError) as refused:
        dp.best_hand_odds(views[index])
    assert refused.value.problems == ("The cards of that view are no cards of one deck.",)


def test_a_batch_of_nothing() -> None:
    assert dp.odds_many([]) == []


@pytest.mark.parametrize("samples", [2, 3, 50])
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_sampled_odds_are_means_of_what_the_core_counts(
    players: int, mode: dp.Mode, seed: int, samples: int
) -> None:
    state = states(players, mode, dp.Street.FLOP)[0]
    for seat in range(players):
        view = state.view(seat)
        found = dp.best_hand_odds(view, dp.Street.RIVER, samples=samples, seed=seed)
        order = [(seat + step) % players for step in range(players)]
        others = [card for s in order if (card := view.forehead_cards[s]) is not None]
        assert view.own_card is not None
        raw = ffi.new("double[]", lib.DP_SAMPLED_ODDS)
        code = lib.dp_odds_sampled(
            players,
            view.own_card.bit,
            *[card.bit for card in others],
            *([0] if players == 3 else []),
            dp.card_mask(view.board),
            dp.card_mask([card for cards in view.discards for card in cards]),
            5,
            mode is dp.Mode.EXPERT,
            samples,
            seed,
            raw,
        )
        assert code == lib.DP_OK
        sums = ffi.unpack(raw, 8)
        squares = ffi.unpack(raw + 8, 8)
        # Two more cards on the board, and then a card for each player.
        discarded = sum(map(len, view.discards))
        worlds = perm(52 - players - 3 - discarded - 2, players)
        assert found.worlds == samples * worlds
        for place, at in enumerate(order):
            for counts, errors, first in (
                (found.best, found.best_error, 0),
                (found.weakest, found.weakest_error, 4),
            ):
                total, square = sums[first + place], squares[first + place]
                if mode is dp.Mode.STANDARD:
                    # Each sample counts whole worlds.
                    assert counts[at] == round(total * worlds)
                assert -0.001 <= counts[at] - total * worlds < 1
                variance = max(square / samples - (total / samples) ** 2, 0)
                assert errors is not None
                assert errors[at] == pytest.approx(sqrt(variance / (samples - 1)), abs=1e-7)


def test_how_many_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    view = states(3, dp.Mode.STANDARD, dp.Street.FLOP)[0].view(0)
    monkeypatch.setattr(odds, "_MOST_SAMPLES", 20)
    assert dp.best_hand_odds(view, dp.Street.RIVER, samples=20).worlds > 0
    for samples in (1, 0, -1, 21, True, 2.0):
        with pytest.raises(dp.ArgumentError) as refused:
            dp.best_hand_odds(view, dp.Street.RIVER, samples=samples)  # type: ignore[arg-type]
        assert str(refused.value) == "samples is an int from 2 to 20."
    for seed in (-1, 2**64, 1.0, None):
        with pytest.raises(dp.ArgumentError) as refused:
            dp.best_hand_odds(view, dp.Street.RIVER, samples=2, seed=seed)  # type: ignore[arg-type]
        assert str(refused.value) == "seed is an int from 0 to 2**64 - 1."
    for street in (3, "river", True):
        with pytest.raises(dp.ArgumentError) as refused:
            dp.best_hand_odds(view, street)  # type: ignore[arg-type]
        assert str(refused.value) == "A Street is asked for."
    with pytest.raises(dp.ArgumentError) as refused:
        dp.best_hand_odds(view, dp.Street.PREFLOP)
    assert str(refused.value) == "The odds of a street that is over are not known any more."


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_a_view_refuses_bets_by_its_phase(players: int, mode: dp.Mode) -> None:
    record = record_of(players, mode, 1, 2)
    bet = dp.Bet(0, 0, 1)
    start, over = record.states()[0], record.final()
    for view in (over.view(0), over.public_view()):
        assert view.why_illegal(bet) is dp.IllegalReason.GAME_OVER
    for view in (start.view(0), start.public_view()):
        assert view.why_illegal(bet) is dp.IllegalReason.EXPECTED_DEAL


def test_a_spectators_record_is_read_back() -> None:
    record = record_of(3, dp.Mode.EXPERT, 1, 1)
    seen = record.for_spectators()
    text = seen.to_text()
    assert text.split("\n")[1] == "seat -"
    assert text.endswith(f"{seen.lines[-1]}\n")
    assert dp.SeatRecord.from_text(text) == seen
    for seat in range(3):
        text = record.for_seat(seat).to_text()
        assert text.split("\n")[1] == f"seat {seat}"
        assert dp.SeatRecord.from_text(text).to_text() == text


def test_how_long_a_records_text_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    text = dp.Record(dp.Rules(3), 0).to_text()
    monkeypatch.setattr(detective_poker.record, "MAX_TEXT", len(text))
    assert dp.Record.from_text(text).to_text() == text
    monkeypatch.setattr(detective_poker.record, "MAX_TEXT", len(text) - 1)
    with pytest.raises(dp.NotationError, match="too long"):
        dp.Record.from_text(text)


def test_what_holds_secrets_inside_shows_none() -> None:
    """Debuggers and tracebacks show these, too."""
    state = states(3, dp.Mode.STANDARD, dp.Street.FLOP)[0]
    assert repr(state._table) == "<the cards and scores of a GameState>"
    assert repr(document_of(state)) == "<the document of a GameState>"


def test_notebooks_show_a_view_as_a_picture_of_it() -> None:
    for seat in range(3):
        view = states(3, dp.Mode.STANDARD, dp.Street.FLOP)[0].view(seat)
        assert view._repr_svg_() == table(view)
