"""Write kept data anew, when a change of it is meant: what is written is to be read before commit.

    python tests/write_anew.py api         # the public names (tests/data/public_api.txt)
    python tests/write_anew.py golden      # the files of this version (tests/data/golden)
    python tests/write_anew.py messages    # what refusals say (tests/data/messages.json)
    python tests/write_anew.py pictures    # what pictures look like (tests/data/svg)

Each is written by the test that compares it.
"""

import argparse
import runpy
import sys
from pathlib import Path

TESTS = Path(__file__).parent
WRITERS = {
    "api": TESTS / "project" / "test_public_api.py",
    "golden": TESTS / "formats" / "test_golden.py",
    "messages": TESTS / "formats" / "test_messages.py",
    "pictures": TESTS / "show" / "test_svg.py",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=WRITERS)
    path = WRITERS[parser.parse_args().what]
    # As pytest finds them: a test imports helpers from here and tests from its own folder.
    sys.path.insert(0, str(path.parent))
    runpy.run_path(str(path), run_name="__main__")


if __name__ == "__main__":
    main()
