"""A program as ONNX: what ONNX Runtime makes of it, and we make of it again."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np

import graphir.onnx
import runtime as tf

HAS_ENGINE = importlib.util.find_spec("onnxruntime") is not None


def check_out_and_in(
    function: Any,
    args: list[Any],
    *,
    opset: int = 18,
    is_open: bool = False,
    close: float = 1e-5,
) -> Any:
    """Compares the results of a function, of its model here, and in ONNX Runtime.

    With ``is_open`` the first size of each argument is not known. Returns the model.
    """
    import onnx  # pytest imports this module where the package is not installed

    specs = [
        tf.TensorSpec([None, *x.shape[1:]] if is_open and x.ndim else x.shape, x.dtype)
        for x in args
    ]
    concrete = tf.function(function).get_concrete_function(*specs)
    model = graphir.onnx.to_model(concrete, opset=opset)
    onnx.checker.check_model(model, full_check=True)
    wanted = [x.numpy() for x in tf.nest.flatten(concrete(*map(tf.constant, args)))]
    graph = graphir.onnx.load(model)
    feeds = {value.name: x for value, x in zip(graph.inputs, args, strict=True)}
    names = [f"{each.node.name}:{each.index}" for each in graph.outputs]
    found = [tf.run_graph(graph, feeds, names)]
    if HAS_ENGINE:
        import onnxruntime

        session = onnxruntime.InferenceSession(model.SerializeToString())
        named = {each.name: x for each, x in zip(session.get_inputs(), args)}
        found.append(session.run(None, named))
    for results in found:
        for ours, expected in zip(results, wanted, strict=True):
            assert np.shape(ours) == expected.shape
            np.testing.assert_allclose(ours, expected, rtol=close, atol=close)
    return model
