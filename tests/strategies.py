"""What hypothesis draws: rules, decks, whole games and positions within them.

Bets are drawn as bytes, one for each bet, which choose from the legal list: cheap to draw, and
whatever fails shrinks towards the first legal bet. Decks are drawn as seeds.
"""

import random
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from hypothesis import strategies as st

from detective_poker import (
    DECK,
    Action,
    ActionCard,
    Bet,
    Card,
    GameState,
    Mode,
    Phase,
    Rules,
    deal_from,
    new_game,
    shuffled_deck,
)

Deck = tuple[Card, ...]

SEEDS = st.integers(0, 2**32 - 1)
CARDS = st.sampled_from(DECK)
ACTION_CARDS = (None, *ActionCard)


class Game(NamedTuple):
    """Everything that decides a game: what is agreed, a deck a hand, and a byte for each bet."""

    rules: Rules
    dealer: int
    decks: tuple[Deck, ...]
    choices: bytes


class Position(NamedTuple):
    """A state, and how its hand came to it."""

    state: GameState
    hand_start: GameState
    """The state before the hand's first deal."""
    actions: tuple[Action, ...]
    """The actions of the hand so far."""


def rules(rounds: int = 2) -> st.SearchStrategy[Rules]:
    """Rules of at most so many rounds."""
    return st.builds(Rules, st.sampled_from((3, 4)), st.sampled_from(Mode), st.integers(1, rounds))


def hands(least: int = 2, most: int = 7) -> st.SearchStrategy[list[Card]]:
    """Different cards."""
    return st.lists(CARDS, min_size=least, max_size=most, unique=True)


def _clumped(seed: int) -> Deck:
    """A deck with equal ranks close together: many ties, pairs and Expert replacements."""
    rng = random.Random(seed)
    return tuple(sorted(DECK, key=lambda card: card.rank + 3 * rng.random()))


def decks() -> st.SearchStrategy[Deck]:
    """Decks in random order, every other one clumped."""
    shuffled = SEEDS.map(lambda seed: shuffled_deck(random.Random(seed)))
    return shuffled | SEEDS.map(_clumped)


@st.composite
def games(draw: st.DrawFn, rounds: int = 2) -> Game:
    """Whole games of at most so many rounds."""
    agreed = draw(rules(rounds))
    bets = agreed.hands * 4 * agreed.players
    return Game(
        agreed,
        draw(st.integers(0, agreed.players - 1)),
        tuple(draw(decks()) for _ in range(agreed.hands)),
        draw(st.binary(min_size=bets, max_size=bets)),
    )


def choose(state: GameState, choice: int) -> Bet:
    """The legal bet that a byte chooses."""
    legal = state.legal_actions()
    return legal[choice % len(legal)]


def next_action(game: Game, state: GameState, bets: int) -> Action:
    """What the game does next in this state, after so many bets in all."""
    if state.phase is Phase.DEAL:
        return deal_from(game.decks[state.hand_number], state)
    return choose(state, game.choices[bets])


def positions_of(game: Game) -> Iterator[Position]:
    """Every position of a game, from before its first deal to its end."""
    state = start = new_game(game.rules, dealer=game.dealer)
    actions: tuple[Action, ...] = ()
    bets = 0
    while True:
        yield Position(state, start, actions)
        if state.phase is Phase.OVER:
            return
        action = next_action(game, state, bets)
        bets += isinstance(action, Bet)
        state, hand_number = state.apply(action), state.hand_number
        actions = (*actions, action)
        if state.hand_number != hand_number:
            start, actions = state, ()


@st.composite
def positions(draw: st.DrawFn, rounds: int = 2) -> Position:
    """A position at a random ply of a random game."""
    game = draw(games(rounds))
    hand = 4 * (1 + game.rules.players)
    anywhere = st.integers(0, game.rules.hands * hand)
    # Some between hands, where the last one is revealed, and at the end.
    between = st.integers(1, game.rules.hands).map(hand.__mul__)
    ply = draw(anywhere | anywhere | between)
    return next(position for position in positions_of(game) if position.state.ply == ply)


def states(rounds: int = 2) -> st.SearchStrategy[GameState]:
    """A state at a random ply of a random game."""
    return positions(rounds).map(lambda position: position.state)


def candidate_bets(players: int) -> Iterator[Bet]:
    """Every bet that could be legal for somebody, and more that never are."""
    around = range(-1, players + 1)
    for seat in around:
        for target in around:
            for chips in range(-1, 9):
                for card in ACTION_CARDS:
                    yield Bet(seat, target, chips, card)


def deck_from(text: str) -> Deck:
    """A deck that begins with these cards; the others follow in order."""
    first = tuple(Card(card) for card in text.split())
    assert len(set(first)) == len(first)
    return (*first, *(card for card in DECK if card not in first))


def seen_text(*cards: tuple[Card | None, ...]) -> set[str]:
    """The texts of cards, hidden ones left out."""
    return {str(card) for card in chain(*cards) if card is not None}
