"""Ops that ONNX has not, by ops that it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphir
import graphir.onnx
import runtime as tf

pytest.importorskip("onnx", reason="the extra onnx is not installed")

from tests.graphir.onnx.writing.checked import check_out_and_in

raw = tf.raw_ops

X = np.array([[-2.0, -0.5, 0.0], [0.25, 3.0, 7.0]], np.float32)
Y = np.array([[0.5, -1.0, 2.0], [1.5, 0.75, -3.0]], np.float32)


def _gradient(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def program(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(function(x) * 1.5)
        return tape.gradient(y, x)

    return program


CASES: dict[str, tuple[Callable[..., Any], list[Any]]] = {
    **{
        f"gradient of {f.__name__}": (_gradient(f), [X])
        for f in (
            *(tf.nn.relu, tf.nn.relu6, tf.nn.leaky_relu, tf.nn.elu, tf.nn.selu),
            *(tf.nn.softplus, tf.nn.softsign, tf.sigmoid, tf.tanh),
        )
    },
    **{
        f"gradient of {f.__name__}": (_gradient(f), [np.abs(X) + 0.5])
        for f in (tf.sqrt, tf.math.rsqrt, tf.math.reciprocal)
    },
    "gradient of a bias": (
        lambda x, y: raw.BiasAddGrad(out_backprop=x * y),
        [X, Y],
    ),
    "xlog1py": (tf.math.xlog1py, [X, np.abs(Y)]),
    "approximately": (
        lambda x, y: raw.ApproximateEqual(x=x, y=y, tolerance=2.0),
        [X, Y],
    ),
    "truth of a number": (lambda x: raw.ToBool(input=x), [np.array(-0.5, np.float32)]),
    "truth of zero": (lambda x: raw.ToBool(input=x), [np.array(0, np.int32)]),
    "truth of rows": (lambda x: raw.ToBool(input=x), [np.zeros((2, 3), np.float32)]),
    "truth of no rows": (lambda x: raw.ToBool(input=x), [np.zeros((0, 3), np.int32)]),
    "cross": (tf.linalg.cross, [X, Y]),
    "cross entropy": (
        lambda x, y: tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(y), x),
        [X, Y],
    ),
    "cross entropy of classes": (
        _gradient(lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits([2, 0], x)),
        [X],
    ),
    "roll": (lambda x: tf.roll(x, [1, -5], [0, 1]), [X]),
    "roll of one axis": (lambda x, n: tf.roll(x, n, 1), [X, np.array(-2, np.int32)]),
    "symmetric": (lambda x: tf.pad(x, [[1, 0], [2, 3]], "SYMMETRIC"), [X]),
    "reverse": (lambda x: raw.Reverse(tensor=x, dims=[False, True]), [X]),
    "contrast": (lambda x: tf.image.adjust_contrast(x, 1.5), [X.reshape(1, 2, 3)]),
    "diag": (tf.linalg.diag, [X]),
    "diag_part": (tf.linalg.diag_part, [X]),
    "set_diag": (lambda x, y: tf.linalg.set_diag(x, y), [X, Y[:, 0]]),
    "set_diag of more rows": (
        lambda x, y: tf.linalg.set_diag(x, y),
        [X.T.copy(), Y[:, 0]],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_out_and_in_again(name: str) -> None:
    function, args = CASES[name]
    check_out_and_in(function, args)


def test_results_keep_their_names() -> None:
    build = graphir.GraphBuilder("net")
    x = build.input("x", "float32", [None, 3])
    build.output(build.op.Roll(x, 1, build.constant([0]), name="turned"))
    model = graphir.onnx.to_model(build.graph)
    assert [each.name for each in model.graph.output] == ["turned"]


def test_a_use_without_decomposition_is_named_with_its_line() -> None:
    program = tf.function(lambda x: tf.linalg.diag(x, k=1))
    with pytest.raises(
        graphir.onnx.UnsupportedOpError,
        match=r"\(MatrixDiagV3\) at .*test_decompositions.py.*only the main diagonal",
    ):
        graphir.onnx.to_model(program, args=[tf.TensorSpec([3], tf.float32)])
