"""The judge: what play makes passes, and whatever else is made by hand is refused.

A value that passes is read back from its JSON as it is; one that is refused for more than its types
(which JSON cannot always tell apart, as a list from a tuple) is refused as JSON, too.
"""

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st
from msgspec.structs import force_setattr, replace

import detective_poker as dp
from detective_poker.betting import Purse
from detective_poker.exact_types import type_problems
from games import ALL_KINDS, record_of
from strategies import positions

NAN, INFINITE = float("nan"), float("inf")


class Number(int):
    """Equal to an int, and none."""


class Text(str):
    """Equal to a text, and none."""

    __slots__ = ()


class View(dp.PlayerView, frozen=True):
    """No view that play gives."""


JUNK: list[Any] = [None, True, False, 0, -1, 7, 2**53, 10**30, 1.0, NAN, INFINITE, "", "As", b"As"]
JUNK += [Number(1), Text("As"), (), [], {}, frozenset(), (None,), ("As",), (1, True), object()]
JUNK += [*dp.DECK[:2], dp.DECK[:5], *dp.Street, *dp.Phase, *dp.ActionCard, *dp.Mode, dp.Rules(3)]
JUNK += [dp.Bet(0, 1, 1), (dp.Bet(0, 1, 1),), dp.Bet, dp.Card, dp.Outcome((1,), (1,), (0,))]
JUNK += [lambda: None, 10**5000]


def places(value: Any) -> Iterator[tuple[str | int, ...]]:
    """To every member of a value, here and further in."""
    if isinstance(value, msgspec.Struct):
        items: Any = [(name, getattr(value, name)) for name in value.__struct_fields__]
    elif isinstance(value, tuple):
        items = enumerate(value)
    else:
        return
    for key, inner in items:
        yield (key,)
        for path in places(inner):
            yield (key, *path)


def put(value: Any, path: tuple[str | int, ...], new: Any) -> Any:
    """The value with something else in that place. No constructor of ours looks at it."""
    if not path:
        return new
    key, *rest = path
    if isinstance(key, int):
        return (*value[:key], put(value[key], tuple(rest), new), *value[key + 1 :])
    inner = put(getattr(value, key), tuple(rest), new)
    again = replace(value)
    force_setattr(again, key, inner)
    return again


def at(value: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        value = value[key] if isinstance(key, int) else getattr(value, key)
    return value


KEPT = re.compile("chips_left and|dealt_cards|The last hand is of other|.*of a scored|In a scored")
"""What can be wrong with what a state keeps for itself; its JSON shows none of that."""


def check(value: Any) -> None:
    """Whether the judge and the reader of JSON agree."""
    shown = value
    if type(value) is dp.SeenBet:
        shown = dp.BetPlaced(value)
    elif type(value) is dp.Outcome:
        shown = dp.GameEnded(value)
    if isinstance(value, dp.Record | dp.SeatRecord):
        with suppress(dp.DetectivePokerError):
            assert dp.validate(value) is value
        return
    if problems := problems_of(value):
        kept = isinstance(value, dp.GameState) and all(map(KEPT.match, problems))
        if not kept and not list(type_problems(value, type(value))):
            with pytest.raises(dp.DetectivePokerError):
                dp.from_json(dp.to_json(shown), type(shown))
        return
    data = dp.to_json(shown)
    again = dp.from_json(data, type(shown))
    assert again == shown
    assert dp.to_json(again) == data


def problems_of(value: object) -> tuple[str, ...]:
    """What the judge says; nothing for a value that passes."""
    try:
        assert dp.validate(value) is value
    except dp.InvalidStateError as error:
        return error.problems
    return ()


def examples() -> dict[str, Any]:
    record = record_of(3, dp.Mode.EXPERT, 1, 1)
    states = record.states()
    scored = next(state for state in states if state.last_hand is not None)
    cut = dp.Record(record.rules, record.dealer, record.actions[:9], ("Ann", "Bob", "Cy"))
    betting = next(state for state in states if state.actor is not None and len(state.bets) == 7)
    found: dict[str, Any] = {
        "start": states[0],
        "betting": betting,
        "scored": scored,
        "over": states[-1],
        "view": betting.view(1),
        "public view": betting.public_view(),
        "scored view": scored.view(2),
        "record": cut,
        "seat record": cut.for_seat(1),
        "rules": record.rules,
        "deal": record.actions[0],
        "bet": record.actions[2],
        "seen bet": betting.view(1).bets[0],
        "result": scored.last_hand,
        "outcome": states[-1].outcome,
        "odds": dp.best_hand_odds(betting.view(1)),
        "sampled": dp.best_hand_odds(states[2].view(1), dp.Street.RIVER, samples=20),
    }
    for before, after in pairwise(states):
        for event in dp.events_between(before.view(1), after.view(1)):
            found[type(event).__name__] = event
    return found


EXAMPLES = examples()


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_whatever_play_makes_passes(players: int, mode: dp.Mode) -> None:
    record = record_of(players, mode, 1, 3)
    for state in record.states():
        assert dp.validate(state) is state
        for view in (*map(state.view, range(players)), state.public_view()):
            assert dp.validate(view) is view
            assert all(dp.validate(bet) is bet for bet in view.bets)
        for value in (state.last_hand, state.outcome):
            assert value is None or dp.validate(value) is value
    for value in (record, record.for_seat(0), record.for_spectators(), *record.actions):
        assert dp.validate(value) is value
    for before, after in pairwise(record.states()):
        for event in dp.events_between(before.view(0), after.view(0)):
            assert dp.validate(event) is event


@pytest.mark.parametrize("name", EXAMPLES)
def test_junk_in_any_place(name: str) -> None:
    value = EXAMPLES[name]
    check(value)
    rng = random.Random(name)
    for path in places(value):
        junk = JUNK if len(path) == 1 else rng.sample(JUNK, 4)
        for new in junk:
            check(put(value, path, new))


@given(st.data())
def test_anything_in_any_place(data: st.DataObject) -> None:
    """Something of the value itself, of another position, or a number near what was there."""
    state, other = data.draw(positions(1)).state, data.draw(positions(1)).state
    seat = data.draw(st.sampled_from([*range(state.rules.players), None]))

    def value_of(state: dp.GameState) -> Any:
        return state.public_view() if seat is None else state.view(min(seat, 2))

    value = value_of(state) if data.draw(st.booleans()) else state
    source = value_of(other) if isinstance(value, dp.PlayerView) else other
    path = data.draw(st.sampled_from(sorted(places(value), key=str)))
    kind = type(at(value, path))
    near = [
        found
        for where in (value, source)
        for p in places(where)
        if type(found := at(where, p)) is kind
    ]
    if kind is int:
        near += [at(value, path) + step for step in (-1, 1)]
    check(put(value, path, data.draw(st.sampled_from(near))))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"actor": 0}, "actor"),
        ({"actor": None}, "actor"),
        ({"hand_number": 1}, "hand_number"),
        ({"hand_number": -1}, "hand_number"),
        ({"round_number": 1}, "round_number"),
        ({"ply": 3}, "ply"),
        ({"scores": (1, 0, 0)}, "scores"),
        ({"scores": (0, 0)}, "scores"),
        ({"score_sheet": ((0, 0, 0),)}, "score_sheet"),
        ({"phase": dp.Phase.DEAL}, "phase"),
        ({"phase": dp.Phase.OVER}, "phase"),
        ({"street": dp.Street.TURN}, "street"),
        ({"street": dp.Street.PREFLOP}, "street"),
        ({"chips_left": (7, 7, 7)}, "chips_left"),
        ({"chips_left": (-1, 10**30, 7)}, "chips_left"),
        ({"action_cards": ()}, "action_cards"),
        ({"action_cards_left": (4, 4, 4)}, "action_cards_left"),
        ({"action_cards_left": (4, 4, 4, 4)}, "action_cards_left"),
        ({"dealer": 3}, "dealer"),
        ({"seat": 3}, "seat"),
        ({"board": ()}, "board"),
        ({"own_card": None}, "own_card"),
        ({"forehead_cards": (None, None, None)}, "forehead_cards"),
        ({"outcome": EXAMPLES["outcome"]}, "outcome"),
        ({"last_hand": EXAMPLES["result"]}, "last hand"),
    ],
    ids=str,
)
def test_a_changed_member_of_a_view_is_named(change: dict[str, Any], named: str) -> None:
    view = next(
        state.view(1)
        for state in record_of(3, dp.Mode.STANDARD, 1, 4).states()
        if state.street is dp.Street.FLOP and state.actor is not None and len(state.bets) == 5
    )
    if view.actor == change.get("actor"):
        change = {"actor": (view.actor or 0) + 1}
    with pytest.raises(dp.InvalidStateError) as refused:
        dp.validate(replace(view, **change))
    assert any(named in problem for problem in refused.value.problems), refused.value.problems


def test_types_are_told_first_and_alone() -> None:
    view = replace(
        EXAMPLES["view"],
        actor=True,
        dealer=7,
        board=[],
        phase="bet",
        street=1,
        scores=(0, 0.0, 0),
        discards=((), ()),
        bets=(5,),
    )
    with pytest.raises(dp.InvalidStateError) as refused:
        dp.validate(view)
    assert refused.value.problems == (
        "phase is of a wrong type.",
        "street is of a wrong type.",
        "actor is of a wrong type.",
        "board is of a wrong type.",
        "discards does not hold just 4 values.",
        "bets[0] is of a wrong type.",
        "scores[1] is of a wrong type.",
    )


@pytest.mark.parametrize(
    "value",
    [
        *(None, 5, "view", dp.DECK[0], dp.DECK, [dp.Bet(0, 1, 1)], dp.Bet),
        dp.evaluate(dp.DECK[:2]),
        View(*[getattr(EXAMPLES["view"], name) for name in dp.PlayerView.__struct_fields__]),
    ],
    ids=repr,
)
def test_other_values_cannot_be_judged(value: object) -> None:
    with pytest.raises(dp.ArgumentTypeError, match="What can be judged: GameState, PlayerView"):
        dp.validate(value)


class TestBetsAndDeals:
    def test_bets_are_judged_by_types_and_size_alone(self) -> None:
        for number in (0, 3, 99, 2**53 - 1):
            for bet in (dp.Bet(number, 0, 0), dp.Bet(0, number, 0), dp.Bet(0, 0, number)):
                assert dp.validate(bet) is bet
                assert dp.from_json(dp.to_json(bet), dp.Bet) == bet
        for number in (-1, 2**53, 10**30):
            for name in ("seat", "target", "chips"):
                bet = replace(dp.Bet(0, 0, 1), **{name: number})
                with pytest.raises(dp.InvalidStateError) as refused:
                    dp.validate(bet)
                assert refused.value.problems == (f"{name} is not from 0 to 2**53 - 1.",)
                with pytest.raises(dp.FormatError, match=f"'{name}' is out of range"):
                    dp.from_json(dp.to_json(bet), dp.Bet)

    def test_deals_are_judged_by_types_and_size_alone(self) -> None:
        for cards in ((), dp.DECK[:1] * 2, dp.DECK, dp.DECK[:1] * 52):
            deal = dp.Deal(cards)
            assert dp.validate(deal) is deal
            assert dp.from_json(dp.to_json(deal), dp.Deal) == deal
        deal = dp.Deal((*dp.DECK, dp.DECK[0]))
        with pytest.raises(dp.InvalidStateError):
            dp.validate(deal)
        with pytest.raises(dp.FormatError, match="'cards' holds too many"):
            dp.from_json(dp.to_json(deal), dp.Deal)


class TestRules:
    def test_rules_that_no_constructor_makes(self) -> None:
        for name, wrong, sentence in (
            ("players", 5, "Detective Poker is for 3 or 4 players."),
            ("rounds", 0, "A game is 1 to 100 rounds."),
            ("rounds", True, "rounds is of a wrong type."),
            ("mode", "expert", "mode is of a wrong type."),
        ):
            rules = dp.Rules(3)
            force_setattr(rules, name, wrong)
            with pytest.raises(dp.InvalidStateError) as refused:
                dp.validate(rules)
            assert refused.value.problems == (sentence,)
            for value in (
                replace(EXAMPLES["view"], rules=rules),
                put(EXAMPLES["betting"], ("_table", "rules"), rules),
                replace_record(EXAMPLES["record"], "rules", rules),
            ):
                with pytest.raises(dp.InvalidStateError) as refused:
                    dp.validate(value)
                assert sentence.removeprefix(name) in refused.value.problems[0]


def replace_record(record: dp.Record | dp.SeatRecord, name: str, new: object) -> Any:
    """A record that its constructor has not looked at."""
    again = replace(record)
    force_setattr(again, name, new)
    return again


class TestStates:
    def test_what_a_state_keeps_is_judged(self) -> None:
        """Chips and cards in hand, the cards dealt, the hand just scored: no public members."""
        betting, scored = EXAMPLES["betting"], EXAMPLES["scored"]
        purses = betting._purses
        first = purses[0]
        copy = Purse(first.players, first.seat, first.street, first.chips, first.cards)
        table = betting._table
        other = next(s for s in record_of(3, dp.Mode.EXPERT, 1, 2).states() if s.last_hand)
        for state, named in (
            (replace(betting, _purses=(copy, *purses[1:])), "chips_left"),
            (replace(betting, _purses=purses[::-1]), "chips_left"),
            (replace(betting, _purses=purses[:2]), "chips_left"),
            (replace(betting, _purses=()), "chips_left"),
            (replace(betting, _purses=(None, *purses[1:])), "chips_left[0]"),
            (replace(betting, _purses=None), "chips_left"),
            (replace(betting, _table=None), "_table"),
            (replace(betting, _table=replace(table, dealt=frozenset())), "dealt_cards"),
            (replace(betting, _table=replace(table, dealt=set(table.dealt))), "dealt"),
            (replace(scored, _table=replace(scored._table, played=None)), "last_hand"),
            (replace(scored, _table=replace(scored._table, played=other._table.played)), "last"),
            (put(scored, ("_table", "played", "rules"), dp.Rules(4)), "last_hand"),
            (put(scored, ("_table", "played", "dealer"), 9), "scored hand"),
            (put(scored, ("_table", "played", "board"), dp.DECK[:4]), "scored hand"),
            (put(scored, ("_table", "played", "bets"), ()), "scored hand"),
            (put(scored, ("_table", "played", "bets", 0), dp.Bet(0, 0, 9)), "scored hand"),
        ):
            with pytest.raises(dp.InvalidStateError) as refused:
                dp.validate(state)
            assert any(named in problem for problem in refused.value.problems)

    def test_no_sentence_tells_a_card(self) -> None:
        told: list[str] = []
        for name in ("betting", "view", "scored view"):
            value = EXAMPLES[name]
            for path in places(value):
                for new in (dp.Card("As"), "SECRET", 7):
                    told += problems_of(put(value, path, new))
        assert len(told) > 100
        words = set(" ".join(told).split())
        assert not words & {"SECRET", *map(str, dp.DECK)}


class TestRecords:
    def test_records_raise_as_their_readers_do(self) -> None:
        record = EXAMPLES["record"]
        bad = dp.Record(record.rules, record.dealer, (*record.actions, dp.Bet(0, 0, 9)))
        with pytest.raises(dp.IllegalActionError) as illegal:
            dp.validate(bad)
        assert illegal.value.index == len(record.actions)
        for junk in (5, None, "b 0>1 1", dp.Bet(True, 0, 1), object()):
            bad = dp.Record(record.rules, record.dealer, (*record.actions[:3], junk))
            with pytest.raises(dp.IllegalActionError) as illegal:
                dp.validate(bad)
            assert (illegal.value.index, illegal.value.reason) == (
                3,
                dp.IllegalReason.NOT_AN_ACTION,
            )
        seen = EXAMPLES["seat record"]
        for lines in (("x",), (5,), (*seen.lines[1:],), (seen.lines[0], seen.lines[0])):
            with pytest.raises((dp.NotationError, dp.IllegalActionError)):
                dp.validate(dp.SeatRecord(seen.seat, seen.rules, seen.dealer, lines))

    @pytest.mark.parametrize("name", ["record", "seat record"])
    def test_heads_that_no_constructor_lets_pass(self, name: str) -> None:
        record = EXAMPLES[name]
        for member, new, error in (
            ("rules", None, dp.ArgumentTypeError),
            ("dealer", 3, dp.SeatError),
            ("dealer", True, dp.ArgumentTypeError),
            ("names", ("a", "b"), dp.NotationError),
            ("names", ("a", "b", "\n"), dp.NotationError),
            ("names", ["Ann", "Bob", "Cy"], dp.InvalidStateError),
            ("names", None, dp.InvalidStateError),
            ("actions" if name == "record" else "lines", [], dp.InvalidStateError),
        ):
            with pytest.raises(error):
                dp.validate(replace_record(record, member, new))

    def test_what_a_record_keeps_is_judged(self) -> None:
        record, seen = EXAMPLES["record"], EXAMPLES["seat record"]
        for value, name, wrong in (
            (record, "_final", record.states()[2]),
            (record, "_final", None),
            (record, "more", 1),
            (seen, "_views", seen.views()[:2]),
            (seen, "_views", list(seen.views())),
        ):
            again = replace(value)
            assert dp.validate(again) is again
            vars(again)[name] = wrong
            with pytest.raises(dp.InvalidStateError, match="What the record keeps"):
                dp.validate(again)


def test_json_passes_the_same_judge() -> None:
    for value in EXAMPLES.values():
        if isinstance(value, dp.SeenBet | dp.Outcome):
            continue
        again = dp.from_json(dp.to_json(value), type(value))
        assert dp.validate(again) is again
        assert json.loads(dp.to_json(again)) == json.loads(dp.to_json(value))
