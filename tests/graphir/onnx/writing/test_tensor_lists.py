"""Lists of tensors in ONNX: one tensor, an element a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphir
import graphir.onnx
import runtime as tf

onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")


from tests.graphir.editing.dataflow.test_arrays import ARRAYS, START  # noqa: E402

X = np.arange(12, dtype=np.float32).reshape(3, 2, 2)


def _array(x: Any) -> Any:
    return tf.TensorArray(tf.float32, 3).unstack(x)


CALLS: dict[str, Callable[[Any], Any]] = {
    "scatter": lambda x: tf.TensorArray(tf.float32, 4).scatter([3, 0, 1], x).stack(),
    "gather": lambda x: _array(x).gather([2, 0]),
    "concat": lambda x: _array(x).concat(),
    "split": lambda x: tf.TensorArray(tf.float32, 3).split(x, [1, 1, 1]).stack(),
    "write": lambda x: _array(x).write(1, x[0] * 2.0).stack(),
    "size": lambda x: _array(x).size(),
}


@pytest.mark.parametrize("opset", [13, 18])
@pytest.mark.parametrize("name", CALLS)
def test_out_and_in_again(name: str, opset: int) -> None:
    concrete = tf.function(CALLS[name]).get_concrete_function(
        tf.TensorSpec([3, None, 2], tf.float32)
    )
    model = graphir.onnx.to_model(concrete, opset=opset)
    onnx.checker.check_model(model, full_check=True)
    graph = graphir.onnx.load(model)
    (found,) = tf.run_graph(
        graph, {graph.inputs[0].name: X}, [f"{graph.outputs[0].node.name}:0"]
    )
    np.testing.assert_array_equal(found, concrete(tf.constant(X)))
    engine = pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed")
    session = engine.InferenceSession(model.SerializeToString())
    (theirs,) = session.run(None, {session.get_inputs()[0].name: X})
    np.testing.assert_array_equal(theirs, found)


PUSHED = """
graph @g(%a: f32[?], %b: f32[?]) -> (%y, %count) {
  %shape = Const() {value = -1 : i32[]}
  %max = Const() {value = -1 : i32[]}
  %zero = Const() {value = 0 : i32[]}
  %l = EmptyTensorList(%shape, %max) {element_dtype = f32}
  %count = TensorListLength(%l)
  %l1 = TensorListPushBack(%l, %a)
  %l2 = TensorListPushBack(%l1, %b)
  %y = TensorListGetItem(%l2, %zero, %shape) {element_dtype = f32}
}
"""


def test_an_element_stays_as_long_as_it_is() -> None:
    model = graphir.onnx.to_model(graphir.parse_graph(PUSHED))
    onnx.checker.check_model(model, full_check=True)
    graph = graphir.onnx.load(model)
    names = [f"{each.node.name}:{each.index}" for each in graph.outputs]
    long, short = np.array([1, 2, 3], np.float32), np.array([1], np.float32)
    found, count = tf.run_graph(graph, {"a": long, "b": long}, names)
    assert (found.tolist(), count) == ([1, 2, 3], 0)
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.run_graph(graph, {"a": short, "b": long}, names)
    engine = pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed")
    session = engine.InferenceSession(model.SerializeToString())
    assert session.run(None, {"a": long, "b": long})[0].tolist() == [1, 2, 3]
    engine.set_default_logger_severity(4)
    with pytest.raises(Exception, match="must match"):
        session.run(None, {"a": short, "b": long})


def test_elements_that_differ_are_refused() -> None:
    text = PUSHED.replace("%a: f32[?]", "%a: f32[1]").replace(
        "%b: f32[?]", "%b: f32[3]"
    )
    with pytest.raises(graphir.onnx.UnsupportedOpError, match="'l' .* of the shapes"):
        graphir.onnx.to_model(graphir.parse_graph(text))


def test_arrays_of_version_1_whose_elements_only_the_loop_knows() -> None:
    text = ARRAYS.replace("{dtype = f32, element_shape = shape[2]}", "{dtype = f32}")
    model = graphir.onnx.to_model(graphir.parse_graph(text))
    x = np.arange(6, dtype=np.float32).reshape(3, 2)
    feeds = {"x": x, "n": np.array(3, np.int32)}
    graph = graphir.onnx.load(model)
    names = [f"{each.node.name}:{each.index}" for each in graph.outputs]
    found = [tf.run_graph(graph, feeds, names)]
    engine = pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed")
    session = engine.InferenceSession(model.SerializeToString())
    found.append(session.run(None, feeds))
    for rows, count in found:
        np.testing.assert_array_equal(rows, np.cumsum(x, 0) + START)
        assert count == 3
