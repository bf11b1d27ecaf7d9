"""Feature crosses as sparse tensors."""

from __future__ import annotations

from typing import Any, Final

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_DEFAULT_KEY: Final = 0xDECAFCAFFE


def cross(
    inputs: TensorLike, name: str | None = None, separator: str | None = None
) -> SparseTensor:
    """For each row, the combinations of the inputs' values, joined as text.

    Sparse inputs come first, then dense inputs; the separator is ``_X_`` by default.

    >>> left, right = tf.constant([["a"], ["b"]]), tf.constant([["c"], ["d"]])
    >>> tf.sparse.cross([left, right]).values.numpy().tolist()
    [b'a_X_c', b'b_X_d']

    Raises:
      TypeError: for inputs that are no tensors.
    """
    columns, attrs = _columns(inputs)
    text = "_X_" if separator is None else separator
    return SparseTensor(*apply_op("SparseCrossV2", [*columns, text], attrs, name))


def cross_hashed(
    inputs: TensorLike,
    num_buckets: int = 0,
    hash_key: int | None = None,
    name: str | None = None,
) -> SparseTensor:
    """The hashes of combinations, modulo the number of buckets if it is not 0.

    >>> left, right = tf.constant([["a"], ["b"]]), tf.constant([["c"], ["d"]])
    >>> tf.sparse.cross_hashed([left, right], num_buckets=9).dtype
    tf.int64

    Raises:
      TypeError: for inputs that are no tensors.
    """
    columns, attrs = _columns(inputs)
    attrs |= {
        "hashed_output": True,
        "num_buckets": num_buckets,
        "hash_key": _DEFAULT_KEY if hash_key is None else hash_key,
        "out_type": dtypes.int64,
        "internal_type": dtypes.string,
    }
    return SparseTensor(*apply_op("SparseCross", columns, attrs, name))


def _columns(inputs: Any) -> tuple[list[Any], dict[str, Any]]:
    """Indices, values and shapes of the sparse inputs, and the dense ones."""
    if not isinstance(inputs, (list, tuple)):
        raise TypeError("Inputs must be a list")
    if not all(isinstance(each, (SparseTensor, Tensor)) for each in inputs):
        raise TypeError("All inputs must be Tensor or SparseTensor.")
    sparse = [each for each in inputs if isinstance(each, SparseTensor)]
    dense = [
        _feature(convert_to_tensor(each))
        for each in inputs
        if not isinstance(each, SparseTensor)
    ]
    values = [_feature(each.values) for each in sparse]
    columns = [
        [each.indices for each in sparse],
        values,
        [each.dense_shape for each in sparse],
        dense,
    ]
    attrs = {
        "N": len(sparse),
        "sparse_types": [each.dtype for each in values],
        "dense_types": [each.dtype for each in dense],
    }
    return columns, attrs


def _feature(values: Any) -> Tensor:
    if values.dtype is dtypes.string:
        result: Tensor = values
        return result
    return apply_single("Cast", [values], {"DstT": dtypes.int64})
