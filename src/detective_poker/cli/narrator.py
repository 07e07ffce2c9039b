"""Tells a game: from each view to the next, what a person at that seat sees happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from detective_poker.cards import Card
from detective_poker.cli.screen import Paint, Screen, pad, table
from detective_poker.rules import BET, STREETS, ActionCard, Mode, Street
from detective_poker.scoring import BetResult, HandResult, Outcome, Standing
from detective_poker.state import GameState
from detective_poker.views import PlayerView, SeenBet

CARD_NAMES: Final = {
    ActionCard.PLUS_ONE: "+1",
    ActionCard.CLOCKWISE: "Clockwise",
    ActionCard.BLUFF: "Bluff",
    ActionCard.BLANK: "Blank",
}
NAME_WIDTH: Final = 12
INDENT: Final = "  "


class Narrator:
    """Shows one viewer's game on a screen, view by view.

    It is given views and so cannot show more than its viewer sees; only to tell a game with open
    cards is it given the states, too.
    """

    def __init__(self, screen: Screen, names: Sequence[str]) -> None:
        self._screen = screen
        self._names = [screen.name(name, NAME_WIDTH) for name in names]
        if len({name.strip() for name in self._names} | {""}) <= len(names):
            # Some are empty or look alike.
            self._names = [
                screen.name(f"{seat} {name}".strip(), NAME_WIDTH) for seat, name in enumerate(names)
            ]
        # With the number, which a name such as "Seat 1" has in it.
        self._labels = [
            name if name.endswith(str(seat)) or name.startswith(f"{seat} ") else f"{seat} {name}"
            for seat, name in enumerate(self._names)
        ]
        self._width = max(map(len, self._names))
        self._before: PlayerView | None = None

    def show(self, view: PlayerView, state: GameState | None = None) -> None:
        """What has happened since the last view."""
        before, self._before = self._before, view
        if before is None:
            self._opening(view)
            return
        if view.phase is BET and before.phase is not BET:
            if view.street is Street.PREFLOP:
                self._hand(view)
            self._street(view, state)
        elif view.hand_number != before.hand_number and view.last_hand is not None:
            hand = view.last_hand
            last = hand.bets[-1]
            # The last bet is seen before the action cards are turned up.
            mine = last.card if view.seat == last.seat or state is not None else None
            has_card = last.card is not None
            self._bet(SeenBet(last.seat, last.street, last.target, last.chips, has_card, mine))
            self._reveal(hand, view)
        elif len(view.bets) > len(before.bets):
            bet = view.bets[-1]
            card = bet.card if state is None else state.bets[-1].card
            self._bet(SeenBet(bet.seat, bet.street, bet.target, bet.chips, bet.has_card, card))
        if view.outcome is not None:
            self._final(view.outcome, view)

    def show_table(self, view: PlayerView, state: GameState | None = None) -> None:
        """Everybody's cards, chips and points, as far as the viewer sees them."""
        self._screen.block(self._table(view, state))

    def show_legend(self) -> None:
        """Which seat is whose."""
        self._screen.block([f"Seats, clockwise: {', '.join(self._labels)}"])

    def _opening(self, view: PlayerView) -> None:
        rules = view.rules
        mode = "Expert Mode" if rules.mode is Mode.EXPERT else "standard rules"
        rounds = "1 round" if rules.rounds == 1 else f"{rules.rounds} rounds"
        title = (
            f"Detective Poker: {rules.players} players, {rounds} of {rules.players} hands, {mode}"
        )
        self._screen.block([self._screen.paint(title, Paint.BOLD)])
        self.show_legend()

    def _hand(self, view: PlayerView) -> None:
        where = f"Hand {view.hand_number + 1} of {view.rules.hands}"
        deals = (
            "You deal" if self._names[view.dealer] == YOU else f"{self._names[view.dealer]} deals"
        )
        self._screen.block(["", self._screen.rule(f"{where}: {deals}")])

    def _street(self, view: PlayerView, state: GameState | None) -> None:
        lines = ["", self._board(view.street, view.board, view.discards[view.street])]
        if view.seat is not None or state is not None:
            lines += self._table(view, state)
        self._screen.block(lines)

    def _board(self, street: Street, board: Sequence[Card], discarded: Sequence[Card]) -> str:
        line = self._screen.paint(pad(street.name.capitalize(), 9), Paint.BOLD)
        if street is Street.PREFLOP:
            return f"{line}no board yet"
        line += self._screen.cards(board)
        if discarded:
            line += f"   discarded {self._screen.cards(discarded)}"
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
        lines = table(rows, right=[3, 5])
        lines[0] = self._screen.paint(lines[0], Paint.DIM)
        return [INDENT + line for line in lines]

    def _bet(self, bet: SeenBet) -> None:
        words = [
            pad(self._names[bet.seat], self._width),
            "bet " if self._names[bet.seat] == YOU else "bets",
            pad(_count(bet.chips, "chip"), 7),
            "on",
            pad(self._target(bet), self._width),
        ]
        if bet.has_card:
            name = "an action card" if bet.card is None else CARD_NAMES[bet.card]
            words.append(f" over {name}, face down")
        self._screen.block([INDENT + " ".join(words).rstrip()])

    def _target(self, bet: SeenBet | BetResult) -> str:
        name = self._names[bet.target]
        if bet.seat == bet.target:
            return "yourself" if name == YOU else "itself"
        return "you" if name == YOU else name

    def _reveal(self, hand: HandResult, view: PlayerView) -> None:
        self._screen.block(self._cards_turned_up(hand))
        bets = self._bets(hand.bets)
        players = len(self._names)
        for street, standing in zip(STREETS, hand.standings, strict=True):
            lines = ["", *self._standing(street, standing)]
            lines += bets[street * players : (street + 1) * players]
            if street is Street.RIVER:
                lines += ["", *self._points(hand, view)]
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
        yield from (INDENT + line for line in table(rows))

    def _standing(self, street: Street, standing: Standing) -> Iterator[str]:
        rows = [("best", standing.best), ("weakest", standing.weakest)]
        for line, (word, seats) in enumerate(rows):
            title = "" if line else street.name.capitalize()
            hand = standing.hands[seats[0]]
            ranks = " ".join(_rank_text(card) for card in hand.cards)
            who = _joined(self._names[seat] for seat in seats)
            title = self._screen.paint(pad(title, 9), Paint.BOLD)
            yield f"{title}{pad(word, 8)} {who}: {hand} ({ranks})"

    def _bets(self, bets: Iterable[BetResult]) -> list[str]:
        rows: list[list[str]] = []
        for bet in bets:
            card = "" if bet.card is None else CARD_NAMES[bet.card]
            if bet.card is ActionCard.CLOCKWISE:
                counts_for = (bet.target + 1) % len(self._names)
                card += f" to {self._names[counts_for]}"
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
                    _signed(bet.points),
                ]
            )
        return [INDENT * 2 + line for line in table(rows, right=[4])]

    def _points(self, hand: HandResult, view: PlayerView) -> list[str]:
        rows = [
            ["Points", *self._names],
            ["this hand", *map(_signed, hand.points)],
            ["in all", *map(str, view.scores)],
        ]
        lines = table(rows, right=range(1, len(rows[0])))
        lines[0] = self._screen.paint(lines[0], Paint.BOLD)
        return lines

    def _final(self, outcome: Outcome, view: PlayerView) -> None:
        lines = ["", self._screen.rule("The game is over"), ""]
        order = sorted(range(len(self._names)), key=lambda seat: outcome.placings[seat])
        rows = [
            [
                f"{outcome.placings[seat]}.",
                self._names[seat],
                _count(outcome.scores[seat], "point"),
                f"{_count(view.action_cards_left[seat], 'action card')} left",
            ]
            for seat in order
        ]
        lines += [INDENT + line for line in table(rows, right=[2])]
        lines += ["", *self._ties(outcome)]
        lines.append(self._screen.paint(self._victory(outcome), Paint.BOLD))
        self._screen.block(lines)

    def _ties(self, outcome: Outcome) -> Iterator[str]:
        """Why players of equal points are placed as they are (R12)."""
        for points, number in sorted(Counter(outcome.scores).items(), reverse=True):
            if number > 1:
                seats = [s for s, score in enumerate(outcome.scores) if score == points]
                who = _joined(self._names[seat] for seat in seats)
                places = {outcome.placings[seat] for seat in seats}
                if len(places) == 1:
                    why = "are equal in points and in action cards left, and share their place."
                else:
                    why = "are equal in points: action cards left decide."
                yield f"{who} {why}"

    def _victory(self, outcome: Outcome) -> str:
        winners = [self._names[seat] for seat in outcome.winners]
        if len(winners) > 1:
            return f"{_joined(winners)} share the victory."
        return "You win!" if winners == [YOU] else f"{winners[0]} wins!"


YOU: Final = "You"


def seat_names(players: int, you: int | None = None) -> list[str]:
    """What seats are called that have no names."""
    return [YOU if seat == you else f"Seat {seat}" for seat in range(players)]


def _card_names(cards: Iterable[ActionCard]) -> str:
    return ", ".join(CARD_NAMES[card] for card in cards) or "none"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _rank_text(card: Card) -> str:
    letter = card.rank.letter
    return "10" if letter == "T" else letter


def _joined(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
