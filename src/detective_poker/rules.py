"""What a game is played with: players, rounds, streets, chips and action cards."""

from __future__ import annotations

from enum import IntEnum, StrEnum, unique
from typing import Final

import msgspec

from detective_poker.errors import ArgumentTypeError, RulesError, SeatError, type_name

CHIPS: Final = 7
"""Chips that each player has in a hand."""
MIN_BET: Final = 1
MAX_BET: Final = 3
MAX_ROUNDS: Final = 100


@unique
class Mode(StrEnum):
    """How hard: Expert Mode punishes a wrong +1 (R6) and never pairs the board (R7)."""

    STANDARD = "standard"
    EXPERT = "expert"


@unique
class Street(IntEnum):
    """The four betting rounds of a hand, in order."""

    PREFLOP = 0
    FLOP = 1
    TURN = 2
    RIVER = 3

    board_cards: int
    """Cards on the board on this street."""
    new_cards: int
    """Cards that this street adds to the board (discards not counted)."""

    def __init__(self, _value: int) -> None:
        self.board_cards = (0, 3, 4, 5)[self._value_]
        self.new_cards = (0, 3, 1, 1)[self._value_]


# Members have names of their own for hot paths: CPython 3.11 is slow to look one up on its enum.
STREETS: Final = tuple(Street)
PREFLOP, FLOP, TURN, RIVER = STREETS


@unique
class Phase(StrEnum):
    """What the game waits for: cards, a bet, or nothing any more."""

    DEAL = "deal"
    BET = "bet"
    OVER = "over"


DEAL, BET, OVER = Phase


@unique
class ActionCard(StrEnum):
    """The four action cards of each player; each is played at most once a hand."""

    PLUS_ONE = "plus_one"
    """A correct bet scores one point more; in Expert Mode a wrong one loses a point."""
    CLOCKWISE = "clockwise"
    """The bet counts for the player after its target, clockwise (R2)."""
    BLUFF = "bluff"
    """The bet is correct if its target has the weakest hand (R3)."""
    BLANK = "blank"
    """No effect."""


ACTION_CARDS: Final = tuple(ActionCard)
PLUS_ONE, CLOCKWISE, BLUFF, BLANK = ACTION_CARDS


STANDARD, EXPERT = Mode


class Rules(msgspec.Struct, frozen=True, gc=False):
    """What is agreed before a game: 3 or 4 players, the mode, 1 to 100 rounds.

    A round is one hand dealt by each seat. Raises `RulesError`, and `ArgumentTypeError` for what
    is no int or no `Mode`.

    >>> Rules(players=3).hands
    6
    """

    players: int = 4
    mode: Mode = Mode.STANDARD
    rounds: int = 2

    def __post_init__(self) -> None:
        if type(self.players) is not int:
            raise _wrong_type("The number of players must be an int", self.players)
        if self.players not in (3, 4):
            raise RulesError("Detective Poker is for 3 or 4 players.")
        if type(self.mode) is not Mode:
            raise _wrong_type("The mode must be Mode.STANDARD or Mode.EXPERT", self.mode)
        if type(self.rounds) is not int:
            raise _wrong_type("The number of rounds must be an int", self.rounds)
        if not 1 <= self.rounds <= MAX_ROUNDS:
            raise RulesError(f"A game is 1 to {MAX_ROUNDS} rounds.")

    @property
    def hands(self) -> int:
        """Hands in a game: every seat deals once a round."""
        return self.players * self.rounds

    @property
    def plus_one_penalty(self) -> int:
        """Points that a wrong bet over a +1 loses (R6): 1 in Expert Mode, else 0."""
        return 1 if self.mode is EXPERT else 0

    @property
    def board_never_pairs(self) -> bool:
        """Whether a card that would pair the board is discarded and replaced (R7)."""
        return self.mode is EXPERT


def _wrong_type(what: str, value: object) -> ArgumentTypeError:
    return ArgumentTypeError(f"{what}, not {type_name(value)}.")


def check_rules(rules: Rules) -> Rules:
    """The rules themselves. Raises `ArgumentTypeError` for anything else."""
    if type(rules) is not Rules:
        raise _wrong_type("The rules must be Rules", rules)
    return rules


def check_seat(seat: int, players: int) -> int:
    """The seat itself. Raises `SeatError` unless it is 0 to players - 1, `ArgumentTypeError`."""
    if type(seat) is not int:
        raise _wrong_type("A seat must be an int", seat)
    if not 0 <= seat < players:
        raise SeatError(f"Seats are 0 to {players - 1}.")
    return seat


def first_to_bet(players: int, dealer: int, street: int) -> int:
    """The seat that bets first on a street: left of the dealer Preflop, then one further each."""
    return (dealer + 1 + street) % players


def counts_for(target: int, card: ActionCard | None, players: int) -> int:
    """The seat that a bet on a target counts for: with Clockwise the one after it (R2)."""
    return (target + 1) % players if card is CLOCKWISE else target
