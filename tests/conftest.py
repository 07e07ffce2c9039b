"""How hard hypothesis tries: `default` for every run, `ci` and `exhaustive` on demand.

Choose with `--hypothesis-profile ci`. The first two draw the same examples on every run.
"""

from hypothesis import HealthCheck, settings

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
settings.load_profile("default")
