"""What a player may know: the one visibility table, and the view that is built from it."""

from __future__ import annotations

from enum import Enum, auto
from functools import cache
from typing import Final, NamedTuple

import msgspec

from detective_poker.actions import Bet, is_bet
from detective_poker.betting import Purse, purse_with
from detective_poker.cards import Card
from detective_poker.deal_order import Discards
from detective_poker.errors import ArgumentError, ArgumentTypeError, IllegalReason, SeatError
from detective_poker.position import public_facts, public_repr
from detective_poker.rules import BET, OVER, STREETS, ActionCard, Phase, Rules, Street
from detective_poker.scoring import HandResult, Outcome


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


def seen_bet(viewer: int | None, street: Street, bet: Bet) -> SeenBet:
    """How a viewer sees a bet of a street until the hand is scored."""
    card = bet.card if may_see(viewer, Secret.ACTION_CARD, bet.seat) else None
    return SeenBet(bet.seat, street, bet.target, bet.chips, bet.card is not None, card)


class _SeenBets(dict[Bet, SeenBet]):
    """The bets of a street as one viewer sees them."""

    def __init__(self, viewer: int | None, street: Street) -> None:
        super().__init__()
        self.viewer = viewer
        self.street = street
        self.alike: dict[SeenBet, SeenBet] = {}

    def __missing__(self, bet: Bet) -> SeenBet:
        seen = seen_bet(self.viewer, self.street, bet)
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

        Empty unless the viewer is the actor.
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
        chips, cards = self.chips_left[seat], self.action_cards
        return purse_with(self.rules.players, seat, self.street, chips, cards)

    def _repr_svg_(self) -> str:
        from detective_poker.svg import table  # noqa: PLC0415 - svg.py builds on this module

        return table(self)

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return [("seat", self.seat), *public_facts(self)]

    def __repr__(self) -> str:
        return public_repr(self, self.__rich_repr__())


def check_view(view: PlayerView) -> PlayerView:
    """The view itself. Raises `ArgumentTypeError` for anything else."""
    if not isinstance(view, PlayerView):
        raise ArgumentTypeError("A PlayerView is asked for.")
    return view


def acting_seat(view: PlayerView) -> int:
    """The viewer's seat, which is to bet: what every bot asks first.

    Raises `SeatError` for a spectator's view, `ArgumentError` when no bet of the viewer is due, and
    `ArgumentTypeError` for what is no view.
    """
    seat = check_view(view).seat
    if seat is None:
        raise SeatError("A spectator does not bet.")
    if view.phase is not BET:
        raise ArgumentError("No bet is due now.")
    if seat != view.actor:
        raise ArgumentError(IllegalReason.WRONG_SEAT.message)
    return seat
