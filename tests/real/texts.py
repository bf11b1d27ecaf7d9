"""The text of functions of the standard library beside TensorFlow's.

`python -m tests.real.texts TENSORFLOW_PYTHON [COUNT]` converts that many functions with
both, and prints how many texts are the same tree, and the others by the kind of their
difference; of those of no kind, the first lines that differ.
"""

from __future__ import annotations

import ast
import importlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from types import FunctionType

import autograph
from tests.real.libraries import functions_in

MODULES = re.findall(
    r"\w+",
    """
    argparse ast base64 bisect calendar cmd codecs colorsys configparser
    copy csv datetime difflib dis fnmatch fractions ftplib getopt gettext
    glob heapq imaplib inspect ipaddress locale logging mailbox mimetypes
    netrc ntpath numbers optparse pathlib pickle pickletools platform
    plistlib posixpath pprint quopri random sched shlex shutil smtplib
    statistics string tarfile textwrap tokenize traceback typing uuid
    warnings zipfile _pydecimal _pydatetime _strptime _pyio
    """,
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


def tree_of(text: str | None) -> ast.Module | None:
    """The tree, without what TensorFlow orders by chance; None where it is no Python.

    The order of names in `nonlocal`, and of the values that stand for no value before a
    statement, is that of a set of strings there: another with each `PYTHONHASHSEED`.
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
        for block in _blocks_of(node):
            _sort_undefined(block)
    return tree


def _blocks_of(node: ast.AST) -> list[list[ast.stmt]]:
    fields = ("body", "orelse", "finalbody")
    found = (getattr(node, each, None) for each in fields)
    return [each for each in found if isinstance(each, list)]


def _sort_undefined(block: list[ast.stmt]) -> None:
    """Bring each run of `x = ag__.Undefined('x')` into the order of the names."""
    begin = 0
    while begin < len(block):
        end = begin
        while end < len(block) and _is_undefined(block[end]):
            end += 1
        block[begin:end] = sorted(block[begin:end], key=ast.unparse)
        begin = end + 1


def _is_undefined(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Call)
        and ast.unparse(statement.value.func) == "ag__.Undefined"
    )


_MEMBERSHIP: dict[str, type[ast.cmpop]] = {"ag__.in_": ast.In, "ag__.not_in": ast.NotIn}


class _PythonMembership(ast.NodeTransformer):
    """`ag__.in_(a, b)` as `a in b`."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        operator = _MEMBERSHIP.get(ast.unparse(node.func))
        if operator is None:
            return node
        return ast.Compare(node.args[0], [operator()], [node.args[1]])


class _WithoutState(ast.NodeTransformer):
    """What a statement carries is left out: variables, how many are results."""

    _STAGED = ("ag__.if_stmt", "ag__.for_stmt", "ag__.while_stmt")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        self.generic_visit(node)
        if node.name.startswith(("get_state", "set_state")):
            node.args.args, node.body = [], [ast.Pass()]
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        return None if _is_undefined(node) else self.generic_visit(node)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        return None

    def visit_Global(self, node: ast.Global) -> None:
        return None

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if ast.unparse(node.func) in self._STAGED:
            node.args = [each for each in node.args if not _is_about_state(each)]
        return node


def _is_about_state(argument: ast.expr) -> bool:
    if isinstance(argument, ast.Tuple):
        return True
    return isinstance(argument, ast.Constant) and isinstance(argument.value, int)


KINDS = (
    ("the same", ()),
    ("the same but for `in`", (_PythonMembership,)),
    ("the same but for the variables carried", (_PythonMembership, _WithoutState)),
)
"""Where two trees agree after the visitors went over both; the first that fits."""


def kind_of(ours: str | None, expected: str | None) -> str:
    """How our text stands to TensorFlow's.

    >>> kind_of("y = ag__.in_(a, b)", "y = a in b")
    'the same but for `in`'
    >>> kind_of("y = 1", "y =")
    "TensorFlow's is no Python"
    """
    if expected is None:
        return "TensorFlow does not convert it"
    if tree_of(expected) is None:
        return "TensorFlow's is no Python"
    if ours is None:
        return "refused here"
    for kind, visitors in KINDS:
        if _printed(ours, visitors) == _printed(expected, visitors):
            return kind
    return "different"


def _printed(text: str, visitors: tuple[type[ast.NodeTransformer], ...]) -> str:
    tree: ast.AST | None = tree_of(text)
    assert tree is not None, "ours is no Python"
    for visitor in visitors:
        tree = visitor().visit(tree)
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
    found: dict[str, list[str]] = {}
    for module, name, function in functions:
        expected = wanted[f"{module}.{name}"]
        try:
            ours = autograph.to_code(function)
        except autograph.AutoGraphError:
            ours = None
        kind = kind_of(ours, expected)
        found.setdefault(kind, []).append(f"{module}.{name}")
        if kind == "different":
            print(_first_difference(ours or "", expected or "", f"{module}.{name}"))
    for kind, names in sorted(found.items(), key=lambda item: -len(item[1])):
        print(f"{len(names):5} {kind}")
    for kind in (KINDS[-1][0], "refused here"):
        for name in found.get(kind, ()):
            print(f"    {kind}: {name}")


def _first_difference(ours: str, expected: str, name: str) -> str:
    for mine, other in zip(ours.splitlines(), expected.splitlines(), strict=False):
        if mine != other:
            return f"{name}\n    ours:   {mine.strip()}\n    theirs: {other.strip()}"
    return f"{name}: one is longer"


if __name__ == "__main__":
    main()
