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
