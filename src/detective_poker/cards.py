"""The 52 cards, their text and their bits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum, StrEnum, unique
from typing import Final, NamedTuple

from detective_poker._arguments import check_order, iterator_of
from detective_poker.errors import ArgumentTypeError, CardError, NotationError, type_name


@unique
class Suit(IntEnum):
    """A suit. Suits never break a tie; their order is that of the bits of `Card.bit`."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The suit in a card's text: one of `cdhs`."""
        return SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The suit as people see it: one of `♣♦♥♠`."""
        return SUIT_SYMBOLS[self]


@unique
class Rank(IntEnum):
    """A rank, 2 to 14; the ace is high, and low only in A-2-3-4-5."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The rank in a card's text: one of `23456789TJQKA`."""
        return RANK_LETTERS[self - 2]


RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "cdhs"
SUIT_SYMBOLS: Final = "♣♦♥♠"


@unique
class Card(StrEnum):
    """A card; its value and `str()` is rank and suit, such as `"As"`.

    `Card("As")` parses exactly that and raises ValueError for anything else; `parse_cards` reads
    what people write. As text, cards sort by letter: sort by `bit` or `rank` to order them.

    >>> Card("Td").rank, Card("Td").suit
    (<Rank.TEN: 10>, <Suit.DIAMONDS: 1>)
    """

    rank: Rank
    suit: Suit
    bit: int
    """The card as one bit of a 64-bit word: bit 16 * suit + rank, where the two is 0."""
    deck_index: int
    """The card's index in `DECK`, 0 to 51."""

    def __init__(self, text: str) -> None:
        rank_index, suit_index = RANK_LETTERS.index(text[0]), SUIT_LETTERS.index(text[1])
        self.rank = Rank(rank_index + 2)
        self.suit = Suit(suit_index)
        self.bit = 1 << (16 * suit_index + rank_index)
        self.deck_index = 13 * suit_index + rank_index

    TWO_OF_CLUBS = "2c"
    THREE_OF_CLUBS = "3c"
    FOUR_OF_CLUBS = "4c"
    FIVE_OF_CLUBS = "5c"
    SIX_OF_CLUBS = "6c"
    SEVEN_OF_CLUBS = "7c"
    EIGHT_OF_CLUBS = "8c"
    NINE_OF_CLUBS = "9c"
    TEN_OF_CLUBS = "Tc"
    JACK_OF_CLUBS = "Jc"
    QUEEN_OF_CLUBS = "Qc"
    KING_OF_CLUBS = "Kc"
    ACE_OF_CLUBS = "Ac"
    TWO_OF_DIAMONDS = "2d"
    THREE_OF_DIAMONDS = "3d"
    FOUR_OF_DIAMONDS = "4d"
    FIVE_OF_DIAMONDS = "5d"
    SIX_OF_DIAMONDS = "6d"
    SEVEN_OF_DIAMONDS = "7d"
    EIGHT_OF_DIAMONDS = "8d"
    NINE_OF_DIAMONDS = "9d"
    TEN_OF_DIAMONDS = "Td"
    JACK_OF_DIAMONDS = "Jd"
    QUEEN_OF_DIAMONDS = "Qd"
    KING_OF_DIAMONDS = "Kd"
    ACE_OF_DIAMONDS = "Ad"
    TWO_OF_HEARTS = "2h"
    THREE_OF_HEARTS = "3h"
    FOUR_OF_HEARTS = "4h"
    FIVE_OF_HEARTS = "5h"
    SIX_OF_HEARTS = "6h"
    SEVEN_OF_HEARTS = "7h"
    EIGHT_OF_HEARTS = "8h"
    NINE_OF_HEARTS = "9h"
    TEN_OF_HEARTS = "Th"
    JACK_OF_HEARTS = "Jh"
    QUEEN_OF_HEARTS = "Qh"
    KING_OF_HEARTS = "Kh"
    ACE_OF_HEARTS = "Ah"
    TWO_OF_SPADES = "2s"
    THREE_OF_SPADES = "3s"
    FOUR_OF_SPADES = "4s"
    FIVE_OF_SPADES = "5s"
    SIX_OF_SPADES = "6s"
    SEVEN_OF_SPADES = "7s"
    EIGHT_OF_SPADES = "8s"
    NINE_OF_SPADES = "9s"
    TEN_OF_SPADES = "Ts"
    JACK_OF_SPADES = "Js"
    QUEEN_OF_SPADES = "Qs"
    KING_OF_SPADES = "Ks"
    ACE_OF_SPADES = "As"

    @property
    def pretty(self) -> str:
        """The card as people see it, such as `A♠` or `10♦`."""
        letter = "10" if self.rank is Rank.TEN else self.rank.letter
        return letter + self.suit.symbol


DECK: Final[tuple[Card, ...]] = tuple(Card)
"""All 52 cards, in order of `Card.bit`."""

_CARD_TEXT: Final = "(10|[2-9TJQKAtjqka])([CDHScdhs♣♦♥♠])"
_SEPARATOR: Final = " *, *| +"
_MAX_TEXT = 1000


class FoundCards(NamedTuple):
    """The cards at the start of a text, and how far they go."""

    cards: list[tuple[Card, int]]
    """Each with the index at which it begins."""
    stop: int | None
    """The index at which a card should stand and none does; None if all of the text is read."""

    @property
    def repeated(self) -> int | None:
        """Where the first card that was there before begins; None if all are different."""
        before: set[Card] = set()
        for card, index in self.cards:
            if card in before:
                return index
            before.add(card)
        return None


def find_cards(text: str, start: int = 0) -> FoundCards:
    """The cards of a text from an index on, as `parse_cards` reads them."""
    card_text, separator = re.compile(_CARD_TEXT), re.compile(_SEPARATOR)
    cards: list[tuple[Card, int]] = []
    end = len(text.rstrip(" "))
    index = start
    while text.startswith(" ", index) and index < end:
        index += 1
    while index < end:
        if cards and (gap := separator.match(text, index)):
            index = gap.end()
        match = card_text.match(text, index)
        if match is None:
            return FoundCards(cards, index)
        rank, suit = match[1].upper(), match[2].lower()
        rank_letter = "T" if rank == "10" else rank
        suit_letter = suit if suit in SUIT_LETTERS else SUIT_LETTERS[SUIT_SYMBOLS.index(suit)]
        cards.append((Card(rank_letter + suit_letter), index))
        index = match.end()
    return FoundCards(cards, None)


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `"As Kd 7c"`, `"AsKd7c"` or `"A♠, 10♦"`, in any case.

    Between cards: nothing, blanks, or one comma. Raises `NotationError` for anything else and for
    a card that comes twice, naming the character, and `ArgumentTypeError` for what is no text.

    >>> parse_cards("a♠ 10d")
    (<Card.ACE_OF_SPADES: 'As'>, <Card.TEN_OF_DIAMONDS: 'Td'>)
    """
    if not isinstance(text, str):
        raise ArgumentTypeError(f"Cards are read from text, not {type_name(text)}.")
    if len(text) > _MAX_TEXT:
        raise NotationError("That text is too long for cards.")
    found = find_cards(text)
    if (stop := found.stop) is not None:
        raise NotationError(
            f"There is no card at character {stop + 1} of that text: {_shown(text, stop)}"
        )
    if (index := found.repeated) is not None:
        card = next(card for card, place in found.cards if place == index)
        raise NotationError(f"{card} comes twice in that text: again at character {index + 1}.")
    return tuple([card for card, _ in found.cards])


def _shown(text: str, index: int) -> str:
    """What stands at an index of a text, for a message: a few characters, all of them visible."""
    rest = re.split("[ ,]", text[index : index + 4])[0] or text[index : index + 1]
    return f"{rest[:3]!a}." if rest else "it ends there."


def format_cards(cards: Iterable[Card]) -> str:
    """The text of cards, one blank between; `parse_cards` reads it back.

    Raises `CardError` for a card that comes twice, `ArgumentTypeError` for what is no card.

    >>> format_cards([Card.ACE_OF_SPADES, Card.KING_OF_DIAMONDS])
    'As Kd'
    """
    cards = as_cards(cards)
    card_mask(cards)
    return " ".join(cards)


def as_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards as a tuple, in their order.

    Raises `ArgumentTypeError` for a set, and unless each is a `Card` (a text is none).
    """
    check_order(cards, "cards")
    return as_cards_in_any_order(cards)


def as_cards_in_any_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of any collection, as `as_cards` checks them, where their order is nothing."""
    if isinstance(cards, str):
        raise ArgumentTypeError("These are not cards: parse_cards reads a text.")
    result = tuple(iterator_of(cards, "cards"))
    for card in result:
        if type(card) is not Card:
            index = next(place for place, item in enumerate(result) if item is card)
            hint = "; parse_cards makes cards of a text" if isinstance(card, str) else ""
            raise ArgumentTypeError(
                f"The item at index {index} must be a Card, not {type_name(card)}{hint}."
            )
    return result


def card_mask(cards: Iterable[Card]) -> int:
    """The bits of different cards, or-ed into one word.

    Raises `CardError` for a card that comes twice, `ArgumentTypeError` for what is no card.

    >>> hex(card_mask([Card.TWO_OF_CLUBS, Card.ACE_OF_SPADES]))
    '0x1000000000000001'
    """
    mask = 0
    cards = as_cards_in_any_order(cards)
    for card in cards:
        if mask & card.bit:
            # By places alone: cards of a hand can be secrets.
            first = cards.index(card)
            again = cards.index(card, first + 1)
            raise CardError(f"A card comes twice: at index {first} and at index {again}.")
        mask |= card.bit
    return mask
