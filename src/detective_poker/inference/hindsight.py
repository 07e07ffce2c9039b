"""Views as they were before earlier bets: what their bettors went by."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from detective_poker.actions import Bet
from detective_poker.betting import bettor_of
from detective_poker.cards import Card
from detective_poker.deal_order import NO_DISCARDS, Discards
from detective_poker.errors import ArgumentError
from detective_poker.position import ply
from detective_poker.rules import ACTION_CARDS, BET, CHIPS, Street
from detective_poker.scoring import HandResult
from detective_poker.views import PlayerView, check_view, seen_bet


def rewound(view: PlayerView, index: int) -> PlayerView:
    """The view as it was before the bet of this hand with this index, from 0.

    It is read off the view alone: what its seat holds and has played must be right, its purses,
    its turn and all that came later are made anew.
    """
    players, seen = view.rules.players, view.bets[:index]
    street, bettor = bettor_of(players, view.dealer, index)
    chips_left, cards_left = [CHIPS] * players, [len(ACTION_CARDS)] * players
    for bet in seen:
        chips_left[bet.seat] -= bet.chips
        cards_left[bet.seat] -= bet.has_card
    played = {bet.card for bet in seen if bet.seat == view.seat}
    return replace(
        view,
        ply=ply(players, view.hand_number, BET, street, index),
        phase=BET,
        street=street,
        actor=bettor,
        board=view.board[: street.board_cards],
        discards=discards_until(view.discards, street),
        bets=seen,
        chips_left=tuple(chips_left),
        action_cards=tuple([card for card in ACTION_CARDS if card not in played]),
        action_cards_left=tuple(cards_left),
        last_hand=None,
        outcome=None,
    )


def discards_until(discards: Discards, street: Street) -> Discards:
    """Those that had fallen by the bets of a street."""
    if not any(discards):
        return NO_DISCARDS
    preflop, flop, turn, river = [
        cards if index <= street else () for index, cards in enumerate(discards)
    ]
    return preflop, flop, turn, river


def own_bets(view: PlayerView) -> Iterator[tuple[PlayerView, Bet]]:
    """The viewer's own bets in this hand, each with the view that came before it."""
    for index, bet in enumerate(view.bets):
        if bet.seat == view.seat:
            yield rewound(view, index), Bet(bet.seat, bet.target, bet.chips, bet.card)


def scored_hand(view: PlayerView) -> HandResult:
    """The hand just scored. Raises what `hindsight` raises."""
    hand = check_view(view).last_hand
    if hand is None:
        raise ArgumentError("No hand has just been scored.")
    return hand


def hindsight(view: PlayerView) -> Iterator[tuple[PlayerView, Bet]]:
    """Every bet of the hand just scored, with the view that its bettor had before it.

    Scoring turns everything up, so a view right after it tells (R10). Raises `ArgumentError` for a
    view without `last_hand`, `ArgumentTypeError` for what is no view.
    """
    # Not in the generator, where nothing is raised before it is asked.
    return _hindsight(view, scored_hand(view))


def _hindsight(view: PlayerView, hand: HandResult) -> Iterator[tuple[PlayerView, Bet]]:
    bets = [Bet(bet.seat, bet.target, bet.chips, bet.card) for bet in hand.bets]
    ends = [_at_the_end(view, hand, bets, seat) for seat in range(view.rules.players)]
    for index, bet in enumerate(bets):
        yield rewound(ends[bet.seat], index), bet


def _at_the_end(view: PlayerView, hand: HandResult, bets: list[Bet], seat: int) -> PlayerView:
    """What a seat saw of the hand just scored, before it was."""
    players, earlier = view.rules.players, view.score_sheet[:-1]
    hand_number = view.hand_number - 1
    foreheads: list[Card | None] = [*hand.forehead_cards]
    foreheads[seat] = None
    return replace(
        view,
        seat=seat,
        dealer=hand.dealer,
        hand_number=hand_number,
        round_number=hand_number // players,
        own_card=hand.own_cards[seat],
        forehead_cards=tuple(foreheads),
        board=hand.board,
        discards=hand.discards,
        bets=tuple(
            [
                seen_bet(seat, result.street, bet)
                for result, bet in zip(hand.bets, bets, strict=True)
            ]
        ),
        scores=tuple([sum(points) for points in zip(*earlier, strict=True)]) or (0,) * players,
        score_sheet=earlier,
    )
