"""What `import detective_poker` offers, and that it imports no more than a game needs."""

import ast
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import detective_poker as dp
from untraced import UNTRACED


def test_every_public_name_is_there_and_listed() -> None:
    for name in dp.__all__:
        assert getattr(dp, name) is not None
    assert set(dp.__all__) <= set(dir(dp))


def test_citations_name_this_version() -> None:
    citation = Path(__file__).parents[2].joinpath("CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [dp.__version__]


def stub_names() -> dict[str, str]:
    """What type checkers are told: the public names, and the modules that they come from."""
    stub = Path(dp.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    names: dict[str, str] = {}
    for node in ast.parse(stub).body:
        assert isinstance(node, ast.ImportFrom)
        for alias in node.names:
            assert alias.name == alias.asname
            assert alias.name not in names
            names[alias.name] = str(node.module)
    return names


def test_type_checkers_are_told_the_names_that_there_are() -> None:
    names = stub_names()
    assert sorted(names) == sorted(dp.__all__)
    for name, module in names.items():
        assert getattr(dp, name) is getattr(import_module(module), name)


def test_tools_that_freeze_programs_see_what_is_imported_late() -> None:
    """They look for imports in the code, not for names of modules in texts."""
    tree = ast.parse(Path(dp.__file__).read_text(encoding="utf-8"))
    seen = {
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    late = {f"detective_poker.{module}" for module in (*dp._LATE, *dp._MODULES)}  # type: ignore[attr-defined]
    assert late <= seen


def test_dir_shows_public_names_only() -> None:
    """Modules that an import has left in the package are none."""
    for name in ("actions", "_core", "inference.odds"):
        import_module(f"detective_poker.{name}")
    shown = {name for name in dir(dp) if not name.startswith("__")}
    assert shown == set(dp.__all__) - {"__version__"}


def test_public_modules_are_reachable_without_an_import_by_hand() -> None:
    code = """
import detective_poker as dp
assert dp.svg.table(dp.new_game(dealer=0).view(0)).startswith("<svg")
assert dp.hands.backend() in dp.hands.backends()
assert callable(dp.plots.plot_odds) and callable(dp.cli.main)
assert dp.rules.CHIPS == 7
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_there_are_no_other_names() -> None:
    with pytest.raises(AttributeError, match="no attribute 'joker'"):
        _ = dp.joker
    with pytest.raises(ImportError):
        exec("from detective_poker import joker")


def test_playing_needs_no_late_module() -> None:
    code = """
import random, sys, detective_poker as dp
state = dp.new_game(dealer=0)
while state.phase is not dp.Phase.OVER:
    if state.phase is dp.Phase.DEAL:
        state = state.apply(dp.random_deal(state, random.Random(1)))
    else:
        state = state.apply(state.view(state.actor).legal_actions()[0])
late = [name for name in dp._LATE if f"detective_poker.{name}" in sys.modules]
assert not late, late
from detective_poker import *
assert to_json is dp.to_json
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_not_traced_is_a_test() -> None:
    tests = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parents[1].rglob("test_*.py")
    )
    assert {name for name in UNTRACED if f"def {name}(" not in tests} == set()
