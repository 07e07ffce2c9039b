"""What bots are called in a report and a record."""

from enum import Enum
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from detective_poker import ArgumentError, ArgumentTypeError, NotationError, Rules, simulate
from detective_poker.bots import BOTS, DetectiveBot, ModelBot, OddsBot, RandomBot
from detective_poker.inference.models import NaiveModel, SoftmaxModel, UniformModel

THREE = Rules(3, rounds=1)


class Style(Enum):
    WILD = 1


class Brave(RandomBot):
    def __init__(self, *_args: object, **_keywords: object) -> None:
        pass


def brave(**_keywords: object) -> Brave:
    return Brave()


def names(bots: Any) -> list[str]:
    return [bot.name for bot in simulate(bots, 3, rules=THREE).bots]


@pytest.mark.parametrize(
    ("bots", "told"),
    [
        ([partial(OddsBot)] * 3, ["OddsBot", "OddsBot 2", "OddsBot 3"]),
        (
            [partial(Brave, 1), partial(Brave, 2.5, None), partial(Brave, True, depth=3)],
            ["Brave(1)", "Brave(2.5, None)", "Brave(True, depth=3)"],
        ),
        (
            [partial(brave, style="bold"), partial(Brave, Style.WILD), partial(Brave, RandomBot)],
            ["brave(style='bold')", "Brave(WILD)", "Brave(RandomBot)"],
        ),
        (
            [
                partial(partial(Brave, 1), x=2),
                partial(Brave, [1, (2, "a")]),
                partial(Brave, {1: 2}),
            ],
            ["Brave(1, x=2)", "Brave([1, [2, 'a']])", "Brave(dict)"],
        ),
        (
            [partial(ModelBot, NaiveModel(0.25)), partial(ModelBot, UniformModel()), ModelBot],
            ["ModelBot(NaiveModel(0.25))", "ModelBot(UniformModel())", "ModelBot"],
        ),
        # Addresses tell nothing, and a long text may be a key.
        (
            [
                partial(Brave, object()),
                partial(Brave, key="sk-" + "1234" * 9),
                partial(Brave, b"x"),
            ],
            ["Brave(object)", "Brave(key=str)", "Brave(bytes)"],
        ),
        (
            [partial(Brave, "a\nb"), partial(Brave, 10**5000), partial(Brave, "é\ud800")],
            ["Brave('a\\nb')", "Brave(int)", "Brave('é\\ud800')"],
        ),
        ([partial(Brave, *range(99))] * 3, None),
        ([lambda: RandomBot()] * 3, ["<lambda>", "<lambda> 2", "<lambda> 3"]),  # noqa: PLW0108
    ],
)
def test_bots_with_parameters_have_telling_names(bots: Any, told: list[str] | None) -> None:
    found = names(bots)
    assert found == told or told is None
    assert len(set(found)) == 3
    assert all(len(name) <= 60 and name.isprintable() for name in found)


def test_a_softmax_model_is_told_by_its_numbers() -> None:
    bots = [partial(ModelBot, SoftmaxModel(temperature)) for temperature in (0.25, 0.5, 1.0)]
    found = names(bots)
    assert [name.startswith("ModelBot(SoftmaxModel(") for name in found] == [True] * 3
    assert ["0.25" in found[0], "0.5" in found[1], "1.0" in found[2]] == [True] * 3


def test_a_mapping_names_the_bots(tmp_path: Path) -> None:
    bots = {"Ann's": "odds", "Bot 10": RandomBot, "Bób ♠": partial(DetectiveBot), "random": "naive"}
    report = simulate(bots, 3, rules=THREE, seed=2, file=tmp_path / "games")
    assert [bot.name for bot in report.bots] == list(bots)
    assert simulate(MappingProxyType(bots), 3, rules=THREE, seed=2) == report
    assert simulate(bots, 3, rules=THREE, seed=2, file=tmp_path / "games") == report
    # Names change nothing of the games.
    unnamed = simulate(list(bots.values()), 3, rules=THREE, seed=2)
    assert [bot.points for bot in unnamed.bots] == [bot.points for bot in report.bots]


def test_a_fault_has_the_name_of_the_mapping() -> None:
    faults = simulate({"a": int, "b": "odds", "c": "odds"}, 3, rules=THREE).faults  # type: ignore[dict-item]
    assert [fault.bot for fault in faults] == ["a"] * 3


@pytest.mark.parametrize(
    ("bots", "error"),
    [
        ({"a\nb": "odds", "b": "odds", "c": "odds"}, NotationError),
        ({"\ud800": "odds", "b": "odds", "c": "odds"}, NotationError),
        ({"x" * 65: "odds", "b": "odds", "c": "odds"}, NotationError),
        ({1: "odds", 2: "odds", 3: "odds"}, ArgumentTypeError),
        ({None: "odds", "b": "odds", "c": "odds"}, ArgumentTypeError),
        ({"a": "odds", "b": "odds", "c": None}, ArgumentTypeError),
        ({"a": "odds", "b": "odds", "c": "genius"}, ArgumentError),
        ({"a": "odds", "b": "odds"}, ArgumentError),
        ({}, ArgumentError),
    ],
)
def test_a_mapping_is_checked(bots: Any, error: type[Exception], tmp_path: Path) -> None:
    with pytest.raises(error):
        simulate(bots, 3, rules=THREE, file=tmp_path / "games")
    assert not (tmp_path / "games").exists()


def test_too_few_bots_are_counted() -> None:
    with pytest.raises(ArgumentError, match=r"^4 players need 4 bots or more, not 2\.$"):
        simulate(["odds", "odds"], 3)
    with pytest.raises(ArgumentError, match=r"^3 players need 3 bots or more, not 0\.$"):
        simulate([], 3, rules=THREE)
    assert names(BOTS) == list(BOTS)
