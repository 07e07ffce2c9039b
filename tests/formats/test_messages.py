"""What refusals say, word for word: a player or a programmer reads it.

`data/messages.json` has the messages; `python tests/write_anew.py messages` writes it anew when a
change is meant.
"""

import contextlib
import json
import random
import tempfile
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

import detective_poker as dp
from detective_poker.bots import RandomBot
from detective_poker.inference import odds
from games import after_first_street, record_of
from test_codec import BROKEN, VIEW_CHANGES, example, state_at
from test_json import UNWRITABLE
from test_judge import EVENTS_OF_NO_GAME, ODDS_OF_NOTHING, full_street, scored

FILE = Path(__file__).parents[1] / "data" / "messages.json"
JSON_TYPES: list[Any] = [
    *(dp.GameState, dp.PlayerView, dp.Record, dp.SeatRecord, dp.Rules, dp.Bet, dp.Deal),
    *(dp.HandResult, dp.Odds),
]
CARDS = (
    dp.parse_cards("As 7d 2c"),
    dp.parse_cards("Ah 8d 3s"),
    dp.parse_cards("Kd Qh 9s 5c 4d"),
)
BETS = [dp.Bet((1 + street + turn) % 3, 0, 1) for street in range(4) for turn in range(3)]
Call = Callable[[], object]


def json_calls() -> Iterator[tuple[str, Call]]:
    """Documents that break something, member by member."""

    def reading(kind: Any, document: object) -> Call:
        data = json.dumps(document)
        return lambda: dp.from_json(data, kind)

    for name, mode, phase, street, change, _problem in BROKEN:
        document = json.loads(dp.to_json(state_at(phase, street, mode=mode)))
        change(document)
        yield f"state: {name}", reading(dp.GameState, document)
    for name, change in VIEW_CHANGES:
        state = state_at(dp.Phase.BET, dp.Street.FLOP, mode=dp.Mode.STANDARD, bets=2)
        document = json.loads(dp.to_json(state.view(1)))
        change(document)
        yield f"view: {name}", reading(dp.PlayerView, document)
    for name, value in (
        ("best", [1, 2]),
        ("best", [1, 2, 3, 4]),
        ("worlds", 0),
        ("best", [-1, 10**9, 0]),
        ("weakest", [0, 0, 0]),
        ("weakest", [10**30, 0, 0]),
    ):
        yield f"odds: {name} {value}", reading(dp.Odds, example(dp.Odds) | {name: value})
    for count in (2, 5):
        document = example(dp.HandResult)
        document["own_cards"] = (document["own_cards"] * 3)[:count]
        yield f"hand result: {count} players", reading(dp.HandResult, document)
    for kind in JSON_TYPES:
        for name in example(kind):
            document = example(kind)
            yield f"{kind.__name__} {name} wrong", reading(kind, document | {name: [{}]})
            del document[name]
            yield f"{kind.__name__} {name} missing", reading(kind, document)
        yield f"{kind.__name__} with more", reading(kind, example(kind) | {"more": 1})
    yield "twice", lambda: dp.from_json('{"players":3,"players":3}', dp.Rules)
    yield "too much", lambda: dp.from_json(" " * 2000, dp.Rules)
    yield "no data", lambda: dp.from_json(5, dp.Rules)  # type: ignore[arg-type]
    yield "no type", lambda: dp.to_json(5)
    document = json.loads(dp.to_json(state_at(dp.Phase.BET, dp.Street.FLOP, mode=dp.Mode.EXPERT)))
    document["bets"][1]["card"] = "joker"
    yield "deep", reading(dp.GameState, document)


def text_calls() -> Iterator[tuple[str, Call]]:
    """Records and actions as text, a line at a time out of order."""
    record = record_of(3, dp.Mode.EXPERT, 1, 1)
    for kind, text in (
        (dp.Record, record.to_text()),
        (dp.SeatRecord, record.for_seat(1).to_text()),
    ):
        lines = text.split("\n")[:12]
        for number, line in enumerate(lines):
            changed = "\n".join([*lines[:number], f"{line} x", *lines[number + 1 :], ""])
            yield f"{kind.__name__} line {number}", lambda k=kind, t=changed: k.from_text(t)
            cut = "\n".join([*lines[:number], *lines[number + 1 :], ""])
            yield f"{kind.__name__} without {number}", lambda k=kind, t=cut: k.from_text(t)
            head = "\n".join([*lines[:number], ""])
            if number < 6:
                yield f"{kind.__name__} to {number}", lambda k=kind, t=head: k.from_text(t)
        yield f"{kind.__name__} unended", lambda k=kind: k.from_text("x")
        yield f"{kind.__name__} bytes", lambda k=kind: k.from_text(b"x")
        yield f"{kind.__name__} long", lambda k=kind: k.from_text("x" * (1 << 22) + "\n")
    for text in ("", "x", "d ", "d As As", "d as", "b 0>1", "b 0>1 1 joker", "b" * 201, None):
        yield f"action {str(text)[:20]!r}", lambda t=text: dp.parse_action(t)  # type: ignore[arg-type]
    rules = dp.Rules(3)
    for name, arguments in (
        ("rules", (None, 0)),
        ("dealer", (rules, 3)),
        ("one text", (rules, 0, "b")),
        ("no sequence", (rules, 0, 5)),
        ("two names", (rules, 0, (), ("a", "b"))),
        ("a name of 65", (rules, 0, (), ("a", "b", "c" * 65))),
        ("unprintable", (rules, 0, (), ("a", "b", "\n"))),
        ("illegal", (rules, 0, (dp.Bet(0, 0, 1),))),
    ):
        yield f"record {name}", lambda a=arguments: dp.Record(*a).final()  # type: ignore[arg-type]
    for name, lines in (
        ("of no text", (5,)),
        ("of no cards", ("d 1c ?? ?? ?? 7c 9c",)),
        ("not seen so", ("d 2c 3c 4c 5c 6c 7c",)),
    ):
        seat = lambda found=lines: dp.SeatRecord(0, rules, 0, found)  # type: ignore[arg-type] # noqa: E731
        yield f"seat record {name}", lambda make=seat: make().views()
    yield "seat record of a seat", lambda: dp.SeatRecord(3, rules, 0)


def play_calls() -> Iterator[tuple[str, Call]]:
    """Whatever is asked of states, views, deals, hands and odds."""
    state = dp.new_game(dp.Rules(3), dealer=0)
    bet = state.apply(dp.deal_from(dp.DECK, state))
    over = record_of(3, dp.Mode.STANDARD, 1, 1).final()
    for reason in dp.IllegalReason:
        yield f"reason {reason}", lambda r=reason: raise_(dp.IllegalActionError(None, r))
        yield (
            f"reason {reason} in a record",
            lambda r=reason: raise_(dp.IllegalActionError(None, r, 3)),
        )
    for name, position in (("bet", bet), ("over", over)):
        yield f"random deal in {name}", lambda p=position: dp.random_deal(p)
        yield f"deal from in {name}", lambda p=position: dp.deal_from(dp.DECK, p)
    wrong: Any = "x"
    yield "deal of no state", lambda: dp.random_deal(wrong)
    yield "short deck", lambda: dp.deal_from(dp.DECK[1:], state)
    yield "deck with a card twice", lambda: dp.deal_from((*dp.DECK[1:], dp.DECK[1]), state)
    flop = bet
    while flop.phase is dp.Phase.BET:
        flop = flop.apply(flop.legal_actions()[0])
    yield "another deck", lambda: dp.deal_from(dp.DECK[::-1], flop)
    yield "no generator", lambda: dp.shuffled_deck(wrong)
    yield "new game of no rules", lambda: dp.new_game(wrong)
    yield "new game with a generator", lambda: dp.new_game(rng=wrong)
    yield "new game with a dealer", lambda: dp.new_game(dealer=4)
    yield "view of a seat", lambda: bet.view(3)
    yield "chips of a seat", lambda: bet.chips_left(-1)
    yield "odds of a spectator", lambda: dp.best_hand_odds(bet.public_view())
    yield "odds before the deal", lambda: dp.best_hand_odds(state.view(0))
    yield "odds of no view", lambda: dp.best_hand_odds(wrong)
    yield "world of no view", lambda: dp.determinize(wrong)
    own, forehead = dp.Card("As"), dp.parse_cards("Kd 7c")
    for name, cards in (
        ("one forehead card", (own, forehead[:1])),
        ("four forehead cards", (own, dp.parse_cards("Kd 7c 2c 3c"))),
        ("a board of two", (own, forehead, dp.parse_cards("2c 3c"))),
        ("a card twice", (own, forehead, (), (own,))),
        ("few cards left", (own, forehead, (), [c for c in dp.DECK if c not in (own, *forehead)])),
        ("text", (own, "Kd 7c")),
    ):
        yield f"card odds, {name}", lambda c=cards: odds.card_odds(*c)
    rules, expert = dp.Rules(3), dp.Rules(3, dp.Mode.EXPERT)
    for name, hand in (
        ("no rules", (None, 0, *CARDS, BETS)),
        ("no dealer", (rules, 3, *CARDS, BETS)),
        ("no cards", (rules, 0, (), (), CARDS[2], BETS)),
        ("own cards", (rules, 0, CARDS[0][:2], *CARDS[1:], BETS)),
        ("forehead cards", (rules, 0, CARDS[0], CARDS[1][:2], CARDS[2], BETS)),
        ("a board of four", (rules, 0, *CARDS[:2], CARDS[2][:4], BETS)),
        ("a board of two", (rules, 0, *CARDS[:2], CARDS[2][:2], BETS)),
        ("a card twice", (rules, 0, CARDS[0], CARDS[0], CARDS[2], BETS)),
        ("a bet missing", (rules, 0, *CARDS, BETS[:-1])),
        ("a bet more", (rules, 0, *CARDS, [*BETS, BETS[0]])),
        ("no bet", (rules, 0, *CARDS, [5, *BETS[1:]])),
        ("bets of another", (rules, 0, *CARDS, [BETS[1], BETS[0], *BETS[2:]])),
        ("no sequence", (rules, 0, 5, *CARDS[1:], BETS)),
        ("three discards", (rules, 0, *CARDS, BETS, ((), (), ()))),
        ("discards", (rules, 0, *CARDS, BETS, ((), (), (dp.Card("Kc"),), ()))),
        ("discards without cause", (expert, 0, *CARDS, BETS, ((), (), (dp.Card("5s"),), ()))),
        ("text for cards", (rules, 0, "abc", *CARDS[1:], BETS)),
        ("a pair on the board", (expert, 0, *CARDS[:2], dp.parse_cards("Kd Kh 9s 5c 4d"), BETS)),
        ("all at once", (rules, 0, CARDS[0][:1], CARDS[0], CARDS[2][:1], [BETS[1], 5])),
    ):
        yield f"score hand, {name}", lambda h=hand: dp.score_hand(*h)  # type: ignore[arg-type]
    yield "placings", lambda: dp.placings((1, 2), (1,))


def hand_made_calls() -> Iterator[tuple[str, Call]]:
    """Values made by hand: views, events and odds of no game, and what has no JSON."""
    for name, event in EVENTS_OF_NO_GAME.items():
        yield f"event: {name}", lambda e=event: dp.from_json(dp.to_json(e), dp.Event)
    yield "event: four scores", lambda: dp.from_json(dp.to_json(scored(1)), dp.Event)
    for name, odds_of_nothing in ODDS_OF_NOTHING.items():
        yield f"odds: {name}", lambda o=odds_of_nothing: dp.to_json(o)
    for name, value in UNWRITABLE.items():
        yield f"no JSON: {name}", lambda v=value: dp.to_json(v)
    released = memoryview(b"{}")
    released.release()
    yield "released", lambda: dp.from_json(released, dp.Rules)  # type: ignore[arg-type]
    yield "state: a full street", lambda: dp.validate(full_street())
    view = after_first_street(dp.Rules(3)).view(2)
    for name, arguments in (
        ("a street as a number", {"street": 3}),
        ("a street that is over", {"street": dp.Street.PREFLOP}),
        ("one sample", {"street": dp.Street.RIVER, "samples": 1}),
        ("a negative seed", {"street": dp.Street.RIVER, "seed": -1}),
    ):
        yield f"odds of {name}", lambda a=arguments: dp.best_hand_odds(view, **a)  # type: ignore[arg-type]
    for name, change in (
        ("no deck", {"own_card": view.board[0]}),
        ("no own card", {"own_card": None}),
    ):
        wrong = replace(view, **change)
        yield f"odds of a view of {name}", lambda v=wrong: dp.best_hand_odds(v)
        yield f"odds of views, one of {name}", lambda v=wrong: dp.odds_many([view, v])
    yield "odds of views, a number", lambda: dp.odds_many(5)  # type: ignore[arg-type]
    hand = (dp.Rules(3), 0, *CARDS)
    yield "masks", lambda: dp.strengths(array("Q", [3, 1]))
    yield "score hand, no bets", lambda: dp.score_hand(*hand, None)  # type: ignore[arg-type]


def simulation_calls() -> Iterator[tuple[str, Call]]:
    """What is refused of many games, and of the file of others."""
    three, rules = ["odds", "naive", "random"], dp.Rules(3, rounds=1)

    def games(bots: Any = three, number: Any = 3, **options: Any) -> Call:
        return lambda: dp.simulate(bots, number, **{"rules": rules} | options)

    yield "games between too few bots", games(["odds", "odds"])
    yield "games between bots in a set", games(set(three))
    yield "games between unknown bots", games(["odds", "naive", "genius"])
    yield "games with a huge seed", games(seed=2**53)
    yield "games with no time", games(timeout=0)
    yield "games with a timeout that is no number", games(timeout="1")
    yield "games with a bot's name on two lines", games({"a\nb": "odds", "c": "odds", "d": "odds"})
    yield "a set for a deck", lambda: dp.deal_from(set(dp.DECK), dp.new_game(dealer=0))
    yield "a set for names", lambda: dp.Record(rules, 0, (), {"Ann", "Bob", "Cy"})  # type: ignore[arg-type]

    def in_file(again: Call) -> Call:
        def call() -> None:
            with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
                dp.simulate(three, 3, rules=rules, file="games")
                again()

        return call

    yield "other games in the file", in_file(games(number=60, seed=8, file="games"))
    more = {"rules": dp.Rules(4, dp.Mode.EXPERT), "file": "games"}
    yield "other players in the file", in_file(games([*three, "odds"], **more))
    changed = {"odds": "random", "naive": "naive", "random": partial(RandomBot)}
    yield "another bot in the file", in_file(games(changed, file="games"))

    def of_format(text: str) -> Call:
        def call() -> None:
            Path("games").write_text(text, encoding="utf-8")
            games(file="games")()

        return in_file(call)

    yield "a file of another format", of_format('{"detective_poker_simulation": 1}\n')
    yield "a file of something else", of_format("eggs, milk\n")

    def at_once() -> None:
        games(file="new", progress=lambda *_: games(file="new")())()

    yield "two runs on one file", in_file(at_once)


def raise_(error: Exception) -> None:
    raise error


def message(call: Call) -> object:
    """What the call's refusal says, in a list if it has several problems."""
    try:
        call()
    except dp.InvalidStateError as error:
        return [type(error).__name__, *error.problems]
    except dp.DetectivePokerError as error:
        return f"{type(error).__name__}: {error}"
    return "accepted"


def messages() -> dict[str, object]:
    calls = [*json_calls(), *text_calls(), *play_calls(), *hand_made_calls()]
    calls += simulation_calls()
    assert len({name for name, _ in calls}) == len(calls)
    return {name: message(call) for name, call in calls}


def reprs() -> dict[str, object]:
    """What logs show."""
    record = record_of(3, dp.Mode.EXPERT, 1, 1)
    state = record.states()[11]
    view = state.view(1)
    shown: dict[str, Any] = {"state": state, "view": view, "spectator": state.public_view()}
    shown |= {"seen bet": view.bets[0], "record": record, "seat record": record.for_seat(1)}
    found: dict[str, object] = {name: repr(value) for name, value in shown.items()}
    return found | {
        f"rich {name}": [[label, str(fact)] for label, fact in value.__rich_repr__()]
        for name, value in shown.items()
    }


def everything() -> str:
    told = {"messages": messages(), "reprs": reprs()}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def test_messages_change_only_on_purpose() -> None:
    assert json.loads(everything()) == json.loads(FILE.read_text(encoding="utf-8"))


def test_odds_at_their_bounds_are_accepted() -> None:
    for best, weakest, worlds in (
        ((1, 0, 0), (0, 1, 0), 1),
        ((1, 1, 1), (1, 1, 1), 1),
        ((7, 0, 0, 7), (0, 7, 7, 0), 7),
        ((3, 4, 0), (0, 0, 7), 7),
    ):
        value = dp.Odds(best, weakest, worlds)
        assert dp.from_json(dp.to_json(value), dp.Odds) == value


@pytest.mark.parametrize("kind", [*JSON_TYPES, *get_args(dp.Event)])
def test_a_schema_says_what_it_is_of(kind: Any) -> None:
    schema = dp.json_schema(kind)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert kind.__name__ in schema["$defs"]
    assert "Document" not in json.dumps(schema)


def test_chance_is_drawn_from_the_generator_given() -> None:
    """The values that seeds give, for ever: a written-down seed is a written-down game."""
    state = dp.new_game(dp.Rules(4, dp.Mode.EXPERT), rng=random.Random(5))
    dealers = [dp.new_game(rng=random.Random(seed)).dealer for seed in range(12)]
    assert dealers == [3, 0, 3, 0, 0, 2, 3, 1, 0, 1, 2, 1]
    deal = dp.random_deal(state, random.Random(5))
    view = state.apply(deal).view(0)
    world = dp.determinize(view, random.Random(5))
    assert str(deal) == DEAL
    assert " ".join(world.own_cards + world.forehead_cards) == WORLD


DEAL = "d 2s 5d Ts Jd Ks 7s 4s 9h"
WORLD = "5d 6h Kh 3s Js 4s 9h Ks"


if __name__ == "__main__":
    FILE.write_text(everything(), encoding="utf-8", newline="\n")
