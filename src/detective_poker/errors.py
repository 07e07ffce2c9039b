"""What can go wrong: every exception of this package, and why an action is refused.

The texts can be shown to a player: they hold public facts only.
"""

from __future__ import annotations

from enum import StrEnum, unique
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Iterable


@unique
class IllegalReason(StrEnum):
    """Why an action is refused: the value is a stable code, `message` a sentence for a player."""

    message: str

    def __new__(cls, value: str, message: str) -> Self:  # noqa: D102 - enum machinery
        self = str.__new__(cls, value)
        self._value_ = value
        self.message = message
        return self

    NOT_AN_ACTION = "not_an_action", "This is not an action that the game knows."
    GAME_OVER = "game_over", "The game is over."
    EXPECTED_DEAL = "expected_deal", "Cards must be dealt first."
    EXPECTED_BET = "expected_bet", "A bet is due now, not a deal."
    WRONG_SEAT = "wrong_seat", "It is not this seat's turn to bet."
    NO_SUCH_TARGET = "no_such_target", "There is no such player to bet on."
    TOO_FEW_CHIPS = "too_few_chips", "A bet is at least 1 chip."
    TOO_MANY_CHIPS = "too_many_chips", "A bet is at most 3 chips, and no more than are left."
    MUST_KEEP_CHIPS = (
        "must_keep_chips",
        "One chip must be kept for each street still to come.",
    )
    CARD_ALREADY_PLAYED = (
        "card_already_played",
        "That action card has already been played in this hand.",
    )
    WRONG_CARD_COUNT = "wrong_card_count", "The deal has too few or too many cards."
    DUPLICATE_CARD = "duplicate_card", "The deal holds a card twice."
    CARD_ALREADY_DEALT = "card_already_dealt", "The deal holds a card that is already dealt."


class DetectivePokerError(Exception):
    """The base of all exceptions of this package."""


class ArgumentError(DetectivePokerError, ValueError):
    """An argument of the right type that is out of range, such as a street that is over."""


class ArgumentTypeError(ArgumentError, TypeError):
    """An argument is not of the type that is asked for, such as a number for a generator."""


class NotationError(DetectivePokerError, ValueError):
    """A text is not what it should be: cards, an action, a record."""


class CardError(DetectivePokerError, ValueError):
    """Cards or masks that make no hand, deck or set of different cards."""


class SeatError(DetectivePokerError, ValueError):
    """There is no such seat: seats are 0 to players - 1."""


class RulesError(DetectivePokerError, ValueError):
    """There are no such rules: 3 or 4 players, 1 to 100 rounds, a `Mode`."""


class FormatError(DetectivePokerError, ValueError):
    """JSON that is malformed, too large, of another version, or not of the type asked for."""


class InvalidStateError(DetectivePokerError, ValueError):
    """A position, hand or record that play could not have reached.

    `problems` names every broken invariant, a sentence each.
    """

    problems: tuple[str, ...]

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))

    def __reduce__(self) -> tuple[Any, ...]:
        # With all attributes, as Python's own do it: a note of `add_note` is one of them.
        return type(self), (self.problems,), vars(self)


class IllegalActionError(DetectivePokerError, ValueError):
    """An action that the rules forbid now; the state stays as it was.

    `action` is what was refused (None when something else than an action was asked for), `reason`
    the code, `index` its place in a record and `line` its place in a record's text (None outside
    them). The text names the reason only, since an action can hold a secret; of what is not an
    action, `detail` says which member is of which wrong type.
    """

    action: object
    reason: IllegalReason
    index: int | None
    line: int | None
    detail: str

    def __init__(
        self,
        action: object,
        reason: IllegalReason,
        index: int | None = None,
        line: int | None = None,
        detail: str = "",
    ) -> None:
        self.action = action
        self.reason = reason
        self.index = index
        self.line = line
        self.detail = detail
        places = (("line", line), ("action", index))
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        what = reason_text(reason, detail)
        super().__init__(f"{where.capitalize()}: {what}" if where else what)

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (self.action, self.reason, self.index, self.line, self.detail)
        return type(self), arguments, vars(self)


def reason_text(reason: IllegalReason, detail: str = "") -> str:
    """The sentence of a reason, with what there is to say besides."""
    return f"{reason.message.rstrip('.')}: {detail}." if detail else reason.message


def type_name(value: object) -> str:
    """The name of a value's type, such as `float` or `numpy.int64`: nothing of the value itself.

    A class can be named anything, and its metaclass can have its own idea of names.
    """
    kind = type(value)
    name: str = type.__dict__["__name__"].__get__(kind)
    module: object = type.__dict__["__module__"].__get__(kind)
    if isinstance(module, str) and module != "builtins" and not module.startswith(_PACKAGE):
        name = f"{module}.{name}"
    return name if len(name) <= _MAX_NAME and name.isascii() and name.isprintable() else "another"


_PACKAGE = "detective_poker"
_MAX_NAME = 60
