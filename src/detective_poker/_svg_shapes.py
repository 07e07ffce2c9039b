"""The shapes that a picture of a table is drawn with, as SVG."""

from __future__ import annotations

from typing import Final

from detective_poker.cards import Card, Suit
from detective_poker.rules import ActionCard

CARD_WIDTH: Final = 44
CARD_HEIGHT: Final = 60
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

STYLE: Final = """
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


# Pieces. All text is made here, from numbers and fixed words: nothing in it needs escaping.


def draw_text(x: float, y: float, text: object, classes: str = "", width: int | None = None) -> str:
    attributes = f' class="{classes}"' if classes else ""
    if width is not None:
        attributes += f' textLength="{width}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:g}" y="{y:g}"{attributes}>{text}</text>'


def draw_rect(
    x: float, y: float, width: float, height: float, classes: str, radius: int = 4
) -> str:
    return (
        f'<rect class="{classes}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'rx="{radius}"/>'
    )


def draw_disc(x: float, y: float, radius: float, seat: int, text: object) -> list[str]:
    return [
        f'<circle class="s{seat}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>',
        draw_text(x, y + 5.5, text, "mid on-seat"),
    ]


def draw_badge(x: float, y: float, seat: int) -> list[str]:
    """A seat's number on its colour; square, so that it is no bet."""
    return [
        draw_rect(x - 10, y - 10, 20, 20, f"s{seat}", 5),
        draw_text(x, y + 5.5, seat, "mid on-seat"),
    ]


def draw_card(x: float, y: float, card: Card) -> list[str]:
    ink = "red" if card.suit in (Suit.DIAMONDS, Suit.HEARTS) else "black"
    middle = x + CARD_WIDTH / 2
    place = f'transform="translate({middle:g} {y + 44:g})"'
    return [
        draw_rect(x, y, CARD_WIDTH, CARD_HEIGHT, "paper", 5),
        draw_text(middle, y + 26, card.pretty[:-1], f"mid rank {ink}"),
        f'<path class="{ink}" {place} d="{_SUIT_PATHS[card.suit]}"/>',
    ]


def draw_card_back(x: float, y: float) -> list[str]:
    return [
        draw_rect(x, y, CARD_WIDTH, CARD_HEIGHT, "back", 5),
        draw_rect(x + 4, y + 4, CARD_WIDTH - 8, CARD_HEIGHT - 8, "weave", 3),
        f'<path class="weave" d="M{x + 4:g} {y + 30:g}l18-26 18 26-18 26z"/>',
    ]


def draw_any_card(x: float, y: float, card: Card | None, dealt: bool) -> list[str]:
    if card is not None:
        return draw_card(x, y, card)
    return draw_card_back(x, y) if dealt else [draw_rect(x, y, CARD_WIDTH, CARD_HEIGHT, "empty", 5)]


_GLYPHS: Final = {ActionCard.PLUS_ONE: "+1", ActionCard.BLUFF: "B", ActionCard.BLANK: "–"}


def draw_action_card(x: float, y: float, card: ActionCard | None) -> list[str]:
    """An action card, 19 units wide and 24 high; None is face down."""
    if card is None:
        return [draw_rect(x, y, 19, 24, "back", 3), draw_rect(x + 3, y + 3, 13, 18, "weave", 2)]
    face = draw_rect(x, y, 19, 24, "paper", 3)
    if card is ActionCard.CLOCKWISE:
        circle = f"M{x + 14.8:g} {y + 13.5:g}a5.5 5.5 0 1 1-1.1-4.5"
        head = f"M{x + 15.2:g} {y + 5:g}v4.8h-4.8"
        return [face, f'<path class="arrow" d="{circle}{head}"/>']
    fit = 16 if card is ActionCard.PLUS_ONE else None
    return [face, draw_text(x + 9.5, y + 17.5, _GLYPHS[card], "mid bold black", fit)]
