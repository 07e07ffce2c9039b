"""A game as a value: its position, what is legal now, and the position after an action."""

from __future__ import annotations

import random
from operator import add, getitem

import msgspec

from detective_poker.actions import Action, Bet, is_bet, is_deal, refusal
from detective_poker.betting import Purse, full_purses
from detective_poker.cards import Card
from detective_poker.chance import picker
from detective_poker.deal_order import NO_DISCARDS, Discards, deal_to_seats, street_dealt
from detective_poker.errors import IllegalReason
from detective_poker.position import Position, ply, position_of, public_facts, public_repr
from detective_poker.rules import (
    BET,
    DEAL,
    OVER,
    PREFLOP,
    RIVER,
    STREETS,
    ActionCard,
    Phase,
    Rules,
    Street,
    check_rules,
    check_seat,
    first_to_bet,
)
from detective_poker.scoring import (
    HandResult,
    Outcome,
    PlayedHand,
    final_outcome,
    hand_points,
    played_hand,
    score,
)
from detective_poker.views import PlayerView, sight


class _Table(msgspec.Struct, frozen=True, gc=False):
    """What changes with a deal and with a hand, but not with a bet."""

    rules: Rules
    dealer: int
    hand_number: int
    own_cards: tuple[Card, ...]
    forehead_cards: tuple[Card, ...]
    board: tuple[Card, ...]
    discards: Discards
    dealt: frozenset[Card]
    """All the cards above."""
    scores: tuple[int, ...]
    score_sheet: tuple[tuple[int, ...], ...]
    outcome: Outcome | None
    played: PlayedHand | None

    def __repr__(self) -> str:
        return "<the cards and scores of a GameState>"


class GameState(msgspec.Struct, frozen=True, gc=False):
    """A position of a game, with everything in it. `apply` returns the next one; this one stays.

    Equal positions are equal and hash alike. It holds the cards that are dealt and nothing of the
    rest of the deck. Keep it on the server: players get `view(seat)`. Its `repr` shows public
    facts only. Games start with `new_game`; `from_json` reads a stored one.

    >>> import random
    >>> from detective_poker import new_game, random_deal
    >>> state = new_game(dealer=0)
    >>> state = state.apply(random_deal(state, random.Random(7)))
    >>> state.actor, len(state.legal_actions())
    (1, 60)
    >>> state = state.apply(state.legal_actions()[0])
    >>> str(state.bets[0]), state.chips_left(1)
    ('b 1>0 1', 6)
    """

    phase: Phase
    street: Street
    """In `Phase.DEAL` the street about to be dealt; in `Phase.OVER` the river."""
    actor: int | None
    """The seat to bet; None unless in `Phase.BET`."""
    bets: tuple[Bet, ...]
    """This hand's bets, in order."""
    _purses: tuple[Purse, ...]
    """In betting order, from the seat that bets next on; by seat when the game is over."""
    _table: _Table

    @property
    def rules(self) -> Rules:
        """Players, mode and rounds."""
        return self._table.rules

    @property
    def dealer(self) -> int:
        """The seat that deals this hand; once a hand is scored, the next one's."""
        return self._table.dealer

    @property
    def hand_number(self) -> int:
        """Hands finished."""
        return self._table.hand_number

    @property
    def round_number(self) -> int:
        """Rounds finished: a round is one hand dealt by each seat."""
        return self._table.hand_number // len(self._purses)

    @property
    def cards_to_deal(self) -> int:
        """The fewest cards that the next deal holds; 0 unless in `Phase.DEAL`."""
        if self.phase is not DEAL:
            return 0
        return self.street.new_cards or 2 * len(self._purses)

    @property
    def ply(self) -> int:
        """Actions applied since the start: tells a stale message from a fresh one."""
        players, hand_number = len(self._purses), self._table.hand_number
        return ply(players, hand_number, self.phase, self.street, len(self.bets))

    @property
    def own_cards(self) -> tuple[Card, ...]:
        """By seat; empty before the deal."""
        return self._table.own_cards

    @property
    def forehead_cards(self) -> tuple[Card, ...]:
        """By seat; empty before the deal."""
        return self._table.forehead_cards

    @property
    def board(self) -> tuple[Card, ...]:
        """In the order dealt; empty before the flop."""
        return self._table.board

    @property
    def discards(self) -> Discards:
        """The cards discarded on each street (Expert Mode)."""
        return self._table.discards

    @property
    def dealt_cards(self) -> frozenset[Card]:
        """All cards of this hand that are dealt, discards included."""
        return self._table.dealt

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat, of all finished hands."""
        return self._table.scores

    @property
    def score_sheet(self) -> tuple[tuple[int, ...], ...]:
        """Points by finished hand, then seat."""
        return self._table.score_sheet

    @property
    def last_hand(self) -> HandResult | None:
        """The hand just scored, until the next one is dealt."""
        played = self._table.played
        return None if played is None else score(played)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return self._table.outcome

    def chips_left(self, seat: int) -> int:
        """The chips that a seat has left in this hand. Raises `SeatError`."""
        return self._purse(seat).chips

    def action_cards(self, seat: int) -> tuple[ActionCard, ...]:
        """The action cards that a seat has in hand. Raises `SeatError`."""
        return self._purse(seat).cards

    def legal_actions(self) -> tuple[Bet, ...]:
        """Every legal bet of the actor, by target, then chips, then action card, none first.

        Empty unless in `Phase.BET`. `apply` accepts these bets and no others.
        """
        return () if self.actor is None else self._purses[0].bets

    def is_legal(self, action: object) -> bool:
        """Whether `apply` accepts the action."""
        return self.why_illegal(action) is None

    def why_illegal(self, action: object) -> IllegalReason | None:
        """Why `apply` refuses the action; None if it accepts it.

        Decided in the order type, phase, seat, target, chips, card; for a deal type, phase, number
        of cards, duplicates, cards already dealt. Refuse a player by `PlayerView.why_illegal`
        instead: the reason for which another's bet is refused can be a secret (R8).
        """
        if is_deal(action):
            if self.phase is not DEAL:
                over = self.phase is OVER
                return IllegalReason.GAME_OVER if over else IllegalReason.EXPECTED_BET
            dealt = self._dealt(action.cards)
            return dealt if isinstance(dealt, IllegalReason) else None
        if not is_bet(action):
            return IllegalReason.NOT_AN_ACTION
        if self.phase is OVER:
            return IllegalReason.GAME_OVER
        if self.actor is None:
            return IllegalReason.EXPECTED_DEAL
        if action.seat != self.actor:
            return IllegalReason.WRONG_SEAT
        return self._purses[0].why_illegal(action)

    def apply(self, action: Action) -> GameState:
        """The state after a deal or a bet. After the river's last bet the hand is scored.

        Raises `IllegalActionError` with the reason that `why_illegal` gives, and with the member
        that is of a wrong type if there is one; this state stays as it was in any case.
        """
        purses = self._purses
        if type(action) is Bet and self.actor is not None:
            try:
                known = purses[0].after.get(action)
            except Exception:  # a caller's bet can hold anything, hashable or not
                known = None
            # A known bet is legal as it stands; an equal one may hold True for 1.
            if known is None or known[0] is not action:
                known = purses[0].spend(action) if self.why_illegal(action) is None else None
            if known is not None:
                bet, left = known
                following = purses[1]
                # `+` is faster here than a display with stars.
                bets, turns = self.bets + (bet,), purses[1:] + (left,)  # noqa: RUF005
                if following.street == left.street:
                    return self._after_street(bets, turns)
                return GameState(
                    BET,
                    self.street,
                    following.seat,
                    bets,
                    turns,
                    self._table,
                )
        elif self.phase is DEAL and is_deal(action):
            table = self._dealt(action.cards)
            if isinstance(table, _Table):
                return GameState(BET, self.street, purses[0].seat, self.bets, purses, table)
        reason = self.why_illegal(action)
        assert reason is not None, "what is legal is not refused"
        raise refusal(action, reason)

    def view(self, seat: int) -> PlayerView:
        """What the seat may know (R8). Raises `SeatError`."""
        return self._view(check_seat(seat, len(self._purses)))

    def public_view(self) -> PlayerView:
        """What a spectator may know (R9): its `seat` is None."""
        return self._view(None)

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return public_facts(self)

    def __repr__(self) -> str:
        return public_repr(self, self.__rich_repr__())

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        # Public facts only, so that a later version can read it however it holds them.
        return state_at, (position_of(self),)

    def _purse(self, seat: int) -> Purse:
        players = len(self._purses)
        return self._purses[(check_seat(seat, players) - self._purses[0].seat) % players]

    def _dealt(self, cards: tuple[Card, ...]) -> _Table | IllegalReason:
        """The table after these cards, or why they may not be dealt now."""
        table, street = self._table, self.street
        rules, players = table.rules, table.rules.players
        own_cards, forehead_cards = table.own_cards, table.forehead_cards
        board, discards = table.board, table.discards
        if street is PREFLOP:
            if len(cards) != 2 * players:
                return IllegalReason.WRONG_CARD_COUNT
            own_cards, forehead_cards = deal_to_seats(table.dealer, cards)
        else:
            after = street_dealt(rules, board, discards, street, cards)
            if after is None:
                return IllegalReason.WRONG_CARD_COUNT
            board, discards = after
        dealt = table.dealt.union(cards)
        if len(dealt) != len(table.dealt) + len(cards):
            duplicate = len(set(cards)) != len(cards)
            return IllegalReason.DUPLICATE_CARD if duplicate else IllegalReason.CARD_ALREADY_DEALT
        return _Table(
            rules,
            table.dealer,
            table.hand_number,
            own_cards,
            forehead_cards,
            board,
            discards,
            dealt,
            table.scores,
            table.score_sheet,
            None,
            None,
        )

    def _after_street(self, bets: tuple[Bet, ...], purses: tuple[Purse, ...]) -> GameState:
        """The state after the bets of a street; the purses are from the seat on that bet first."""
        if self.street is not RIVER:
            # The seat that was second to bet is the first to bet on the next street.
            purses = (*purses[1:], purses[0])
            return GameState(DEAL, STREETS[self.street + 1], None, bets, purses, self._table)
        table = self._table
        rules, players = table.rules, len(purses)
        played = PlayedHand(
            rules,
            table.dealer,
            table.own_cards,
            table.forehead_cards,
            table.board,
            table.discards,
            bets,
        )
        points = hand_points(played)
        scores = tuple(map(add, table.scores, points))
        over = table.hand_number + 1 == rules.hands
        return GameState(
            OVER if over else DEAL,
            RIVER if over else PREFLOP,
            None,
            (),
            # After the last hand chips and action cards stay as they lie (R5).
            _by_seat(purses) if over else full_purses(players, (table.dealer + 2) % players),
            _Table(
                rules,
                (table.dealer + 1) % players,
                table.hand_number + 1,
                (),
                (),
                (),
                NO_DISCARDS,
                frozenset(),
                scores,
                (*table.score_sheet, points),
                final_outcome(scores, [len(p.cards) for p in _by_seat(purses)]) if over else None,
                played,
            ),
        )

    def _view(self, viewer: int | None) -> PlayerView:
        table, players, purses = self._table, len(self._purses), _by_seat(self._purses)
        sees = sight(viewer, players)
        own_card: Card | None = None
        forehead_cards: list[Card | None] = [*table.forehead_cards]
        if forehead_cards:
            for seat in sees.own_cards:
                own_card = table.own_cards[seat]
            for seat in sees.hidden_forehead_cards:
                forehead_cards[seat] = None
        return PlayerView(
            viewer,
            table.rules,
            table.dealer,
            table.hand_number,
            table.hand_number // players,
            ply(players, table.hand_number, self.phase, self.street, len(self.bets)),
            self.phase,
            self.street,
            self.actor,
            own_card,
            tuple(forehead_cards),
            table.board,
            table.discards,
            tuple(map(getitem, sees.bets, self.bets)),
            tuple([purse.chips for purse in purses]),
            () if viewer is None else purses[viewer].cards,
            tuple([len(purse.cards) for purse in purses]),
            table.scores,
            table.score_sheet,
            self.last_hand,
            table.outcome,
        )


def new_game(
    rules: Rules = Rules(),  # noqa: B008 - a frozen value
    *,
    dealer: int | None = None,
    rng: random.Random | None = None,
) -> GameState:
    """A game before its first deal. The first dealer is drawn at random unless given.

    `rng` draws the dealer; None is the system's secure generator. Raises `SeatError`, and
    `ArgumentTypeError` for rules, a dealer or a generator that are none.

    >>> new_game(Rules(players=3), dealer=2).cards_to_deal
    6
    """
    check_rules(rules)
    pick = picker(rng)
    if dealer is None:
        dealer = pick(rules.players)
    check_seat(dealer, rules.players)
    scores = (0,) * rules.players
    table = _Table(rules, dealer, 0, (), (), (), NO_DISCARDS, frozenset(), scores, (), None, None)
    purses = full_purses(rules.players, first_to_bet(rules.players, dealer, PREFLOP))
    return GameState(DEAL, PREFLOP, None, (), purses, table)


def state_at(position: Position) -> GameState:
    """The state of these facts, which are known to be those of a position that play can reach."""
    rules, dealer, phase = position.rules, position.dealer, position.phase
    own_cards, forehead_cards = position.own_cards, position.forehead_cards
    board, discards, last_hand = position.board, position.discards, position.last_hand
    table = _Table(
        rules,
        dealer,
        position.hand_number,
        own_cards,
        forehead_cards,
        board,
        discards,
        frozenset((*own_cards, *forehead_cards, *board)).union(*discards),
        position.scores,
        position.score_sheet,
        position.outcome,
        None if last_hand is None else played_hand(rules, last_hand),
    )
    by_seat = list(full_purses(rules.players, 0))
    # After the last hand chips and action cards stay as they lie (R5).
    played = table.played if phase is OVER else None
    for bet in position.bets if played is None else played.bets:
        by_seat[bet.seat] = by_seat[bet.seat].spend(bet)[1]
    if phase is OVER:
        first = 0
    elif position.actor is not None:
        first = position.actor
    else:
        first = first_to_bet(rules.players, dealer, position.street)
    purses = (*by_seat[first:], *by_seat[:first])
    return GameState(phase, position.street, position.actor, position.bets, purses, table)


def _by_seat(purses: tuple[Purse, ...]) -> tuple[Purse, ...]:
    first = len(purses) - purses[0].seat
    return purses[first:] + purses[:first]
