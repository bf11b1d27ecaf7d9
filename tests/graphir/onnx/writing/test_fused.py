"""Fused ops of optimized graphs in ONNX."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphir.onnx
import runtime as tf

pytest.importorskip("onnx", reason="the extra onnx is not installed")

RANDOM = np.random.default_rng(0)
X = RANDOM.standard_normal((2, 6, 6, 3)).astype(np.float32)
W, V, B = (RANDOM.standard_normal(s).astype(np.float32) for s in ((3, 3, 3, 4), 4, 4))


def _convolved(x: Any) -> Any:
    return tf.nn.conv2d(x, W, strides=[1, 2, 2, 1], padding="SAME")


def _normal(y: Any) -> Any:
    op = tf.raw_ops.FusedBatchNormV3
    return op(x=y, scale=V, offset=B, mean=B, variance=V * V, is_training=False)[0]


PROGRAMS = {
    "bias": ("_FusedConv2D", lambda x: _convolved(x) + B),
    "leaky": (
        "_FusedConv2D",
        lambda x: tf.nn.leaky_relu(tf.nn.bias_add(_convolved(x), B), alpha=0.3),
    ),
    "norm": ("_FusedBatchNormEx", lambda x: tf.nn.relu(_normal(x[..., :1] * B))),
    "dense": (
        "_FusedMatMul",
        lambda x: tf.nn.elu(tf.matmul(x[0, 0], W[0, 0], name="m") + B),
    ),
    "turned": (
        "_FusedMatMul",
        lambda x: tf.nn.bias_add(tf.matmul(x[0, 0], W[0, 0].T, transpose_b=True), B),
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_optimized_graph_means_the_same(name: str) -> None:
    fused, function = PROGRAMS[name]
    concrete = tf.function(function).get_concrete_function(
        tf.TensorSpec([None, 6, 6, 3], tf.float32)
    )
    graph = concrete.graph.ir.copy()
    graphir.optimize_graph(graph)
    assert fused in [node.op for node in graph]
    again = graphir.onnx.load(graphir.onnx.to_model(graph))
    (found,) = tf.run_graph(again, {"x:0": X}, [again.outputs[0].name])
    expected = concrete(tf.constant(X)).numpy()
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


def test_steps_that_the_optimizer_makes_of_normalizations() -> None:
    build = graphir.GraphBuilder("g")
    x = build.input("x", "float32", [2, 6, 6, 3])
    statistics = [build.constant(each) for each in (V, B, B, V * V)]
    made = build.node(
        "_FusedConv2D",
        [x, build.constant(W), *statistics],
        {
            "T": graphir.dtypes.float32,
            "TArgs": [graphir.dtypes.float32] * 4,
            "num_args": 4,
            "strides": [1, 2, 2, 1],
            "padding": b"SAME",
            "fused_ops": [b"FusedBatchNorm", b"Relu"],
            "epsilon": 1e-3,
        },
        "y",
    )
    build.output(made.output)
    (expected,) = tf.run_graph(build.graph, {"x:0": X}, ["y:0"])
    again = graphir.onnx.load(graphir.onnx.to_model(build.graph))
    (found,) = tf.run_graph(again, {"x:0": X}, [again.outputs[0].name])
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)
