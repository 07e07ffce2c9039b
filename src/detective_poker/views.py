"""What a player may know: the one visibility table, and the view that is built from it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from detective_poker.actions import Bet, Purse, is_bet, purse_with
from detective_poker.cards import Card, format_cards
from detective_poker.errors import BROKEN, IllegalReason, InvalidStateError
from detective_poker.rules import BET, OVER, STREETS, ActionCard, Phase, Rules, Street
from detective_poker.scoring import Discards, HandResult, Outcome

if TYPE_CHECKING:
    from detective_poker.state import GameState


NO_VIEW: Final = "That view is none of a game."


class Secret(Enum):
    """What is not public during a hand. Burned cards and the undealt rest are in no state."""

    OWN_CARD = auto()
    FOREHEAD_CARD = auto()
    ACTION_CARD = auto()


class SeenBy(Enum):
    """Who sees a secret, seen from its owner."""

    OWNER = auto()
    ALL_BUT_OWNER = auto()


VISIBILITY: Final = {
    Secret.OWN_CARD: SeenBy.OWNER,
    Secret.FOREHEAD_CARD: SeenBy.ALL_BUT_OWNER,
    Secret.ACTION_CARD: SeenBy.OWNER,
}
"""Who sees what during a hand (R8). A spectator sees no secret (R9); scoring reveals all (R10)."""


def may_see(viewer: int | None, secret: Secret, owner: int) -> bool:
    """Whether a viewer (None: a spectator) sees a secret of the owner during a hand."""
    if viewer is None:
        return False
    return (viewer == owner) is (VISIBILITY[secret] is SeenBy.OWNER)


class SeenBet(msgspec.Struct, frozen=True, gc=False):
    """A bet as one viewer sees it. Its `repr` shows what is public."""

    seat: int
    street: Street
    target: int
    chips: int
    has_card: bool
    """Whether an action card lies under it."""
    card: ActionCard | None
    """Which one: None unless it is the viewer's own."""

    def __rich_repr__(self) -> list[tuple[str, object]]:
        public = ("seat", "street", "target", "chips", "has_card")
        return [(name, getattr(self, name)) for name in public]

    def __repr__(self) -> str:
        return public_repr(self, self.__rich_repr__())


class _SeenBets(dict[Bet, SeenBet]):
    """The bets of a street as one viewer sees them."""

    def __init__(self, viewer: int | None, street: Street) -> None:
        super().__init__()
        self.viewer = viewer
        self.street = street
        self.alike: dict[SeenBet, SeenBet] = {}

    def __missing__(self, bet: Bet) -> SeenBet:
        has_card = bet.card is not None
        card = bet.card if may_see(self.viewer, Secret.ACTION_CARD, bet.seat) else None
        seen = SeenBet(bet.seat, self.street, bet.target, bet.chips, has_card, card)
        # Bets that look alike are one object: which of several it is would tell what is hidden.
        return self.setdefault(bet, self.alike.setdefault(seen, seen))


class Sight(NamedTuple):
    """The visibility table as one viewer has it."""

    own_cards: tuple[int, ...]
    """The seats whose own card the viewer sees."""
    hidden_forehead_cards: tuple[int, ...]
    """The seats whose forehead card the viewer does not see."""
    bets: tuple[_SeenBets, ...]
    """For each bet of a hand, in order of play, how the viewer sees it."""


@cache
def sight(viewer: int | None, players: int) -> Sight:
    """What a viewer sees of all seats' secrets."""
    seats = range(players)
    return Sight(
        tuple(seat for seat in seats if may_see(viewer, Secret.OWN_CARD, seat)),
        tuple(seat for seat in seats if not may_see(viewer, Secret.FOREHEAD_CARD, seat)),
        tuple(
            seen
            for seen in [_SeenBets(viewer, street) for street in STREETS]
            for _ in range(players)
        ),
    )


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """All that one seat, or a spectator, may know (R8, R9, R11), and enough to bet by.

    It is built by an allow-list and holds no way back to the state. Its `repr` shows public facts
    only.

    >>> from detective_poker import Card, new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> view = state.apply(random_deal(state)).view(1)
    >>> view.actor, view.forehead_cards[1], len(view.legal_actions())
    (1, None, 60)
    """

    seat: int | None
    """The viewer's seat; None for a spectator."""
    rules: Rules
    dealer: int
    hand_number: int
    """Hands finished before this one."""
    round_number: int
    ply: int
    """Actions applied since the start of the game: tells a stale message from a fresh one."""
    phase: Phase
    street: Street
    """In `Phase.DEAL` the street about to be dealt; in `Phase.OVER` the river."""
    actor: int | None
    """The seat to bet; None unless in `Phase.BET`."""
    own_card: Card | None
    """The viewer's own card; None for a spectator and before the deal."""
    forehead_cards: tuple[Card | None, ...]
    """By seat, None where hidden; empty before the deal."""
    board: tuple[Card, ...]
    discards: Discards
    """The cards discarded on each street (Expert Mode)."""
    bets: tuple[SeenBet, ...]
    """This hand's bets, in order."""
    chips_left: tuple[int, ...]
    """By seat."""
    action_cards: tuple[ActionCard, ...]
    """The viewer's own, in hand; empty for a spectator."""
    action_cards_left: tuple[int, ...]
    """How many each seat has in hand."""
    scores: tuple[int, ...]
    """Points by seat, of all finished hands."""
    score_sheet: tuple[tuple[int, ...], ...]
    """Points by finished hand, then seat."""
    last_hand: HandResult | None
    """The hand just scored, until the next one is dealt."""
    outcome: Outcome | None
    """How the game ended, once it has."""

    def legal_actions(self) -> tuple[Bet, ...]:
        """The viewer's legal bets, by target, then chips, then action card, none first.

        Empty unless the viewer is the actor. Raises `InvalidStateError` for a view made by hand
        that no game has.
        """
        seat = self.seat
        if seat is None or seat != self.actor:
            return ()
        return self._purse(seat).bets

    def why_illegal(self, bet: object) -> IllegalReason | None:
        """Why a bet of the viewer is refused; None if it is legal.

        Decided from the view alone, in the order type, phase, seat, target, chips, card. A bet in
        another's name is `WRONG_SEAT` and nothing more; a deal is nothing that a seat submits.
        """
        if not is_bet(bet):
            return IllegalReason.NOT_AN_ACTION
        if self.phase is not BET:
            over = self.phase is OVER
            return IllegalReason.GAME_OVER if over else IllegalReason.EXPECTED_DEAL
        seat = self.seat
        if seat is None or not bet.seat == seat == self.actor:
            return IllegalReason.WRONG_SEAT
        return self._purse(seat).why_illegal(bet)

    def _purse(self, seat: int) -> Purse:
        try:
            chips, cards = self.chips_left[seat], self.action_cards
            return purse_with(self.rules.players, seat, self.street, chips, cards)
        except BROKEN:  # a view made by hand
            raise InvalidStateError([NO_VIEW]) from None

    def _repr_svg_(self) -> str:
        from detective_poker.svg import table  # noqa: PLC0415 - svg.py builds on this module

        return table(self)

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return [("seat", self.seat), *public_facts(self)]

    def __repr__(self) -> str:
        return public_repr(self, self.__rich_repr__())


def ply(players: int, hand_number: int, phase: Phase, street: int, bets: int) -> int:
    """Actions applied since the start of the game: four deals and four bets of each seat a hand."""
    if phase is OVER:
        street = 0
    return hand_number * 4 * (1 + players) + street + (phase is BET) + bets


def public_facts(position: PlayerView | GameState) -> list[tuple[str, object]]:
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
