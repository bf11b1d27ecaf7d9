"""`graph F --format python`: a program that runs by itself, with the same results."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from autograph_tools.demo import FUNCTION, _constant, _traced
from autograph_tools.failures import Failure
from autograph_tools.main import main
from autograph_tools.output.python_programs import python_program
from autograph_tools.targets.arguments import parse_arguments
from autograph_tools.targets.modules import load_module
from graphir.builder import GraphBuilder
from tests.random_graphs import feeds_of, make_graph

ROOT = Path(__file__).parents[3]
EXAMPLES = [
    path
    for path in sorted((ROOT / "examples").glob("*.py"))
    if _constant(path, FUNCTION)
]
PUBLIC = {"runtime", "numpy", "base64"}


def run_text(text: str, name: str, arguments: Any) -> Any:
    """The result of the function of that name, in a module of its own."""
    namespace: dict[str, Any] = {}
    exec(compile(text, "<program>", "exec"), namespace)
    return namespace[name](*arguments)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_run_by_themselves(path: Path) -> None:
    traced, texts = _traced(path)
    arguments = parse_arguments(texts).positional
    expected = traced.call(*arguments)
    captured = traced.concrete.captured_inputs
    for graph in (traced.concrete.graph.ir, traced.concrete.optimized_graph.ir):
        text = python_program(graph)
        imported = {
            name.split(".")[0]
            for node in ast.walk(ast.parse(text))
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for name in [getattr(node, "module", None) or node.names[0].name]
        }
        assert imported <= PUBLIC
        inputs = [each for each in arguments if hasattr(each, "dtype")]
        inputs += captured
        found = run_text(text, traced.python_function.__name__, inputs)
        np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=1e-6)


def test_a_written_program_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    program = tmp_path / "collatz.py"
    target = f"{ROOT}/examples/collatz.py:collatz_length"
    assert main(["graph", target, "--arg", "i64[]", "-o", str(program)]) == 0
    code = "from collatz import *; print(int(collatz_length(tf.constant(97, 'int64'))))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path
    )
    assert (done.stdout, done.stderr) == ("118\n", "")


def test_constants_and_attributes_are_written_whole() -> None:
    build = GraphBuilder("kinds")
    x = build.input("x", "float32", [2])
    wide = build.constant(np.arange(600, dtype=np.float32).reshape(300, 2))
    odd = build.constant(np.array([np.inf, np.nan], np.float32))
    text = build.constant(np.array([b"a\x00", b""], object))
    empty = build.constant(np.zeros((0, 3), np.int64))
    first, second = build.op.Split(0, build.op.AddV2(x, odd), num_split=2)
    build.output(build.op.MatMul(wide, build.op.ExpandDims(x, 1)), first, second)
    build.output(
        text, empty, build.op.Pack([x, x], axis=1), build.op.Cast(x, DstT=tf.int8)
    )
    x_value = np.array([1.5, -2.0], np.float32)

    found = run_text(python_program(build.graph), "kinds", [tf.constant(x_value)])
    names = [value.name for value in build.graph.outputs]
    expected = tf.run_graph(build.graph, {"x": x_value}, names)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one.numpy(), np.asarray(other))


def test_functions_of_datasets_are_functions_of_the_program(tmp_path: Path) -> None:
    """Their loops and branches are staged, as those of any function."""

    @tf.function
    def total(n: Any) -> Any:
        steps = tf.data.Dataset.range(n).map(lambda x: x + 1)
        return steps.reduce(tf.constant(0, tf.int64), lambda a, b: a + b)

    graph = total.get_concrete_function(tf.TensorSpec([], tf.int64)).graph.ir
    path = tmp_path / "total.py"
    path.write_text(python_program(graph))
    found = load_module(str(path)).total(tf.constant(4, tf.int64))
    assert found.numpy() == 10


def test_what_python_cannot_say_is_refused() -> None:
    build = GraphBuilder("old")
    x = build.input("x", "float32", [])
    build.output(build.op.Merge(list(build.op.Switch(x, True)))[0])
    with pytest.raises(Failure, match="Switch and Merge"):
        python_program(build.graph)
    with pytest.raises(Failure, match="names no outputs"):
        python_program(GraphBuilder("none").graph)


@pytest.mark.parametrize("number", [3, 14, 27])
def test_random_graphs_give_the_same(number: int) -> None:
    graph = make_graph(number)
    arrays = feeds_of(graph, number)
    text = python_program(graph)
    results = run_text(text, "random", [tf.constant(each) for each in arrays])
    results = results if isinstance(results, tuple) else (results,)
    feeds = {value.name: each for value, each in zip(graph.inputs, arrays, strict=True)}
    names = [value.name for value in graph.outputs]
    for one, other in zip(results, tf.run_graph(graph, feeds, names), strict=True):
        np.testing.assert_allclose(one.numpy(), other, rtol=1e-5, atol=1e-6)
