"""Whether an output is shown colours."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Mapping
from typing import Any, Final, TextIO

_ESCAPE_CODES: Final = 0x0004
"""ENABLE_VIRTUAL_TERMINAL_PROCESSING of Windows."""


def wants_color(out: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether this output gets colours.

    NO_COLOR forbids them, FORCE_COLOR and CLICOLOR_FORCE ask for them wherever the output goes.
    Otherwise they are for terminals that have them.
    """
    if environment.get("NO_COLOR"):
        return False
    console = out.isatty() and _shows_escape_codes(out)
    if any(environment.get(name, "0") not in ("", "0") for name in _FORCE):
        return True
    return console and environment.get("TERM") != "dumb" and environment.get("CLICOLOR") != "0"


_FORCE: Final = ("FORCE_COLOR", "CLICOLOR_FORCE")


def _shows_escape_codes(out: TextIO) -> bool:
    """Whether a terminal takes escape codes: on Windows once they are switched on."""
    if sys.platform != "win32":
        return True
    import msvcrt  # noqa: PLC0415 - Windows has it alone

    try:
        handle = msvcrt.get_osfhandle(out.fileno())
    except (AttributeError, OSError, ValueError):
        # No console, but something in its place that says that it is a terminal.
        return True
    return switch_on(ctypes.windll.kernel32, handle)


def switch_on(kernel: Any, handle: int) -> bool:
    """Have a console of Windows take escape codes. False for one that cannot, as old ones."""
    mode = ctypes.c_uint32()
    if not kernel.GetConsoleMode(ctypes.c_void_p(handle), ctypes.byref(mode)):
        return False
    if mode.value & _ESCAPE_CODES:
        return True
    return bool(kernel.SetConsoleMode(ctypes.c_void_p(handle), mode.value | _ESCAPE_CODES))
