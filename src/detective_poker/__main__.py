"""`python -m detective_poker` is the command `detective-poker`."""

import sys

from detective_poker.cli import main

if __name__ == "__main__":
    sys.exit(main())
