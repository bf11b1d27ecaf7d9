"""Parsing of a command line: mistakes are failures with a suggestion."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, Final, NoReturn

from .failures import BAD_INPUT, Failure

LARGEST_SEED: Final = 2**63 - 1

_CHOICE: Final = re.compile(
    r"argument (?P<what>[^:]+): invalid choice: '?(?P<given>[^']*)'? "
    r"\(choose from (?P<known>.*)\)"
)

FUNCTION_FORM: Final = """\
TARGET   file.py:function, file.py:Class.method, package.module:function"""
GRAPH_FORM: Final = """,
         or a .pb, .pbtxt, .json or .onnx graph, - for one on standard input"""
ARGUMENT_FORM: Final = """
--arg    'f32[2,3]' (a spec; ? is an unknown size), 'i32=5', '[1.0, 2.0]',
         x=inputs.npz[x]; once for each argument, in order or by name"""


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """The end of a message about a wrong name: a near name, or else all names.

    >>> did_you_mean("csee", ["cse", "loops"]), did_you_mean("x", ["cse", "loops"])
    ("did you mean 'cse'?", 'there are: cse, loops.')
    """
    names = list(known)
    close = get_close_matches(given, names, n=1)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"there are: {', '.join(names)}." if names else "there are none."


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are failures of one line."""

    def error(self, message: str) -> NoReturn:
        """Raises the Failure of a wrong command line."""
        choice = _CHOICE.match(message)
        if choice is not None:
            known = [each.strip(" '") for each in choice["known"].split(",")]
            hint = did_you_mean(choice["given"], known)
            message = f"{choice['what']}: no {choice['given']!r}; {hint}"
        elif not message.endswith("."):
            message += "."
        raise Failure(f"{message} See {self.prog} --help.", BAD_INPUT)

    def print_help(self, file: Any = None) -> None:
        """Prints the help; unlike argparse, does not ignore a full disk."""
        (file or sys.stdout or sys.stderr).write(self.format_help())

    def flags(self) -> list[str]:
        """Every flag, long flags before short flags."""
        known = [flag for action in self._actions for flag in action.option_strings]
        return sorted(known, key=lambda flag: (-len(flag), flag))


def unknown_arguments(parser: Parser, unknown: list[str]) -> Failure:
    """The failure for arguments that a verb does not have."""
    first = unknown[0].partition("=")[0]
    if not first.startswith("-"):
        told = f"{first!r} is one argument too many."
    else:
        long = [flag for flag in parser.flags() if flag.startswith("--")]
        close = get_close_matches(first, long, n=1)
        hint = f"; did you mean {close[0]}?" if close else "."
        told = f"there is no flag {first}{hint}"
    return Failure(f"{told} See {parser.prog} --help.", BAD_INPUT)


def whole_number(least: int, largest: int | None = None) -> Callable[[str], int]:
    """A type of arguments: a whole number within bounds.

    >>> whole_number(1)("12")
    12
    """

    def convert(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is less than {least}")
        if largest is not None and value > largest:
            raise argparse.ArgumentTypeError(f"{value} is more than {largest}")
        return value

    return convert


def add_common(parser: Any) -> None:
    """Declares the flags that every verb has."""
    common = parser.add_argument_group("everywhere")
    common.add_argument("-o", "--output", metavar="FILE", help="write to this file")
    common.add_argument("--json", action="store_true", help="results as JSON")
    common.add_argument("-q", "--quiet", action="store_true", help="results only")
    common.add_argument(
        "--seed",
        type=whole_number(-LARGEST_SEED, LARGEST_SEED),
        metavar="N",
        help="for random numbers",
    )
    common.add_argument(
        "--traceback", action="store_true", help="the whole traceback of an error"
    )
