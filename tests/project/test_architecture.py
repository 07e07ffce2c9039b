"""How the sources are laid out: modules import downwards only, and no file is long."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import detective_poker

ROOT = Path(__file__).parents[2]
PACKAGE = Path(detective_poker.__file__).parent
CONFIG = ROOT / "pyproject.toml"
SETTINGS = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["tool"]["importlinter"]
CONTRACTS = SETTINGS["contracts"]
CONTRACT = CONTRACTS[0]
"""That of the package; others are of rooms within it."""
HEAD = "".join(
    f"{key} = {json.dumps(value)}\n" for key, value in SETTINGS.items() if key != "contracts"
)

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


def contract_like(one: dict[str, object], name: str, layers: list[str]) -> str:
    """A contract like one of the project's, over other layers, in TOML."""
    own = {**one, "id": name, "name": name, "layers": layers}
    members = "".join(f"{key} = {json.dumps(value)}\n" for key, value in own.items())
    return f"[[tool.importlinter.contracts]]\n{members}"


def test_modules_import_downwards_only() -> None:
    said = lint_imports()
    for contract in CONTRACTS:
        assert f"{contract['name']} KEPT" in said, said


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract["id"])
def test_each_row_is_above_the_next_for_a_reason(contract: dict[str, Any], tmp_path: Path) -> None:
    """With two rows changed the contract is broken, or they could as well be one row."""
    layers: list[str] = contract["layers"]
    contracts = [contract_like(contract, "as it is", layers)]
    rows = range(len(layers) - 1)
    for row in rows:
        upper, lower = layers[row : row + 2]
        changed = [*layers[:row], lower, upper, *layers[row + 2 :]]
        contracts.append(contract_like(contract, f"row {row}", changed))
    config = tmp_path / "pyproject.toml"
    config.write_text("\n".join(["[tool.importlinter]", HEAD, *contracts]), encoding="utf-8")
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
    config = tmp_path / "pyproject.toml"
    only = contract_like(CONTRACT, "the one", CONTRACT["layers"])
    config.write_text(f"[tool.importlinter]\n{HEAD}{only}", encoding="utf-8")
    said = lint_imports(config, tmp_path)
    assert "the one BROKEN" in said, said
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


def test_no_source_is_long() -> None:
    sources = [*ROOT.glob("src/**/*.py"), *ROOT.glob("src/**/*.pyi")]
    sources += [path for path in ROOT.glob("csrc/**/*") if path.suffix in C_AND_PYTHON]
    assert len(sources) > 20
    longer = {
        path.relative_to(ROOT).as_posix()
        for path in sources
        if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES
    }
    assert longer == set()


def test_every_file_that_is_written_is_the_same_on_every_system() -> None:
    """In text mode Python writes a file as the system does: with its line ends, in its encoding."""
    calls = 0
    for path in PACKAGE.glob("**/*.py"):
        text = path.read_text(encoding="utf-8")
        calls += len(re.findall(r"\bwrite_bytes\(|\bopen\(\"[a-z+]*b", text))
        assert "write_text(" not in text, path
        modes = re.findall(r"(?<!\bos)\.open\((.*?)\)", text)
        assert all(re.search(r"\"[a-z+]*b[a-z+]*\"", mode) for mode in modes), path
    assert calls
