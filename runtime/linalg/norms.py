"""Norms of vectors and matrices; rank, pseudo-inverse."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.linalg.decompositions import svd
from runtime.linalg.products import matmul
from runtime.math.reductions import reduce_max, reduce_sum
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_MATRIX_NORMS = ["euclidean", "fro", 1, 2, np.inf]
_VECTOR_NORMS = ["euclidean", 1, 2, np.inf]


def norm(
    tensor: TensorLike,
    ord: Any = "euclidean",
    axis: TensorLike | None = None,
    keepdims: bool | None = None,
    name: str | None = None,
) -> Tensor:
    """The norm of vectors (one axis, or all), or of matrices (a pair of axes).

    ``ord`` is "euclidean", "fro" (matrices), 1, 2, infinity, or for vectors any
    positive number.

    >>> tf.norm([3.0, 4.0]).numpy()
    np.float32(5.0)

    Raises:
      ValueError: for another order or other axes.
      TypeError: for booleans and strings, if the norm needs their squares.
      InvalidArgumentError: for integers, and for booleans and strings in other norms.
    """
    is_matrix = _is_matrix_norm(axis)
    _check_order(ord, is_matrix)
    keepdims = bool(keepdims)
    with op_scope(name, "norm"):
        value = convert_to_tensor(tensor)
        if ord in ("fro", "euclidean") or (ord == 2 and not is_matrix):
            if not value.dtype.is_numeric:
                raise TypeError(
                    f"Expected numeric or variant tensor, got dtype {value.dtype!r}."
                )
            return _euclidean(value, axis, keepdims)
        if is_matrix:
            return _matrix_norm(value, ord, axis, keepdims)
        size = _absolute(value)
        if ord == np.inf:
            largest: Tensor = reduce_max(size, axis, keepdims)
            return largest
        if ord == 1:
            total: Tensor = reduce_sum(size, axis, keepdims)
            return total
        powers = reduce_sum(apply_op("Pow", [size, float(ord)]), axis, keepdims)
        return apply_single("Pow", [powers, 1.0 / ord])


def _is_matrix_norm(axis: Any) -> bool:
    is_list = isinstance(axis, (list, tuple, np.ndarray))
    pair = list(axis) if is_list else []
    if is_list and (len(pair) != 2 or pair[0] == pair[1]):
        raise ValueError(
            "'axis' must be None, an integer, or a tuple of 2 unique integers, got "
            f"{axis}"
        )
    return is_list


def _check_order(ord: Any, is_matrix: bool) -> None:
    if is_matrix:
        if ord not in _MATRIX_NORMS:
            raise ValueError(
                "'ord' must be a supported matrix norm in ['euclidean', 'fro', 1, 2, "
                f"inf], got {ord}"
            )
    elif ord not in _VECTOR_NORMS and (isinstance(ord, str) or not ord > 0):
        raise ValueError(f"'ord' must be a supported vector norm, got {ord}")


def _absolute(value: Tensor) -> Tensor:
    if value.dtype.is_complex:
        attrs = {"Tout": value.dtype.real_dtype}
        return apply_single("ComplexAbs", [value], attrs)
    return apply_single("Abs", [value])


def _euclidean(value: Tensor, axis: Any, keepdims: bool) -> Tensor:
    if value.dtype.is_complex:
        conjugate = apply_op("Conj", [value])
        squares = apply_op("Mul", [value, conjugate])
        total = reduce_sum(squares, axis, keepdims)
        # as in TensorFlow the norm keeps the complex dtype here
        return apply_single("Sqrt", [total])
    squares = apply_op("Mul", [value, value])
    return apply_single("Sqrt", [reduce_sum(squares, axis, keepdims)])


def _matrix_norm(value: Tensor, ord: Any, axis: Any, keepdims: bool) -> Tensor:
    rank = value.shape.rank
    if rank is None:
        raise ValueError("A matrix norm needs a tensor of known rank.")
    rows, columns = (int(each) % rank for each in axis)
    if ord == 2:
        return _largest_singular_value(value, (rows, columns), keepdims)
    summed, compared = (rows, columns) if ord == 1 else (columns, rows)
    sums = reduce_sum(_absolute(value), summed, keepdims=True)
    found: Tensor = reduce_max(sums, compared, keepdims=True)
    if keepdims:
        return found
    attrs = {"squeeze_dims": sorted((rows, columns))}
    return apply_single("Squeeze", [found], attrs)


def _largest_singular_value(
    value: Tensor, axes: tuple[int, int], keepdims: bool
) -> Tensor:
    rank = value.shape.rank or 2
    rest = [axis for axis in range(rank) if axis not in axes]
    order = np.array([*rest, *axes], np.int32)
    moved = apply_op("Transpose", [value, order])
    values = svd(moved, compute_uv=False)
    found: Tensor = reduce_max(_absolute(values), -1)
    if not keepdims:
        return found
    for axis in sorted(axes):
        found = apply_op("ExpandDims", [found, axis])
    return found


def normalize(
    tensor: TensorLike,
    ord: Any = "euclidean",
    axis: TensorLike | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The tensor divided by its norm, and the norm.

    >>> tf.linalg.normalize([3.0, 4.0])[0].numpy()
    array([0.6, 0.8], dtype=float32)

    Raises:
      ValueError: for an order or axes that ``norm`` refuses.
    """
    with op_scope(name, "normalize"):
        value = convert_to_tensor(tensor)
        size = norm(value, ord, axis, keepdims=True)
        if size.dtype is not value.dtype:
            size = apply_op("Cast", [size], {"DstT": value.dtype})
        return apply_op("RealDiv", [value, size]), size


def pinv(
    a: TensorLike,
    rcond: Any = None,
    validate_args: bool = False,
    name: str | None = None,
) -> Tensor:
    """The Moore-Penrose inverse: singular values below a share of the largest are 0.

    >>> tf.linalg.pinv([[2.0, 0.0], [0.0, 0.0]]).numpy().tolist()
    [[0.5, 0.0], [0.0, 0.0]]

    Raises:
      TypeError: for a dtype that is no float.
    """
    with op_scope(name, "pinv"):
        matrix = convert_to_tensor(a, name="a")
        _require_real(matrix)
        share = _cutoff_share(matrix, rcond)
        values, left, right = svd(matrix)
        largest = reduce_max(values, -1, keepdims=True)
        cutoff = apply_op("Mul", [share, largest])
        is_large = apply_op("Greater", [values, cutoff])
        infinite = convert_to_tensor(np.inf, values.dtype)
        kept = apply_op("SelectV2", [is_large, values, infinite])
        row = apply_op("ExpandDims", [kept, -2])
        if row.dtype is not right.dtype:
            row = apply_op("Cast", [row], {"DstT": right.dtype})
        scaled = apply_op("RealDiv", [right, row])
        return matmul(scaled, left, adjoint_b=True)


def _require_real(matrix: Tensor) -> None:
    if not matrix.dtype.is_floating:
        raise TypeError(
            f"Input `a` must have `float`-like `dtype` (saw {matrix.dtype.name})."
        )


def _cutoff_share(matrix: Tensor, rcond: Any) -> Tensor:
    real = matrix.dtype.real_dtype
    if rcond is None:
        sizes = [each for each in matrix.shape.as_list()[-2:] if each is not None]
        epsilon = np.finfo(real.numpy_dtype).eps
        rcond = 10.0 * max(sizes, default=1) * epsilon
    share = convert_to_tensor(rcond, real, name="rcond")
    return apply_single("ExpandDims", [share, -1])


def matrix_rank(
    a: TensorLike, tol: Any = None, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """The number of singular values above a tolerance, int32.

    >>> tf.linalg.matrix_rank([[1.0, 2.0], [2.0, 4.0]]).numpy()
    np.int32(1)

    Raises:
      TypeError: for a dtype that is no float.
    """
    with op_scope(name, "matrix_rank"):
        matrix = convert_to_tensor(a, name="a")
        _require_real(matrix)
        values = svd(matrix, compute_uv=False)
        if tol is None:
            sizes = [each for each in matrix.shape.as_list()[-2:] if each is not None]
            epsilon = np.finfo(values.dtype.numpy_dtype).eps
            largest = reduce_max(values, -1, keepdims=True)
            tol = apply_op("Mul", [largest, float(epsilon * max(sizes, default=1))])
        is_large = apply_op("Greater", [values, convert_to_tensor(tol, values.dtype)])
        ones = apply_op("Cast", [is_large], {"DstT": dtypes.int32})
        count: Tensor = reduce_sum(ones, -1)
        return count
