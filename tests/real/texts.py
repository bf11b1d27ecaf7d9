"""The text of functions of the standard library beside TensorFlow's.

`python -m tests.real.texts TENSORFLOW_PYTHON [COUNT]` converts that many functions with
both, and prints how many texts are the same tree, and of the others the first lines that
differ, the most frequent first.
"""

# ruff: noqa: E501 - a table of names

from __future__ import annotations

import ast
import importlib
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FunctionType

import autograph
from tests.real.libraries import functions_in

MODULES = (
    *("argparse", "ast", "base64", "bisect", "calendar", "cmd", "codecs", "colorsys"),
    *(
        "configparser",
        "copy",
        "csv",
        "datetime",
        "difflib",
        "dis",
        "fnmatch",
        "fractions",
    ),
    *(
        "ftplib",
        "getopt",
        "gettext",
        "glob",
        "heapq",
        "imaplib",
        "inspect",
        "ipaddress",
    ),
    *(
        "locale",
        "logging",
        "mailbox",
        "mimetypes",
        "netrc",
        "ntpath",
        "numbers",
        "optparse",
    ),
    *(
        "pathlib",
        "pickle",
        "pickletools",
        "platform",
        "plistlib",
        "posixpath",
        "pprint",
    ),
    *(
        "quopri",
        "random",
        "sched",
        "shlex",
        "shutil",
        "smtplib",
        "statistics",
        "string",
    ),
    *("tarfile", "textwrap", "tokenize", "traceback", "typing", "uuid", "warnings"),
    *("zipfile", "_pydecimal", "_pydatetime", "_strptime", "_pyio"),
)
_THEIRS = """
import importlib, json, sys
import tensorflow as tf
from autograph_functions import functions
found = {}
for module, name, function in functions():
    try:
        found[module + "." + name] = tf.autograph.to_code(function)
    except Exception:
        found[module + "." + name] = None
json.dump(found, open(sys.argv[1], "w"))
"""
_FUNCTIONS = """
import importlib
def functions():
    for module, name in {names!r}:
        value = importlib.import_module(module)
        for part in name.split("."):
            value = vars(value)[part] if part in vars(value) else getattr(value, part)
        yield module, name, getattr(value, "__func__", value)
"""


def chosen(count: int) -> list[tuple[str, str, FunctionType]]:
    """The functions, that can be found by their names."""
    found = []
    for name in MODULES:
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue  # of another Python
        for function in functions_in(module):
            if "<" not in function.__qualname__ and function.__module__ == name:
                found.append((name, function.__qualname__, function))
    step = max(1, len(found) // count)
    return found[::step][:count]


def tree_of(text: str | None) -> str | None:
    """The text printed anew; None where it is not Python.

    The order of names in `nonlocal` is TensorFlow's by chance.
    """
    if text is None:
        return None
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, (ast.Nonlocal, ast.Global)):
            node.names.sort()
    return ast.unparse(tree)


def theirs(
    python: str, functions: list[tuple[str, str, FunctionType]]
) -> dict[str, str]:
    """TensorFlow's texts."""
    with tempfile.TemporaryDirectory() as folder:
        names = [(module, name) for module, name, _ in functions]
        (Path(folder) / "autograph_functions.py").write_text(
            _FUNCTIONS.format(names=names)
        )
        program, results = Path(folder) / "main.py", Path(folder) / "texts.json"
        program.write_text(_THEIRS)
        subprocess.run([python, str(program), str(results)], check=True)
        found: dict[str, str] = json.loads(results.read_text())
        return found


def main() -> None:
    """Compare, and print."""
    functions = chosen(int(sys.argv[2]) if len(sys.argv) > 2 else 1000)
    wanted = theirs(sys.argv[1], functions)
    counts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for module, name, function in functions:
        expected = tree_of(wanted[f"{module}.{name}"])
        try:
            ours = tree_of(autograph.to_code(function))
        except autograph.AutoGraphError:
            ours = None
        if expected is None:
            counts["TensorFlow does not convert it"] += 1
        elif ours == expected:
            counts["the same"] += 1
        else:
            counts["different"] += 1
            kinds[
                _first_difference(ours or "refused", expected, f"{module}.{name}")
            ] += 1
    print(dict(counts))
    for kind, count in kinds.most_common():
        print(count, kind)


def _first_difference(ours: str, expected: str, name: str) -> str:
    for mine, other in zip(ours.splitlines(), expected.splitlines(), strict=False):
        if mine != other:
            return f"{name}\n    ours:   {mine.strip()}\n    theirs: {other.strip()}"
    return f"{name}: one is longer"


if __name__ == "__main__":
    main()
