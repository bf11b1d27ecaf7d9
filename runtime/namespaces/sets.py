"""`tf.sets`: each vector along the last axis of a tensor, dense or sparse, is a set."""

from __future__ import annotations

from typing import Any, Final

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_ALLOWED: Final = frozenset(
    (
        dtypes.int8,
        dtypes.int16,
        dtypes.int32,
        dtypes.int64,
        dtypes.uint8,
        dtypes.uint16,
        dtypes.string,
    )
)


def size(a: TensorLike, validate_indices: bool = True) -> Tensor:
    """The number of distinct values in each row of a sparse tensor.

    >>> rows = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [1, 1, 2], [2, 2])
    >>> tf.sets.size(rows).numpy().tolist()
    [1, 1]

    Raises:
      TypeError: if the input is not sparse.
    """
    if not isinstance(a, SparseTensor):
        raise TypeError(f"Expected `SparseTensor`, got {a}.")
    attrs = {"validate_indices": validate_indices}
    return apply_single("SetSize", a.components(), attrs)


def union(a: TensorLike, b: TensorLike, validate_indices: bool = True) -> SparseTensor:
    """The union of corresponding rows.

    >>> tf.sets.union([[1, 2]], [[2, 3]]).values.numpy().tolist()
    [1, 2, 3]

    Raises:
      TypeError: for dtypes that differ or cannot be in sets.
      InvalidArgumentError: if the arguments differ in their number of rows.
    """
    return _operation(a, b, b"union", validate_indices)


def intersection(
    a: TensorLike, b: TensorLike, validate_indices: bool = True
) -> SparseTensor:
    """The intersection of corresponding rows.

    >>> tf.sets.intersection([[1, 2]], [[2, 3]]).values.numpy().tolist()
    [2]

    Raises:
      TypeError: for dtypes that differ or cannot be in sets.
      InvalidArgumentError: if the arguments differ in their number of rows.
    """
    return _operation(a, b, b"intersection", validate_indices)


def difference(
    a: TensorLike, b: TensorLike, aminusb: bool = True, validate_indices: bool = True
) -> SparseTensor:
    """The difference of corresponding rows: a without b, or b without a.

    >>> tf.sets.difference([[1, 2]], [[2, 3]]).values.numpy().tolist()
    [1]

    Raises:
      TypeError: for dtypes that differ or cannot be in sets.
      InvalidArgumentError: if the arguments differ in their number of rows.
    """
    return _operation(a, b, b"a-b" if aminusb else b"b-a", validate_indices)


_SWAPPED: Final = {b"a-b": b"b-a", b"b-a": b"a-b"}


def _operation(a: Any, b: Any, operation: bytes, validate: bool) -> SparseTensor:
    both: list[Tensor | SparseTensor]
    both = [convert_to_tensor(a, name="a"), convert_to_tensor(b, name="b")]
    first, second = both
    for label, each in (("a", first), ("b", second)):
        if each.dtype not in _ALLOWED:
            raise TypeError(
                f"'{label}' has invalid dtype `{each.dtype}` not in supported dtypes: "
                f"{sorted(dtype.name for dtype in _ALLOWED)}."
            )
    if first.dtype is not second.dtype:
        raise TypeError(f"Types don't match, {first.dtype} vs {second.dtype}.")
    is_sparse = isinstance(first, SparseTensor), isinstance(second, SparseTensor)
    if is_sparse == (True, False):
        # the op takes the dense one first
        first, second = second, first
        operation = _SWAPPED.get(operation, operation)
    kinds = ["Sparse" if each else "Dense" for each in sorted(is_sparse)]
    inputs = [
        part
        for each in (first, second)
        for part in (each.components() if isinstance(each, SparseTensor) else [each])
    ]
    attrs = {"set_operation": operation, "validate_indices": validate}
    return SparseTensor(*apply_op(f"{kinds[0]}To{kinds[1]}SetOperation", inputs, attrs))
