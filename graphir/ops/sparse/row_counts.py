"""Bincount by row, of dense, sparse and ragged matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import no_gradient
from graphir.ops.sparse.sparse_tensors import SparseEntries
from graphir.shapes import UNKNOWN, Shape


class SparseCounts(SparseEntries):
    """How often each value occurs in each row, as a sparse matrix."""

    def infer_shape(self) -> list[Shape]:
        return [Shape([None, None]), Shape([None]), Shape([None])]

    def _counted(self, rows: Any, values: Any, weights: Any, row_count: int) -> Any:
        """Counts with rows given, sorted; ``row_count`` -1 stands for a vector."""
        if weights.size and weights.size != values.size:
            raise self.invalid(
                f"Weights and values must have the same shape. Weight shape: "
                f"{weights.shape}; values shape: {values.shape}"
            )
        limit = int(self.maxlength)
        taken = (values >= 0) & ((values < limit) | (limit <= 0))
        rows, values = rows[taken], values[taken]
        width = int(values.max(initial=-1)) + 1
        width = limit if limit > 0 else max(width, int(self.minlength))
        places, member = np.unique(
            np.stack([rows, values], 1).astype(np.int64), axis=0, return_inverse=True
        )
        dtype = self.output_type.numpy_dtype
        totals = np.ones(len(places), dtype)
        if not self.binary_output:
            added = weights.reshape(-1)[taken] if weights.size else 1
            totals[:] = 0
            np.add.at(totals, member.reshape(-1), added)
        if row_count < 0:
            return places[:, 1:], totals, np.array([width], np.int64)
        return places, totals, np.array([row_count, width], np.int64)


_COUNTED = """-> (output_indices: int64, output_values: output_type,
    output_dense_shape: int64)
    | T: type in [int32,int64]; minlength: int >= -1 = -1; maxlength: int >= -1 = -1;
      binary_output: bool; output_type: type in [int32,int64,float,double]
"""


class DenseCountSparseOutput(
    SparseCounts,
    signature=f"DenseCountSparseOutput(values: T, weights: output_type) {_COUNTED}",
):
    """The counts of a vector, or of each row of a matrix."""

    input_gradients = no_gradient

    def compute(self, values: Any, weights: Any) -> Any:
        if np.ndim(values) not in (1, 2):
            raise self.invalid(
                f"Input must be a 1 or 2-dimensional tensor. Got: {np.ndim(values)}"
            )
        is_vector = np.ndim(values) == 1
        matrix = np.atleast_2d(values)
        rows = np.repeat(np.arange(len(matrix)), matrix.shape[1])
        count = -1 if is_vector else len(matrix)
        return self._counted(rows, matrix.reshape(-1), weights, count)


class SparseCountSparseOutput(
    SparseCounts,
    signature=f"""
        SparseCountSparseOutput(indices: int64, values: T, dense_shape: int64,
                                weights: output_type) {_COUNTED}
    """,
):
    """The counts of a sparse vector, or of each row of a sparse matrix."""

    input_gradients = no_gradient

    def compute(self, indices: Any, values: Any, dense_shape: Any, weights: Any) -> Any:
        is_vector = len(dense_shape) == 1
        rows = np.zeros(len(values), np.int64) if is_vector else indices[:, 0]
        count = -1 if is_vector else int(dense_shape[0])
        return self._counted(rows, values, weights, count)


class RaggedCountSparseOutput(
    SparseCounts,
    signature=f"""
        RaggedCountSparseOutput(splits: int64, values: T, weights: output_type)
        {_COUNTED}
    """,
):
    """The counts of each row of a ragged matrix."""

    input_gradients = no_gradient

    def compute(self, splits: Any, values: Any, weights: Any) -> Any:
        if len(splits) < 2:
            raise self.invalid("Splits should have at least 2 elements")
        lengths = np.diff(splits)
        if splits[0] != 0 or (lengths < 0).any() or splits[-1] != len(values):
            raise self.invalid(
                f"Splits must start with 0 and end with the number of values, got "
                f"{splits.tolist()} for {len(values)}"
            )
        rows = np.repeat(np.arange(len(lengths)), lengths)
        return self._counted(rows, values, weights, len(lengths))


class DenseCounts(SparseEntries):
    """How often each value below ``size`` occurs in each row, as a dense matrix."""

    def _counted(
        self, rows: Any, values: Any, size: Any, weights: Any, shape: Any
    ) -> Any:
        width = int(size)
        if width < 0:
            raise self.invalid(f"size ({width}) must be non-negative")
        if (values < 0).any():
            raise self.invalid("Input arr must be non-negative!")
        bins = np.zeros((shape, width), self.T.numpy_dtype)
        taken = values < width
        places = rows[taken], values[taken]
        if self.binary_output:
            bins[places] = 1
        else:
            added = weights.reshape(-1)[taken] if weights.size else 1
            np.add.at(bins, places, added)
        return bins


_BINS = """size: Tidx, weights: T) -> (output: T)
    | Tidx: type in [int32,int64]; T: type in [int32,int64,float,double];
      binary_output: bool = False
"""


class SparseBincount(
    DenseCounts,
    signature=f"""
        SparseBincount(indices: int64, values: Tidx, dense_shape: int64, {_BINS}
    """,
):
    """The counts of a sparse vector, or of each row of a sparse matrix."""

    input_gradients = no_gradient

    def infer_shape(self) -> Any:
        size, shape = self.constant("size"), self.constant("dense_shape")
        if size is None or shape is None:
            return UNKNOWN
        return Shape([*map(int, shape[:-1]), int(size)])

    def compute(
        self, indices: Any, values: Any, dense_shape: Any, size: Any, weights: Any
    ) -> Any:
        ranks = np.shape(indices)[-1:], np.shape(dense_shape)
        if np.ndim(indices) != 2 or ranks[0] != ranks[1] or ranks[1] == (0,):
            raise self.invalid(
                f"Index rank ({np.shape(indices)[-1] if np.ndim(indices) else 0}) and "
                f"shape rank ({np.size(dense_shape)}) do not match"
            )
        if len(dense_shape) == 1:
            rows = np.zeros(len(values), np.int64)
            return self._counted(rows, values, size, weights, 1)[0]
        return self._counted(indices[:, 0], values, size, weights, int(dense_shape[0]))


class RaggedBincount(
    DenseCounts,
    signature=f"RaggedBincount(splits: int64, values: Tidx, {_BINS}",
):
    """The counts of each row of a ragged matrix."""

    input_gradients = no_gradient

    def infer_shape(self) -> Any:
        rows, size = self.splits.shape, self.constant("size")
        known = rows.rank == 1 and rows[0] is not None
        return Shape(
            [rows[0] - 1 if known else None, None if size is None else int(size)]
        )

    def compute(self, splits: Any, values: Any, size: Any, weights: Any) -> Any:
        lengths = np.diff(splits)
        if not len(splits) or splits[0] != 0 or splits[-1] != len(values):
            raise self.invalid(
                f"Splits must start with 0 and end with the number of values, got "
                f"{splits.tolist()} for {len(values)}"
            )
        rows = np.repeat(np.arange(len(lengths)), lengths)
        return self._counted(rows, values, size, weights, len(lengths))
