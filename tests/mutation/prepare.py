"""Copy the project to where mutmut changes it, and make all of it changeable.

    python tests/mutation/prepare.py FOLDER

Mutmut leaves decorated functions alone. In the copy `@cache def f` is written as `def f` with
`f = cache(f)` after it, which is the same and can be mutated. Beside the sources the copy holds the
tests and the built native module.
"""

import ast
import shutil
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPIED = ["csrc", "src", "tests", "README.md", "pyproject.toml"]
WRAPPERS = {"cache", "cached_property", "lru_cache", "property"}


def undecorated(source: str) -> str:
    """The source with the decorators that only wrap moved behind their functions."""
    lines = source.splitlines()
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    for function in sorted(functions, key=lambda node: node.lineno, reverse=True):
        for decorator in reversed(function.decorator_list):
            wrapper = decorator.func if isinstance(decorator, ast.Call) else decorator
            if not isinstance(wrapper, ast.Name) or wrapper.id not in WRAPPERS:
                continue
            assert function.end_lineno is not None
            indent = " " * function.col_offset
            call = f"{indent}{function.name} = {ast.unparse(decorator)}({function.name})"
            lines.insert(function.end_lineno, call)
            lines[decorator.lineno - 1] = ""
    return "\n".join([*lines, ""])


def main() -> None:
    folder = Path(sys.argv[1])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for name in config["tool"]["mutmut"]["only_mutate"]:
        path = folder / name
        path.write_text(undecorated(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
