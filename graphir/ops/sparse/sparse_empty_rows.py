"""SparseFillEmptyRows: rows without entries get a default."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import no_gradient
from graphir.ops.contract.families import in_brackets
from graphir.ops.sparse.sparse_tensors import (
    SparseEntries,
)
from graphir.shapes import Shape


class SparseFillEmptyRows(
    SparseEntries,
    signature="""
        SparseFillEmptyRows(indices: int64, values: T, dense_shape: int64,
                            default_value: T)
        -> (output_indices: int64, output_values: T, empty_row_indicator: bool,
            reverse_index_map: int64)
        | T: type
    """,
):
    """The rows without an entry get one, the default, in their first place."""

    def infer_shape(self) -> list[Shape]:
        indices = self.indices.shape
        rank = indices[1] if indices.rank == 2 else None
        sizes = self.constant("dense_shape")
        rows = None if sizes is None or not len(sizes) else int(sizes[0])
        count = indices[0] if indices.rank == 2 else None
        return [Shape([None, rank]), Shape([None]), Shape([rows]), Shape([count])]

    def compute(
        self, indices: Any, values: Any, dense_shape: Any, default_value: Any
    ) -> Any:
        if np.ndim(default_value):
            raise self.invalid(
                f"default_value must be a scalar, saw: "
                f"{in_brackets(np.shape(default_value))}"
            )
        if not len(dense_shape):
            raise self.invalid("Dense shape cannot be empty.")
        rows, count = indices[:, 0], int(dense_shape[0])
        wrong = np.flatnonzero((rows < 0) | (rows >= count))
        if wrong.size:
            raise self.invalid(
                f"indices({wrong[0]}, 0) is invalid: {rows[wrong[0]]} >= {count}"
            )
        is_empty = np.bincount(rows, minlength=count) == 0
        added = np.zeros((int(is_empty.sum()), indices.shape[1]), np.int64)
        added[:, 0] = np.flatnonzero(is_empty)
        defaults = np.empty(len(added), values.dtype)
        defaults[...] = default_value
        joined = np.concatenate([indices, added])
        order = np.argsort(joined[:, 0], kind="stable")
        places = np.empty(len(joined), np.int64)
        places[order] = np.arange(len(joined))
        entries = np.concatenate([values, defaults])
        return joined[order], entries[order], is_empty, places[: len(indices)]

    def input_gradients(self, *d_results: Any) -> Any:
        if d_results[1] is None:
            return None, None, None, None
        d_values, d_default = self.op.SparseFillEmptyRowsGrad(
            self.reverse_index_map, d_results[1]
        )
        return None, d_values, None, d_default


class SparseFillEmptyRowsGrad(
    SparseEntries,
    signature="""
        SparseFillEmptyRowsGrad(reverse_index_map: int64, grad_values: T)
        -> (d_values: T, d_default_value: T) | T: type
    """,
):
    """The gradients of the given entries, and the sum of those of the others."""

    input_gradients = no_gradient

    def infer_shape(self) -> list[Shape]:
        return [self.reverse_index_map.shape, Shape([])]

    def compute(self, reverse_index_map: Any, grad_values: Any) -> Any:
        is_default = np.ones(len(grad_values), bool)
        is_default[reverse_index_map] = False
        rest = grad_values[is_default].sum(dtype=grad_values.dtype)
        return grad_values[reverse_index_map], rest
