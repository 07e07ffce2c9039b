"""Make the pictures of the pages: `python docs/pictures.py`.

The tables are drawn by the engine from a game with a fixed seed, the diagrams by hand here; only
`odds.svg` needs matplotlib. The pictures are committed, and a test compares all but that one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import detective_poker as dp
from detective_poker.bots import OddsBot, RandomBot
from detective_poker.svg import table

STATIC = Path(__file__).with_name("_static")


def states(seed: int) -> list[dp.GameState]:
    """The first hand of an Expert game between four bots, and the state after it."""
    rng = random.Random(seed)
    bots = [OddsBot(), RandomBot(), OddsBot(), RandomBot()]
    played = [dp.new_game(dp.Rules(mode=dp.Mode.EXPERT), dealer=0)]
    while played[-1].last_hand is None:
        state = played[-1]
        if state.actor is None:
            played.append(state.apply(dp.random_deal(state, rng)))
        else:
            bet = bots[state.actor].choose(state.view(state.actor), rng)
            played.append(state.apply(bet))
    return played


# Diagrams: boxes and arrows in colours that follow the reader's choice of light or dark.

STYLE = (
    ".dp-diagram{--ground:#f2f6f3;--box:#fff;--ink:#14221a;--soft:#4a5b51;--line:#9db0a4;"
    "--mark:#0b6b3a;--strong:#d9ede0;font-family:system-ui,'Segoe UI',Roboto,'Helvetica Neue',"
    "Arial,'Liberation Sans',sans-serif}"
    "@media (prefers-color-scheme:dark){.dp-diagram{--ground:#122019;--box:#1c2c24;--ink:#e8f1eb;"
    "--soft:#abbdb2;--line:#5b7266;--mark:#6fdc9f;--strong:#24513a}}"
    ".dp-diagram text{font-size:15px;fill:var(--ink);text-anchor:middle}"
    ".dp-diagram .bold{font-weight:700}.dp-diagram .soft{fill:var(--soft)}"
    ".dp-diagram .left{text-anchor:start}.dp-diagram .yes{fill:var(--mark);font-weight:700}"
    ".dp-diagram .ground{fill:var(--ground)}.dp-diagram .box{fill:var(--box);stroke:var(--line)}"
    ".dp-diagram .strong{fill:var(--strong);stroke:var(--mark)}"
    ".dp-diagram .line{fill:none;stroke:var(--line);stroke-width:2}"
    ".dp-diagram .head{fill:var(--line)}"
)


def diagram(title: str, description: str, width: int, height: int, parts: Iterable[str]) -> str:
    """A diagram as the text of an SVG file."""
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dp-diagram" role="img" '
        f'aria-labelledby="t d" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    )
    return "\n".join(
        [
            start,
            f'<title id="t">{title}</title>',
            f'<desc id="d">{description}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="ground" width="{width}" height="{height}" rx="12"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def text(x: float, y: float, words: str, classes: str = "") -> str:
    """A line of text."""
    return f'<text x="{x:g}" y="{y:g}" class="{classes}">{words}</text>'


def box(
    x: float, y: float, width: float, height: float, lines: Sequence[str], kind: str = "box"
) -> list[str]:
    """A box with lines of text, the first one bold."""
    first = y + height / 2 - 10 * (len(lines) - 1) + 5
    words = [
        text(x + width / 2, first + 20 * number, line, "soft" if number else "bold")
        for number, line in enumerate(lines)
    ]
    return [
        f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8"/>',
        *words,
    ]


def arrow(x: float, y: float, length: float, down: bool = True) -> list[str]:
    """An arrow downwards, or to the right."""
    if down:
        end = y + length
        return [
            f'<path class="line" d="M{x:g} {y:g}V{end - 6:g}"/>',
            f'<path class="head" d="M{x - 6:g} {end - 9:g}h12l-6 9z"/>',
        ]
    end = x + length
    return [
        f'<path class="line" d="M{x:g} {y:g}H{end - 6:g}"/>',
        f'<path class="head" d="M{end - 9:g} {y - 6:g}v12l9-6z"/>',
    ]


def chance() -> str:
    """How deals and bets lead from state to state."""
    parts = [
        *box(120, 14, 220, 52, ["GameState", "phase DEAL"], "strong"),
        *arrow(230, 66, 62),
        text(246, 102, "apply(deal)", "left bold"),
        *box(14, 128, 130, 52, ["dealer", "cards, not bets"]),
        *box(160, 128, 140, 52, ["GameState", "phase BET"], "strong"),
        *box(316, 128, 130, 52, ["seat’s view", "of one seat"]),
        *arrow(300, 146, 16, down=False),
        *arrow(230, 180, 62),
        text(246, 216, "apply(bet)", "left bold"),
        *box(120, 242, 220, 52, ["GameState", "next bet, deal or end"], "strong"),
        text(230, 318, "every state stays valid: undo is keeping one", "soft"),
    ]
    description = (
        "A state in phase DEAL becomes, by apply of a deal, a state in phase BET; that one "
        "becomes, by apply of a bet, the next state. The dealer makes deals; a seat chooses "
        "its bet by its view. Every state stays valid."
    )
    return diagram("How a game moves on", description, 460, 334, parts)


def streets() -> str:
    """The four streets of a hand."""
    rows = [
        ("Preflop", "2 cards each", "1st left of the dealer"),
        ("Flop", "3 board cards", "2nd left of the dealer"),
        ("Turn", "1 more", "3rd left of the dealer"),
        ("River", "1 more", "4th left of the dealer"),
    ]
    parts = [
        text(92, 26, "deal", "soft"),
        text(330, 26, "one bet each, first to bet:", "soft"),
    ]
    for number, (name, cards, first) in enumerate(rows):
        y = 38 + 74 * number
        parts += box(14, y, 156, 52, [name, cards])
        parts += arrow(170, y + 26, 32, down=False)
        parts += box(202, y, 244, 52, [first, "1 to 3 chips, perhaps a card"], "strong")
        parts += arrow(92 if number < 3 else 230, y + 52, 22)
    parts += box(14, 334, 432, 52, ["Scoring", "all is turned up; each street is scored by itself"])
    description = (
        "Four streets: preflop with two cards each, flop with three board cards, turn and river "
        "with one more each. After each deal everybody bets once; the first, second, third and "
        "fourth seat left of the dealer begins. After the river all is turned up and scored."
    )
    return diagram("The four streets of a hand", description, 460, 400, parts)


def knowledge() -> str:
    """Who knows what during a hand."""
    heads = ["owner", "others", "spectators"]
    rows = [
        ("own card", (True, False, False)),
        ("forehead card", (False, True, False)),
        ("which action card is under a bet", (True, False, False)),
        ("that one is there; chips, target", (True, True, True)),
        ("board, discards, scores", (True, True, True)),
        ("burned cards, rest of the deck", (False, False, False)),
    ]
    middles = [282, 352, 436]
    parts = [text(middle, 28, head, "bold") for middle, head in zip(middles, heads, strict=True)]
    for number, (what, known) in enumerate(rows):
        y = 42 + 40 * number
        parts.append(f'<path class="line" d="M12 {y}H484"/>')
        parts.append(text(14, y + 26, what, "left"))
        parts += [
            text(middle, y + 26, "sees" if sees else "–", "yes" if sees else "soft")
            for middle, sees in zip(middles, known, strict=True)
        ]
    sentences: list[str] = []
    for what, known in rows:
        who = [head for head, sees in zip(heads, known, strict=True) if sees]
        sentences.append(f"{what}: seen by {', '.join(who) or 'nobody'}.")
    description = " ".join(sentences)
    return diagram("What is known during a hand", description, 496, 290, parts)


LAYERS = [
    ["cli"],
    ["simulation"],
    ["bots", "formats", "plots"],
    ["validation", "svg"],
    ["value_checks"],
    ["inference", "record", "dealing"],
    ["state", "events"],
    ["views"],
    ["position"],
    ["scoring"],
    ["hand_checks", "hands"],
    ["betting"],
    ["actions", "deal_order"],
    ["rules", "cards", "_core", "chance", "exact_types"],
    ["errors", "_native (C)"],
]
"""The modules from the top down."""


def architecture() -> str:
    """The modules, each on those below it."""
    parts: list[str] = []
    for number, names in enumerate(LAYERS):
        y = 14 + 50 * number
        width = (432 - 10 * (len(names) - 1)) / len(names)
        for place, name in enumerate(names):
            kind = "strong" if name == "state" else "box"
            parts += box(14 + place * (width + 10), y, width, 38, [name], kind)
    y = 14 + 50 * len(LAYERS)
    parts.append(text(230, y + 14, "a module imports from the rows below its own", "soft"))
    description = "From the top: " + "; ".join(", ".join(names) for names in LAYERS)
    return diagram(
        "The modules of the package, each on those below it", f"{description}.", 460, y + 32, parts
    )


def pictures() -> dict[str, str]:
    """The pictures by file name."""
    hand = states(5)
    turn = next(s for s in hand if s.street is dp.Street.TURN and len(s.bets) == 11)
    tutorial = dp.new_game(dealer=0)
    tutorial = tutorial.apply(dp.random_deal(tutorial, random.Random(33)))
    return {
        "tutorial.svg": table(tutorial.view(1)),
        "table.svg": table(turn.view(1)),
        "table-scored.svg": table(hand[-1].view(1)),
        "table-spectator.svg": table(turn.public_view()),
        "chance.svg": chance(),
        "streets.svg": streets(),
        "knowledge.svg": knowledge(),
        "architecture.svg": architecture(),
    }


def odds_plot(path: Path) -> None:
    """The example of the page of plots."""
    import matplotlib as mpl  # noqa: PLC0415 - an extra

    from detective_poker.inference.odds import card_odds  # noqa: PLC0415
    from detective_poker.plots import plot_odds  # noqa: PLC0415

    mpl.rcParams["svg.hashsalt"] = "odds"
    odds = card_odds(dp.Card("As"), dp.parse_cards("Kd 7c 7h"), dp.parse_cards("Qc Js 4d"))
    ax = plot_odds(odds, names=["You", "Ann", "Bob", "Cyd"])
    ax.figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    for name, content in pictures().items():
        STATIC.joinpath(name).write_bytes(content.encode())
    odds_plot(STATIC / "odds.svg")
