"""RaggedTensorToTensor: ragged tensors padded to dense tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets
from graphir.shapes import UNKNOWN, Shape


class RaggedTensorToTensor(
    Op,
    signature="""
        RaggedTensorToTensor(shape: Tshape, values: T, default_value: T,
                             row_partition_tensors: num_row_partition_tensors*Tindex)
        -> (result: T)
        | T: type; Tindex: type in [int64,int32]; Tshape: type in [int64,int32];
          num_row_partition_tensors: int >= 1; row_partition_types: list(string)
    """,
):
    """Rows of different lengths as one tensor, cut or filled up with a default."""

    def infer_shape(self) -> Shape:
        rank = self.values.shape.rank
        ragged_rank = len(self.row_partition_types)
        if self.row_partition_types[0] == b"FIRST_DIM_SIZE":
            ragged_rank -= 1
        self.shape.shape.with_rank_at_most(1)
        sizes = self.constant("shape")
        if sizes is None or np.ndim(sizes) == 0:
            if rank is None:
                return UNKNOWN
            sizes = [-1] * (rank + ragged_rank)
        own = self._row_count(), *([None] * ragged_rank), *self._inner_sizes()
        if len(own) != len(sizes):
            return Shape([None if size < 0 else int(size) for size in sizes])
        pairs = zip(sizes, own, strict=True)
        return Shape([found if size < 0 else int(size) for size, found in pairs])

    def _row_count(self) -> int | None:
        splits = self.row_partition_tensors[0].shape
        if self.row_partition_types[0] != b"ROW_SPLITS" or splits.rank != 1:
            return None
        return None if splits[0] is None else int(splits[0]) - 1

    def _inner_sizes(self) -> list[int | None]:
        shape = self.values.shape
        return [] if shape.rank is None else list(shape[1:])

    def compute(
        self, shape: Any, values: Any, default_value: Any, row_partition_tensors: Any
    ) -> Any:
        if np.ndim(default_value) >= np.ndim(values):
            raise self.invalid(
                f"default_value.shape={in_brackets(np.shape(default_value))} and "
                f"rt_input.flat_values.shape={in_brackets(np.shape(values))} are "
                f"incompatible"
            )
        if np.ndim(shape) > 1:
            raise self.invalid("shape must be a scalar or vector")
        splits = self._row_splits(row_partition_tensors)
        places = [np.arange(len(splits[0]) - 1)]
        sizes = [len(splits[0]) - 1]
        for each in splits:
            lengths = np.diff(each)
            parents = np.repeat(np.arange(len(lengths)), lengths)
            columns = np.arange(len(parents)) - each[parents]
            places = [*(place[parents] for place in places), columns]
            sizes.append(int(lengths.max(initial=0)))
        if len(places[0]) != len(values):
            raise self.invalid(
                f"The row partitions are of {len(places[0])} values; there are "
                f"{len(values)}."
            )
        asked = np.ravel(shape) if np.ndim(shape) else [-1] * (len(sizes) + values.ndim)
        dims = [
            size if want < 0 else int(want)
            for size, want in zip([*sizes, *values.shape[1:]], asked)
        ]
        result = np.empty(dims, values.dtype)
        result[...] = default_value
        fits = np.ones(len(values), bool)
        for place, size in zip(places, dims):
            fits &= place < size
        result[tuple(place[fits] for place in places)] = values[fits]
        return result

    def _row_splits(self, partitions: list[Any]) -> list[Any]:
        kinds = list(self.row_partition_types)
        count = None
        if kinds[0] == b"FIRST_DIM_SIZE":
            count = int(partitions[0])
            kinds, partitions = kinds[1:], partitions[1:]
        splits = []
        for kind, each in zip(kinds, partitions):
            if kind == b"ROW_SPLITS":
                splits.append(np.asarray(each))
            elif kind == b"VALUE_ROWIDS" and count is not None:
                lengths = np.bincount(each, minlength=count)
                splits.append(np.concatenate([[0], np.cumsum(lengths)]))
            else:
                raise self.invalid(f"Row partitions of type {kind!r} are not read.")
            count = int(splits[-1][-1]) if len(splits[-1]) else 0
        return splits

    def input_gradients(self, d_result: Any) -> Any:
        op = self.op
        rows = op.StridedSlice(op.Shape(self.values), [0], [1], [1], shrink_axis_mask=1)
        if self.values.shape.rank != 1:
            raise LookupError(
                "The gradient of RaggedTensorToTensor needs values of rank 1."
            )
        # where each value went: the same rows, filled with the values' own places
        places = op.RaggedTensorToTensor(
            self.shape,
            op.Range(0, rows, 1),
            -1,
            self.row_partition_tensors,
            row_partition_types=self.row_partition_types,
        )
        flat = op.Reshape(places, [-1])
        d_flat = op.Reshape(d_result, [-1])
        d_values = op.UnsortedSegmentSum(d_flat, flat, rows)
        is_default = op.Cast(op.Less(flat, 0), DstT=self.T)
        d_default = op.Sum(op.Mul(d_flat, is_default), [0])
        return None, d_values, d_default, [None] * len(self.row_partition_tensors)
