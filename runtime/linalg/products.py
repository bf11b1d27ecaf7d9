"""Products of matrices and vectors."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.context import CURRENT, op_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.quiet import give_back, take_quiet_context
from runtime.tensors.tensor import EagerTensor, Tensor, wrap

_QUICK_DTYPES: Final = (
    dtypes.float32,
    dtypes.float64,
    dtypes.complex64,
    dtypes.complex128,
)
"""The dtypes that NumPy multiplies like TensorFlow."""


def matmul(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: DTypeLike | None = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of the last two axes; the axes before them broadcast.

    ``a_is_sparse`` and ``b_is_sparse`` are hints that change nothing here.

    >>> tf.matmul([[1.0, 2.0]], [[3.0], [4.0]]).numpy().tolist()
    [[11.0]]

    Raises:
      ValueError: if a matrix is to be both transposed and adjoint.
      InvalidArgumentError: if the inner sizes differ (traced: ValueError).
    """
    if (
        not (transpose_a or transpose_b or adjoint_a or adjoint_b)
        and output_type is None
    ):
        quick = quick_product(a, b)
        if quick is not None:
            return quick
    _refuse_both(transpose_a, adjoint_a, "a")
    _refuse_both(transpose_b, adjoint_b, "b")
    with op_scope(name, "MatMul") as scope:
        left = convert_to_tensor(a, name="a")
        right = convert_to_tensor(b, dtype_hint=left.dtype.base_dtype, name="b")
        if output_type is not None and as_dtype(output_type) is not left.dtype:
            wide = {"DstT": as_dtype(output_type)}
            left = apply_op("Cast", [left], wide)
            right = apply_op("Cast", [right], wide)
        if left.shape.rank == 2 and right.shape.rank == 2:
            attrs = {
                "transpose_a": transpose_a or adjoint_a,
                "transpose_b": transpose_b or adjoint_b,
            }
            left = _conjugated(left) if adjoint_a else left
            right = _conjugated(right) if adjoint_b else right
            return apply_single("MatMul", [left, right], attrs, scope)
        return _batched(
            left, right, (transpose_a, adjoint_a), (transpose_b, adjoint_b), scope
        )


def quick_product(a: TensorLike, b: TensorLike) -> Tensor | None:
    """The product of matching eager matrices outside of tapes and traces; else None.

    Small products cost less than the general way does.

    >>> from runtime.linalg.products import quick_product
    >>> quick_product(tf.ones([2, 2]), [[1.0]]) is None
    True
    """
    if type(a) is not EagerTensor or type(b) is not EagerTensor:
        return None
    dtype, left, right = a.dtype, a._array, b._array
    if dtype is not b.dtype or dtype not in _QUICK_DTYPES or CURRENT.get() is not None:
        return None
    rows, columns = left.shape, right.shape
    if len(rows) != 2 or len(columns) != 2 or rows[1] != columns[0]:
        return None
    context = take_quiet_context()
    try:
        return wrap(context.run(np.matmul, left, right), dtype)
    except MemoryError:
        return None  # the general way says so
    finally:
        give_back(context)


def _refuse_both(transpose: bool, adjoint: bool, which: str) -> None:
    if transpose and adjoint:
        raise ValueError(
            f"Only one of `transpose_{which}` and `adjoint_{which}` can be True. "
            f"Received `transpose_{which}`={transpose}, `adjoint_{which}`={adjoint}."
        )


def _conjugated(tensor: Tensor) -> Tensor:
    if not tensor.dtype.is_complex:
        return tensor
    return apply_single("Conj", [tensor])


def _batched(
    left: Tensor,
    right: Tensor,
    flags_a: tuple[bool, bool],
    flags_b: tuple[bool, bool],
    scope: str,
) -> Tensor:
    # the batched op knows adjoints only: conjugating first undoes its conjugation
    left = _conjugated(left) if flags_a[0] else left
    right = _conjugated(right) if flags_b[0] else right
    attrs = {"adj_x": any(flags_a), "adj_y": any(flags_b)}
    return apply_single("BatchMatMulV2", [left, right], attrs, scope)


def matvec(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """A matrix times a vector, over the last axes.

    >>> tf.linalg.matvec([[1.0, 2.0]], [3.0, 4.0]).numpy().tolist()
    [11.0]

    Raises:
      InvalidArgumentError: if the sizes differ (traced: ValueError).
    """
    with op_scope(name, "MatVec"):
        vector = convert_to_tensor(b, dtype_hint=getattr(a, "dtype", None), name="b")
        column = apply_op("ExpandDims", [vector, -1])
        product = matmul(a, column, transpose_a, False, adjoint_a)
        return apply_single("Squeeze", [product], {"squeeze_dims": [-1]})
