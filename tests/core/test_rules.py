"""One test for each ruling R1 … R15 and for each sentence of the rules, in their order."""

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import product

import pytest

import reference
from detective_poker import (
    DECK,
    ActionCard,
    Bet,
    BetResult,
    Card,
    Deal,
    GameState,
    HandCategory,
    HandResult,
    IllegalActionError,
    IllegalReason,
    Mode,
    Outcome,
    Phase,
    Rules,
    RulesError,
    Street,
    deal_from,
    evaluate,
    new_game,
    parse_cards,
    placings,
    random_deal,
    score_hand,
    shuffled_deck,
)
from strategies import deck_from

PLUS_ONE, CLOCKWISE, BLUFF, BLANK = ActionCard
TABLES = [Rules(players, mode) for players, mode in product((3, 4), Mode)]
ALL_TABLES = pytest.mark.parametrize(
    "rules", TABLES, ids=lambda rules: f"{rules.players}-{rules.mode}"
)
PLAYERS = pytest.mark.parametrize("players", [3, 4])


def dealt(rules: Rules, dealer: int = 0, deck: Sequence[Card] = DECK) -> GameState:
    """A game whose first cards are dealt."""
    state = new_game(rules, dealer=dealer)
    return state.apply(deal_from(deck, state))


def bet_all(state: GameState, chips: int = 1, deck: Sequence[Card] = DECK) -> GameState:
    """Everybody bets on seat 0, and the next street is dealt if there is one."""
    street, hand_number = state.street, state.hand_number
    while state.phase is Phase.BET and state.street is street:
        assert state.actor is not None
        state = state.apply(Bet(state.actor, 0, chips))
    if state.phase is Phase.DEAL and state.hand_number == hand_number:
        state = state.apply(deal_from(deck, state))
    return state


def play_hand(
    state: GameState,
    deck: Sequence[Card] = DECK,
    choose: Callable[[GameState], Bet] = lambda state: state.legal_actions()[0],
) -> GameState:
    """Play a hand from its first deal to its scoring."""
    hand_number = state.hand_number
    while state.hand_number == hand_number and state.phase is not Phase.OVER:
        deal = state.phase is Phase.DEAL
        state = state.apply(deal_from(deck, state) if deal else choose(state))
    return state


def playing(**seats: tuple[int, ActionCard | None]) -> Callable[[GameState], Bet]:
    """Everybody bets a chip on seat 0; `s1=(target, card)` says otherwise for the Preflop."""

    def choose(state: GameState) -> Bet:
        assert state.actor is not None
        target, card = seats.get(f"s{state.actor}", (0, None))
        return Bet(state.actor, *((target, 1, card) if state.street == 0 else (0, 1, None)))

    return choose


# --- Table and components ------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_3_or_4_players(players: int) -> None:
    """3 or 4 players; seats are numbered clockwise from 0."""
    assert Rules().players == 4
    with pytest.raises(RulesError):
        Rules(players)


@ALL_TABLES
def test_each_player_has_7_chips_and_4_action_cards_one_of_each_kind(rules: Rules) -> None:
    """Before the deal and after it."""
    for state in (new_game(rules, dealer=0), dealt(rules)):
        for seat in range(rules.players):
            assert state.chips_left(seat) == 7
            assert state.action_cards(seat) == (PLUS_ONE, CLOCKWISE, BLUFF, BLANK)


@ALL_TABLES
def test_chips_and_action_cards_come_back_before_the_next_hand(rules: Rules) -> None:
    """And after the last hand they stay as they lie (R5)."""
    state = new_game(rules, dealer=0)
    while state.phase is not Phase.OVER:
        for seat in range(rules.players):
            assert state.chips_left(seat) == 7
            assert len(state.action_cards(seat)) == 4
        state = play_hand(state, choose=playing(s1=(0, BLUFF)))
    assert [state.chips_left(seat) for seat in range(rules.players)] == [3] * rules.players
    assert state.action_cards(0) == tuple(ActionCard)
    assert state.action_cards(1) == (PLUS_ONE, CLOCKWISE, BLANK)


# --- Game, round, hand ---------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "hands"), [(3, 6), (4, 8)])
def test_a_game_is_2_rounds_of_as_many_hands_as_players(players: int, hands: int) -> None:
    """6 hands with 3 players and 8 hands with 4."""
    rules = Rules(players)
    assert rules.rounds == 2
    assert rules.hands == hands
    state = new_game(rules, dealer=0)
    for number in range(hands):
        assert state.phase is Phase.DEAL
        assert state.hand_number == number
        assert state.round_number == number // players
        state = play_hand(state)
    assert state.phase is Phase.OVER
    assert state.hand_number == len(state.score_sheet) == hands


@PLAYERS
@pytest.mark.parametrize("rounds", [1, 2, 3, 100])
def test_rounds_are_1_to_100(players: int, rounds: int) -> None:
    rules = Rules(players, rounds=rounds)
    state = new_game(rules, dealer=0)
    dealers = []
    while state.phase is not Phase.OVER:
        dealers.append(state.dealer)
        state = play_hand(state)
    assert dealers == list(range(players)) * rounds


@PLAYERS
def test_the_first_dealer_is_drawn_at_random(players: int) -> None:
    drawn = [new_game(Rules(players), rng=random.Random(seed)).dealer for seed in range(300)]
    assert set(drawn) == set(range(players))
    assert min(drawn.count(seat) for seat in range(players)) > 300 / players * 0.7
    assert new_game(Rules(players)).dealer in range(players)


@PLAYERS
def test_the_deal_passes_clockwise_after_every_hand(players: int) -> None:
    """So each seat deals `rounds` times."""
    for first in range(players):
        state = new_game(Rules(players), dealer=first)
        dealers = []
        while state.phase is not Phase.OVER:
            dealers.append(state.dealer)
            state = play_hand(state)
            assert state.last_hand is not None
            assert state.last_hand.dealer == dealers[-1]
        assert dealers == [(first + number) % players for number in range(2 * players)]


@ALL_TABLES
def test_a_hand_is_four_streets_each_dealt_then_bet_on(rules: Rules) -> None:
    """Two cards to each player; Preflop, Flop, Turn, River; then scoring."""
    state = new_game(rules, dealer=0)
    for street in Street:
        assert (state.phase, state.street, state.actor) == (Phase.DEAL, street, None)
        assert state.cards_to_deal == (2 * rules.players, 3, 1, 1)[street]
        state = state.apply(deal_from(DECK, state))
        for _ in range(rules.players):
            assert (state.phase, state.street, state.cards_to_deal) == (Phase.BET, street, 0)
            assert len(state.own_cards) == len(state.forehead_cards) == rules.players
            assert len(state.board) == (0, 3, 4, 5)[street]
            state = state.apply(state.legal_actions()[0])
    assert [street.name for street in Street] == ["PREFLOP", "FLOP", "TURN", "RIVER"]
    assert state.last_hand is not None
    assert state.hand_number == 1
    for emptied in (state.own_cards, state.forehead_cards, state.board, state.bets):
        assert emptied == ()
    assert state.discards == ((), (), (), ())


@PLAYERS
def test_everybody_sees_exactly_one_card_of_each_player(players: int) -> None:
    """The own card is seen by its owner alone, the forehead card by everybody else."""
    state = dealt(Rules(players), deck=shuffled_deck(random.Random(1)))
    for viewer in range(players):
        view = state.view(viewer)
        assert view.own_card is state.own_cards[viewer]
        assert view.forehead_cards == tuple(
            None if seat == viewer else card for seat, card in enumerate(state.forehead_cards)
        )


@ALL_TABLES
def test_all_52_cards_are_shuffled_before_each_hand(rules: Rules) -> None:
    """A card of the last hand may come in the next."""
    state = play_hand(new_game(rules, dealer=0))
    cards = tuple(reversed(DECK))
    assert play_hand(state, cards).hand_number == play_hand(state, DECK).hand_number == 2


# --- Betting -------------------------------------------------------------------------------------


@ALL_TABLES
def test_every_street_each_player_in_turn_places_exactly_one_bet(rules: Rules) -> None:
    state = dealt(rules, dealer=1)
    for street in Street:
        seats = []
        while state.phase is Phase.BET and state.street is street:
            assert state.actor is not None
            seats.append(state.actor)
            state = state.apply(Bet(state.actor, 0, 1))
        assert sorted(seats) == list(range(rules.players))
        if street is not Street.RIVER:
            assert state.phase is Phase.DEAL
            state = state.apply(deal_from(DECK, state))


@PLAYERS
def test_a_bet_is_1_to_3_of_ones_own_chips_on_anybodys_board(players: int) -> None:
    """Their own board is allowed."""
    state = dealt(Rules(players))
    legal = state.legal_actions()
    assert {(bet.target, bet.chips) for bet in legal} == set(product(range(players), (1, 2, 3)))
    assert {bet.seat for bet in legal} == {1}
    after = state.apply(Bet(1, 1, 3))
    assert [after.chips_left(seat) for seat in range(players)] == [7, 4, 7, 7][:players]


@PLAYERS
def test_under_the_bet_they_may_put_one_of_their_action_cards(players: int) -> None:
    state = dealt(Rules(players))
    for card in (None, *ActionCard):
        bet = Bet(1, 2, 1, card)
        assert bet in state.legal_actions()
        assert state.apply(bet).action_cards(1) == tuple(
            other for other in ActionCard if other is not card
        )
        assert state.apply(bet).action_cards(0) == tuple(ActionCard)


@PLAYERS
def test_an_action_card_is_played_at_most_once_a_hand(players: int) -> None:
    """By each player: everybody has one of each."""
    state = dealt(Rules(players))
    for _ in range(players):
        assert state.actor is not None
        state = state.apply(Bet(state.actor, 0, 1, BLUFF))
    state = state.apply(deal_from(DECK, state))
    for _ in range(players):
        again = Bet(state.actor or 0, 0, 1, BLUFF)
        assert state.why_illegal(again) is IllegalReason.CARD_ALREADY_PLAYED
        assert all(bet.card is not BLUFF for bet in state.legal_actions())
        state = state.apply(state.legal_actions()[0])


@PLAYERS
def test_all_four_action_cards_can_be_played_in_a_hand(players: int) -> None:
    state = dealt(Rules(players))
    for street, card in enumerate((BLANK, PLUS_ONE, BLUFF, CLOCKWISE)):
        for _ in range(players):
            state = state.apply(Bet(state.actor or 0, 0, 1, card))
        if street < Street.RIVER:
            state = state.apply(deal_from(DECK, state))
    assert state.last_hand is not None
    assert state.last_hand.action_cards_left == (0,) * players


@PLAYERS
@pytest.mark.parametrize(
    ("spent", "most"),
    [
        ((), 3),
        ((1,), 3),
        ((2,), 3),
        ((3,), 2),
        ((1, 1), 3),
        ((1, 2), 3),
        ((2, 2), 2),
        ((3, 1), 2),
        ((3, 2), 1),
        ((2, 3), 1),
        ((1, 1, 1), 3),
        ((1, 1, 2), 3),
        ((2, 2, 1), 2),
        ((1, 3, 1), 2),
        ((2, 2, 2), 1),
        ((3, 2, 1), 1),
    ],
)
def test_a_bet_leaves_one_chip_for_each_street_still_to_come(
    players: int, spent: tuple[int, ...], most: int
) -> None:
    """The largest legal bet is min(3, chips left − streets still to come)."""
    state = dealt(Rules(players))
    for chips in spent:
        state = bet_all(state, chips)
    left, to_come = 7 - sum(spent), 3 - len(spent)
    assert most == min(3, left - to_come)
    assert state.chips_left(0) == left
    assert {bet.chips for bet in state.legal_actions()} == set(range(1, most + 1))
    if most < 3:
        reason = state.why_illegal(Bet(state.actor or 0, 0, most + 1))
        if most + 1 <= left:
            assert reason is IllegalReason.MUST_KEEP_CHIPS
        else:
            assert reason is IllegalReason.TOO_MANY_CHIPS


@PLAYERS
def test_31_chip_plans_with_at_most_one_bet_of_3(players: int) -> None:
    """That makes 31 chip plans for a hand."""
    start = dealt(Rules(players))
    plans = []
    for plan in product(range(1, 5), repeat=4):
        state = start
        try:
            for chips in plan:
                state = bet_all(state, chips)
        except IllegalActionError:
            continue
        plans.append(plan)
    assert len(plans) == 31
    assert all(plan.count(3) <= 1 and sum(plan) <= 7 for plan in plans)


@pytest.mark.parametrize(("players", "dealer"), [*product([3], range(3)), *product([4], range(4))])
def test_who_is_first_to_bet(players: int, dealer: int) -> None:
    """Seat (dealer + 1 + street) mod n, and the others follow clockwise."""
    state = dealt(Rules(players), dealer)
    seats = []
    while state.hand_number == 0:
        if state.phase is Phase.DEAL:
            state = state.apply(deal_from(DECK, state))
        seats.append(state.actor)
        state = state.apply(state.legal_actions()[0])
    openers = [(dealer + step) % players for step in (1, 2, 3, 4)]
    assert seats[::players] == openers
    # With 3 players the dealer opens the Turn, and the first player the River again.
    assert openers.index(dealer) == (Street.TURN if players == 3 else Street.RIVER)
    assert seats == [(opener + step) % players for opener in openers for step in range(players)]


@PLAYERS
def test_target_chips_and_whether_a_card_lies_there_are_public(players: int) -> None:
    """Which card lies there is known to its player alone, until scoring (R8, R9)."""
    state = dealt(Rules(players)).apply(Bet(1, 2, 3, BLUFF))
    for view in (*map(state.view, range(players)), state.public_view()):
        (bet,) = view.bets
        assert (bet.seat, bet.street, bet.target, bet.chips) == (1, Street.PREFLOP, 2, 3)
        assert bet.has_card
        assert bet.card is (BLUFF if view.seat == 1 else None)
    bare = dealt(Rules(players)).apply(Bet(1, 2, 3)).public_view()
    assert not bare.bets[0].has_card


# --- Dealing -------------------------------------------------------------------------------------


def test_r13_the_deal_starts_left_of_the_dealer_own_cards_first() -> None:
    """First everybody's own card, then everybody's forehead card, clockwise."""
    state = dealt(Rules(3), 1, deck_from("2c 3c 4c 5d 6d 7d"))
    assert state.own_cards == parse_cards("3c 4c 2c")
    assert state.forehead_cards == parse_cards("6d 7d 5d")
    state = dealt(Rules(4), 2, deck_from("2c 3c 4c 5c 6d 7d 8d 9d"))
    assert state.own_cards == parse_cards("3c 4c 5c 2c")
    assert state.forehead_cards == parse_cards("7d 8d 9d 6d")


@ALL_TABLES
def test_r14_the_dealer_burns_a_card_before_each_street(rules: Rules) -> None:
    """A written-down deck skips a card there; the burned cards are in no state."""
    deck = deck_from(
        "2c 3c 4c 5d 6d 7d 8d 9d"[: 6 * rules.players - 1] + " 2s Kh Jh Th 3s Qs 4s As"
    )
    state, burned = dealt(rules, 0, deck), set(parse_cards("2s 3s 4s"))
    for board in ("Kh Jh Th", "Kh Jh Th Qs", "Kh Jh Th Qs As"):
        state = bet_all(state, deck=deck)
        assert state.board == parse_cards(board)
        assert not burned & state.dealt_cards


@ALL_TABLES
def test_three_cards_for_the_flop_one_for_the_turn_one_for_the_river(rules: Rules) -> None:
    """After the River's bets come no more cards."""
    state = dealt(rules)
    boards = [len(state.board)]
    for _ in range(3):
        state = bet_all(state)
        boards.append(len(state.board))
    assert boards == [0, 3, 4, 5]
    assert bet_all(state).hand_number == 1


EXPERT_DECK = "2c 3c 4c 5d 6d 7d 2s 8h 8s 8d Th Jh 3s Td 8c Qh 4s Qd 5s"


def test_r7_expert_mode_replaces_a_card_whose_rank_is_on_the_board() -> None:
    """As often as needed, among the three Flop cards too, and without another burn."""
    deck = deck_from(EXPERT_DECK)
    state = dealt(Rules(3, Mode.EXPERT), 1, deck)
    flop = bet_all(state, deck=deck)
    assert flop.board == parse_cards("8h Th Jh")
    assert flop.discards == ((), parse_cards("8s 8d"), (), ())
    turn = bet_all(flop, deck=deck)
    assert turn.board == parse_cards("8h Th Jh Qh")
    assert turn.discards == ((), parse_cards("8s 8d"), parse_cards("Td 8c"), ())
    river = bet_all(turn, deck=deck)
    assert river.board == parse_cards("8h Th Jh Qh 5s")
    assert river.discards == ((), parse_cards("8s 8d"), parse_cards("Td 8c"), parse_cards("Qd"))


def test_r7_discards_are_public_and_belong_to_their_street() -> None:
    """A discarded card was dealt face up, so everybody has seen it."""
    deck = deck_from(EXPERT_DECK)
    flop = bet_all(dealt(Rules(3, Mode.EXPERT), 1, deck), deck=deck)
    for view in (*map(flop.view, range(3)), flop.public_view()):
        assert view.discards == ((), parse_cards("8s 8d"), (), ())
    over = play_hand(new_game(Rules(3, Mode.EXPERT), dealer=1), deck)
    assert over.last_hand is not None
    assert over.last_hand.discards == ((), *map(parse_cards, ("8s 8d", "Td 8c", "Qd")))


def test_standard_mode_replaces_nothing() -> None:
    deck = deck_from(EXPERT_DECK)
    state = bet_all(dealt(Rules(3), 1, deck), deck=deck)
    assert state.board == parse_cards("8h 8s 8d")
    assert state.discards == ((), (), (), ())


def test_the_expert_board_never_pairs() -> None:
    """So no full house and no four of a kind can occur."""
    for seed in range(300):
        rng = random.Random(seed)
        state = new_game(Rules(4, Mode.EXPERT, 1), dealer=0)
        while state.hand_number == 0:
            deal = state.phase is Phase.DEAL
            state = state.apply(random_deal(state, rng) if deal else state.legal_actions()[0])
        assert state.last_hand is not None
        assert len({card.rank for card in state.last_hand.board}) == 5
        categories = {
            hand.category for standing in state.last_hand.standings for hand in standing.hands
        }
        assert not categories & {HandCategory.FULL_HOUSE, HandCategory.FOUR_OF_A_KIND}


# --- Hands ---------------------------------------------------------------------------------------


def test_r1_preflop_a_pair_beats_no_pair_then_the_higher_cards_decide() -> None:
    standing = score_cards("2h As Kd 3c", "2d Qs Qh 3s", "9c 8d 7h 5s 4c").standings[0]
    assert [str(hand) for hand in standing.hands] == [
        "pair of twos",
        "high card ace",
        "high card king",
        "pair of threes",
    ]
    assert (standing.best, standing.weakest) == ((3,), (2,))


def test_r1_two_cards_make_no_straight_or_flush() -> None:
    """Suited neighbours do not beat a higher card."""
    standing = score_cards("9h Ts 2c", "8h 3d 2d", "Ac Kd Qh 5s 4c").standings[0]
    assert standing.best == (2,)
    assert standing.weakest == (0,)


def score_cards(
    own: str,
    forehead: str,
    board: str,
    bets: Iterable[Bet] | None = None,
    mode: Mode = Mode.STANDARD,
) -> HandResult:
    """Score a hand that seat 0 dealt; unless said otherwise everybody bets a chip on seat 0."""
    players = len(own.split())
    plain = [Bet(reference.bettor(players, 0, index), 0, 1) for index in range(4 * players)]
    return score_hand(
        Rules(players, mode),
        0,
        parse_cards(own),
        parse_cards(forehead),
        parse_cards(board),
        plain if bets is None else list(bets),
    )


# --- Scoring -------------------------------------------------------------------------------------

OWN, FOREHEAD, BOARD = "As 4h 9c", "Ad 4c 2c", "4d Kc Qh Tc 3c"
"""Seat 0 leads with aces, then seat 1's three fours, then seat 2's flush."""


def result_of(
    street: Street,
    target: int,
    chips: int,
    card: ActionCard | None,
    mode: Mode = Mode.STANDARD,
) -> BetResult:
    """What a bet of seat 1 on one street gets in that hand."""
    bets = []
    for index in range(12):
        seat = reference.bettor(3, 0, index)
        mine = seat == 1 and index // 3 == street
        bets.append(Bet(1, target, chips, card) if mine else Bet(seat, 0, 1))
    scored = score_cards(OWN, FOREHEAD, BOARD, bets, mode)
    (found,) = [bet for bet in scored.bets if bet.seat == 1 and bet.street is street]
    assert (found.target, found.chips, found.card) == (target, chips, card)
    return found


def test_r15_each_street_is_scored_by_the_hands_as_they_stood_on_it() -> None:
    """2, 5, 6 or 7 cards; the Turn and the River too ask for their own best hand."""
    scored = score_cards(OWN, FOREHEAD, BOARD)
    assert [standing.best for standing in scored.standings] == [(0,), (1,), (1,), (2,)]
    assert [standing.weakest for standing in scored.standings] == [(2,), (2,), (2,), (0,)]
    own, forehead, board = map(parse_cards, (OWN, FOREHEAD, BOARD))
    for standing, shown in zip(scored.standings, (0, 3, 4, 5), strict=True):
        for seat, hand in enumerate(standing.hands):
            assert hand == evaluate((own[seat], forehead[seat], *board[:shown]))
            assert len(hand.cards) == min(5, 2 + shown)


@pytest.mark.parametrize("street", Street)
@pytest.mark.parametrize("target", range(3))
@pytest.mark.parametrize("card", [None, PLUS_ONE, BLANK])
def test_a_bet_is_correct_when_its_target_is_among_the_best(
    street: Street, target: int, card: ActionCard | None
) -> None:
    """No action card, +1 or Blank."""
    assert result_of(street, target, 1, card).correct is (target == (0, 1, 1, 2)[street])


@pytest.mark.parametrize("street", Street)
@pytest.mark.parametrize("target", range(3))
def test_r2_clockwise_moves_the_bet_to_the_player_after_its_target(
    street: Street, target: int
) -> None:
    """Not to the bettor's own neighbour: seat 1 bets here on each target."""
    best = (0, 1, 1, 2)[street]
    assert result_of(street, target, 1, CLOCKWISE).correct is ((target + 1) % 3 == best)


@pytest.mark.parametrize("street", Street)
@pytest.mark.parametrize("target", range(3))
def test_r3_bluff_is_correct_when_its_target_has_the_weakest_hand(
    street: Street, target: int
) -> None:
    """It does not move the bet to the weakest player."""
    assert result_of(street, target, 1, BLUFF).correct is (target == (2, 2, 2, 0)[street])


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("chips", [1, 2, 3])
@pytest.mark.parametrize(
    ("card", "target"), [(None, 0), (BLANK, 0), (CLOCKWISE, 2), (BLUFF, 2), (PLUS_ONE, 0)]
)
def test_a_correct_bet_scores_a_point_a_chip_and_with_plus_one_one_more(
    mode: Mode, chips: int, card: ActionCard | None, target: int
) -> None:
    found = result_of(Street.PREFLOP, target, chips, card, mode)
    assert found.correct
    assert found.points == chips + (card is PLUS_ONE)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("chips", [1, 2, 3])
@pytest.mark.parametrize("card", [None, BLANK, CLOCKWISE, BLUFF])
def test_a_wrong_bet_scores_0(mode: Mode, chips: int, card: ActionCard | None) -> None:
    found = result_of(Street.PREFLOP, 1, chips, card, mode)
    assert not found.correct
    assert found.points == 0


@pytest.mark.parametrize("chips", [1, 2, 3])
def test_a_wrong_plus_one_loses_1_point_in_expert_mode_only(chips: int) -> None:
    """One point, whatever the number of chips."""
    assert result_of(Street.PREFLOP, 1, chips, PLUS_ONE).points == 0
    expert = result_of(Street.PREFLOP, 1, chips, PLUS_ONE, Mode.EXPERT)
    assert not expert.correct
    assert expert.points == -1


def test_r4_ties_are_shared() -> None:
    """A bet on any player tied for best is correct, and a Bluff on any tied for weakest."""
    own, forehead, board = "As Ah 2c 2d", "Kd Kc 3c 3d", "Qh 9s 7c 6d Jh"
    everybody = score_cards(own, forehead, board)
    assert all(standing.best == (0, 1) for standing in everybody.standings)
    assert all(standing.weakest == (2, 3) for standing in everybody.standings)
    for target, card in product(range(4), (None, *ActionCard)):
        bets = [Bet(reference.bettor(4, 0, index), 0, 1) for index in range(16)]
        bets[0] = Bet(1, target, 1, card)
        first = score_cards(own, forehead, board, bets).bets[0]
        if card is BLUFF:
            assert first.correct is (target in (2, 3))
        elif card is CLOCKWISE:
            assert first.correct is (target in (3, 0))
        else:
            assert first.correct is (target in (0, 1))


@PLAYERS
def test_r4_if_all_hands_tie_everybody_is_best_and_weakest(players: int) -> None:
    """Then every bet is correct, whatever lies under it."""
    everybody = tuple(range(players))
    own, forehead = "2c 2d 2h 2s"[: 3 * players - 1], "3c 3d 3h 3s"[: 3 * players - 1]
    cards = (None, *ActionCard)
    bets = [
        Bet(reference.bettor(players, 0, index), index % players, 1, cards[index // players])
        for index in range(4 * players)
    ]
    scored = score_cards(own, forehead, "As Kd Qh Jc 9s", bets)
    for standing in scored.standings:
        assert standing.best == standing.weakest == everybody
    assert all(bet.correct for bet in scored.bets)
    # One chip a street, and one point more for the +1.
    assert scored.points == (5,) * players


def test_three_may_tie_for_best_and_three_for_weakest() -> None:
    """R4 with 4 players."""
    scored = score_cards("As Ah Ac 2d", "Kd Kc Kh 3d", "Qh 9s 7c 5d Jh")
    assert scored.standings[0].best == (0, 1, 2)
    assert scored.standings[0].weakest == (3,)
    scored = score_cards("As 2h 2c 2d", "Kd 3c 3h 3d", "Qh 9s 7c 5d Jh")
    assert scored.standings[0].best == (0,)
    assert scored.standings[0].weakest == (1, 2, 3)


def test_a_hand_worked_by_hand() -> None:
    """Every kind of bet in one hand, in both modes."""
    bets = [
        Bet(1, 0, 1, PLUS_ONE),
        Bet(2, 2, 1, BLUFF),
        Bet(0, 2, 2, CLOCKWISE),
        Bet(2, 1, 1),
        Bet(0, 0, 1, PLUS_ONE),
        Bet(1, 2, 3, BLUFF),
        Bet(0, 1, 1, BLANK),
        Bet(1, 1, 1, CLOCKWISE),
        Bet(2, 1, 2, PLUS_ONE),
        Bet(1, 0, 2),
        Bet(2, 1, 3, CLOCKWISE),
        Bet(0, 0, 3, BLUFF),
    ]
    for mode, loss in ((Mode.STANDARD, 0), (Mode.EXPERT, -1)):
        scored = score_cards(OWN, FOREHEAD, BOARD, bets, mode)
        assert [bet.points for bet in scored.bets] == [2, 1, 2, 1, loss, 3, 1, 0, 3, 0, 3, 3]
        assert [bet.correct for bet in scored.bets] == [bet.points > 0 for bet in scored.bets]
        assert [bet.street for bet in scored.bets] == [s for s in Street for _ in range(3)]
        assert scored.points == (6 + loss, 5, 8)
        assert scored.action_cards_left == (0, 1, 1)
        assert (scored.dealer, scored.discards) == (0, ((), (), (), ()))
        assert scored.own_cards == parse_cards(OWN)
        assert scored.forehead_cards == parse_cards(FOREHEAD)
        assert scored.board == parse_cards(BOARD)


@ALL_TABLES
def test_scoring_follows_the_last_river_bet_at_once(rules: Rules) -> None:
    """And the points are added to each player's score; the sheet keeps each hand's."""
    state = new_game(rules, dealer=0)
    totals = [0] * rules.players
    for number in range(rules.hands):
        deck = shuffled_deck(random.Random(number))
        state = play_hand(state, deck, choose=playing(s0=(1, PLUS_ONE), s2=(2, BLUFF)))
        assert state.last_hand is not None
        totals = [a + b for a, b in zip(totals, state.last_hand.points, strict=True)]
        assert state.scores == tuple(totals)
        assert state.score_sheet[-1] == state.last_hand.points
        assert len(state.score_sheet) == number + 1


def test_r6_points_and_totals_can_be_negative() -> None:
    """Nothing in the rules stops at 0."""
    state = new_game(Rules(3, Mode.EXPERT), dealer=0)
    deck = deck_from("9s 8s As 9c 8c Ah Ks 2d 5d Jc Kh Qh 3s 4s")
    # Seat 2 bets wrongly all the time: seat 0 has the aces.

    def choose(state: GameState) -> Bet:
        if state.actor != 2:
            return Bet(state.actor or 0, 0, 1)
        return Bet(2, 2, 1, PLUS_ONE if state.street == 0 else None)

    state = play_hand(state, deck, choose)
    assert state.score_sheet == ((4, 4, -1),)
    assert state.scores == (4, 4, -1)
    assert state.view(2).scores == (4, 4, -1)


# --- End of the game -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "cards", "expected"),
    [
        ((5, 9, 7), (0, 0, 0), (3, 1, 2)),
        ((5, 9, 7, 8), (4, 0, 0, 0), (4, 1, 3, 2)),
        ((9, 9, 7), (2, 3, 4), (2, 1, 3)),
        ((9, 9, 7), (2, 2, 4), (1, 1, 3)),
        ((7, 9, 7, 7), (1, 0, 1, 3), (3, 1, 3, 2)),
        ((9, 9, 9, 9), (1, 2, 2, 1), (3, 1, 1, 3)),
        ((-1, -1, -2, -1), (4, 4, 4, 4), (1, 1, 4, 1)),
        ((0, 0, 0), (0, 0, 0), (1, 1, 1)),
    ],
)
def test_r12_placings(
    scores: tuple[int, ...], cards: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    """Points, then action cards left; equal players share a place and the next is skipped."""
    assert placings(scores, cards) == expected


def last_hand(rules: Rules, deck: Sequence[Card], choose: Callable[[GameState], Bet]) -> GameState:
    """A game in which all hands but the last bring each seat the same."""
    tied = deck_from("2c 2d 2h 2s 3c 3d 3h 3s 4c As Kd Qh 4d Jc 4h 9s")
    if rules.players == 3:
        tied = deck_from("2c 2d 2h 3c 3d 3h 4c As Kd Qh 4d Jc 4h 9s")
    state = new_game(rules, dealer=0)
    while state.hand_number < rules.hands - 1:
        state = play_hand(state, tied)
    assert len(set(state.scores)) == 1
    return play_hand(state, deck, choose)


ALL_TIE = deck_from("2c 2d 2h 3c 3d 3h 4c As Kd Qh 4d Jc 4h 9s")


def test_most_points_after_the_last_hand_wins() -> None:
    """However few action cards are left."""
    deck = deck_from("9s 8s As 9c 8c Ah Ks 2d 5d Jc Kh Qh 3s 4s")

    def choose(state: GameState) -> Bet:
        # The last dealer is seat 2, so seat 2 has the aces.
        if state.actor == 1:
            return Bet(1, 2, 1, tuple(ActionCard)[state.street] if state.street == 0 else None)
        return Bet(state.actor or 0, 0, 1)

    state = last_hand(Rules(3), deck, choose)
    before = state.scores[0]
    assert state.scores == (before, before + 5, before)
    assert state.outcome == Outcome(state.scores, (2, 1, 2), (1,))


def test_r5_a_tie_goes_to_the_most_action_cards_not_played_in_the_last_hand() -> None:
    """Cards come back only before a next hand, and there is none."""

    def choose(state: GameState) -> Bet:
        cards = {0: (BLANK, BLUFF, None, None), 1: (None,) * 4, 2: (CLOCKWISE, None, None, None)}
        return Bet(state.actor or 0, 0, 1, cards[state.actor or 0][state.street])

    state = last_hand(Rules(3), ALL_TIE, choose)
    assert len(set(state.scores)) == 1
    assert [len(state.action_cards(seat)) for seat in range(3)] == [2, 4, 3]
    assert state.outcome == Outcome(state.scores, (3, 1, 2), (1,))


def test_r5_action_cards_of_earlier_hands_do_not_count() -> None:
    def choose(state: GameState) -> Bet:
        lavish = state.actor == 0 and state.hand_number < 5 and state.street == 0
        return Bet(state.actor or 0, 0, 1, BLANK if lavish else None)

    state = new_game(Rules(3), dealer=0)
    while state.phase is not Phase.OVER:
        state = play_hand(state, ALL_TIE, choose)
    assert state.outcome is not None
    assert state.outcome.winners == (0, 1, 2)


def test_if_still_tied_the_victory_is_shared() -> None:
    """R12: the winners are all players in first place; the next place is skipped."""

    def choose(state: GameState) -> Bet:
        card = BLANK if state.actor == 1 and state.street == 2 else None
        return Bet(state.actor or 0, 0, 1, card)

    state = last_hand(Rules(3), ALL_TIE, choose)
    assert state.outcome == Outcome(state.scores, (1, 3, 1), (0, 2))


@ALL_TABLES
def test_the_outcome_is_there_when_the_game_is_over_and_not_before(rules: Rules) -> None:
    state = new_game(rules, dealer=0)
    while state.phase is not Phase.OVER:
        assert state.outcome is None
        assert state.public_view().outcome is None
        state = play_hand(state)
    assert state.outcome is not None
    assert state.public_view().outcome == state.outcome
    assert state.outcome.scores == state.scores
    assert state.actor is None
    assert state.legal_actions() == ()
    assert (state.street, state.cards_to_deal) == (Street.RIVER, 0)
    for action in (Bet(0, 0, 1), Deal(DECK[: 2 * rules.players])):
        assert state.why_illegal(action) is IllegalReason.GAME_OVER


# --- What a player may know (test_views.py has the whole of it) ----------------------------


@ALL_TABLES
def test_r8_to_r11_what_is_hidden_is_revealed_by_scoring_and_not_before(rules: Rules) -> None:
    """R8, R9: hidden during the hand; R10, R11: revealed to everybody when it is scored."""
    start = new_game(rules, dealer=0)
    state = start.apply(deal_from(DECK, start))
    hidden = (state.own_cards, state.forehead_cards)
    while state.hand_number == 0:
        view = state.public_view()
        assert view.last_hand is None
        assert view.own_card is None
        assert set(view.forehead_cards) == {None}
        assert view.scores == (0,) * rules.players
        if state.phase is Phase.DEAL:
            state = state.apply(deal_from(DECK, state))
        else:
            card = BLUFF if state.street == 0 else None
            state = state.apply(Bet(state.actor or 0, 0, 1, card))
    for view in (*map(state.view, range(rules.players)), state.public_view()):
        assert view.last_hand is not None
        assert (view.last_hand.own_cards, view.last_hand.forehead_cards) == hidden
        assert [bet.card for bet in view.last_hand.bets[: rules.players]] == [BLUFF] * rules.players
