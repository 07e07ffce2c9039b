"""Faults that were found once, each with the test of its whole kind."""

import contextlib
import json
import pickle
import random
from array import array
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from detective_poker import (
    DECK,
    ActionCard,
    ArgumentError,
    Bet,
    BetPlaced,
    CardError,
    Deal,
    DetectivePokerError,
    Event,
    FormatError,
    GameEnded,
    GameState,
    HandResult,
    HandScored,
    HandStarted,
    IllegalActionError,
    IllegalReason,
    InvalidStateError,
    Mode,
    Odds,
    Outcome,
    Phase,
    PlayerView,
    Record,
    Rules,
    SeatRecord,
    SeenBet,
    Street,
    StreetDealt,
    actions,
    best_hand_odds,
    deal_from,
    determinize,
    evaluate,
    events_between,
    from_json,
    json_schema,
    new_game,
    odds_many,
    parse_cards,
    placings,
    shuffled_deck,
    strengths,
    to_json,
    validate,
)
from detective_poker.svg import table
from games import ALL_KINDS, record_of


def test_hands_compare_with_all_operators() -> None:
    """design.md, Hands: compares by strength, == is a tie."""
    high, low, tie = (evaluate(parse_cards(text)) for text in ("As Kd", "Ks Qd", "Ah Kc"))
    assert high >= low
    assert low <= high
    assert high >= tie >= high
    assert high <= tie <= high
    assert not low >= high
    assert not high <= low
    for other in (high >= low, low <= high):
        assert other is True


def test_a_tie_is_not_unequal() -> None:
    one, tie, same = (evaluate(parse_cards(text)) for text in ("As Kd", "Ah Kc", "As Kd"))
    assert (one == tie, one != tie) == (True, False)
    assert (one == same, one != same) == (True, False)


@pytest.mark.parametrize("masks", ["released", np.zeros(2, "M8[s]")], ids=["released", "datetime"])
def test_strengths_refuses_strange_buffers(masks: Any) -> None:
    """Bad input: ours, not a bare ValueError of memoryview."""
    if isinstance(masks, str):
        masks = memoryview(array("Q", [3]))
        masks.release()
    with pytest.raises(CardError):
        strengths(masks)


@pytest.mark.parametrize("member", ["seat", "target", "chips", "card"])
def test_a_bet_with_a_field_that_cannot_be_hashed(member: str) -> None:
    """hash(memoryview(bytearray())) raises ValueError, not TypeError."""
    start = new_game(Rules(3), dealer=0)
    state = start.apply(deal_from(DECK, start))
    wrong: dict[str, Any] = {"seat": 1, "target": 0, "chips": 1, member: memoryview(bytearray(1))}
    bet = Bet(**wrong)
    assert state.why_illegal(bet) is IllegalReason.NOT_AN_ACTION
    with pytest.raises(IllegalActionError):
        state.apply(bet)


@pytest.mark.parametrize("arguments", [((1, 2), (1,)), (None, (1,)), (("a", 1), (1, 2))])
def test_placings_of_bad_input(arguments: Any) -> None:
    with pytest.raises(DetectivePokerError):
        placings(*arguments)


def test_views_made_by_hand() -> None:
    """Bare IndexError and AttributeError."""
    start = new_game(Rules(3), dealer=0)
    view = start.apply(deal_from(DECK, start)).view(1)
    for wrong in (
        replace(view, forehead_cards=()),
        replace(view, forehead_cards=(None,) * 3),
        replace(view, own_card="As"),
        replace(view, seat=7),
    ):
        with pytest.raises(DetectivePokerError):
            best_hand_odds(wrong)
    for wrong in (replace(view, seat=7), replace(view, dealer=9)):
        with pytest.raises(DetectivePokerError):
            determinize(wrong)


def test_str_of_a_deal_of_no_cards() -> None:
    """str() of what is not an action: logging a refused action must not fail."""
    assert str(Deal(5))  # type: ignore[arg-type]


def after_first_street(rules: Rules) -> GameState:
    start = new_game(rules, dealer=0)
    state = start.apply(deal_from(DECK, start))
    while state.actor is not None:
        state = state.apply(Bet(state.actor, 0, 2))
    return state.apply(deal_from(DECK, state))


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


WRONG_PARTS: list[dict[str, Any]] = [
    {"action_cards": tuple([str(card.value) for card in ActionCard])},
    {"action_cards": tuple(ActionCard)[::-1]},
    {"action_cards": (ActionCard.BLUFF, ActionCard.BLUFF)},
    {"action_cards": [*ActionCard]},
    {"action_cards": (1,)},
    {"action_cards": None},
    {"chips_left": ()},
    {"chips_left": (5.0,) * 4},
    {"chips_left": (True,) * 4},
    {"chips_left": (-1,) * 4},
    {"chips_left": (8,) * 4},
    {"chips_left": None},
    {"street": -1},
    {"street": 5},
    {"street": "flop"},
    {"seat": True, "actor": True},
    {"seat": 4, "actor": 4, "chips_left": (5,) * 5},
    {"seat": -1, "actor": -1},
    {"rules": None},
]


@pytest.mark.parametrize("wrong", WRONG_PARTS, ids=str)
def test_views_made_by_hand_do_not_change_what_is_legal(
    wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """R5: equal is not the same: a text equals an action card, and True equals 1."""
    state = after_first_street(Rules(4))
    assert state.actor is not None
    purses: dict[Any, actions.Purse] = {}
    monkeypatch.setattr(actions, "_PURSES", purses)
    view = replace(state.view(state.actor), **wrong)
    for ask in (view.legal_actions, lambda: view.why_illegal(Bet(2, 0, 1))):
        if "seat" in wrong and ask != view.legal_actions:
            continue  # a bet in another's name
        with pytest.raises(InvalidStateError) as refused:
            ask()
        assert refused.value.problems == ("That view is none of a game.",)
    assert purses == {}


@pytest.mark.parametrize(
    ("kind", "data", "value"),
    [
        (Bet, b'{"type":"bet","seat":0,"target":2,"chips":3}', Bet(0, 2, 3)),
        (Rules, b"{}", Rules()),
        (Rules, b'{"players":3,"mode":"expert"}', Rules(3, Mode.EXPERT)),
        (
            Record,
            b'{"version":1,"rules":{"rounds":1},"dealer":0,"actions":[],"names":[]}',
            Record(Rules(rounds=1), 0),
        ),
    ],
)
def test_members_with_a_default_may_be_absent(kind: type[Any], data: bytes, value: object) -> None:
    assert from_json(data, kind) == value


@pytest.mark.parametrize("kind", [Record, SeatRecord])
def test_members_of_records_may_not_be_absent(kind: type[Any]) -> None:
    data = b'{"version":1,"seat":null,"rules":{},"dealer":0,"names":[]}'
    if kind is Record:
        data = data.replace(b'"seat":null,', b"")
    with pytest.raises(FormatError, match=r"The member '(actions|lines)' is missing"):
        from_json(data, kind)


def has_default(name: str, document: dict[str, Any]) -> bool:
    """Whether a member may be absent."""
    return name in ("players", "mode", "rounds") or (name == "card" and "type" in document)


def without_one(document: Any) -> Iterator[Any]:
    """The document without each of its members, here and further in."""
    if isinstance(document, dict):
        for name, value in document.items():
            if not has_default(name, document):
                yield {key: kept for key, kept in document.items() if key != name}
            for less in without_one(value):
                yield {**document, name: less}
    elif isinstance(document, list):
        for index, value in enumerate(document):
            for less in without_one(value):
                yield [*document[:index], less, *document[index + 1 :]]


@pytest.mark.parametrize("kind", [GameState, PlayerView, Record, SeatRecord, HandResult])
def test_no_member_can_be_left_out(kind: type[Any]) -> None:
    record = record_of(3, Mode.EXPERT, 1, 1)
    states = record.states()
    hand = next(index for index, state in enumerate(states) if state.hand_number == 1)
    last_hand = states[hand].last_hand
    values = {
        GameState: [states[hand], states[hand - 1]],
        PlayerView: [states[hand].view(0), states[hand - 1].view(1)],
        Record: [Record(record.rules, record.dealer, record.actions[:9])],
        SeatRecord: [Record(record.rules, record.dealer, record.actions[:9]).for_seat(0)],
        HandResult: [last_hand],
    }
    for value in values[kind]:
        for less in without_one(json.loads(to_json(value))):
            with pytest.raises(FormatError, match="is missing"):
                from_json(json.dumps(less), kind)


AS, KD, QC, TWO = parse_cards("As Kd Qc 2c")
FLOP, SIGHT = Street.FLOP, (None, KD, QC)


SEATS = "A bet is of a seat and on a seat."
CHIPS = "A bet is 1 to 3 chips."
PLACES = "There is one score and one place for each of 3 or 4 players."
TURNED_UP = "That is not what a street turns up."
TWICE = "A card is there twice."
NO_HAND = "There is no such hand or dealer."
SEEN = "Nobody sees just those cards."


@pytest.mark.parametrize(
    ("event", "problems"),
    [
        (BetPlaced(SeenBet(3, FLOP, 0, 3, True, ActionCard.BLUFF)), []),
        (BetPlaced(SeenBet(0, FLOP, 3, 1, True, None)), []),
        (BetPlaced(SeenBet(4, FLOP, 0, 1, False, None)), [SEATS]),
        (BetPlaced(SeenBet(-1, FLOP, 0, 1, False, None)), [SEATS]),
        (BetPlaced(SeenBet(0, FLOP, 4, 1, False, None)), [SEATS]),
        (BetPlaced(SeenBet(0, FLOP, -1, 1, False, None)), [SEATS]),
        (BetPlaced(SeenBet(0, FLOP, 1, 0, False, None)), [CHIPS]),
        (BetPlaced(SeenBet(0, FLOP, 1, 4, False, None)), [CHIPS]),
        (
            BetPlaced(SeenBet(0, FLOP, 1, 1, False, ActionCard.BLUFF)),
            ["An action card is seen where none lies."],
        ),
        (GameEnded(Outcome((3, 2, 2), (1, 2, 3), (0,))), []),
        (GameEnded(Outcome((3, 3, 2, 1), (1, 1, 3, 4), (0, 1))), []),
        (GameEnded(Outcome((1,), (1,), (0,))), [PLACES]),
        (GameEnded(Outcome((3, 2, 1), (1, 2), (0,))), [PLACES]),
        (
            GameEnded(Outcome((1, 2, 3), (1, 2, 3), (0,))),
            ["More points are a better place."],
        ),
        (
            GameEnded(Outcome((3, 2, 1), (1, 2, 3), (1,))),
            ["The winners are the seats in first place."],
        ),
        (
            GameEnded(Outcome((3, 2, 1), (1, 2, 2), (0,))),
            ["More points are a better place."],
        ),
        (GameEnded(Outcome((3, 2, 1), (1, 3, 4), (0,))), ["Those are no places."]),
        (StreetDealt(FLOP, (AS, KD, QC), (TWO,)), []),
        (StreetDealt(Street.PREFLOP, (), ()), [TURNED_UP]),
        (StreetDealt(FLOP, (AS, KD), ()), [TURNED_UP]),
        (StreetDealt(FLOP, (AS, KD, AS), ()), [TWICE]),
        (StreetDealt(Street.TURN, (AS,), (AS,)), [TWICE]),
        (HandStarted(0, 2, AS, SIGHT), []),
        (HandStarted(0, 3, AS, (*SIGHT, TWO)), []),
        (HandStarted(0, 0, None, (None, None, None)), []),
        (HandStarted(-1, 0, AS, SIGHT), [NO_HAND]),
        (HandStarted(0, 3, AS, SIGHT), [NO_HAND]),
        (HandStarted(0, -1, AS, SIGHT), [NO_HAND]),
        (HandStarted(0, 0, AS, (None, AS, QC)), [TWICE]),
        (HandStarted(0, 0, AS, (None, KD)), ["Detective Poker is for 3 or 4 players."]),
        (HandStarted(0, 0, AS, (TWO, KD, QC)), [SEEN]),
        (HandStarted(0, 0, None, SIGHT), [SEEN]),
        (HandStarted(0, 0, None, (KD, None, None)), [SEEN]),
    ],
    ids=repr,
)
def test_events_that_no_game_has(event: Event, problems: list[str]) -> None:
    kinds: tuple[Any, ...] = (type(event), Event)
    if problems:
        with pytest.raises(InvalidStateError) as refused:
            validate(event)
        assert list(refused.value.problems) == problems
        for kind in kinds:
            with pytest.raises((InvalidStateError, FormatError)):
                from_json(to_json(event), kind)
    else:
        assert validate(event) is event
        for kind in kinds:
            assert from_json(to_json(event), kind) == event


def test_the_scores_of_a_scored_hand_are_of_as_many_seats() -> None:
    states = record_of(3, Mode.STANDARD, 1, 1).states()
    state = next(state for state in states if state.last_hand is not None)
    assert state.last_hand is not None
    event = HandScored(state.last_hand, state.scores)
    assert from_json(to_json(event), Event) == event
    with pytest.raises(InvalidStateError) as refused:
        from_json(to_json(HandScored(state.last_hand, (*state.scores, 0))), Event)
    assert refused.value.problems == ("There is not one score for each player.",)


ONE_EACH = "There is one standard error from 0 to 1 for each seat."
ALL_OR_NONE = "Either all odds have standard errors or none."


@pytest.mark.parametrize(
    ("wrong", "problems"),
    [
        ({"best_error": (0.1,)}, [ONE_EACH]),
        ({"best_error": (0.1, 0.1, -0.1)}, [ONE_EACH]),
        ({"best_error": (0.1, 0.1, 1.1)}, [ONE_EACH]),
        ({"best_error": None}, [ALL_OR_NONE]),
        ({"weakest_error": None}, [ALL_OR_NONE]),
        ({"weakest_error": (0.0, 0.0, 2.0)}, [ONE_EACH]),
        (
            {"worlds": 2**53, "best": (2**53,) * 3, "weakest": (2**53,) * 3},
            ["There are not so many worlds."],
        ),
    ],
    ids=str,
)
def test_odds_that_nothing_has(wrong: dict[str, Any], problems: list[str]) -> None:
    right = Odds((3, 3, 3), (3, 3, 3), 3, (0.1, 0.0, 0.0), (0.0, 0.0, 1.0))
    top = 2**53 - 1
    most = replace(right, worlds=top, best=(top,) * 3, weakest=(top,) * 3)
    for odds in (right, most):
        assert from_json(to_json(odds), Odds) == odds
    with pytest.raises(InvalidStateError) as refused:
        to_json(replace(right, **wrong))
    assert list(refused.value.problems) == problems
    with pytest.raises((InvalidStateError, FormatError)):
        from_json(json.dumps(msgspec.to_builtins(replace(right, **wrong))), Odds)


def test_values_made_by_hand_that_have_no_json() -> None:
    for value in (
        Bet(object(), 1, 1),  # type: ignore[arg-type]
        Bet(0, 1, 1, "\ud800"),  # type: ignore[arg-type]
        Bet(0, 1, 1, "bluff"),  # type: ignore[arg-type]
        Bet(True, 1, 1),
        Deal(object()),  # type: ignore[arg-type]
        Deal(("As",)),  # type: ignore[arg-type]
        BetPlaced(object()),  # type: ignore[arg-type]
        HandStarted(0, 0, "\ud800", ()),  # type: ignore[arg-type]
    ):
        with pytest.raises(FormatError) as refused:
            to_json(value)
        assert str(refused.value) == f"That {type(value).__name__} holds what has no JSON."
    data = memoryview(b'{"players":3,"mode":"expert","rounds":1}')
    assert from_json(data, Rules).players == 3  # type: ignore[arg-type]
    data.release()
    with pytest.raises(FormatError) as refused:
        from_json(data, Rules)  # type: ignore[arg-type]
    assert str(refused.value) == "That memoryview is released."


@pytest.mark.parametrize("kind", [Rules, Bet, Record, GameState, PlayerView, HandResult])
def test_schemas_want_all_members_without_a_default(kind: type[Any]) -> None:
    for definition in json_schema(kind)["$defs"].values():
        members = definition.get("properties", {})
        wanted = {name for name, member in members.items() if "default" not in member}
        assert set(definition.get("required", [])) == wanted
        assert wanted == {name for name in members if not has_default(name, members)}


BROKEN_VIEWS: list[dict[str, Any]] = [
    {"rules": None},
    {"seat": 7},
    {"dealer": 9},
    {"street": 7},
    {"street": "flop"},
    {"phase": "bet"},
    {"own_card": "As"},
    {"own_card": 5},
    {"forehead_cards": 5},
    {"forehead_cards": (None,)},
    {"forehead_cards": ("As", "Kd", "Qc")},
    {"board": None},
    {"board": ("As",)},
    {"discards": None},
    {"discards": ()},
    {"bets": None},
    {"bets": (5,)},
    {"bets": (SeenBet(7, Street.PREFLOP, 0, 1, False, None),)},
    {"bets": (SeenBet(1, Street.PREFLOP, 0, 99, False, None),)},
    {"bets": (SeenBet(1, 7, 0, 1, False, None),)},  # type: ignore[arg-type]
    {"chips_left": None},
    {"action_cards": 5},
    {"scores": None},
    {"last_hand": 5},
]


@pytest.mark.parametrize("wrong", BROKEN_VIEWS, ids=str)
def test_whatever_is_asked_of_a_view_made_by_hand(wrong: dict[str, Any]) -> None:
    """Bad input: ours or an answer, never a bare exception."""
    state = after_first_street(Rules(3))
    assert state.actor is not None
    real = state.view(state.actor)
    view = replace(real, **wrong)
    after = replace(real, ply=real.ply + 1)
    for ask in (
        lambda: best_hand_odds(view),
        lambda: best_hand_odds(view, Street.RIVER),
        lambda: odds_many([view]),
        lambda: determinize(view, random.Random(1)),
        lambda: table(view),
        lambda: events_between(view, after),
        lambda: events_between(real, replace(view, ply=real.ply + 1)),
        view.legal_actions,
        lambda: view.why_illegal(Bet(1, 0, 1)),
    ):
        with contextlib.suppress(DetectivePokerError):
            ask()


def test_no_state_comes_of_a_view_that_no_state_has() -> None:
    state = after_first_street(Rules(3))
    assert state.actor is not None
    for wrong in BROKEN_VIEWS[:-4]:
        with pytest.raises(DetectivePokerError):
            determinize(replace(state.view(state.actor), **wrong))


def test_several_views_are_several() -> None:
    with pytest.raises(ArgumentError) as refused:
        odds_many(5)  # type: ignore[arg-type]
    assert str(refused.value) == "Several PlayerViews are asked for."


@pytest.mark.parametrize("street", [Street.FLOP, Street.TURN, Street.RIVER])
@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_a_deck_deals_the_cards_of_a_hand_to_those_who_have_them(
    players: int, mode: Mode, street: Street
) -> None:
    """R13: the same cards in another order are another hand's."""
    rng = random.Random(f"{players} {mode} {street}")
    deck = list(shuffled_deck(rng))
    state = new_game(Rules(players, mode), dealer=1)
    while (state.phase, state.street) != (Phase.DEAL, street):
        if state.actor is None:
            state = state.apply(deal_from(deck, state))
        else:
            state = state.apply(Bet(state.actor, 0, 1))
    state.apply(deal_from(deck, state))
    seen = 2 * players
    for one, other in combinations(range(seen), 2):
        changed = [*deck]
        changed[one], changed[other] = deck[other], deck[one]
        with pytest.raises(CardError, match="does not begin"):
            deal_from(changed, state)
    # The burned card may be any.
    changed = [*deck]
    changed[seen], changed[-1] = deck[-1], deck[seen]
    assert deal_from(changed, state) == deal_from(deck, state)


def test_what_is_wrong_with_a_view_made_by_hand_is_said() -> None:
    state = after_first_street(Rules(3))
    assert state.actor is not None
    view = state.view(state.actor)
    for wrong, problem in (
        ({"discards": ()}, "The discards are not those of four streets."),
        ({"street": 7}, "That view is none of a game."),
        ({"rules": None}, "That view is none of a game."),
    ):
        with pytest.raises(InvalidStateError) as refused:
            determinize(replace(view, **wrong))
        assert refused.value.problems == (problem,)
    for missing in ({"own_card": None}, {"forehead_cards": ()}):
        with pytest.raises(InvalidStateError) as refused:
            best_hand_odds(replace(view, **missing))
        assert refused.value.problems == ("The cards are not dealt yet.",)
