"""R8 to R11: what a viewer may not see cannot be learned from anything a view gives.

For random positions and each viewer, twins are built: positions that differ only in what this
viewer may not see. Everything that the viewer can ask must come out the same for all of them.
One kind of twin is played anew from the start of the hand, with the hidden cards and hidden action
cards exchanged; the other is that of `determinize`.
"""

import gc
import pickle
import random
import re
from collections.abc import Iterator
from enum import Enum
from types import ModuleType
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from detective_poker import (
    DECK,
    Action,
    ActionCard,
    Bet,
    BetResult,
    Card,
    Deal,
    DetectivePokerError,
    GameState,
    HandResult,
    IllegalReason,
    Mode,
    Outcome,
    Phase,
    PlayerView,
    PokerHand,
    Rules,
    SeenBet,
    Standing,
    Street,
    best_hand_odds,
    deal_from,
    determinize,
    new_game,
    random_deal,
)
from games import ALL_KINDS, record_of
from strategies import (
    SEEDS,
    Game,
    Position,
    candidate_bets,
    games,
    positions,
    positions_of,
    seen_text,
)

Viewer = int | None


def view_of(state: GameState, viewer: Viewer) -> PlayerView:
    return state.public_view() if viewer is None else state.view(viewer)


def viewers(state: GameState) -> Iterator[Viewer]:
    yield from range(state.rules.players)
    yield None


# --- Twins ---------------------------------------------------------------------------------------


def with_hidden_cards_exchanged(
    position: Position, deal: Deal, viewer: Viewer, rng: random.Random
) -> Deal:
    """The first deal, with other cards wherever the viewer sees none."""
    players = position.state.rules.players
    order = [(position.state.dealer + step) % players for step in range(1, players + 1)]
    hidden = [seat != viewer for seat in order]
    # The other half of the deal are the forehead cards: only one's own is hidden.
    hidden += [viewer is None or seat == viewer for seat in order]
    seen = {card for card, hide in zip(deal.cards, hidden, strict=True) if not hide}
    for action in position.actions[1:]:
        if isinstance(action, Deal):
            seen |= set(action.cards)
    unseen = [card for card in DECK if card not in seen]
    rng.shuffle(unseen)
    return Deal(
        tuple(unseen.pop() if hide else card for card, hide in zip(deal.cards, hidden, strict=True))
    )


def with_hidden_action_cards_exchanged(
    actions: tuple[Action, ...], viewer: Viewer, rng: random.Random
) -> tuple[Action, ...]:
    """The same bets, with the action cards of all others in another order or other ones."""
    renamed: dict[int, dict[ActionCard | None, ActionCard | None]] = {}
    for seat in range(4):
        cards = list(ActionCard)
        if seat != viewer:
            rng.shuffle(cards)
        renamed[seat] = {None: None, **dict(zip(ActionCard, cards, strict=True))}
    return tuple(
        Bet(action.seat, action.target, action.chips, renamed[action.seat][action.card])
        if isinstance(action, Bet)
        else action
        for action in actions
    )


def played_twin(position: Position, viewer: Viewer, rng: random.Random) -> GameState:
    """Another game of the hand, which to this viewer looks the same."""
    state = position.hand_start
    if not position.actions:
        return state
    deal, *others = with_hidden_action_cards_exchanged(position.actions, viewer, rng)
    assert isinstance(deal, Deal)
    for action in (with_hidden_cards_exchanged(position, deal, viewer, rng), *others):
        state = state.apply(action)
    return state


def twins(position: Position, viewer: Viewer, seed: int) -> list[GameState]:
    rng = random.Random(seed)
    view = view_of(position.state, viewer)
    made = [played_twin(position, viewer, rng) for _ in range(2)]
    return [*made, determinize(view, rng), determinize(view, rng)]


def text_of(error: Exception) -> tuple[str, ...]:
    return type(error).__name__, str(error), repr(error), *map(repr, error.args)


def answers(state: GameState, viewer: Viewer) -> list[object]:
    """Everything that a viewer, or a server on a viewer's behalf, can get out of a view."""
    view = view_of(state, viewer)
    found: list[object] = [
        *(view, hash(view), repr(view), str(view), f"{view}", view.__rich_repr__()),
        *(msgspec.json.encode(view), msgspec.msgpack.encode(view), msgspec.to_builtins(view)),
        *(pickle.dumps(view), msgspec.structs.asdict(view), view.legal_actions()),
        *(view.bets, repr(view.bets), [hash(bet) for bet in view.bets]),
        # A state's own texts may end up in a log.
        *(repr(state), str(state), state.__rich_repr__()),
    ]
    try:
        odds = best_hand_odds(view)
        found += [odds, odds.best_probability, odds.weakest_probability]
    except DetectivePokerError as error:
        found.append(text_of(error))
    for bet in (None, "b 0>1 1", Deal(()), Bet(True, 0, 1)):
        found.append(view.why_illegal(bet))
    rng = random.Random(0)
    for bet in rng.sample(list(candidate_bets(view.rules.players)), 40):
        found.append(view.why_illegal(bet))
    return found


@settings(max_examples=60)
@given(positions(), SEEDS)
def test_r8_r9_r11_twins_cannot_be_told_apart(position: Position, seed: int) -> None:
    """Equal views, JSON bytes, hashes, texts, legal actions, refusals and odds."""
    for viewer in viewers(position.state):
        expected = answers(position.state, viewer)
        for twin in twins(position, viewer, seed):
            assert twin.ply == position.state.ply
            for found, known in zip(answers(twin, viewer), expected, strict=True):
                assert found == known


def test_twins_are_worth_comparing() -> None:
    """Guards the test above: twins do differ in everything that is hidden."""
    state = new_game(Rules(3), dealer=0)
    start, actions = state, []
    for action in (
        deal_from(DECK, state),
        Bet(1, 0, 1, ActionCard.BLUFF),
        Bet(2, 0, 1),
        Bet(0, 0, 1),
    ):
        actions.append(action)
        state = state.apply(action)
    for viewer in viewers(state):
        made = twins(Position(state, start, tuple(actions)), viewer, 1)
        for kind in (made[:2], made[2:]):
            for seat in range(3):
                own = {twin.own_cards[seat] for twin in (state, *kind)}
                forehead = {twin.forehead_cards[seat] for twin in (state, *kind)}
                assert (len(own) > 1) is (seat != viewer)
                assert (len(forehead) > 1) is (viewer is None or seat == viewer)
        cards = {
            twins(Position(state, start, tuple(actions)), viewer, seed)[kind].bets[0].card
            for seed in range(12)
            for kind in (0, 2)
        }
        assert (len(cards) > 1) is (viewer != 1)


@given(positions(), SEEDS)
def test_determinize_leaves_everything_that_is_seen(position: Position, seed: int) -> None:
    """The state it makes is one that play could have reached: it plays on like any other."""
    for viewer in viewers(position.state):
        state = determinize(view_of(position.state, viewer), random.Random(seed))
        assert view_of(state, viewer) == view_of(position.state, viewer)
        assert state.dealt_cards == {
            *(*state.own_cards, *state.forehead_cards, *state.board),
            *(card for street in state.discards for card in street),
        }
        rng = random.Random(seed)
        while state.phase is not Phase.OVER and state.hand_number == position.state.hand_number:
            deal = state.phase is Phase.DEAL
            action = random_deal(state, rng) if deal else rng.choice(state.legal_actions())
            state = state.apply(action)


# --- The table of what is visible ----------------------------------------------------------------


@given(positions())
def test_r8_a_seat_sees_exactly_what_it_may(position: Position) -> None:
    state = position.state
    players = state.rules.players
    for seat in range(players):
        view = state.view(seat)
        check_public_part(view, state)
        assert view.seat == seat
        assert view.own_card is (state.own_cards[seat] if state.own_cards else None)
        assert view.forehead_cards == tuple(
            None if owner == seat else card for owner, card in enumerate(state.forehead_cards)
        )
        assert view.action_cards == state.action_cards(seat)
        assert [bet.card for bet in view.bets] == [
            bet.card if bet.seat == seat else None for bet in state.bets
        ]


@given(positions())
def test_r9_a_spectator_sees_what_everybody_sees(position: Position) -> None:
    """No card of either kind before scoring, no action card before scoring."""
    state = position.state
    view = state.public_view()
    check_public_part(view, state)
    assert view.seat is None
    assert view.own_card is None
    assert view.forehead_cards == (None,) * len(state.forehead_cards)
    assert view.action_cards == ()
    assert all(bet.card is None for bet in view.bets)
    assert view.legal_actions() == ()


def check_public_part(view: PlayerView, state: GameState) -> None:
    """What is public is in every view as it is in the state."""
    for name in (
        *("rules", "dealer", "hand_number", "round_number", "ply", "phase", "street", "actor"),
        *("board", "discards", "scores", "score_sheet", "last_hand", "outcome"),
    ):
        assert getattr(view, name) == getattr(state, name), name
    seats = range(state.rules.players)
    assert view.chips_left == tuple(map(state.chips_left, seats))
    assert view.action_cards_left == tuple(len(state.action_cards(seat)) for seat in seats)
    assert [(bet.seat, bet.target, bet.chips, bet.has_card) for bet in view.bets] == [
        (bet.seat, bet.target, bet.chips, bet.card is not None) for bet in state.bets
    ]
    streets = [Street(number // state.rules.players) for number in range(len(state.bets))]
    assert [bet.street for bet in view.bets] == streets


def test_views_have_the_members_of_the_contract_and_no_others() -> None:
    """An allow-list: a new member of a view has to be written down here."""
    assert PlayerView.__struct_fields__ == (
        *("seat", "rules", "dealer", "hand_number", "round_number", "ply", "phase", "street"),
        *("actor", "own_card", "forehead_cards", "board", "discards", "bets", "chips_left"),
        *("action_cards", "action_cards_left", "scores", "score_sheet", "last_hand", "outcome"),
    )
    assert SeenBet.__struct_fields__ == ("seat", "street", "target", "chips", "has_card", "card")
    assert HandResult.__struct_fields__ == (
        *("dealer", "own_cards", "forehead_cards", "board", "discards", "standings", "bets"),
        *("points", "action_cards_left"),
    )
    assert not hasattr(new_game().public_view(), "__dict__")


ALLOWED = (PlayerView, Rules, SeenBet, HandResult, Standing, PokerHand, BetResult, Outcome)
PLAIN = (int, str, type(None), tuple)
"""Numbers and enum members are these, too."""


def reachable(value: object) -> Iterator[object]:
    """Everything that hangs on a value, types and modules left out."""
    seen: dict[int, object] = {}
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if id(item) in seen or isinstance(item, (type, ModuleType)):
            continue
        seen[id(item)] = item
        if isinstance(item, msgspec.Struct):
            # Structs do not always tell the collector what they hold.
            waiting += [getattr(item, name) for name in item.__struct_fields__]
        if not isinstance(item, Enum):
            waiting += gc.get_referents(item)
    yield from seen.values()


@given(positions())
def test_no_path_leads_from_a_view_to_the_state(position: Position) -> None:
    for viewer in viewers(position.state):
        for item in reachable(view_of(position.state, viewer)):
            # A bet turned up may know how many players there are, beside its members.
            players = {"_players": position.state.rules.players}
            assert isinstance(item, (*ALLOWED, *PLAIN)) or item == players
            assert not isinstance(item, (GameState, Bet, Deal))


def test_the_walk_finds_what_hangs_on_a_value() -> None:
    """Guards the test above."""
    state = new_game(Rules(3), dealer=0)
    state = state.apply(deal_from(DECK, state))
    found = list(reachable([state]))
    assert any(item is state.own_cards for item in found)
    assert any(item is Card.TWO_OF_CLUBS for item in found)


@given(games(rounds=1))
def test_r11_nothing_is_revealed_before_the_rivers_bets(game: Game) -> None:
    """No standing, no score: from the first deal to the last bet the results stay as they were."""
    before: tuple[object, ...] = ()
    for position in positions_of(game):
        state = position.state
        views = [view_of(state, viewer) for viewer in viewers(state)]
        if not position.actions:
            before = (state.scores, state.score_sheet)
            assert all((view.last_hand is None) is (state.hand_number == 0) for view in views)
        else:
            assert state.last_hand is None
            for view in views:
                assert (view.scores, view.score_sheet) == before
                assert view.last_hand is None
                assert view.outcome is None


@given(games(rounds=1))
def test_r10_scoring_reveals_cards_and_action_cards_to_everybody(game: Game) -> None:
    """Both cards of every player and all action cards of that hand, but no burned card."""
    last: Position | None = None
    for position in positions_of(game):
        if position.actions:
            last = position
        elif last is not None:
            before = last.state
            for viewer in viewers(position.state):
                result = view_of(position.state, viewer).last_hand
                assert result is not None
                assert result.own_cards == before.own_cards
                assert result.forehead_cards == before.forehead_cards
                assert result.board == before.board
                assert result.discards == before.discards
                played = [(bet.seat, bet.target, bet.chips, bet.card) for bet in result.bets]
                assert played[:-1] == [(b.seat, b.target, b.chips, b.card) for b in before.bets]


# --- Texts ---------------------------------------------------------------------------------------

CARD_TEXT = re.compile(r"\b(?:10|[2-9TJQKA])(?:[cdhs]\b|[♣♦♥♠])|[A-Z]+_OF_[A-Z]+")
ACTION_CARD_TEXT = re.compile("plus.?one|clockwise|bluff|blank", re.IGNORECASE)


@given(positions())
def test_texts_hold_public_facts_only(position: Position) -> None:
    """No card but the board's and no action card, not even the viewer's own."""
    state = position.state
    views = [view_of(state, viewer) for viewer in viewers(state)]
    public = seen_text(state.board, *state.discards)
    for value in (state, *views, *(bet for view in views for bet in view.bets)):
        for text in (repr(value), str(value), f"{value}", f"{[value]}"):
            assert set(CARD_TEXT.findall(text)) <= public
            assert not ACTION_CARD_TEXT.search(text)


@given(positions(), SEEDS)
def test_refusals_hold_public_facts_only(position: Position, seed: int) -> None:
    state = position.state
    public = seen_text(state.board)
    for bet in random.Random(seed).sample(list(candidate_bets(state.rules.players)), 30):
        if state.is_legal(bet):
            continue
        with pytest.raises(DetectivePokerError) as refused:
            state.apply(bet)
        text = str(refused.value)
        assert set(CARD_TEXT.findall(text)) <= public
        assert not ACTION_CARD_TEXT.search(text)


# --- Acting by the view alone --------------------------------------------------------------------


@given(positions())
def test_a_view_is_enough_to_act_by(position: Position) -> None:
    """The actor's view lists the state's legal bets and refuses for the state's reasons.

    Other views list nothing; and a bet in another's name is WRONG_SEAT and nothing more.
    """
    state = position.state
    bets = list(candidate_bets(state.rules.players))
    for viewer in viewers(state):
        view = view_of(state, viewer)
        acts = viewer is not None and viewer == state.actor
        assert view.legal_actions() == (state.legal_actions() if acts else ())
        for bet in bets:
            reason = view.why_illegal(bet)
            if state.phase is Phase.DEAL:
                assert reason is IllegalReason.EXPECTED_DEAL
            elif state.phase is Phase.OVER:
                assert reason is IllegalReason.GAME_OVER
            elif acts and bet.seat == viewer:
                assert reason is state.why_illegal(bet)
                assert (reason is None) is (bet in view.legal_actions())
            else:
                assert reason is IllegalReason.WRONG_SEAT


NO_BETS: tuple[Any, ...] = (None, 1, "b 1>0 1", Deal(DECK[:6]), Bet(True, 0, 1), DECK, Bet)


@pytest.mark.parametrize("bet", NO_BETS, ids=repr)
def test_a_view_refuses_what_is_no_bet_before_anything_else(bet: Any) -> None:
    """A deal is nothing that a seat submits."""
    start = new_game(Rules(3), dealer=0)
    for state in (start, start.apply(deal_from(DECK, start))):
        for viewer in viewers(state):
            assert view_of(state, viewer).why_illegal(bet) is IllegalReason.NOT_AN_ACTION


def test_views_cannot_be_changed_and_pickle() -> None:
    start = new_game(Rules(3), dealer=0)
    view = start.apply(deal_from(DECK, start)).view(1)
    with pytest.raises(AttributeError):
        view.own_card = None  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(view)) == view
    assert msgspec.json.decode(msgspec.json.encode(view), type=PlayerView) == view


@given(st.data())
def test_views_of_different_seats_differ(data: st.DataObject) -> None:
    state = data.draw(positions()).state
    views = [view_of(state, viewer) for viewer in viewers(state)]
    assert len({msgspec.json.encode(view) for view in views}) == len(views)
    assert len(set(views)) == len(views)


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_a_view_refuses_bets_by_its_phase(players: int, mode: Mode) -> None:
    record = record_of(players, mode, 1, 2)
    bet = Bet(0, 0, 1)
    start, over = record.states()[0], record.final()
    for view in (over.view(0), over.public_view()):
        assert view.why_illegal(bet) is IllegalReason.GAME_OVER
    for view in (start.view(0), start.public_view()):
        assert view.why_illegal(bet) is IllegalReason.EXPECTED_DEAL


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seat", [None, 0])
def test_bets_that_look_alike_are_one_object(players: int, seat: int | None) -> None:
    """R8, R9: which of several equal objects it was told which action card lay there."""
    start = new_game(Rules(players), dealer=0)
    state = start.apply(deal_from(DECK, start))
    actor = state.actor
    assert actor is not None
    seen: list[PlayerView] = []
    for card in ActionCard:
        after = state.apply(Bet(actor, 0, 2, card))
        seen.append(after.public_view() if seat is None else after.view(seat))
    assert len({id(view.bets[0]) for view in seen}) == 1
    again = seen.pop()
    assert len({pickle.dumps([view, again]) for view in seen}) == 1
    assert [after.view(actor).bets[0].card] == [ActionCard.BLANK]
