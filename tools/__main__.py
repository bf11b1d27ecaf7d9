"""The program `autograph`; in a checkout `python -m tools`.

It imports nothing before it handles Ctrl-C: importing the command line takes a while.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn


def run() -> None:
    """Runs the command line, and exits with its status."""
    handled = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if handled:
        signal.signal(signal.SIGINT, _leave)
    from .main import main

    try:
        if handled:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        status = main()
    except KeyboardInterrupt:
        _leave()
    sys.exit(status)


def _leave(*_: object) -> NoReturn:
    """Ends the process at once: nothing was begun, and an import would go on."""
    os.write(2, b"autograph: interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    run()
