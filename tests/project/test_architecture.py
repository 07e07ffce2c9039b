"""How the sources are laid out: modules import downwards only, and no file is long."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import detective_poker

ROOT = Path(__file__).parents[2]
PACKAGE = Path(detective_poker.__file__).parent
CONFIG = ROOT / "pyproject.toml"
LAYERS: list[str] = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["tool"]["importlinter"][
    "contracts"
][0]["layers"]
LINT = """
import sys
from importlinter.cli import lint_imports
sys.exit(lint_imports(config_filename=sys.argv[1], no_cache=True))
"""


def lint_imports(config: Path = CONFIG, folder: Path = ROOT) -> tuple[bool, str]:
    """Whether the imports are as the contract wants them, and what import-linter says.

    The package is the installed one unless the folder holds another.
    """
    pytest.importorskip("importlinter", reason="import-linter is in the test extra")
    done = subprocess.run(
        [sys.executable, "-c", LINT, str(config)],
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    said = done.stdout + done.stderr
    # What goes wrong before the imports are judged is no judgement of them.
    assert "Modules import downwards only" in said, said
    return done.returncode == 0, said


def test_modules_import_downwards_only() -> None:
    kept, said = lint_imports()
    assert kept, said


@pytest.mark.parametrize("row", range(len(LAYERS) - 1))
def test_each_row_is_above_the_next_for_a_reason(row: int, tmp_path: Path) -> None:
    """With its two rows changed the contract is broken, or they could as well be one row."""
    config = tmp_path / "pyproject.toml"
    text = CONFIG.read_text(encoding="utf-8")
    upper, lower = (f'    "{LAYERS[number]}",\n' for number in (row, row + 1))
    assert text.count(upper + lower) == 1
    config.write_text(text.replace(upper + lower, lower + upper), encoding="utf-8")
    kept, said = lint_imports(config)
    assert not kept
    assert "Modules import downwards only BROKEN" in said


@pytest.mark.parametrize(
    "line",
    [
        "from .codec import to_json",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .codec import to_json",
        "def late() -> object:\n    from .codec import to_json\n    return to_json",
        "def late() -> object:\n    import detective_poker.codec\n    return detective_poker",
    ],
    ids=["at once", "for type checkers", "when called", "by its whole name"],
)
def test_no_import_upwards_is_overlooked(line: str, tmp_path: Path) -> None:
    for path in PACKAGE.rglob("*.py"):
        copy = tmp_path / "detective_poker" / path.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    kept, said = lint_imports(folder=tmp_path)
    assert kept, said
    rules = tmp_path / "detective_poker" / "rules.py"
    rules.write_text(f"{rules.read_text(encoding='utf-8')}\n\n{line}\n", encoding="utf-8")
    kept, said = lint_imports(folder=tmp_path)
    assert not kept
    assert "detective_poker.rules -> detective_poker.codec" in said


def test_modules_import_nothing_of_the_package_as_a_whole() -> None:
    """It stands above them all: it offers what they define."""
    grimp = pytest.importorskip("grimp", reason="import-linter is in the test extra")
    graph = grimp.build_graph("detective_poker", cache_dir=None)
    assert graph.find_modules_directly_imported_by("detective_poker")
    assert graph.find_modules_that_directly_import("detective_poker") == set()


MOST_LINES = 450
C_AND_PYTHON = {".c", ".h", ".inc", ".py"}
LONGER_STILL = {
    "csrc/deduction.c",
}
"""Files that are to be divided. Take away what is short enough, and add nothing."""


def test_no_source_is_long() -> None:
    sources = [*ROOT.glob("src/**/*.py"), *ROOT.glob("src/**/*.pyi")]
    sources += [path for path in ROOT.glob("csrc/**/*") if path.suffix in C_AND_PYTHON]
    assert len(sources) > 20
    longer = {
        path.relative_to(ROOT).as_posix()
        for path in sources
        if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES
    }
    assert longer == LONGER_STILL
