"""Cards, their text and their bits (design.md, Cards)."""

import copy
import pickle
import random

import pytest
from hypothesis import given, strategies as st

import reference
from detective_poker import (
    DECK,
    ArgumentTypeError,
    Card,
    CardError,
    NotationError,
    Rank,
    Suit,
    card_mask,
    format_cards,
    parse_cards,
)
from strategies import hands


def test_deck_is_the_52_cards_in_order_of_their_bits() -> None:
    assert [str(card) for card in DECK] == reference.DECK
    assert list(DECK) == sorted(DECK, key=lambda card: card.bit) == list(Card)
    assert len({card.bit for card in DECK}) == 52


@pytest.mark.parametrize("card", DECK)
def test_a_card_knows_its_rank_suit_and_bit(card: Card) -> None:
    text = str(card)
    assert card.value == text == f"{card}"
    assert Card(text) is card
    assert card.rank == reference.rank_of(text)
    assert card.suit == reference.suit_of(text)
    assert type(card.rank) is Rank
    assert type(card.suit) is Suit
    assert card.bit == 1 << (16 * card.suit + card.rank - 2)
    assert card.name == f"{card.rank.name}_OF_{card.suit.name}"
    assert card.rank.letter + card.suit.letter == text
    assert card.pretty == text[:-1].replace("T", "10") + "♣♦♥♠"[card.suit]
    assert card.suit.symbol == card.pretty[-1]


def test_the_ace_is_high_and_spades_are_last() -> None:
    assert [rank.value for rank in Rank] == list(range(2, 15))
    assert max(Rank) is Rank.ACE
    assert list(Suit) == [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES]
    assert Card.TWO_OF_CLUBS.bit == 1
    assert Card.ACE_OF_SPADES.bit == 1 << 60


@pytest.mark.parametrize("text", ["as", "AS", "1s", "10s", "A♠", "A", "", "Asx", " As", "sA"])
def test_card_parses_exactly_its_own_text(text: str) -> None:
    with pytest.raises(ValueError, match="not a valid Card"):
        Card(text)


@pytest.mark.parametrize("card", [Card.ACE_OF_SPADES, Card.TEN_OF_CLUBS])
def test_a_card_is_one_object_through_pickle_and_copies(card: Card) -> None:
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.copy(card) is copy.deepcopy(card) is card


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As Kd 7c", "As Kd 7c"),
        ("AsKd7c", "As Kd 7c"),
        ("A♠ 10♦", "As Td"),
        ("A♠10♦2♣J♥", "As Td 2c Jh"),
        ("aS kD tH", "As Kd Th"),
        ("As,Kd,7c", "As Kd 7c"),
        ("As, Kd ,  7c", "As Kd 7c"),
        ("  As   Kd  ", "As Kd"),
        ("10s10h", "Ts Th"),
        ("", ""),
        ("   ", ""),
    ],
)
def test_parse_cards_reads_what_people_write(text: str, expected: str) -> None:
    assert parse_cards(text) == tuple(Card(card) for card in expected.split())


@pytest.mark.parametrize(
    "text",
    [
        "As As",
        "As a♠",
        "10s Ts",
        "1s",
        "11s",
        "A",
        "s",
        "As K",
        "As x",
        "As;Kd",
        "As,,Kd",
        "As, ,Kd",
        ",As",
        "As,",
        "As\tKd",
        "As\nKd",
        "As\n",
        "\u00a0As",
        "As\u2003Kd",
        "A♤",
        "Aſ",
        "\u212as",
        "A s",
        "\uff21s",
        "\u0662s",
        "??",
        "As" + " " * 2000,
        "As Kd " * 100_000,
    ],
)
def test_parse_cards_refuses_everything_else(text: str) -> None:
    with pytest.raises(NotationError):
        parse_cards(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("As Xd", "There is no card at character 4 of that text: 'Xd'."),
        ("   As Xd", "There is no card at character 7 of that text: 'Xd'."),
        ("AsKd7", "There is no card at character 5 of that text: '7'."),
        ("Joker, As", "There is no card at character 1 of that text: 'Jok'."),
        ("As,", "There is no card at character 4 of that text: it ends there."),
        ("As , ", "There is no card at character 6 of that text: it ends there."),
        (", As", "There is no card at character 1 of that text: ','."),
        ("As,,Kd", "There is no card at character 4 of that text: ','."),
        ("As \x1b[2J", "There is no card at character 4 of that text: '\\x1b[2'."),
        ("As \ud800", "There is no card at character 4 of that text: '\\ud800'."),
        (
            "A\N{CYRILLIC SMALL LETTER DZE}",
            "There is no card at character 1 of that text: 'A\\u0455'.",
        ),
        ("As Kd As", "As comes twice in that text: again at character 7."),
        ("  10♦,td", "Td comes twice in that text: again at character 7."),
        ("2c 3c 3c 2c", "3c comes twice in that text: again at character 7."),
    ],
)
def test_what_is_no_card_is_told_with_its_place(text: str, told: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_cards(text)
    assert str(refused.value) == told


@given(st.text(alphabet="AKQJT98765432cdhsCDHS♠♥♦♣10, \t", max_size=12))
def test_parse_cards_finds_cards_or_refuses(text: str) -> None:
    try:
        cards = parse_cards(text)
    except NotationError:
        return
    assert len(set(cards)) == len(cards)
    plain = text.replace("10", "T").replace(" ", "").replace(",", "").upper()
    for symbol, letter in zip("♣♦♥♠", "CDHS", strict=True):
        plain = plain.replace(symbol, letter)
    assert plain == "".join(cards).upper()


@given(hands(0, 52), st.sampled_from(("", " ", ",", ", ")))
def test_format_and_parse_are_each_others_inverse(cards: list[Card], separator: str) -> None:
    assert format_cards(cards) == " ".join(str(card) for card in cards)
    assert parse_cards(format_cards(cards)) == tuple(cards)
    assert parse_cards(separator.join(cards)) == tuple(cards)
    assert parse_cards(separator.join(card.pretty for card in cards)) == tuple(cards)


@given(hands(0, 52))
def test_card_mask_is_the_sum_of_the_bits(cards: list[Card]) -> None:
    mask = card_mask(cards)
    assert type(mask) is int
    assert mask == sum(card.bit for card in cards)
    assert mask == card_mask(random.Random(0).sample(cards, len(cards)))
    assert [card for card in DECK if mask & card.bit] == sorted(cards, key=DECK.index)


def test_masks_and_texts_take_any_iterable_of_cards() -> None:
    two = DECK[:2]
    for cards in (two, list(two), iter(two), (card for card in two), dict.fromkeys(two)):
        assert card_mask(cards) == 0b11
    assert format_cards(iter(two)) == "2c 3c"


def test_a_card_that_comes_twice_has_neither_mask_nor_text() -> None:
    for twice in ([Card.ACE_OF_SPADES] * 2, [*DECK, DECK[7]]):
        with pytest.raises(CardError):
            card_mask(twice)
        with pytest.raises(CardError):
            format_cards(twice)


@pytest.mark.parametrize(
    "cards",
    [
        "As Kd",
        "",
        ["As", "Kd"],
        [0, 1],
        [None],
        [Card.ACE_OF_SPADES, ["Kd"]],
        [Card],
        [b"As"],
        3,
        None,
        Card.ACE_OF_SPADES,
    ],
    ids=repr,
)
def test_what_is_no_set_of_cards_has_neither_mask_nor_text(cards: object) -> None:
    with pytest.raises(ArgumentTypeError):
        card_mask(cards)  # type: ignore[arg-type]
    with pytest.raises(ArgumentTypeError):
        format_cards(cards)  # type: ignore[arg-type]
