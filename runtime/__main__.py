"""`python -m runtime`: runs programs that import TensorFlow."""

from __future__ import annotations

import sys

from runtime.alias.launching import launch

if __name__ == "__main__":
    sys.exit(launch(sys.argv[1:]))
