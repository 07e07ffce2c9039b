"""A whole game written down, as text and as values, and what one seat learned of it.

The text of a record is a head and then one action a line, as `str(action)` writes it:

    detective-poker record 1
    players 3
    mode standard
    rounds 2
    dealer 0
    name Ann            (either a name for each seat, in order, or none)
    d As Kd 7c 2h 9s Td
    b 1>2 3 bluff

A seat's record has `seat-record` for `record` and after that line `seat 2` (`seat -` for
spectators). In it `??` is a card and `?` an action card that stayed hidden, and a line after each
hand reveals both: the cards in the order of the deal, then the action cards in the order of the
bets that they lay under.

    d ?? ?? 7c 2h ?? Td
    b 1>2 3 ?
    r As Kd 7c 2h 9s Td : bluff
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

import msgspec

from detective_poker._arguments import as_tuple
from detective_poker.actions import Action, Bet, Deal, parse_action
from detective_poker.cards import DECK, Card
from detective_poker.deal_order import in_dealt_order, seats_in_order
from detective_poker.errors import ArgumentTypeError, IllegalActionError, NotationError
from detective_poker.rules import (
    ACTION_CARDS,
    PREFLOP,
    Mode,
    Rules,
    check_rules,
    check_seat,
)
from detective_poker.state import GameState, new_game
from detective_poker.views import PlayerView, Secret, may_see

FORMAT_VERSION: Final = 1
MAX_TEXT: Final = 1 << 22
"""Characters in a record's text at most; a game of 100 rounds takes a tenth of it."""
MAX_NAME: Final = 64


class Record(msgspec.Struct, frozen=True, dict=True):
    """A game as it was played: rules, first dealer, the actions in order, perhaps names.

    Its actions are checked when they are asked for: whatever reads them raises
    `IllegalActionError` for the first one that is illegal, with its `index`. Its `repr` shows
    public facts only. Raises `SeatError`, `NotationError` for names, `ArgumentTypeError`.

    >>> from detective_poker import Rules, deal_from, DECK
    >>> record = Record(Rules(players=3), 0)
    >>> record = record.append(deal_from(DECK, record.final()))
    >>> print(record.to_text().splitlines()[-1])
    d 2c 3c 4c 5c 6c 7c
    >>> Record.from_text(record.to_text()) == record
    True
    """

    rules: Rules
    dealer: int
    """The first dealer's seat."""
    actions: tuple[Action, ...] = ()
    names: tuple[str, ...] = ()
    """By seat, or empty: up to 64 printable characters each."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "actions", as_tuple(self.actions, "actions"))
        msgspec.structs.force_setattr(self, "names", as_tuple(self.names, "names"))
        _check_head(self.rules, self.dealer, self.names)

    def states(self) -> tuple[GameState, ...]:
        """The states of the game, from before the first deal: one more than there are actions."""
        states = [new_game(self.rules, dealer=self.dealer)]
        for index, action in enumerate(self.actions):
            states.append(_applied(states[-1], action, index))
        return tuple(states)

    def final(self) -> GameState:
        """The state after the last action: go on from here."""
        return self._final

    def append(self, action: Action) -> Record:
        """The record with one action more. Raises `IllegalActionError`."""
        state = _applied(self._final, action, len(self.actions))
        longer = Record(self.rules, self.dealer, (*self.actions, action), self.names)
        vars(longer)["_final"] = state
        return longer

    def to_text(self) -> str:
        """The record as text, one action a line; `from_text` reads it back."""
        self.final()
        head = _head("record", [], self.rules, self.dealer, self.names)
        return "\n".join([*head, *map(str, self.actions), ""])

    @classmethod
    def from_text(cls, text: str) -> Record:
        """The record of a text that reads exactly as `to_text` writes it.

        Nothing is repaired. Raises `NotationError` with the number of the line, or
        `IllegalActionError` with the index of the first illegal action.
        """
        lines = _Lines(text)
        lines.take_first(f"detective-poker record {FORMAT_VERSION}")
        rules, dealer, names = _read_head(lines)
        actions: list[Action] = []
        for line in lines:
            try:
                actions.append(parse_action(line))
            except NotationError as error:
                raise lines.refusal(str(error)) from None
        record = cls(rules, dealer, tuple(actions), names)
        record.final()
        return record

    def for_seat(self, seat: int) -> SeatRecord:
        """What a seat learned of this game, in the order it learned it. Raises `SeatError`."""
        return self._seen_by(check_seat(seat, self.rules.players))

    def for_spectators(self) -> SeatRecord:
        """What everybody learned of this game, in the order they learned it (R9)."""
        return self._seen_by(None)

    def __repr__(self) -> str:
        return _repr(self, len(self.actions))

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return [("actions", len(self.actions))]

    @cached_property
    def _final(self) -> GameState:
        return self.states()[-1]

    def _seen_by(self, viewer: int | None) -> SeatRecord:
        lines: list[str] = []
        states = self.states()
        for state, action, after in zip(states, self.actions, states[1:], strict=False):
            lines.append(_seen_line(state, action, viewer))
            if after.hand_number != state.hand_number:
                lines.append(_reveal_line(after))
        return SeatRecord(viewer, self.rules, self.dealer, tuple(lines), self.names)


class SeatRecord(msgspec.Struct, frozen=True, dict=True):
    """What one seat, or a spectator, learned of a game, in the order it was learned.

    When the game goes on lines are added and none is changed. Whatever reads the lines raises
    `NotationError` or `IllegalActionError` for what could not have happened.
    """

    seat: int | None
    """The seat; None for spectators."""
    rules: Rules
    dealer: int
    """The first dealer's seat."""
    lines: tuple[str, ...] = ()
    """Deals, bets and reveals, as the module says."""
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "lines", as_tuple(self.lines, "lines"))
        msgspec.structs.force_setattr(self, "names", as_tuple(self.names, "names"))
        _check_head(self.rules, self.dealer, self.names)
        if self.seat is not None:
            check_seat(self.seat, self.rules.players)

    def views(self) -> tuple[PlayerView, ...]:
        """The seat's views, from before the first deal: one more than there are actions."""
        return self._views

    def to_text(self) -> str:
        """The record as text; `from_text` reads it back."""
        self.views()
        seat = "-" if self.seat is None else self.seat
        head = _head("seat-record", [f"seat {seat}"], self.rules, self.dealer, self.names)
        return "\n".join([*head, *self.lines, ""])

    @classmethod
    def from_text(cls, text: str) -> SeatRecord:
        """The seat's record of a text that reads exactly as `to_text` writes it."""
        lines = _Lines(text)
        lines.take_first(f"detective-poker seat-record {FORMAT_VERSION}")
        seat = lines.take_value("seat", r"-|[0-3]")
        rules, dealer, names = _read_head(lines)
        record = cls(None if seat == "-" else int(seat), rules, dealer, tuple(lines), names)
        record.views()
        return record

    def __repr__(self) -> str:
        return _repr(self, len(self.lines))

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return [("lines", len(self.lines))]

    @cached_property
    def _views(self) -> tuple[PlayerView, ...]:
        record = Record(self.rules, self.dealer, tuple(_filled_in(self)))
        seen = record._seen_by(self.seat)
        if seen.lines != self.lines:
            raise NotationError("These lines are not what that seat could have learned.")
        return tuple(
            state.public_view() if self.seat is None else state.view(self.seat)
            for state in record.states()
        )


def _applied(state: GameState, action: Action, index: int) -> GameState:
    try:
        return state.apply(action)
    except IllegalActionError as error:
        raise IllegalActionError(action, error.reason, index) from None


def _check_head(rules: Rules, dealer: int, names: tuple[str, ...]) -> None:
    check_rules(rules)
    check_seat(dealer, rules.players)
    if len(names) not in (0, rules.players):
        raise NotationError("There is a name for each seat, or none at all.")
    for name in names:
        if type(name) is not str:
            raise ArgumentTypeError("A name is text.")
        if len(name) > MAX_NAME or not name.isprintable():
            raise NotationError(f"A name is up to {MAX_NAME} printable characters.")


def _head(
    kind: str, more: Iterable[str], rules: Rules, dealer: int, names: Iterable[str]
) -> list[str]:
    return [
        f"detective-poker {kind} {FORMAT_VERSION}",
        *more,
        f"players {rules.players}",
        f"mode {rules.mode}",
        f"rounds {rules.rounds}",
        f"dealer {dealer}",
        *(f"name {name}" for name in names),
    ]


class _Lines:
    """The lines of a text, one after the other, with their numbers for messages."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise ArgumentTypeError("A record is read from text.")
        if len(text) > MAX_TEXT:
            raise NotationError("That text is too long for a record.")
        if not text.endswith("\n"):
            raise NotationError("The text of a record ends with its last line's end.")
        self._lines = text[:-1].split("\n")
        self._next = 0

    def __iter__(self) -> Iterator[str]:
        while self._next < len(self._lines):
            self._next += 1
            yield self._lines[self._next - 1]

    def refusal(self, message: str) -> NotationError:
        return NotationError(f"Line {self._next}: {message}")

    def take_first(self, expected: str) -> None:
        if next(iter(self)) != expected:
            raise self.refusal(f"'{expected}' is expected.")

    def take_value(self, key: str, pattern: str) -> str:
        match = re.fullmatch(f"{key} ({pattern})", next(iter(self), ""))
        if match is None:
            raise self.refusal(f"'{key} ...' is expected.")
        return match[1]

    def take_names(self) -> tuple[str, ...]:
        names: list[str] = []
        while self._next < len(self._lines) and self._lines[self._next].startswith("name "):
            names.append(self._lines[self._next].removeprefix("name "))
            self._next += 1
        return tuple(names)


def _read_head(lines: _Lines) -> tuple[Rules, int, tuple[str, ...]]:
    players = int(lines.take_value("players", "[34]"))
    mode = Mode(lines.take_value("mode", "|".join(Mode)))
    rounds = int(lines.take_value("rounds", "100|[1-9][0-9]?"))
    dealer = int(lines.take_value("dealer", f"[0-{players - 1}]"))
    return Rules(players, mode, rounds), dealer, lines.take_names()


def _repr(record: Record | SeatRecord, length: int) -> str:
    """The public facts of a record: rules, first dealer and how long it is."""
    rules = record.rules
    return (
        f"<{type(record).__name__} players={rules.players} mode={rules.mode.value} "
        f"rounds={rules.rounds} dealer={record.dealer} length={length}>"
    )


# What a seat sees of an action, and how that is written. HIDDEN_CARD stands for a card that it does
# not see, HIDDEN_ACTION_CARD for an action card.

HIDDEN_CARD: Final = "??"
HIDDEN_ACTION_CARD: Final = "?"
_BET_WITH_CARD: Final = r"(b ([0-3])>[0-3] [1-3]) (\?|\w+)"
_REVEAL: Final = rf"r((?: [2-9TJQKA][cdhs])+)(?: :((?: (?:{'|'.join(ACTION_CARDS)}))+))?"


def _seen_line(state: GameState, action: Action, viewer: int | None) -> str:
    if isinstance(action, Bet):
        hidden = action.card is not None and not may_see(viewer, Secret.ACTION_CARD, action.seat)
        public = str(Bet(action.seat, action.target, action.chips))
        return f"{public} {HIDDEN_ACTION_CARD}" if hidden else str(action)
    if state.street is not PREFLOP:
        return str(action)
    owners = seats_in_order(state.rules.players, state.dealer)
    secrets = [
        (secret, owner) for secret in (Secret.OWN_CARD, Secret.FOREHEAD_CARD) for owner in owners
    ]
    seen = [
        card if may_see(viewer, secret, owner) else HIDDEN_CARD
        for card, (secret, owner) in zip(action.cards, secrets, strict=True)
    ]
    return " ".join(["d", *seen])


def _reveal_line(after: GameState) -> str:
    hand = after.last_hand
    assert hand is not None, "a hand was just scored"
    cards = in_dealt_order(hand.dealer, hand.own_cards, hand.forehead_cards)
    action_cards = [bet.card for bet in hand.bets if bet.card is not None]
    line = " ".join(["r", *cards])
    return " ".join([line, ":", *action_cards]) if action_cards else line


def _filled_in(record: SeatRecord) -> list[Action]:
    """The actions of the record; what it does not tell is filled in with what is possible.

    A view does not depend on what its seat cannot see, so any filling gives the same views.
    """
    actions: list[Action] = []
    hand: list[str] = []
    for line in record.lines:
        if type(line) is not str:
            raise NotationError("A line of a record is text.")
        if reveal := re.fullmatch(_REVEAL, line):
            actions += _actions(hand, reveal[1].split(), (reveal[2] or "").split())
            hand = []
        else:
            hand.append(line)
    return actions + _actions(hand, *_supposed_reveal(hand))


def _actions(lines: list[str], cards: list[str], action_cards: list[str]) -> list[Action]:
    """The actions of a hand with this reveal, as it would be or was."""
    actions: list[Action] = []
    revealed = iter(action_cards)
    for line in lines:
        if not actions and line.startswith("d "):
            try:
                actions.append(Deal(tuple(map(Card, cards))))
            except ValueError:
                raise NotationError("A deal of a seat's record is of cards and '??'.") from None
        elif bet := re.fullmatch(_BET_WITH_CARD, line):
            actions.append(parse_action(f"{bet[1]} {next(revealed, bet[3])}"))
        else:
            actions.append(parse_action(line))
    return actions


def _supposed_reveal(lines: list[str]) -> tuple[list[str], list[str]]:
    """A reveal that could follow these lines: the cards and the action cards."""
    told = {word for line in lines for word in line.split()}
    unused = (card for card in DECK if card not in told)
    dealt = lines[0].split()[1:] if lines else []
    cards = [next(unused, word) if word == HIDDEN_CARD else word for word in dealt[: len(DECK)]]
    in_hand = {seat: iter(ACTION_CARDS) for seat in "0123"}
    bets = [bet for line in lines if (bet := re.fullmatch(_BET_WITH_CARD, line))]
    return cards, [
        next(in_hand[bet[2]], bet[3]) if bet[3] == HIDDEN_ACTION_CARD else bet[3] for bet in bets
    ]
