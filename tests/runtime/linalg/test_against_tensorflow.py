"""Functions of matrices and their gradients, against a live TensorFlow."""

from __future__ import annotations

import pytest

from tests.runtime.live_answers import assert_same, inputs_of
from tests.tensorflow_process import TensorFlowProcess

SQUARE = [
    "tf.linalg.inv(a)",
    "tf.linalg.inv(a, adjoint=True)",
    "tf.linalg.det(a)",
    "tf.linalg.slogdet(a)[1]",
    "tf.linalg.cholesky(a @ tf.linalg.adjoint(a) + tf.eye(3, dtype=a.dtype))",
    "tf.linalg.solve(a, b)",
    "tf.linalg.solve(a, b, adjoint=True)",
    "tf.linalg.triangular_solve(a, b)",
    "tf.linalg.triangular_solve(a, b, lower=False, adjoint=True)",
    "tf.linalg.eigh(a + tf.linalg.adjoint(a))[0]",
    "tf.abs(tf.linalg.eigh(a + tf.linalg.adjoint(a))[1])",
    "tf.linalg.expm(a)",
    "tf.linalg.sqrtm(a @ tf.linalg.adjoint(a) + tf.eye(3, dtype=a.dtype))",
    "tf.linalg.logdet(a @ tf.linalg.adjoint(a) + tf.eye(3, dtype=a.dtype))",
    "tf.linalg.trace(a)",
    "tf.linalg.band_part(a, 1, 0)",
    "tf.linalg.set_diag(a, b[..., 0])",
]
RECTANGLE = [
    "[tf.abs(each) for each in tf.linalg.qr(a)]",
    "[tf.abs(each) for each in tf.linalg.svd(a)]",
    "tf.linalg.svd(a, compute_uv=False)",
    "tf.linalg.pinv(a)",
    "tf.linalg.lstsq(a, b, l2_regularizer=0.25)",
    "tf.linalg.norm(a, axis=-1)",
    "tf.linalg.norm(a, ord=1, axis=(-2, -1))",
    "tf.linalg.norm(a, ord=2, axis=(-2, -1), keepdims=True)",
    "tf.linalg.norm(a, ord=3, axis=0)",
    "tf.linalg.normalize(a, axis=-1)",
    "tf.einsum('...ij,...ik->...jk', a, b)",
    "tf.tensordot(a, b, [[-2], [-2]])",
    "tf.linalg.norm(a, ord='fro', axis=0)",
    "tf.linalg.norm(a, ord=3, axis=(0, 1))",
    "tf.linalg.matvec(a, b[..., 0], transpose_a=True)",
]


@pytest.mark.parametrize("batch", [(), (2,)])
@pytest.mark.parametrize("expression", SQUARE)
def test_square_matrices(
    tensorflow_python: TensorFlowProcess, expression: str, batch: tuple[int, ...]
) -> None:
    inputs = inputs_of((*batch, 3, 3), (*batch, 3, 2), dtype="float64")
    assert_same(tensorflow_python, expression, inputs)


@pytest.mark.parametrize("rows", [2, 4])
@pytest.mark.parametrize("expression", RECTANGLE)
def test_rectangular_matrices(
    tensorflow_python: TensorFlowProcess, expression: str, rows: int
) -> None:
    inputs = inputs_of((2, rows, 3), (2, rows, 2), dtype="float64")
    assert_same(tensorflow_python, expression, inputs)
