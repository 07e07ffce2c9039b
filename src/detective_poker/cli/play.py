"""A person's seat in a game against bots."""

from __future__ import annotations

import argparse
import random
import re
from typing import Final

from detective_poker._wording import ACTION_CARD_NAMES, count
from detective_poker.actions import Bet
from detective_poker.bots import BOTS, Bot, DetectiveBot
from detective_poker.cli.commands import odds_lines, rules_of
from detective_poker.cli.game import start_game
from detective_poker.cli.narrator import Narrator, seat_names
from detective_poker.cli.screen import QUIT_WORDS, Quit, Screen, columns
from detective_poker.errors import ArgumentError
from detective_poker.inference.odds import best_hand_odds
from detective_poker.rules import OVER, ActionCard, check_seat
from detective_poker.views import PlayerView

HELP: Final = """
On every street you bet once: on the player, perhaps yourself, who you think
has the best hand at that moment. You have 7 chips a hand and bet 1 to 3 of
them at a time, over an action card if you like. After the river's bets all is
turned up, and a correct bet scores a point a chip.

  2 3          bet 3 chips on seat 2
  2 3 bluff    the same over your Bluff, face down

  +1           a correct bet scores 1 more (Expert Mode: a wrong one loses 1)
  clockwise    the bet counts for the player after the one you bet on
  bluff        the bet is correct if that player has the weakest hand
  blank        has no effect, but who knows that?

  odds         how likely each player is best and weakest, by the cards you see
  ?            a hint: the same also by what the others' bets suggest, and a bet
  table        everybody's cards, chips and points once more
  quit         leave the game
"""


def play(args: argparse.Namespace, screen: Screen) -> None:
    """Let a person play a game against bots."""
    rules = rules_of(args)
    seat: int = check_seat(args.seat, rules.players)
    names = seat_names(rules.players, you=seat)
    narrator = Narrator(screen, names, you=seat)
    chosen: list[str] = args.bots * (rules.players - 1) if len(args.bots) == 1 else args.bots
    if len(chosen) != rules.players - 1:
        raise ArgumentError(f"--bots: one for all, or {rules.players - 1}.")
    bots: list[Bot] = [BOTS[name]() for name in chosen]
    # The first one named sits left of the person.
    left = len(bots) - seat
    bots = [*bots[left:], Person(screen, narrator, names), *bots[:left]]
    game = start_game(rules, bots, args.seed)
    narrator.show(game.state.view(seat))
    while game.state.phase is not OVER:
        hands = game.state.hand_number
        game.step()
        narrator.show(game.state.view(seat))
        if game.state.hand_number > hands and game.state.phase is not OVER:
            screen.pause("Enter for the next hand")


class Person:
    """Bets as the person at the terminal says."""

    def __init__(self, screen: Screen, narrator: Narrator, names: list[str]) -> None:
        self._screen = screen
        self._narrator = narrator
        self._names = names
        self._needs_help = True
        self._adviser = DetectiveBot()

    def observe(self, view: PlayerView, /) -> None:
        """Let the adviser learn from the scoring, too."""
        self._adviser.observe(view)

    def choose(self, view: PlayerView, _rng: random.Random, /) -> Bet:
        """Ask until the answer is a legal bet. Raises `Quit`."""
        if self._needs_help:
            self._needs_help = False
            self._screen.block(["", "You bet by typing seat, chips and perhaps an action card,"])
            self._screen.block(["such as: 2 3 bluff (h for help, ? for a hint, q to leave)"])
        while True:
            answer = self._screen.ask(self._prompt(view)).lower()
            if answer in QUIT_WORDS:
                raise Quit
            if answer in ("h", "help"):
                self._screen.block(HELP.splitlines())
            elif answer in ("?", "hint"):
                self._screen.block(self._hint(view))
            elif answer in ("t", "table"):
                self._narrator.show_table(view)
            elif answer in ("o", "odds"):
                self._screen.block(odds_lines(best_hand_odds(view), self._names))
            else:
                try:
                    bet = parse_bet(answer, view)
                except NotABet as error:
                    self._screen.block([f"  {error}"])
                    continue
                reason = view.why_illegal(bet)
                if reason is None:
                    return bet
                self._screen.block([f"  {reason.message}"])

    def _hint(self, view: PlayerView) -> list[str]:
        """The odds by the cards and by the bets, and the bet that these suggest."""
        odds, told = best_hand_odds(view), self._adviser.deduce(view)
        rows = [["", "best by cards", "by bets", "weakest by cards", "by bets"]]
        rows += [
            [name, *(f"{share:.1%}" for share in shares)]
            for name, *shares in zip(
                self._names,
                odds.best_probability,
                told.odds.best_probability,
                odds.weakest_probability,
                told.odds.weakest_probability,
                strict=True,
            )
        ]
        # With a generator of its own: to ask for a hint changes nothing of what comes.
        bet = self._adviser.choose(view, random.Random(0))
        under = "" if bet.card is None else f", over {ACTION_CARD_NAMES[bet.card]}"
        return [
            *columns(rows, right=[1, 2, 3, 4]),
            f"The bets tell {told.information:.1f} bits.",
            f"A detective would bet {count(bet.chips, 'chip')} on seat {bet.target}{under}.",
        ]

    def _prompt(self, view: PlayerView) -> str:
        largest = max(bet.chips for bet in view.legal_actions())
        chips = "1 chip" if largest == 1 else f"1 to {largest} chips"
        return f"Your bet ({chips}): "


class NotABet(Exception):  # noqa: N818 - it never leaves this module
    """What was typed cannot be understood as a bet; the text says what can."""


_PLUS_ONE = re.compile(r"\+ ?1|plus[ _-]?(?:1|one)?")
_NUMBER = re.compile(r"[0-9]{1,9}")
_ME: Final = ("me", "myself", "you", "yourself")
_TARGET_WORDS: Final = ("on", "seat", "player")
_CHIP_WORDS: Final = ("chip", "chips")
_OTHER_WORDS: Final = ("bet", "with", "and", "over", "under", "a", "my", "it", "card")


def parse_bet(text: str, view: PlayerView) -> Bet:
    """The viewer's bet that a text such as `2 3 bluff` or `3 chips on seat 2` means.

    Raises `NotABet`. Whether the bet is legal is for the view to say.
    """
    assert view.seat is not None, "a spectator bets nothing"
    words = re.sub(r"[,;:>]", " ", _PLUS_ONE.sub(" +1 ", text.lower())).split()
    numbers: list[str] = []
    rest: list[str] = []
    chips_first = False
    for index, word in enumerate(words):
        if _NUMBER.fullmatch(word) or word in _ME:
            numbers.append(word)
            if len(numbers) == 1:
                chips_first |= words[index + 1 : index + 2] in [[word] for word in _CHIP_WORDS]
            else:
                chips_first |= words[index - 1] in _TARGET_WORDS
        elif word not in (*_TARGET_WORDS, *_CHIP_WORDS, *_OTHER_WORDS):
            rest.append(word)
    if len(numbers) != 2:
        raise NotABet("Say the seat that you bet on and the number of chips, such as: 2 3")
    target, chips = reversed(numbers) if chips_first else numbers
    if chips in _ME:
        raise NotABet("Say how many chips you bet, such as: 2 3")
    return Bet(view.seat, view.seat if target in _ME else int(target), int(chips), _card_of(rest))


def _card_of(words: list[str]) -> ActionCard | None:
    if not words:
        return None
    meant = [
        card for card in ActionCard if ACTION_CARD_NAMES[card].lower().startswith("".join(words))
    ]
    if len(meant) != 1:
        raise NotABet("An action card is +1, clockwise, bluff or blank.")
    return meant[0]
