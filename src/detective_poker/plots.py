"""A plot of odds, with matplotlib: `pip install "detective-poker[plot]"`."""

# matplotlib leaves parts of its types open.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from detective_poker._arguments import as_tuple
from detective_poker.errors import ArgumentError, ArgumentTypeError

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Chances(Protocol):
    """What has chances to plot, such as `Odds`."""

    @property
    def best_probability(self) -> tuple[float, ...]:
        """The probability that each seat is among the best."""
        ...

    @property
    def weakest_probability(self) -> tuple[float, ...]:
        """The probability that each seat is among the weakest."""
        ...


def plot_odds(odds: Chances, *, names: Iterable[str] = (), ax: Axes | None = None) -> Axes:
    """Bars of each seat's chances of the best and of the weakest hand, in percent.

    Returns the axes: save the picture by `plot_odds(odds).figure.savefig(...)`.

    :param odds: `Odds`, or what else has such chances.
    :param names: labels of the seats; `Seat 0` and so on unless given.
    :param ax: where to draw; axes of their own unless given.

    Raises `ArgumentError` unless there are as many names as seats, or none; `ArgumentTypeError` for
    odds or names of a wrong type.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra, and slow to import

    if not (hasattr(odds, "best_probability") and hasattr(odds, "weakest_probability")):
        raise ArgumentTypeError("Odds are asked for.")
    names = as_tuple(names, "names")
    seats = range(len(odds.best_probability))
    if len(names) not in (0, len(seats)):
        raise ArgumentError("There is a name for each seat, or none at all.")
    if ax is None:
        # No pyplot: it would keep every figure, and ask for a screen.
        ax = Figure(figsize=(6, 0.8 + 0.7 * len(seats)), layout="constrained").add_subplot()
    kinds = (
        ("best", -0.19, "#0f7254", "", odds.best_probability),
        ("weakest", 0.19, "#b34700", "//", odds.weakest_probability),
    )
    for label, offset, color, hatch, chances in kinds:
        places = [seat + offset for seat in seats]
        widths = [100 * chance for chance in chances]
        bars = ax.barh(
            places, widths, height=0.36, label=label, color=color, hatch=hatch, edgecolor="white"
        )
        ax.bar_label(bars, fmt="%.0f %%", padding=3)
    ax.set_yticks(list(seats), labels=list(names) or [f"Seat {seat}" for seat in seats])
    ax.invert_yaxis()
    ax.set_xlim(0, 112)
    ax.set_xticks(range(0, 101, 25))
    ax.set_xlabel("probability, %")
    ax.legend(loc="lower right")
    return ax
