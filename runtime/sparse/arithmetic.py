"""Arithmetic on the entries of sparse tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.apply import apply_op, apply_single
from runtime.sparse.sparse_tensor import SparseTensor, SparseTensorValue, sparse_tensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_SPARSE = (SparseTensor, SparseTensorValue)


def add(a: TensorLike, b: TensorLike, threshold: Any = 0) -> Any:
    """The sum; sparse if both are, without entries smaller than ``threshold``.

    >>> total = tf.sparse.add(tf.sparse.eye(2), tf.sparse.eye(2))
    >>> total.values.numpy().tolist()
    [2.0, 2.0]

    Raises:
      TypeError: if neither is sparse.
      InvalidArgumentError: if the shapes differ.
    """
    if not isinstance(a, _SPARSE) and not isinstance(b, _SPARSE):
        raise TypeError("At least one input should be SparseTensor; do you mean `add`?")
    if isinstance(a, _SPARSE) and isinstance(b, _SPARSE):
        first, second = sparse_tensor(a), sparse_tensor(b)
        dtype = first.dtype.real_dtype
        limit = convert_to_tensor(threshold, dtype, name="thresh")
        inputs = [*first.components(), *second.components(), limit]
        return SparseTensor(*apply_op("SparseAdd", inputs))
    entries, dense = (a, b) if isinstance(a, _SPARSE) else (b, a)
    entries = sparse_tensor(entries)
    other = convert_to_tensor(dense, entries.dtype)
    return apply_single("SparseTensorDenseAdd", [*entries.components(), other])


def maximum(
    sp_a: SparseTensor, sp_b: SparseTensor, name: str | None = None
) -> SparseTensor:
    """The element-wise maximum where either tensor has an entry.

    >>> low, high = tf.SparseTensor([[0]], [1], [2]), tf.SparseTensor([[0]], [5], [2])
    >>> tf.sparse.maximum(low, high).values.numpy().tolist()
    [5]

    Raises:
      InvalidArgumentError: if the shapes differ.
    """
    return _extremum("SparseSparseMaximum", sp_a, sp_b, name)


def minimum(
    sp_a: SparseTensor, sp_b: SparseTensor, name: str | None = None
) -> SparseTensor:
    """The element-wise minimum where either tensor has an entry.

    >>> low, high = tf.SparseTensor([[0]], [1], [2]), tf.SparseTensor([[0]], [5], [2])
    >>> tf.sparse.minimum(low, high).values.numpy().tolist()
    [1]

    Raises:
      InvalidArgumentError: if the shapes differ.
    """
    return _extremum("SparseSparseMinimum", sp_a, sp_b, name)


def _extremum(op: str, sp_a: Any, sp_b: Any, name: str | None) -> SparseTensor:
    first, second = sparse_tensor(sp_a), sparse_tensor(sp_b)
    inputs = [*first.components(), *second.components()]
    indices, values = apply_op(op, inputs, None, name)
    return SparseTensor(indices, values, first.dense_shape)


def map_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> SparseTensor:
    """The function of the entries of the sparse arguments, at their places.

    >>> tf.sparse.map_values(tf.square, tf.sparse.eye(2)).values.numpy().tolist()
    [1.0, 1.0]

    Raises:
      ValueError: without a sparse argument, or for entries at different places.
    """
    given = [*args, *kwargs.values()]
    sparse = [each for each in given if isinstance(each, SparseTensor)]
    if not sparse:
        raise ValueError("No SparseTensor in argument list of map_values")
    for each in sparse[1:]:
        _require_alike(sparse[0], each)

    def values_of(value: Any) -> Any:
        return value.values if isinstance(value, SparseTensor) else value

    result = op(
        *map(values_of, args), **{key: values_of(each) for key, each in kwargs.items()}
    )
    return sparse[0].with_values(result)


def _require_alike(first: SparseTensor, second: SparseTensor) -> None:
    for mine, theirs in (
        (first.indices, second.indices),
        (first.dense_shape, second.dense_shape),
    ):
        arrays = mine.constant_value(), theirs.constant_value()
        if arrays[0] is None or arrays[1] is None or mine is theirs:
            continue
        if not np.array_equal(*arrays):
            raise ValueError(
                "The SparseTensors of map_values must have the same indices and shape."
            )


def softmax(sp_input: Any, name: str | None = None) -> SparseTensor:
    """Softmax over the entries of each row; implicit zeros are ignored.

    >>> tf.sparse.softmax(tf.sparse.eye(2)).values.numpy().tolist()
    [1.0, 1.0]

    Raises:
      InvalidArgumentError: for a vector.
    """
    entries = sparse_tensor(sp_input)
    return entries.with_values(
        apply_op("SparseSoftmax", entries.components(), None, name)
    )


def sparse_dense_matmul(
    sp_a: Any,
    b: TensorLike,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """The dense product of a sparse and a dense matrix, in either order.

    >>> tf.sparse.sparse_dense_matmul(tf.sparse.eye(2), [[1.0], [2.0]]).numpy().tolist()
    [[1.0], [2.0]]

    Raises:
      InvalidArgumentError: if the sizes do not fit.
    """
    if isinstance(b, _SPARSE):
        # (b* a*)* is a b
        product = sparse_dense_matmul(b, sp_a, not adjoint_b, not adjoint_a)
        turned = apply_op("Transpose", [product, [1, 0]], None, name)
        return apply_single("Conj", [turned]) if turned.dtype.is_complex else turned
    entries = sparse_tensor(sp_a)
    dense = convert_to_tensor(b, None, entries.dtype, name="b")
    attrs = {"adjoint_a": adjoint_a, "adjoint_b": adjoint_b}
    inputs = [*entries.components(), dense]
    return apply_single("SparseTensorDenseMatMul", inputs, attrs, name)
