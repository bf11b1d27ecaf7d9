"""Random modules over Python's own grammar, to run plain and converted.

They hold what a stage knows nothing of: exceptions with causes and groups, `finally`,
`with`, `match`, generators, coroutines, classes, decorators, `del`, `nonlocal`, star
targets. Each prints, changes what it is given, and returns or raises.
"""

from __future__ import annotations

import contextlib
import warnings
from random import Random

from tests.python_programs.definitions import starting_values
from tests.python_programs.writer import Writer

__all__ = ["make_python_program"]

_PREAMBLE = """\
import contextlib

from tests.python_programs.world import *
from tests.python_programs.world import log

shared = 3


"""


def make_python_program(number: int, size: int = 25) -> str:
    """The text of a module with a function `program(a, b, items)`.

    The same number gives the same text, on Pythons with the same grammar.
    """
    random = Random(number)
    while True:
        text = _program(random, size)
        # A walrus may stand where it must not, say: then another one.
        with contextlib.suppress(SyntaxError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "program.py", "exec")
            return text


def _program(random: Random, size: int) -> str:
    writer = Writer(random, size)
    lines = ["def program(a, b, items):"]
    if writer.chance(0.2):
        lines += ["    global shared", "    shared = a"]
    lines += ["    " + each for each in starting_values(writer)]
    lines += writer.block(1, 10)
    lines.append("    return a, b, i, xs, s, thing")
    return _PREAMBLE + "\n".join(lines) + "\n"
