"""Specs of the elements along the first axis of values, and of what comes of them."""

from __future__ import annotations

from typing import Any

from runtime.extension_types.batching import encoder_of
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensors.structure import is_composed


def spec_of_row(value: Any) -> Any:
    """The spec of a row of a tensor, a ragged or sparse one, or an extension type.

    >>> spec_of_row(tf.zeros([2, 3]))
    TensorSpec(shape=(3,), dtype=tf.float32, name=None)
    """
    if isinstance(value, RaggedTensor):
        return _of_ragged_row(value)
    if isinstance(value, SparseTensor):
        return SparseTensorSpec(value.shape[1:], value.dtype)
    encoder = encoder_of(value)
    if encoder is not None:
        return encoder.unbatch(value._type_spec)
    return TensorSpec(value.shape[1:], value.dtype)


def _of_ragged_row(rows: RaggedTensor) -> Any:
    shape, depth = rows.shape[1:], rows.ragged_rank - 1
    if depth:
        return RaggedTensorSpec(shape, rows.dtype, depth, rows.row_splits.dtype)
    return TensorSpec(shape, rows.dtype)


def spec_of_result(result: Any) -> Any:
    """What a signature says of results alike: those of other rows have other shapes."""
    if isinstance(result, RaggedTensor):
        splits = result.row_splits.dtype
        return RaggedTensorSpec(None, result.dtype, result.ragged_rank, splits)
    if isinstance(result, SparseTensor):
        return SparseTensorSpec(None, result.dtype)
    return result._type_spec if is_composed(result) else result.dtype


__all__ = ["spec_of_result", "spec_of_row"]
