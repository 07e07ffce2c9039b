"""One game between bots.

Every bot bets by its view alone and has a random stream of its own, which is never the dealer's.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from detective_poker._arguments import as_tuple
from detective_poker.actions import Action, refusal
from detective_poker.bots import Bot, ObservingBot
from detective_poker.chance import check_rng, picker
from detective_poker.dealing import random_deal
from detective_poker.errors import ArgumentError, ArgumentTypeError, IllegalReason
from detective_poker.record import Record
from detective_poker.rules import OVER, Rules, check_rules, check_seat
from detective_poker.state import GameState, new_game


class Game:
    """A game in play: the bots, their random streams, where the deals come from, and the state.

    Whatever a bot raises passes through `step`. `busy` then tells whose bot it was.
    """

    def __init__(
        self,
        start: GameState,
        bots: Sequence[Bot],
        streams: Sequence[random.Random],
        deals: random.Random,
    ) -> None:
        self.state: GameState = start
        self.actions: list[Action] = []
        self.bots = bots
        self.busy: int | None = None
        """The seat whose bot is asked; None while cards are dealt."""
        self.refusal: IllegalReason | None = None
        """Why the busy bot's bet was refused, if it was."""
        self._dealer = start.dealer
        self._streams = streams
        self._deals = deals
        self._observers: list[tuple[int, ObservingBot]] | None = None

    def step(self) -> None:
        """The next deal or bet. After a scoring the bots that want to see it are shown it.

        Raises `IllegalActionError` for a bet that the bettor's view refuses: why the state would
        refuse it can be a secret (R8).
        """
        if self._observers is None:
            self._observers = self._who_observes()
        state = self.state
        self.busy = seat = state.actor
        if seat is None:
            action: Action = random_deal(state, self._deals)
        else:
            view = state.view(seat)
            action = self.bots[seat].choose(view, self._streams[seat])
            self.refusal = view.why_illegal(action)
            if self.refusal is not None:
                raise refusal(action, self.refusal)
        self.state = state.apply(action)
        self.actions.append(action)
        if self.state.hand_number > state.hand_number:
            for seat, observer in self._observers:
                self.busy = seat
                observer.observe(self.state.view(seat))

    def finish(self) -> None:
        """Play on until the game is over."""
        while self.state.phase is not OVER:
            self.step()

    def record(self, names: Sequence[str] = ()) -> Record:
        """The game up to now."""
        return Record(self.state.rules, self._dealer, tuple(self.actions), tuple(names))

    def _who_observes(self) -> list[tuple[int, ObservingBot]]:
        # Asked once a game: the check of a protocol is slow, and can run the bot's own code.
        observers: list[tuple[int, ObservingBot]] = []
        for seat, bot in enumerate(self.bots):
            self.busy = seat
            if isinstance(bot, ObservingBot):
                observers.append((seat, bot))
        return observers


def play_game(
    bots: Iterable[Bot],
    rules: Rules = Rules(),  # noqa: B008 - a frozen value
    *,
    dealer: int | None = None,
    rng: random.Random | None = None,
    names: Iterable[str] = (),
) -> Record:
    """Let bots play one game, and return its record.

    Bots that have a method `observe` are shown their view after each scoring.

    :param bots: by seat, one for each: objects with a method `choose`, such as `OddsBot()`.
    :param rules: players, mode and rounds.
    :param dealer: the first dealer's seat; None draws it from `rng`.
    :param rng: where all chance comes from: first a seed for each bot's own random stream, in the
        order of the seats, then the first dealer, then the deals. Generators in the same state give
        the same game, if the bots take chance from their streams alone. None is the system's secure
        generator, from which the bots' streams are seeded too.
    :param names: the players' names for the record, by seat; none unless given.

    Raises `IllegalActionError` for a bot's bet that is illegal, with the bet and the reason, and
    whatever a bot raises. Of the arguments, `ArgumentTypeError` for those of a wrong type,
    `ArgumentError` for too few or too many bots, `RulesError`, `SeatError`, and `NotationError` for
    names.

    A bot that deduces from the others' bets sits at a table with three that know the exact odds:

    >>> import random
    >>> from detective_poker.bots import DetectiveBot, OddsBot
    >>> bots = [DetectiveBot(), OddsBot(), OddsBot(), OddsBot()]
    >>> record = play_game(bots, rng=random.Random(7))
    >>> record.final().scores
    (58, 48, 28, 45)
    """
    seated = _seated(bots, rules)
    if dealer is not None:
        check_seat(dealer, rules.players)
    # The names are refused before anybody plays.
    names = Record(rules, 0, (), names).names  # type: ignore[arg-type]
    rng = check_rng(rng)
    pick = picker(rng)
    streams = [random.Random(pick(1 << 53)) for _ in seated]
    game = Game(new_game(rules, dealer=dealer, rng=rng), seated, streams, rng)
    game.finish()
    return game.record(names)


def _seated(bots: Iterable[Bot], rules: Rules) -> tuple[Bot, ...]:
    """The bots by seat, checked as far as that can be done."""
    seated = as_tuple(bots, "bots")
    for bot in seated:
        if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
            raise ArgumentTypeError("A bot is an object with a method choose, such as OddsBot().")
    check_rules(rules)
    if len(seated) != rules.players:
        raise ArgumentError(f"There are {rules.players} seats, and a bot for each.")
    return seated
