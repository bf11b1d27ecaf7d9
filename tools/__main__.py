"""`python -m tools` in a checkout, `python -m autograph_tools`: the command line."""

from __future__ import annotations

import sys

from .main import main

if __name__ == "__main__":
    sys.exit(main())
