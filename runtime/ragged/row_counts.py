"""`tf.sparse.bincount`: counts by row as sparse tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import constant_of, convert_to_tensor
from runtime.tensors.likes import TensorLike


def bincount(
    values: TensorLike,
    weights: TensorLike | None = None,
    axis: int | None = 0,
    minlength: int | None = None,
    maxlength: int | None = None,
    binary_output: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """Counts of 0, 1, 2, ..., without absent numbers.

    ``values`` may be dense, sparse or ragged; with ``axis=-1`` each row is counted for
    itself; ``weights`` count instead of 1.

    >>> counts = tf.sparse.bincount([1, 1, 3])
    >>> counts.indices.numpy().tolist(), counts.values.numpy().tolist()
    ([[1], [3]], [2, 1])

    Raises:
      ValueError: for an axis other than None, 0 and -1.
      InvalidArgumentError: for weights of another shape.
    """
    if axis not in (None, 0, -1):
        raise ValueError(
            f"Unsupported value for argument axis={axis}. Only 0 and -1 are supported."
        )
    counted: Any = convert_to_tensor(values, name="values")
    added = None if weights is None else convert_to_tensor(weights, name="weights")
    attrs = {
        "minlength": -1 if minlength is None else minlength,
        "maxlength": -1 if maxlength is None else maxlength,
        "binary_output": binary_output,
    }
    if axis in (None, 0):
        counted, added = _flat(counted), _flat(added)
    if counted.dtype not in (dtypes.int32, dtypes.int64):
        counted = apply_op("Cast", [counted], {"DstT": dtypes.int32})
    weighted = _weights(added)
    if isinstance(counted, SparseTensor):
        inputs = [*counted.components(), weighted]
        return SparseTensor(*apply_op("SparseCountSparseOutput", inputs, attrs, name))
    if isinstance(counted, RaggedTensor):
        splits = apply_op("Cast", [counted.row_splits], {"DstT": dtypes.int64})
        inputs = [splits, counted.values, weighted]
        return SparseTensor(*apply_op("RaggedCountSparseOutput", inputs, attrs, name))
    inputs = [counted, weighted]
    return SparseTensor(*apply_op("DenseCountSparseOutput", inputs, attrs, name))


def _flat(value: Any) -> Any:
    """The elements as a vector."""
    if value is None:
        return None
    if isinstance(value, SparseTensor):
        return value.values
    if isinstance(value, RaggedTensor):
        return value.flat_values
    return apply_op("Reshape", [value, np.array([-1], np.int32)])


def _weights(value: Any) -> Any:
    if value is None:
        return constant_of(np.zeros(0, np.int32), dtypes.int32)
    if isinstance(value, (SparseTensor, RaggedTensor)):
        return _flat(value)
    return value
