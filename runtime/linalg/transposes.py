"""Transposes, adjoints, bands, diagonals and traces of matrices; cross products."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_op, apply_single
from runtime.arrays.reshaping import transpose
from runtime.context import op_scope
from runtime.math.reductions import reduce_sum
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def matrix_transpose(
    a: Any, name: str = "matrix_transpose", conjugate: bool = False
) -> Tensor:
    """The last two axes exchanged.

    >>> tf.linalg.matrix_transpose([[1, 2]]).numpy().tolist()
    [[1], [2]]

    Raises:
      ValueError: for less than two axes.
    """
    with op_scope(name, "matrix_transpose"):
        matrix = convert_to_tensor(a, name="a")
        rank = matrix.shape.rank
        if rank is None:
            return _swapped_dynamically(matrix, conjugate)
        if rank < 2:
            raise ValueError(
                "Argument `a` should be a (batch) matrix with rank >= 2.  Received "
                f"`a` = {a} with shape: {matrix.shape}"
            )
        order = [*range(rank - 2), rank - 1, rank - 2]
        return transpose(matrix, order, conjugate)


def _swapped_dynamically(matrix: Tensor, conjugate: bool) -> Tensor:
    rank = apply_op("Rank", [matrix])
    last, other = apply_op("Sub", [rank, 1]), apply_op("Sub", [rank, 2])
    front = apply_op("Range", [0, other, 1])
    order = apply_op("ConcatV2", [[front, apply_op("Pack", [[last, other]])], 0])
    return transpose(matrix, order, conjugate)


def adjoint(matrix: TensorLike, name: str | None = None) -> Tensor:
    """The last two axes exchanged, complex numbers conjugated.

    >>> tf.linalg.adjoint([[1, 2]]).numpy().tolist()
    [[1], [2]]

    Raises:
      ValueError: for less than two axes.
    """
    with op_scope(name, "adjoint"):
        return matrix_transpose(matrix, "matrix_transpose", conjugate=True)


def band_part(
    input: TensorLike,
    num_lower: TensorLike,
    num_upper: TensorLike,
    name: str | None = None,
) -> Tensor:
    """A band of diagonals below and above the main diagonal; negative counts mean all.

    >>> tf.linalg.band_part([[1, 2], [3, 4]], -1, 0).numpy().tolist()
    [[1, 0], [3, 4]]

    Raises:
      InvalidArgumentError: if a count exceeds the number of diagonals.
    """
    with op_scope(name, "MatrixBandPart") as scope:
        counts = [convert_to_tensor(each) for each in (num_lower, num_upper)]
        inputs = [convert_to_tensor(input, name="input"), *counts]
        return apply_single("MatrixBandPart", inputs, None, scope)


def diag(
    diagonal: TensorLike,
    name: str = "diag",
    k: TensorLike = 0,
    num_rows: TensorLike = -1,
    num_cols: Any = -1,
    padding_value: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices with ``diagonal`` as k-th diagonal, or as diagonals k[0] to k[1].

    >>> tf.linalg.diag([1, 2]).numpy().tolist()
    [[1, 0], [0, 2]]

    Raises:
      InvalidArgumentError: if the sizes do not fit.
    """
    with op_scope(name, "diag") as scope:
        entries = convert_to_tensor(diagonal, name="diagonal")
        filler = _padding(padding_value, entries)
        inputs = [entries, k, num_rows, num_cols, filler]
        return apply_single(
            "MatrixDiagV3", inputs, {"align": text_attr(align, "align")}, scope
        )


def _padding(value: Any, like: Tensor) -> Tensor:
    if like.dtype.is_bool:
        value = bool(value)
    elif like.dtype.name == "string" and value == 0:
        value = b""
    return convert_to_tensor(value, like.dtype)


def diag_part(
    input: TensorLike,
    name: str = "diag_part",
    k: TensorLike = 0,
    padding_value: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """The k-th diagonals of matrices, or the diagonals from k[0] to k[1].

    >>> tf.linalg.diag_part([[1, 2], [3, 4]]).numpy().tolist()
    [1, 4]

    Raises:
      InvalidArgumentError: if the diagonal is outside the matrix.
    """
    with op_scope(name, "diag_part") as scope:
        matrix = convert_to_tensor(input, name="input")
        filler = _padding(padding_value, matrix)
        return apply_single(
            "MatrixDiagPartV3",
            [matrix, k, filler],
            {"align": text_attr(align, "align")},
            scope,
        )


def set_diag(
    input: TensorLike,
    diagonal: TensorLike,
    name: str = "set_diag",
    k: TensorLike = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """A copy of matrices with the k-th diagonal, or k[0] to k[1], replaced.

    >>> tf.linalg.set_diag([[1, 2], [3, 4]], [9, 9]).numpy().tolist()
    [[9, 2], [3, 9]]

    Raises:
      InvalidArgumentError: if the sizes do not fit.
    """
    with op_scope(name, "set_diag") as scope:
        matrix = convert_to_tensor(input, name="input")
        entries = convert_to_tensor(diagonal, None, matrix.dtype, name="diagonal")
        return apply_single(
            "MatrixSetDiagV3",
            [matrix, entries, k],
            {"align": text_attr(align, "align")},
            scope,
        )


def tensor_diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """A tensor of twice the rank, zero but where both halves of the index agree.

    >>> tf.linalg.tensor_diag([1, 2]).numpy().tolist()
    [[1, 0], [0, 2]]

    Raises:
      InvalidArgumentError: for a scalar.
    """
    entries = convert_to_tensor(diagonal, name="diagonal")
    return apply_single("Diag", [entries], None, name)


def tensor_diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """The entries where both halves of the index agree.

    >>> tf.linalg.tensor_diag_part([[1, 2], [3, 4]]).numpy().tolist()
    [1, 4]

    Raises:
      InvalidArgumentError: if the halves of the shape differ.
    """
    value = convert_to_tensor(input, name="input")
    return apply_single("DiagPart", [value], None, name)


def trace(x: TensorLike, name: str | None = None) -> Tensor:
    """The sum of the main diagonal of matrices.

    >>> tf.linalg.trace([[1, 2], [3, 4]]).numpy()
    np.int32(5)

    Raises:
      InvalidArgumentError: for less than two axes.
    """
    with op_scope(name, "Trace"):
        total: Tensor = reduce_sum(diag_part(convert_to_tensor(x, name="x")), [-1])
        return total


def cross(a: TensorLike, b: TensorLike, name: str | None = None) -> Tensor:
    """The cross product of 3-vectors in the last axis.

    >>> tf.linalg.cross([1, 0, 0], [0, 1, 0]).numpy()
    array([0, 0, 1], dtype=int32)

    Raises:
      InvalidArgumentError: if the shapes differ.
    """
    return apply_single("Cross", [a, b], None, name)
