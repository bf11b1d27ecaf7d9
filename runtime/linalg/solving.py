"""Systems of linear equations."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays.filling import eye
from runtime.context import op_scope
from runtime.linalg.products import matmul
from runtime.linalg.transposes import band_part, set_diag
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def solve(
    matrix: TensorLike, rhs: TensorLike, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """x with matrix x = rhs, or with the adjoint of the matrix.

    >>> tf.linalg.solve([[2.0, 0.0], [0.0, 4.0]], [[2.0], [2.0]]).numpy().tolist()
    [[1.0], [0.5]]

    Raises:
      InvalidArgumentError: for a singular matrix, or shapes that do not fit.
    """
    return apply_single("MatrixSolve", [matrix, rhs], {"adjoint": adjoint}, name)


def triangular_solve(
    matrix: TensorLike,
    rhs: TensorLike,
    lower: bool = True,
    adjoint: bool = False,
    name: str | None = None,
) -> Tensor:
    """Solves matrix x = rhs for x; only one triangle of the matrix is read.

    >>> tf.linalg.triangular_solve([[2.0, 9.0], [1.0, 1.0]], [[2.0], [2.0]]).numpy()
    array([[1.],
           [1.]], dtype=float32)

    Raises:
      InvalidArgumentError: for shapes that do not fit.
    """
    attrs = {"lower": lower, "adjoint": adjoint}
    with op_scope(name, "triangular_solve") as scope:
        return apply_single("MatrixTriangularSolve", [matrix, rhs], attrs, scope)


def banded_triangular_solve(
    bands: Any,
    rhs: TensorLike,
    lower: bool = True,
    adjoint: bool = False,
    name: str | None = None,
) -> Tensor:
    """Solves a triangular system whose matrix is stored as its diagonals.

    >>> tf.linalg.banded_triangular_solve([[2.0, 1.0]], [[2.0], [2.0]]).numpy().tolist()
    [[1.0], [2.0]]

    Raises:
      InvalidArgumentError: for shapes that do not fit.
    """
    attrs = {"lower": lower, "adjoint": adjoint}
    return apply_single("BandedTriangularSolve", [bands, rhs], attrs, name)


def cholesky_solve(
    chol: TensorLike, rhs: TensorLike, name: str | None = None
) -> Tensor:
    """x with A x = rhs, where ``chol`` is the Cholesky factor of A.

    >>> tf.linalg.cholesky_solve([[2.0, 0.0], [0.0, 1.0]], [[4.0], [1.0]]).numpy()
    array([[1.],
           [1.]], dtype=float32)

    Raises:
      InvalidArgumentError: for shapes that do not fit.
    """
    with op_scope(name, "cholesky_solve"):
        factor = convert_to_tensor(chol)
        half = triangular_solve(factor, rhs)
        return triangular_solve(factor, half, adjoint=True)


def lstsq(
    matrix: TensorLike,
    rhs: TensorLike,
    l2_regularizer: Any = 0.0,
    fast: bool = True,
    name: str | None = None,
) -> Tensor:
    """The least-squares solution of matrix x = rhs, with an L2 regularizer.

    >>> tf.linalg.lstsq([[1.0], [1.0]], [[1.0], [3.0]]).numpy().round(4).tolist()
    [[2.0]]

    Raises:
      InvalidArgumentError: for shapes that do not fit.
    """
    with op_scope(name, "matrix_solve_ls") as scope:
        price = convert_to_tensor(l2_regularizer, dtypes.float64)
        left = convert_to_tensor(matrix, name="matrix")
        return apply_single("MatrixSolveLs", [left, rhs, price], {"fast": fast}, scope)


def tridiagonal_solve(
    diagonals: TensorLike,
    rhs: TensorLike,
    diagonals_format: str = "compact",
    transpose_rhs: bool = False,
    conjugate_rhs: bool = False,
    name: str | None = None,
    partial_pivoting: bool = True,
    perturb_singular: bool = False,
) -> Tensor:
    """x with matrix x = rhs, for a matrix with three diagonals.

    ``diagonals`` is "compact" ([..., 3, side]: upper, main, lower), a "sequence" of
    three, or the whole "matrix".

    >>> tf.linalg.tridiagonal_solve(
    ...     [[0.0, 0.0], [2.0, 4.0], [0.0, 0.0]], [2.0, 2.0]).numpy()
    array([1. , 0.5], dtype=float32)

    Raises:
      ValueError: for another format, or shapes that do not fit.
    """
    with op_scope(name, "tridiagonal_solve"):
        bands = _compact(diagonals, diagonals_format)
        right = convert_to_tensor(rhs, bands.dtype)
        attrs = {
            "partial_pivoting": partial_pivoting,
            "perturb_singular": perturb_singular,
        }
        is_vector = right.shape.rank == (bands.shape.rank or 0) - 1
        if is_vector:
            if conjugate_rhs:
                right = apply_op("Conj", [right])
            column = apply_op("ExpandDims", [right, -1])
            found = apply_op("TridiagonalSolve", [bands, column], attrs)
            return apply_single("Squeeze", [found], {"squeeze_dims": [-1]})
        if transpose_rhs:
            right = _swapped(right)
        if conjugate_rhs:
            right = apply_op("Conj", [right])
        found = apply_op("TridiagonalSolve", [bands, right], attrs)
        return _swapped(found) if transpose_rhs else found


def _swapped(value: Tensor) -> Tensor:
    rank = value.shape.rank or 2
    order = np.array([*range(rank - 2), rank - 1, rank - 2], np.int32)
    return apply_single("Transpose", [value, order])


def _compact(diagonals: Any, form: str) -> Tensor:
    if form == "compact":
        bands = convert_to_tensor(diagonals)
        if (bands.shape.rank or 2) < 2 or bands.shape[-2] not in (3, None):
            raise ValueError(
                f"Expected diagonals to have 3 rows: their shape is {bands.shape}."
            )
        return bands
    if form == "sequence":
        upper, main, lower = (convert_to_tensor(each) for each in diagonals)
        side = main.shape[-1]
        upper, lower = _padded(upper, side, (0, 1)), _padded(lower, side, (1, 0))
        return apply_single("Pack", [[upper, main, lower]], {"axis": -2})
    if form == "matrix":
        matrix = convert_to_tensor(diagonals)
        zero = convert_to_tensor(0, matrix.dtype)
        attrs = {"align": b"LEFT_RIGHT"}
        return apply_single("MatrixDiagPartV3", [matrix, [-1, 1], zero], attrs)
    raise ValueError(
        f"Unrecognized diagonals_format: {form}. It is 'compact', 'sequence' or "
        "'matrix'."
    )


def _padded(row: Tensor, side: int | None, widths: tuple[int, int]) -> Tensor:
    if row.shape[-1] == side:
        return row
    pads = [[0, 0]] * ((row.shape.rank or 1) - 1) + [list(widths)]
    return apply_single("Pad", [row, np.array(pads, np.int32)])


def tridiagonal_matmul(
    diagonals: TensorLike,
    rhs: TensorLike,
    diagonals_format: str = "compact",
    name: str | None = None,
) -> Tensor:
    """The product of a matrix with three diagonals and another matrix.

    >>> tf.linalg.tridiagonal_matmul(
    ...     [[0.0, 0.0], [2.0, 4.0], [0.0, 0.0]], [[1.0], [1.0]]).numpy().tolist()
    [[2.0], [4.0]]

    Raises:
      ValueError: for another format, or shapes that do not fit.
    """
    with op_scope(name, "tridiagonal_matmul"):
        bands = _compact(diagonals, diagonals_format)
        rows = apply_op("Split", [-2, bands], {"num_split": 3})
        return apply_single("TridiagonalMatMul", [*rows, rhs])


# --- from an LU decomposition


def lu_solve(
    lower_upper: TensorLike,
    perm: TensorLike,
    rhs: TensorLike,
    validate_args: bool = False,
    name: str | None = None,
) -> Tensor:
    """Solves A x = rhs from the LU decomposition of A.

    >>> lu, p = tf.linalg.lu([[1.0, 2.0], [2.0, 2.0]])
    >>> tf.linalg.lu_solve(lu, p, [[3.0], [4.0]]).numpy().tolist()
    [[1.0], [1.0]]
    """
    with op_scope(name, "lu_solve"):
        both = convert_to_tensor(lower_upper)
        order = convert_to_tensor(perm)
        right = convert_to_tensor(rhs, None, both.dtype)
        batch = (order.shape.rank or 1) - 1
        rows = apply_op("GatherV2", [right, order, batch], {"batch_dims": batch})
        ones = apply_op("OnesLike", [both[..., 0]])
        lower = set_diag(band_part(both, -1, 0), ones)
        return triangular_solve(both, triangular_solve(lower, rows), lower=False)


def lu_matrix_inverse(
    lower_upper: TensorLike,
    perm: TensorLike,
    validate_args: bool = False,
    name: str | None = None,
) -> Tensor:
    """The inverse of A, from the LU decomposition of A.

    >>> lu, p = tf.linalg.lu([[2.0, 0.0], [0.0, 4.0]])
    >>> tf.linalg.lu_matrix_inverse(lu, p).numpy().tolist()
    [[0.5, 0.0], [0.0, 0.25]]

    Raises:
      ValueError: for less than two axes.
    """
    with op_scope(name, "lu_matrix_inverse"):
        both = convert_to_tensor(lower_upper)
        if both.shape.rank is not None and both.shape.rank < 2:
            raise ValueError(f"A matrix is needed, not shape {both.shape}.")
        sizes = both.shape.as_list()
        identity = eye(sizes[-1], batch_shape=sizes[:-2] or None, dtype=both.dtype)
        return lu_solve(both, perm, identity)


def lu_reconstruct(
    lower_upper: TensorLike,
    perm: TensorLike,
    validate_args: bool = False,
    name: str | None = None,
) -> Tensor:
    """The matrix A, from its LU decomposition.

    >>> found = tf.linalg.lu([[1.0, 2.0], [2.0, 2.0]])
    >>> tf.linalg.lu_reconstruct(*found).numpy().tolist()
    [[1.0, 2.0], [2.0, 2.0]]
    """
    with op_scope(name, "lu_reconstruct"):
        both = convert_to_tensor(lower_upper)
        order = convert_to_tensor(perm)
        ones = apply_op("OnesLike", [both[..., 0]])
        lower = set_diag(band_part(both, -1, 0), ones)
        product = matmul(lower, band_part(both, 0, -1))
        batch = (order.shape.rank or 1) - 1
        _, back = apply_op(
            "TopKV2",
            [apply_op("Neg", [order]), order.shape[-1]],
            {"sorted": True},
        )
        return apply_single("GatherV2", [product, back, batch], {"batch_dims": batch})
