"""Version 1 of the JSON: a document for each type, with its tags and its bounds.

Documents have the names and the members of the types whose JSON they are. They say what types,
sizes and numbers that JSON may hold; what play can reach is for the judge (`validation`). A later
version stands beside this one, and its values are made by methods of its own.

A member that is `UNSET` was absent: only those with a default can be.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from detective_poker import actions, events, hands, record, rules, scoring, views
from detective_poker.cards import DECK, Card
from detective_poker.hands import HandCategory
from detective_poker.inference import odds
from detective_poker.position import Position
from detective_poker.rules import MAX_ROUNDS, ActionCard, Mode, Phase, Street
from detective_poker.value_checks import MAX_NUMBER

Number: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
"""What is counted; a seat."""
Points: TypeAlias = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]

BySeat: Final = Meta(max_length=4)
CardsBySeat: TypeAlias = Annotated[tuple[Card, ...], BySeat]
SeenBySeat: TypeAlias = Annotated[tuple[Card | None, ...], BySeat]
NumbersBySeat: TypeAlias = Annotated[tuple[Number, ...], BySeat]
PointsBySeat: TypeAlias = Annotated[tuple[Points, ...], BySeat]
ErrorsBySeat: TypeAlias = Annotated[tuple[float, ...], BySeat] | UnsetType | None

OfHand: Final = Meta(max_length=16)
"""As many bets as a hand has at most."""
Cards: TypeAlias = Annotated[tuple[Card, ...], Meta(max_length=len(DECK))]
Board: TypeAlias = Annotated[tuple[Card, ...], Meta(max_length=5)]
Discards: TypeAlias = tuple[Cards, Cards, Cards, Cards]
ScoreSheet: TypeAlias = Annotated[tuple[PointsBySeat, ...], Meta(max_length=4 * MAX_ROUNDS)]

_DEFAULTS: Final = rules.Rules()


def _absent_means(default: object) -> Meta:
    """What the schema says of a member that may be absent."""
    return Meta(extra_json_schema={"default": default})


class _Document(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    def __repr__(self) -> str:
        # Debuggers and tracebacks show this, and there are secrets inside.
        return f"<the document of a {type(self).__name__}>"


class Rules(_Document):
    """What is agreed before a game: 3 or 4 players, the mode, 1 to 100 rounds."""

    players: Annotated[
        Annotated[int, Meta(ge=3, le=4)] | UnsetType, _absent_means(_DEFAULTS.players)
    ] = UNSET
    mode: Annotated[Mode | UnsetType, _absent_means(_DEFAULTS.mode.value)] = UNSET
    rounds: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] | UnsetType, _absent_means(_DEFAULTS.rounds)
    ] = UNSET

    def value(self) -> rules.Rules:
        """The rules."""
        return rules.Rules(
            _DEFAULTS.players if self.players is UNSET else self.players,
            _DEFAULTS.mode if self.mode is UNSET else self.mode,
            _DEFAULTS.rounds if self.rounds is UNSET else self.rounds,
        )


class _Action(_Document, tag_field="type"):
    pass


class Deal(_Action, tag="deal"):
    """Cards turned up by the dealer, in the order dealt."""

    cards: Cards

    def value(self) -> actions.Deal:
        """The deal."""
        return actions.Deal(self.cards)


class Bet(_Action, tag="bet"):
    """A bet by a seat on the board of a target seat, perhaps over an action card."""

    seat: Number
    target: Number
    chips: Number
    card: Annotated[ActionCard | UnsetType | None, _absent_means(None)] = UNSET

    def value(self) -> actions.Bet:
        """The bet."""
        card = self.card
        return actions.Bet(self.seat, self.target, self.chips, None if card is UNSET else card)


Action: TypeAlias = Deal | Bet


class PlacedBet(_Document):
    """A bet among others in a state: as `Bet`, whose tag the decoder asks for beside deals only."""

    type: Literal["bet"]
    seat: Number
    target: Number
    chips: Number
    card: Annotated[ActionCard | UnsetType | None, _absent_means(None)] = UNSET

    def value(self) -> actions.Bet:
        """The bet."""
        card = self.card
        return actions.Bet(self.seat, self.target, self.chips, None if card is UNSET else card)


PlacedBet.__name__ = Bet.__name__  # in schemas
PlacedBet.__doc__ = Bet.__doc__


class SeenBet(_Document):
    """A bet as one viewer sees it."""

    seat: Number
    street: Street
    target: Number
    chips: Number
    has_card: bool
    card: ActionCard | None

    def value(self) -> views.SeenBet:
        """The bet as it is seen."""
        return views.SeenBet(
            self.seat, self.street, self.target, self.chips, self.has_card, self.card
        )


class PokerHand(_Document):
    """A poker hand; of two hands of equally many cards the stronger has the larger strength."""

    category: HandCategory
    strength: Number
    cards: Board

    def value(self) -> hands.PokerHand:
        """The hand."""
        return hands.PokerHand(self.category, self.strength, self.cards)


class Standing(_Document):
    """How the hands compare on one street."""

    hands: Annotated[tuple[PokerHand, ...], BySeat]
    best: NumbersBySeat
    weakest: NumbersBySeat

    def value(self) -> scoring.Standing:
        """The standing."""
        found = tuple([hand.value() for hand in self.hands])
        return scoring.Standing(found, self.best, self.weakest)


class BetResult(_Document):
    """A bet turned up: whether it was correct and what it scored its seat."""

    seat: Number
    street: Street
    target: Number
    chips: Number
    card: ActionCard | None
    correct: bool
    points: Points

    def value(self) -> scoring.BetResult:
        """The bet, turned up."""
        return scoring.BetResult(
            self.seat,
            self.street,
            self.target,
            self.chips,
            self.card,
            self.correct,
            self.points,
        )


class HandResult(_Document):
    """A finished hand with everything turned up."""

    dealer: Number
    own_cards: CardsBySeat
    forehead_cards: CardsBySeat
    board: Board
    discards: Discards
    standings: tuple[Standing, Standing, Standing, Standing]
    bets: Annotated[tuple[BetResult, ...], OfHand]
    points: PointsBySeat
    action_cards_left: NumbersBySeat

    def value(self) -> scoring.HandResult:
        """The result."""
        preflop, flop, turn, river = self.standings
        return scoring.HandResult(
            self.dealer,
            self.own_cards,
            self.forehead_cards,
            self.board,
            self.discards,
            (preflop.value(), flop.value(), turn.value(), river.value()),
            tuple([bet.value() for bet in self.bets]),
            self.points,
            self.action_cards_left,
        )


class Outcome(_Document):
    """How a game ended."""

    scores: PointsBySeat
    placings: NumbersBySeat
    winners: NumbersBySeat

    def value(self) -> scoring.Outcome:
        """The outcome."""
        return scoring.Outcome(self.scores, self.placings, self.winners)


class GameState(_Document):
    """A position of a game with everything in it: every public member."""

    version: Literal[1]
    rules: Rules
    dealer: Number
    hand_number: Number
    round_number: Number
    ply: Number
    phase: Phase
    street: Street
    actor: Number | None
    cards_to_deal: Number
    own_cards: CardsBySeat
    forehead_cards: CardsBySeat
    board: Board
    discards: Discards
    bets: Annotated[tuple[PlacedBet, ...], OfHand]
    scores: PointsBySeat
    score_sheet: ScoreSheet
    last_hand: HandResult | None
    outcome: Outcome | None

    def facts(self) -> Position:
        """The members that the others follow from."""
        return Position(
            self.rules.value(),
            self.dealer,
            self.hand_number,
            self.phase,
            self.street,
            self.actor,
            self.own_cards,
            self.forehead_cards,
            self.board,
            self.discards,
            tuple([bet.value() for bet in self.bets]),
            self.scores,
            self.score_sheet,
            None if self.last_hand is None else self.last_hand.value(),
            None if self.outcome is None else self.outcome.value(),
        )


class PlayerView(_Document):
    """All that one seat, or a spectator, may know."""

    version: Literal[1]
    seat: Number | None
    rules: Rules
    dealer: Number
    hand_number: Number
    round_number: Number
    ply: Number
    phase: Phase
    street: Street
    actor: Number | None
    own_card: Card | None
    forehead_cards: SeenBySeat
    board: Board
    discards: Discards
    bets: Annotated[tuple[SeenBet, ...], OfHand]
    chips_left: NumbersBySeat
    action_cards: Annotated[tuple[ActionCard, ...], Meta(max_length=len(ActionCard))]
    action_cards_left: NumbersBySeat
    scores: PointsBySeat
    score_sheet: ScoreSheet
    last_hand: HandResult | None
    outcome: Outcome | None

    def value(self) -> views.PlayerView:
        """The view."""
        return views.PlayerView(
            self.seat,
            self.rules.value(),
            self.dealer,
            self.hand_number,
            self.round_number,
            self.ply,
            self.phase,
            self.street,
            self.actor,
            self.own_card,
            self.forehead_cards,
            self.board,
            self.discards,
            tuple([bet.value() for bet in self.bets]),
            self.chips_left,
            self.action_cards,
            self.action_cards_left,
            self.scores,
            self.score_sheet,
            None if self.last_hand is None else self.last_hand.value(),
            None if self.outcome is None else self.outcome.value(),
        )


class Record(_Document):
    """A game as it was played: rules, first dealer, the actions in order, perhaps names."""

    version: Literal[1]
    rules: Rules
    dealer: Number
    actions: tuple[Action, ...]
    names: Annotated[tuple[str, ...], BySeat]

    def value(self) -> record.Record:
        """The record; its actions are not looked at yet."""
        done = tuple([action.value() for action in self.actions])
        return record.Record(self.rules.value(), self.dealer, done, self.names)


class SeatRecord(_Document):
    """What one seat, or a spectator, learned of a game, in the order it was learned."""

    version: Literal[1]
    seat: Number | None
    rules: Rules
    dealer: Number
    lines: tuple[str, ...]
    names: Annotated[tuple[str, ...], BySeat]

    def value(self) -> record.SeatRecord:
        """The record; its lines are not looked at yet."""
        return record.SeatRecord(self.seat, self.rules.value(), self.dealer, self.lines, self.names)


class Odds(_Document):
    """In how many worlds each seat has the best, and the weakest, hand on a street."""

    best: NumbersBySeat
    weakest: NumbersBySeat
    worlds: Number
    best_error: Annotated[ErrorsBySeat, _absent_means(None)] = UNSET
    weakest_error: Annotated[ErrorsBySeat, _absent_means(None)] = UNSET

    def value(self) -> odds.Odds:
        """The odds."""
        return odds.Odds(
            self.best,
            self.weakest,
            self.worlds,
            None if self.best_error is UNSET else self.best_error,
            None if self.weakest_error is UNSET else self.weakest_error,
        )


class _Event(_Document, tag_field="event"):
    pass


class HandStarted(_Event, tag="hand_started"):
    """A dealer deals everybody two cards."""

    hand_number: Number
    dealer: Number
    own_card: Card | None
    forehead_cards: SeenBySeat

    def value(self) -> events.HandStarted:
        """The event."""
        return events.HandStarted(self.hand_number, self.dealer, self.own_card, self.forehead_cards)


class StreetDealt(_Event, tag="street_dealt"):
    """The dealer burns a card and turns up a street."""

    street: Street
    cards: Cards
    discards: Cards

    def value(self) -> events.StreetDealt:
        """The event."""
        return events.StreetDealt(self.street, self.cards, self.discards)


class BetPlaced(_Event, tag="bet_placed"):
    """A seat bets; its action card is shown to its owner alone."""

    bet: SeenBet

    def value(self) -> events.BetPlaced:
        """The event."""
        return events.BetPlaced(self.bet.value())


class HandScored(_Event, tag="hand_scored"):
    """Everything is turned up and scored."""

    result: HandResult
    scores: PointsBySeat

    def value(self) -> events.HandScored:
        """The event."""
        return events.HandScored(self.result.value(), self.scores)


class GameEnded(_Event, tag="game_ended"):
    """The last hand is scored."""

    outcome: Outcome

    def value(self) -> events.GameEnded:
        """The event."""
        return events.GameEnded(self.outcome.value())


Event: TypeAlias = HandStarted | StreetDealt | BetPlaced | HandScored | GameEnded
