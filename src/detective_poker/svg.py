"""A picture of a view: the table as one viewer sees it, as SVG.

Only a view goes in, so a picture holds nothing that its viewer may not know. The text of the
picture is its own: it needs no script, no font file and nothing from elsewhere, and it follows the
reader's choice of light or dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from zlib import crc32

from detective_poker._svg_shapes import (
    CARD_WIDTH,
    STYLE,
    draw_action_card,
    draw_any_card,
    draw_badge,
    draw_disc,
    draw_rect,
    draw_text,
)
from detective_poker._wording import ACTION_CARD_NAMES, count, joined, signed
from detective_poker.cards import Card
from detective_poker.rules import DEAL, EXPERT, OVER, RIVER, STREETS, ActionCard, Street
from detective_poker.scoring import HandResult, Standing
from detective_poker.views import PlayerView, check_view

WIDTH: Final = 504
"""Units across; a picture is made to be legible at 340 pixels."""
SMALLEST_TEXT: Final = 15
"""Units: no text is smaller."""


def table(view: PlayerView) -> str:
    """The table as the viewer sees it, as the text of an SVG file.

    Every seat has a panel, clockwise, the viewer's at the bottom: its cards (backs where hidden),
    points, chips and action cards, and its board with a row for each street and a column for each
    bettor. A coloured disc is a bet with its chips; the card beside it is the action card under
    it. Once a hand is scored all is turned up, with the points of each bet and the best and the
    weakest hand of each street, until the next deal.

    Equal views give equal pictures. The picture has a title and a description of all it shows for
    those who cannot see it. Raises `ArgumentTypeError` for anything but a view.

    >>> from detective_poker import new_game
    >>> picture = table(new_game(dealer=0).view(1))
    >>> picture[:4], "Seat 0 deals" in picture
    ('<svg', True)
    """
    shown = _shown(check_view(view))
    players = view.rules.players
    panel_height = _ROWS_TOP + len(STREETS) * shown.row_height + 8
    top, middle = 66, 66 + panel_height + 8
    bottom = middle + _MIDDLE_HEIGHT
    parts = [*_head(view), *_middle(shown, middle)]
    first = 0 if view.seat is None else view.seat
    for step in range(players):
        seat = (first + step) % players
        column, row = _PLACES[players][step]
        x = 8 + column * (_PANEL_WIDTH + 8)
        parts += _panel(view, shown, seat, x, bottom if row else top, panel_height)
    end = bottom + panel_height + 10
    if shown.result is not None:
        parts += _reveal(shown.result.standings, end)
        end += _REVEAL_HEIGHT
    parts += _legend(end)
    return _document(view, shown, parts, end + 34)


class _ShownBet(NamedTuple):
    seat: int
    street: Street
    target: int
    chips: int
    has_card: bool
    card: ActionCard | None
    points: int | None


class _Shown(NamedTuple):
    """The hand that the picture shows: the one in play, or the one just scored."""

    dealer: int
    dealt: bool
    own_cards: Sequence[Card | None]
    forehead_cards: Sequence[Card | None]
    board: Sequence[Card]
    discards: Sequence[Card]
    bets: Sequence[_ShownBet]
    result: HandResult | None

    @property
    def row_height(self) -> int:
        return 33 if self.result is None else 46


def _shown(view: PlayerView) -> _Shown:
    result = view.last_hand
    if result is not None:
        bets = [
            _ShownBet(b.seat, b.street, b.target, b.chips, b.card is not None, b.card, b.points)
            for b in result.bets
        ]
        discards = [card for cards in result.discards for card in cards]
        own, forehead = result.own_cards, result.forehead_cards
        return _Shown(result.dealer, True, own, forehead, result.board, discards, bets, result)
    players = view.rules.players
    own_cards: list[Card | None] = [None] * players
    if view.seat is not None:
        own_cards[view.seat] = view.own_card
    return _Shown(
        view.dealer,
        bool(view.forehead_cards),
        own_cards,
        view.forehead_cards or [None] * players,
        view.board,
        [card for cards in view.discards for card in cards],
        [
            _ShownBet(b.seat, b.street, b.target, b.chips, b.has_card, b.card, None)
            for b in view.bets
        ],
        None,
    )


# Where things are, in units.

_PANEL_WIDTH: Final = 240
_ROWS_TOP: Final = 152
"""From a panel's top to the first row of its board."""
_MIDDLE_HEIGHT: Final = 116
_REVEAL_HEIGHT: Final = 38 + 4 * 50
_PLACES: Final[dict[int, list[tuple[float, int]]]] = {
    3: [(0.5, 1), (0, 0), (1, 0)],
    4: [(0, 1), (0, 0), (1, 0), (1, 1)],
}
"""Column and row of each seat's panel, clockwise from the viewer's."""


def _document(view: PlayerView, shown: _Shown, parts: Iterable[str], height: int) -> str:
    title, description = _title(view), " ".join(_description(view, shown))
    # Several pictures can stand in one page, so what refers to an element needs a name of its own.
    name = f"dp-{crc32(f'{title} {description}'.encode()):08x}"
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dp-table" role="img" '
        f'aria-labelledby="{name}-t {name}-d" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" style="max-width:100%;height:auto">'
    )
    return "\n".join(
        [
            start,
            f'<title id="{name}-t">{title}</title>',
            f'<desc id="{name}-d">{description}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="felt" width="{WIDTH}" height="{height}" rx="14"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


# Parts of the picture.


def _head(view: PlayerView) -> list[str]:
    return [
        draw_text(14, 27, _what_is_on(view), "big bold"),
        draw_text(14, 50, _who_sees(view), "soft"),
    ]


def _middle(shown: _Shown, y: float) -> list[str]:
    parts: list[str] = []
    x = (WIDTH - RIVER.board_cards * (CARD_WIDTH + 8) + 8) / 2
    for place in range(RIVER.board_cards):
        card = shown.board[place] if place < len(shown.board) else None
        parts += draw_any_card(x + place * (CARD_WIDTH + 8), y + 8, card, dealt=False)
    if shown.discards:
        text = "discarded: " + " ".join(f"{card.pretty}\ufe0e" for card in shown.discards)
        parts.append(draw_text(WIDTH / 2, y + 92, text, "mid soft"))
    else:
        parts.append(draw_text(WIDTH / 2, y + 92, "board", "mid soft"))
    return parts


def _panel(
    view: PlayerView, shown: _Shown, seat: int, x: float, y: float, height: float
) -> list[str]:
    players, result = view.rules.players, shown.result
    turn = seat == view.actor
    parts = [draw_rect(x, y, _PANEL_WIDTH, height, "panel turn" if turn else "panel", 10)]
    parts += draw_badge(x + 20, y + 20, seat)
    parts.append(
        draw_text(x + 38, y + 25.5, "You" if seat == view.seat else f"Seat {seat}", "bold")
    )
    tag = "to bet" if turn else ""
    if view.outcome is not None:
        tag = _ordinal(view.outcome.placings[seat])
    if tag:
        parts += [
            draw_rect(x + _PANEL_WIDTH - 66, y + 8, 58, 24, "tag", 12),
            draw_text(x + _PANEL_WIDTH - 37, y + 25.5, tag, "mid on-tag"),
        ]
    if seat == shown.dealer:
        parts.append(draw_text(x + 164, y + 25.5, "dealer", "end soft"))
    for place, (name, cards) in enumerate(
        (("own", shown.own_cards), ("forehead", shown.forehead_cards))
    ):
        left = x + 16 + place * 68
        parts += draw_any_card(left, y + 40, cards[seat], shown.dealt)
        parts.append(draw_text(left + CARD_WIDTH / 2, y + 117, name, "mid soft"))
    parts += _purse(view, result, seat, x + 152, y + 40)
    parts += _board_of(shown, seat, players, x, y)
    return parts


def _purse(view: PlayerView, result: HandResult | None, seat: int, x: float, y: float) -> list[str]:
    """Points, then chips (or what the hand scored), then action cards in hand."""
    parts = [draw_text(x, y + 16, f"{_number(view.scores[seat])} pts", "bold")]
    if result is not None:
        parts.append(draw_text(x, y + 40, f"hand {_signed(result.points[seat])}"))
    else:
        parts += [
            f'<circle class="s{seat}" cx="{x + 9.5:g}" cy="{y + 34:g}" r="9"/>',
            draw_text(x + 26, y + 40, f"× {view.chips_left[seat]}"),
        ]
    if result is None and seat == view.seat:
        for place, card in enumerate(view.action_cards):
            parts += draw_action_card(x + 21 * place - 1, y + 54, card)
        return parts
    left = (view.action_cards_left if result is None else result.action_cards_left)[seat]
    return [*parts, *draw_action_card(x, y + 54, None), draw_text(x + 26, y + 72, f"× {left}")]


def _board_of(shown: _Shown, seat: int, players: int, x: float, y: float) -> list[str]:
    """The bets on a seat: a row for each street, a column for each bettor."""
    width = (_PANEL_WIDTH - 70) / players
    middles = [x + 64 + width * (column + 0.5) for column in range(players)]
    parts: list[str] = []
    for bettor, middle in enumerate(middles):
        parts += draw_badge(middle, y + 137, bettor)
    for street in STREETS:
        top = y + _ROWS_TOP + street * shown.row_height
        parts.append(f'<path class="rule" d="M{x + 8:g} {top:g}h{_PANEL_WIDTH - 16}"/>')
        parts.append(draw_text(x + 8, top + 22, street.name.capitalize(), "soft"))
        if shown.result is not None:
            word, classes = _standing_of(shown.result.standings[street], seat)
            parts.append(draw_text(x + 8, top + 40, word, classes))
    for bet in shown.bets:
        if bet.target != seat:
            continue
        middle = middles[bet.seat]
        top = y + _ROWS_TOP + bet.street * shown.row_height
        left = middle - (11 if bet.has_card else 0)
        parts += draw_disc(left, top + 16.5, 10, bet.seat, bet.chips)
        if bet.has_card:
            parts += draw_action_card(left + 11, top + 4.5, bet.card)
        if bet.points is not None:
            classes = "good" if bet.points > 0 else "bad" if bet.points < 0 else "soft"
            parts.append(draw_text(middle, top + 42, _signed(bet.points), f"mid {classes}"))
    return parts


def _standing_of(standing: Standing, seat: int) -> tuple[str, str]:
    if seat in standing.best:
        return ("all tie" if seat in standing.weakest else "best"), "good"
    return ("weakest" if seat in standing.weakest else ""), ""


def _reveal(standings: Iterable[Standing], y: float) -> list[str]:
    parts = [draw_text(14, y + 20, "Best and weakest hands", "bold")]
    for street, standing in zip(STREETS, standings, strict=True):
        top = y + 30 + 50 * street
        parts.append(f'<path class="rule" d="M8 {top:g}h{WIDTH - 16}"/>')
        parts.append(draw_text(14, top + 20, street.name.capitalize(), "soft"))
        for line, (word, seats) in enumerate(
            (("best", standing.best), ("weakest", standing.weakest))
        ):
            base = top + 20 + 24 * line
            parts.append(draw_text(86, base, word, "bold" if line else "good"))
            for place, seat in enumerate(seats):
                parts += draw_badge(172 + 22 * place, base - 5.5, seat)
            hand = standing.hands[seats[0]]
            parts.append(draw_text(168 + 22 * len(seats), base, hand))
    return parts


def _legend(y: float) -> list[str]:
    parts: list[str] = []
    for x, card in zip((14, 116, 230, 314), ActionCard, strict=True):
        name = "plus one" if card is ActionCard.PLUS_ONE else ACTION_CARD_NAMES[card].lower()
        parts += [*draw_action_card(x, y, card), draw_text(x + 25, y + 17.5, name, "soft")]
    return [*parts, *draw_action_card(402, y, None), draw_text(427, y + 17.5, "hidden", "soft")]


# Words.


def _number(number: int) -> str:
    """With a minus sign, which is as wide as a plus."""
    return str(number).replace("-", "−")


def _signed(points: int) -> str:
    return signed(points).replace("-", "−")


def _ordinal(place: int) -> str:
    return ("1st", "2nd", "3rd", "4th")[place - 1]


def _seats(seats: Sequence[int]) -> str:
    return f"{'seat' if len(seats) == 1 else 'seats'} {joined(map(str, seats))}"


def _what_is_on(view: PlayerView) -> str:
    hands, number = view.rules.hands, view.hand_number
    if view.outcome is not None:
        winners = view.outcome.winners
        return f"Game over · {_seats(winners)} {'wins' if len(winners) == 1 else 'share victory'}"
    if view.last_hand is not None:
        return f"Hand {number} of {hands} · scored"
    street = view.street.name.capitalize()
    waits = "to be dealt" if view.phase is DEAL else f"seat {view.actor} to bet"
    return f"Hand {number + 1} of {hands} · {street} · {waits}"


def _who_sees(view: PlayerView) -> str:
    mode = "Expert Mode" if view.rules.mode is EXPERT else "Standard"
    return f"{mode} · as {'a spectator' if view.seat is None else f'seat {view.seat}'} sees it"


def _title(view: PlayerView) -> str:
    who = "a spectator" if view.seat is None else f"seat {view.seat}"
    return f"Detective Poker as {who} sees it: {_what_is_on(view).replace(' · ', ', ')}"


def _card_name(card: Card | None) -> str:
    return "hidden" if card is None else f"{card.rank.name.lower()} of {card.suit.name.lower()}"


def _description(view: PlayerView, shown: _Shown) -> list[str]:
    """All that the picture shows, in sentences."""
    result = shown.result
    sentences = [f"Seat {shown.dealer} deals."]
    if shown.board:
        sentences.append(f"Board: {', '.join(map(_card_name, shown.board))}.")
    if shown.discards:
        sentences.append(f"Discarded: {', '.join(map(_card_name, shown.discards))}.")
    for seat in range(view.rules.players):
        facts = [f"{count(view.scores[seat], 'point')}"]
        if result is None:
            facts.append(f"{count(view.chips_left[seat], 'chip')} left")
            left = view.action_cards_left[seat]
        else:
            facts.append(f"{result.points[seat]} of them in this hand")
            left = result.action_cards_left[seat]
        facts.append(f"{count(left, 'action card')} left")
        if result is None and seat == view.seat and view.action_cards:
            facts[-1] += f" ({', '.join(ACTION_CARD_NAMES[card] for card in view.action_cards)})"
        if shown.dealt:
            facts.append(f"own card {_card_name(shown.own_cards[seat])}")
            facts.append(f"forehead card {_card_name(shown.forehead_cards[seat])}")
        if view.phase is OVER and view.outcome is not None:
            facts.append(f"{_ordinal(view.outcome.placings[seat])} place")
        sentences.append(f"Seat {seat}: {', '.join(facts)}.")
    for street in STREETS:
        sentences += [_bet_sentence(bet) for bet in shown.bets if bet.street is street]
        if result is not None:
            standing = result.standings[street]
            for word, seats in (("Best", standing.best), ("Weakest", standing.weakest)):
                hand = standing.hands[seats[0]]
                sentences.append(f"{word} on the {street.name.lower()}: {_seats(seats)}, {hand}.")
    return sentences


def _bet_sentence(bet: _ShownBet) -> str:
    under = ""
    if bet.has_card:
        card = "a hidden action card" if bet.card is None else ACTION_CARD_NAMES[bet.card]
        under = f" over {card}"
    points = "" if bet.points is None else f" for {count(bet.points, 'point')}"
    where = f"{bet.street.name.capitalize()}: seat {bet.seat} bets {count(bet.chips, 'chip')}"
    return f"{where} on seat {bet.target}{under}{points}."
