"""The text of generated code, beside that of a live TensorFlow."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import autograph
import runtime as tf
from tests.tensorflow_process import TensorFlowProcess

CASES = Path(__file__).with_name("code_cases.py")
DELIBERATE = {
    "docstring_only": "TensorFlow's text has an empty `with`, which is no Python",
    "documented": "TensorFlow moves the lines of the docstring; its text is no Python",
    "membership": "`in` is an operator here, so that it can be staged",
}
"""Cases whose text is another one on purpose, and why."""
PROGRAM = """
import importlib.util
spec = importlib.util.spec_from_file_location("code_cases", path)
module = importlib.util.module_from_spec(spec)
module.tf = tf
spec.loader.exec_module(module)
result = {}
for name in names:
    try:
        result[name] = tf.autograph.to_code(getattr(module, name))
    except Exception as error:
        result[name] = f"raise {type(error).__name__}({str(error)!r})"
"""


class Settled(ast.NodeTransformer):
    """TensorFlow orders two kinds of names by hash, new in each process."""

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.Nonlocal:
        return ast.Nonlocal(sorted(node.names))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        self.generic_visit(node)
        node.body = _neighbours_sorted(node.body)
        return node

    def visit_With(self, node: ast.With) -> Any:
        self.generic_visit(node)
        node.body = _neighbours_sorted(node.body)
        return node


def _neighbours_sorted(body: list[ast.stmt]) -> list[ast.stmt]:
    """Runs of `name = ag__.Undefined('name')`, each sorted."""
    result: list[ast.stmt] = []
    run: list[ast.stmt] = []
    for statement in body:
        if ".Undefined(" in ast.unparse(statement) and isinstance(
            statement, ast.Assign
        ):
            run.append(statement)
            continue
        result += [*sorted(run, key=ast.unparse), statement]
        run = []
    return result + sorted(run, key=ast.unparse)


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("code_cases", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.tf = tf  # type: ignore[attr-defined]
    spec.loader.exec_module(module)
    return module


MODULE = _load(CASES)
NAMES = [
    name
    for name, value in vars(MODULE).items()
    if isinstance(value, FunctionType) and value.__module__ == "code_cases"
]


def _tree(code: str) -> str:
    return ast.unparse(Settled().visit(ast.parse(code)))


@pytest.fixture(scope="module")
def of_tensorflow(tensorflow_python: TensorFlowProcess) -> dict[str, str]:
    """What TensorFlow makes of each case."""
    found: dict[str, str] = tensorflow_python.run(PROGRAM, path=str(CASES), names=NAMES)
    return found


def test_there_are_many_cases() -> None:
    assert len(NAMES) >= 60


@pytest.mark.parametrize("name", NAMES)
def test_text_is_that_of_tensorflow(name: str, of_tensorflow: dict[str, str]) -> None:
    """The same tree: names, operators, state, order of everything that is ordered."""
    ours = autograph.to_code(getattr(MODULE, name))
    theirs = of_tensorflow[name]
    if name in DELIBERATE:
        assert ours != theirs
    else:
        assert _tree(ours) == _tree(theirs)
