"""A position of a game: the facts that all else follows from, and what of it is public."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import Any, Final, Protocol

import msgspec

from detective_poker.actions import Bet
from detective_poker.cards import Card, format_cards
from detective_poker.deal_order import Discards
from detective_poker.rules import BET, OVER, Phase, Rules, Street
from detective_poker.scoring import HandResult, Outcome


class Position(msgspec.Struct, frozen=True, gc=False):
    """The facts of a position; every other member of a `GameState` follows from these."""

    rules: Rules
    dealer: int
    hand_number: int
    phase: Phase
    street: Street
    actor: int | None
    own_cards: tuple[Card, ...]
    forehead_cards: tuple[Card, ...]
    board: tuple[Card, ...]
    discards: Discards
    bets: tuple[Bet, ...]
    scores: tuple[int, ...]
    score_sheet: tuple[tuple[int, ...], ...]
    last_hand: HandResult | None
    outcome: Outcome | None

    def __repr__(self) -> str:
        return "<the facts of a position>"


def position_of(source: object, **known: object) -> Position:
    """The facts that a state, a view or a document tells, but for those that are given here."""
    facts: list[Any] = [known[name] if name in known else getattr(source, name) for name in _FACTS]
    return Position(*facts)


_FACTS: Final = Position.__struct_fields__


def ply(players: int, hand_number: int, phase: Phase, street: int, bets: int) -> int:
    """Actions applied since the start of the game: four deals and four bets of each seat a hand."""
    if phase is OVER:
        street = 0
    return hand_number * 4 * (1 + players) + street + (phase is BET) + bets


class PublicFacts(Protocol):
    """What a state and a view have in common that is no secret."""

    @property
    def hand_number(self) -> int: ...  # noqa: D102
    @property
    def phase(self) -> Phase: ...  # noqa: D102
    @property
    def street(self) -> Street: ...  # noqa: D102
    @property
    def actor(self) -> int | None: ...  # noqa: D102
    @property
    def board(self) -> tuple[Card, ...]: ...  # noqa: D102
    @property
    def bets(self) -> Sized: ...  # noqa: D102
    @property
    def scores(self) -> tuple[int, ...]: ...  # noqa: D102


def public_facts(position: PublicFacts) -> list[tuple[str, object]]:
    """What a message may tell of a position: nothing that is not public."""
    return [
        ("hand_number", position.hand_number),
        ("phase", position.phase),
        ("street", position.street),
        ("actor", position.actor),
        ("board", format_cards(position.board)),
        ("bets", len(position.bets)),
        ("scores", position.scores),
    ]


def public_repr(value: object, facts: Iterable[tuple[str, object]]) -> str:
    """A `repr` of these facts, in angle brackets since they do not make the value again."""
    return f"<{type(value).__name__} {' '.join(f'{name}={fact!r}' for name, fact in facts)}>"
