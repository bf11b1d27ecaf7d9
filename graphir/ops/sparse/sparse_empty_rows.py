"""Rows of sparse tensors without entries, and common parts of ops that fill rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, no_gradient
from graphir.ops.contract.families import in_brackets
from graphir.shapes import Shape


class FillsEmptyRows(Op):
    """Rows without an entry get one, the default."""

    def _empty_rows(self, rows: Any, count: int, default_value: Any) -> Any:
        """Which of so many rows have no entry."""
        if np.ndim(default_value):
            raise self.invalid(
                f"default_value must be a scalar, saw: "
                f"{in_brackets(np.shape(default_value))}"
            )
        wrong = np.flatnonzero((rows < 0) | (rows >= count))
        if wrong.size:
            raise self.invalid(
                f"indices({wrong[0]}, 0) is invalid: {rows[wrong[0]]} >= {count}"
            )
        return np.bincount(rows, minlength=count) == 0

    def input_gradients(self, *d_results: Any) -> Any:
        if d_results[1] is None:
            return None, None, None, None
        gradient = getattr(self.op, f"{type(self).__name__}Grad")
        d_values, d_default = gradient(self.reverse_index_map, d_results[1])
        return None, d_values, None, d_default


class FilledRowsGradient(Op):
    """The gradients of the entries, and the sum of the gradients of added entries."""

    input_gradients = no_gradient

    def infer_shape(self) -> list[Shape]:
        return [self.reverse_index_map.shape, Shape([])]

    def compute(self, reverse_index_map: Any, grad_values: Any) -> Any:
        is_default = np.ones(len(grad_values), bool)
        is_default[reverse_index_map] = False
        rest = grad_values[is_default].sum(dtype=grad_values.dtype)
        return grad_values[reverse_index_map], rest


def filled_in_order(
    rows: Any, added: Any, values: Any, default_value: Any
) -> tuple[Any, Any, Any]:
    """The order of all rows, the values in that order, and the places of the old rows.

    >>> order, filled, places = filled_in_order([0, 2], [1], np.array([5, 6]), 9)
    >>> order, filled, places
    (array([0, 2, 1]), array([5, 9, 6]), array([0, 2]))
    """
    defaults = np.empty(len(added), values.dtype)
    defaults[...] = default_value
    order = np.argsort(np.concatenate([rows, added]), kind="stable")
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return order, np.concatenate([values, defaults])[order], places[: len(rows)]


class SparseFillEmptyRows(
    FillsEmptyRows,
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
        if not len(dense_shape):
            raise self.invalid("Dense shape cannot be empty.")
        rows = indices[:, 0]
        is_empty = self._empty_rows(rows, int(dense_shape[0]), default_value)
        added = np.zeros((int(is_empty.sum()), indices.shape[1]), np.int64)
        added[:, 0] = np.flatnonzero(is_empty)
        found = filled_in_order(rows, added[:, 0], values, default_value)
        order, filled, places = found
        return np.concatenate([indices, added])[order], filled, is_empty, places


class SparseFillEmptyRowsGrad(
    FilledRowsGradient,
    signature="""
        SparseFillEmptyRowsGrad(reverse_index_map: int64, grad_values: T)
        -> (d_values: T, d_default_value: T) | T: type
    """,
):
    """Gradients of the entries, and the sum of the gradients of added entries."""
