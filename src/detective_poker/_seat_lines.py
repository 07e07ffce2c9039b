"""What one seat, or a spectator, learns of a game, as lines of text; and its views, from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from detective_poker.actions import Action, Bet, Deal, parse_action
from detective_poker.cards import DECK, Card
from detective_poker.deal_order import in_dealt_order, seats_in_order
from detective_poker.errors import IllegalActionError, NotationError
from detective_poker.rules import ACTION_CARDS, PREFLOP, Rules
from detective_poker.state import GameState, new_game
from detective_poker.views import PlayerView, Secret, may_see


def play_through(rules: Rules, dealer: int, actions: Sequence[Action]) -> tuple[GameState, ...]:
    """The states from before the first of these actions: one more than there are actions."""
    states = [new_game(rules, dealer=dealer)]
    for index, action in enumerate(actions):
        states.append(applied(states[-1], action, index))
    return tuple(states)


def applied(state: GameState, action: Action, index: int) -> GameState:
    """The state after the action of a record with that index. Raises `IllegalActionError`."""
    try:
        return state.apply(action)
    except IllegalActionError as error:
        raise IllegalActionError(action, error.reason, index, detail=error.detail) from None


def in_line(error: IllegalActionError, line: int) -> IllegalActionError:
    """The same refusal of an action that stands in this line of a text."""
    return IllegalActionError(error.action, error.reason, error.index, line, error.detail)


# What a seat sees of an action, and how that is written. HIDDEN_CARD stands for a card that it does
# not see, HIDDEN_ACTION_CARD for an action card.

HIDDEN_CARD: Final = "??"
HIDDEN_ACTION_CARD: Final = "?"
_ACTION_CARD: Final = f"(?:{'|'.join(ACTION_CARDS)})"
_BET_WITH_CARD: Final = rf"(b ([0-3])>[0-3] [1-3]) (\?|{_ACTION_CARD})"
_REVEAL: Final = rf"r((?: [2-9TJQKA][cdhs])+)(?: :((?: {_ACTION_CARD})+))?"


def seen_lines(
    states: Sequence[GameState], actions: Sequence[Action], viewer: int | None
) -> tuple[str, ...]:
    """What a viewer learned of these actions, the states before and after each of them."""
    lines: list[str] = []
    for state, action, after in zip(states, actions, states[1:], strict=False):
        lines.append(_seen_line(state, action, viewer))
        if after.hand_number != state.hand_number:
            lines.append(_reveal_line(after))
    return tuple(lines)


def _seen_line(state: GameState, action: Action, viewer: int | None) -> str:
    if isinstance(action, Bet):
        hidden = action.card is not None and not may_see(viewer, Secret.ACTION_CARD, action.seat)
        public = str(Bet(action.seat, action.target, action.chips))
        return f"{public} {HIDDEN_ACTION_CARD}" if hidden else str(action)
    if state.street is not PREFLOP:
        return str(action)
    owners = seats_in_order(state.rules.players, state.dealer)
    secrets = [
        (secret, owner) for secret in (Secret.OWN_CARD, Secret.FOREHEAD_CARD) for owner in owners
    ]
    seen = [
        card if may_see(viewer, secret, owner) else HIDDEN_CARD
        for card, (secret, owner) in zip(action.cards, secrets, strict=True)
    ]
    return " ".join(["d", *seen])


def _reveal_line(after: GameState) -> str:
    hand = after.last_hand
    assert hand is not None, "a hand was just scored"
    cards = in_dealt_order(hand.dealer, hand.own_cards, hand.forehead_cards)
    action_cards = [bet.card for bet in hand.bets if bet.card is not None]
    line = " ".join(["r", *cards])
    return " ".join([line, ":", *action_cards]) if action_cards else line


_Refusal: TypeAlias = Callable[[int, str], NotationError]
"""What to raise, by the index of a line and what is wrong with it."""


def views_of(
    seat: int | None, rules: Rules, dealer: int, lines: Sequence[str], first: int | None
) -> tuple[PlayerView, ...]:
    """The views of a seat that learned just this.

    What the lines do not tell is filled in with what is possible: a view does not depend on what
    its seat cannot see, so any filling gives the same views.

    :param seat: the seat; None for spectators.
    :param rules: the rules.
    :param dealer: the first dealer's seat.
    :param lines: what the seat learned.
    :param first: the number of the first line in a text; None if they are not read from one.
    """

    def refusal(index: int, what: str) -> NotationError:
        where = f"lines[{index}]" if first is None else f"Line {first + index}"
        return NotationError(f"{where}: {what}")

    filled = _filled_in(lines, refusal)
    actions = tuple([action for action, _ in filled])
    try:
        states = play_through(rules, dealer, actions)
    except IllegalActionError as error:
        if first is None or error.index is None:
            raise
        raise in_line(error, first + filled[error.index][1]) from None
    seen = seen_lines(states, actions, seat)
    for index, (line, learned) in enumerate(zip(lines, seen, strict=False)):
        if line != learned:
            raise refusal(index, "that is not what this seat could have learned.")
    if len(lines) > len(seen):
        raise refusal(len(seen), "that is not what this seat could have learned.")
    if len(lines) < len(seen):
        raise refusal(len(lines), "the seat learned more by then.")
    return tuple([state.public_view() if seat is None else state.view(seat) for state in states])


def _filled_in(lines: Sequence[str], refusal: _Refusal) -> list[tuple[Action, int]]:
    """The actions that these lines tell of, each with the index of its line."""
    actions: list[tuple[Action, int]] = []
    hand: list[tuple[int, str]] = []
    for index, line in enumerate(lines):
        if type(line) is not str:
            raise refusal(index, "a line of a record is text.")
        if reveal := re.fullmatch(_REVEAL, line):
            actions += _actions(hand, reveal[1].split(), (reveal[2] or "").split(), refusal)
            hand = []
        elif line.startswith(("d ", "b ")):
            hand.append((index, line))
        else:
            # At once, since it is the reveal that makes sense of the lines before it.
            raise refusal(index, "a line is a deal, a bet or a reveal, such as 'r As Kd 7c'.")
    return actions + _actions(hand, *_supposed_reveal([line for _, line in hand]), refusal)


def _actions(
    lines: Sequence[tuple[int, str]],
    cards: Sequence[str],
    action_cards: Sequence[str],
    refusal: _Refusal,
) -> list[tuple[Action, int]]:
    """The actions of a hand with this reveal, as it would be or was."""
    actions: list[tuple[Action, int]] = []
    revealed = iter(action_cards)
    for index, line in lines:
        if not actions and line.startswith("d "):
            try:
                actions.append((Deal(tuple(map(Card, cards))), index))
            except ValueError:
                raise refusal(index, "a deal of a seat's record is of cards and '??'.") from None
            continue
        bet = re.fullmatch(_BET_WITH_CARD, line)
        try:
            text = f"{bet[1]} {next(revealed, bet[3])}" if bet else line
            actions.append((parse_action(text), index))
        except NotationError as error:
            raise refusal(index, str(error)) from None
    return actions


def _supposed_reveal(lines: list[str]) -> tuple[list[str], list[str]]:
    """A reveal that could follow these lines: the cards and the action cards."""
    told = {word for line in lines for word in line.split()}
    unused = (card for card in DECK if card not in told)
    dealt = lines[0].split()[1:] if lines else []
    cards = [next(unused, word) if word == HIDDEN_CARD else word for word in dealt[: len(DECK)]]
    in_hand = {seat: iter(ACTION_CARDS) for seat in "0123"}
    bets = [bet for line in lines if (bet := re.fullmatch(_BET_WITH_CARD, line))]
    return cards, [
        next(in_hand[bet[2]], bet[3]) if bet[3] == HIDDEN_ACTION_CARD else bet[3] for bet in bets
    ]
