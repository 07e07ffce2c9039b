"""Whether what was drawn is uniform."""

from collections import Counter
from collections.abc import Sequence

LIMITS = {
    3: 16.27,
    5: 20.52,
    11: 31.26,
    23: 49.73,
    31: 61.10,
    39: 72.05,
    42: 76.08,
    43: 77.42,
    48: 84.04,
    51: 87.97,
}
"""The 99.9 percent points of chi-square, by degrees of freedom.

Seeds are fixed: each test that asks for uniform draws always does the same.
"""


def check_uniform(drawn: Sequence[object], cells: int) -> None:
    """As many different ones as there are cells, each about equally often."""
    found = Counter(drawn)
    assert len(found) == cells
    expected = len(drawn) / cells
    chi_square = sum((count - expected) ** 2 / expected for count in found.values())
    assert chi_square < LIMITS[cells - 1]
