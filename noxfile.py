"""Every check of the project, by name: for contributors, .ci/run and public CI alike.

    pip install nox
    nox                            # the quick ones, as on every push
    nox --list                     # all of them, with a line about each
    nox -s wheel_matrix            # one by name
    nox -s fuzz -- --seconds 600   # what comes after -- is the check's own

Needs Python 3.11 or later, pip and a C compiler; each session installs the rest for itself. What a
machine cannot run (another Python, a cross compiler) is named at the end of the session.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import nox

nox.needs_version = ">=2026.4"
nox.options.reuse_venv = "yes"

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
PROJECT = nox.project.load_toml("pyproject.toml")
PYTHONS = ["3.11", "3.12", "3.13", "3.14", "3.15"]
"""What wheel_matrix looks for, and the package promises."""
MOST_WHEEL_BYTES = 300_000
RELEASE = {"CFLAGS": "-g0", "SOURCE_DATE_EPOCH": "1767225600"}
"""How what is published is built, by cibuildwheel as well (pyproject.toml): with one date for all
files, and no debug information, which would tell the builder's folders."""


def group(name: str) -> list[str]:
    """The requirements of a dependency group of pyproject.toml."""
    return list(nox.project.dependency_groups(PROJECT, name))


def extra(name: str) -> list[str]:
    """The requirements of an extra of pyproject.toml."""
    return list(PROJECT["project"]["optional-dependencies"][name])


def only(pattern: str) -> Path:
    """The one file in dist/ of that pattern."""
    found = list(DIST.glob(pattern))
    assert len(found) == 1, f"one {pattern} in dist/, not {[path.name for path in found]}"
    return found[0]


# --- Quick: on every push, and by .ci/run --------------------------------------------------------


SCHEMAS = {
    "github-workflows": ".github/workflows/*.yml",
    "dependabot": ".github/dependabot.yml",
    "github-issue-config": ".github/ISSUE_TEMPLATE/config.yml",
    "github-issue-forms": ".github/ISSUE_TEMPLATE/[!c]*.yml",
    "citation-file-format": "CITATION.cff",
}


@nox.session(tags=["quick"])
def lint(session: nox.Session) -> None:
    """Ruff's rules, formats of Python and C; what the host reads, against schemas and zizmor."""
    session.install(*group("lint"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    sources = sorted(str(path) for path in Path("csrc").glob("**/*.[ch]"))
    session.run("clang-format", "--dry-run", "-Werror", *sources)
    if not Path(".github").exists():
        session.warn("not run: check-jsonschema and zizmor, since .github is in no sdist")
        return
    for schema, pattern in SCHEMAS.items():
        files = sorted(map(str, Path().glob(pattern)))
        session.run("check-jsonschema", "-q", "--builtin-schema", f"vendor.{schema}", *files)
    session.run("zizmor", "--offline", "--quiet", "--persona", "pedantic", ".github")


@nox.session(tags=["quick"])
def types(session: nox.Session) -> None:
    """Mypy --strict, pyright strict, the completeness of what users see, and code of a user."""
    session.install(".", *group("types"))
    session.run("mypy")
    session.run("pyright")
    session.run("pyright", "--ignoreexternal", "--verifytypes", "detective_poker")
    users = "tests/project/names_for_type_checkers.py"
    session.run("mypy", "--strict", users)
    session.run("pyright", users)
    session.run("python", "-m", "mypy.stubtest", "detective_poker._native")


@nox.session(tags=["quick"])
def docs(session: nox.Session) -> None:
    """The documentation without a warning, and its examples run."""
    if not Path("docs/conf.py").exists():
        session.skip("there is no docs/conf.py")
    session.install(".", *extra("docs"))
    for builder in ("html", "doctest"):
        session.run(
            *("python", "-m", "sphinx", "-n", "-W", "--keep-going", "-q"),
            *("-b", builder, "docs", f"docs/_build/{builder}"),
        )


@nox.session(tags=["quick"])
def package(session: nox.Session) -> None:
    """Build sdist and wheel into dist/, check both, and play a game with the wheel alone."""
    session.install(*group("package"))
    shutil.rmtree(DIST, ignore_errors=True)
    session.run("validate-pyproject", "pyproject.toml")
    if Path(".git").exists():
        session.run("check-manifest", "--quiet")
    else:
        session.warn("not run: check-manifest, since this is no git checkout")
    session.run("python", "-m", "build", "--quiet", env=RELEASE)
    session.run("twine", "check", "--strict", *map(str, DIST.iterdir()))
    wheel = only("*.whl")
    session.run("check-wheel-contents", str(wheel))
    size = wheel.stat().st_size
    if size >= MOST_WHEEL_BYTES:
        session.error(f"the wheel has {size} bytes, {MOST_WHEEL_BYTES} or more")
    session.log(f"{wheel.name}: {size} bytes, of at most {MOST_WHEEL_BYTES}")
    if "-cp311-abi3-" in wheel.name:
        session.run("abi3audit", "--strict", "--report", str(wheel), silent=True)
    else:
        session.warn("not run: abi3audit, since free-threaded wheels have no limited API")
    if sys.platform == "linux":
        session.run("auditwheel", "repair", "--wheel-dir", "dist/repaired", str(wheel))
    else:
        session.warn("not run: auditwheel, which is for Linux")
    player = Path(session.create_tmp()).resolve() / "player"
    session.run("python", "-m", "venv", "--clear", str(player))
    scripts = player / ("Scripts" if sys.platform == "win32" else "bin")
    session.run(str(scripts / "python"), "-m", "pip", "install", "-q", str(wheel), external=True)
    with session.chdir(player):
        demo = session.run(
            str(scripts / "detective-poker"), "demo", "--seed", "7", external=True, silent=True
        )
    session.log(str(demo).rstrip().splitlines()[-1])


# --- On other Pythons, and in other ways of building ----------------------------------------------


@nox.session(default=False)
def tests(session: nox.Session) -> None:
    """The test suite on the package as users install it, with the Python that runs nox."""
    tests = TESTS
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        # Not all that the extras need has wheels for free-threaded Pythons.
        session.install(".", *group("wheel-test"))
        tests = WHEEL_TESTS
    else:
        session.install(".[test]")
    session.run("python", "-m", "pytest", "-n", "2", *session.posargs, *tests)


TESTS = ["tests", "--pyargs", "detective_poker"]
"""The tests and the examples in docstrings, on the installed package."""
WHEEL_TESTS = [
    "--ignore=tests/project/test_docs.py",
    "--ignore=tests/project/test_examples.py",
    *TESTS,
]
"""The same without those of the pages, which say nothing of a wheel."""


@nox.session(default=False, requires=["package"])
def wheel_matrix(session: nox.Session) -> None:
    """The abi3 wheel, built once, tested on every CPython that is found (-- --all: on all)."""
    wheel = only("*-cp311-abi3-*.whl")
    options = [option for option in session.posargs if option != "--all"]
    session.install("virtualenv")
    results: dict[str, str] = {}
    failed: list[str] = []
    absent: list[str] = []
    for version in PYTHONS:
        interpreter = find_python(version)
        if interpreter is None:
            results[version] = "absent, not tested"
            absent.append(version)
            continue
        environment = Path(session.create_tmp()).resolve() / f"py{version}"
        session.run("virtualenv", "-q", "--clear", "-p", interpreter, str(environment))
        scripts = environment / ("Scripts" if sys.platform == "win32" else "bin")
        python = str(scripts / "python")
        install = [python, "-m", "pip", "install", "-q", "--only-binary=:all:"]
        session.run(*install, str(wheel), *group("wheel-test"), external=True)
        run = [python, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider"]
        # The others are to be tested even if one fails.
        output = str(
            session.run(
                *(*run, *options, *WHEEL_TESTS),
                external=True,
                silent=True,
                success_codes=range(256),
            )
        ).rstrip()
        results[version] = output.splitlines()[-1]
        if " passed" not in results[version] or re.search("failed|error", results[version]):
            failed.append(version)
            session.log(output)
    session.log(f"{wheel.name} on")
    for version, result in results.items():
        session.log(f"  CPython {version}: {result}")
    if failed:
        session.error(f"failed on {', '.join(failed)}")
    if absent == PYTHONS:
        session.error("there is no Python to test the wheel on")
    if absent and "--all" in session.posargs:
        session.error(f"not tested on {', '.join(absent)}")


def find_python(version: str) -> str | None:
    """A CPython of this version, by its name on the PATH or among pyenv's, that answers."""
    folders = [Path(folder) for folder in os.get_exec_path()]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders += sorted(pyenv.glob(f"versions/{version}.*/bin"))
    question = (
        "import platform, sys; print(platform.python_implementation(), *sys.version_info[:2])"
    )
    for folder in folders:
        if found := shutil.which(f"python{version}", path=str(folder)):
            answer = subprocess.run(
                [found, "-c", question], check=False, capture_output=True, text=True
            )
            if answer.stdout.split() == ["CPython", *version.split(".")]:
                return found
    return None


@nox.session(default=False)
def wheel_aarch64(session: nox.Session) -> None:
    """The wheel for aarch64, cross-built and tested under qemu (-- FOLDER with an arm64 Python)."""
    compiler, emulator = "aarch64-linux-gnu-gcc", "qemu-aarch64"
    absent = [tool for tool in (compiler, emulator) if shutil.which(tool) is None]
    if absent or not session.posargs:
        # On Debian: apt install gcc-aarch64-linux-gnu qemu-user, and debootstrap --arch=arm64
        # --foreign --variant=minbase --include=python3.11,libpython3.11-dev,libstdc++6
        session.skip(f"needs {compiler}, {emulator} and a folder with Debian's arm64 python3.11")
    root = Path(session.posargs[0]).resolve()
    folder = Path(session.create_tmp()).resolve()
    shutil.rmtree(folder / "site", ignore_errors=True)
    session.install("build", *PROJECT["build-system"]["requires"])
    include = root / "usr" / "include"
    session.run(
        *("python", "-m", "build", "--quiet", "--no-isolation", "--wheel", "-o", str(folder)),
        env={
            "CC": compiler,
            "LDSHARED": f"{compiler} -shared",
            "CFLAGS": f"-g0 -I{include / 'python3.11'} -I{include}",
            "_PYTHON_HOST_PLATFORM": "linux-aarch64",
        },
    )
    (wheel,) = folder.glob("*-cp311-abi3-linux_aarch64.whl")
    platforms = ["linux", "manylinux2014", "manylinux_2_27", "manylinux_2_28"]
    session.run(
        *("python", "-m", "pip", "install", "-q", "--target", str(folder / "site")),
        *("--only-binary=:all:", "--python-version", "3.11"),
        *(f"--platform={platform}_aarch64" for platform in platforms),
        *(str(wheel), *group("wheel-test")),
    )
    # Tests that start processes of their own would need the emulator for them, too: whole files
    # are not among EMULATED, and of test_native.py these few are left out.
    tests = [f"tests/{name}.py" for name in EMULATED]
    own_processes = "environment_chooses_a_backend or unknown_backend_is_refused"
    session.run(
        *(emulator, "-L", str(root), str(root / "usr" / "bin" / "python3.11")),
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=few"),
        *("-k", f"not ({own_processes})", *tests),
        env={"PYTHONPATH": str(folder / "site")},
        external=True,
    )


EMULATED = [
    "core/test_cards",
    "core/test_hands",
    "core/test_rules",
    "core/test_vectors",
    "formats/test_codec",
    "formats/test_documents",
    "formats/test_golden",
    "formats/test_json",
    "formats/test_judge",
    "formats/test_messages",
    "formats/test_record",
    "formats/test_validate",
    "inference/test_odds",
    "native/test_native",
]


@nox.session(default=False)
def wheels(session: nox.Session) -> None:
    """All wheels of this platform as they are published, by cibuildwheel (Linux: needs Docker)."""
    session.install("cibuildwheel>=4.3,<5")
    session.run("cibuildwheel", "--output-dir", "wheelhouse", *session.posargs)


@nox.session(default=False)
def reproducible(session: nox.Session) -> None:
    """Two builds of the same sources in different folders, byte for byte the same wheel."""
    session.install("build")
    digests: list[str] = []
    for name in ("one", "another-folder"):
        folder = Path(session.create_tmp()).resolve() / name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*NO_SOURCES))
        session.run(
            *("python", "-m", "build", "--quiet", "--wheel", str(folder)),
            env=RELEASE,
        )
        (wheel,) = (folder / "dist").glob("*.whl")
        digests.append(f"{hashlib.sha256(wheel.read_bytes()).hexdigest()}  {wheel.name}")
        session.log(digests[-1])
    if len(set(digests)) != 1:
        session.error("the two wheels differ")


NO_SOURCES = [
    ".git",
    ".nox",
    ".venv*",
    "build",
    "dist",
    "mutants",
    "*.so",
    "*.egg-info",
    ".*_cache",
]


@nox.session(default=False)
def frozen(session: nox.Session) -> None:
    """A frozen program (PyInstaller) and a zipapp: every public name, and games with two jobs."""
    session.install(".", *group("frozen"))
    folder = Path(session.create_tmp()).resolve() / "work"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    script = folder / "app.py"
    script.write_text(APP, encoding="utf-8")
    with session.chdir(folder):
        session.run("pyinstaller", "--log-level=WARN", "--onedir", "--console", str(script))
    suffix = ".exe" if sys.platform == "win32" else ""
    check_program(session, str(folder / "dist" / "app" / f"app{suffix}"))

    # A zip holds no extensions: the packages are in a folder beside it.
    site = folder / "zipped" / "site"
    session.run("python", "-m", "pip", "install", "-q", "--target", str(site), ".")
    source = folder / "source"
    source.mkdir()
    (source / "__main__.py").write_text(BESIDE + APP, encoding="utf-8")
    program = folder / "zipped" / "app.pyz"
    session.run("python", "-m", "zipapp", "-o", str(program), str(source))
    # Isolated, without what is installed for this session.
    python = Path(
        str(
            session.run("python", "-c", "import sys; print(sys._base_executable)", silent=True)
        ).strip()
    )
    check_program(session, str(python), "-I", str(program))


APP = """
import sys

import detective_poker as dp


def main():
    if sys.argv[1:] != ["names"]:
        return dp.cli.main()
    for name in dp.__all__:
        getattr(dp, name)
    print(dp.hands.backend(), dp.__version__)


if __name__ == "__main__":
    sys.exit(main())
"""
"""A program of somebody's own, which asks for names as they are offered."""
BESIDE = """
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "site"))
"""


def check_program(session: nox.Session, *program: str) -> None:
    """It offers all names, plays a game, and as many jobs as it is told play the same games."""

    def run(*args: str) -> str:
        # No package is to be found but its own, and nobody waits for workers that do not begin.
        said = subprocess.run(
            [*program, *args],
            check=False,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=300,
            cwd=session.create_tmp(),
            env={**os.environ, "PYTHONPATH": "", "PYTHONUTF8": "1"},
        )
        if said.returncode or said.stderr:
            session.error(f"{' '.join([*program, *args])}: {said.returncode} {said.stderr}")
        return said.stdout

    session.log(run("names").strip())
    if "wins" not in run("demo", "--seed", "7"):
        session.error("the frozen program plays no game")
    games = ["simulate", "--bots", "odds,naive,random", "--games", "60", "--jobs"]
    if (one := run(*games, "1")) != run(*games, "2"):
        session.error("two jobs of the frozen program play other games than one")
    session.log(one.splitlines()[-1])


@nox.session(default=False, requires=["package"])
def sdist_offline(session: nox.Session) -> None:
    """The sdist builds without an index, given its build requirements, and plays a game."""
    session.install(*PROJECT["build-system"]["requires"], *PROJECT["project"]["dependencies"])
    session.run(
        *("python", "-m", "pip", "install", "--force-reinstall", "--no-deps"),
        *("--no-index", "--no-build-isolation", str(only("*.tar.gz"))),
        # Even pip's own settings must not bring an index back.
        env={"PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": "", "PIP_EXTRA_INDEX_URL": ""},
    )
    session.run("detective-poker", "demo", "--seed", "7", silent=True)


@nox.session(default=False)
def api(session: nox.Session) -> None:
    """Write the golden list of public names anew, when a change of it is meant."""
    session.install("-e", ".[test]")
    session.run("python", "tests/write_anew.py", "api")
    session.run("git", "diff", "--stat", "--", "tests/data/public_api.txt", external=True)


# --- Slow: by name, and on a schedule in public CI ------------------------------------------------


@nox.session(default=False)
def exhaustive(session: nox.Session) -> None:
    """The whole suite with thousands of examples each, and whatever takes a while."""
    session.install(".[test]")
    profile = ["--hypothesis-profile", "exhaustive"]
    session.run("python", "-m", "pytest", "-n", "2", *profile, *session.posargs, *TESTS)


@nox.session(default=False)
def mutation(session: nox.Session) -> None:
    """Change the rules modules in every small way: a test must fail for 95 % of the changes."""
    session.install("-e", ".[test]", *group("mutation"))
    folder = Path(session.create_tmp()).resolve() / "work"
    session.run("python", "tests/mutation/prepare.py", str(folder))
    with session.chdir(folder):
        session.run("mutmut", "run", *session.posargs, silent=True)
        session.run("python", str(ROOT / "tests/mutation/report.py"))


@nox.session(default=False)
def soak(session: nox.Session) -> None:
    """Random games beside the slow reference, and twins (-- --games N --twins N)."""
    session.install(".[test]")
    session.run("python", "tests/soak/run.py", *session.posargs)


@nox.session(default=False)
def fuzz(session: nox.Session) -> None:
    """Atheris on every decoder and parser (-- --seconds N)."""
    session.install(".[test]", *group("fuzz"))
    session.run("python", "tests/soak/fuzz.py", *session.posargs)


@nox.session(default=False)
def native(session: nox.Session) -> None:
    """The C by itself: sanitizers, fuzz targets, coverage, other processors (-- check ...)."""
    script = Path("tests/native/run_checks.py")
    if not script.exists():
        session.skip(f"there is no {script}")
    # Some checks build the extension again, without an environment for the build.
    session.install(*PROJECT["build-system"]["requires"])
    session.install("-e", ".[test]")
    session.run("python", str(script), *session.posargs)


@nox.session(default=False)
def proof(session: nox.Session) -> None:
    """The evaluator on every hand there is."""
    script = Path("tests/proof/prove_native.py")
    if not script.exists():
        session.skip(f"there is no {script}")
    session.install(".[test]")
    session.run("python", str(script), *session.posargs)
