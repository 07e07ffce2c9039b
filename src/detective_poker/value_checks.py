"""What is wrong with a value that stands alone: each broken rule, in a sentence.

The types of what is judged here are right already.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from detective_poker.actions import Bet, Deal
from detective_poker.cards import DECK
from detective_poker.errors import InvalidStateError, RulesError, SeatError
from detective_poker.events import HandScored, HandStarted, StreetDealt
from detective_poker.inference.odds import Odds
from detective_poker.rules import CHIPS, MAX_BET, MAX_ROUNDS, MIN_BET, Mode, Rules, Street
from detective_poker.scoring import (
    HandResult,
    Outcome,
    PlayedHand,
    played_hand,
    score_hand,
)
from detective_poker.views import SeenBet

SEATS: Final = range(4)
"""Those of a table that can be of 3 or 4 players."""
MAX_HANDS: Final = len(SEATS) * MAX_ROUNDS
MAX_NUMBER: Final = (1 << 53) - 1
"""No number of ours is larger, so that every reader of JSON can hold it."""
SCORES: Final = range(-MAX_HANDS, (CHIPS + 1) * MAX_HANDS + 1)
"""The points that the longest game can score a seat."""


def differences(given: object, expected: object, names: tuple[str, ...]) -> Iterator[str]:
    """Those of the named members that differ from what follows from the rest of a value.

    - `given`: what has the members
    - `expected`: what has them as they follow
    - `names`: the members to look at
    """
    for name in names:
        one, other = getattr(given, name), getattr(expected, name)
        if one != other or (
            # Hands that tie are equal, but not alike; as JSON they differ.
            name in ("last_hand", "standings")
            and msgspec.json.encode(one) != msgspec.json.encode(other)
        ):
            yield f"{name} does not follow from the rest."


def scored(hand: PlayedHand) -> HandResult | list[str]:
    """The result of a hand, or what is wrong with it."""
    try:
        return score_hand(
            hand.rules,
            hand.dealer,
            hand.own_cards,
            hand.forehead_cards,
            hand.board,
            hand.bets,
            hand.discards,
        )
    except SeatError:
        return ["The dealer of a scored hand is no seat."]
    except InvalidStateError as error:
        return [f"In a scored hand: {problem}" for problem in error.problems]


def result_problems(rules: Rules, result: HandResult) -> Iterator[str]:
    """What is wrong with a scored hand: it must score again just so."""
    again = scored(played_hand(rules, result))
    if isinstance(again, list):
        yield from again
        return
    for problem in differences(result, again, HandResult.__struct_fields__):
        yield f"In a scored hand: {problem}"


def hand_result_problems(result: HandResult) -> Iterator[str]:
    """What is wrong with a result of which no rules are known: some mode must score it so."""
    players = len(result.own_cards)
    if players not in (3, 4):
        yield "Detective Poker is for 3 or 4 players."
        return
    problems: list[str] = []
    for mode in Mode:
        problems = list(result_problems(Rules(players, mode), result))
        if not problems:
            return
    yield from problems


def rules_problems(rules: Rules) -> Iterator[str]:
    """What is wrong with rules, in the words of their constructor."""
    try:
        Rules(rules.players, rules.mode, rules.rounds)
    except RulesError as error:
        yield str(error)


def bet_number_problems(bet: Bet) -> Iterator[str]:
    """Which numbers of a bet no JSON can hold; whether it is legal is for `why_illegal`."""
    for name in ("seat", "target", "chips"):
        if not 0 <= getattr(bet, name) <= MAX_NUMBER:
            yield f"{name} is not from 0 to 2**53 - 1."


def deal_size_problems(deal: Deal) -> Iterator[str]:
    """Whether a deal is too large for any; whether it is legal is for `why_illegal`."""
    if len(deal.cards) > len(DECK):
        yield "There are more cards than a deck has (cards)."


def seen_bet_problems(bet: SeenBet) -> Iterator[str]:
    """What is wrong with a bet of which no hand is known."""
    if not (bet.seat in SEATS and bet.target in SEATS):
        yield "A bet is of a seat and on a seat."
    if not MIN_BET <= bet.chips <= MAX_BET:
        yield f"A bet is {MIN_BET} to {MAX_BET} chips."
    if bet.card is not None and not bet.has_card:
        yield "An action card is seen where none lies."


def started_problems(event: HandStarted) -> Iterator[str]:
    """What is wrong with the start of a hand."""
    players = len(event.forehead_cards)
    if players not in (3, 4):
        yield "Detective Poker is for 3 or 4 players."
    if not (0 <= event.dealer < players and 0 <= event.hand_number < players * MAX_ROUNDS):
        yield "There is no such hand or dealer."
    foreheads = [card for card in event.forehead_cards if card is not None]
    if len({event.own_card, *foreheads}) != 1 + len(foreheads):
        yield "A card is there twice."
    # A seat sees its own card and all but its own forehead card, a spectator none (R8, R9).
    if len(foreheads) != (0 if event.own_card is None else players - 1):
        yield "Nobody sees just those cards."


def dealt_problems(event: StreetDealt) -> Iterator[str]:
    """What is wrong with the cards of a street."""
    cards = [*event.cards, *event.discards]
    if event.street is Street.PREFLOP or len(event.cards) != event.street.new_cards:
        yield "That is not what a street turns up."
    if len(set(cards)) != len(cards):
        yield "A card is there twice."


def scored_problems(event: HandScored) -> Iterator[str]:
    """What is wrong with the end of a hand."""
    yield from hand_result_problems(event.result)
    if len(event.scores) != len(event.result.points):
        yield "There is not one score for each player."
    if any(score not in SCORES for score in event.scores):
        yield "No game scores so many points."


def outcome_problems(outcome: Outcome) -> Iterator[str]:
    """What is wrong with an outcome of which no last hand is known."""
    seats, scores, places = range(len(outcome.scores)), outcome.scores, outcome.placings
    if len(scores) not in (3, 4) or len(places) != len(scores):
        yield "There is one score and one place for each of 3 or 4 players."
        return
    if any(score not in SCORES for score in scores):
        yield "No game scores so many points."
    if outcome.winners != tuple([seat for seat in seats if places[seat] == 1]):
        yield "The winners are the seats in first place."
    if places != tuple([1 + sum(other < place for other in places) for place in places]):
        yield "Those are no places."
    if any(
        scores[one] > scores[two] and places[one] >= places[two] for one in seats for two in seats
    ):
        yield "More points are a better place."


def odds_problems(odds: Odds) -> Iterator[str]:
    """What is wrong with odds: the counts must fit the worlds."""
    if len(odds.best) not in (3, 4) or len(odds.weakest) != len(odds.best):
        yield "There is one count for each of 3 or 4 seats."
    if odds.worlds < 1:
        yield "There is no world."
    for name, counts in (("best", odds.best), ("weakest", odds.weakest)):
        if any(not 0 <= count <= odds.worlds for count in counts) or sum(counts) < odds.worlds:
            yield f"The counts of the {name} do not fit the number of worlds."
    if odds.worlds > MAX_NUMBER:
        yield "There are not so many worlds."
    if (odds.best_error is None) != (odds.weakest_error is None):
        yield "Either all odds have standard errors or none."
    for errors in (odds.best_error, odds.weakest_error):
        if errors is not None and (
            len(errors) != len(odds.best) or any(not 0 <= error <= 1 for error in errors)
        ):
            yield "There is one standard error from 0 to 1 for each seat."
