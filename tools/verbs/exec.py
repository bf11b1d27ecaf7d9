"""`autograph exec PROGRAM`: a program of TensorFlow, run by this runtime."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import Final, NoReturn

from ..failures import BAD_INPUT, Failure, cannot

NEEDS_ARRAYS: Final = False
PASSES_ALL_WORDS: Final = True
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
    """Runs the program as the main module, and returns its exit status.

    Where this command is all that the process is for, the program takes its place.
    """
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
    # anew: this process has parts of the runtime without the alias
    words = [sys.executable, "-m", "runtime", *given]
    try:
        if args.is_whole_process and sys.platform != "win32":
            _become(words)
        return _status(_awaited(subprocess.Popen(words)))
    except OSError as error:
        raise cannot("start", "the program", error) from error


def _become(words: list[str]) -> NoReturn:
    """The program in place of this command: it gets every signal itself, and once."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os.execv(words[0], words)


def _check_program(given: list[str]) -> None:
    if not given:
        raise Failure("name a program, or a module with -m.", BAD_INPUT)
    if not Path(given[0]).exists():
        raise Failure(f"{given[0]}: there is no such file.", BAD_INPUT)


def _awaited(started: subprocess.Popen[bytes]) -> int:
    """The return code; an interrupt is the program's, which may have to clean up.

    The terminal sends it to both processes, so it is not sent once more.
    """
    while True:
        try:
            return started.wait()
        except KeyboardInterrupt:
            continue


def _status(code: int) -> int:
    """The exit status that shells give, also for a program that a signal ended."""
    return code if code >= 0 else 128 - code
