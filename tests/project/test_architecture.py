"""How the sources are laid out: modules import downwards only, and no file is long."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import detective_poker

ROOT = Path(__file__).parents[2]
PACKAGE = Path(detective_poker.__file__).parent
CONFIG = ROOT / "pyproject.toml"
SETTINGS = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["tool"]["importlinter"]
(CONTRACT,) = SETTINGS["contracts"]
LAYERS: list[str] = CONTRACT["layers"]

LINT = """
import sys
from importlinter.cli import lint_imports
sys.exit(lint_imports(config_filename=sys.argv[1], no_cache=True))
"""


def lint_imports(config: Path = CONFIG, folder: Path = ROOT) -> str:
    """What import-linter says of each contract: KEPT, or BROKEN by which imports.

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
        env={**os.environ, "PYTHONUTF8": "1", "COLUMNS": "1000"},
    )
    said = done.stdout + done.stderr
    assert done.returncode == (" BROKEN" in said), said
    return said


def contract(name: str, layers: list[str]) -> str:
    """A contract like the one of the project, over other layers, in TOML."""
    own = {**CONTRACT, "id": name, "name": name, "layers": layers}
    members = "".join(f"{key} = {json.dumps(value)}\n" for key, value in own.items())
    return f"[[tool.importlinter.contracts]]\n{members}"


def test_modules_import_downwards_only() -> None:
    said = lint_imports()
    assert f"{CONTRACT['name']} KEPT" in said, said


def test_each_row_is_above_the_next_for_a_reason(tmp_path: Path) -> None:
    """With two rows changed the contract is broken, or they could as well be one row."""
    settings = {key: value for key, value in SETTINGS.items() if key != "contracts"}
    head = "".join(f"{key} = {json.dumps(value)}\n" for key, value in settings.items())
    contracts = [contract("as it is", LAYERS)]
    rows = range(len(LAYERS) - 1)
    for row in rows:
        upper, lower = LAYERS[row : row + 2]
        contracts.append(contract(f"row {row}", [*LAYERS[:row], lower, upper, *LAYERS[row + 2 :]]))
    config = tmp_path / "pyproject.toml"
    config.write_text("\n".join(["[tool.importlinter]", head, *contracts]), encoding="utf-8")
    said = lint_imports(config)
    assert "as it is KEPT" in said, said
    assert [row for row in rows if f"row {row} BROKEN" not in said] == []


UPWARDS = {
    "rules": "from .cli import main",
    "cards": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .cli import main",
    "actions": "def late() -> object:\n    from .cli import main\n    return main",
    "scoring": "def late() -> object:\n    import detective_poker.cli\n    return detective_poker",
}
"""An import upwards, of each kind that there is, to be added to a module."""


def test_no_import_upwards_is_overlooked(tmp_path: Path) -> None:
    for path in PACKAGE.rglob("*.py"):
        copy = tmp_path / "detective_poker" / path.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        if path.parent == PACKAGE and path.stem in UPWARDS:
            text += f"\n\n{UPWARDS[path.stem]}\n"
        copy.write_text(text, encoding="utf-8")
    said = lint_imports(folder=tmp_path)
    assert f"{CONTRACT['name']} BROKEN" in said, said
    found = set(re.findall(r"detective_poker\.(\w+) -> detective_poker\.cli\b", said))
    assert found == set(UPWARDS), said


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
