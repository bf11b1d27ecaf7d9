"""Ops that create, gather and fill rows of ragged tensors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.sparse.sparse_empty_rows import (
    FilledRowsGradient,
    FillsEmptyRows,
    filled_in_order,
)
from graphir.shapes import Shape


class RaggedRows(Op):
    """Row splits and flat values; most of these let no gradient through."""

    input_gradients: Any = not_differentiable


class RaggedRange(
    RaggedRows,
    signature="""
        RaggedRange(starts: T, limits: T, deltas: T)
        -> (rt_nested_splits: Tsplits, rt_dense_values: T)
        | T: type in [bfloat16,float,double,int32,int64] = int32;
          Tsplits: type in [int32,int64] = int64
    """,
    traits="sized_by_values",
):
    """A row of numbers for each start, limit and step."""

    def infer_shape(self) -> list[Shape]:
        sizes = [each.shape[0] for each in self._inputs if each.shape.rank == 1]
        ranks = [each.shape.rank for each in self._inputs]
        known = next((size for size in sizes if size is not None), None)
        if known is None and all(rank == 0 for rank in ranks):
            known = 1
        return [Shape([None if known is None else known + 1]), Shape([None])]

    def compute(self, starts: Any, limits: Any, deltas: Any) -> Any:
        if any(np.ndim(each) > 1 for each in (starts, limits, deltas)):
            raise self.invalid("starts, limits, and deltas must be scalars or vectors")
        bounds = [np.atleast_1d(each) for each in (starts, limits, deltas)]
        given = {len(b) for b, a in zip(bounds, (starts, limits, deltas)) if np.ndim(a)}
        if len(given) > 1:
            raise self.invalid("starts, limits, and deltas must have the same shape")
        if (bounds[2] == 0).any():
            raise self.invalid("Requires delta != 0")
        if not all(np.isfinite(each.astype(np.float64)).all() for each in bounds):
            raise self.invalid("Requires finite starts, limits and deltas")
        count = given.pop() if given else 1
        dtype = self.T.numpy_dtype
        spread = [np.broadcast_to(each, count) for each in bounds]
        rows = [_counted(a, b, c, dtype) for a, b, c in zip(*spread)]
        splits = np.cumsum([0, *map(len, rows)], dtype=self.Tsplits.numpy_dtype)
        return splits, np.concatenate([*rows, np.empty(0, dtype)])


def _counted(start: Any, limit: Any, delta: Any, dtype: Any) -> Any:
    if dtype.kind == "i":
        first, last, step = (int(each) for each in (start, limit, delta))
        numbers = np.arange(max(0, -((first - last) // step)), dtype=np.int64)
        return (first + numbers * step).astype(dtype)
    # counted and added up in the dtype, as TensorFlow does
    count = max(0, math.ceil((limit - start) / delta))
    steps = np.full(count, delta, dtype)
    steps[:1] = start
    return np.cumsum(steps, dtype=dtype)


class RaggedTensorToSparse(
    RaggedRows,
    signature="""
        RaggedTensorToSparse(rt_nested_splits: RAGGED_RANK*Tsplits, rt_dense_values: T)
        -> (sparse_indices: int64, sparse_values: T, sparse_dense_shape: int64)
        | RAGGED_RANK: int >= 1; T: type; Tsplits: type in [int32,int64] = int64
    """,
):
    """The values of a ragged tensor with their places."""

    def infer_shape(self) -> list[Shape]:
        values = self.rt_dense_values.shape
        rank = None if values.rank is None else values.rank + self.RAGGED_RANK
        count = values.num_elements() if values.rank is not None else None
        return [Shape([count, rank]), Shape([count]), Shape([rank])]

    def compute(self, rt_nested_splits: list[Any], rt_dense_values: Any) -> Any:
        places = np.arange(len(rt_nested_splits[0]) - 1)[:, None]
        sizes = [len(places)]
        for splits in rt_nested_splits:
            lengths = np.diff(splits)
            if splits[0] != 0 or (lengths < 0).any() or len(lengths) != len(places):
                raise self.invalid(f"Invalid row splits {splits.tolist()}")
            parents = np.repeat(np.arange(len(lengths)), lengths)
            columns = np.arange(len(parents)) - splits[parents]
            places = np.column_stack([places[parents], columns])
            sizes.append(int(lengths.max(initial=0)))
        inner = np.shape(rt_dense_values)[1:]
        if len(places) != len(rt_dense_values):
            raise self.invalid("Final value of ragged splits must match the values")
        for size in inner:
            count = len(places)
            places = np.column_stack(
                [np.repeat(places, size, axis=0), np.tile(np.arange(size), count)]
            )
        flat = rt_dense_values.reshape(-1)
        return places.astype(np.int64), flat, np.array([*sizes, *inner], np.int64)

    def input_gradients(self, d_indices: Any, d_values: Any, d_shape: Any) -> Any:
        op = self.op
        d_flat = op.Reshape(d_values, op.Shape(self.rt_dense_values))
        return [None] * self.RAGGED_RANK, d_flat


class RaggedGather(
    RaggedRows,
    signature="""
        RaggedGather(params_nested_splits: PARAMS_RAGGED_RANK*Tsplits,
                     params_dense_values: Tvalues, indices: Tindices)
        -> (output_nested_splits: OUTPUT_RAGGED_RANK*Tsplits,
            output_dense_values: Tvalues)
        | Tvalues: type; Tindices: type in [int32,int64];
          Tsplits: type in [int32,int64] = int64; PARAMS_RAGGED_RANK: int >= 1;
          OUTPUT_RAGGED_RANK: int >= 0
    """,
):
    """The rows of a ragged tensor at the indices."""

    def infer_shape(self) -> list[Shape]:
        values = self.params_dense_values.shape
        inner = [None] if values.rank is None else [None, *values[1:]]
        shape = Shape(None) if values.rank is None else Shape(inner)
        return [Shape([None])] * self.OUTPUT_RAGGED_RANK + [shape]

    def compute(
        self, params_nested_splits: list[Any], params_dense_values: Any, indices: Any
    ) -> Any:
        first = params_nested_splits[0]
        rows = np.asarray(indices).reshape(-1)
        wrong = np.flatnonzero((rows < 0) | (rows >= len(first) - 1))
        if wrong.size:
            raise self.invalid(
                f"indices[{wrong[0]}] = {rows[wrong[0]]} is not in [0, "
                f"{len(first) - 1})"
            )
        dtype = self.Tsplits.numpy_dtype
        result = []
        shape = np.shape(indices)
        # indices of more axes are rows of rows, each of one length
        for axis in range(1, len(shape)):
            count = int(np.prod(shape[:axis]))
            result.append(np.arange(count + 1, dtype=dtype) * shape[axis])
        for splits in params_nested_splits:
            lengths = np.diff(splits)[rows]
            result.append(np.concatenate([[0], np.cumsum(lengths)]).astype(dtype))
            starts = np.repeat(splits[rows] - result[-1][:-1], lengths)
            rows = starts + np.arange(len(starts))
        # one row has no splits of its own; what is left is inside of it
        return (*result[not shape :], params_dense_values[rows])

    def input_gradients(self, *d_results: Any) -> Any:
        if d_results[-1] is None:
            return [None] * self.PARAMS_RAGGED_RANK, None, None
        op = self.op
        values = self.params_dense_values
        count = op.StridedSlice(op.Shape(values), [0], [1], [1], shrink_axis_mask=1)
        places = op.Range(0, count, 1)
        *_, taken = op.RaggedGather(
            self.params_nested_splits,
            places,
            self.indices,
            OUTPUT_RAGGED_RANK=self.OUTPUT_RAGGED_RANK,
        )
        d_values = op.UnsortedSegmentSum(d_results[-1], taken, count)
        return [None] * self.PARAMS_RAGGED_RANK, d_values, None


class RaggedFillEmptyRows(
    FillsEmptyRows,
    signature="""
        RaggedFillEmptyRows(value_rowids: int64, values: T, nrows: int64,
                            default_value: T)
        -> (output_value_rowids: int64, output_values: T, empty_row_indicator: bool,
            reverse_index_map: int64)
        | T: type
    """,
):
    """The empty rows get one value, the default."""

    def infer_shape(self) -> list[Shape]:
        rows = self.constant("nrows")
        rows = None if rows is None else int(rows)
        return [Shape([None]), Shape([None]), Shape([rows]), self.value_rowids.shape]

    def compute(
        self, value_rowids: Any, values: Any, nrows: Any, default_value: Any
    ) -> Any:
        is_empty = self._empty_rows(value_rowids, int(nrows), default_value)
        added = np.flatnonzero(is_empty)
        found = filled_in_order(value_rowids, added, values, default_value)
        order, filled, places = found
        return np.concatenate([value_rowids, added])[order], filled, is_empty, places


class RaggedFillEmptyRowsGrad(
    FilledRowsGradient,
    signature="""
        RaggedFillEmptyRowsGrad(reverse_index_map: int64, grad_values: T)
        -> (d_values: T, d_default_value: T) | T: type
    """,
):
    """Gradients of the values, and the sum of the gradients of added rows."""
