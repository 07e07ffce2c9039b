"""Every wrong call ends in one of our exceptions, with the state as it was and no secret told.

Records and JSON have tests of their own; this is about everything that plays a game.
"""

import copy
import pickle
import random
import re
from array import array
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from detective_poker import (
    DECK,
    ActionCard,
    ArgumentError,
    ArgumentTypeError,
    Bet,
    Card,
    CardError,
    Deal,
    DetectivePokerError,
    FormatError,
    GameState,
    IllegalActionError,
    IllegalReason,
    InvalidStateError,
    Mode,
    NotationError,
    Phase,
    Rank,
    Rules,
    RulesError,
    SeatError,
    Street,
    Suit,
    best_hand_odds,
    card_mask,
    deal_from,
    determinize,
    evaluate,
    format_cards,
    mask_strength,
    new_game,
    parse_action,
    parse_cards,
    placings,
    random_deal,
    score_hand,
    shuffled_deck,
    strength,
    strengths,
)

HUGE = 10**30


class Number(int):
    """An int that is not quite one."""


class MoreThanABet(Bet, frozen=True):
    """A bet with room for more."""

    note: str = ""


class MoreThanADeal(Deal, frozen=True):
    """A deal with room for more."""


class Seats(IntEnum):
    """Numbers by name."""

    ONE = 1


BET_CARD_TEXT = re.compile(r"\b[2-9TJQKA][cdhs]\b|plus_one|clockwise|bluff|blank|_OF_")


def named(values: Mapping[str, Any]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("bad", values.values(), ids=values.keys())


def refusal(error: type[DetectivePokerError], call: Callable[[], object]) -> DetectivePokerError:
    """The exception that the call ends in; its text holds neither cards nor action cards."""
    with pytest.raises(error) as refused:
        call()
    assert type(refused.value) is error
    text = str(refused.value)
    # How an action reads is always told by the same example.
    assert not BET_CARD_TEXT.search(text.replace("'d As Kd 7c' or 'b 0>2 3 bluff'", "…"))
    assert len(text) < 500
    return refused.value


def of_int(error: type[DetectivePokerError], bad: object) -> type[DetectivePokerError]:
    """The error for an int that is wrong; what is no int at all is of a wrong type."""
    return error if type(bad) is int else ArgumentTypeError


@pytest.fixture(scope="module")
def betting() -> GameState:
    """Seat 1 to bet on the Flop; it holds two chips for later and no Bluff."""
    state = new_game(Rules(3, Mode.EXPERT, 1), dealer=2)
    deck = shuffled_deck(random.Random(3))
    state = state.apply(deal_from(deck, state))
    for seat in (0, 1, 2):
        state = state.apply(Bet(seat, 0, 3, ActionCard.BLUFF))
    state = state.apply(deal_from(deck, state))
    assert (state.phase, state.actor) == (Phase.BET, 1)
    return state


@pytest.fixture(scope="module")
def dealing() -> GameState:
    """Before the first deal."""
    return new_game(Rules(3, Mode.EXPERT, 1), dealer=2)


@pytest.fixture(scope="module")
def over(betting: GameState) -> GameState:
    """After the last hand."""
    state, rng = betting, random.Random(4)
    while state.phase is not Phase.OVER:
        deal = state.phase is Phase.DEAL
        state = state.apply(random_deal(state, rng) if deal else rng.choice(state.legal_actions()))
    return state


def check_refused(state: GameState, action: object, reason: IllegalReason) -> None:
    """By all three ways to ask, and the state stays as it was."""
    known, known_hash = copy.deepcopy(state), hash(state)
    assert state.why_illegal(action) is reason
    assert state.is_legal(action) is False
    error = refusal(IllegalActionError, lambda: state.apply(action))  # type: ignore[arg-type]
    assert isinstance(error, IllegalActionError)
    assert isinstance(error, ValueError)
    assert error.reason is reason
    assert error.action is action
    assert error.index is None
    assert state == known
    assert hash(state) == known_hash
    assert [*state.bets] == [*known.bets]


# --- Actions -------------------------------------------------------------------------------------

NO_ACTIONS: dict[str, object] = {
    "None": None,
    "a number": 1,
    "text": "b 1>0 1",
    "a tuple": (1, 0, 1, None),
    "a list": [1, 0, 1],
    "a dict": {"type": "bet", "seat": 1, "target": 0, "chips": 1},
    "the class Bet": Bet,
    "the class Deal": Deal,
    "an action card": ActionCard.BLUFF,
    "a card": DECK[0],
    "a bet of a subclass": MoreThanABet(1, 0, 1),
    "a deal of a subclass": MoreThanADeal(DECK[:6]),
    "an array": np.zeros(3),
    "nan": float("nan"),
    "an object": object(),
}


@named(NO_ACTIONS)
def test_what_is_no_action(
    bad: object, betting: GameState, dealing: GameState, over: GameState
) -> None:
    """The type comes before everything else."""
    for state in (betting, dealing, over):
        check_refused(state, bad, IllegalReason.NOT_AN_ACTION)


NO_NUMBERS: dict[str, Any] = {
    "True": True,
    "1.0": 1.0,
    "text": "1",
    "bytes": b"1",
    "None": None,
    "numpy int64": np.int64(1),
    "numpy uint8": np.uint8(1),
    "numpy bool": np.bool_(True),
    "numpy array": np.array([1]),
    "numpy scalar array": np.array(1),
    "Decimal": Decimal(1),
    "a Decimal without a hash": Decimal("sNaN"),
    "Fraction": Fraction(1),
    "complex": 1 + 0j,
    "nan": float("nan"),
    "infinity": float("inf"),
    "a subclass of int": Number(1),
    "an enum member": Seats.ONE,
    "a street": Street.FLOP,
    "a suit": Suit.DIAMONDS,
    "a list": [1],
    "a tuple": (1,),
    "a dict": {1: 1},
    "a class": int,
    # Its hash raises a ValueError, not a TypeError.
    "a buffer without a hash": memoryview(bytearray(1)),
}


@named(NO_NUMBERS)
@pytest.mark.parametrize("member", ["seat", "target", "chips"])
def test_a_bet_with_a_wrong_type_in_it_is_not_an_action(
    bad: Any, member: str, betting: GameState, dealing: GameState
) -> None:
    """A bool is no seat, 1.0 is no chip count; nothing equal to 1 passes for it."""
    # What is known to be legal from an earlier call must not let its equals pass.
    assert betting.apply(Bet(1, 1, 1)) == betting.apply(Bet(1, 1, 1))
    bet = Bet(**{"seat": 1, "target": 1, "chips": 1, member: bad})
    for state in (betting, dealing):
        check_refused(state, bet, IllegalReason.NOT_AN_ACTION)
        for view in (state.view(1), state.public_view()):
            assert view.why_illegal(bet) is IllegalReason.NOT_AN_ACTION


NO_ACTION_CARDS: dict[str, Any] = {
    "its text": "blank",
    "unknown text": "joker",
    "empty text": "",
    "False": False,
    "0": 0,
    "a list": [ActionCard.BLANK],
    "a set": {ActionCard.BLANK},
    "a card": DECK[0],
    "the class": ActionCard,
    "a mode": Mode.EXPERT,
    "a buffer without a hash": memoryview(bytearray(1)),
}


@named(NO_ACTION_CARDS)
def test_a_bet_over_what_is_no_action_card_is_not_an_action(bad: Any, betting: GameState) -> None:
    assert betting.apply(Bet(1, 1, 1, ActionCard.BLANK)).action_cards(1)
    check_refused(betting, Bet(1, 1, 1, bad), IllegalReason.NOT_AN_ACTION)


@pytest.mark.parametrize(
    "wrong", [-1, 3, 4, 255, 256, 259, 2**31, 2**32 + 1, 2**64 + 1, HUGE, -HUGE]
)
def test_numbers_are_never_wrapped(wrong: int, betting: GameState) -> None:
    """259 is not 3, and 2⁶⁴ + 1 is not 1; a negative seat does not count from the end."""
    check_refused(betting, Bet(wrong, 1, 1), IllegalReason.WRONG_SEAT)
    check_refused(betting, Bet(1, wrong, 1), IllegalReason.NO_SUCH_TARGET)
    reason = IllegalReason.TOO_FEW_CHIPS if wrong < 1 else IllegalReason.TOO_MANY_CHIPS
    if wrong == 3:
        # Four chips are left, of which two are needed later.
        reason = IllegalReason.MUST_KEEP_CHIPS
    check_refused(betting, Bet(1, 1, wrong), reason)
    for action in (Bet(wrong, 1, 1), Bet(1, wrong, 1), Bet(1, 1, wrong)):
        assert betting.view(1).why_illegal(action) is betting.why_illegal(action)


def test_each_reason_that_a_bet_can_be_refused_for(
    betting: GameState, dealing: GameState, over: GameState
) -> None:
    check_refused(over, Bet(1, 1, 1), IllegalReason.GAME_OVER)
    check_refused(dealing, Bet(0, 1, 1), IllegalReason.EXPECTED_DEAL)
    check_refused(betting, Bet(0, 1, 1), IllegalReason.WRONG_SEAT)
    check_refused(betting, Bet(1, 3, 1), IllegalReason.NO_SUCH_TARGET)
    check_refused(betting, Bet(1, 1, 0), IllegalReason.TOO_FEW_CHIPS)
    check_refused(betting, Bet(1, 1, 4), IllegalReason.TOO_MANY_CHIPS)
    check_refused(betting, Bet(1, 1, 3), IllegalReason.MUST_KEEP_CHIPS)
    check_refused(betting, Bet(1, 1, 1, ActionCard.BLUFF), IllegalReason.CARD_ALREADY_PLAYED)


NO_CARDS: dict[str, Any] = {
    "a list": list(DECK[:6]),
    "a set": set(DECK[:6]),
    "text": "2c 3c 4c 5c 6c 7c",
    "texts": tuple(map(str, DECK[:6])),
    "None": None,
    "a number": 6,
    "numbers": (0, 1, 2, 3, 4, 5),
    "Nones": (None,) * 6,
    "one None": (*DECK[:5], None),
    "one text": (*DECK[:5], "7c"),
    "something unhashable": (*DECK[:5], []),
    "a tuple in the tuple": (DECK[:6],),
    "a generator": (card for card in DECK[:6]),
    "a class": Card,
    "ranks": tuple(Rank)[:6],
    "a million numbers": (0,) * 1_000_000,
}


@named(NO_CARDS)
def test_a_deal_of_what_is_no_tuple_of_cards_is_not_an_action(
    bad: Any, dealing: GameState, betting: GameState, over: GameState
) -> None:
    for state in (dealing, betting, over):
        check_refused(state, Deal(bad), IllegalReason.NOT_AN_ACTION)


def test_each_reason_that_a_deal_can_be_refused_for(
    dealing: GameState, betting: GameState, over: GameState
) -> None:
    six = DECK[:6]
    check_refused(over, Deal(six), IllegalReason.GAME_OVER)
    check_refused(betting, Deal(six), IllegalReason.EXPECTED_BET)
    for cards in ((), DECK[:5], DECK[:7], DECK, DECK * 10_000):
        check_refused(dealing, Deal(cards), IllegalReason.WRONG_CARD_COUNT)
    check_refused(dealing, Deal((*DECK[:5], DECK[0])), IllegalReason.DUPLICATE_CARD)
    turn = betting
    while turn.phase is Phase.BET:
        turn = turn.apply(turn.legal_actions()[0])
    dealt = next(card for card in turn.own_cards if card.rank not in {c.rank for c in turn.board})
    check_refused(turn, Deal((dealt,)), IllegalReason.CARD_ALREADY_DEALT)
    # On the board: it pairs, so the deal does not complete the board.
    check_refused(turn, Deal((turn.board[0],)), IllegalReason.WRONG_CARD_COUNT)
    check_refused(turn, Deal((turn.board[0], dealt)), IllegalReason.CARD_ALREADY_DEALT)
    check_refused(turn, Deal((turn.board[0],) * 100_000), IllegalReason.WRONG_CARD_COUNT)


class Odd(type):
    """A class of classes with an idea of its own of names."""

    __name__ = property(lambda _: 1 / 0)  # type: ignore[assignment]
    __module__ = "As"


@pytest.mark.parametrize(
    ("action", "detail"),
    [
        (Bet(1.0, 0, 1), "seat must be an int, not float"),  # type: ignore[arg-type]
        (Bet(True, 0, 1), "seat must be an int, not bool"),
        (Bet(1, "0", 1), "target must be an int, not str"),  # type: ignore[arg-type]
        (Bet(1, 0, np.int64(1)), "chips must be an int, not numpy.int64"),  # type: ignore[arg-type]
        (Bet(1, 0, None), "chips must be an int, not NoneType"),  # type: ignore[arg-type]
        (Bet(1, 0, Decimal(1)), "chips must be an int, not decimal.Decimal"),  # type: ignore[arg-type]
        (Bet(1, 0, Street.FLOP), "chips must be an int, not Street"),
        (Bet(1, 0, 1, "bluff"), "card must be an ActionCard or None, not str"),  # type: ignore[arg-type]
        (Bet(1, 0, 1, False), "card must be an ActionCard or None, not bool"),  # type: ignore[arg-type]
        (
            Bet(None, 0, 1, Card.ACE_OF_SPADES),  # type: ignore[arg-type]
            "seat must be an int, not NoneType, and card must be an ActionCard or None, not Card",
        ),
        (Deal([*DECK[:6]]), "cards must be a tuple, not list"),  # type: ignore[arg-type]
        (Deal("As"), "cards must be a tuple, not str"),  # type: ignore[arg-type]
        (Deal((*DECK[:5], "As")), "cards[5] must be a Card, not str"),  # type: ignore[arg-type]
        (Deal((None, 1)), "cards[0] must be a Card, not NoneType"),  # type: ignore[arg-type]
        ("b 1>0 1", "it must be a Bet or a Deal, not str, which parse_action reads"),
        (None, "it must be a Bet or a Deal, not NoneType"),
        (Street, "it must be a Bet or a Deal, not enum.EnumType"),
        (MoreThanABet(1, 0, 1), f"it must be a Bet or a Deal, not {__name__}.MoreThanABet"),
        (type("Z" * 500, (), {})(), "it must be a Bet or a Deal, not another"),
        (type("a\nb", (), {})(), "it must be a Bet or a Deal, not another"),
        (Odd("Own", (), {})(), f"it must be a Bet or a Deal, not {__name__}.Own"),
    ],
)
def test_what_is_no_action_is_told_by_its_types(
    action: Any, detail: str, betting: GameState, dealing: GameState
) -> None:
    """By the names of types alone: whatever it holds can be a secret."""
    for state in (betting, dealing):
        error = refusal(IllegalActionError, lambda state=state: state.apply(action))  # type: ignore[misc]
        assert isinstance(error, IllegalActionError)
        assert error.reason is IllegalReason.NOT_AN_ACTION
        assert error.detail == detail
        assert str(error) == f"This is not an action that the game knows: {detail}."


def test_what_is_an_action_has_no_more_to_be_said_of_it(
    betting: GameState, dealing: GameState
) -> None:
    for state, action in ((betting, Bet(0, 1, 1)), (dealing, Bet(0, 1, 1)), (dealing, Deal(()))):
        error = refusal(IllegalActionError, lambda s=state, a=action: s.apply(a))  # type: ignore[misc]
        assert isinstance(error, IllegalActionError)
        assert error.detail == ""
        assert str(error) == error.reason.message


def test_even_a_deal_of_no_cards_has_a_text() -> None:
    """str() of what is not an action: logging a refused action must not fail."""
    assert str(Deal(5))  # type: ignore[arg-type]


# --- Seats, rules, generators --------------------------------------------------------------------

NO_SEATS = {
    **{name: value for name, value in NO_NUMBERS.items() if name != "None"},
    "-1": -1,
    "3": 3,
    "256": 256,
    "2**64": 2**64,
    "huge": HUGE,
    "hugely negative": -HUGE,
}


@named({**NO_SEATS, "None": None})
def test_what_is_no_seat(bad: Any, betting: GameState) -> None:
    """−1 is no seat; a spectator's view is `public_view()`."""
    for call in (betting.view, betting.chips_left, betting.action_cards):
        kind = of_int(SeatError, bad)
        error = refusal(kind, lambda call=call: call(bad))  # type: ignore[misc]
        assert isinstance(error, ValueError)


@named(NO_SEATS)
def test_what_is_no_dealer(bad: Any) -> None:
    refusal(of_int(SeatError, bad), lambda: new_game(Rules(3), dealer=bad))
    refusal(of_int(SeatError, bad), lambda: score_hand(Rules(3), bad, *CARDS, BETS))


@named({**NO_NUMBERS, "2": 2, "5": 5, "0": 0, "-3": -3, "huge": HUGE})
def test_what_is_no_number_of_players(bad: Any) -> None:
    refusal(of_int(RulesError, bad), lambda: Rules(bad))


@named({**NO_NUMBERS, "0": 0, "-1": -1, "101": 101, "huge": HUGE})
def test_what_is_no_number_of_rounds(bad: Any) -> None:
    refusal(of_int(RulesError, bad), lambda: Rules(rounds=bad))


@named({"text": "expert", "None": None, "True": True, "the class": Mode, "a list": []})
def test_what_is_no_mode(bad: Any) -> None:
    refusal(ArgumentTypeError, lambda: Rules(3, bad))


@named({"None": None, "a number": 3, "a dict": {"players": 3}, "a tuple": (3, "expert", 2)})
def test_what_are_no_rules(bad: Any) -> None:
    refusal(ArgumentTypeError, lambda: new_game(bad))
    refusal(ArgumentTypeError, lambda: score_hand(bad, 0, *CARDS, BETS))


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: Rules(rounds=2.0), "The number of rounds must be an int, not float."),  # type: ignore[arg-type]
        (lambda: Rules("4"), "The number of players must be an int, not str."),  # type: ignore[arg-type]
        (lambda: Rules(True), "The number of players must be an int, not bool."),
        (lambda: Rules(3, "expert"), "The mode must be Mode.STANDARD or Mode.EXPERT, not str."),  # type: ignore[arg-type]
        (lambda: new_game(3), "The rules must be Rules, not int."),  # type: ignore[arg-type]
        (lambda: new_game().view(np.int8(0)), "A seat must be an int, not numpy.int8."),  # type: ignore[arg-type]
        (lambda: new_game(dealer="0"), "A seat must be an int, not str."),  # type: ignore[arg-type]
        (lambda: parse_cards(b"As"), "Cards are read from text, not bytes."),  # type: ignore[arg-type]
        (lambda: parse_action(None), "An action is read from text, not NoneType."),  # type: ignore[arg-type]
    ],
)
def test_types_are_told_as_types(call: Callable[[], object], told: str) -> None:
    assert str(refusal(ArgumentTypeError, call)) == told


@named(
    {
        "a seed": 7,
        "text": "7",
        "the module": random,
        "the class": random.Random,
        "a function": random.random,
        "a numpy generator": np.random.default_rng(1),
        "False": False,
    }
)
def test_what_is_no_generator(bad: Any, dealing: GameState, betting: GameState) -> None:
    """Above all: a seed is not silently taken for no generator."""
    for call in (
        lambda: new_game(rng=bad),
        lambda: new_game(dealer=0, rng=bad),
        lambda: random_deal(dealing, bad),
        lambda: shuffled_deck(bad),
        lambda: determinize(betting.view(0), bad),
    ):
        error = refusal(ArgumentTypeError, call)
        assert isinstance(error, TypeError)


@named({"None": None, "a number": 1, "rules": Rules(), "the class": GameState, "text": "state"})
def test_what_is_no_state_or_view(bad: Any, betting: GameState) -> None:
    """Neither does one pass for the other."""
    for wrong in (bad, betting.view(0)):
        refusal(ArgumentTypeError, lambda wrong=wrong: random_deal(wrong))  # type: ignore[misc]
        refusal(ArgumentTypeError, lambda wrong=wrong: deal_from(DECK, wrong))  # type: ignore[misc]
    for wrong in (bad, betting):
        refusal(ArgumentTypeError, lambda wrong=wrong: best_hand_odds(wrong))  # type: ignore[misc]
        refusal(ArgumentTypeError, lambda wrong=wrong: determinize(wrong))  # type: ignore[misc]


def test_what_the_core_refuses(betting: GameState) -> None:
    """Views are trusted, but the core looks at the cards that it is given, whatever they are."""
    view = betting.view(0)
    for wrong in (
        replace(view, own_card=view.board[0]),
        replace(view, board=view.board[:2]),
        replace(view, board=(view.board[0],) * 3),
        replace(view, forehead_cards=(None, view.own_card, view.forehead_cards[2])),
        replace(view, board=(), discards=(DECK[:-2], (), (), ())),
    ):
        refusal(CardError, lambda wrong=wrong: best_hand_odds(wrong))  # type: ignore[misc]


# --- Cards and hands -----------------------------------------------------------------------------

NO_HANDS: dict[str, Any] = {
    "nothing": (),
    "one card": DECK[:1],
    "eight cards": DECK[:8],
    "52 cards": DECK,
    "a card twice": (DECK[0], DECK[0]),
    "the same card 7 times": DECK[:1] * 7,
    "text": "As Kd",
    "texts": ["As", "Kd"],
    "numbers": [1, 2],
    "a number": 3,
    "a mask": 0b11,
    "None": None,
    "Nones": [None, None],
    "something unhashable": [[], []],
    "a card and a text": [DECK[0], "3c"],
    "ranks": [Rank.ACE, Rank.KING],
    "bytes": b"AsKd",
}


def of_cards(bad: object) -> type[DetectivePokerError]:
    """The error for cards that make no hand; what are no cards at all is of a wrong type."""
    cards = isinstance(bad, tuple) and all(type(card) is Card for card in bad)
    return CardError if cards else ArgumentTypeError


@named(NO_HANDS)
def test_what_is_no_hand(bad: Any) -> None:
    for call in (evaluate, strength):
        error = refusal(of_cards(bad), lambda call=call: call(bad))  # type: ignore[misc]
        assert isinstance(error, ValueError)


@named(
    {name: bad for name, bad in NO_HANDS.items() if not name.endswith((" cards", " card", "ng"))}
)
def test_what_are_no_different_cards(bad: Any) -> None:
    refusal(of_cards(bad), lambda: card_mask(bad))
    refusal(of_cards(bad), lambda: format_cards(bad))


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (["As", "Kd"], "The item at index 0 must be a Card, not str; parse_cards makes"),
        ([DECK[0], "3c"], "The item at index 1 must be a Card, not str; parse_cards makes"),
        ((DECK[0], DECK[1], 7), "The item at index 2 must be a Card, not int."),
        ([DECK[0], np.int8(1)], "The item at index 1 must be a Card, not numpy.int8."),
        ("As Kd", "These are not cards: parse_cards reads a text."),
        (5, "Several cards are asked for, not int."),
        ((DECK[0], DECK[1], DECK[0]), "A card comes twice: at index 0 and at index 2."),
        ((*DECK[:4], DECK[3]), "A card comes twice: at index 3 and at index 4."),
    ],
)
def test_what_is_wrong_with_cards_and_where(cards: Any, told: str) -> None:
    for call in (evaluate, strength, card_mask, format_cards):
        with pytest.raises(DetectivePokerError) as refused:
            call(cards)
        assert str(refused.value).startswith(told)
        assert not BET_CARD_TEXT.search(str(refused.value))


NO_MASKS: dict[str, Any] = {
    "nothing": 0,
    "one card": 1,
    "eight cards": 0xFF,
    "a bit between the suits": 0b11 | 1 << 13,
    "the highest bit": 0b11 | 1 << 63,
    "65 bits": 0b11 | 1 << 64,
    "-1": -1,
    "-3": -3,
    "huge": HUGE,
    "hugely negative": -HUGE,
    "True": True,
    "3.0": 3.0,
    "text": "3",
    "None": None,
    "Decimal": Decimal(3),
    "Fraction": Fraction(3),
    "numpy uint64": np.uint64(3),
    "numpy int64": np.int64(3),
    "a subclass of int": Number(3),
    "a rank": Rank.THREE,
    "cards": DECK[:2],
    "a list": [3],
    "nan": float("nan"),
}


@named(NO_MASKS)
def test_what_is_no_mask(bad: Any) -> None:
    refusal(of_int(CardError, bad), lambda: mask_strength(bad))


@named({name: bad for name, bad in NO_MASKS.items() if type(bad) is int and 0 <= bad < 2**64})
def test_what_is_no_mask_among_many(bad: int) -> None:
    refusal(CardError, lambda: strengths(array("Q", [bad])))


WORDS = np.array([0b11, 0b101, 0b1001, 0b110], np.uint64)

RELEASED = memoryview(array("Q", [3]))
RELEASED.release()

NO_MASK_BUFFERS: dict[str, Any] = {
    "None": None,
    "a number": 3,
    "text": "33333333",
    "a list": [3, 5],
    "cards": DECK[:2],
    "bytes": bytes(WORDS.tobytes()),
    "bytearray": bytearray(WORDS.tobytes()),
    "signed words": array("q", [3, 5]),
    "half words": array("I", [3, 5]),
    "doubles": array("d", [3, 5]),
    "characters": memoryview(b"\0" * 8).cast("c"),
    "pointers": memoryview(bytearray(8)).cast("P"),
    "numpy int64": WORDS.astype(np.int64),
    "numpy float64": WORDS.astype(np.float64),
    "numpy bool": np.ones(8, bool),
    "numpy complex": np.ones(2, complex),
    "numpy objects": np.array([3, 5], object),
    "numpy records": np.zeros(2, [("mask", np.uint64)]),
    "numpy times": np.zeros(2, "M8[s]"),
    "released": RELEASED,
    "the other byte order": WORDS.astype(WORDS.dtype.newbyteorder()),
    "every second": WORDS[::2],
    "backwards": WORDS[::-1],
    "backwards by memoryview": memoryview(array("Q", [3, 5]))[::-1],
    "columns first": np.asfortranarray(WORDS.reshape(2, 2)),
    "one repeated": np.broadcast_to(WORDS[:1], 5),
}


@named(NO_MASK_BUFFERS)
def test_what_is_no_buffer_of_masks(bad: Any) -> None:
    """Nothing is converted, and nothing is read in another way than it is meant."""
    refusal(ArgumentTypeError, lambda: strengths(bad))


def _out(items: int) -> "array[int]":
    return array("I", [7] * items)


NO_OUTS: dict[str, Any] = {
    "a number": 3,
    "text": "3333",
    "a list": [0, 0, 0, 0],
    "False": False,
    "too short": _out(3),
    "too long": _out(5),
    "empty": _out(0),
    "signed": array("i", [0] * 4),
    "words": array("Q", [0] * 4),
    "halves": array("H", [0] * 8),
    "floats": array("f", [0] * 4),
    "bytes": bytes(16),
    "bytearray": bytearray(16),
    "read-only": memoryview(_out(4).tobytes()).cast("I"),
    "read-only numpy": np.broadcast_to(np.zeros(4, np.uint32), (1, 4))[0],
    "numpy int32": np.zeros(4, np.int32),
    "numpy objects": np.zeros(4, object),
    "every second": np.zeros(8, np.uint32)[::2],
    "backwards": np.zeros(4, np.uint32)[::-1],
    "columns first": np.asfortranarray(np.zeros((2, 2), np.uint32)),
    "the other byte order": np.zeros(4, np.dtype(np.uint32).newbyteorder()),
}


def is_uint32s(bad: object) -> bool:
    try:
        with memoryview(bad) as memory:  # type: ignore[arg-type]
            return memory.format == "I" and memory.c_contiguous
    except TypeError:
        return False


@named(NO_OUTS)
def test_what_is_no_buffer_for_strengths(bad: Any) -> None:
    """Nothing is written to what is refused."""
    before = bytes(memoryview(bad)) if isinstance(bad, array) else None
    kind = CardError if is_uint32s(bad) else ArgumentTypeError
    refusal(kind, lambda: strengths(WORDS, bad))
    if before is not None:
        assert bytes(memoryview(bad)) == before


@pytest.mark.parametrize("start", range(0, 32, 4))
def test_masks_and_out_must_not_overlap(start: int) -> None:
    """Not even in one byte; what is refused stays as it was."""
    memory = bytearray(WORDS.tobytes() + bytes(32))
    before = bytes(memory)
    masks, out = memoryview(memory)[:32].cast("Q"), memoryview(memory)[start : start + 16].cast("I")
    refusal(CardError, lambda: strengths(masks, out))
    assert memory == before
    # From below, too.
    memory = bytearray(bytes(16) + WORDS.tobytes() + bytes(16))
    masks, out = memoryview(memory)[16:48].cast("Q"), memoryview(memory)[4:20].cast("I")
    refusal(CardError, lambda: strengths(masks, out))


@named(
    {
        "None": None,
        "a number": 3,
        "bytes": b"As",
        "a list": ["As"],
        "cards": DECK[:2],
        "a card": ["As", "As"],
        "an array": np.array(["As"]),
    }
)
def test_what_is_no_text(bad: Any) -> None:
    refusal(ArgumentTypeError, lambda: parse_cards(bad))
    refusal(ArgumentTypeError, lambda: parse_action(bad))


ACTIONS = ("d As Kd 7c", "d As", "b 0>2 3", "b 0>2 3 bluff", "b 3>3 1 plus_one", "b 9>9 99")


@pytest.mark.parametrize("text", ACTIONS)
def test_action_texts_and_actions_are_each_others_inverse(text: str) -> None:
    action = parse_action(text)
    assert str(action) == f"{action}" == text
    assert parse_action(str(action)) == action


NO_ACTION_TEXTS = [
    *("", " ", "d", "b", "d ", "b ", "x As", "d As ", " d As", "d  As", "d As  Kd", "d AsKd"),
    *("d as", "d A♠", "d 10s", "d As,Kd", "d As As", "d As\n", "d\tAs", "D As", "d ??", "d 1s"),
    *("b 0>2", "b 0>2 3 ", "b  0>2 3", "b 0>2  3", "b 0 > 2 3", "b 0<2 3", "b 0>2 3 Bluff"),
    *("b 0>2 3 joker", "b 0>2 3 bluff ", "b 0>2 3 bluff bluff", "b 0>2 3 None", "b 0>2 3 ?"),
    *("b -1>2 3", "b +1>2 3", "b 01>2 3", "b 0>2 03", "b 0>2 3.0", "b 0>2 1e1", "b 0>2 0x1"),
    *("b 0>2 3\n", "b 0>2\n3", "b ٠>2 3", "b 0>² 3", "b 0>2 3 blu\u017ff", "b 0>2 _3", "b 0>2 1_0"),
    *("b 0>2 " + "9" * 10, "b 0>2 " + "9" * 10_000, "d " + "As " * 100_000, "B 0>2 3"),
    *("plus_one", "Bet(seat=0, target=2, chips=3)", '{"type":"bet"}', "b 0>2 3\0", "\ufeffb 0>2 3"),
]


@pytest.mark.parametrize("text", NO_ACTION_TEXTS, ids=lambda text: repr(text[:20]))
def test_action_texts_are_read_exactly(text: str) -> None:
    error = refusal(NotationError, lambda: parse_action(text))
    assert isinstance(error, ValueError)


@pytest.mark.parametrize(
    ("text", "character"),
    [
        ("d As Xd", 6),
        ("d As Kd 7x", 9),
        ("d as", 3),
        ("d As kd", 6),
        ("d As, Kd", 5),
        ("d As  Kd", 6),
        ("d AsKd", 5),
        ("d As\n", 5),
        ("d ??", 3),
        ("x As", 1),
        ("B 0>1 1", 1),
        ("b 0<1 1", 4),
        ("b -1>1 1", 3),
        ("b 0>1 01", 8),
        ("b 0>1  1", 7),
        ("b 0>1 1 joker", 9),
        ("b 0>1 1 bluff ", 14),
        ("b 0>1 1234567890", 16),
    ],
)
def test_where_the_text_of_an_action_goes_wrong(text: str, character: int) -> None:
    error = refusal(NotationError, lambda: parse_action(text))
    assert str(error).endswith(f"and this one goes wrong at character {character}.")


@pytest.mark.parametrize("text", ["", "d", "d ", "d As ", "b", "b 0", "b 0>1", "b 0>1 1 "])
def test_a_text_that_could_go_on_to_an_action(text: str) -> None:
    assert str(refusal(NotationError, lambda: parse_action(text))).endswith("ends too early.")


@pytest.mark.parametrize(("text", "character"), [("d As As", 6), ("d 2c As 7h As 2c", 12)])
def test_where_a_deal_has_a_card_again(text: str, character: int) -> None:
    """Which card it is, is not told: a deal can be of cards that lie face down."""
    error = refusal(NotationError, lambda: parse_action(text))
    assert str(error) == f"A card comes twice: again at character {character}."


def test_the_longest_deal_can_be_read_back() -> None:
    assert parse_action(str(Deal(DECK))) == Deal(DECK)


# --- Scoring without a state ---------------------------------------------------------------------

CARDS = parse_cards("As 4h 9c"), parse_cards("Ad 4c 2c"), parse_cards("4d Kc Qh Tc 3c")
BETS = [Bet((1 + street + turn) % 3, 0, 1) for street in range(4) for turn in range(3)]


def bets_with(**changes: Bet) -> list[Bet]:
    return [changes.get(f"b{index}", bet) for index, bet in enumerate(BETS)]


BLUFF = ActionCard.BLUFF

Reason = IllegalReason
BAD_BETS: dict[str, tuple[Any, int, IllegalReason]] = {
    "out of turn": (bets_with(b0=Bet(2, 0, 1)), 0, Reason.WRONG_SEAT),
    "another order": (BETS[::-1], 0, Reason.WRONG_SEAT),
    "no such target": (bets_with(b3=Bet(2, 3, 1)), 3, Reason.NO_SUCH_TARGET),
    "a negative target": (bets_with(b3=Bet(2, -1, 1)), 3, Reason.NO_SUCH_TARGET),
    "no chips": (bets_with(b3=Bet(2, 0, 0)), 3, Reason.TOO_FEW_CHIPS),
    "four chips": (bets_with(b3=Bet(2, 0, 4)), 3, Reason.TOO_MANY_CHIPS),
    "huge": (bets_with(b3=Bet(2, 0, HUGE)), 3, Reason.TOO_MANY_CHIPS),
    "no reserve": (bets_with(b0=Bet(1, 0, 3), b5=Bet(1, 0, 3)), 5, Reason.MUST_KEEP_CHIPS),
    "a card twice": (
        bets_with(b0=Bet(1, 0, 1, BLUFF), b5=Bet(1, 0, 1, BLUFF)),
        5,
        Reason.CARD_ALREADY_PLAYED,
    ),
    "a bool": (bets_with(b0=Bet(True, 0, 1)), 0, Reason.NOT_AN_ACTION),
    "a float": (bets_with(b0=Bet(1, 0, 1.0)), 0, Reason.NOT_AN_ACTION),  # type: ignore[arg-type]
    "something unhashable": (bets_with(b0=Bet(1, [], 1)), 0, Reason.NOT_AN_ACTION),  # type: ignore[arg-type]
    "texts": (["b 1>0 1"] * 12, 0, Reason.NOT_AN_ACTION),
    "Nones": ([None] * 12, 11, Reason.NOT_AN_ACTION),
    "a deal": ([Deal(DECK[:3])] * 12, 0, Reason.NOT_AN_ACTION),
}


@named(BAD_BETS)
def test_score_hand_names_the_bet_and_what_is_wrong_with_it(
    bad: tuple[Any, int, IllegalReason],
) -> None:
    bets, index, reason = bad
    error = refusal_of_problems(lambda: score_hand(Rules(3), 0, *CARDS, bets))
    told = f"Bet {index}: {reason.message.rstrip('.')}"
    assert any(problem.startswith(told) for problem in error.problems)


@named(
    {
        "none": ([], "Not every"),
        "one missing": (BETS[:-1], "Not every"),
        "text": ("b 1>0 1", "Not every"),
        "one too many": ([*BETS, Bet(1, 0, 1)], "more bets"),
        "a million": (BETS * 100_000, "more bets"),
        "a number": (12, "sequences"),
        "None": (None, "sequences"),
    }
)
def test_score_hand_wants_the_bets_of_a_whole_hand(bad: tuple[Any, str]) -> None:
    bets, problem = bad
    assert problem in str(refusal_of_problems(lambda: score_hand(Rules(3), 0, *CARDS, bets)))


def refusal_of_problems(call: Callable[[], object]) -> InvalidStateError:
    with pytest.raises(InvalidStateError) as refused:
        call()
    assert isinstance(refused.value, ValueError)
    assert refused.value.problems
    assert str(refused.value) == "; ".join(refused.value.problems)
    assert not BET_CARD_TEXT.search(str(refused.value))
    return refused.value


@pytest.mark.parametrize("place", [0, 1, 2], ids=["own", "forehead", "board"])
@named(
    {
        "none": (),
        "one": DECK[:1],
        "too many": DECK[30:40],
        "all": DECK,
        "text": "AsKd",
        "texts": ("2s", "3s", "4s"),
        "numbers": (1, 2, 3),
        "Nones": (None, None, None),
        "something unhashable": ([], [], []),
        "a card twice": (DECK[51],) * 3,
        "a number": 3,
        "None": None,
    }
)
def test_score_hand_refuses_bad_cards(bad: Any, place: int) -> None:
    cards: list[Any] = list(CARDS)
    cards[place] = bad
    refusal_of_problems(lambda: score_hand(Rules(3), 0, *cards, BETS))


@pytest.mark.parametrize(
    ("discards", "problem"),
    [
        ((), "one for each street"),
        (((), (), ()), "one for each street"),
        (((),) * 5, "one for each street"),
        (None, "sequences"),
        (3, "sequences"),
        ((None,) * 4, "sequences"),
        ("abcd", "no card"),
        (((), ("Kd",), (), ()), "no card"),
        (((), ([],), (), ()), "no card"),
        (((), (Card.KING_OF_CLUBS,), (), ()), "twice"),
        (((Card.KING_OF_DIAMONDS,), (), (), ()), "without cause"),
        (((), (Card.SEVEN_OF_DIAMONDS,), (), ()), "without cause"),
        # The Flop's last card, and the Turn's, complete their street.
        (((), (Card.QUEEN_OF_DIAMONDS,), (), ()), "without cause"),
        (((), (), (Card.TEN_OF_DIAMONDS,), ()), "without cause"),
    ],
)
def test_score_hand_refuses_bad_discards(discards: Any, problem: str) -> None:
    call = lambda: score_hand(Rules(3, Mode.EXPERT), 0, *CARDS, BETS, discards)  # noqa: E731
    assert problem in str(refusal_of_problems(call))


def test_score_hand_knows_the_modes() -> None:
    """Discards only in Expert Mode, and there no pair on the board."""
    kings = ((), (Card.KING_OF_DIAMONDS,), (Card.QUEEN_OF_CLUBS,), ())
    result = score_hand(Rules(3, Mode.EXPERT), 0, *CARDS, BETS, kings)
    assert result.discards == kings
    error = refusal_of_problems(lambda: score_hand(Rules(3), 0, *CARDS, BETS, kings))
    assert len(error.problems) == 1
    assert "discarded" in error.problems[0]
    paired = CARDS[0], CARDS[1], parse_cards("4d Kc Kh Tc 3c")
    score_hand(Rules(3), 0, *paired, BETS)
    error = refusal_of_problems(lambda: score_hand(Rules(3, Mode.EXPERT), 0, *paired, BETS))
    assert len(error.problems) == 1
    assert "board" in error.problems[0]


def test_score_hand_names_every_problem() -> None:
    error = refusal_of_problems(
        lambda: score_hand(Rules(4), 0, *CARDS[:2], CARDS[2][:4], bets_with(b4=Bet(0, 7, 1)))
    )
    assert len(error.problems) >= 4


@pytest.mark.parametrize("arguments", [((1, 2), (1,)), (None, (1,)), (("a", 1), (1, 2))])
def test_what_cannot_be_placed(arguments: Any) -> None:
    with pytest.raises(DetectivePokerError):
        placings(*arguments)


# --- Exceptions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        *(
            ArgumentError("a"),
            ArgumentTypeError("a"),
            CardError("a"),
            FormatError("a"),
            NotationError("a"),
            RulesError("a"),
        ),
        *(SeatError("a"), InvalidStateError(["a", "b"])),
        IllegalActionError(Bet(1, 0, 1, ActionCard.BLUFF), IllegalReason.WRONG_SEAT),
        IllegalActionError(None, IllegalReason.GAME_OVER, 7),
        IllegalActionError(5, IllegalReason.NOT_AN_ACTION, 7, 12, "it must be a Bet"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_exceptions_travel_between_processes(error: DetectivePokerError) -> None:
    """With all their attributes; each is ours and of a usual kind."""
    assert isinstance(error, DetectivePokerError)
    assert isinstance(error, ValueError)
    error.add_note("while seat 2 played on")
    error.add_note("and a line more")
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        for made in (pickle.loads(pickle.dumps(error, protocol)), copy.copy(error)):
            assert type(made) is type(error)
            assert str(made) == str(error)
            assert vars(made) == vars(error)
            assert made.__notes__ == ["while seat 2 played on", "and a line more"]


def test_a_refusal_names_its_place() -> None:
    over = IllegalReason.GAME_OVER
    assert str(IllegalActionError(None, over)) == over.message
    assert str(IllegalActionError(None, over, 7)) == f"Action 7: {over.message}"
    assert str(IllegalActionError(None, over, 7, 12)) == f"Line 12, action 7: {over.message}"
    assert str(IllegalActionError(None, over, line=12)) == f"Line 12: {over.message}"
    assert str(IllegalActionError(None, over, detail="so it is")) == "The game is over: so it is."


def test_a_refusal_tells_the_reason_and_not_the_action(betting: GameState) -> None:
    """An action can hold a secret: the text is the same whatever it was."""
    texts = set()
    for card in (None, ActionCard.BLANK, ActionCard.PLUS_ONE):
        with pytest.raises(IllegalActionError) as refused:
            betting.apply(Bet(1, 1, 3, card))
        texts.add(str(refused.value))
        texts.add(repr(refused.value).replace(repr(str(refused.value)), ""))
    assert len(texts) == 2
