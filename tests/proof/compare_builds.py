"""Prove that a change of the C core left every answer as it was, bit for bit, and show its speed.

    git worktree add ../before COMMIT
    python tests/proof/compare_builds.py ../before/csrc              # the answers
    python tests/proof/compare_builds.py ../before/csrc --time 40    # the speed, in so many pairs

Both folders are compiled with the flags of the build script. Random questions, some of them
nonsense, go to both builds on every backend of this machine; what they write (and what they leave
unwritten) must be the same bytes. Speed is told as the median over pairs of calls, the older build
and the newer one in turn, of the time of the newer by that of the older.
"""

import argparse
import os
import random
import re
import shlex
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parents[2] / "csrc"
FLAGS = ["-std=c11", "-O3", "-g0", "-ffp-contract=off", "-fPIC", "-shared"]
RANKS, SUITS = 13, 4
BITS = [1 << (16 * suit + rank) for suit in range(SUITS) for rank in range(RANKS)]
LETTERS = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
PAIR_ODDS, POSTERIOR, ODDS, SAMPLED, VIEW, DECK = 5408, 217, 9, 16, 7, 52
UNWRITTEN = 0xEE

Answer = tuple[object, ...]


class Build:
    """A folder of C as a shared library."""

    def __init__(self, folder: Path, work: Path, name: str) -> None:
        compiler = shlex.split(os.environ.get("CC", "gcc"))
        library = work / f"{name}.so"
        sources = sorted(map(str, folder.glob("*.c")))
        subprocess.run([*compiler, *FLAGS, f"-I{folder}", *sources, "-o", str(library)], check=True)
        header = (folder / "detective_poker.h").read_text(encoding="utf-8")
        header = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
        self.ffi = FFI()
        self.ffi.cdef(re.sub(r"^#.*$", "", header, flags=re.MULTILINE))
        self.lib = self.ffi.dlopen(str(library))
        self.scores_hands = "uint8_t *hands" in header
        codes = re.findall(r"^#define (DP_(?:BAD_\w+|IMPOSSIBLE)) \((-\d+)\)", header, re.MULTILINE)
        self.codes = {int(code): name for name, code in codes}
        self.folder = folder

    def backends(self) -> list[str]:
        names: list[str] = []
        while (found := self.lib.dp_backend_name(len(names))) != self.ffi.NULL:
            names.append(self.ffi.string(found).decode())
        return names

    def out(self, kind: str, count: int) -> object:
        """So many numbers, each byte of which says that nobody wrote it."""
        cdata = self.ffi.new(f"{kind}[]", count)
        self.ffi.buffer(cdata)[:] = bytes([UNWRITTEN]) * len(self.ffi.buffer(cdata))
        return cdata

    def answer(self, code: int, *outs: object) -> Answer:
        # Codes may be numbered anew, so their names are compared.
        return (self.codes.get(code, code), *(bytes(self.ffi.buffer(out)) for out in outs))


Question = Callable[[Build], Answer]


def deal(rng: random.Random, *counts: int) -> list[list[int]]:
    """Distinct cards by index, so many of each kind; now and then from a deck of two suits."""
    deck = list(range(DECK) if rng.random() < 0.7 else range(13 * rng.randrange(3), 52))
    if len(deck) < sum(counts) + 8:
        deck = list(range(DECK))
    rng.shuffle(deck)
    cards: list[list[int]] = []
    for count in counts:
        cards.append(deck[:count])
        del deck[:count]
    return cards


def mask(cards: list[int]) -> int:
    return sum(BITS[card] for card in cards)


def random_view(rng: random.Random, board_cards: int | None = None) -> list[int]:
    players = rng.choice([3, 4])
    on_board = rng.choice([0, 3, 4, 5]) if board_cards is None else board_cards
    known, board, dead = deal(rng, players, on_board, rng.choice([0, 0, 1, 3, 20]))
    words = [BITS[card] for card in known] + [0] * (4 - players)
    view = [players, *words, mask(board), mask(dead)]
    if rng.random() < 0.02:
        view[rng.randrange(VIEW)] ^= 1 << rng.randrange(64)
        view[0] %= 7
    return view


def hand(rng: random.Random) -> int:
    if rng.random() < 0.01:
        return rng.getrandbits(64)
    (cards,) = deal(rng, rng.randint(2, 7))
    return mask(cards)


def strengths(rng: random.Random) -> Question:
    masks = [hand(rng) if rng.random() < 0.05 else mask(deal(rng, 7)[0]) for _ in range(1000)]
    masks = masks[: rng.choice([1, 7, 8, 31, 32, 33, 500, 1000])]

    def ask(build: Build) -> Answer:
        out = build.out("uint32_t", len(masks))
        code = build.lib.dp_strengths(build.ffi.new("uint64_t[]", masks), out, len(masks))
        return build.answer(code, out)

    return ask


def one_hand(rng: random.Random) -> Question:
    cards = hand(rng)

    def ask(build: Build) -> Answer:
        out = build.out("uint8_t", 5)
        code = build.lib.dp_best_cards(cards, out)
        return (build.lib.dp_mask_strength(cards), *build.answer(code, out))

    return ask


def census(rng: random.Random) -> Question:
    cards = rng.choice([1, 2, 3, 4, 5, 8])

    def ask(build: Build) -> Answer:
        out = build.out("uint64_t", 9)
        return build.answer(build.lib.dp_count_categories(cards, out), out)

    return ask


def score_streets(rng: random.Random) -> Question:
    players = rng.choice([3, 4])
    (cards,) = deal(rng, 2 * players + 5)
    text = "".join(LETTERS[card] for card in cards).encode()
    if rng.random() < 0.05:
        text = text[: rng.randrange(len(text))]

    def ask(build: Build) -> Answer:
        out = build.out("uint32_t", 16)
        more = [build.ffi.NULL] if build.scores_hands else []
        return build.answer(build.lib.dp_score_streets(players, text, out, *more), out)

    return ask


def odds(rng: random.Random) -> Question:
    view = random_view(rng)

    def ask(build: Build) -> Answer:
        out = build.out("uint64_t", ODDS)
        return build.answer(build.lib.dp_odds(*view, out), out)

    return ask


def odds_many(rng: random.Random) -> Question:
    views = [random_view(rng) for _ in range(8)]

    def ask(build: Build) -> Answer:
        out = build.out("uint64_t", ODDS * len(views))
        words = build.ffi.new("uint64_t[]", [word for view in views for word in view])
        return build.answer(build.lib.dp_odds_many(words, len(views), out), out)

    return ask


def odds_next(rng: random.Random) -> Question:
    view, expert = random_view(rng, rng.choice([3, 4, 4, 5])), rng.random() < 0.3

    def ask(build: Build) -> Answer:
        out = build.out("uint64_t", ODDS)
        return build.answer(build.lib.dp_odds_next(*view, expert, out), out)

    return ask


def odds_sampled(rng: random.Random) -> Question:
    view = random_view(rng, rng.choice([0, 0, 3, 4]))
    board_cards, expert, seed = rng.choice([3, 4, 5]), rng.random() < 0.5, rng.getrandbits(64)

    def ask(build: Build) -> Answer:
        out = build.out("double", SAMPLED)
        code = build.lib.dp_odds_sampled(*view, board_cards, expert, 20, seed, out)
        return build.answer(code, out)

    return ask


class Other:
    """What a viewer knows of another player's view of a hand: four boards, forehead cards."""

    def __init__(self, rng: random.Random, players: int | None = None) -> None:
        self.players = players or rng.choice([3, 4])
        self.viewer = rng.randrange(1, self.players)
        foreheads, board, dead, own = deal(rng, self.players, 5, rng.choice([0, 0, 2]), 1)
        self.foreheads = [BITS[card] for card in foreheads]
        self.foreheads += [0] * (4 - self.players)
        self.boards = [mask(board[:count]) for count in (0, 3, 4, 5)]
        self.dead = mask(dead)
        seen = self.boards[3] | self.dead | BITS[own[0]]
        for player in range(1, self.players):
            if player != self.viewer:
                seen |= self.foreheads[player]
        self.unseen = 0x1FFF1FFF1FFF1FFF & ~seen

    def pair_odds(self, build: Build, street: int) -> tuple[int, object]:
        out = build.out("double", PAIR_ODDS)
        foreheads = build.ffi.new("uint64_t[]", self.foreheads)
        board = self.boards[street]
        code = build.lib.dp_pair_odds(self.players, self.viewer, foreheads, board, self.dead, out)
        return code, out


def pair_odds(rng: random.Random) -> Question:
    other, street = Other(rng), rng.randrange(4)
    if rng.random() < 0.02:
        other.foreheads[rng.randrange(4)] ^= 1 << rng.randrange(64)

    def ask(build: Build) -> Answer:
        return build.answer(*other.pair_odds(build, street))

    return ask


def random_bets(rng: random.Random, players: int, count: int) -> bytes:
    """Mostly legal: the chips left keep one for every street to come."""
    bets, chips = bytearray(), 7
    for street in range(count):
        most = max(min(3, chips - (3 - street)), 1)
        amount = rng.randint(1, most) if rng.random() < 0.97 else rng.randrange(6)
        bets += bytes([rng.randrange(players), amount, rng.random() < 0.4])
        chips = max(chips - amount, 0)
    return bytes(bets)


def random_models(rng: random.Random) -> list[float]:
    models: list[float] = []
    for _ in range(rng.choice([1, 1, 2, 3])):
        noise = rng.choice([0, 0.05, rng.random(), 1])
        temperature = rng.choice([0.01, 0.1, 0.5, rng.random() + 0.01, 2])
        models += [rng.choice([0, 0, 1]), temperature, noise, rng.random()]
        models += [rng.random(), rng.random()]
    return models


def bet_weights(rng: random.Random) -> Question:
    other, expert, count = Other(rng), rng.randrange(2), rng.randint(1, 4)
    bets, models = random_bets(rng, other.players, count), random_models(rng)
    values = [2 * rng.random() for _ in range(48)]

    def ask(build: Build) -> Answer:
        found = [other.pair_odds(build, street)[1] for street in range(count)]
        out = build.out("double", DECK * DECK)
        code = build.lib.dp_bet_weights(
            *(other.players, expert, other.viewer),
            build.ffi.new("uint64_t[]", other.foreheads),
            build.ffi.new("uint64_t[]", other.boards[:count]),
            *(other.unseen, count, bets),
            *([*found, *[build.ffi.NULL] * 4][:4]),
            *(len(models) // 6, build.ffi.new("double[]", models)),
            build.ffi.new("double[]", values),
            out,
        )
        return build.answer(code, out)

    return ask


def posterior(rng: random.Random) -> Question:
    view, by_class = random_view(rng), rng.randrange(2)
    kinds = rng.choice([[0.0, 1.0, 0.5], [1e-9, 1e-300, 1.0], None])
    weights = [rng.random() if kinds is None else rng.choice(kinds) for _ in range(3 * DECK * DECK)]
    packed = struct.pack(f"{len(weights)}d", *weights)

    def ask(build: Build) -> Answer:
        out = build.out("double", POSTERIOR)
        numbers = build.ffi.from_buffer("double[]", packed)
        code = build.lib.dp_posterior(*view, by_class, numbers, out)
        return build.answer(code, out)

    return ask


QUESTIONS: dict[Callable[[random.Random], Question], int] = {
    strengths: 3000,
    one_hand: 30000,
    census: 10,
    score_streets: 10000,
    odds: 5000,
    odds_many: 500,
    odds_next: 300,
    odds_sampled: 500,
    pair_odds: 600,
    bet_weights: 1000,
    posterior: 1500,
}


def prove(before: Build, after: Build, share: float, seed: int) -> None:
    names = after.backends()
    if before.backends() != names:
        sys.exit(f"the backends were {before.backends()} and are {names}")
    for make, count in QUESTIONS.items():
        rng = random.Random(f"{make.__name__} {seed}")
        differing: Counter[str] = Counter()
        refused = 0
        asked = max(int(count * share), 1)
        for _ in range(asked):
            ask = make(rng)
            before.lib.dp_use_backend(len(names) - 1)
            expected = ask(before)
            refused += isinstance(expected[0], str) and make not in (strengths, odds_many)
            for number, name in enumerate(names):
                before.lib.dp_use_backend(number)
                after.lib.dp_use_backend(number)
                differing[name] += not ask(before) == ask(after) == expected
        total = sum(differing.values())
        told = f"{asked:,} questions, {refused} refused"
        verdict = "ok" if total == 0 else "FALSE"
        print(f"{verdict}: {make.__name__}: {told}, on {', '.join(names)}", flush=True)
        if total:
            sys.exit(f"differing: {dict(differing)}")


def timed(rng: random.Random) -> Iterator[tuple[str, Question, int]]:
    """What is timed: a name, the question, how many calls make one measurement."""

    def native(call: Callable[[Build], Callable[[], object]]) -> Question:
        prepared: dict[Build, Callable[[], object]] = {}

        def ask(build: Build) -> Answer:
            if build not in prepared:
                prepared[build] = call(build)
            prepared[build]()
            return ()

        return ask

    masks = [mask(deal(rng, 7)[0]) for _ in range(65536)]
    views: list[list[int]] = []
    for _ in range(64):
        known, board = deal(rng, 4, 5)
        views.append([4, *(BITS[card] for card in known), mask(board), 0])
    others = [Other(rng, 4) for _ in range(4)]
    bets, values = bytes([1, 2, 0, 2, 2, 1, 0, 2, 0, 1, 1, 1]), [rng.random() for _ in range(48)]
    models = [0, 0.2, 0.05, 0.1, 0.75, 1.0]
    weights = [rng.random() for _ in range(3 * DECK * DECK)]

    def strengths_call(build: Build) -> Callable[[], object]:
        words, out = build.ffi.new("uint64_t[]", masks), build.out("uint32_t", len(masks))
        return lambda: build.lib.dp_strengths(words, out, len(masks))

    def odds_call(build: Build) -> Callable[[], object]:
        words = build.ffi.new("uint64_t[]", [word for view in views for word in view])
        out = build.out("uint64_t", ODDS * len(views))
        return lambda: build.lib.dp_odds_many(words, len(views), out)

    def pair_call(build: Build) -> Callable[[], object]:
        return lambda: [other.pair_odds(build, 2) for other in others]

    def bets_call(build: Build) -> Callable[[], object]:
        other, out = others[0], build.out("double", DECK * DECK)
        found = [other.pair_odds(build, street)[1] for street in range(4)]
        foreheads = build.ffi.new("uint64_t[]", other.foreheads)
        boards = build.ffi.new("uint64_t[]", other.boards)
        given, table = build.ffi.new("double[]", models), build.ffi.new("double[]", values)
        return lambda: build.lib.dp_bet_weights(
            *(4, 0, other.viewer, foreheads, boards, other.unseen, 4, bets, *found),
            *(1, given, table, out),
        )

    def posterior_call(by_class: int) -> Callable[[Build], Callable[[], object]]:
        def call(build: Build) -> Callable[[], object]:
            numbers, out = build.ffi.new("double[]", weights), build.out("double", POSTERIOR)
            return lambda: build.lib.dp_posterior(*views[0], by_class, numbers, out)

        return call

    yield "dp_strengths, 65,536 hands", native(strengths_call), 20
    yield "dp_odds_many, 64 views", native(odds_call), 10
    yield "dp_pair_odds, 4 views", native(pair_call), 5
    yield "dp_bet_weights, 4 bets", native(bets_call), 10
    yield "dp_posterior by class", native(posterior_call(1)), 20
    yield "dp_posterior by card", native(posterior_call(0)), 5


def compare_speed(before: Build, after: Build, pairs: int) -> None:
    names = after.backends()
    for title, ask, repeat in timed(random.Random(1)):
        for number, name in enumerate(names):
            times: dict[Build, list[float]] = {before: [], after: []}
            for build in times:
                build.lib.dp_use_backend(number)
                ask(build)
            for pair in range(pairs):
                for build in (before, after) if pair % 2 else (after, before):
                    started = time.process_time()
                    for _ in range(repeat):
                        ask(build)
                    times[build].append((time.process_time() - started) / repeat)
            ratios = [new / old for old, new in zip(times[before], times[after], strict=True)]
            old, new = (1e6 * statistics.median(found) for found in times.values())
            print(
                f"{title}, {name}: {old:,.1f} µs before, {new:,.1f} µs now, "
                f"ratio {statistics.median(ratios):.3f}",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("before", type=Path, help="the csrc folder of the other commit")
    parser.add_argument("--share", type=float, default=1, help="of the usual questions (1)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--time", type=int, default=0, help="compare the speed in so many pairs")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        before = Build(options.before.resolve(), Path(work), "before")
        after = Build(HERE, Path(work), "after")
        if options.time:
            compare_speed(before, after, options.time)
        else:
            prove(before, after, options.share, options.seed)


if __name__ == "__main__":
    main()
