"""The one judge: what play gives is let pass as it is, and what it cannot give is refused."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

import detective_poker as dp
from games import ALL_KINDS, after_first_street, record_of

STRANGE: list[Any] = [
    *(None, -1, 7, 999, 2**53, 2**64, True, 1.5, float("nan"), "x", "As", b"x", [1], {}, object()),
    *((), (None,), (None,) * 3, ("x",) * 4, (9,) * 4, (True,) * 4, (-1,) * 4, dp.DECK),
    tuple(dp.ActionCard)[::-1],
    tuple(map(str, dp.ActionCard)),
]


def whole_game(players: int, mode: dp.Mode) -> tuple[dp.GameState, ...]:
    return record_of(players, mode, 1, 9).states()


def test_what_play_gives_is_let_pass_as_it_is() -> None:
    for players, mode in ALL_KINDS:
        record = record_of(players, mode, 1, 9)
        assert dp.validate(record) is record
        assert dp.validate(record.rules) is record.rules
        for seat in range(players):
            told = record.for_seat(seat)
            assert dp.validate(told) is told
        states = record.states()
        for state, after, action in zip(states, states[1:], record.actions, strict=False):
            assert dp.validate(state) is state
            assert dp.validate(action) is action
            for seat in (*range(players), None):
                view = state.public_view() if seat is None else state.view(seat)
                later = after.public_view() if seat is None else after.view(seat)
                assert dp.validate(view) is view
                for bet in view.bets:
                    assert dp.validate(bet) is bet
                for event in dp.events_between(view, later):
                    assert dp.validate(event) is event
            if state.last_hand is not None:
                assert dp.validate(state.last_hand) == state.last_hand
        assert dp.validate(states[-1].outcome) is states[-1].outcome


@pytest.mark.parametrize("name", dp.PlayerView.__struct_fields__)
def test_a_member_that_play_cannot_give_is_named(name: str) -> None:
    """Each member of a view replaced by what it cannot be, or is elsewhere."""
    views = [s.view(s.actor or 0) for s in whole_game(3, dp.Mode.EXPERT)[::7]]
    # Cards, seats and the dealer of another view are as good, or could be.
    others = [] if name in ANY_OTHER else [getattr(other, name) for other in views]
    for view in views:
        for value in (*STRANGE, *others):
            made = replace(view, **{name: value})
            if same(made, view):
                continue
            with pytest.raises(dp.InvalidStateError) as refused:
                dp.validate(made)
            assert refused.value.problems
            assert all(type(problem) is str for problem in refused.value.problems)


ANY_OTHER = ("seat", "dealer", "own_card", "forehead_cards", "board", "discards")


def same(one: Any, other: Any) -> bool:
    """Equal, member by member, with the same types."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    names = getattr(one, "__struct_fields__", None)
    if names is not None:
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    return bool(one == other)


@pytest.mark.parametrize(
    "wrong",
    [
        {"actor": 0},
        {"actor": None},
        {"hand_number": 1},
        {"ply": 7},
        {"phase": dp.Phase.DEAL},
        {"street": dp.Street.TURN},
        {"scores": (1, 0, 0, 0)},
        {"chips_left": (7, 5, 5, 5)},
        {"action_cards_left": (3, 4, 4, 4)},
        {"action_cards": ()},
        {"round_number": 1},
        {"seat": 1},
        {"dealer": 1},
    ],
    ids=str,
)
def test_what_does_not_follow_is_refused(wrong: dict[str, Any]) -> None:
    state = after_first_street(dp.Rules(4))
    view = state.view(state.actor)  # type: ignore[arg-type]
    assert dp.validate(view) is view
    with pytest.raises(dp.InvalidStateError):
        dp.validate(replace(view, **wrong))


def made_bets(view: dp.PlayerView) -> Iterator[tuple[dp.SeenBet, ...]]:
    """Bets that the viewer cannot have seen."""
    players = view.rules.players
    for index, bet in enumerate(view.bets):
        changes: list[dict[str, Any]] = [
            {"seat": seat} for seat in (-1, 9, None, (bet.seat + 1) % players)
        ]
        changes += [{"target": target} for target in (-1, players, 9, None, "x", 1.0, True)]
        changes += [{"chips": chips} for chips in (-1, 0, 4, 256, 999, 10**30, None, "x", True)]
        changes += [
            {"street": street} for street in (7, -1, None, "x", dp.Street((bet.street + 1) % 4))
        ]
        changes += [{"has_card": has} for has in (None, 1, 2, "x", not bet.has_card)]
        changes += [{"card": card} for card in (5, "bluff", "x")]
        if bet.seat != view.seat:
            changes += [{"card": dp.ActionCard.BLANK}]
            changes.remove({"has_card": not bet.has_card})
        for change in changes:
            yield (*view.bets[:index], replace(bet, **change), *view.bets[index + 1 :])
        for other in (None, 5, "x", dp.Bet(bet.seat, bet.target, bet.chips)):
            yield (*view.bets[:index], other, *view.bets[index + 1 :])  # type: ignore[misc]
    yield view.bets[1:]
    yield view.bets * 4
    yield (*view.bets, *view.bets[:1])
    yield (view.bets[0],) * 9


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
def test_bets_that_cannot_have_been_made_are_refused(players: int, mode: dp.Mode) -> None:
    for state in whole_game(players, mode):
        if state.actor is None or len(state.bets) % players < 2:
            continue
        view = state.view(state.actor)
        for bets in made_bets(view):
            with pytest.raises(dp.InvalidStateError):
                dp.validate(replace(view, bets=bets))


def test_all_chips_at_once_and_one_card_twice_are_refused() -> None:
    state = dp.new_game(dp.Rules(3), dealer=0)
    rng = random.Random(1)
    while len(state.bets) < 6:
        if state.actor is None:
            state = state.apply(dp.random_deal(state, rng))
        else:
            cards = (dp.ActionCard.BLUFF, dp.ActionCard.BLANK)
            state = state.apply(dp.Bet(state.actor, 0, 1, cards[state.street]))
    view = state.view(0)
    twice = [replace(bet, card=dp.ActionCard.BLUFF if bet.seat == 0 else None) for bet in view.bets]
    # Three chips and three chips leave one for two streets.
    threes = [replace(bet, chips=3) for bet in view.bets]
    for bets in (twice, threes):
        with pytest.raises(dp.InvalidStateError):
            dp.validate(replace(view, bets=tuple(bets)))


@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
@pytest.mark.parametrize("name", dp.HandResult.__struct_fields__)
def test_a_scored_hand_made_by_hand_is_refused(name: str, players: int, mode: dp.Mode) -> None:
    after = next(
        other
        for one, other in pairwise(whole_game(players, mode))
        if other.hand_number > one.hand_number
    )
    hand, view = after.last_hand, after.view(1)
    assert hand is not None
    for value in STRANGE:
        made = replace(hand, **{name: value})
        with pytest.raises(dp.InvalidStateError):
            dp.validate(made)
        with pytest.raises(dp.InvalidStateError):
            dp.validate(replace(view, last_hand=made))
    for bet_name in hand.bets[0].__struct_fields__:
        for value in (-1, 9, "x", [1], None):
            bets = (replace(hand.bets[0], **{bet_name: value}), *hand.bets[1:])
            if not same(bets, hand.bets):
                with pytest.raises(dp.InvalidStateError):
                    dp.validate(replace(hand, bets=bets))


@pytest.mark.parametrize("name", ["phase", "street", "actor", "bets", "_purses", "_table"])
def test_a_state_made_by_hand_is_refused(name: str) -> None:
    """Its private members, too: other purses than the bets leave, a table of another hand."""
    states = whole_game(3, dp.Mode.STANDARD)[::5]
    for state in states:
        for value in (*STRANGE, *(getattr(other, name) for other in states)):
            if same(value, getattr(state, name)) or value is getattr(state, name):
                continue
            made = replace(state, **{name: value})
            with pytest.raises(dp.InvalidStateError):
                dp.validate(made)


@pytest.mark.parametrize("value", [None, 5, "b 0>1 1", object(), dp.Bet, dp.ActionCard.BLUFF, []])
def test_what_has_no_judge_is_of_a_wrong_type(value: object) -> None:
    with pytest.raises(dp.ArgumentTypeError):
        dp.validate(value)
