"""Feature crosses: every combination of the values in each row."""

from __future__ import annotations

from typing import Any, Final

from graphir import dtypes
from runtime.apply import apply_op
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.rows import cast
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike

_DEFAULT_KEY: Final = 0xDECAFCAFFE


def cross(inputs: TensorLike, name: str | None = None) -> Any:
    """For each row, the combinations of the inputs' values, joined by ``_X_``.

    >>> left, right = tf.ragged.constant([["a"], ["b", "c"]]), [["d"], ["e"]]
    >>> tf.ragged.cross([left, right])
    <tf.RaggedTensor [[b'a_X_d'], [b'b_X_e', b'c_X_e']]>

    Raises:
      ValueError: for no inputs, or inputs that are no matrices.
    """
    return _crossed(inputs, False, 0, 0, name)


def cross_hashed(
    inputs: TensorLike,
    num_buckets: int = 0,
    hash_key: int | None = None,
    name: str | None = None,
) -> Any:
    """The hashes of combinations, modulo the number of buckets if it is not 0.

    >>> tf.ragged.cross_hashed([[["a"]], [["b"]]], num_buckets=10).shape
    TensorShape([1, None])

    Raises:
      ValueError: for no inputs, or inputs that are no matrices.
    """
    return _crossed(inputs, True, num_buckets, hash_key, name)


def _crossed(
    inputs: Any, hashed: bool, num_buckets: int, hash_key: int | None, name: str | None
) -> Any:
    from runtime.sparse.sparse_tensor import SparseTensor

    if not isinstance(inputs, (list, tuple)) or not inputs:
        raise ValueError(f"Inputs must be a list of tensors, not {inputs!r}.")
    order, ragged, sparse, dense = "", [], [], []
    for each in inputs:
        if isinstance(each, RaggedTensor):
            if each.ragged_rank != 1:
                raise ValueError("tf.ragged.cross only supports inputs with rank=2.")
            order += "R"
            ragged.append(each.with_flat_values(_feature(each.flat_values)))
        elif isinstance(each, SparseTensor):
            order += "S"
            sparse.append(each.with_values(_feature(each.values)))
        else:
            order += "D"
            dense.append(_feature(convert_to_tensor(each)))
    groups = [
        [each.values for each in ragged],
        [each.row_splits for each in ragged],
        [each.indices for each in sparse],
        [each.values for each in sparse],
        [each.dense_shape for each in sparse],
        dense,
    ]
    attrs = {
        "input_order": order.encode(),
        "hashed_output": hashed,
        "num_buckets": num_buckets,
        "hash_key": _DEFAULT_KEY if hash_key is None else hash_key,
        "out_values_type": dtypes.int64 if hashed else dtypes.string,
        "out_row_splits_type": dtypes.int64,
        "Nsparse": len(sparse),
        "ragged_values_types": [each.dtype for each in ragged],
        "ragged_splits_types": [each.row_splits.dtype for each in ragged],
        "sparse_values_types": [each.dtype for each in sparse],
        "dense_types": [each.dtype for each in dense],
    }
    values, splits = apply_op("RaggedCross", groups, attrs, name)
    return RaggedTensor.from_row_splits(values, splits, validate=False)


def _feature(values: Any) -> Any:
    return values if values.dtype is dtypes.string else cast(values, dtypes.int64)
