"""Details that mutation testing found no other test to look at."""

from itertools import pairwise
from math import perm, sqrt

import msgspec
import pytest
from msgspec.structs import replace

import detective_poker
import detective_poker as dp
from detective_poker import odds
from detective_poker._native import ffi, lib
from detective_poker.actions import purse_with
from detective_poker.formats import v1
from detective_poker.hand_checks import bet_problems
from detective_poker.svg import table
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
    document = msgspec.json.decode(dp.to_json(state), type=v1.GameState)
    assert repr(document) == "<the document of a GameState>"


def test_notebooks_show_a_view_as_a_picture_of_it() -> None:
    for seat in range(3):
        view = states(3, dp.Mode.STANDARD, dp.Street.FLOP)[0].view(seat)
        assert view._repr_svg_() == table(view)


def test_what_is_said_of_samples_and_seed_is_what_is_taken() -> None:
    view = states(3, dp.Mode.STANDARD, dp.Street.PREFLOP)[0].view(0)
    told = dp.best_hand_odds(view, dp.Street.RIVER)
    assert told == dp.best_hand_odds(view, dp.Street.RIVER, samples=1000, seed=0)


def test_a_seats_record_of_lists_holds_tuples() -> None:
    seen = record_of(3, dp.Mode.STANDARD, 1, 1).for_seat(1)
    made = dp.SeatRecord(1, seen.rules, seen.dealer, [*seen.lines], ["A", "B", "C"])  # type: ignore[arg-type]
    assert (made.lines, made.names) == (seen.lines, ("A", "B", "C"))
    assert hash(made) == hash(replace(seen, names=("A", "B", "C")))


@pytest.mark.parametrize("kind", [dp.Record, dp.SeatRecord])
def test_a_record_that_ends_in_its_head(kind: type[dp.Record | dp.SeatRecord]) -> None:
    record = record_of(3, dp.Mode.STANDARD, 1, 1)
    text = (record if kind is dp.Record else record.for_seat(1)).to_text()
    lines = text.split("\n")
    head = next(index for index, line in enumerate(lines) if line.startswith("d "))
    for end in range(1, head):
        with pytest.raises(dp.NotationError, match=r"^Line \d+: "):
            kind.from_text("\n".join([*lines[:end], ""]))


def test_the_reveal_of_a_hand_without_action_cards() -> None:
    state = dp.new_game(dp.Rules(3, rounds=1), dealer=0)
    actions: list[dp.Action] = []
    while state.hand_number == 0:
        if state.actor is None:
            actions.append(dp.deal_from(dp.DECK, state))
        else:
            actions.append(dp.Bet(state.actor, 0, 1))
        state = state.apply(actions[-1])
    seen = dp.Record(state.rules, 0, tuple(actions)).for_seat(1)
    assert seen.lines[-1] == "r 2c 3c 4c 5c 6c 7c"


def test_more_hidden_than_there_can_be() -> None:
    """A seat's record with more hidden cards, or action cards, than are left to stand for them."""
    head = "detective-poker seat-record 1\nseat 1\nplayers 3\nmode standard\nrounds 1\ndealer 0\n"
    hidden = " ".join(["??"] * 52)
    for lines in (
        f"d {hidden}\nd As Kd Qc\n",
        "d ?? 4c ?? 5c ?? 7c\n" + "b 1>0 1 ?\n" * 5,
        "d ?? 4c ?? 5c ?? 7c\n" + "b 2>0 1 ?\n" * 5,
        "d ?? 4c ?? 5c ?? 7c\nb 3>0 1 ?\n",
    ):
        with pytest.raises(dp.DetectivePokerError):
            dp.SeatRecord.from_text(head + lines)


def test_the_limit_of_json_is_in_bytes() -> None:
    bet = dp.to_json(dp.Bet(0, 0, 1))
    most = 1 << 10
    full = bet.ljust(most)
    for kind in (bytes, bytearray, memoryview):
        assert dp.from_json(kind(full), dp.Bet) == dp.Bet(0, 0, 1)  # type: ignore[arg-type]
    for data in (full + b" ", (full + b" ").decode(), memoryview((full + b" " * 8).ljust(1032))):
        with pytest.raises(dp.FormatError, match="too much"):
            dp.from_json(data, dp.Bet)  # type: ignore[arg-type]
    words = memoryview(full.ljust(most + 8)).cast("Q")
    with pytest.raises(dp.FormatError, match="too much"):
        dp.from_json(words, dp.Bet)  # type: ignore[arg-type]


def test_all_bets_of_a_street_leave_nobody_to_bet() -> None:
    before = states(3, dp.Mode.STANDARD, dp.Street.FLOP)[-1]
    bet = dp.Bet(before.actor or 0, 0, 1)
    full = replace(before, bets=(*before.bets, bet), actor=before.bets[3].seat)
    with pytest.raises(dp.InvalidStateError, match="bets do not fit the street"):
        dp.validate(full)


def test_a_bet_out_of_order_does_not_hide_the_next_seats() -> None:
    """Seats are judged apart: one whose chips are unknown says nothing of another's."""
    rules = dp.Rules(3)
    bets = [
        dp.Bet(1, 0, 4),  # more than can be bet: what follows of seat 1 is not judged
        dp.Bet(2, 0, 1),
        dp.Bet(0, 0, 1),
        dp.Bet(2, 0, 1),
        dp.Bet(0, 0, 1),
        dp.Bet(1, 0, 1),
        dp.Bet(0, 0, 9),
    ]
    found = list(bet_problems(rules, 0, tuple(bets)))
    assert [problem.partition(":")[0] for problem in found] == ["Bet 0", "Bet 6"]


@pytest.mark.parametrize("players", [3, 4])
def test_how_few_cards_may_be_left_to_fill_a_view_in(players: int) -> None:
    rules = dp.Rules(players, dp.Mode.EXPERT)
    view = dp.new_game(rules, dealer=0).view(0)
    for left in range(2 * players + 2):
        full = replace(view, discards=(dp.DECK[left:], (), (), ()))
        if left < 2 * players:
            with pytest.raises(dp.InvalidStateError) as refused:
                odds.fill_in(full, lambda _count: 0)
            assert refused.value.problems == ("There are more cards than a deck has.",)
        else:
            odds.fill_in(full, lambda _count: 0)


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_no_action_of_a_game_is_taken_elsewhere_unless_it_is_legal(
    players: int, mode: dp.Mode
) -> None:
    """The very objects that a state has taken: what is known of them must not stand for a check."""
    record = record_of(players, mode, 1, 5)
    for state in record.states():
        legal = state.legal_actions()
        for action in record.actions:
            if isinstance(action, dp.Bet) and action not in legal:
                with pytest.raises(dp.IllegalActionError):
                    state.apply(action)
            elif isinstance(action, dp.Bet):
                assert state.apply(action).bets[-1:] in ((action,), ())


def test_a_longer_record_keeps_the_names() -> None:
    record = dp.Record(dp.Rules(3), 0, (), ("A", "B", "C"))
    assert record.append(dp.deal_from(dp.DECK, record.final())).names == ("A", "B", "C")


@pytest.mark.parametrize("name", ["x" * 64, "x" * 65])
def test_how_long_a_name_may_be(name: str) -> None:
    if len(name) > 64:
        with pytest.raises(dp.NotationError, match="up to 64 printable"):
            dp.Record(dp.Rules(3), 0, (), (name, "", "B"))
    else:
        assert dp.Record(dp.Rules(3), 0, (), (name, "", "B")).names[0] == name


def test_what_a_record_refuses_is_named() -> None:
    record = record_of(3, dp.Mode.STANDARD, 1, 1)
    wrong = dp.Bet(0, 0, 3)
    bad = dp.Record(record.rules, record.dealer, (*record.actions[:1], record.actions[0], wrong))
    for call in (bad.final, bad.states, bad.to_text, lambda: bad.for_seat(0)):
        with pytest.raises(dp.IllegalActionError) as refused:
            call()
        assert refused.value.action is record.actions[0]
        assert refused.value.index == 1
    with pytest.raises(dp.IllegalActionError) as refused:
        dp.Record(record.rules, record.dealer).append(wrong)
    assert (refused.value.action, refused.value.index) == (wrong, 0)


@pytest.mark.parametrize("players", [3, 4])
def test_after_the_river_there_is_nothing_to_bet(players: int) -> None:
    for chips in range(4):
        for cards in ((), (dp.ActionCard.BLANK,)):
            assert purse_with(players, 0, 4, chips, cards).most_chips == 0
            assert purse_with(players, 0, 4, chips, cards).bets == ()


def test_an_event_is_read_whichever_it_is() -> None:
    states = record_of(3, dp.Mode.STANDARD, 1, 1).states()
    for state, after in pairwise(states[:12]):
        for event in dp.events_between(state.view(0), after.view(0)):
            assert dp.from_json(dp.to_json(event), dp.Event) == event
            assert dp.from_json(dp.to_json(event), type(event)) == event
