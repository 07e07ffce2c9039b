"""Tells a game: the events from each view to the next, as a person at that seat sees them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from detective_poker._wording import ACTION_CARD_NAMES, count, joined, signed
from detective_poker.cards import Card
from detective_poker.cli.screen import Paint, Screen, columns, pad
from detective_poker.cli.width import looks, width
from detective_poker.events import (
    BetPlaced,
    Event,
    GameEnded,
    HandScored,
    HandStarted,
    StreetDealt,
    events_between,
)
from detective_poker.rules import STREETS, ActionCard, Mode, Street
from detective_poker.scoring import BetResult, HandResult, Outcome, Standing
from detective_poker.state import GameState
from detective_poker.views import PlayerView, SeenBet

NAME_WIDTH: Final = 12
INDENT: Final = "  "


class Narrator:
    """Shows one viewer's game on a screen, view by view.

    It tells the events between views, and so cannot show more than its viewer sees; only to tell a
    game with open cards is it given the states, too.
    """

    def __init__(self, screen: Screen, names: Sequence[str], you: int | None = None) -> None:
        self._screen = screen
        self._you = you
        self._names = [screen.name(name, NAME_WIDTH) for name in names]
        numbered = not self._told_apart()
        if numbered:
            # Some are empty, or alike as they are shown.
            for seat, name in enumerate(names):
                if seat != you:
                    self._names[seat] = screen.name(f"{seat} {name}".strip(), NAME_WIDTH)
        self._labels = [
            self._label(seat, numbered=numbered and seat != you) for seat in range(len(names))
        ]
        self._width = max(map(width, self._names))
        self._before: PlayerView | None = None

    def _label(self, seat: int, *, numbered: bool) -> str:
        """A seat's number and its name, unless the name tells the number, as "Seat 1" does."""
        name = self._names[seat]
        tells = numbered or re.search(rf"(?<!\d){seat}$", name)
        return name if tells else f"{seat} {name}"

    def _told_apart(self) -> bool:
        """Whether nobody takes one player for another, or for the person who plays."""
        looks_of = [looks(name) for name in self._names]
        different = len({*looks_of, ""}) > len(looks_of)
        return different and looks(YOU) not in [
            look for seat, look in enumerate(looks_of) if seat != self._you
        ]

    def show(self, view: PlayerView, state: GameState | None = None) -> None:
        """What has happened since the last view, which was one action before."""
        before, self._before = self._before, view
        if before is None:
            self._opening(view)
            return
        for event in events_between(before, view):
            self._tell(event, view, state)

    def show_table(self, view: PlayerView, state: GameState | None = None) -> None:
        """Everybody's cards, chips and points, as far as the viewer sees them."""
        self._screen.block(self._table(view, state))

    def show_legend(self) -> None:
        """Which seat is whose."""
        self._screen.block([f"Seats, clockwise: {', '.join(self._labels)}"])

    def _opening(self, view: PlayerView) -> None:
        rules = view.rules
        mode = "Expert Mode" if rules.mode is Mode.EXPERT else "standard rules"
        rounds = f"{count(rules.rounds, 'round')} of {rules.players} hands"
        title = f"Detective Poker: {rules.players} players, {rounds}, {mode}"
        self._screen.block([self._screen.paint(title, Paint.BOLD)])
        self.show_legend()

    def _tell(self, event: Event, view: PlayerView, state: GameState | None) -> None:
        match event:
            case HandStarted():
                self._hand(event, view)
                self._street(Street.PREFLOP, (), view, state)
            case StreetDealt():
                self._street(event.street, event.discards, view, state)
            case BetPlaced():
                self._bet(event.bet if state is None else _opened(event.bet, state))
            case HandScored():
                self._reveal(event)
            case GameEnded():
                self._final(event.outcome, view)

    def _hand(self, event: HandStarted, view: PlayerView) -> None:
        where = f"Hand {event.hand_number + 1} of {view.rules.hands}"
        dealer = self._names[event.dealer]
        deals = "You deal" if event.dealer == self._you else f"{dealer} deals"
        self._screen.block(["", self._screen.rule(f"{where}: {deals}")])

    def _street(
        self, street: Street, discards: Sequence[Card], view: PlayerView, state: GameState | None
    ) -> None:
        lines = ["", self._board(street, view.board, discards)]
        if view.seat is not None or state is not None:
            lines += self._table(view, state)
        self._screen.block(lines)

    def _board(self, street: Street, board: Sequence[Card], discards: Sequence[Card]) -> str:
        line = self._screen.paint(pad(street.name.capitalize(), 9), Paint.BOLD)
        if street is Street.PREFLOP:
            return f"{line}no board yet"
        line += self._screen.cards(board)
        if discards:
            line += f"   discarded {self._screen.cards(discards)}"
        return line

    def _table(self, view: PlayerView, state: GameState | None) -> list[str]:
        players = range(len(self._names))
        own = [view.own_card if seat == view.seat else None for seat in players]
        foreheads = list(view.forehead_cards)
        in_hand = [str(count) for count in view.action_cards_left]
        if view.seat is not None:
            in_hand[view.seat] = _card_names(view.action_cards)
        if state is not None:
            own, foreheads = [*state.own_cards], [*state.forehead_cards]
            in_hand = [_card_names(state.action_cards(seat)) for seat in players]
        rows = [["", "own", "forehead", "chips", "action cards", "points"]]
        rows += [
            [
                self._labels[seat],
                self._screen.card(own[seat]),
                self._screen.card(foreheads[seat]),
                str(view.chips_left[seat]),
                in_hand[seat],
                str(view.scores[seat]),
            ]
            for seat in players
        ]
        lines = columns(rows, right=[3, 5])
        lines[0] = self._screen.paint(lines[0], Paint.DIM)
        return [INDENT + line for line in lines]

    def _bet(self, bet: SeenBet) -> None:
        words = [
            pad(self._names[bet.seat], self._width),
            "bet " if bet.seat == self._you else "bets",
            pad(count(bet.chips, "chip"), 7),
            "on",
            pad(self._target(bet), self._width),
        ]
        if bet.has_card:
            name = "an action card" if bet.card is None else ACTION_CARD_NAMES[bet.card]
            words.append(f" over {name}, face down")
        self._screen.block([INDENT + " ".join(words).rstrip()])

    def _target(self, bet: SeenBet | BetResult) -> str:
        name = self._names[bet.target]
        if bet.seat == bet.target:
            return "yourself" if bet.seat == self._you else "itself"
        return "you" if bet.target == self._you else name

    def _reveal(self, event: HandScored) -> None:
        hand = event.result
        self._screen.block(self._cards_turned_up(hand))
        bets = self._bets(hand.bets)
        players = len(self._names)
        for street, standing in zip(STREETS, hand.standings, strict=True):
            lines = ["", *self._standing(street, standing)]
            lines += bets[street * players : (street + 1) * players]
            if street is Street.RIVER:
                lines += ["", *self._points(hand, event.scores)]
            self._screen.block(lines)

    def _cards_turned_up(self, hand: HandResult) -> Iterator[str]:
        yield ""
        yield self._screen.paint("Everything is turned up", Paint.BOLD)
        rows = [
            [name, self._screen.cards([own, forehead])]
            for name, own, forehead in zip(
                self._names, hand.own_cards, hand.forehead_cards, strict=True
            )
        ]
        rows.append(["Board", self._screen.cards(hand.board)])
        yield from (INDENT + line for line in columns(rows))

    def _standing(self, street: Street, standing: Standing) -> Iterator[str]:
        rows = [("best", standing.best), ("weakest", standing.weakest)]
        for line, (word, seats) in enumerate(rows):
            title = "" if line else street.name.capitalize()
            hand = standing.hands[seats[0]]
            ranks = " ".join(_rank_text(card) for card in hand.cards)
            who = joined(self._names[seat] for seat in seats)
            title = self._screen.paint(pad(title, 9), Paint.BOLD)
            yield f"{title}{pad(word, 8)} {who}: {hand} ({ranks})"

    def _bets(self, bets: Iterable[BetResult]) -> list[str]:
        rows: list[list[str]] = []
        for bet in bets:
            card = "" if bet.card is None else ACTION_CARD_NAMES[bet.card]
            if bet.card is ActionCard.CLOCKWISE:
                card += f" to {self._names[bet.counts_for]}"
            verdict = (
                self._screen.paint("right", Paint.GREEN)
                if bet.correct
                else self._screen.paint("wrong", Paint.RED)
            )
            rows.append(
                [
                    self._names[bet.seat],
                    f"{bet.chips} on {self._target(bet)}",
                    card,
                    verdict,
                    signed(bet.points),
                ]
            )
        return [INDENT * 2 + line for line in columns(rows, right=[4])]

    def _points(self, hand: HandResult, scores: Sequence[int]) -> list[str]:
        rows = [
            ["Points", *self._names],
            ["this hand", *map(signed, hand.points)],
            ["in all", *map(str, scores)],
        ]
        lines = columns(rows, right=range(1, len(rows[0])))
        lines[0] = self._screen.paint(lines[0], Paint.BOLD)
        return lines

    def _final(self, outcome: Outcome, view: PlayerView) -> None:
        lines = ["", self._screen.rule("The game is over"), ""]
        order = sorted(range(len(self._names)), key=lambda seat: outcome.placings[seat])
        rows = [
            [
                f"{outcome.placings[seat]}.",
                self._names[seat],
                count(outcome.scores[seat], "point"),
                f"{count(view.action_cards_left[seat], 'action card')} left",
            ]
            for seat in order
        ]
        lines += [INDENT + line for line in columns(rows, right=[2])]
        lines += ["", *self._ties(outcome)]
        lines.append(self._screen.paint(self._victory(outcome), Paint.BOLD))
        self._screen.block(lines)

    def _ties(self, outcome: Outcome) -> Iterator[str]:
        """Why players of equal points are placed as they are (R12)."""
        for points, number in sorted(Counter(outcome.scores).items(), reverse=True):
            if number > 1:
                seats = [s for s, score in enumerate(outcome.scores) if score == points]
                who = joined(self._names[seat] for seat in seats)
                places = {outcome.placings[seat] for seat in seats}
                if len(places) == 1:
                    why = "are equal in points and in action cards left, and share their place."
                else:
                    why = "are equal in points: action cards left decide."
                yield f"{who} {why}"

    def _victory(self, outcome: Outcome) -> str:
        winners = [self._names[seat] for seat in outcome.winners]
        if len(winners) > 1:
            return f"{joined(winners)} share the victory."
        return "You win!" if outcome.winners == (self._you,) else f"{winners[0]} wins!"


YOU: Final = "You"


def seat_names(players: int, you: int | None = None) -> list[str]:
    """What seats are called that have no names."""
    return [YOU if seat == you else f"Seat {seat}" for seat in range(players)]


def _opened(bet: SeenBet, state: GameState) -> SeenBet:
    """The bet just placed, with the action card that lies under it."""
    hand = state.last_hand
    card = state.bets[-1].card if hand is None else hand.bets[-1].card
    return msgspec.structs.replace(bet, card=card)


def _card_names(cards: Iterable[ActionCard]) -> str:
    return ", ".join(ACTION_CARD_NAMES[card] for card in cards) or "none"


def _rank_text(card: Card) -> str:
    letter = card.rank.letter
    return "10" if letter == "T" else letter
