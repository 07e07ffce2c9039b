"""The commands that need nobody at the keyboard: demo, replay, odds."""

from __future__ import annotations

import argparse
import secrets
import sys

from detective_poker._record_text import MAX_FILE, read_file
from detective_poker.bots import Bot, OddsBot, RandomBot
from detective_poker.cards import Card, parse_cards
from detective_poker.cli.game import start_game
from detective_poker.cli.narrator import Narrator, seat_names
from detective_poker.cli.screen import Screen, columns
from detective_poker.errors import ArgumentError, CardError, NotationError, SeatError
from detective_poker.formats import to_json
from detective_poker.inference.odds import Odds, card_odds
from detective_poker.record import Record, SeatRecord, record_in
from detective_poker.rules import OVER, Mode, Rules, check_seat


def rules_of(args: argparse.Namespace) -> Rules:
    """The rules that the options ask for."""
    return Rules(args.players, Mode.EXPERT if args.expert else Mode.STANDARD, args.rounds)


def demo(args: argparse.Namespace, screen: Screen) -> None:
    """Play a whole game between bots."""
    rules = rules_of(args)
    seed = secrets.randbelow(10**6) if args.seed is None else args.seed
    bots: list[Bot] = [OddsBot() if seat % 2 == 0 else RandomBot() for seat in range(rules.players)]
    names = [f"{'Random' if seat % 2 else 'Odds'} {seat}" for seat in range(rules.players)]
    game = start_game(rules, bots, seed)
    game.finish()
    record = game.record(names)
    if args.record == "-":
        # Nothing else, so that `replay -` and others can read it.
        _write_bytes(record.to_text().encode())
        return
    if args.record is not None:
        record.save(args.record)
    narrator = Narrator(screen, names)
    for state in record.states():
        narrator.show(state.public_view(), state if args.open else None)
    if args.seed is None:
        screen.block(["", f"To see this game again: --seed {seed}"])


def _write_bytes(data: bytes) -> None:
    """Write to standard output, where the ends of lines stay as they are if it takes bytes."""
    # A process can be started with its output closed.
    if sys.stdout is None:
        return
    out = getattr(sys.stdout, "buffer", None)
    if out is None:
        sys.stdout.write(data.decode())
    else:
        sys.stdout.flush()
        out.write(data)


def replay(args: argparse.Namespace, screen: Screen) -> None:
    """Show a recorded game."""
    record = read_record(args.file)
    players = record.rules.players
    narrator = Narrator(screen, record.names or seat_names(players))
    if args.seat is not None:
        check_seat(args.seat, players)
    if isinstance(record, Record):
        states = record.states()
        views = [
            state.public_view() if args.seat is None else state.view(args.seat) for state in states
        ]
        for view, state in zip(views, states, strict=True):
            narrator.show(view, state if args.open else None)
    else:
        if args.open:
            raise ArgumentError("Only one side of that game is recorded: its cards are not open.")
        if args.seat not in (None, record.seat):
            raise SeatError("That record does not tell what this seat saw.")
        views = list(record.views())
        for view in views:
            narrator.show(view)
    if views[-1].phase is not OVER:
        screen.block(["", "The record ends here."])


def read_record(file: str) -> Record | SeatRecord:
    """The record in a file (`-`: standard input), as text or JSON, a whole game's or a seat's."""
    if file != "-":
        return record_in(read_file(file))
    if sys.stdin is None:
        return record_in(b"")
    # A caller of `main` may have replaced sys.stdin by a stream of text alone.
    data: bytes | str = getattr(sys.stdin, "buffer", sys.stdin).read(MAX_FILE + 1)
    return record_in(data.encode("utf-8", "replace") if isinstance(data, str) else data)


def odds(args: argparse.Namespace, screen: Screen) -> None:
    """Count odds for cards given on the command line."""
    own, foreheads, board, dead = (
        parse_option(f"--{name}", getattr(args, name))
        for name in ("own", "foreheads", "board", "dead")
    )
    if len(own) != 1:
        raise CardError("--own: one card is asked for.")
    result = card_odds(own[0], foreheads, board, dead)
    if args.json:
        screen.block([to_json(result).decode()])
        return
    names = seat_names(len(foreheads) + 1, you=0)
    held = [f"own {screen.card(own[0])}", *(f"forehead {screen.card(card)}" for card in foreheads)]
    screen.block(odds_lines(result, names, held))


def parse_option(name: str, text: str) -> tuple[Card, ...]:
    """The cards of an option. Raises `NotationError` with its name."""
    try:
        return parse_cards(text)
    except NotationError as error:
        raise NotationError(f"{name}: {error}") from None


def odds_lines(result: Odds, names: list[str], held: list[str] | None = None) -> list[str]:
    """Each player's chances to have the best and the weakest hand."""
    rows = [["", "", "best", "of all", "weakest", "of all"]]
    for seat, name in enumerate(names):
        rows.append(
            [
                name,
                held[seat] if held else "",
                f"{result.best[seat]:,}",
                f"{result.best_probability[seat]:.1%}",
                f"{result.weakest[seat]:,}",
                f"{result.weakest_probability[seat]:.1%}",
            ]
        )
    return [
        *columns(rows, right=[2, 3, 4, 5]),
        f"Of {result.worlds:,} ways in which the hidden cards can lie. Ties count for each.",
    ]
