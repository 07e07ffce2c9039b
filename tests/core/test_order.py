"""What has no order is refused where order matters, and any other series is taken, once."""

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from detective_poker import (
    DECK,
    ArgumentTypeError,
    Bet,
    Card,
    InvalidStateError,
    MixtureModel,
    Record,
    Rules,
    SeatRecord,
    UniformModel,
    card_mask,
    card_odds,
    deal_from,
    evaluate,
    format_cards,
    new_game,
    odds_many,
    parse_cards,
    play_game,
    random_deal,
    score_hand,
    simulate,
)
from detective_poker.bots import Bot, NaiveBot, OddsBot, RandomBot

THREE = Rules(3, rounds=1)
START = new_game(THREE, dealer=0)
DEALT = START.apply(random_deal(START, random.Random(4)))
BETS = [Bet((1 + street + turn) % 3, 0, 1) for street in range(4) for turn in range(3)]
OWN, FOREHEADS, BOARD = map(parse_cards, ("As 7d 2c", "Ah 8d 3s", "Kd Qh 9s 5c 4d"))
PLAYERS: list[Bot] = [OddsBot(), NaiveBot(), RandomBot()]


def played(bots: Iterable[Bot], names: Iterable[str] = ()) -> Record:
    return play_game(bots, THREE, rng=random.Random(1), names=names)


def scored(
    *, own: Any = OWN, foreheads: Any = FOREHEADS, board: Any = BOARD, bets: Any = BETS
) -> object:
    return score_hand(THREE, 0, own, foreheads, board, bets)


IN_ORDER: dict[str, tuple[list[Any], Callable[[Any], object]]] = {
    "a deck": (list(DECK), lambda deck: deal_from(deck, START)),
    "cards as text": (list(DECK[7:20]), format_cards),
    "forehead cards": (list(FOREHEADS), lambda cards: card_odds(OWN[0], cards)),
    "actions of a record": (
        [random_deal(START, random.Random(4))],
        lambda one: Record(THREE, 0, one),
    ),
    "names of a record": (["Ann", "Bob", "Cy"], lambda names: Record(THREE, 0, (), names)),
    "lines of a seat": (["d ?? ?? 2c ?? 3c 4c"], lambda lines: SeatRecord(0, THREE, 0, lines)),
    "names of a seat": (["Ann", "Bob", "Cy"], lambda names: SeatRecord(0, THREE, 0, (), names)),
    "bots of a game": (PLAYERS, played),
    "names of a game": (["Ann", "Bob", "Cy"], lambda names: played(PLAYERS, names)),
    "bots of many games": (
        ["odds", "naive", "random"],
        lambda bots: simulate(bots, 3, rules=THREE, seed=6),
    ),
    "classes of bots": (
        [NaiveBot, OddsBot, RandomBot],
        lambda bots: simulate(bots, 3, rules=THREE, seed=6),
    ),
    "views": ([DEALT.view(seat) for seat in range(3)], odds_many),
    "models": (
        [UniformModel(), UniformModel()],
        lambda models: MixtureModel(models, (0.5, 0.5)),
    ),
    "weights": ([0.25, 0.75], lambda weights: MixtureModel((UniformModel(),) * 2, weights)),
}
"""What each function takes in an order, with what to give it."""

each = pytest.mark.parametrize("name", IN_ORDER)


class OwnSet(set[Any]):
    pass


@each
@pytest.mark.parametrize("kind", [set, frozenset, OwnSet])
def test_a_set_has_no_order(name: str, kind: Callable[[Any], object]) -> None:
    values, function = IN_ORDER[name]
    for some in (values, []):
        with pytest.raises(ArgumentTypeError, match="has no order"):
            function(kind(some))


@each
def test_any_other_series_is_taken_once(name: str) -> None:
    values, function = IN_ORDER[name]
    expected = function(values)
    assert function(tuple(values)) == expected
    assert function(iter(values)) == expected
    assert function(value for value in values) == expected
    assert function(dict(enumerate(values)).values()) == expected
    if len(set(map(id, values))) == len(values) and name != "models":
        # A view of a dict's keys is a set in Python's eyes, but it keeps their order.
        assert function(dict.fromkeys(values).keys()) == expected


@pytest.mark.parametrize(
    "given",
    [
        {"own": set(OWN)},
        {"foreheads": frozenset(FOREHEADS)},
        {"board": set(BOARD)},
        {"bets": set(BETS)},
    ],
)
def test_a_hand_is_not_scored_from_sets(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidStateError, match="must be sequences"):
        scored(**given)
    assert scored() == scored(own=iter(OWN), foreheads=iter(FOREHEADS), bets=iter(BETS))


def test_a_plot_takes_names_in_order() -> None:
    pytest.importorskip("matplotlib", reason="the extra 'plot' is not installed")
    from detective_poker.plots import plot_odds  # noqa: PLC0415 - an extra

    odds = card_odds(OWN[0], FOREHEADS[:2])
    with pytest.raises(ArgumentTypeError, match="has no order"):
        plot_odds(odds, names={"Ann", "Bob", "Cy"})
    axes = plot_odds(odds, names=iter(["Ann", "Bob", "Cy"]))
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Ann", "Bob", "Cy"]


def test_where_order_is_nothing_sets_are_cards() -> None:
    five: set[Card] = set(DECK[3:8])
    assert evaluate(five) == evaluate(DECK[3:8])
    assert card_mask(five) == card_mask(DECK[3:8])
    rest = [card for card in DECK if card not in (*OWN, *FOREHEADS, *BOARD)]
    dead = frozenset(rest[20:25])
    assert card_odds(OWN[0], FOREHEADS[:2], set(BOARD), dead) == card_odds(
        OWN[0], FOREHEADS[:2], BOARD, rest[20:25]
    )
