"""Diagonals and triangles of matrices."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_op, apply_single
from runtime.linalg import transposes
from runtime.numpy_api.calls import called, rank_of, shape_of
from runtime.numpy_api.conversion import as_tensor, number
from runtime.numpy_api.reductions import sum as total
from runtime.numpy_api.shaping import moveaxis, ravel
from runtime.numpy_api.weak_tensors import as_strong, weak_like
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def diag(v: TensorLike, k: int = 0) -> Tensor:
    """A matrix with a vector on its ``k``-th diagonal, or the diagonal of a matrix.

    >>> tf.experimental.numpy.diag([1, 2]).numpy().tolist()
    [[1, 0], [0, 2]]

    Raises:
      ValueError: for other than vectors and matrices.
    """
    tensor = as_strong(as_tensor(v))
    if rank_of(tensor) == 1:
        return transposes.diag(tensor, k=k)
    if rank_of(tensor) != 2:
        raise ValueError(f"Input must be 1- or 2-d, not of rank {tensor.shape.rank}.")
    result: Tensor = diagonal(tensor, k)
    return result


def diagflat(v: TensorLike, k: int = 0) -> Tensor:
    """All elements on the ``k``-th diagonal of a matrix.

    >>> tf.experimental.numpy.diagflat([[1], [2]]).numpy().tolist()
    [[1, 0], [0, 2]]
    """
    return diag(ravel(v), k)


def diagonal(a: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """The diagonal of two axes, as the last axis.

    >>> tf.experimental.numpy.diagonal([[1, 2], [3, 4]]).numpy()
    array([1, 4])
    """
    tensor = as_tensor(a)
    matrices = as_strong(moveaxis(tensor, (axis1, axis2), (-2, -1)))
    last: Any = matrices.shape.as_list()[-2:]
    rows, columns = last
    if rows is not None and (offset <= -rows or offset >= columns):
        sizes = apply_op("StridedSlice", [shape_of(matrices), [0], [-2], [1]])
        empty = apply_op("ConcatV2", [[sizes, [0]], 0])
        return apply_single("Fill", [empty, number(0, tensor.dtype)])
    return weak_like(transposes.diag_part(matrices, k=offset), [tensor])


def trace(
    a: TensorLike,
    offset: int = 0,
    axis1: int = 0,
    axis2: int = 1,
    dtype: DTypeLike | None = None,
) -> Tensor:
    """The sum of the diagonal of two axes.

    >>> tf.experimental.numpy.trace([[1, 2], [3, 4]]).numpy()
    np.int64(5)
    """
    tensor = as_tensor(a, dtype)
    if offset or (axis1, axis2) != (0, 1) or rank_of(tensor) > 2:
        return total(diagonal(tensor, offset, axis1, axis2), -1, dtype)
    return called(transposes.trace, tensor)  # in the dtype that it has


def tril(m: TensorLike, k: int = 0) -> Tensor:
    """The lower triangle, with zeros above the ``k``-th diagonal.

    >>> tf.experimental.numpy.tril([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 0], [3, 4]]

    Raises:
      ValueError: for less than two axes.
    """
    return _triangle(m, k, True)


def triu(m: TensorLike, k: int = 0) -> Tensor:
    """The upper triangle, with zeros below the ``k``-th diagonal.

    >>> tf.experimental.numpy.triu([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 2], [0, 4]]

    Raises:
      ValueError: for less than two axes.
    """
    return _triangle(m, k, False)


def _triangle(m: Any, k: int, is_lower: bool) -> Tensor:
    tensor = as_strong(as_tensor(m))
    if rank_of(tensor) < 2:
        raise ValueError("Argument to a triangle must have rank at least 2.")
    shape = shape_of(tensor)
    rows = apply_op("Range", [0, shape[-2], 1])
    columns = apply_op("Range", [0, shape[-1], 1])
    places = apply_op("ExpandDims", [columns, 0]) - apply_op("ExpandDims", [rows, 1])
    is_kept = places <= k if is_lower else places >= k
    return apply_single("SelectV2", [is_kept, tensor, apply_op("ZerosLike", [tensor])])
