"""Whole games, step by step, beside the slow reference; what is refused and in which order."""

import copy
import pickle
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
import pytest
from hypothesis import given, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import reference
from detective_poker import (
    DECK,
    ActionCard,
    Bet,
    Card,
    Deal,
    GameState,
    HandResult,
    IllegalActionError,
    IllegalReason,
    Mode,
    Phase,
    Rules,
    Street,
    deal_from,
    new_game,
    to_json,
)
from detective_poker.betting import purse_with
from detective_poker.formats import v1
from games import ALL_KINDS, betting_states, record_of
from strategies import (
    ACTION_CARDS,
    Deck,
    Game,
    candidate_bets,
    choose,
    deck_from,
    decks,
    games,
    positions_of,
    rules,
    states,
)

Facts = tuple[object, ...]


def facts(state: GameState) -> Facts:
    """Everything that the contract lets one read from a state."""
    seats = range(state.rules.players)
    return (
        *(state.phase, state.rules, state.dealer, state.hand_number, state.round_number),
        *(state.street, state.actor, state.cards_to_deal, state.ply, state.own_cards),
        *(state.forehead_cards, state.board, state.discards, state.bets, state.scores),
        *(state.score_sheet, state.last_hand, state.outcome, state.legal_actions()),
        *map(state.chips_left, seats),
        *map(state.action_cards, seats),
        *map(state.view, seats),
        state.public_view(),
    )


def reference_bet(bet: Bet) -> reference.Bet:
    return bet.seat, bet.target, bet.chips, None if bet.card is None else bet.card.value


def texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


@dataclass
class Model:
    """What a game must be like, kept with plain lists and the reference alone."""

    rules: Rules
    dealer: int
    hand_number: int = 0
    streets_dealt: int = 0
    ply: int = 0
    dealt: reference.Dealt | None = None
    bets: list[reference.Bet] = field(default_factory=list)
    sheet: list[list[int]] = field(default_factory=list)
    last: tuple[reference.Dealt, list[reference.Bet], reference.Score] | None = None

    def deal(self, deck: Deck) -> None:
        """Note a deal; the deck of a hand's first deal counts for the whole hand."""
        if self.streets_dealt == 0:
            players, mode = self.rules.players, self.rules.mode.value
            self.dealt = reference.deal_from_deck(players, mode, self.dealer, texts(deck))
            self.last = None
        self.streets_dealt += 1
        self.ply += 1

    def bet(self, bet: Bet) -> None:
        """Note a bet, and score the hand after its last."""
        players = self.rules.players
        self.bets.append(reference_bet(bet))
        self.ply += 1
        if len(self.bets) == 4 * players:
            dealt = self.dealt
            assert dealt is not None
            cards = dealt.own, dealt.forehead, dealt.board
            score = reference.score(players, self.rules.mode.value, *cards, self.bets)
            self.last = dealt, self.bets, score
            self.sheet.append(score.points)
            self.hand_number += 1
            self.dealer = (self.dealer + 1) % players
            self.dealt, self.bets, self.streets_dealt = None, [], 0

    @property
    def over(self) -> bool:
        return self.hand_number == self.rules.players * self.rules.rounds

    @property
    def deal_is_due(self) -> bool:
        return not self.over and len(self.bets) == self.streets_dealt * self.rules.players

    def check(self, state: GameState) -> None:
        """Compare everything."""
        self.check_table(state)
        self.check_betting(state)
        self.check_scores(state)

    def check_table(self, state: GameState) -> None:
        """Where the game is, and the cards."""
        players = self.rules.players
        assert state.rules == self.rules
        assert state.dealer == self.dealer
        assert state.hand_number == self.hand_number
        assert state.round_number == self.hand_number // players
        assert state.ply == self.ply
        if self.over:
            phase, street = Phase.OVER, Street.RIVER
        elif self.deal_is_due:
            phase, street = Phase.DEAL, Street(self.streets_dealt)
        else:
            phase, street = Phase.BET, Street(self.streets_dealt - 1)
        assert (state.phase, state.street) == (phase, street)
        to_deal = (2 * players, 3, 1, 1)[street] if self.deal_is_due else 0
        assert state.cards_to_deal == to_deal
        dealt = self.dealt or reference.Dealt([], [], [], [[], [], [], []])
        shown = reference.BOARD_CARDS[max(self.streets_dealt - 1, 0)]
        assert texts(state.own_cards) == dealt.own
        assert texts(state.forehead_cards) == dealt.forehead
        assert texts(state.board) == dealt.board[:shown]
        assert [texts(cards) for cards in state.discards] == [
            cards if number < self.streets_dealt else []
            for number, cards in enumerate(dealt.discards)
        ]

    def check_betting(self, state: GameState) -> None:
        """Bets, whose turn it is, what is legal and what everybody has left."""
        players = self.rules.players
        assert [reference_bet(bet) for bet in state.bets] == self.bets
        if state.phase is Phase.BET:
            assert state.actor == reference.bettor(players, self.dealer, len(self.bets))
            legal = reference.legal_bets(players, self.dealer, self.bets)
        else:
            assert state.actor is None
            legal = []
        assert [reference_bet(bet) for bet in state.legal_actions()] == legal
        # After the last hand chips and action cards stay as they lie (R5).
        placed = self.last[1] if self.over and self.last else self.bets
        for seat in range(players):
            mine = [bet for bet in placed if bet[0] == seat]
            assert state.chips_left(seat) == 7 - sum(chips for _, _, chips, _ in mine)
            played = [card for *_, card in mine]
            assert state.action_cards(seat) == tuple(
                card for card in ActionCard if card.value not in played
            )

    def check_scores(self, state: GameState) -> None:
        """Scores, the hand just scored, and the outcome."""
        assert [list(points) for points in state.score_sheet] == self.sheet
        totals = [sum(points[seat] for points in self.sheet) for seat in range(self.rules.players)]
        assert list(state.scores) == totals
        if self.last is None:
            assert state.last_hand is None
        else:
            assert state.last_hand is not None
            self.check_last_hand(state.last_hand)
        if self.over and self.last:
            assert state.outcome is not None
            assert list(state.outcome.scores) == totals
            places = reference.placings(totals, self.last[2].action_cards_left)
            assert list(state.outcome.placings) == places
            assert list(state.outcome.winners) == [
                s for s, place in enumerate(places) if place == 1
            ]
        else:
            assert state.outcome is None

    def check_last_hand(self, result: HandResult) -> None:
        """The scoring, street by street and bet by bet."""
        assert self.last is not None
        dealt, bets, score = self.last
        assert result.dealer == (self.dealer - 1) % self.rules.players
        assert texts(result.own_cards) == dealt.own
        assert texts(result.forehead_cards) == dealt.forehead
        assert texts(result.board) == dealt.board
        assert [texts(cards) for cards in result.discards] == dealt.discards
        assert [list(standing.best) for standing in result.standings] == score.best
        assert [list(standing.weakest) for standing in result.standings] == score.weakest
        found = [[hand.category for hand in standing.hands] for standing in result.standings]
        assert found == score.categories
        assert [(bet.seat, bet.target, bet.chips, bet.card) for bet in result.bets] == bets
        assert [bet.street for bet in result.bets] == sorted([*Street] * self.rules.players)
        assert [bet.correct for bet in result.bets] == score.correct
        assert [bet.points for bet in result.bets] == score.bet_points
        assert list(result.points) == score.points
        assert list(result.action_cards_left) == score.action_cards_left


BETS = st.builds(
    Bet,
    st.integers(-1, 4),
    st.integers(-1, 4),
    st.integers(-1, 8),
    st.sampled_from(ACTION_CARDS),
)


class WholeGames(RuleBasedStateMachine):
    """Games in which everything happens that may happen, refusals and copies in between."""

    @initialize(agreed=rules(rounds=1), dealer=st.integers(0, 3))
    def start(self, agreed: Rules, dealer: int) -> None:
        self.model = Model(agreed, dealer % agreed.players)
        self.state = new_game(agreed, dealer=dealer % agreed.players)
        self.deck: Deck = DECK
        self.old: list[tuple[GameState, Facts]] = []

    def go(self, action: Deal | Bet) -> None:
        before, known = self.state, facts(self.state)
        assert before.is_legal(action)
        self.state = before.apply(action)
        assert facts(before) == known
        assert self.state != before
        assert before.apply(action) == self.state
        self.old = [*self.old[-3:], (before, known)]
        if isinstance(action, Deal):
            self.model.deal(self.deck)
        else:
            self.model.bet(action)

    def deal_or_bet(self, deck: Deck, choice: int) -> None:
        if self.state.phase is Phase.DEAL:
            if self.state.street is Street.PREFLOP:
                self.deck = deck
            self.go(deal_from(self.deck, self.state))
        else:
            self.go(choose(self.state, choice))

    @precondition(lambda self: self.state.phase is Phase.DEAL)
    @rule(deck=decks())
    def deal(self, deck: Deck) -> None:
        self.deal_or_bet(deck, 0)

    @precondition(lambda self: self.state.phase is Phase.BET)
    @rule(choice=st.integers(0, 255))
    def bet(self, choice: int) -> None:
        self.deal_or_bet(DECK, choice)

    @precondition(lambda self: self.state.phase is not Phase.OVER)
    @rule(deck=decks(), choices=st.binary(min_size=20, max_size=20))
    def play_on_to_the_end_of_the_hand(self, deck: Deck, choices: bytes) -> None:
        hand_number = self.state.hand_number
        for choice in choices:
            self.deal_or_bet(deck, choice)
            self.model.check(self.state)
            if self.state.hand_number != hand_number:
                return

    @rule(bet=BETS)
    def try_a_bet(self, bet: Bet) -> None:
        legal = bet in self.state.legal_actions()
        assert self.state.is_legal(bet) is legal
        if not legal:
            self.refuse(bet)

    @rule(cards=st.lists(st.sampled_from(DECK), max_size=8))
    def try_a_deal(self, cards: list[Card]) -> None:
        deal = Deal(tuple(cards))
        if not self.state.is_legal(deal):
            self.refuse(deal)

    def refuse(self, action: Deal | Bet) -> None:
        known = facts(self.state)
        reason = self.state.why_illegal(action)
        with pytest.raises(IllegalActionError) as refused:
            self.state.apply(action)
        assert refused.value.reason is reason is not None
        assert refused.value.action is action
        assert facts(self.state) == known

    @rule()
    def copy(self) -> None:
        """Go on with a copy of a copy of a copy: nothing hangs on identity."""
        for made in (
            copy.copy(self.state),
            copy.deepcopy(self.state),
            *(pickle.loads(pickle.dumps(self.state, protocol)) for protocol in (2, 5)),
        ):
            assert made == self.state
            assert hash(made) == hash(self.state)
            assert facts(made) == facts(self.state)
            self.state = made

    @invariant()
    def agrees_with_the_reference(self) -> None:
        self.model.check(self.state)

    @invariant()
    def old_states_are_untouched(self) -> None:
        for state, known in self.old:
            assert facts(state) == known


TestWholeGames = WholeGames.TestCase


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("players", [3, 4])
def test_whole_games_agree_with_the_reference(players: int, mode: Mode) -> None:
    """Four games of two rounds to their end; the machine above seldom gets that far."""
    for seed in range(4):
        rng = random.Random(seed)
        agreed = Rules(players, mode)
        game = Game(
            agreed,
            seed % players,
            tuple(tuple(rng.sample(DECK, 52)) for _ in range(agreed.hands)),
            rng.randbytes(agreed.hands * 4 * players),
        )
        model = Model(agreed, game.dealer)
        for state, _, actions in positions_of(game):
            if actions and isinstance(actions[-1], Deal):
                model.deal(game.decks[state.hand_number])
            elif actions and isinstance(actions[-1], Bet):
                model.bet(actions[-1])
            elif state.hand_number:
                # The hand's last bet was scored with it.
                assert state.last_hand is not None
                last = state.last_hand.bets[-1]
                model.bet(Bet(last.seat, last.target, last.chips, last.card))
            model.check(state)
        assert model.over


@given(games(rounds=1))
def test_states_are_values(game: Game) -> None:
    """The same actions lead to equal states; different positions differ."""
    one = [position.state for position in positions_of(game)]
    other = [position.state for position in positions_of(game)]
    assert one == other
    assert list(map(hash, one)) == list(map(hash, other))
    assert len(set(one)) == len(one)
    assert [state.ply for state in one] == list(range(len(one)))


@given(states())
def test_copies_are_equal_and_play_on(state: GameState) -> None:
    for made in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert made == state
        assert hash(made) == hash(state)
        assert facts(made) == facts(state)
        for bet in state.legal_actions()[:5]:
            assert made.apply(bet) == state.apply(bet)


def test_a_state_cannot_be_changed() -> None:
    state = new_game(dealer=0)
    for name in ("phase", "street", "actor", "bets", "dealer", "scores", "anything"):
        with pytest.raises(AttributeError):
            setattr(state, name, None)
    assert state == new_game(dealer=0)


def test_states_of_other_games_differ() -> None:
    start = new_game(Rules(3), dealer=0)
    others = [
        new_game(Rules(3), dealer=1),
        new_game(Rules(3, rounds=3), dealer=0),
        new_game(Rules(3, Mode.EXPERT), dealer=0),
        new_game(Rules(4), dealer=0),
        start.apply(deal_from(DECK, start)),
    ]
    for other in others:
        assert other != start
    assert len({start, *others}) == 6


# --- What is legal, and why not ------------------------------------------------------------------


def expected_reason(state: GameState, bet: Bet) -> IllegalReason | None:
    """The contract's order: (type,) phase, seat, target, chips, card."""
    if state.phase is Phase.OVER:
        return IllegalReason.GAME_OVER
    if state.phase is Phase.DEAL:
        return IllegalReason.EXPECTED_DEAL
    players = state.rules.players
    bets = [reference_bet(bet) for bet in state.bets]
    if bet.seat != reference.bettor(players, state.dealer, len(bets)):
        return IllegalReason.WRONG_SEAT
    if bet.target not in range(players):
        return IllegalReason.NO_SUCH_TARGET
    left = 7 - sum(chips for seat, _, chips, _ in bets if seat == bet.seat)
    if bet.chips < 1:
        return IllegalReason.TOO_FEW_CHIPS
    if bet.chips > 3 or bet.chips > left:
        return IllegalReason.TOO_MANY_CHIPS
    if left - bet.chips < 3 - len(bets) // players:
        return IllegalReason.MUST_KEEP_CHIPS
    if bet.card and (bet.seat, bet.card.value) in [(seat, card) for seat, _, _, card in bets]:
        return IllegalReason.CARD_ALREADY_PLAYED
    return None


@given(states(rounds=1))
def test_the_legal_list_and_the_accepted_set_are_the_same_set(state: GameState) -> None:
    """And every refusal is for the first reason in order, by every way to ask."""
    accepted = []
    for bet in candidate_bets(state.rules.players):
        reason = state.why_illegal(bet)
        assert reason is expected_reason(state, bet)
        assert state.is_legal(bet) is (reason is None)
        if reason is None:
            after = state.apply(bet)
            assert after.ply == state.ply + 1
            accepted.append(bet)
        else:
            with pytest.raises(IllegalActionError) as refused:
                state.apply(bet)
            assert refused.value.reason is reason
    assert accepted == sorted(accepted, key=state.legal_actions().index)
    assert tuple(accepted) == state.legal_actions()


@pytest.mark.parametrize("players", [3, 4])
def test_legal_actions_come_by_target_then_chips_then_card_with_none_first(players: int) -> None:
    state = new_game(Rules(players), dealer=0)
    assert state.legal_actions() == ()
    state = state.apply(deal_from(DECK, state))
    assert state.legal_actions() == tuple(
        Bet(1, target, chips, card)
        for target in range(players)
        for chips in (1, 2, 3)
        for card in ACTION_CARDS
    )


EXPERT, STANDARD = Rules(3, Mode.EXPERT), Rules(3)
FLOP = "2c 3c 4c 5c 6c 7c 2s 8h 8s Th Jh"
"""Six cards in hands, a burned card, and an Expert flop with one discard."""


def before_flop(agreed: Rules) -> GameState:
    state = new_game(agreed, dealer=0)
    state = state.apply(deal_from(deck_from(FLOP), state))
    for seat in (1, 2, 0):
        state = state.apply(Bet(seat, 0, 1))
    return state


def cards_of(text: str) -> tuple[Card, ...]:
    """Cards, repeated ones as well."""
    return tuple(Card(card) for card in text.split())


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("", IllegalReason.WRONG_CARD_COUNT),
        ("As", IllegalReason.WRONG_CARD_COUNT),
        ("2c 3c 4c 5c 6c", IllegalReason.WRONG_CARD_COUNT),
        ("2c 3c 4c 5c 6c 7c 8c", IllegalReason.WRONG_CARD_COUNT),
        ("2c 2c 4c 5c 6c 7c 8c", IllegalReason.WRONG_CARD_COUNT),
        ("2c 3c 4c 5c 6c 2c", IllegalReason.DUPLICATE_CARD),
        ("2c 3c 4c 5c 6c 7c", None),
    ],
)
@pytest.mark.parametrize("agreed", [EXPERT, STANDARD], ids=["expert", "standard"])
def test_why_a_first_deal_is_refused(
    agreed: Rules, cards: str, reason: IllegalReason | None
) -> None:
    """In the order type, phase, card count, duplicates."""
    check_deal(new_game(agreed, dealer=0), cards, reason)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("", IllegalReason.WRONG_CARD_COUNT),
        ("8h Th", IllegalReason.WRONG_CARD_COUNT),
        ("8h Th Jh Qh", IllegalReason.WRONG_CARD_COUNT),
        ("8h 8h", IllegalReason.WRONG_CARD_COUNT),
        ("8h 8h Th", IllegalReason.DUPLICATE_CARD),
        ("8h 2c 2c", IllegalReason.DUPLICATE_CARD),
        ("8h Th 2c", IllegalReason.CARD_ALREADY_DEALT),
        ("8h 8s Th", None),
        # The burned card of that deck is a card like any other (R14).
        ("8h 2s Th", None),
    ],
)
def test_why_a_standard_flop_is_refused(cards: str, reason: IllegalReason | None) -> None:
    """In the order type, phase, card count, duplicates, cards already dealt."""
    check_deal(before_flop(STANDARD), cards, reason)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("8h Th", IllegalReason.WRONG_CARD_COUNT),
        # It stops before the board is complete, since 8s is discarded.
        ("8h 8s Th", IllegalReason.WRONG_CARD_COUNT),
        ("8h Th 8s", IllegalReason.WRONG_CARD_COUNT),
        # It goes on after the board is complete.
        ("8h Th Jh Qh", IllegalReason.WRONG_CARD_COUNT),
        ("8h Th Jh 8s", IllegalReason.WRONG_CARD_COUNT),
        ("8h 8s Th Jh Qh", IllegalReason.WRONG_CARD_COUNT),
        ("8h 8h Th Jh", IllegalReason.DUPLICATE_CARD),
        ("8h 8s 8s Th Jh", IllegalReason.DUPLICATE_CARD),
        ("7h 7c Th Jh", IllegalReason.CARD_ALREADY_DEALT),
        ("8h Th 7c", IllegalReason.CARD_ALREADY_DEALT),
        ("8h Th Jh", None),
        ("8h 8s Th Jh", None),
        ("8h 8s Th 8d Ts 8c Jh", None),
    ],
)
def test_why_an_expert_flop_is_refused(cards: str, reason: IllegalReason | None) -> None:
    """R7: a deal holds the discards and stops where the board is complete."""
    check_deal(before_flop(EXPERT), cards, reason)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("", IllegalReason.WRONG_CARD_COUNT),
        ("8d", IllegalReason.WRONG_CARD_COUNT),
        ("Td 8d", IllegalReason.WRONG_CARD_COUNT),
        ("Qh Ah", IllegalReason.WRONG_CARD_COUNT),
        ("8d 8d Qh", IllegalReason.DUPLICATE_CARD),
        # Discarded on the flop; on the board; in a hand.
        ("8s Qh", IllegalReason.CARD_ALREADY_DEALT),
        ("8h Qh", IllegalReason.CARD_ALREADY_DEALT),
        ("2c", IllegalReason.CARD_ALREADY_DEALT),
        ("Qh", None),
        ("8d Td Qh", None),
    ],
)
def test_why_an_expert_turn_is_refused(cards: str, reason: IllegalReason | None) -> None:
    """R7: discards of an earlier street are dealt, too."""
    state = before_flop(EXPERT)
    state = state.apply(deal_from(deck_from(FLOP), state))
    for seat in (2, 0, 1):
        state = state.apply(Bet(seat, 0, 1))
    check_deal(state, cards, reason)


def check_deal(state: GameState, cards: str, reason: IllegalReason | None) -> None:
    deal, known = Deal(cards_of(cards)), facts(state)
    assert state.why_illegal(deal) is reason
    assert state.is_legal(deal) is (reason is None)
    if reason is None:
        after = state.apply(deal)
        assert after.dealt_cards == state.dealt_cards | set(deal.cards)
    else:
        with pytest.raises(IllegalActionError) as refused:
            state.apply(deal)
        assert refused.value.reason is reason
        assert refused.value.action is deal
    assert facts(state) == known


def test_a_deal_is_refused_while_a_bet_is_due_and_a_bet_while_a_deal_is() -> None:
    """The phase comes before everything but the type."""
    start = new_game(STANDARD, dealer=0)
    for bet in (Bet(1, 0, 1), Bet(7, 9, 99, ActionCard.BLUFF), Bet(-1, -1, -1)):
        assert start.why_illegal(bet) is IllegalReason.EXPECTED_DEAL
    betting = start.apply(deal_from(DECK, start))
    for deal in (Deal(DECK[6:9]), Deal(()), Deal((DECK[0],) * 2), Deal(DECK)):
        assert betting.why_illegal(deal) is IllegalReason.EXPECTED_BET
    assert before_flop(STANDARD).why_illegal(Bet(1, 0, 1)) is IllegalReason.EXPECTED_DEAL


def test_too_many_chips_means_more_than_3_or_more_than_are_left() -> None:
    """MUST_KEEP_CHIPS only where the chips are there but needed later."""
    state = new_game(STANDARD, dealer=0)
    state = state.apply(deal_from(DECK, state))
    for street in Street:
        while state.phase is Phase.BET and state.street is street:
            spend = {1: (3, 2, 1, 1), 2: (2, 2, 2, 1), 0: (1, 1, 1, 3)}[state.actor or 0]
            state = state.apply(Bet(state.actor or 0, 0, spend[street]))
            if street is Street.TURN and state.actor == 1:
                # Seat 1 has 2 chips left, of which the River needs one.
                assert state.chips_left(1) == 2
                assert state.why_illegal(Bet(1, 0, 2)) is IllegalReason.MUST_KEEP_CHIPS
                assert state.why_illegal(Bet(1, 0, 3)) is IllegalReason.TOO_MANY_CHIPS
            if street is Street.RIVER and state.actor == 2:
                assert state.chips_left(2) == 1
                assert state.why_illegal(Bet(2, 0, 2)) is IllegalReason.TOO_MANY_CHIPS
        if state.phase is Phase.DEAL and state.hand_number == 0:
            state = state.apply(deal_from(DECK, state))
    assert state.last_hand is not None
    assert [sum(b.chips for b in state.last_hand.bets if b.seat == s) for s in range(3)] == [
        6,
        7,
        7,
    ]


def test_no_reason_is_without_a_code_and_a_sentence() -> None:
    """Reasons are stable codes, each with a sentence of its own for a player."""
    assert {reason.name for reason in IllegalReason} == {
        *("NOT_AN_ACTION", "GAME_OVER", "EXPECTED_DEAL", "EXPECTED_BET", "WRONG_SEAT"),
        *("NO_SUCH_TARGET", "TOO_FEW_CHIPS", "TOO_MANY_CHIPS", "MUST_KEEP_CHIPS"),
        *("CARD_ALREADY_PLAYED", "WRONG_CARD_COUNT", "DUPLICATE_CARD", "CARD_ALREADY_DEALT"),
    }
    assert all(reason.value == reason.name.lower() for reason in IllegalReason)
    assert len({reason.message for reason in IllegalReason}) == len(IllegalReason)
    for reason in IllegalReason:
        assert str(IllegalActionError(None, reason)) == reason.message


def test_what_holds_secrets_inside_shows_none() -> None:
    """Debuggers and tracebacks show these, too."""
    state = betting_states(3, Mode.STANDARD, Street.FLOP)[0]
    assert repr(state._table) == "<the cards and scores of a GameState>"
    document = msgspec.json.decode(to_json(state), type=v1.GameState)
    assert repr(document) == "<the document of a GameState>"


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_no_action_of_a_game_is_taken_elsewhere_unless_it_is_legal(
    players: int, mode: Mode
) -> None:
    """The very objects that a state has taken: what is known of them must not stand for a check."""
    record = record_of(players, mode, 1, 5)
    for state in record.states():
        legal = state.legal_actions()
        for action in record.actions:
            if isinstance(action, Bet) and action not in legal:
                with pytest.raises(IllegalActionError):
                    state.apply(action)
            elif isinstance(action, Bet):
                assert state.apply(action).bets[-1:] in ((action,), ())


@pytest.mark.parametrize("players", [3, 4])
def test_after_the_river_there_is_nothing_to_bet(players: int) -> None:
    for chips in range(4):
        for cards in ((), (ActionCard.BLANK,)):
            assert purse_with(players, 0, 4, chips, cards).largest_bet == 0
            assert purse_with(players, 0, 4, chips, cards).bets == ()
