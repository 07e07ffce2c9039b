"""Fuzz every parser and decoder with atheris.

    python tests/soak/fuzz.py                      # 20 seconds for each target
    python tests/soak/fuzz.py --seconds 600 json_GameState
    python tests/soak/fuzz.py --keep               # and put what is new into tests/data/corpus

The corpus holds a small input for each thing that a target can answer; every test run reads it. A
failure's input is named, and is to be added to the corpus once the fault is found.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

MOST_BYTES = 20_000


def fuzz_here(name: str, arguments: list[str]) -> None:
    """Fuzz one target until libFuzzer ends this process."""
    import atheris

    with atheris.instrument_imports(include=["detective_poker"]):
        from soak import targets

    def one_input(data: bytes) -> None:
        targets.run(name, data)

    atheris.Setup([sys.argv[0], *arguments], one_input)
    atheris.Fuzz()


def keep(name: str, found: Path) -> int:
    """Add to the corpus the smallest input for each answer that it has none for."""
    from soak import targets

    corpus = targets.CORPUS / name
    corpus.mkdir(parents=True, exist_ok=True)
    known = {targets.run(name, path.read_bytes()) for path in corpus.iterdir()}
    new = 0
    for path in sorted(found.iterdir(), key=lambda path: path.stat().st_size):
        data = path.read_bytes()
        answer = targets.run(name, data)
        if answer not in known:
            known.add(answer)
            new += 1
            (corpus / path.name[:12]).write_bytes(data)
    return new


def main() -> int:
    from soak import targets

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(targets.TARGETS)}")
    parser.add_argument("--seconds", type=int, default=20, help="for each target (20)")
    parser.add_argument("--keep", action="store_true", help="add new answers to the corpus")
    options = parser.parse_args()
    failed: list[str] = []
    for name in options.targets or targets.TARGETS:
        corpus = targets.CORPUS / name
        with tempfile.TemporaryDirectory() as folder:
            found = Path(folder) / "found"
            found.mkdir()
            command = [sys.executable, __file__, "--here", name, str(found)]
            command += [str(corpus)] if corpus.exists() else []
            command += [
                *(f"-max_total_time={options.seconds}", f"-max_len={MOST_BYTES}", "-timeout=20"),
                *(f"-artifact_prefix={folder}/", "-print_final_stats=1", "-verbosity=0"),
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            runs = done.stderr.partition("stat::number_of_executed_units:")[2].split("\n")[0]
            new = keep(name, found) if options.keep else 0
            print(
                f"{name}: {runs.strip() or '?'} runs" + f", {new} kept" * options.keep, flush=True
            )
            if done.returncode:
                failed.append(name)
                for path in Path(folder).glob("*-*"):
                    print(f"input: {path.read_bytes()!r}")
                print((done.stdout + done.stderr)[-3000:], flush=True)
    print(f"failed: {', '.join(failed)}" if failed else "all is well")
    return bool(failed)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--here"]:
        fuzz_here(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(main())
