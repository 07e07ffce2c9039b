"""Play random games, as many as you like, and check each.

    python tests/soak/run.py                                     # a minute or two
    python tests/soak/run.py --games 1000000 --twins 1000000     # some hours
    python tests/soak/run.py --games 1000 --seed 5000            # seeds 5000 to 5999

`--games` are compared with the slow reference (tests/reference.py); `--twins` are pairs of worlds
that a seat cannot tell apart; `--calls` are fifty random calls each of what is public. A failure
names its seed.
"""

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from soak.checks import CHECKS

CHUNK = 200


def run_chunk(name: str, seeds: range) -> str | None:
    """The first failure among these seeds."""
    for seed in seeds:
        try:
            CHECKS[name](seed)
        except Exception as error:
            return f"{name}({seed}): {type(error).__name__}: {error}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in CHECKS:
        parser.add_argument(f"--{name}", type=int, default=5000, help="how many (5000)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    options = parser.parse_args()
    failures = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in CHECKS:
            started = time.monotonic()
            first, count = options.seed, getattr(options, name)
            starts = range(first, first + count, CHUNK)
            chunks = [range(start, min(start + CHUNK, first + count)) for start in starts]
            for failure in pool.map(run_chunk, [name] * len(chunks), chunks):
                if failure is not None:
                    failures += 1
                    print(f"FAILED {failure}", flush=True)
            print(f"{name}: {count} in {time.monotonic() - started:.0f} s", flush=True)
    print(f"{failures} failures" if failures else "all is well")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
