"""The native module that is tested is the one of these sources."""

import hashlib
from pathlib import Path

import pytest

from detective_poker._native import ffi, lib

SOURCES = Path(__file__).resolve().parents[2] / "csrc"


@pytest.mark.skipif(not SOURCES.is_dir(), reason="the C sources are not beside the tests")
def test_the_native_module_is_built_from_the_sources_beside_it() -> None:
    """After a change in C and a build that failed, the older module is still there and tested."""
    digest = hashlib.sha256()
    paths = {path.relative_to(SOURCES).as_posix(): path for path in SOURCES.rglob("*.[ch]")}
    for name in sorted(paths):
        text = paths[name].read_text(encoding="utf-8")
        digest.update(f"{name}\n{text}\n".encode())
    built = ffi.string(lib.dp_sources()).decode("ascii")
    assert built == digest.hexdigest(), "build the extension again: pip install -e ."
