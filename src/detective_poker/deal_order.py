"""Who gets which card of a deal (R13), and which cards stay on the board (R7)."""

from __future__ import annotations

from typing import Final, TypeAlias

from detective_poker.cards import Card
from detective_poker.rules import Rules, Street

Discards: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
"""The cards discarded on each street (Expert Mode)."""

NO_DISCARDS: Final[Discards] = ((), (), (), ())


def seats_in_order(players: int, dealer: int) -> tuple[int, ...]:
    """The seats in the order in which they are dealt a card: clockwise from left of the dealer."""
    return tuple([(dealer + 1 + turn) % players for turn in range(players)])


def deal_to_seats(
    dealer: int, cards: tuple[Card, ...]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The own and the forehead cards by seat, of those dealt before the flop.

    Twice round the table: first everybody's own card, then everybody's forehead card (R13).
    """
    players = len(cards) // 2
    # Where seat 0 comes in the order of `seats_in_order`.
    first = players - 1 - dealer
    return (
        cards[first:players] + cards[:first],
        cards[players + first :] + cards[players : players + first],
    )


def in_dealt_order(
    dealer: int, own_cards: tuple[Card, ...], forehead_cards: tuple[Card, ...]
) -> tuple[Card, ...]:
    """The cards of the deal before the flop: `deal_to_seats` turned round."""
    seats = seats_in_order(len(own_cards), dealer)
    return tuple([cards[seat] for cards in (own_cards, forehead_cards) for seat in seats])


def turn_up(
    rules: Rules, board: tuple[Card, ...], street: Street, cards: tuple[Card, ...]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The board after these cards of a street, and those of them that are discarded (R7).

    It stops when the street is complete: cards after that are not looked at.
    """
    if not rules.board_never_pairs:
        return (*board, *cards[: street.new_cards]), ()
    ranks = {card.rank for card in board}
    discarded: list[Card] = []
    for card in cards:
        if len(board) == street.board_cards:
            break
        if card.rank in ranks:
            discarded.append(card)
        else:
            ranks.add(card.rank)
            board = (*board, card)
    return board, tuple(discarded)


def street_dealt(
    rules: Rules,
    board: tuple[Card, ...],
    discards: Discards,
    street: Street,
    cards: tuple[Card, ...],
) -> tuple[tuple[Card, ...], Discards] | None:
    """The board and the discards after a deal of a later street; None if its cards do not end it.

    Fewer leave the street incomplete, and no card comes after the one that completes it.
    """
    if not rules.board_never_pairs:
        return (board + cards, discards) if len(cards) == street.new_cards else None
    after, discarded = turn_up(rules, board, street, cards)
    if len(after) != street.board_cards or len(after) - len(board) + len(discarded) != len(cards):
        return None
    if discarded:
        by_street = [*discards[:street], discarded, (), ()]
        discards = (by_street[0], by_street[1], by_street[2], by_street[3])
    return after, discards
