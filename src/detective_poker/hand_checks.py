"""What is wrong with the cards and the bets of a hand: each broken rule, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from detective_poker.actions import Bet, is_bet, type_fault
from detective_poker.betting import Purse, bettor_of, full_purses
from detective_poker.cards import Card
from detective_poker.errors import IllegalReason, reason_text
from detective_poker.rules import STREETS, Rules


def card_problems(
    rules: Rules,
    own_cards: tuple[Card, ...],
    forehead_cards: tuple[Card, ...],
    board: tuple[Card, ...],
    discards: tuple[tuple[Card, ...], ...],
) -> Iterator[str]:
    """What is wrong with the cards of a hand, as far as it is dealt.

    - `rules`: whether cards can be discarded at all
    - `own_cards`, `forehead_cards`: by seat; both empty before the deal
    - `board`: in the order dealt
    - `discards`: by street
    """
    if len(discards) != len(STREETS):
        yield "The discards are not those of four streets."
        return
    cards = [*own_cards, *forehead_cards, *board, *(card for street in discards for card in street)]
    mask = 0
    for card in cards:
        if type(card) is not Card:
            yield "Something among the cards is no card."
            return
        mask |= card.bit
    if len(own_cards) not in (0, rules.players):
        yield "Not every player has one own card."
    if len(forehead_cards) != len(own_cards):
        yield "Not every player has one forehead card."
    if mask.bit_count() != len(cards):
        yield "A card is there twice."
    if len(board) not in _BOARDS:
        yield "The board does not have 0, 3, 4 or 5 cards."
    if rules.board_never_pairs:
        yield from _expert_problems(board, discards)
    elif any(discards):
        yield "Cards are discarded outside Expert Mode."


_BOARDS = [street.board_cards for street in STREETS]


def _expert_problems(
    board: tuple[Card, ...], discards: tuple[tuple[Card, ...], ...]
) -> Iterator[str]:
    if len({card.rank for card in board}) != len(board):
        yield "The board has two cards of one rank in Expert Mode."
    for street, discarded in zip(STREETS, discards, strict=True):
        # The card that completes a street ends it, so no discard has met that one.
        met = board[: max(street.board_cards - 1, 0)] if len(board) >= street.board_cards else ()
        if not {card.rank for card in discarded} <= {card.rank for card in met}:
            yield f"A card was discarded without cause ({street.name.lower()})."


def bet_problems(rules: Rules, dealer: int, bets: tuple[Bet, ...]) -> Iterator[str]:
    """What is wrong with the bets of a hand, each judged in its turn.

    - `rules`: how many play
    - `dealer`: the seat that dealt the hand
    - `bets`: in order of play, as far as the hand has come
    """
    players = rules.players
    # None: a seat has bet what it could not, so its later bets cannot be judged.
    purses: list[Purse | None] = list(full_purses(players, 0))
    for index, bet in enumerate(bets):
        if index == len(STREETS) * players:
            yield "There are more bets than a hand has."
            return
        _, seat = bettor_of(players, dealer, index)
        purse = purses[seat]
        if not is_bet(bet):
            reason: IllegalReason | None = IllegalReason.NOT_AN_ACTION
        elif bet.seat != seat:
            reason = IllegalReason.WRONG_SEAT
        elif purse is None:
            continue
        elif bet in purse.after:  # it was found legal before
            reason = None
        else:
            reason = purse.why_illegal(bet)
        if reason is not None:
            detail = type_fault(bet) if reason is IllegalReason.NOT_AN_ACTION else ""
            yield f"Bet {index}: {reason_text(reason, detail)}"
        purses[seat] = purse.spend(bet)[1] if purse and reason is None else None
