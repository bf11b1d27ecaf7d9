"""Serialization of sparse tensors, and the inverse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.ops.contract.families import in_brackets
from graphir.ops.sparse.sparse_tensors import SparseEntries
from graphir.ops.strings.serialized_tensors import message_bytes, tensor_in
from graphir.shapes import Shape

_PARTS = """(sparse_indices: int64, sparse_values: T, sparse_shape: int64)
    -> (serialized_sparse: out_type)
    | T: type; out_type: type in [string,variant] = string
"""


class Serializing(SparseEntries):
    """Messages of indices, values and shape, side by side."""

    def _messages(self, parts: Sequence[Any]) -> list[bytes]:
        # a variant is as opaque as a message: what reads it knows
        kinds = (dtypes.int64, self.T, dtypes.int64)
        return [message_bytes(part, dtype) for part, dtype in zip(parts, kinds)]


class SerializeSparse(Serializing, signature=f"SerializeSparse{_PARTS}"):
    """A vector of three messages."""

    def infer_shape(self) -> Shape:
        return Shape([3])

    def compute(self, *parts: Any) -> Any:
        return np.array(self._messages(parts), object)


class SerializeManySparse(Serializing, signature=f"SerializeManySparse{_PARTS}"):
    """Three messages for each slice along the first axis."""

    def infer_shape(self) -> Shape:
        sizes = self.constant("sparse_shape")
        return Shape([None if sizes is None else int(sizes[0]), 3])

    def compute(
        self, sparse_indices: Any, sparse_values: Any, sparse_shape: Any
    ) -> Any:
        if len(sparse_shape) < 2:
            raise self.invalid(
                f"Rank of input SparseTensor should be > 1, but saw rank: "
                f"{len(sparse_shape)}"
            )
        result = np.empty((int(sparse_shape[0]), 3), object)
        for row in range(len(result)):
            inside = sparse_indices[:, 0] == row
            parts = sparse_indices[inside, 1:], sparse_values[inside], sparse_shape[1:]
            result[row] = self._messages(parts)
        return result


class Deserializing(SparseEntries):
    """Sparse tensors of one rank from messages, stacked along new first axes."""

    def infer_shape(self) -> list[Shape]:
        return [Shape([None, None]), Shape([None]), Shape([None])]

    def _stacked(self, serialized: Any) -> tuple[Any, Any, Any]:
        if np.ndim(serialized) < 1 or serialized.shape[-1] != 3:
            raise self.invalid(
                f"Serialized sparse should have 3 as the last dimension but got shape "
                f"{in_brackets(np.shape(serialized))}"
            )
        groups = serialized.shape[:-1]
        places, values, shapes = [], [], []
        for place in np.ndindex(*groups):
            indices, entries, shape = (self._part(data) for data in serialized[place])
            if entries.dtype is not self.dtype:
                raise self.invalid(
                    f"Requested SparseTensor of type {self.dtype.signature_name} but "
                    f"SparseTensor[{place}].values.dtype() == "
                    f"{entries.dtype.signature_name}"
                )
            before = np.tile(np.array(place, np.int64), (len(indices.array), 1))
            places.append(np.hstack([before, indices.array]))
            values.append(entries.array)
            shapes.append(shape.array)
        if len({len(shape) for shape in shapes}) > 1:
            raise self.invalid("Inconsistent rank across SparseTensors.")
        if not shapes:
            raise self.invalid("At least one serialized SparseTensor is needed.")
        sizes = np.array([*groups, *np.max(shapes, axis=0)], np.int64)
        return np.concatenate(places), np.concatenate(values), sizes

    def _part(self, data: bytes) -> Any:
        return tensor_in(self, data)


class DeserializeManySparse(
    Deserializing,
    signature="""
        DeserializeManySparse(serialized_sparse: string)
        -> (sparse_indices: int64, sparse_values: dtype, sparse_shape: int64)
        | dtype: type
    """,
):
    """The sparse tensors in the rows of a matrix of messages, stacked."""

    def compute(self, serialized_sparse: Any) -> Any:
        if np.ndim(serialized_sparse) != 2:
            raise self.invalid(
                f"Serialized sparse should be a matrix, got shape "
                f"{in_brackets(np.shape(serialized_sparse))}"
            )
        return self._stacked(serialized_sparse)


class DeserializeSparse(
    Deserializing,
    signature="""
        DeserializeSparse(serialized_sparse: Tserialized)
        -> (sparse_indices: int64, sparse_values: dtype, sparse_shape: int64)
        | dtype: type; Tserialized: type in [string,variant] = string
    """,
):
    """The sparse tensors in messages along the last axis, stacked."""

    def compute(self, serialized_sparse: Any) -> Any:
        return self._stacked(serialized_sparse)
