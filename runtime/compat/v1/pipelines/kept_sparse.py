"""Sparse tensors in a queue, which has their handles: a map keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.apply import apply_op
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.tensor import Tensor


class KeptSparse:
    """One component of the elements of a queue, whose values are sparse tensors."""

    def __init__(self, column: Sequence[SparseTensor], is_many: bool) -> None:
        first = column[0]
        if any(each.dtype != first.dtype for each in column):
            raise TypeError("Sparse tensors of one component have several dtypes.")
        self._dtype, self._is_many = first.dtype, is_many
        self._rank = first.shape.rank
        self._name: str | None = None
        """The name that the operations share their map by."""

    def stored(self, value: SparseTensor) -> Tensor:
        """The handle of a sparse tensor, int64; if there are many, of each row."""
        op = "AddManySparseToTensorsMap" if self._is_many else "AddSparseToTensorsMap"
        attrs = {} if self._name is None else {"shared_name": self._name.encode()}
        inputs = [value.indices, value.values, value.dense_shape]
        found: Any = apply_op(op, inputs, attrs)
        if self._name is None:
            self._name = found.op.name
        handle: Tensor = found
        return handle

    def taken(self, handles: Tensor) -> SparseTensor:
        """The sparse tensors of handles, together as the rows of one."""
        attrs = {"dtype": self._dtype, "shared_name": (self._name or "").encode()}
        found = apply_op("TakeManySparseFromTensorsMap", [handles], attrs)
        indices, values, shape = found
        if self._rank is not None:
            rank = self._rank + (0 if self._is_many else 1)
            indices.set_shape([None, rank])
            shape.set_shape([rank])
        return SparseTensor(indices, values, shape)


__all__ = ["KeptSparse"]
