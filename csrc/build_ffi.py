"""The cffi build script of the native module ``detective_poker._native`` (API mode)."""

import re
import sysconfig
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).parent
HEADER = (HERE / "detective_poker.h").read_text(encoding="utf-8")


def declarations(header: str) -> str:
    """The declarations of the header as cffi reads them: the header is their one place."""
    without_comments = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    without_directives = re.sub(r"^#.*$", "", without_comments, flags=re.MULTILINE)
    constants = re.findall(r"^#define (DP_\w+) .*$", without_comments, flags=re.MULTILINE)
    return "".join(f"#define {name} ...\n" for name in constants) + without_directives


def files(pattern: str) -> list[str]:
    """The files of this folder, from the project's root."""
    return [f"csrc/{path.relative_to(HERE).as_posix()}" for path in sorted(HERE.glob(pattern))]


ffibuilder = FFI()
ffibuilder.cdef(declarations(HEADER))
ffibuilder.set_source(
    "detective_poker._native",
    '#include "detective_poker.h"',
    sources=files("*.c"),
    depends=files("**/*.h"),
    include_dirs=["csrc"],
    extra_compile_args=[]
    if sysconfig.get_platform().startswith("win")
    else ["-std=c11", "-O3", "-g0", "-ffp-contract=off"],
)

if __name__ == "__main__":
    ffibuilder.compile(verbose=True)
