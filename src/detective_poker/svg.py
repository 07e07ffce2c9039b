"""A picture of a view: the table as one viewer sees it, as SVG.

Only a view goes in, so a picture holds nothing that its viewer may not know. The text of the
picture is its own: it needs no script, no font file and nothing from elsewhere, and it follows the
reader's choice of light or dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from zlib import crc32

from detective_poker._wording import ACTION_CARD_NAMES, count, joined, signed
from detective_poker.cards import Card, Suit
from detective_poker.errors import BROKEN, ArgumentError, InvalidStateError
from detective_poker.rules import DEAL, OVER, RIVER, STREETS, ActionCard, Mode, Street
from detective_poker.scoring import HandResult, Standing
from detective_poker.views import NO_VIEW, PlayerView

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
    those who cannot see it. Raises `ArgumentError` for anything but a view, `InvalidStateError` for
    one made by hand that cannot be drawn.

    >>> from detective_poker import new_game
    >>> picture = table(new_game(dealer=0).view(1))
    >>> picture[:4], "Seat 0 deals" in picture
    ('<svg', True)
    """
    if not isinstance(view, PlayerView):
        raise ArgumentError("A PlayerView is asked for.")
    try:
        return _picture(view)
    except BROKEN:  # a view made by hand
        raise InvalidStateError([NO_VIEW]) from None


def _picture(view: PlayerView) -> str:
    shown = _shown(view)
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
_CARD_WIDTH, _CARD_HEIGHT = 44, 60
_PLACES: Final[dict[int, list[tuple[float, int]]]] = {
    3: [(0.5, 1), (0, 0), (1, 0)],
    4: [(0, 1), (0, 0), (1, 0), (1, 1)],
}
"""Column and row of each seat's panel, clockwise from the viewer's."""

_SUIT_PATHS: Final = {
    Suit.CLUBS: "M-2.6 9h5.2c-1.3-1.6-1.7-3.2-1.7-5.3a4.2 4.2 0 1 0 2.2-7 4.2 4.2 0 1 0-6.2 0"
    "a4.2 4.2 0 1 0 2.2 7c0 2.1-.4 3.7-1.7 5.3z",
    Suit.DIAMONDS: "M0-9 6.6 0 0 9-6.6 0z",
    Suit.HEARTS: "M0-3.6c-2-5.6-8.6-4.8-8.6.4 0 4.6 5.8 7.4 8.6 11.8 2.8-4.4 8.6-7.2 8.6-11.8"
    " 0-5.2-6.6-6-8.6-.4z",
    Suit.SPADES: "M0-9c-2.8 4.4-8.2 6.8-8.2 11 0 4.2 5 5.4 7.3 2.2-.1 2-.6 3.4-1.7 4.8h5.2"
    "C1.5 7.6 1 6.2.9 4.2 3.2 7.4 8.2 6.2 8.2 2 8.2-2.2 2.8-4.6 0-9z",
}
"""Suits, drawn since fonts differ: some make a coloured picture of them."""

_STYLE: Final = """
.dp-table{--felt:#dfeae2;--panel:#fbfdfb;--ink:#14221a;--soft:#4a5b51;--line:#b9c9bf;--mark:#0b6b3a;
--bad:#b3261e;--paper:#fff;--print:#1a1a1a;--red:#c2181f;--back:#3c5a8c;--weave:#9db4dc;
font-family:system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif}
@media (prefers-color-scheme:dark){.dp-table{--felt:#122019;--panel:#1c2c24;--ink:#e8f1eb;
--soft:#abbdb2;--line:#3d5247;--mark:#6fdc9f;--bad:#ff9b92;--paper:#f1efe9;--back:#34507f;
--weave:#8aa5d6}}
.dp-table text{fill:var(--ink);font-size:15px}
.dp-table .mid{text-anchor:middle}.dp-table .end{text-anchor:end}
.dp-table .big{font-size:18px}.dp-table .bold{font-weight:700}
.dp-table .soft{fill:var(--soft)}.dp-table .good{fill:var(--mark);font-weight:700}
.dp-table .bad{fill:var(--bad);font-weight:700}
.dp-table .felt{fill:var(--felt)}.dp-table .panel{fill:var(--panel);stroke:var(--line)}
.dp-table .turn{stroke:var(--mark);stroke-width:3}
.dp-table .rule{stroke:var(--line)}
.dp-table .empty{fill:none;stroke:var(--line);stroke-dasharray:4 3}
.dp-table .paper{fill:var(--paper);stroke:var(--soft)}
.dp-table .back{fill:var(--back);stroke:var(--weave)}
.dp-table .weave{fill:none;stroke:var(--weave)}
.dp-table .black{fill:var(--print)}.dp-table .red{fill:var(--red)}
.dp-table text.rank{font-size:24px;font-weight:700}
.dp-table text.black{fill:var(--print)}.dp-table text.red{fill:var(--red)}
.dp-table .arrow{fill:none;stroke:var(--print);stroke-width:2}
.dp-table .tag{fill:var(--mark)}.dp-table text.on-tag{fill:var(--panel);font-weight:700}
.dp-table .s0{fill:#0b62a4}.dp-table .s1{fill:#b34700}.dp-table .s2{fill:#0f7254}
.dp-table .s3{fill:#8a3a86}.dp-table text.on-seat{fill:#fff;font-weight:700}
""".replace("\n", "")
# The prefix keeps the style to the picture, wherever it is put into a page.


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
            f"<style>{_STYLE}</style>",
            f'<rect class="felt" width="{WIDTH}" height="{height}" rx="14"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


# Pieces. All text is made here, from numbers and fixed words: nothing in it needs escaping.


def _text(x: float, y: float, text: object, classes: str = "", width: int | None = None) -> str:
    attributes = f' class="{classes}"' if classes else ""
    if width is not None:
        attributes += f' textLength="{width}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:g}" y="{y:g}"{attributes}>{text}</text>'


def _rect(x: float, y: float, width: float, height: float, classes: str, radius: int = 4) -> str:
    return (
        f'<rect class="{classes}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'rx="{radius}"/>'
    )


def _disc(x: float, y: float, radius: float, seat: int, text: object) -> list[str]:
    return [
        f'<circle class="s{seat}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>',
        _text(x, y + 5.5, text, "mid on-seat"),
    ]


def _badge(x: float, y: float, seat: int) -> list[str]:
    """A seat's number on its colour; square, so that it is no bet."""
    return [_rect(x - 10, y - 10, 20, 20, f"s{seat}", 5), _text(x, y + 5.5, seat, "mid on-seat")]


def _card(x: float, y: float, card: Card) -> list[str]:
    ink = "red" if card.suit in (Suit.DIAMONDS, Suit.HEARTS) else "black"
    middle = x + _CARD_WIDTH / 2
    place = f'transform="translate({middle:g} {y + 44:g})"'
    return [
        _rect(x, y, _CARD_WIDTH, _CARD_HEIGHT, "paper", 5),
        _text(middle, y + 26, card.pretty[:-1], f"mid rank {ink}"),
        f'<path class="{ink}" {place} d="{_SUIT_PATHS[card.suit]}"/>',
    ]


def _card_back(x: float, y: float) -> list[str]:
    return [
        _rect(x, y, _CARD_WIDTH, _CARD_HEIGHT, "back", 5),
        _rect(x + 4, y + 4, _CARD_WIDTH - 8, _CARD_HEIGHT - 8, "weave", 3),
        f'<path class="weave" d="M{x + 4:g} {y + 30:g}l18-26 18 26-18 26z"/>',
    ]


def _any_card(x: float, y: float, card: Card | None, dealt: bool) -> list[str]:
    if card is not None:
        return _card(x, y, card)
    return _card_back(x, y) if dealt else [_rect(x, y, _CARD_WIDTH, _CARD_HEIGHT, "empty", 5)]


_GLYPHS: Final = {ActionCard.PLUS_ONE: "+1", ActionCard.BLUFF: "B", ActionCard.BLANK: "–"}


def _action_card(x: float, y: float, card: ActionCard | None) -> list[str]:
    """An action card, 19 units wide and 24 high; None is face down."""
    if card is None:
        return [_rect(x, y, 19, 24, "back", 3), _rect(x + 3, y + 3, 13, 18, "weave", 2)]
    face = _rect(x, y, 19, 24, "paper", 3)
    if card is ActionCard.CLOCKWISE:
        circle = f"M{x + 14.8:g} {y + 13.5:g}a5.5 5.5 0 1 1-1.1-4.5"
        head = f"M{x + 15.2:g} {y + 5:g}v4.8h-4.8"
        return [face, f'<path class="arrow" d="{circle}{head}"/>']
    fit = 16 if card is ActionCard.PLUS_ONE else None
    return [face, _text(x + 9.5, y + 17.5, _GLYPHS[card], "mid bold black", fit)]


# Parts of the picture.


def _head(view: PlayerView) -> list[str]:
    return [
        _text(14, 27, _what_is_on(view), "big bold"),
        _text(14, 50, _who_sees(view), "soft"),
    ]


def _middle(shown: _Shown, y: float) -> list[str]:
    parts: list[str] = []
    x = (WIDTH - RIVER.board_cards * (_CARD_WIDTH + 8) + 8) / 2
    for place in range(RIVER.board_cards):
        card = shown.board[place] if place < len(shown.board) else None
        parts += _any_card(x + place * (_CARD_WIDTH + 8), y + 8, card, dealt=False)
    if shown.discards:
        text = "discarded: " + " ".join(f"{card.pretty}\ufe0e" for card in shown.discards)
        parts.append(_text(WIDTH / 2, y + 92, text, "mid soft"))
    else:
        parts.append(_text(WIDTH / 2, y + 92, "board", "mid soft"))
    return parts


def _panel(
    view: PlayerView, shown: _Shown, seat: int, x: float, y: float, height: float
) -> list[str]:
    players, result = view.rules.players, shown.result
    turn = seat == view.actor
    parts = [_rect(x, y, _PANEL_WIDTH, height, "panel turn" if turn else "panel", 10)]
    parts += _badge(x + 20, y + 20, seat)
    parts.append(_text(x + 38, y + 25.5, "You" if seat == view.seat else f"Seat {seat}", "bold"))
    tag = "to bet" if turn else ""
    if view.outcome is not None:
        tag = _ordinal(view.outcome.placings[seat])
    if tag:
        parts += [
            _rect(x + _PANEL_WIDTH - 66, y + 8, 58, 24, "tag", 12),
            _text(x + _PANEL_WIDTH - 37, y + 25.5, tag, "mid on-tag"),
        ]
    if seat == shown.dealer:
        parts.append(_text(x + 164, y + 25.5, "dealer", "end soft"))
    for place, (name, cards) in enumerate(
        (("own", shown.own_cards), ("forehead", shown.forehead_cards))
    ):
        left = x + 16 + place * 68
        parts += _any_card(left, y + 40, cards[seat], shown.dealt)
        parts.append(_text(left + _CARD_WIDTH / 2, y + 117, name, "mid soft"))
    parts += _purse(view, result, seat, x + 152, y + 40)
    parts += _board_of(shown, seat, players, x, y)
    return parts


def _purse(view: PlayerView, result: HandResult | None, seat: int, x: float, y: float) -> list[str]:
    """Points, then chips (or what the hand scored), then action cards in hand."""
    parts = [_text(x, y + 16, f"{_number(view.scores[seat])} pts", "bold")]
    if result is not None:
        parts.append(_text(x, y + 40, f"hand {_signed(result.points[seat])}"))
    else:
        parts += [
            f'<circle class="s{seat}" cx="{x + 9.5:g}" cy="{y + 34:g}" r="9"/>',
            _text(x + 26, y + 40, f"× {view.chips_left[seat]}"),
        ]
    if result is None and seat == view.seat:
        for place, card in enumerate(view.action_cards):
            parts += _action_card(x + 21 * place - 1, y + 54, card)
        return parts
    left = (view.action_cards_left if result is None else result.action_cards_left)[seat]
    return [*parts, *_action_card(x, y + 54, None), _text(x + 26, y + 72, f"× {left}")]


def _board_of(shown: _Shown, seat: int, players: int, x: float, y: float) -> list[str]:
    """The bets on a seat: a row for each street, a column for each bettor."""
    width = (_PANEL_WIDTH - 70) / players
    middles = [x + 64 + width * (column + 0.5) for column in range(players)]
    parts: list[str] = []
    for bettor, middle in enumerate(middles):
        parts += _badge(middle, y + 137, bettor)
    for street in STREETS:
        top = y + _ROWS_TOP + street * shown.row_height
        parts.append(f'<path class="rule" d="M{x + 8:g} {top:g}h{_PANEL_WIDTH - 16}"/>')
        parts.append(_text(x + 8, top + 22, street.name.capitalize(), "soft"))
        if shown.result is not None:
            word, classes = _standing_of(shown.result.standings[street], seat)
            parts.append(_text(x + 8, top + 40, word, classes))
    for bet in shown.bets:
        if bet.target != seat:
            continue
        middle = middles[bet.seat]
        top = y + _ROWS_TOP + bet.street * shown.row_height
        left = middle - (11 if bet.has_card else 0)
        parts += _disc(left, top + 16.5, 10, bet.seat, bet.chips)
        if bet.has_card:
            parts += _action_card(left + 11, top + 4.5, bet.card)
        if bet.points is not None:
            classes = "good" if bet.points > 0 else "bad" if bet.points < 0 else "soft"
            parts.append(_text(middle, top + 42, _signed(bet.points), f"mid {classes}"))
    return parts


def _standing_of(standing: Standing, seat: int) -> tuple[str, str]:
    if seat in standing.best:
        return ("all tie" if seat in standing.weakest else "best"), "good"
    return ("weakest" if seat in standing.weakest else ""), ""


def _reveal(standings: Iterable[Standing], y: float) -> list[str]:
    parts = [_text(14, y + 20, "Best and weakest hands", "bold")]
    for street, standing in zip(STREETS, standings, strict=True):
        top = y + 30 + 50 * street
        parts.append(f'<path class="rule" d="M8 {top:g}h{WIDTH - 16}"/>')
        parts.append(_text(14, top + 20, street.name.capitalize(), "soft"))
        for line, (word, seats) in enumerate(
            (("best", standing.best), ("weakest", standing.weakest))
        ):
            base = top + 20 + 24 * line
            parts.append(_text(86, base, word, "bold" if line else "good"))
            for place, seat in enumerate(seats):
                parts += _badge(172 + 22 * place, base - 5.5, seat)
            hand = standing.hands[seats[0]]
            parts.append(_text(168 + 22 * len(seats), base, hand))
    return parts


def _legend(y: float) -> list[str]:
    parts: list[str] = []
    for x, card in zip((14, 116, 230, 314), ActionCard, strict=True):
        name = "plus one" if card is ActionCard.PLUS_ONE else ACTION_CARD_NAMES[card].lower()
        parts += [*_action_card(x, y, card), _text(x + 25, y + 17.5, name, "soft")]
    return [*parts, *_action_card(402, y, None), _text(427, y + 17.5, "hidden", "soft")]


# Words.


def _number(number: int) -> str:
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
    mode = "Expert Mode" if view.rules.mode is Mode.EXPERT else "Standard"
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
