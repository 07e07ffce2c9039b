"""The command: what it shows, what it must not show, and how it ends."""

import contextlib
import io
import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import detective_poker
from detective_poker import (
    DECK,
    Action,
    ActionCard,
    Bet,
    CardError,
    GameState,
    HandResult,
    IllegalReason,
    Mode,
    Odds,
    Phase,
    Record,
    Rules,
    best_hand_odds,
    from_json,
    placings,
    to_json,
)
from detective_poker._wording import ACTION_CARD_NAMES
from detective_poker.cli import main, play
from detective_poker.cli.narrator import Narrator, seat_names
from detective_poker.cli.screen import Screen
from detective_poker.inference.odds import card_odds
from detective_poker.simulation.play import Game
from games import ALL_KINDS, record_of

posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process: exit code, output, errors."""

    def run(*args: object, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        try:
            code = main([str(arg) for arg in args])
        except SystemExit as error:
            code = int(error.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return run


def process(*args: str) -> list[str]:
    return [sys.executable, "-m", "detective_poker", *args]


def environment(**variables: str) -> dict[str, str]:
    """That of a process which buffers its output, as it does unless told otherwise."""
    others = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**others, "PYTHONIOENCODING": "utf-8", **variables}


# What everybody can do with it.


def test_the_version(run: Run) -> None:
    assert run("--version") == (0, f"detective-poker {detective_poker.__version__}\n", "")


@pytest.mark.parametrize("command", ["", "demo", "play", "replay", "odds"])
def test_help(run: Run, command: str) -> None:
    code, out, err = run(*command.split(), "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: detective-poker {command}".rstrip())


def test_the_module_is_the_command() -> None:
    run = subprocess.run(process("--version"), capture_output=True, text=True, check=True)
    assert run.stdout == f"detective-poker {detective_poker.__version__}\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("", "the following arguments are required: command"),
        ("shuffle", "invalid choice: 'shuffle'"),
        ("demo --players 5", "Detective Poker is for 3 or 4 players."),
        ("demo --players x", "invalid int value: 'x'"),
        ("demo --rounds 0", "A game is 1 to 100 rounds."),
        ("demo --seed 1.5", "invalid int value: '1.5'"),
        ("demo --record /nowhere/at/all", "/nowhere/at/all: No such file or directory"),
        ("play --players 2", "Detective Poker is for 3 or 4 players."),
        ("play --players 3 --seat 3", "Seats are 0 to 2."),
        ("play --seat -1", "Seats are 0 to 3."),
        ("play --bots clever", "invalid choice: 'clever'"),
        ("replay", "the following arguments are required: FILE"),
        ("replay /nowhere", "/nowhere: No such file or directory"),
        ("replay /", "/: Is a directory"),
        ("odds --own As", "the following arguments are required: --foreheads"),
        ("odds --own AsKs --foreheads KdQd", "--own: one card is asked for."),
        ("odds --own As --foreheads Kd", "The others have 2 or 3 forehead cards."),
        ("odds --own As --foreheads KdQdJdTd", "The others have 2 or 3 forehead cards."),
        ("odds --own As --foreheads KdQx", "--foreheads: There is no card at character 3"),
        (
            "odds --own As --foreheads KdAs",
            "A card comes twice: in own card and in forehead cards.",
        ),
        ("odds --own As --foreheads KdQd --board 2c3c", "A board has 0, 3, 4 or 5 cards."),
        ("odds --own As --foreheads KdQd --dead Qd", "twice: in forehead cards and in dead cards."),
        (
            "odds --own As --foreheads KdQd --dead 2c2c",
            "--dead: 2c comes twice in that text",
        ),
    ],
)
@posix
def test_bad_arguments_are_told_in_a_sentence(run: Run, args: str, message: str) -> None:
    code, out, err = run(*args.split())
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


# The demo.


def played(tmp_path: Path, run: Run, *args: object) -> tuple[str, Record]:
    code, out, err = run("demo", *args, "--record", tmp_path / "game")
    assert (code, err) == (0, "")
    return out, Record.from_text((tmp_path / "game").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_the_demo_tells_the_game_that_was_played(
    run: Run, tmp_path: Path, players: int, mode: Mode
) -> None:
    expert = ["--expert"] if mode is Mode.EXPERT else []
    out, record = played(tmp_path, run, "--seed", 3, "--players", players, *expert)
    assert record.rules == Rules(players, mode)
    assert all(len(line) <= 80 for line in out.splitlines())
    assert "\x1b" not in out
    names = record.names
    for line, state in zip(hands(out), ends_of_hands(record.states()), strict=True):
        hand = state.last_hand
        assert hand is not None
        before, after = line.split("Everything is turned up\n")
        assert f"{names[hand.dealer]} deals" in before
        for street in range(4):
            told = after.split(("Preflop ", "Flop ", "Turn ", "River ")[street])[1]
            told = re.split(r"^(?:Flop|Turn|River|Points) ", told, flags=re.MULTILINE)[0]
            best, weakest, *bets = told.rstrip().splitlines()
            for text, seats in (
                (best, hand.standings[street].best),
                (weakest, hand.standings[street].weakest),
            ):
                assert [seat for seat in range(players) if names[seat] in text] == list(seats)
                assert str(hand.standings[street].hands[seats[0]]) in text
            of_street = hand.bets[street * players : (street + 1) * players]
            for text, bet in zip(bets, of_street, strict=True):
                target = "itself" if bet.target == bet.seat else names[bet.target]
                card = "" if bet.card is None else ACTION_CARD_NAMES[bet.card]
                if bet.card is ActionCard.CLOCKWISE:
                    card += f" to {names[(bet.target + 1) % players]}"
                verdict = "right" if bet.correct else "wrong"
                points = f"{bet.points:+d}" if bet.points else "0"
                words = f"{names[bet.seat]} {bet.chips} on {target} {card} {verdict} {points}"
                assert text.split() == words.split()
        for seat in range(players):
            pair = f"{hand.own_cards[seat].pretty} {hand.forehead_cards[seat].pretty}"
            assert re.search(rf"^  {names[seat]} +{pair}$", after, flags=re.MULTILINE)
        assert numbers(after, "this hand") == list(hand.points)
        assert numbers(after, "in all") == list(state.scores)
    outcome = record.final().outcome
    assert outcome is not None
    for seat in range(players):
        points = f"{outcome.scores[seat]} point"
        assert re.search(
            rf"^  {outcome.placings[seat]}\.  {names[seat]} +{points}", out, re.MULTILINE
        )
    assert out.endswith("!\n" if len(outcome.winners) == 1 else "share the victory.\n")


def hands(out: str) -> list[str]:
    """What is told of each hand."""
    return re.split(r"^── (?:Hand|The game)", out, flags=re.MULTILINE)[1:-1]


def ends_of_hands(states: Sequence[GameState]) -> list[GameState]:
    return [after for before, after in pairwise(states) if after.hand_number > before.hand_number]


def numbers(text: str, title: str) -> list[int]:
    lines = [line for line in text.splitlines() if line.startswith(f"{title} ")]
    return [int(word) for line in lines for word in line.removeprefix(title).split()]


def test_bets_boards_and_discards_are_told_as_they_come(run: Run, tmp_path: Path) -> None:
    out, record = played(tmp_path, run, "--seed", 3, "--expert", "--rounds", 4)
    bets: list[str] = []
    boards: list[str] = []
    for state, action in zip(record.states()[1:], record.actions, strict=True):
        if isinstance(action, Bet):
            target = "itself" if action.seat == action.target else record.names[action.target]
            chips = "1 chip" if action.chips == 1 else f"{action.chips} chips"
            over = "" if action.card is None else "over an action card, face down"
            text = f"{record.names[action.seat]} bets {chips} on {target} {over}"
            bets.append(" ".join(text.split()))
        elif state.board:
            board = " ".join(card.pretty for card in state.board)
            gone = " ".join(card.pretty for card in state.discards[state.street])
            boards.append(f"{board}   discarded {gone}" if gone else board)
    assert any("discarded" in board for board in boards)
    told = [" ".join(line.split()) for line in out.splitlines() if " bets " in line]
    assert told == bets
    before_scoring = "".join(hand.split("Everything is turned up")[0] for hand in hands(out))
    assert re.findall(r"^(?:Flop|Turn|River) +(.+)$", before_scoring, re.MULTILINE) == boards


def test_the_demo_shows_no_hidden_card_before_scoring_unless_asked(
    run: Run, tmp_path: Path
) -> None:
    out, record = played(tmp_path, run, "--seed", 4)
    opened, _ = played(tmp_path, run, "--seed", 4, "--open")
    for hand, shown, state in zip(
        hands(out), hands(opened), ends_of_hands(record.states()), strict=True
    ):
        scored = state.last_hand
        assert scored is not None
        before = hand.split("Everything is turned up")[0]
        assert cards_in(before) == {card.pretty for card in scored.board}
        assert not any(name in before for name in ACTION_CARD_NAMES.values())
        before = shown.split("Everything is turned up")[0]
        cards = (*scored.board, *scored.own_cards, *scored.forehead_cards)
        assert cards_in(before) == {card.pretty for card in cards}
        for bet in scored.bets:
            if bet.card is not None:
                assert f" over {ACTION_CARD_NAMES[bet.card]}, face down" in before


def test_the_same_seed_gives_the_same_game_everywhere() -> None:
    outputs = [
        subprocess.run(
            process("demo", "--seed", "5", "--rounds", "1"),
            capture_output=True,
            check=True,
            env=environment(PYTHONHASHSEED=hash_seed),
        ).stdout
        for hash_seed in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count(b"Everything is turned up") == 4


def test_other_seeds_give_other_games_and_a_drawn_one_is_told(run: Run) -> None:
    games = {run("demo", "--rounds", 1, "--seed", seed)[1] for seed in (-1, 0, 1)}
    assert len(games) == 3
    out = run("demo", "--rounds", 1)[1]
    game, seed = out.split("\nTo see this game again: --seed ")
    assert run("demo", "--rounds", 1, "--seed", seed.strip())[1] == game


# Replays.


def test_a_replay_shows_what_the_demo_showed(run: Run, tmp_path: Path) -> None:
    out, record = played(tmp_path, run, "--seed", 6, "--players", 3, "--expert")
    assert run("replay", tmp_path / "game") == (0, out, "")
    opened = run("demo", "--seed", 6, "--players", 3, "--expert", "--open")[1]
    assert run("replay", tmp_path / "game", "--open") == (0, opened, "")
    (tmp_path / "json").write_bytes(to_json(record))
    assert run("replay", tmp_path / "json") == (0, out, "")
    for file in ("game", "json"):
        done = subprocess.run(
            process("replay", "-"),
            input=(tmp_path / file).read_bytes(),
            capture_output=True,
            check=True,
            env=environment(),
        )
        assert done.stdout.decode().splitlines() == out.splitlines()


def test_a_seat_is_shown_what_it_saw(run: Run, tmp_path: Path) -> None:
    record = record_of(4, Mode.EXPERT, 2, 0)
    whole, text, document = (tmp_path / name for name in ("whole", "text", "json"))
    whole.write_bytes(record.to_text().encode())
    for seat in range(4):
        seen = record.for_seat(seat)
        text.write_bytes(seen.to_text().encode())
        document.write_bytes(to_json(seen))
        code, out, err = run("replay", whole, "--seat", seat)
        assert (code, err) == (0, "")
        assert out.count("Everything is turned up") == 8
        for told, state in zip(hands(out), ends_of_hands(record.states()), strict=True):
            assert state.last_hand is not None
            check_before_scoring(told.split("Everything is turned up")[0], state.last_hand, seat)
        for file in (text, document):
            assert run("replay", file) == (0, out, "")
            assert run("replay", file, "--seat", seat) == (0, out, "")
            code, out_of_other, err = run("replay", file, "--seat", (seat + 1) % 4)
            assert (code, out_of_other) == (2, "")
            assert "does not tell what this seat saw" in err
            assert run("replay", file, "--open")[0] == 2
    assert run("replay", whole, "--seat", 4)[::2] == (2, "detective-poker: Seats are 0 to 3.\n")


def check_before_scoring(before: str, hand: HandResult, seat: int) -> None:
    """What the seat is told of a hand before its scoring: no less and no more than it may see."""
    visible = {hand.own_cards[seat], *hand.board, *(c for cards in hand.discards for c in cards)}
    visible |= {card for other, card in enumerate(hand.forehead_cards) if other != seat}
    assert cards_in(before) == {card.pretty for card in visible}
    bets = re.findall(
        r"^  (\w+(?: \d)?) +bets? .*?(?:over (.+), face down)?$", before, re.MULTILINE
    )
    names = ["You" if "You" in before and other == seat else f"Seat {other}" for other in range(4)]
    faces = {None: "", **ACTION_CARD_NAMES}
    assert bets == [
        (names[bet.seat], faces[bet.card] if bet.seat == seat or not bet.card else "an action card")
        for bet in hand.bets
    ]
    # Of the others' action cards, a table tells the number alone.
    rows = re.findall(r"^  (?:\d )?(.+?)  +\S+  +\S+  +\d  (.+?)  +-?\d+$", before, re.MULTILINE)
    assert len(rows) >= 4 * len(hand.own_cards)
    for name, in_hand in rows:
        assert in_hand.isdecimal() is (name != names[seat])


def cards_in(text: str) -> set[str]:
    return set(re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]", text))


def test_a_game_without_an_end_is_shown_as_far_as_it_goes(run: Run, tmp_path: Path) -> None:
    record = record_of(3, Mode.STANDARD, 1, 0)
    file = tmp_path / "file"
    for length in (0, 1, 5, 20):
        part = Record(record.rules, record.dealer, record.actions[:length])
        file.write_bytes(part.to_text().encode())
        code, out, err = run("replay", file)
        assert (code, err) == (0, "")
        assert out.endswith("\nThe record ends here.\n")
        bets = [action for action in record.actions[:length] if isinstance(action, Bet)]
        assert len(re.findall(r"^  Seat \d bets ", out, re.MULTILINE)) == len(bets)


def test_the_first_illegal_action_is_told_by_its_index(run: Run, tmp_path: Path) -> None:
    record = record_of(3, Mode.STANDARD, 1, 0)
    file = tmp_path / "file"
    for index in (0, 1, 17, len(record.actions) - 1):
        bad: list[Action] = [*record.actions]
        bad[index] = Bet(0, 0, 9)
        broken = Record(record.rules, record.dealer, tuple(bad))
        lines = [*broken_head(record), *map(str, broken.actions), ""]
        file.write_bytes("\n".join(lines).encode())
        code, out, err = run("replay", file)
        assert (code, out) == (2, "")
        assert err.startswith(f"detective-poker: Line {6 + index}, action {index}: ")
        document = json.loads(to_json(record))
        document["actions"][index] = {"type": "bet", "seat": 0, "target": 0, "chips": 9}
        document["actions"][index]["card"] = None
        file.write_text(json.dumps(document), encoding="utf-8")
        assert run("replay", file) == (2, "", err.replace(f"Line {6 + index}, a", "A"))


def broken_head(record: Record) -> list[str]:
    return record.to_text().splitlines()[:5]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "ends with its last line"),
        (b"hello\n", "Line 1"),
        (b"\xff", "no text"),
        (b"\xff\xfea", "no text"),
        (b'{"lines": ', "unknown member"),
        (b"{}", "'version' is missing"),
        (b'{"lines": []}', "'version' is missing"),
        (b"[" * 100_000, "ends with its last line"),
        (b'{"a":' * 100_000, "unknown member"),
        (b" " * (1 << 24) + b" ", "too long"),
    ],
)
def test_what_is_no_record_is_refused(run: Run, tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / "file").write_bytes(data)
    code, out, err = run("replay", tmp_path / "file")
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ann", "Bea", "Cyd"), "0 Ann, 1 Bea, 2 Cyd"),
        (("", "Bea", "Cyd"), "0, 1 Bea, 2 Cyd"),
        (("Ann", "Ann", "Cyd"), "0 Ann, 1 Ann, 2 Cyd"),
        (
            ("Bartholomew the Great", "Bartholomew the Small", "C"),
            "0 Bartholom…, 1 Bartholom…, 2 C",
        ),
    ],
)
def test_players_have_their_names(
    run: Run, tmp_path: Path, names: tuple[str, ...], shown: str
) -> None:
    record = record_of(3, Mode.STANDARD, 1, 0)
    named = Record(record.rules, record.dealer, record.actions, names)
    (tmp_path / "file").write_bytes(named.to_text().encode())
    out = run("replay", tmp_path / "file")[1]
    assert out.splitlines()[1] == f"Seats, clockwise: {shown}"
    assert all(len(line) <= 80 for line in out.splitlines())


# How a game ends.


def final_text(scores: tuple[int, ...], cards_left: tuple[int, ...], *, you: int = 0) -> str:
    """What is told at the end of a game that ended so."""
    players = len(scores)
    *_, before, over = record_of(players, Mode.STANDARD, 1, 0).states()
    view = over.view(you)
    assert view.outcome is not None
    places = placings(scores, cards_left)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    out = io.StringIO()
    screen = Screen(out, None, color=False, pages=False)
    narrator = Narrator(screen, seat_names(players, you=you), you)
    narrator.show(before.view(you))
    narrator.show(
        msgspec.structs.replace(
            view,
            action_cards_left=cards_left,
            outcome=msgspec.structs.replace(
                view.outcome, scores=scores, placings=places, winners=winners
            ),
        )
    )
    return out.getvalue().split("The game is over")[1].partition("\n")[2]


def test_a_winner() -> None:
    assert final_text((3, 12, 1), (0, 1, 2)) == (
        "\n  1.  Seat 1  12 points  1 action card left\n"
        "  2.  You      3 points  0 action cards left\n"
        "  3.  Seat 2    1 point  2 action cards left\n\nSeat 1 wins!\n"
    )
    assert final_text((12, 3, 1), (0, 0, 0)).endswith("\n\nYou win!\n")


def test_action_cards_decide_a_tie() -> None:
    assert final_text((9, 4, 9, 2), (1, 0, 2, 0)).endswith(
        "\n\nYou and Seat 2 are equal in points: action cards left decide.\nSeat 2 wins!\n"
    )


def test_a_shared_victory_and_a_shared_place() -> None:
    text = final_text((9, 4, 9, 4), (1, 2, 1, 2))
    assert [line[:3] for line in text.splitlines()[1:5]] == ["  1", "  1", "  3", "  3"]
    assert text.endswith(
        "\n\nYou and Seat 2 are equal in points and in action cards left, and share their place.\n"
        "Seat 1 and Seat 3 are equal in points and in action cards left, and share their place.\n"
        "You and Seat 2 share the victory.\n"
    )


# A person's game.


@pytest.fixture
def states(monkeypatch: pytest.MonkeyPatch) -> list[GameState]:
    """The states of the games that are played, which the person must not see."""
    states: list[GameState] = []
    step = Game.step

    def spy(game: Game) -> None:
        if not states:
            states.append(game.state)
        step(game)
        states.append(game.state)

    monkeypatch.setattr(Game, "step", spy)
    return states


@pytest.mark.parametrize("seed", range(12))
def test_a_person_is_shown_nothing_hidden(run: Run, states: list[GameState], seed: int) -> None:
    players, seat = 3 + seed % 2, seed % 3
    options = ["--expert"] if seed % 4 > 1 else []
    bots = ["--bots", "random"] if seed % 3 else []
    answers = ["2 1", "1 1 +1", "0 1 clockwise", "odds", "table", "me 1"]
    code, out, err = run(
        *("play", "--seed", seed, "--players", players, "--seat", seat, *options, *bots),
        stdin="\n".join(answers * 8) + "\n",
    )
    assert (code, err) == (0, "")
    for told, state in zip(hands(out), ends_of_hands(states), strict=True):
        assert state.last_hand is not None
        check_before_scoring(told.split("Everything is turned up")[0], state.last_hand, seat)
    assert re.search(r"(wins?!|share the victory\.)\n\Z", out)


def test_a_person_bets_as_they_say(run: Run, states: list[GameState]) -> None:
    answers = ["2 1 bluff", "3 chips on seat 1", "you: 2 chips, +1", "0 1 blank", "q"]
    out = run("play", "--seed", 1, stdin="\n".join(answers))[1]
    first = ends_of_hands(states)[0].last_hand
    assert first is not None
    assert [(bet.target, bet.chips, bet.card) for bet in first.bets if bet.seat == 0] == [
        (2, 1, ActionCard.BLUFF),
        (1, 3, None),
        (0, 2, ActionCard.PLUS_ONE),
        (0, 1, ActionCard.BLANK),
    ]
    assert "  You    bet  2 chips on yourself  over +1, face down\n" in out
    assert "on you " in out
    assert out.endswith("You leave the table.\n")


def test_the_person_can_be_the_winner_and_the_dealer(run: Run) -> None:
    out = run("play", "--seed", 1, "--bots", "random", stdin="0 1\n" * 32)[1]
    assert "You deal ─" in out


VIEW = record_of(4, Mode.STANDARD, 1, 0).states()[1].view(2)


@pytest.mark.parametrize(
    ("text", "target", "chips", "card"),
    [
        ("1 3", 1, 3, None),
        ("1,3", 1, 3, None),
        ("1>3", 1, 3, None),
        ("1 3 bluff", 1, 3, ActionCard.BLUFF),
        ("1 3 BLU", 1, 3, ActionCard.BLUFF),
        ("1 3 bla", 1, 3, ActionCard.BLANK),
        ("1 3 c", 1, 3, ActionCard.CLOCKWISE),
        ("1 3 +1", 1, 3, ActionCard.PLUS_ONE),
        ("1 3+1", 1, 3, ActionCard.PLUS_ONE),
        ("1 3 + 1", 1, 3, ActionCard.PLUS_ONE),
        ("1 3 plus one", 1, 3, ActionCard.PLUS_ONE),
        ("1 3 plus_one", 1, 3, ActionCard.PLUS_ONE),
        ("1 3 plus 1", 1, 3, ActionCard.PLUS_ONE),
        ("1 3 +", 1, 3, ActionCard.PLUS_ONE),
        ("bluff 1 3", 1, 3, ActionCard.BLUFF),
        ("bet 3 chips on 1", 1, 3, None),
        ("3 on 1 over my bluff card", 1, 3, ActionCard.BLUFF),
        ("3 chips, seat 1", 1, 3, None),
        ("1 chip on seat 3 with clockwise", 3, 1, ActionCard.CLOCKWISE),
        ("on 1: 3 chips", 1, 3, None),
        ("me 3", 2, 3, None),
        ("3 on myself", 2, 3, None),
        ("999999999 0", 999999999, 0, None),
    ],
)
def test_what_is_understood_as_a_bet(
    text: str, target: int, chips: int, card: ActionCard | None
) -> None:
    assert play.parse_bet(text, VIEW) == Bet(2, target, chips, card)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Say the seat"),
        ("1", "Say the seat"),
        ("1 +1", "Say the seat"),
        ("1 2 3", "Say the seat"),
        ("-1 2", "Say the seat"),
        ("1 2.5", "Say the seat"),
        ("\u0661 \u0662", "Say the seat"),
        ("9999999999 1", "Say the seat"),
        ("bluff", "Say the seat"),
        ("1 me", "Say how many chips"),
        ("1 2 b", "An action card is"),
        ("1 2 joker", "An action card is"),
        ("1 2 bluff blank", "An action card is"),
    ],
)
def test_what_is_no_bet(text: str, message: str) -> None:
    with pytest.raises(play.NotABet, match=message):
        play.parse_bet(text, VIEW)


def test_a_refusal_tells_its_reason_and_asks_again(run: Run) -> None:
    refusals = {
        "4 1": IllegalReason.NO_SUCH_TARGET.message,
        "1 0": IllegalReason.TOO_FEW_CHIPS.message,
        "1 4": IllegalReason.TOO_MANY_CHIPS.message,
        "1 2 3": "Say the seat",
        "1 3 joker": "An action card is",
    }
    later = {
        "1 3": IllegalReason.MUST_KEEP_CHIPS.message,
        "1 1 bluff": IllegalReason.CARD_ALREADY_PLAYED.message,
    }
    answers = [*refusals, "1 3 bluff", *later]
    code, out, err = run("play", "--seed", 1, stdin="\n".join(answers))
    assert (code, err) == (0, "")
    for answer, message in {**refusals, **later}.items():
        assert re.search(rf"^Your bet \(.*\): {answer}\n  {re.escape(message)}", out, re.MULTILINE)
    assert out.count("Your bet (1 to 3 chips): ") == 6
    assert out.count("Your bet (1 to 2 chips): ") == 3


def test_help_table_and_odds_are_there_for_the_asking(run: Run, states: list[GameState]) -> None:
    out = run("play", "--seed", 1, "--seat", 1, stdin="help\nodds\ntable\n")[1]
    assert play.HELP in out
    assert all(len(line) <= 80 for line in out.splitlines())
    odds = best_hand_odds(states[-1].view(1))
    for seat, name in enumerate(seat_names(4, you=1)):
        best, weakest = odds.best[seat], odds.weakest[seat]
        assert re.search(rf"^{name} +{best:,} .* {weakest:,} ", out, re.MULTILINE)
    assert out.count(" own  forehead ") == 2


@pytest.mark.parametrize("word", ["q", "quit", "EXIT", " bye "])
def test_a_word_ends_the_game(run: Run, word: str) -> None:
    code, out, err = run("play", stdin=f"{word}\n0 1\n")
    assert (code, err) == (0, "")
    assert out.endswith(f": {word}\nYou leave the table.\n")


@pytest.mark.parametrize("stdin", ["", "0 1", "0 1\n", "\x00\x1b[2J\n"])
def test_the_end_of_input_ends_the_game(run: Run, stdin: str) -> None:
    code, out, err = run("play", "--seed", 1, stdin=stdin)
    assert (code, err) == (0, "")
    assert out.endswith("): \nYou leave the table.\n")
    assert "\x1b" not in out


def test_without_a_seed_every_game_is_another(run: Run) -> None:
    assert len({run("play")[1] for _ in range(3)}) > 1


# Odds.


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_odds_for_the_cards_of_a_view(run: Run, players: int, mode: Mode) -> None:
    record = record_of(players, mode, 2, 1)
    tried = 0
    for state in record.states()[: 6 * players : 3]:
        if state.phase is not Phase.BET:
            continue
        for seat in range(players):
            view = state.view(seat)
            assert view.own_card is not None
            others = [view.forehead_cards[(seat + step) % players] for step in range(1, players)]
            args: list[object] = ["--own", view.own_card, "--foreheads", "".join(map(str, others))]
            args += ["--board", " ".join(view.board)]
            dead = [card for cards in view.discards for card in cards]
            args += ["--dead", ",".join(dead)] if dead else []
            odds = turned(best_hand_odds(view), seat)
            code, out, err = run("odds", *args, "--json")
            assert (code, err) == (0, "")
            assert from_json(out, Odds) == odds
            code, out, err = run("odds", *args)
            assert (code, err) == (0, "")
            for number, line in enumerate(out.splitlines()[1 : players + 1]):
                best, weakest = odds.best[number], odds.weakest[number]
                assert line.split()[-4:] == [
                    f"{best:,}",
                    f"{best / odds.worlds:.1%}",
                    f"{weakest:,}",
                    f"{weakest / odds.worlds:.1%}",
                ]
                assert line.startswith(f"Seat {number} " if number else "You ")
            assert f"Of {odds.worlds:,} ways" in out
            tried += 1
    assert tried


def turned(odds: Odds, seat: int) -> Odds:
    """The odds as counted from that seat on."""
    return Odds(
        odds.best[seat:] + odds.best[:seat],
        odds.weakest[seat:] + odds.weakest[:seat],
        odds.worlds,
    )


def test_odds_need_cards_for_everybody() -> None:
    own, *rest = DECK
    assert card_odds(own, rest[:2], (), rest[2:48]).worlds == 6
    with pytest.raises(CardError, match="Too few cards"):
        card_odds(own, rest[:2], (), rest[2:49])


# Terminals, pipes and signals.


class Terminal(io.StringIO):
    """A text stream that says that it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Run the command at a terminal of 24 lines with colours: what it shows."""
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)

    def show(*args: str, typed: str = "") -> str:
        monkeypatch.setattr(sys, "stdin", Terminal(typed))
        with contextlib.redirect_stdout(Terminal()) as shown:
            assert main(args) == 0
        return shown.getvalue()

    return show


def test_colours_are_for_terminals_that_have_them(
    terminal: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def colours(*args: str) -> bool:
        return "\x1b[" in terminal("demo", "--rounds", "1", "--seed", "1", *args)

    assert colours()
    assert not colours("--no-color")
    monkeypatch.setenv("NO_COLOR", "")
    assert colours()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colours()
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not colours()


def test_colours_change_nothing_else(terminal: Callable[..., str]) -> None:
    coloured = terminal("demo", "--seed", "1", "--expert")
    plain = terminal("demo", "--seed", "1", "--expert", "--no-color")
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain != coloured


def test_text_waits_before_it_scrolls_away(terminal: Callable[..., str]) -> None:
    def pages(*args: str, typed: str) -> list[str]:
        return re.split(r"\[Enter .*?\] ", terminal(*args, "--seed", "1", typed=typed))

    watched = pages("demo", "--pause", typed="\n" * 100)
    assert len(watched) > 10
    assert all(page.count("\n") < 24 for page in watched)
    assert len(pages("demo", typed="")) == 1
    # A word at a pause ends it, too.
    ended = pages("demo", "--pause", typed="\nq\n")
    assert ended == [*watched[:2], "You leave the table.\n"]
    answers = ["0 1", "0 1", "0 1", "0 1", *[""] * 2, "q"]
    played = terminal("play", "--seed", "1", "--players", "3", typed="\n".join(answers))
    assert played.count("[Enter for more] ") == 1
    assert all(page.count("\n") < 24 for page in re.split(r"Your bet|\[Enter", played))
    answers[-1:] = ["", ""]
    played = terminal("play", "--seed", "1", "--players", "3", typed="\n".join(answers))
    assert "[Enter for the next hand] " in played


@pytest.mark.parametrize("rows", ["1", "2", "3"])
@pytest.mark.parametrize("command", ["demo --pause", "play", "play --expert --seat 1"])
def test_everybody_can_leave_the_smallest_terminal(
    terminal: Callable[..., str], monkeypatch: pytest.MonkeyPatch, rows: str, command: str
) -> None:
    monkeypatch.setenv("LINES", rows)
    # At whatever question, by a word, by a word too many, or by the end of input.
    for enters in range(5):
        for end in ("", "q", "q\n", "q\nq\n"):
            shown = terminal(*command.split(), "--seed", "1", typed="\n" * enters + end)
            assert shown.endswith("You leave the table.\n")
            assert shown.count("You leave") == 1


def test_what_an_output_cannot_show_it_shows_otherwise(tmp_path: Path) -> None:
    record = record_of(3, Mode.STANDARD, 1, 0)
    names = ("Zoë", "Bartholomew the Great", "Дуня")
    named = Record(record.rules, record.dealer, record.actions, names)
    (tmp_path / "file").write_bytes(named.to_text().encode())
    done = subprocess.run(
        process("replay", str(tmp_path / "file"), "--open"),
        capture_output=True,
        check=True,
        env=environment(PYTHONIOENCODING="ascii:strict"),
    )
    out = done.stdout.decode("ascii").replace("\r\n", "\n")
    assert "Seats, clockwise: 0 Zo?, 1 Bartholomew , 2 ????" in out
    assert "-- Hand 1 of 3: " in out
    board = " ".join(ends_of_hands(record.states())[0].last_hand.board)
    assert f"River    {board}\n" in out


def test_ctrl_c(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Screen, "ask", interrupted)
    code, _, err = run("play")
    assert (code, err) == (130, "\n")


@posix
@pytest.mark.parametrize("command", ["demo --rounds 100", "play", "--help"])
def test_a_broken_pipe_ends_it_silently(command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        process(*command.split()),
        stdout=writing,
        stderr=subprocess.PIPE,
        input=b"",
        check=False,
        env=environment(),
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@posix
def test_the_first_line_of_much() -> None:
    line = "set -o pipefail; {} | head -n 1".format(" ".join(process("demo", "--rounds", "100")))
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=False, env=environment())
    assert done.stdout.startswith(b"Detective Poker: 4 players, 100 rounds")
    assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")


@posix
@pytest.mark.parametrize(
    ("command", "redirection", "code"),
    [
        ("demo", ">&-", 0),
        ("play", "<&-", 0),
        ("replay -", "<&-", 2),
        ("play", ">/dev/full", 2),
        ("--version", ">/dev/full", 2),
        ("odds --help", ">/dev/full", 2),
        ("demo --players 9", "2>&-", 2),
    ],
)
def test_closed_and_full_streams(command: str, redirection: str, code: int) -> None:
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip(reason="needs /dev/full, which is Linux's")
    line = " ".join([*process(*command.split()), redirection])
    done = subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
        env=environment(),
    )
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


@posix
@pytest.mark.parametrize(
    "command",
    [
        "",
        "shuffle",
        "demo --players x",
        "demo --players 9",
        "play --bots clever",
        "replay /nowhere",
        "odds --own As",
        "odds --own As --foreheads KdAs",
        "simulate --bots odds",
        "simulate --bots odds,odds,odds --jobs 0",
    ],
)
def test_what_goes_wrong_is_no_output_even_without_a_place_to_tell_it(command: str) -> None:
    line = " ".join([*process(*command.split()), "2>&-"])
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, check=False, env=environment(), timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


def test_bytes_that_are_no_text_are_no_bet() -> None:
    done = subprocess.run(
        process("play", "--seed", "1"),
        input=b"\xff\xfe 1\n0 1\n",
        capture_output=True,
        check=True,
        env=environment(PYTHONUTF8="1"),
    )
    assert done.stderr == b""
    assert b"Say the seat" in done.stdout
    assert b"You    bet  1 chip  on yourself" in done.stdout


OWN_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Runs a command whose terminal the standard input is to be: keys then send it signals."""


@posix
@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize(
    ("key", "code", "last"), [(b"\x03", 130, "^C"), (b"\x04", 0, "You leave the table.")]
)
def test_ctrl_c_and_ctrl_d_at_a_terminal(key: bytes, code: int, last: str) -> None:
    pty = pytest.importorskip("pty")
    terminal, theirs = pty.openpty()
    command = [sys.executable, "-c", OWN_TERMINAL, *process("play", "--seed", "1")]
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
    child = subprocess.Popen(
        command, **streams, env=environment(TERM="xterm"), start_new_session=True
    )
    os.close(theirs)
    shown = b""
    while b"Your bet" not in shown:
        shown += os.read(terminal, 4096)
    # A signal that comes in the instant before Python begins to read is seen only at the next one,
    # so press again as a person would.
    for _ in range(10):
        os.write(terminal, key)
        while chunk := _read(terminal, 3):
            shown += chunk
        if chunk == b"":
            break
    os.close(terminal)
    assert child.wait(timeout=30) == code
    assert b"Traceback" not in shown
    assert b"\x1b[" in shown
    assert shown.decode().rstrip().endswith(last)


def _read(descriptor: int, seconds: float) -> bytes | None:
    """What comes next, nothing at the end; None if it does not come in time."""
    if not select.select([descriptor], [], [], seconds)[0]:
        return None
    try:
        return os.read(descriptor, 4096)
    except OSError:  # Linux says so that the other end is closed
        return b""


@posix
@pytest.mark.usefixtures("heard")
def test_an_interrupt_between_lines() -> None:
    child = subprocess.Popen(
        process("demo", "--rounds", "100"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert child.stdout is not None
    child.stdout.readline()
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=10)
    assert (child.returncode, err) == (130, b"\n")
