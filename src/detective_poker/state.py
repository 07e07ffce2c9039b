"""A game as a value: its position, what is legal now, and the position after an action."""

from __future__ import annotations

import random
from collections.abc import Iterator
from operator import add

import msgspec

from detective_poker.actions import Action, Bet, Deal, Purse, full_purses, is_action
from detective_poker.cards import Card
from detective_poker.errors import (
    ArgumentError,
    IllegalActionError,
    IllegalReason,
    RulesError,
)
from detective_poker.rules import (
    STREETS,
    ActionCard,
    Phase,
    Rules,
    Street,
    check_seat,
    first_to_bet,
)
from detective_poker.scoring import (
    NO_DISCARDS,
    Discards,
    HandResult,
    Outcome,
    PlayedHand,
    final_outcome,
    hand_points,
    score,
)
from detective_poker.views import (
    PlayerView,
    ply,
    public_facts,
    public_repr,
    seen_bet,
    sight,
)


class GameState(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="version",
    tag=1,
    forbid_unknown_fields=True,
):
    """A position of a game, with everything in it. `apply` returns the next one; this one stays.

    Equal positions are equal and hash alike. It holds the cards that are dealt and nothing of the
    rest of the deck. Keep it on the server: players get `view(seat)`. Its `repr` shows public
    facts only. Start with `new_game`.

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

    rules: Rules
    dealer: int
    """The seat that deals this hand; once a hand is scored, the next one."""
    hand_number: int
    """Hands finished."""
    phase: Phase
    street: Street
    """In `Phase.DEAL` the street about to be dealt; in `Phase.OVER` the river."""
    actor: int | None
    """The seat to bet; None unless in `Phase.BET`."""
    own_cards: tuple[Card, ...]
    """By seat; empty before the deal, as are forehead cards and board."""
    forehead_cards: tuple[Card, ...]
    board: tuple[Card, ...]
    discards: Discards
    """The cards discarded on each street (Expert Mode)."""
    bets: tuple[Bet, ...]
    """This hand's bets, in order."""
    scores: tuple[int, ...]
    """Points by seat, of all finished hands."""
    score_sheet: tuple[tuple[int, ...], ...]
    """Points by finished hand, then seat."""
    outcome: Outcome | None
    """How the game ended, once it has."""
    _purses: tuple[Purse, ...]
    _played: PlayedHand | None

    @property
    def last_hand(self) -> HandResult | None:
        """The hand just scored, until the next one is dealt."""
        return None if self._played is None else score(self._played)

    @property
    def round_number(self) -> int:
        """Rounds finished: a round is one hand dealt by each seat."""
        return self.hand_number // self.rules.players

    @property
    def cards_to_deal(self) -> int:
        """The fewest cards that the next deal holds; 0 unless in `Phase.DEAL`."""
        if self.phase is not Phase.DEAL:
            return 0
        return self.street.new_cards or 2 * self.rules.players

    @property
    def ply(self) -> int:
        """Actions applied since the start of the game: tells a stale message from a fresh one."""
        return ply(
            self.rules.players, self.hand_number, self.phase, self.street, len(self.bets)
        )

    def chips_left(self, seat: int) -> int:
        """The chips that a seat has left in this hand. Raises `SeatError`."""
        return self._purses[check_seat(seat, self.rules.players)].chips

    def action_cards(self, seat: int) -> tuple[ActionCard, ...]:
        """The action cards that a seat has in hand. Raises `SeatError`."""
        return self._purses[check_seat(seat, self.rules.players)].cards

    def legal_actions(self) -> tuple[Bet, ...]:
        """Every legal bet of the actor, by target, then chips, then action card, none first.

        Empty unless in `Phase.BET`. `apply` accepts these bets and no others.
        """
        return () if self.actor is None else self._purses[self.actor].bets

    def is_legal(self, action: object) -> bool:
        """Whether `apply` accepts the action."""
        return self.why_illegal(action) is None

    def why_illegal(self, action: object) -> IllegalReason | None:
        """Why `apply` refuses the action; None if it accepts it.

        Decided in the order type, phase, seat, target, chips, card; for a deal type, phase, number
        of cards, duplicates, cards already dealt. Refuse a player by `PlayerView.why_illegal`
        instead: the reason for which another's bet is refused can be a secret (R8).
        """
        if not is_action(action):
            return IllegalReason.NOT_AN_ACTION
        if self.phase is Phase.OVER:
            return IllegalReason.GAME_OVER
        if isinstance(action, Deal):
            if self.phase is Phase.BET:
                return IllegalReason.EXPECTED_BET
            return self._why_deal_illegal(action.cards)
        if self.actor is None:
            return IllegalReason.EXPECTED_DEAL
        if action.seat != self.actor:
            return IllegalReason.WRONG_SEAT
        return self._purses[self.actor].why_illegal(action)

    def apply(self, action: Action) -> GameState:
        """The state after a deal or a bet. After the river's last bet the hand is scored.

        Raises `IllegalActionError` with the reason that `why_illegal` gives; this state stays as
        it was in any case.
        """
        if type(action) is Bet and self.actor is not None:
            purse = self._purses[self.actor]
            try:
                bet = purse.shared.get(action)
            except TypeError:  # something unhashable in it
                bet = None
            # The shared object is legal as it stands; an equal one may hold True for 1.
            if bet is not None and (bet is action or is_action(action)):
                return self._after_bet(bet, purse)
        elif type(action) is Deal and self.why_illegal(action) is None:
            return self._after_deal(action)
        reason = self.why_illegal(action)
        assert reason is not None, "what is legal is not refused"
        raise IllegalActionError(action, reason)

    def view(self, seat: int) -> PlayerView:
        """What the seat may know (R8). Raises `SeatError`."""
        return self._view(check_seat(seat, self.rules.players))

    def public_view(self) -> PlayerView:
        """What a spectator may know (R9): its `seat` is None."""
        return self._view(None)

    def __rich_repr__(self) -> Iterator[tuple[str, object]]:
        return public_facts(self)

    def __repr__(self) -> str:
        return public_repr(self, self.__rich_repr__())

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        *facts, _purses, played = msgspec.structs.astuple(self)
        return restore, (*facts, played)

    def _why_deal_illegal(self, cards: tuple[Card, ...]) -> IllegalReason | None:
        if self.rules.expert and self.street is not Street.PREFLOP:
            board, _ = turn_up(self.rules, self.board, self.street, cards)
            if len(board) != self.street.board_cards or cards[-1] is not board[-1]:
                return IllegalReason.WRONG_CARD_COUNT
        elif len(cards) != self.cards_to_deal:
            return IllegalReason.WRONG_CARD_COUNT
        different = set(cards)
        if len(different) != len(cards):
            return IllegalReason.DUPLICATE_CARD
        if not different.isdisjoint(dealt_cards(self)):
            return IllegalReason.CARD_ALREADY_DEALT
        return None

    def _after_deal(self, deal: Deal) -> GameState:
        rules, street, players = self.rules, self.street, self.rules.players
        own_cards, forehead_cards = self.own_cards, self.forehead_cards
        board, discards = self.board, self.discards
        if street is Street.PREFLOP:
            # The dealer gets the last card of each turn, the seat left of them the first (R13).
            first = players - 1 - self.dealer
            own, forehead = deal.cards[:players], deal.cards[players:]
            own_cards = own[first:] + own[:first]
            forehead_cards = forehead[first:] + forehead[:first]
        else:
            board, discarded = turn_up(rules, board, street, deal.cards)
            if discarded:
                by_street = list(discards)
                by_street[street] = discarded
                discards = (by_street[0], by_street[1], by_street[2], by_street[3])
        return GameState(
            rules,
            self.dealer,
            self.hand_number,
            Phase.BET,
            street,
            first_to_bet(players, self.dealer, street),
            own_cards,
            forehead_cards,
            board,
            discards,
            self.bets,
            self.scores,
            self.score_sheet,
            None,
            self._purses,
            None,
        )

    def _after_bet(self, bet: Bet, purse: Purse) -> GameState:
        seat, street = bet.seat, self.street
        bets = (*self.bets, bet)
        purses = (*self._purses[:seat], purse.spend(bet), *self._purses[seat + 1 :])
        players = len(purses)
        phase = Phase.BET
        actor: int | None = (seat + 1) % players
        if len(bets) % players == 0:
            if street is Street.RIVER:
                return self._after_hand(bets, purses)
            phase, street, actor = Phase.DEAL, STREETS[street + 1], None
        return GameState(
            self.rules,
            self.dealer,
            self.hand_number,
            phase,
            street,
            actor,
            self.own_cards,
            self.forehead_cards,
            self.board,
            self.discards,
            bets,
            self.scores,
            self.score_sheet,
            None,
            purses,
            None,
        )

    def _after_hand(self, bets: tuple[Bet, ...], purses: tuple[Purse, ...]) -> GameState:
        rules, players = self.rules, self.rules.players
        played = PlayedHand(
            rules,
            self.dealer,
            self.own_cards,
            self.forehead_cards,
            self.board,
            self.discards,
            bets,
        )
        points = hand_points(played)
        scores = tuple(map(add, self.scores, points))
        hand_number = self.hand_number + 1
        over = hand_number == rules.hands
        # After the last hand chips and action cards stay as they lie (R5).
        outcome = final_outcome(scores, [len(purse.cards) for purse in purses]) if over else None
        return GameState(
            rules,
            (self.dealer + 1) % players,
            hand_number,
            Phase.OVER if over else Phase.DEAL,
            Street.RIVER if over else Street.PREFLOP,
            None,
            (),
            (),
            (),
            NO_DISCARDS,
            (),
            scores,
            (*self.score_sheet, points),
            outcome,
            purses if over else full_purses(players),
            played,
        )

    def _view(self, viewer: int | None) -> PlayerView:
        players = self.rules.players
        sees_own, sees_forehead, sees_action = sight(viewer, players)
        own_card = None
        forehead_cards: tuple[Card | None, ...] = ()
        if self.own_cards:
            for card, visible in zip(self.own_cards, sees_own, strict=True):
                if visible:
                    own_card = card
            forehead_cards = tuple(
                [
                    card if visible else None
                    for card, visible in zip(self.forehead_cards, sees_forehead, strict=True)
                ]
            )
        return PlayerView(
            viewer,
            self.rules,
            self.dealer,
            self.hand_number,
            self.round_number,
            self.ply,
            self.phase,
            self.street,
            self.actor,
            own_card,
            forehead_cards,
            self.board,
            self.discards,
            tuple(
                [
                    seen_bet(bet, STREETS[index // players], sees_action[bet.seat])
                    for index, bet in enumerate(self.bets)
                ]
            ),
            tuple([purse.chips for purse in self._purses]),
            () if viewer is None else self._purses[viewer].cards,
            tuple([len(purse.cards) for purse in self._purses]),
            self.scores,
            self.score_sheet,
            self.last_hand,
            self.outcome,
        )

def new_game(
    rules: Rules = Rules(),  # noqa: B008 - a frozen value
    *,
    dealer: int | None = None,
    rng: random.Random | None = None,
) -> GameState:
    """A game before its first deal. The first dealer is drawn at random unless given.

    `rng` draws the dealer; None is the system's secure generator. Raises `RulesError`, `SeatError`
    and `ArgumentError`.

    >>> new_game(Rules(players=3), dealer=2).cards_to_deal
    6
    """
    if type(rules) is not Rules:
        raise RulesError("The rules must be Rules.")
    generator = check_rng(rng)
    if dealer is None:
        dealer = int(generator.random() * rules.players)
    return GameState(
        rules,
        check_seat(dealer, rules.players),
        0,
        Phase.DEAL,
        Street.PREFLOP,
        None,
        (),
        (),
        (),
        NO_DISCARDS,
        (),
        (0,) * rules.players,
        (),
        None,
        full_purses(rules.players),
        None,
    )


def restore(
    rules: Rules,
    dealer: int,
    hand_number: int,
    phase: Phase,
    street: Street,
    actor: int | None,
    own_cards: tuple[Card, ...],
    forehead_cards: tuple[Card, ...],
    board: tuple[Card, ...],
    discards: Discards,
    bets: tuple[Bet, ...],
    scores: tuple[int, ...],
    score_sheet: tuple[tuple[int, ...], ...],
    outcome: Outcome | None,
    played: PlayedHand | None,
) -> GameState:
    """The state of these facts, which are known to be one that play can reach."""
    purses = list(full_purses(rules.players))
    lying = played.bets if outcome is not None and played is not None else bets
    for bet in lying:
        purses[bet.seat] = purses[bet.seat].spend(bet)
    return GameState(
        rules,
        dealer,
        hand_number,
        phase,
        street,
        actor,
        own_cards,
        forehead_cards,
        board,
        discards,
        bets,
        scores,
        score_sheet,
        outcome,
        tuple(purses),
        played,
    )


def dealt_cards(state: GameState) -> set[Card]:
    """The cards of this hand that are dealt, discards included."""
    dealt = {*state.own_cards, *state.forehead_cards, *state.board}
    return dealt.union(*state.discards) if state.rules.expert else dealt


def check_rng(rng: random.Random | None) -> random.Random:
    """The generator itself; for None the system's secure one. Raises `ArgumentError`."""
    if rng is None:
        return random.SystemRandom()
    if not isinstance(rng, random.Random):
        raise ArgumentError("rng must be a random.Random or None.")
    return rng


def turn_up(
    rules: Rules, board: tuple[Card, ...], street: Street, cards: tuple[Card, ...]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The board after these cards of a street, and those of them that are discarded (R7).

    It stops when the street is complete: cards after that are not looked at.
    """
    ranks = {card.rank for card in board}
    discarded: list[Card] = []
    for card in cards:
        if len(board) == street.board_cards:
            break
        if rules.expert and card.rank in ranks:
            discarded.append(card)
        else:
            ranks.add(card.rank)
            board = (*board, card)
    return board, tuple(discarded)
