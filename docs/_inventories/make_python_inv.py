"""Write python.inv: where docs.python.org describes what our pages name.

    python docs/_inventories/make_python_inv.py

The file is committed, so that the pages are the same whether or not the network is there.
"""

import zlib
from pathlib import Path

FUTURES = "library/concurrent.futures.html"
CLASSES = {
    "array.array": "library/array.html#$",
    "bool": "library/functions.html#$",
    "bytes": "library/stdtypes.html#$",
    "bytearray": "library/stdtypes.html#$",
    "collections.abc.Buffer": "library/collections.abc.html#$",
    "collections.abc.Callable": "library/collections.abc.html#$",
    "collections.abc.Iterator": "library/collections.abc.html#$",
    "collections.abc.Iterable": "library/collections.abc.html#$",
    "collections.abc.Mapping": "library/collections.abc.html#$",
    "collections.abc.Sequence": "library/collections.abc.html#$",
    "concurrent.futures._base.Executor": f"{FUTURES}#concurrent.futures.Executor",
    "concurrent.futures.Executor": "library/concurrent.futures.html#$",
    "concurrent.futures.ProcessPoolExecutor": "library/concurrent.futures.html#$",
    "concurrent.futures.ThreadPoolExecutor": "library/concurrent.futures.html#$",
    "dict": "library/stdtypes.html#$",
    "enum.Enum": "library/enum.html#$",
    "enum.IntEnum": "library/enum.html#$",
    "enum.StrEnum": "library/enum.html#$",
    "float": "library/functions.html#$",
    "frozenset": "library/stdtypes.html#$",
    "int": "library/functions.html#$",
    "list": "library/stdtypes.html#$",
    "memoryview": "library/stdtypes.html#$",
    "object": "library/functions.html#$",
    "os.PathLike": "library/os.html#$",
    "pathlib.Path": "library/pathlib.html#$",
    "random.Random": "library/random.html#$",
    "random.SystemRandom": "library/random.html#$",
    "str": "library/stdtypes.html#str",
    "tuple": "library/stdtypes.html#$",
    "type": "library/functions.html#$",
    "typing.Protocol": "library/typing.html#$",
    "typing.TypeVar": "library/typing.html#$",
}
DATA = {
    "None": "library/constants.html#$",
    "typing.Any": "library/typing.html#$",
    "typing.Final": "library/typing.html#$",
    "typing.TypeAlias": "library/typing.html#$",
}
EXCEPTIONS = dict.fromkeys(
    ("Exception", "OSError", "OverflowError", "TypeError", "ValueError"),
    "library/exceptions.html#$",
)


def main() -> None:
    """Write the file."""
    rows = [("class", CLASSES), ("data", DATA), ("exception", EXCEPTIONS)]
    lines = [f"{name} py:{role} 1 {uri} -\n" for role, names in rows for name, uri in names.items()]
    head = "# Sphinx inventory version 2\n# Project: Python\n# Version: 3\n"
    head += "# The remainder of this file is compressed using zlib.\n"
    path = Path(__file__).with_name("python.inv")
    path.write_bytes(head.encode() + zlib.compress("".join(lines).encode(), 9))


if __name__ == "__main__":
    main()
