"""What `import detective_poker` offers, and that it imports no more than a game needs."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import detective_poker as dp


def test_every_public_name_is_there_and_listed() -> None:
    for name in dp.__all__:
        assert getattr(dp, name) is not None
    assert set(dp.__all__) <= set(dir(dp))


def test_citations_name_this_version() -> None:
    citation = Path(__file__).parents[1].joinpath("CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [dp.__version__]


def test_late_names_are_those_of_their_modules() -> None:
    for module, names in dp._LATER.items():
        assert getattr(dp, module) is import_module(f"detective_poker.{module}")
        for name in names:
            assert name in dp.__all__
            assert getattr(dp, name) is getattr(import_module(f"detective_poker.{module}"), name)


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
late = [name for name in dp._LATER if f"detective_poker.{name}" in sys.modules]
assert not late, late
from detective_poker import *
assert to_json is dp.to_json
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_modules_import_downwards_only() -> None:
    """Each module alone can be imported first."""
    for module in ("actions", "cards", "errors", "events", "formats", "odds", "record", "rules"):
        subprocess.run([sys.executable, "-c", f"import detective_poker.{module}"], check=True)
