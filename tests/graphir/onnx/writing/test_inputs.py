"""Inputs that have a value if nothing is fed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphir
import graphir.onnx
import runtime as tf

onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")

DEFAULT = """
graph @g(%x: f32[2]) -> (%y) {
  %d = Const() {value = [2.0, 3.0, 4.0] : f32[3]}
  %two = Const() {value = 2.0 : f32[]}
  %e = Mul(%d, %two)
  %k = PlaceholderWithDefault(%e) {shape = shape[?]} : f32[?]
  %axis = Const() {value = 0 : i32[]}
  %y = ConcatV2(%k, %x, %axis)
}
"""
X = np.array([7, 8], np.float32)


def run(model: Any, feeds: dict[str, Any]) -> Any:
    engine = pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed")
    return engine.InferenceSession(model.SerializeToString()).run(None, feeds)[0]


def test_an_input_with_a_default_stays_one() -> None:
    model = graphir.onnx.to_model(graphir.parse_graph(DEFAULT))
    onnx.checker.check_model(model, full_check=True)
    assert [each.name for each in model.graph.input] == ["x", "k"]
    assert [each.name for each in model.graph.initializer] == ["k"]
    graph = graphir.onnx.load(model)
    names = [value.name for value in graph.inputs]
    assert names == ["x"]
    (found,) = tf.run_graph(graph, {"x": X}, [graph.outputs[0].name])
    assert found.tolist() == [4, 6, 8, 7, 8]


def test_engines_take_the_default_or_what_is_fed() -> None:
    model = graphir.onnx.to_model(graphir.parse_graph(DEFAULT))
    assert run(model, {"x": X}).tolist() == [4, 6, 8, 7, 8]
    fed = np.array([1], np.float32)
    assert run(model, {"x": X, "k": fed}).tolist() == [1, 7, 8]


def test_a_default_that_is_computed_is_refused() -> None:
    text = DEFAULT.replace("Mul(%d, %two)", "Mul(%x, %two)")
    with pytest.raises(graphir.onnx.UnsupportedOpError, match="'k' .* must be const"):
        graphir.onnx.to_model(graphir.parse_graph(text))


def test_a_condition_that_can_be_fed_is_not_its_default() -> None:
    graph = graphir.parse_graph(
        """graph @g(%p: bool[], %x: f32[2]) -> (%m) {
             %q = PlaceholderWithDefault(%p) {shape = shape[]}
             %s = Switch(%x, %q)
             %t = Switch(%x, %p)
             %neg = Neg(%s)
             %m = Merge(%neg, %t:1)
           }"""
    )
    with pytest.raises(graphir.InvalidGraphError, match="tells its inputs apart"):
        graphir.functional_control_flow(graph)
