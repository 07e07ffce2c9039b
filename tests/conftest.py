"""How hard hypothesis tries: `default` for every run, the others on demand.

Choose with `--hypothesis-profile ci`. All but `exhaustive` draw the same examples on every run.
"""

import os
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings

from detective_poker import betting
from untraced import UNTRACED

_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "default",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=30,
    stateful_step_count=40,
    suppress_health_check=_QUIET,
)
settings.register_profile(
    "ci", settings.get_profile("default"), max_examples=200, stateful_step_count=80
)
settings.register_profile(
    "exhaustive",
    settings.get_profile("ci"),
    derandomize=False,
    max_examples=3000,
    stateful_step_count=200,
)
# For slow machines and mutants: a failure is to end the run, not to be made small first.
settings.register_profile(
    "few",
    settings.get_profile("default"),
    max_examples=5,
    stateful_step_count=20,
    phases=[Phase.explicit, Phase.generate],
    report_multiple_bugs=False,
)
settings.load_profile("default")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.name.partition("[")[0] in UNTRACED:
            item.add_marker("no_cover")


@pytest.fixture
def heard() -> Iterator[None]:
    """Signals end this process and those that begin now, even if a shell or nohup made it deaf."""
    wanted = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    if sys.platform != "win32":
        wanted[signal.SIGHUP] = signal.SIG_DFL
    before = {number: signal.signal(number, handler) for number, handler in wanted.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


if "MUTANT_UNDER_TEST" in os.environ:

    def _contents(purse: betting.Purse) -> tuple[object, ...]:
        return purse.players, purse.seat, purse.street, purse.chips, purse.cards

    # What an earlier test left in a cache would hide a mutation, and who calls what it mutates.
    @pytest.fixture(autouse=True)
    def _cold_caches() -> None:
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in ("detective_poker", "games"):
                for value in vars(module).values():
                    if hasattr(value, "cache_clear"):
                        value.cache_clear()
        # States of before and after are to be equal still, although purses are made anew.
        betting.Purse.__eq__ = lambda one, other: _contents(one) == _contents(other)
        betting.Purse.__hash__ = lambda purse: hash(_contents(purse))
        betting._PURSES.clear()
