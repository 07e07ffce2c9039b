"""What many games come to: shares of wins, points and leads with their intervals, and faults."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from detective_poker.record import Record
from detective_poker.rules import Rules
from detective_poker.simulation.schedule import Plan
from detective_poker.state import GameState

_CERTAINTY: Final = 1.96
"""Standard errors in half a 95 % interval."""


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot ended a game before its time."""

    game: int
    """The number of the game, from 0."""
    bot: str
    what: str
    """The reason for which its bet was refused, or the type and text of what it raised."""


class BotReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot did.

    The intervals are half the width of 95 % intervals, by deal; None where there is one deal only.
    """

    name: str
    games: int
    win_share: float
    """A shared victory counts as a part; a game that a fault ended is lost for the bot at fault and
    shared by the others."""
    win_share_interval: float | None
    points: float
    """Mean points a game, as the lead without the games that a fault ended."""
    points_interval: float | None
    lead: float
    """Mean points a game above the mean of the other players."""
    lead_interval: float | None
    faults: int


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a simulation came to."""

    rules: Rules
    seed: int
    games: int
    bots: tuple[BotReport, ...]
    """In the order given."""
    faults: tuple[Fault, ...]
    """In the order of the games."""


class Result(msgspec.Struct, frozen=True):
    """One game: who sat where, and what came of it."""

    game: int
    seats: tuple[int, ...]
    """By seat, the entrant."""
    record: Record
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    fault_seat: int | None = None
    fault: str = ""


def result_of(game: int, seats: tuple[int, ...], record: Record, final: GameState) -> Result:
    """The result of a game that came to its end."""
    assert final.outcome is not None, "a game without a fault comes to its end"
    return Result(game, seats, record, final.scores, final.outcome.winners)


def result_with_fault(
    game: int, seats: tuple[int, ...], record: Record, final: GameState, fault: tuple[int, str]
) -> Result:
    """The result of a game that was ended by a fault of the bot in that seat: the others win."""
    winners = tuple([seat for seat in range(len(seats)) if seat != fault[0]])
    return Result(game, seats, record, final.scores, winners, *fault)


def report_of(plan: Plan, results: Sequence[Result]) -> Report:
    """What all these games come to."""
    players = plan.rules.players
    # By bot, then by line-up and deal: the games of one deal are not independent.
    wins: list[dict[int, list[float]]] = [{} for _ in plan.bots]
    points: list[dict[int, list[float]]] = [{} for _ in plan.bots]
    leads: list[dict[int, list[float]]] = [{} for _ in plan.bots]
    faults: list[Fault] = []
    at_fault = [0] * len(plan.bots)
    for result in results:
        deal = plan.deal(result.game)
        if result.fault_seat is not None:
            entrant = result.seats[result.fault_seat]
            at_fault[entrant] += 1
            faults.append(Fault(result.game, plan.names[entrant], result.fault))
        everybody = sum(result.scores)
        for seat, entrant in enumerate(result.seats):
            share = (seat in result.winners) / len(result.winners)
            wins[entrant].setdefault(deal, []).append(share)
            if result.fault_seat is None:
                score = result.scores[seat]
                lead = score - (everybody - score) / (players - 1)
                points[entrant].setdefault(deal, []).append(score)
                leads[entrant].setdefault(deal, []).append(lead)
    reports = [
        BotReport(
            name,
            sum(map(len, wins[entrant].values())),
            *_mean(wins[entrant].values()),
            *_mean(points[entrant].values()),
            *_mean(leads[entrant].values()),
            at_fault[entrant],
        )
        for entrant, name in enumerate(plan.names)
    ]
    return Report(plan.rules, plan.seed, len(results), tuple(reports), tuple(faults))


def _mean(groups: Iterable[Sequence[float]]) -> tuple[float, float | None]:
    """The mean of all numbers, and half its 95 % interval when only groups are independent."""
    groups = list(groups)
    count = sum(map(len, groups))
    if count == 0:
        return 0.0, None
    mean = math.fsum(value for group in groups for value in group) / count
    if len(groups) < 2:
        return mean, None
    residuals = [math.fsum(group) - mean * len(group) for group in groups]
    squares = math.fsum(residual * residual for residual in residuals)
    variance = squares * len(groups) / (len(groups) - 1)
    return mean, _CERTAINTY * math.sqrt(variance) / count
