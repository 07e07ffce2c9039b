"""The command `detective-poker`: watch, play, replay and simulate games, and count odds."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Final, TextIO, cast

from detective_poker._version import __version__
from detective_poker.cli.screen import Quit, Screen
from detective_poker.errors import DetectivePokerError

OK: Final = 0
BAD_INPUT: Final = 2
# What a shell reports of a process that the signal ended.
INTERRUPTED: Final = 128 + 2
BROKEN_PIPE: Final = 128 + 13


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; `argv` None is the process's own arguments. Returns the exit code."""
    if getattr(sys, "frozen", False):
        # In a frozen program the processes of `simulate --jobs` are this command again.
        from multiprocessing import freeze_support

        freeze_support()
    # A process can be started with its standard error closed. Messages are dropped then: print and
    # argparse would write them to standard output instead.
    errors: TextIO = io.StringIO() if sys.stderr is None else _stream(sys.stderr)
    out = None if sys.stdout is None else _stream(sys.stdout)
    with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(out):
        return _main(argv)


class _Writer(io.TextIOBase):
    """An output of which only `write` is known, such as a caller has put in the place of a file."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def writable(self) -> bool:
        """It is there to be written to."""
        return True

    def write(self, text: str, /) -> int:
        """Hand the text on."""
        self._out.write(text)
        return len(text)

    def flush(self) -> None:
        """Have the output flush, if it can."""
        if (flush := getattr(self._out, "flush", None)) is not None:
            flush()

    def close(self) -> None:
        """Leave it open: it is the caller's."""


def _stream(out: TextIO) -> TextIO:
    """The output itself if it has all that a file has, else one that writes to it."""
    has_all = all(hasattr(out, name) for name in ("isatty", "encoding", "flush"))
    return out if has_all else cast("TextIO", _Writer(out))


def _main(argv: Sequence[str] | None) -> int:
    try:
        try:
            return _run(_parser().parse_args(argv))
        finally:
            # Now, and not when Python exits, so that a broken pipe can be caught here.
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        _complain("")
        return INTERRUPTED
    except DetectivePokerError as error:
        _complain(f"detective-poker: {error}")
    except OSError as error:
        if error.filename is None:
            _forget_output()
            _complain(f"detective-poker: {error.strerror or error}")
        else:
            _complain(f"detective-poker: {error.filename}: {error.strerror}")
    return BAD_INPUT


def _run(args: argparse.Namespace) -> int:
    # Imported only now, so that --help and --version answer quickly.
    from detective_poker.cli import commands, play, simulate

    run = {
        "demo": commands.demo,
        "play": play.play,
        "replay": commands.replay,
        "odds": commands.odds,
        "simulate": simulate.run_simulation,
    }[args.command]
    screen = Screen.of_process(color=not args.no_color, pages=args.pause)
    try:
        run(args, screen)
    except Quit:
        # Not by `block`, which can wait for Enter.
        screen.write(["You leave the table."])
    return OK


def _complain(message: str) -> None:
    with contextlib.suppress(OSError):
        print(message, file=sys.stderr)


def _forget_output() -> None:
    """Send standard output nowhere: Python would fail to write what is left of it at exit."""
    # A caller of `main` may have replaced sys.stdout by something that is no file.
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="detective-poker",
        description="Watch, play, replay and simulate games of Detective Poker, and count odds.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--no-color",
        action="store_true",
        help="plain text, as also where NO_COLOR is set, and in a pipe unless FORCE_COLOR is",
    )
    watch = argparse.ArgumentParser(add_help=False)
    watch.add_argument(
        "--open", action="store_true", help="show all cards at once, not just when turned up"
    )
    watch.add_argument(
        "--pause", action="store_true", help="wait for Enter when the terminal is full"
    )
    game = argparse.ArgumentParser(add_help=False)
    game.add_argument("--players", type=int, default=4, metavar="N", help="3 or 4 (default: 4)")
    game.add_argument("--expert", action="store_true", help="Expert Mode")
    game.add_argument("--rounds", type=int, default=2, metavar="R", help="1 to 100 (default: 2)")
    game.add_argument("--seed", type=int, metavar="S", help="the same number, the same cards")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")

    demo = commands.add_parser(
        "demo",
        parents=[game, watch, common],
        help="watch a game between bots",
        description="Watch a game between bots: even seats bet by the odds, the others at random.",
    )
    demo.add_argument(
        "--record",
        metavar="FILE",
        help="write the game's record there; - is standard output, instead of the game",
    )

    play = commands.add_parser(
        "play",
        parents=[game, common],
        help="play against bots",
        description="Take a seat against bots.",
    )
    play.set_defaults(pause=True)
    play.add_argument(
        "--seat", type=int, default=0, metavar="K", help="your seat, from 0 (default: 0)"
    )
    play.add_argument(
        "--bots",
        type=_bot_names,
        default=["odds"],
        metavar="NAMES",
        help="who you play: random, naive, odds or detective; or one for each, clockwise from you, "
        "such as naive,odds,detective (default: odds)",
    )

    replay = commands.add_parser(
        "replay",
        parents=[watch, common],
        help="show a recorded game",
        description="Show a recorded game, the first illegal action of which is reported.",
    )
    replay.add_argument("file", metavar="FILE", help="a record, text or JSON; - is standard input")
    replay.add_argument("--seat", type=int, metavar="K", help="show it as this seat saw it")

    odds = commands.add_parser(
        "odds",
        parents=[common],
        help="count odds for cards",
        description="Count who has the best and the weakest hand in all ways in which the hidden "
        "cards can lie. Cards are written like 'As Kd 7c'.",
    )
    odds.set_defaults(pause=False)
    odds.add_argument("--own", required=True, metavar="CARD", help="your own card")
    odds.add_argument(
        "--foreheads",
        required=True,
        metavar="CARDS",
        help="the others' forehead cards, two or three, clockwise from you",
    )
    odds.add_argument("--board", default="", metavar="CARDS", help="none, 3, 4 or 5 cards")
    odds.add_argument(
        "--dead", default="", metavar="CARDS", help="cards out of play, as Expert discards are"
    )
    odds.add_argument("--json", action="store_true", help="print the numbers as JSON")

    simulate = commands.add_parser(
        "simulate",
        parents=[common],
        help="let bots play many games",
        description="Let bots play many games, each deal once in every seat, and tell how they "
        "did. With more bots than seats, every choice of them plays.",
    )
    simulate.set_defaults(pause=False)
    simulate.add_argument(
        "--bots",
        type=_bot_names,
        required=True,
        metavar="NAMES",
        help="such as detective,odds,naive,random",
    )
    simulate.add_argument(
        "--games", type=int, default=1000, metavar="N", help="of each choice (default: 1000)"
    )
    simulate.add_argument(
        "--players", type=int, metavar="N", help="3 or 4 (default: 3 for three bots, else 4)"
    )
    simulate.add_argument("--expert", action="store_true", help="Expert Mode")
    simulate.add_argument(
        "--rounds", type=int, default=2, metavar="R", help="1 to 100 (default: 2)"
    )
    simulate.add_argument(
        "--seed", type=int, default=0, metavar="S", help="the same number, the same games"
    )
    simulate.add_argument(
        "--jobs", type=int, default=1, metavar="J", help="processes that play (default: 1)"
    )
    simulate.add_argument(
        "--file", metavar="FILE", help="keep the games there; go on with those of a run cut short"
    )
    simulate.add_argument(
        "--accept-changed",
        action="store_true",
        help="go on though another version, or changed bots of the same names, began the file",
    )
    simulate.add_argument("--plot", metavar="FILE", help="draw the wins, such as into wins.png")
    return parser


def _bot_names(text: str) -> list[str]:
    from detective_poker.cli.simulate import bot_names

    return bot_names(text)
