"""`autograph exec PROGRAM`: a program of TensorFlow, run by this runtime."""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import Final

EXAMPLE: Final = """\
example: autograph exec examples/programs/simulation.py
         autograph exec -m pytest --version"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    rest = argparse.REMAINDER
    parser.add_argument("-m", nargs=rest, metavar="MODULE", help="run a module")
    parser.add_argument("-c", nargs=rest, metavar="COMMAND", help="run a command")
    parser.add_argument(
        "program", nargs=rest, metavar="PROGRAM", help="a file, with its arguments"
    )


def run(args: argparse.Namespace) -> int:
    """Runs the program as the main module, and returns its exit status."""
    given = next(
        (
            [f"-{flag}", *getattr(args, flag)]
            for flag in ("m", "c")
            if getattr(args, flag) is not None
        ),
        args.program,
    )
    # a process of its own: this one has parts of the runtime without the alias
    return subprocess.run([sys.executable, "-m", "runtime", *given]).returncode
