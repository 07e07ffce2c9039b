"""Failures of files that tell which file it was."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def named(path: str | Path) -> Generator[None]:
    """Whatever the system refuses in here is about this file.

    The system names a file that it cannot open, but not one that it cannot read or write.
    """
    try:
        yield
    except OSError as error:
        if error.filename is None:
            # One of Python's own, such as that a pipe has no places to go to, has only a text.
            error.strerror = error.strerror or str(error)
            error.filename = str(path)
        raise
