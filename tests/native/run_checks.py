"""Check the C of the native core with the tools that find what tests cannot.

    python tests/native/run_checks.py            # all of the checks below
    python tests/native/run_checks.py fuzz tsan  # some of them
    python tests/native/run_checks.py --seconds 60 fuzz

A check whose tools are missing says which and counts as failed. On Debian all come with:
apt-get install gcc clang clang-tidy qemu-user gcc-aarch64-linux-gnu gcc-s390x-linux-gnu
"""

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "native"
SOURCES = sorted((ROOT / "csrc").glob("*.c"))
HEADERS = sorted((ROOT / "csrc").glob("**/*.h"))
INCLUDE = f"-I{ROOT / 'csrc'}"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
C11 = ["-std=c11", "-ffp-contract=off"]
FUZZED = [
    "strengths",
    "best_cards",
    "score_streets",
    "odds",
    "odds_many",
    "odds_next",
    "odds_sampled",
    "pair_odds",
    "bet_weights",
    "posterior",
    "backend",
]


class CheckError(Exception):
    """What went wrong, in a line or with a tool's output."""


def run(command: list[str], **options: object) -> str:
    if shutil.which(command[0]) is None:
        raise CheckError(f"{command[0]} is not installed")
    done = subprocess.run(  # type: ignore[call-overload]
        command, capture_output=True, text=True, errors="replace", check=False, **options
    )
    output: str = done.stdout + done.stderr
    if done.returncode:
        raise CheckError(f"{' '.join(command)}\n{output[-40000:]}")
    return output


def compile_c(output: Path, compiler: list[str], *sources: Path) -> None:
    run([*compiler, *C11, INCLUDE, *map(str, [*SOURCES, *sources]), "-o", str(output)])


def warnings(folder: Path, seconds: int) -> None:
    """GCC and clang find nothing to warn of, at two levels of optimisation."""
    for compiler in ("gcc", "clang"):
        for level in ("-O0", "-O3"):
            for source in SOURCES:
                target = str(folder / f"{source.stem}.o")
                run([compiler, *C11, *WARNINGS, level, "-c", str(source), "-o", target])
        # Tools read each header alone; then nobody calls what it has.
        for header in HEADERS:
            alone = ["-x", "c", "-Wno-unused-function", "-fsyntax-only", str(header)]
            run([compiler, *C11, *WARNINGS, *alone])


def one_file(folder: Path, seconds: int) -> None:
    """All files of csrc/ compile as one: no name has two meanings; each has the common header."""
    whole = folder / "whole.c"
    whole.write_text("".join(f'#include "{source.name}"\n' for source in SOURCES))
    for compiler in ("gcc", "clang"):
        run([compiler, *C11, *WARNINGS, INCLUDE, "-fsyntax-only", str(whole)])
        for source in SOURCES:
            if "common.h" not in run([compiler, "-MM", str(source)]):
                raise CheckError(f"{source.name} does not include common.h")
    for path in [*SOURCES, *HEADERS]:
        if (lines := len(path.read_text().splitlines())) > MOST_LINES:
            raise CheckError(f"{path.name} has {lines} lines, more than {MOST_LINES}")


MOST_LINES = 450


def msvc(folder: Path, seconds: int) -> None:
    """Clang's imitation of MSVC finds nothing at /W4, but for what C11 has and C89 has not.

    There are no MSVC headers here, so the few that are used are stood in for. MSVC as setuptools
    calls it has no `restrict`, which clang would take in any later standard than this.
    """
    headers = folder / "msvc"
    headers.mkdir()
    builtin = run(["clang", "-print-resource-dir"]).strip() + "/include"
    shims = {
        "stdlib.h": "#include <stddef.h>\nvoid *malloc(size_t);\nvoid free(void *);\n",
        "string.h": "#include <stddef.h>\nvoid *memset(void *, int, size_t);\n"
        "void *memcpy(void *, const void *, size_t);\n",
        "setjmp.h": "typedef int jmp_buf[64];\n",
        "errno.h": "extern int errno;\n#define EINVAL 22\n#define ENOMEM 12\n",
        "malloc.h": "#include <stddef.h>\nvoid *_aligned_malloc(size_t, size_t);\n"
        "void _aligned_free(void *);\n",
    }
    for name, text in shims.items():
        (headers / name).write_text(text)
    vectors = ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512bitalg", "avx512vpopcntdq"]
    for features in ([], [f"/clang:-m{name}" for name in [*vectors, "popcnt"]]):
        driver = ["clang", "--driver-mode=cl", "--target=x86_64-pc-windows-msvc"]
        driver += ["-Xclang", "-std=gnu89"]
        paths = ["-imsvc", str(headers), "-imsvc", builtin]
        for source in SOURCES:
            target = f"/Fo{folder / source.stem}.obj"
            run([*driver, "/W4", "/WX", "/O2", *features, *paths, target, "/c", "--", str(source)])


def tidy(folder: Path, seconds: int) -> None:
    """clang-tidy's bug-prone, certificate, performance and portability checks and the analyzer."""
    checks = ",".join(
        [
            "-*,bugprone-*,cert-*,clang-analyzer-*,performance-*,portability-*,misc-*",
            # Arguments of one type side by side are what cards are.
            "-bugprone-easily-swappable-parameters",
            # A macro that names types or pastes names cannot put its arguments in parentheses.
            "-bugprone-macro-parentheses",
            # Intrinsics are the point.
            "-portability-simd-intrinsics",
            # memcpy without the optional functions of Annex K.
            "-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling",
        ]
    )
    run(
        [
            *["clang-tidy", "--quiet", f"--checks={checks}", "--warnings-as-errors=*"],
            *map(str, [*SOURCES, *HEADERS]),
            *["--", "-xc", *C11],
        ]
    )


def tsan(folder: Path, seconds: int) -> None:
    """ThreadSanitizer sees no race between batch calls and a change of backend."""
    program = folder / "threads"
    compile_c(
        program, ["clang", "-g", "-O1", "-fsanitize=thread", "-pthread"], HERE / "check_threads.c"
    )
    run([str(program)])


def fuzz(folder: Path, seconds: int) -> None:
    """LibFuzzer with ASan and UBSan at each entry point."""
    for name in FUZZED:
        program = folder / f"fuzz_{name}"
        sanitize = "-fsanitize=fuzzer,address,undefined"
        flags = ["-g", "-O1", sanitize, "-fno-sanitize-recover=all", f"-DFUZZ={name}"]
        compile_c(program, ["clang", *flags], HERE / "fuzz.c")
        output = run(
            [str(program), f"-max_total_time={seconds}", "-max_len=400", "-verbosity=1"],
            cwd=folder,
        )
        runs = re.search(r"Done (\d+) runs", output)
        print(f"    {name}: {runs[1] if runs else '?'} runs", flush=True)


def foreign(folder: Path, seconds: int) -> None:
    """The same answers on this machine, on aarch64 (NEON) and on s390x (big-endian)."""
    program = folder / "core"
    for compiler, emulator in (
        (["gcc"], []),
        (["clang"], []),
        (["aarch64-linux-gnu-gcc", "-static"], ["qemu-aarch64"]),
        (["s390x-linux-gnu-gcc", "-static"], ["qemu-s390x"]),
    ):
        compile_c(program, [*compiler, "-O3", *WARNINGS], HERE / "check_core.c")
        found = run([*emulator, str(program)]).split("\n")
        names = ", ".join(line.split(":")[0] for line in found if line)
        print(f"    {compiler[0]}: {names}", flush=True)


def build_extension(folder: Path, flags: str) -> dict[str, str]:
    """A build of the real extension with more flags, and the environment that uses it."""
    package = folder / "src" / "detective_poker"
    shutil.copytree(
        ROOT / "src" / "detective_poker", package, ignore=shutil.ignore_patterns("*.so")
    )
    for name in ("csrc", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    script = folder / "csrc" / "build_ffi.py"
    text = script.read_text()
    # The script's own flags come after ours and would win.
    if '"-O3", "-g0", ' not in text:
        raise CheckError(f"{script.name} has other flags than were expected")
    script.write_text(text.replace('"-O3", "-g0", ', ""))
    environment = os.environ | {
        "CFLAGS": flags,
        "LDFLAGS": flags,
        "PYTHONPATH": str(folder / "src"),
    }
    build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    run(build, cwd=folder, env=environment)
    return environment


def calling_tests() -> list[str]:
    """The tests that call much of the core."""
    calling = "native|cards|hands|odds|scoring|deduction|models"
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(test) for test in tests if re.search(calling, str(test.relative_to(ROOT)))]


UNTIMED = ["-k", "not takes_long"]
"""These builds are slower than those that anybody uses."""


def asan(folder: Path, seconds: int) -> None:
    """ASan and UBSan on the real extension under the tests that call it."""
    flags = "-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
    environment = build_extension(folder, flags)
    libraries = [
        run(["gcc", f"-print-file-name={name}"]).strip() for name in ("libasan.so", "libubsan.so")
    ]
    environment |= {
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONMALLOC": "malloc",
    }
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    output = run([*pytest, *UNTIMED, *calling_tests()], cwd=folder, env=environment)
    print(f"    {output.strip().splitlines()[-1]}", flush=True)


def coverage(folder: Path, seconds: int) -> None:
    """The tests that call the core reach each line of csrc/, unoptimised (gcov).

    On a processor without some of the instruction sets lines are out of reach, and are only told;
    so are branches, since each `&&` has some for values that nothing yields.
    """
    environment = build_extension(folder, "--coverage -O0 -fprofile-update=atomic")
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    run([*pytest, *UNTIMED, *calling_tests()], cwd=folder, env=environment)
    data = [next(folder.glob(f"build/**/{source.stem}.gcda")) for source in SOURCES]
    names = [path.name for path in data]
    output = run(["gcov", "-b", "-c", "-o", str(data[0].parent), *names], cwd=folder)
    for name, lines, branches, taken in re.findall(
        r"File '(csrc/[^']+)'\nLines executed:(\S+) of \d+\n"
        r"(?:Branches executed:(\S+) of \d+\nTaken at least once:(\S+) of \d+|No branches)",
        output,
    ):
        print(f"    {name}: {lines} of lines, {taken or branches or 'no'} of branches", flush=True)
    unreached: list[str] = []
    for report in sorted(folder.glob("*.gcov")):
        text = report.read_text()
        if "Source:csrc/" in text:
            for number, line in re.findall(r"^ *#####: *(\d+):(.*)", text, flags=re.MULTILINE):
                if (report.stem, line.strip()) not in OF_OTHER_PROCESSORS:
                    unreached.append(f"{report.stem}:{number}:{line}")
    for place in unreached:
        print(f"    not reached: {place}", flush=True)
    code = "from detective_poker import hands; print(*hands.backends())"
    here = run([sys.executable, "-c", code], cwd=folder, env=environment).split()
    absent = [name for name in backends_of_this_architecture() if name not in here]
    if absent:
        print(f"    not judged: this processor has no {', '.join(absent)}", flush=True)
    elif unreached:
        raise CheckError(f"{len(unreached)} lines are not reached")


OF_OTHER_PROCESSORS = {("backend.c", "return 0;")}
"""What only processors without any of the instruction sets do."""


def backends_of_this_architecture() -> list[str]:
    """The names of the backends that some processor may lack."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return []
    common = (ROOT / "csrc" / "common.h").read_text()
    return re.findall(r'^    X\(\w+, "([^"]+)"', common, flags=re.MULTILINE)


CHECKS: dict[str, Callable[[Path, int], None]] = {
    check.__name__: check
    for check in (warnings, one_file, msvc, tidy, tsan, foreign, fuzz, asan, coverage)
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checks", nargs="*", help=f"of {', '.join(CHECKS)}")
    parser.add_argument("--seconds", type=int, default=10, help="for each fuzz target (10)")
    options = parser.parse_args()
    failed: list[str] = []
    for name in options.checks or CHECKS:
        print(f"{name}: {CHECKS[name].__doc__.splitlines()[0]}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            try:
                CHECKS[name](Path(folder), options.seconds)
            except CheckError as error:
                print(f"FAILED {name}: {error}", flush=True)
                failed.append(name)
    print(f"failed: {', '.join(failed)}" if failed else "all is well")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
