"""The texts of functions of the standard library, here and by diastatic-malt.

    python benchmarks/malt_texts.py PYTHON

PYTHON has the package diastatic-malt, which is TensorFlow's AutoGraph cut out. For each
module: functions, how many are converted, how many of those texts are no Python, and
lines of source that are converted in a second of processor time.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import logging
import subprocess
import sys
from collections.abc import Callable
from inspect import getsourcelines
from pathlib import Path
from time import process_time
from types import FunctionType
from typing import Any

from conversion import MODULES, functions_of

Row = tuple[int, int, int, float]
"""Functions, converted ones, those whose text is no Python, lines a second."""


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("python", help="a Python that has diastatic-malt")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        logging.disable()
        malt: Any = importlib.import_module("malt.impl.api")
        print(json.dumps({name: row_of(name, malt.to_code) for name in MODULES}))
        return
    import autograph

    command = [asked.python, __file__, asked.python, "--worker"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    theirs = json.loads(done.stdout.splitlines()[-1])
    print(
        "| module | functions | converted, no Python, lines/s | by diastatic-malt |\n"
        "| --- | --- | --- | --- |"
    )
    for name in MODULES:
        count, *mine = row_of(name, autograph.to_code)
        print(f"| {name} | {count} | {cell(mine)} | {cell(theirs[name][1:])} |")


def cell(figures: list[Any]) -> str:
    """The figures of one side."""
    converted, no_python, rate = figures
    return f"{converted}, {no_python}, {rate:,.0f}"


def row_of(name: str, to_code: Callable[[FunctionType], str]) -> Row:
    """The figures of a module."""
    functions = functions_of(importlib.import_module(name))
    texts, lines = [], 0
    begun = process_time()
    for each in functions:
        try:
            texts.append(to_code(each))
        except Exception:
            continue  # refused: it is not among the converted ones
        lines += len(getsourcelines(each)[0])
    elapsed = process_time() - begun
    broken = sum(not is_python(text) for text in texts)
    return len(functions), len(texts), broken, lines / elapsed


def is_python(text: str) -> bool:
    """Whether a text can be parsed."""
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
