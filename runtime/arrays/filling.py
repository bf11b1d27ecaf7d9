"""Public functions that create tensors: zeros, ones, fill, eye."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.shapes import Shape
from runtime.apply import apply_op, apply_single
from runtime.context import executing_eagerly, op_scope
from runtime.tensors.claiming import ClaimsOps
from runtime.tensors.conversion import constant_of, convert_to_tensor
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.op_failures import exhausted
from runtime.tensors.tensor import EagerTensor, Tensor

LARGEST_EAGER: Final = 1 << 31
"""More elements are left to the op, which says so when they do not fit."""

LARGEST_CONSTANT: Final = 1000
"""A traced fill with more elements becomes a Fill op, to keep graphs small."""


def zeros(
    shape: Any,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    layout: None = None,
) -> Tensor:
    """Zeros (empty strings, False) of a shape.

    >>> tf.zeros([2])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0., 0.], dtype=float32)>

    Raises:
      ValueError, InvalidArgumentError: for a negative size.
    """
    return _filled(shape, as_dtype(dtype), 0, name, "zeros")


def ones(
    shape: Any,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    layout: None = None,
) -> Tensor:
    """Ones of a shape.

    >>> tf.ones([1, 2], tf.int32)
    <tf.Tensor: shape=(1, 2), dtype=int32, numpy=array([[1, 1]], dtype=int32)>

    Raises:
      TypeError: for strings.
    """
    return _filled(shape, as_dtype(dtype), 1, name, "ones")


def _filled(
    shape: Any, dtype: DType, number: int, name: str | None, default: str
) -> Tensor:
    value = _element(dtype, number)
    if hasattr(shape, "in_rows"):
        flat = fill(shape.inner_shape, _constant(value, dtype), name)
        rows: Tensor = shape.in_rows(flat)
        return rows
    with op_scope(name, default) as scope:
        sizes = _static_sizes(shape)
        limit = LARGEST_EAGER if executing_eagerly() else LARGEST_CONSTANT
        if sizes is not None and math.prod(sizes) < limit:
            return constant_of(np.full(sizes, value, dtype.numpy_dtype), dtype, scope)
        dims = shape_vector(shape, "shape_as_tensor", dtypes.int32)
        if dims.shape.rank == 0:
            dims = apply_op("Reshape", [dims, [-1]])
        return apply_single("Fill", [dims, _constant(value, dtype)], None, scope)


def _element(dtype: DType, number: int) -> Any:
    if dtype is dtypes.string:
        if number:
            raise TypeError("A tensor of strings cannot be filled with ones.")
        return b""
    return number


def _constant(value: Any, dtype: DType) -> Tensor:
    return constant_of(np.array(value, dtype.numpy_dtype), dtype, "Const")


def _static_sizes(shape: Any) -> list[int] | None:
    """The sizes if they are Python numbers; None if a tensor is among them."""
    if isinstance(shape, Tensor):
        if shape.dtype not in (dtypes.int32, dtypes.int64):
            return None  # the op says so
        known = shape.constant_value() if executing_eagerly() else None
        return None if known is None else [int(size) for size in np.ravel(known)]
    if isinstance(shape, (list, tuple)) and any(isinstance(d, Tensor) for d in shape):
        if not all(isinstance(d, (int, EagerTensor)) for d in shape):
            return None
        # of several dtypes, too
        shape = [d if isinstance(d, int) else _one_size(d) for d in shape]
        if None in shape:
            return None
    if isinstance(shape, np.ndarray):
        shape = _as_sizes(shape).tolist() if shape.size else []
    if executing_eagerly() and _is_negative(shape):
        return None  # the op says so
    known_shape = Shape(shape)
    return list(known_shape.as_ints())


def _one_size(size: Tensor) -> int | None:
    is_size = size.dtype.is_integer and size.shape.rank == 0
    return int(size.constant_value()) if is_size else None


def _is_negative(shape: Any) -> bool:
    if isinstance(shape, int):
        return shape < 0
    is_list = isinstance(shape, (list, tuple))
    return is_list and any(isinstance(size, int) and size < 0 for size in shape)


def shape_vector(
    shape: ShapeLike, name: str = "shape", dtype_hint: DTypeLike | None = None
) -> Tensor:
    """A shape as an int32 vector (int64 if the shape is int64), for inputs of ops.

    A scalar, or a tensor whose dtype is no integer, stays as it is: the op refuses it.
    With a dtype hint the tensors in a list are cast to the hint.
    """
    if isinstance(shape, Shape):
        shape = list(shape.as_ints())
    if isinstance(shape, (list, tuple)) and not shape:
        return convert_to_tensor(np.zeros(0, np.int32), name=name)
    if isinstance(shape, np.ndarray):
        shape = _as_sizes(shape)
    if dtype_hint is not None and _has_large_size(shape):
        dtype_hint = dtypes.int64
    return convert_to_tensor(shape, None, dtype_hint, name)


def _has_large_size(shape: Any) -> bool:
    """Whether a size of a list does not fit into int32."""
    sizes = shape if isinstance(shape, (list, tuple)) else ()
    return any(isinstance(each, int) and each >= 1 << 31 for each in sizes)


def _as_sizes(shape: Any) -> Any:
    """An array of other numbers in int32, as TensorFlow takes it for a shape."""
    is_size = shape.dtype in (np.int32, np.int64) or shape.dtype.kind not in "iuf"
    return shape if is_size else shape.astype(np.int32)


def fill(
    dims: Any, value: TensorLike, name: str | None = None, layout: None = None
) -> Tensor:
    """A tensor of shape ``dims`` with ``value``, a scalar, everywhere.

    >>> tf.fill([2], 7)
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([7, 7], dtype=int32)>

    Raises:
      InvalidArgumentError: for a negative size or a value that is no scalar.
    """
    if hasattr(dims, "in_rows"):
        rows: Tensor = dims.in_rows(fill(dims.inner_shape, value, name))
        return rows
    with op_scope(name, "Fill") as scope:
        sizes = shape_vector(dims, "dims", dtypes.int32)
        return apply_single(
            "Fill", [sizes, convert_to_tensor(value, name="value")], None, scope
        )


def zeros_like(
    input: TensorLike,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    layout: None = None,
) -> Tensor:
    """Zeros in the shape of a tensor.

    >>> tf.zeros_like([1.5, 2.5])
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([0., 0.], dtype=float32)>
    """
    return _like(input, dtype, name, "zeros_like", 0)


def ones_like(
    input: TensorLike,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    layout: None = None,
) -> Tensor:
    """Ones in the shape of a tensor.

    >>> tf.ones_like([3, 4])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 1], dtype=int32)>
    """
    return _like(input, dtype, name, "ones_like", 1)


def _like(
    input: Any, dtype: Any, name: str | None, default: str, number: int
) -> Tensor:
    with op_scope(name, default) as scope:
        tensor = convert_to_tensor(input, name="tensor")
        wanted = tensor.dtype if dtype is None else as_dtype(dtype)
        if isinstance(tensor, ClaimsOps):
            cast = apply_op("Cast", [tensor], {"DstT": wanted})
            return apply_op("OnesLike" if number else "ZerosLike", [cast])  # type: ignore[no-any-return]
        if tensor.shape.is_fully_defined():
            return _filled(tensor.shape, wanted, number, scope, default)
        if not number and wanted is tensor.dtype:
            return apply_single("ZerosLike", [tensor], None, scope)
        dims = apply_op("Shape", [tensor], {"out_type": dtypes.int32}, "Shape")
        value = _constant(_element(wanted, number), wanted)
        return apply_single("Fill", [dims, value], None, scope)


def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Identity matrices: ones on the main diagonal, zeros elsewhere.

    >>> tf.eye(2, dtype=tf.int32).numpy().tolist()
    [[1, 0], [0, 1]]
    """
    wanted = as_dtype(dtype)
    columns = num_rows if num_columns is None else num_columns
    with op_scope(name, "eye") as scope:
        batch = _batch_sizes(batch_shape)
        if executing_eagerly():
            return _eager_eye(num_rows, columns, batch, wanted)
        is_square = num_columns is None
        diagonal_size = num_rows if is_square else _smaller(num_rows, columns)
        diagonal = ones(_joined(batch, [diagonal_size]), wanted, name="ones")
        if is_square:
            return _matrix_diagonal(diagonal, scope)
        zero = zeros(_joined(batch, [num_rows, columns]), wanted, name="zeros")
        with op_scope(None, "MatrixSetDiag"):
            matrix: Tensor = apply_op(
                "MatrixSetDiagV3", [zero, diagonal, 0], None, scope
            )
        return matrix


def _batch_sizes(batch_shape: Any) -> Any:
    """The sizes as a list, from whatever can be iterated; a tensor stays one."""
    if batch_shape is None:
        return []
    if isinstance(batch_shape, (Tensor, Shape)):
        return batch_shape
    if isinstance(batch_shape, (str, bytes)):
        raise ValueError(f"`batch_shape` is a list of sizes, not {batch_shape!r}.")
    sizes = list(batch_shape)
    if any(isinstance(each, (float, np.floating)) for each in sizes):
        raise TypeError(f"`batch_shape` takes integers, not {batch_shape!r}.")
    return sizes


def _eager_eye(rows: Any, columns: Any, batch: Any, dtype: DType) -> Tensor:
    sizes = np.ravel(np.asarray(batch, np.int64)).tolist()
    try:
        matrix = np.eye(int(rows), int(columns), dtype=dtype.numpy_dtype)
        return constant_of(np.tile(matrix, (*sizes, 1, 1)), dtype)
    except MemoryError as error:
        raise exhausted("MatrixDiagV3", error) from None


def _smaller(rows: Any, columns: Any) -> Any:
    if isinstance(rows, Tensor) or isinstance(columns, Tensor):
        return apply_op("Minimum", [rows, columns])
    return min(rows, columns)


def _joined(batch: Any, sizes: list[Any]) -> Any:
    if isinstance(batch, Tensor):
        return apply_op("ConcatV2", [[batch, shape_vector(sizes)], 0])
    return [*batch, *sizes]


def _matrix_diagonal(diagonal: Tensor, scope: str) -> Tensor:
    with op_scope(None, "diag"):
        zero = convert_to_tensor(
            _element(diagonal.dtype, 0), diagonal.dtype, name="padding_value"
        )
        matrix: Tensor = apply_op(
            "MatrixDiagV3", [diagonal, 0, -1, -1, zero], None, scope
        )
    return matrix
