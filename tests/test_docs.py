"""The pages: their examples run, and every public name is documented with an example."""

import ast
import doctest
import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

import detective_poker as dp
from detective_poker import bots

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
API_PAGES = sorted(page for page in DOCS.joinpath("api").glob("*.md") if page.name != "index.md")
OUTSIDE_THE_PACKAGE_ITSELF = [
    *(f"bots.{name}" for name in bots.__all__),
    "hands.backend",
    "hands.backends",
    "plots.Chances",
    "plots.plot_odds",
    "rules.CHIPS",
    "rules.MAX_BET",
    "rules.MIN_BET",
    "simulation.BotFactory",
    "svg.table",
]
"""Public names that are imported from a module."""
NO_NAMES_OF_THE_API = {"__version__", "bots"}
"""The version is a text, and `bots` a module with a page of its own."""


def ids(pages: list[Path]) -> list[str]:
    return [str(page.relative_to(DOCS)) for page in pages]


def python_blocks(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=ids(PAGES))
def test_examples_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The Python of a page is one session, in an empty folder beside the examples."""
    if page.name == "plots.md":
        pytest.importorskip("matplotlib", reason="matplotlib is an extra")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    names: dict[str, object] = {"__name__": "page"}
    parser, failed = doctest.DocTestParser(), 0
    for number, block in enumerate(python_blocks(page)):
        if ">>> " in block:
            test = parser.get_doctest(block, names, f"{page.name} {number}", str(page), 0)
            runner = doctest.DocTestRunner(
                verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            )
            failed += runner.run(test, clear_globs=False).failed
            names.update(test.globs)
        else:
            exec(compile(block, f"{page.name} {number}", "exec"), names)
    assert not failed, capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES, ids=ids(PAGES))
def test_examples_can_be_pasted_at_a_prompt(page: Path) -> None:
    """A prompt wants an empty line after the lines of a loop or a function."""
    for block in python_blocks(page):
        statement = before = ""
        for line in block.splitlines():
            if not line.startswith("..."):
                open_block = statement.endswith(":") and before.startswith("... ")
                assert not open_block, f"an empty line of three dots is missing before {line!r}"
            if line.startswith(">>> "):
                statement = line
            before = line


def public_names() -> list[str]:
    names = [*(set(dp.__all__) - NO_NAMES_OF_THE_API), *OUTSIDE_THE_PACKAGE_ITSELF]
    return sorted(f"detective_poker.{name}" for name in names)


@pytest.mark.parametrize("name", public_names())
def test_every_public_name_is_documented_with_an_example(name: str) -> None:
    directive = re.compile(rf"^\.\. (?:auto|py:)\w+:: {re.escape(name)}(?:\(\))?$", re.MULTILINE)
    pages = [page for page in API_PAGES if directive.search(page.read_text(encoding="utf-8"))]
    assert len(pages) == 1, f"{name} is to be on one API page"
    example = re.compile(rf"\b{name.rpartition('.')[2]}\b")
    assert any(example.search(block) for block in python_blocks(pages[0]))


def test_the_loop_for_language_models_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = DOCS.joinpath("_extra", "llms.txt").read_text(encoding="utf-8")
    code = [line[4:] for line in text.splitlines() if line.startswith("    ")]
    exec(compile("\n".join(code), "llms.txt", "exec"), {"dp": dp})
    assert "winners=(" in capsys.readouterr().out
    pages = re.findall(r"\]\(([\w/-]+)\.html\)", text)
    assert all(DOCS.joinpath(f"{page}.md").exists() for page in pages)


def module_from(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def imported_modules(path: Path) -> set[str]:
    """The modules of the package that a file imports at once."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if parts[0] == "detective_poker":
                found |= {parts[1]} if len(parts) > 1 else {name.name for name in node.names}
    return found


def test_modules_import_downwards_as_the_picture_of_the_architecture_says() -> None:
    layers = module_from(DOCS / "pictures.py").LAYERS
    row = {name.split()[0]: number for number, names in enumerate(layers) for name in names}
    package = Path(dp.__file__).parent
    modules = {path.stem: [path] for path in package.glob("*.py") if path.stem[0] != "_"}
    modules |= {path.name: [*path.glob("*.py")] for path in package.iterdir() if path.is_dir()}
    modules.pop("__pycache__", None)
    assert set(modules) | {"_native"} == set(row)
    for name, paths in modules.items():
        # Those with an underscore import no more of the package than the rules.
        found = set().union(*map(imported_modules, paths))
        for imported in found - {name, "_version", "_files", "_wording"}:
            assert row[imported] > row[name], f"{name} imports {imported}"


def test_every_ruling_is_linked_to_its_code() -> None:
    text = DOCS.joinpath("rules.md").read_text(encoding="utf-8")
    rules, _, where = text.partition("## Where each rule is")
    rulings = set(re.findall(r"^- (R\d+)\.", rules, re.MULTILINE))
    assert rulings == {f"R{number}" for number in range(1, 16)}
    linked = {
        ruling
        for line in where.splitlines()
        if "{py:" in line
        for ruling in re.findall(r"\bR\d+\b", line)
    }
    assert linked >= rulings


def test_spelling() -> None:
    codespell = pytest.importorskip("codespell_lib", reason="codespell is in the test extra")
    kinds = ("*.md", "docs/**/*.md", "docs/_extra/*", "docs/*.py", "examples/*", "src/**/*.py")
    paths = [str(path) for kind in kinds for path in ROOT.glob(kind)]
    words = str(DOCS / "words.txt")
    options = ["--builtin", "clear,rare", "--ignore-words", words, "--skip", "*/_build/*"]
    assert codespell.main(*options, *paths) == 0


def test_the_pictures_on_the_pages_are_what_the_engine_draws() -> None:
    for name, text in module_from(DOCS / "pictures.py").pictures().items():
        assert DOCS.joinpath("_static", name).read_text(encoding="utf-8") == text, name
