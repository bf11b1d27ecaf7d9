"""`autograph exec PROGRAM`: a program of TensorFlow, run by this runtime."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

from ..failures import BAD_INPUT, Failure

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
    if given is args.program:
        _check_program(given)
    # a process of its own: this one has parts of the runtime without the alias
    started = subprocess.Popen([sys.executable, "-m", "runtime", *given])
    return _status(_awaited(started))


def _check_program(given: list[str]) -> None:
    if not given:
        raise Failure("name a program, or a module with -m.", BAD_INPUT)
    if not Path(given[0]).exists():
        raise Failure(f"{given[0]}: there is no such file.", BAD_INPUT)


def _awaited(started: subprocess.Popen[bytes]) -> int:
    """The return code; an interrupt is the program's, which may have to clean up."""
    while True:
        try:
            return started.wait()
        except KeyboardInterrupt:
            if not sys.stdin or not sys.stdin.isatty():
                # a terminal interrupts both processes, others only this one
                started.send_signal(signal.SIGINT)


def _status(code: int) -> int:
    """The exit status that shells give, also for a program that a signal ended."""
    return code if code >= 0 else 128 - code
