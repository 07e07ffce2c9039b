"""The native core beside its peers and beside the machine's floors, as a Markdown table.

    pip install .[bench] && python benchmarks/native.py > table.md

Everything is timed in turn, round after round, and each figure is the median over the rounds of
the ratio to ours in the same round, so that a busy machine slows both alike. Peers that are not
installed are left out.
"""

import argparse
import importlib
import os
import platform
import random
import re
import statistics
import sys
import tempfile
import time
from array import array
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from cffi import FFI

import detective_poker as dp
from detective_poker import hands
from detective_poker._native import ffi, lib

Timed = Callable[[], object]
IN_CACHE = 65_536
IN_MEMORY = 1 << 22

FLOOR = """
#include <stdint.h>
uint64_t nothing(uint64_t x) { return x; }
void copy(const uint64_t *in, uint32_t *out, int64_t count)
{
    for (int64_t i = 0; i < count; ++i)
        out[i] = (uint32_t)in[i];
}
"""


def build_floor(folder: str) -> object:
    """A call that does nothing, and a loop that only moves what `strengths` moves."""
    builder = FFI()
    builder.cdef(
        "uint64_t nothing(uint64_t x);void copy(const uint64_t *in, uint32_t *out, int64_t count);"
    )
    builder.set_source("_floor", FLOOR, extra_compile_args=["-O3", "-march=native"])
    builder.compile(tmpdir=folder)
    sys.path.insert(0, folder)
    return importlib.import_module("_floor")


def seconds(call: Timed, repeat: int) -> float:
    started = time.perf_counter()
    for _ in range(repeat):
        call()
    return (time.perf_counter() - started) / repeat


def compare(title: str, unit: float, calls: dict[str, tuple[Timed, int]], rounds: int) -> None:
    """Print a section: the first call is ours; unit is what one call does, for the rate."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for call, _ in calls.values():
        call()
    for _ in range(rounds):
        for name, (call, repeat) in calls.items():
            times[name].append(seconds(call, repeat))
    ours = next(iter(times.values()))
    print(f"\n| {title} | per item | best rate | time / ours |\n|---|---|---|---|")
    for name, found in times.items():
        ratio = statistics.median(a / b for a, b in zip(found, ours, strict=True))
        each = statistics.median(found) / unit
        shown = f"{each * 1e9:,.2f} ns" if each < 1e-6 else f"{each * 1e6:,.1f} µs"
        rate = unit / min(found)
        print(f"| {name} | {shown} | {rate / 1e6:,.3f} M/s | {ratio:.2f} |", flush=True)


def use(backend: int, call: Timed) -> Timed:
    def timed() -> object:
        lib.dp_use_backend(backend)
        return call()

    return timed


def single_hands(floor: object, rounds: int) -> None:
    rng = random.Random(1)
    cards = rng.sample(dp.DECK, 7)
    mask = dp.card_mask(cards)
    texts = [str(card) for card in cards]
    nothing = floor.lib.nothing  # type: ignore[attr-defined]
    mask_strength, core = dp.mask_strength, lib.dp_mask_strength
    calls: dict[str, tuple[Timed, int]] = {
        "mask_strength(mask)": (lambda: mask_strength(mask), 20000),
        "an empty cffi call": (lambda: nothing(mask), 20000),
        "the core's function itself": (lambda: core(mask), 20000),
        "strength(cards)": (lambda: dp.strength(cards), 5000),
        "evaluate(cards)": (lambda: dp.evaluate(cards), 5000),
    }
    for name, make in PEERS.items():
        try:
            calls[f"{name} {version(name)}"] = (make(texts), 2000)
        except (ImportError, PackageNotFoundError) as error:
            print(f"(not installed: {name}: {error})", file=sys.stderr)
    compare("one hand of seven cards, from Python", 1, calls, rounds)


def eval7(texts: list[str]) -> Timed:
    from eval7 import Card, evaluate  # noqa: PLC0415

    cards = [Card(text) for text in texts]
    return lambda: evaluate(cards)


def phevaluator(texts: list[str]) -> Timed:
    from phevaluator import Card, evaluate_cards  # noqa: PLC0415

    cards = [Card(text) for text in texts]
    return lambda: evaluate_cards(*cards)


def treys(texts: list[str]) -> Timed:
    from treys import Card, Evaluator  # noqa: PLC0415

    evaluator, cards = Evaluator(), [Card.new(text) for text in texts]
    return lambda: evaluator.evaluate(cards[:5], cards[5:])


def pokerkit(texts: list[str]) -> Timed:
    from pokerkit import Card, StandardHighHand  # noqa: PLC0415

    cards = list(Card.parse("".join(texts)))
    return lambda: StandardHighHand.from_game(cards)


def pkrbot(texts: list[str]) -> Timed:
    from pkrbot import Card, evaluate  # noqa: PLC0415

    cards = [Card(text) for text in texts]
    return lambda: evaluate(cards)


def pokerfast(texts: list[str]) -> Timed:
    from pokerfast import eval7 as evaluate  # noqa: PLC0415

    cards = tuple(texts)
    return lambda: evaluate(cards)


PEERS = {
    "eval7": eval7,
    "phevaluator": phevaluator,
    "pkrbot": pkrbot,
    "pokerfast": pokerfast,
    "treys": treys,
    "pokerkit": pokerkit,
}


def batches(floor: object, rounds: int) -> None:
    rng = random.Random(2)
    bits = [card.bit for card in dp.DECK]
    few = [sum(rng.sample(bits, 7)) for _ in range(4096)]
    copy, floor_ffi = floor.lib.copy, floor.ffi  # type: ignore[attr-defined]
    for title, count, repeat in (("in cache", IN_CACHE, 400), ("from memory", IN_MEMORY, 1)):
        masks = array("Q", few * (count // len(few) + 1))[:count]
        out = array("I", [0]) * count
        source, target = ffi.from_buffer("uint64_t[]", masks), ffi.from_buffer("uint32_t[]", out)
        calls: dict[str, tuple[Timed, int]] = {}
        for number, name in enumerate(hands.backends()):
            call = use(number, lambda s=source, t=target, n=count: lib.dp_strengths(s, t, n))
            calls[f"strengths, {name}"] = (call, max(repeat // (8 if name == "plain" else 1), 1))
        copied = (
            floor_ffi.from_buffer("uint64_t[]", masks),
            floor_ffi.from_buffer("uint32_t[]", out),
        )
        calls["a copy loop of the same traffic"] = (lambda c=copied, n=count: copy(*c, n), repeat)
        compare(f"many hands of seven cards, {title} ({count:,})", count, calls, rounds)
    lib.dp_use_backend(0)


def census(rounds: int) -> None:
    counts = ffi.new("uint64_t[]", lib.DP_CATEGORIES)
    calls = {
        name: (use(number, lambda: lib.dp_count_categories(7, counts)), 1)
        for number, name in enumerate(hands.backends())
        if name != "plain"
    }
    if calls:
        compare("all 133,784,560 hands of seven cards", 133_784_560, calls, min(rounds, 5))
    lib.dp_use_backend(0)


def views(street: dp.Street) -> list[dp.PlayerView]:
    rng = random.Random(street)
    state = dp.new_game(dealer=0)
    while state.street < street or state.phase is not dp.Phase.BET:
        if state.phase is dp.Phase.DEAL:
            state = state.apply(dp.random_deal(state, rng))
        else:
            state = state.apply(rng.choice(state.legal_actions()))
    return [state.view(seat) for seat in range(4)]


def odds(rounds: int) -> None:
    rng = random.Random(3)
    for street in dp.Street:
        seen = views(street)
        words = array("Q")
        for view in seen * 16:
            words.extend(dp.odds._core_view(view))
        out = ffi.new("uint64_t[]", lib.DP_ODDS * 64)
        weights = ffi.new("double[]", [rng.random() for _ in range(3 * lib.DP_DECK**2)])
        posterior = ffi.new("double[]", lib.DP_POSTERIOR_SIZE)
        source = ffi.from_buffer("uint64_t[]", words)
        core = dp.odds._core_view(seen[0])
        calls: dict[str, tuple[Timed, int]] = {}
        for number, name in enumerate(hands.backends()):
            calls[f"odds, {name}"] = (
                use(number, lambda s=source, o=out: lib.dp_odds_many(s, 64, o)),
                10,
            )
        for by_class, name in ((1, "class"), (0, "card")):
            calls[f"posterior by {name}, 64 times"] = (
                use(
                    0,
                    lambda c=core, b=by_class, w=weights, p=posterior: [
                        lib.dp_posterior(*c, b, w, p) for _ in range(64)
                    ],
                ),
                1,
            )
        calls["best_hand_odds(view), 64 times"] = (
            use(0, lambda v=seen: [dp.best_hand_odds(v[i % 4]) for i in range(64)]),
            1,
        )
        compare(f"odds and posteriors of four players, {street.name.lower()}", 64, calls, rounds)


def machine() -> str:
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
        model = found[1] if found else model
    return (
        f"{model}, {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}, detective-poker {dp.__version__}, "
        f"backends {', '.join(hands.backends())}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        floor = build_floor(folder)
        single_hands(floor, options.rounds)
        batches(floor, options.rounds)
    census(options.rounds)
    odds(options.rounds)


if __name__ == "__main__":
    main()
