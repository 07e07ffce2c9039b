"""Say what came of `mutmut run` in this folder: the score, and each survivor that is not explained.

Fails when fewer than 95 % of the mutants are killed, or when one survives that tests/mutation/
survivors.md does not list. A mutant is known by its function and the lines that it changes, since
its number changes with every edit.
"""

import subprocess
import sys
from collections import Counter
from pathlib import Path

BAR = 0.95
LIST = Path(__file__).with_name("survivors.md")
MUTMUT = [sys.executable, "-m", "mutmut"]


def run(*arguments: str) -> str:
    done = subprocess.run([*MUTMUT, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def change(name: str) -> str:
    """The function of a mutant, and the lines that it takes out and puts in."""
    lines = run("show", name).splitlines()
    changed = [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    function = name.rpartition("__mutmut_")[0].replace("xǁ", "").replace("x_", "", 1)
    return "\n".join(
        [function.replace("ǁ", "."), *(f"{line[0]} {line[1:].strip()}" for line in changed)]
    )


def main() -> int:
    status: dict[str, str] = {}
    for line in run("results", "--all", "true").splitlines():
        name, separator, result = line.strip().rpartition(": ")
        if separator:
            status[name] = result
    counts = Counter(status.values())
    killed = counts["killed"] + counts["timeout"] + counts["segfault"]
    known = LIST.read_text(encoding="utf-8")
    unknown = 0
    by_module: dict[str, Counter[str]] = {}
    for name, result in status.items():
        module = name.split(".")[1]
        by_module.setdefault(module, Counter())[result] += 1
        if result in ("survived", "no tests", "suspicious", "not checked"):
            text = change(name)
            if text not in known:
                unknown += 1
                print(f"{result}: {text}\n")
    for module, found in sorted(by_module.items()):
        print(f"{module}: {', '.join(f'{count} {result}' for result, count in found.items())}")
    score = killed / max(1, len(status))
    print(
        f"{killed} of {len(status)} mutants killed, {score:.1%}; {unknown} survivors not explained"
    )
    return int(score < BAR or unknown > 0)


if __name__ == "__main__":
    sys.exit(main())
