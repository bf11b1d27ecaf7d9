"""The text of generated code, beside that of a live TensorFlow."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import autograph
import runtime as tf
from tests.tensorflow_process import TensorFlowProcess

BRANCHES = {
    "relu": """
def f(x):
  if tf.greater(x, 0):
    return x
  else:
    return 0
""",
    "leaky_relu": """
def f(x):
    if x > 0:
        y = x
    else:
        y = 0.1 * x
    return y
""",
    "early_return_without_else": """
def f(x):
    if tf.less(x, 0):
        return -x
    return x
""",
    "elif_chain": """
def f(x):
    if x > 1:
        return 1
    elif x < -1:
        return -1
    else:
        return x
""",
    "nested_branches": """
def f(x, y):
    sign = 0
    if x > 0:
        if y > 0:
            sign = 1
        else:
            sign = -1
    return sign * x
""",
    "branch_with_calls": """
def f(x):
    if tf.reduce_any(x > 0) and not tf.reduce_all(x > 0):
        x = tf.nn.relu(x)
    return tf.reduce_sum(x)
""",
}
LOOPS = {
    "tanh_loop": """
def f(x):
  while tf.reduce_sum(x) > 1:
    tf.print(x)
    x = tf.tanh(x)
  return x
""",
    "two_variables": """
def f(n):
    a, b = 0, 1
    while n > 0:
        a, b = b, a + b
        n = n - 1
    return a
""",
    "break_on_a_test": """
def f(x):
    while True:
        x = x / 2
        if tf.reduce_max(x) < 1:
            break
    return x
""",
    "continue_and_for": """
def f(n):
    total = 0
    for i in tf.range(n):
        if i % 2 == 0:
            continue
        total += i
    return total
""",
    "nested_loops": """
def f(n):
    count = 0
    for i in tf.range(n):
        j = i
        while j > 0:
            j = j // 2
            count += 1
    return count
""",
    "loop_in_a_branch": """
def f(x, limit):
    if limit > 0:
        for _ in range(3):
            x = tf.tanh(x)
    else:
        x = x if limit == 0 else -x
    return x
""",
}
PROGRAM = """
import importlib.util
spec = importlib.util.spec_from_file_location("case", path)
module = importlib.util.module_from_spec(spec)
module.tf = tf
spec.loader.exec_module(module)
result = tf.autograph.to_code(module.f)
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
    spec = importlib.util.spec_from_file_location("case", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.tf = tf  # type: ignore[attr-defined]
    spec.loader.exec_module(module)
    return module


def _tree(code: str) -> str:
    return ast.dump(Settled().visit(ast.parse(code)))


@pytest.mark.parametrize("name", [*BRANCHES, *LOOPS])
def test_text_is_that_of_tensorflow(
    name: str, tmp_path: Path, tensorflow_python: TensorFlowProcess
) -> None:
    """The same tree: names, operators, state, order of everything that is ordered."""
    path = tmp_path / "case.py"
    path.write_text({**BRANCHES, **LOOPS}[name])

    expected = tensorflow_python.run(PROGRAM, path=str(path))

    assert _tree(autograph.to_code(_load(path).f)) == _tree(expected)
