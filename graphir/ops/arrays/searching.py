"""Searching: non-zero elements, unique elements, top k, sorted insertion points."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from graphir import dtypes
from graphir.ops.contract.declaration import Op, no_gradient, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.shapes import UNKNOWN, Shape


class Where(
    Op,
    signature="""
        Where(input: T) -> (index: int64)
        | T: type in [float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,
          qint32,bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64,bool]
          = bool
    """,
):
    """The index vectors of the elements that are not zero, in row-major order."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape([None, self.input.shape.rank])

    def compute(self, input: Any) -> Any:
        if np.ndim(input) == 0:
            raise self.invalid("WhereOp : Unhandled input dimensions: 0")
        return np.argwhere(input)


class UniqueOps(Op):
    """Distinct elements in the order of their first appearance."""

    input_gradients = no_gradient

    def infer_shape(self) -> list[Shape]:
        x, axis = self.x.shape, self._known_axis()
        if len(self._inputs) == 1:
            x.with_rank(1)  # an axis is needed for others
        distinct, index = UNKNOWN, Shape([None])
        if x.rank is not None and axis is None:
            distinct = Shape([None] * x.rank)
        elif x.rank and axis is not None:
            position = axis % x.rank
            sizes = [None if i == position else size for i, size in enumerate(x)]
            distinct, index = Shape(sizes), Shape([x[position]])
        shapes = [distinct, index, Shape([None])]
        return shapes[: len(self.declared().outputs)]

    def _known_axis(self) -> int | None:
        if len(self._inputs) == 1:
            return 0
        axis = self.constant("axis")
        if axis is None:
            return None
        return int(np.ravel(axis)[0]) if np.size(axis) else 0

    def _unique(self, x: Any, axis: Any) -> Any:
        array = np.asarray(x)
        if np.size(axis) == 0 and array.ndim != 1:
            raise self.invalid("unique expects a 1D vector.")
        position = int(np.ravel(axis)[0]) if np.size(axis) else 0
        rows = np.moveaxis(array, position, 0)
        seen: dict[Any, int] = {}
        keys = rows.tolist() if rows.ndim == 1 else [_row_key(row) for row in rows]
        index = [seen.setdefault(key, len(seen)) for key in keys]
        first = [keys.index(key) for key in seen] if len(seen) < 64 else _firsts(index)
        counts = np.bincount(np.array(index, np.int64), minlength=len(seen))
        distinct = np.moveaxis(rows[first], 0, position)
        dtype = self.out_idx.numpy_dtype
        return distinct, np.array(index, dtype), counts.astype(dtype)


def _row_key(row: Any) -> Any:
    """What equal rows share: floats as numbers, since -0.0 is 0.0 and NaN no NaN."""
    return row.tobytes() if row.dtype.kind in "biu" else tuple(row.ravel().tolist())


def _firsts(index: list[int]) -> list[int]:
    places: dict[int, int] = {}
    for position, each in enumerate(index):
        places.setdefault(each, position)
    return list(places.values())


class Unique(
    UniqueOps,
    signature="""
        Unique(x: T) -> (y: T, idx: out_idx)
        | T: type; out_idx: type in [int32,int64] = int32
    """,
):
    """Distinct elements of a vector, and for each element which of them it is."""

    def compute(self, x: Any) -> Any:
        return self._unique(x, ())[:2]


class UniqueV2(
    UniqueOps,
    signature="""
        UniqueV2(x: T, axis: Taxis) -> (y: T, idx: out_idx)
        | T: type; Taxis: type in [int32,int64] = int64;
          out_idx: type in [int32,int64] = int32
    """,
):
    """Distinct slices along an axis."""

    def compute(self, x: Any, axis: Any) -> Any:
        return self._unique(x, axis)[:2]


class UniqueWithCounts(
    UniqueOps,
    signature="""
        UniqueWithCounts(x: T) -> (y: T, idx: out_idx, count: out_idx)
        | T: type; out_idx: type in [int32,int64] = int32
    """,
):
    """Distinct elements of a vector and how often each occurs."""

    def compute(self, x: Any) -> Any:
        return self._unique(x, ())


class UniqueWithCountsV2(
    UniqueOps,
    signature="""
        UniqueWithCountsV2(x: T, axis: Taxis) -> (y: T, idx: out_idx, count: out_idx)
        | T: type; Taxis: type in [int32,int64] = int64;
          out_idx: type in [int32,int64] = int32
    """,
):
    """Distinct slices along an axis and how often each occurs."""

    def compute(self, x: Any, axis: Any) -> Any:
        return self._unique(x, axis)


class ListDiff(
    Op,
    signature="""
        ListDiff(x: T, y: T) -> (out: T, idx: out_idx)
        | T: type; out_idx: type in [int32,int64] = int32
    """,
):
    """The elements of x that y lacks, and their indices in x."""

    input_gradients = no_gradient

    def infer_shape(self) -> list[Shape]:
        return [Shape([None]), Shape([None])]

    def compute(self, x: Any, y: Any) -> Any:
        for name, each in (("x", x), ("y", y)):
            if np.ndim(each) != 1:
                raise self.invalid(f"{name} should be a 1D vector.")
        left, right = np.asarray(x), set(np.asarray(y).tolist())
        places = [i for i, each in enumerate(left.tolist()) if each not in right]
        return left[places], np.array(places, self.out_idx.numpy_dtype)


class TopKV2(
    Op,
    signature="""
        TopKV2(input: T, k: Tk) -> (values: T, indices: index_type)
        | sorted: bool = True;
          T: type in [float,double,int32,uint8,int16,int8,int64,bfloat16,uint16,half,
          uint32,uint64];
          Tk: type in [int16,int32,int64] = int32;
          index_type: type in [int16,int32,int64] = int32
    """,
):
    """The k largest elements along the last axis; the first of equals comes first."""

    def infer_shape(self) -> list[Shape]:
        shape, k = self.input.shape.with_rank_at_least(1), self.constant("k")
        if shape.rank is None:
            return [UNKNOWN, UNKNOWN]
        count = None if k is None else int(k)
        if count is not None and shape[-1] is not None and count > shape[-1]:
            raise ValueError(_too_few_columns(shape[-1], count))
        return [Shape([*shape[:-1], count])] * 2

    def compute(self, input: Any, k: Any) -> Any:
        array, count = np.asarray(input), int(k)
        if count < 0:
            raise self.invalid(f"Need k >= 0, got {count}")
        if array.ndim < 1:
            raise self.invalid(
                f"input must be >= 1-D, got shape {in_brackets(array.shape)}"
            )
        if count > array.shape[-1]:
            raise self.invalid(_too_few_columns(array.shape[-1], count))
        # reversed twice, so that a stable sort keeps equals in their order
        backwards = np.argsort(array[..., ::-1], axis=-1, kind="stable")[..., ::-1]
        order = (array.shape[-1] - 1 - backwards)[..., :count]
        values = np.take_along_axis(array, order, -1)
        return values, order.astype(self.index_type.numpy_dtype)

    def input_gradients(self, d_values: Any, d_indices: Any) -> Any:
        op = self.op
        if self.input.shape.rank and self.input.shape[-1] == 0:
            return op.ZerosLike(self.input), None
        shape = op.Shape(self.input)
        columns = op.StridedSlice(shape, [-1], [0], [1], end_mask=1, shrink_axis_mask=1)
        last = op.StridedSlice(
            op.Shape(self.indices), [-1], [0], [1], end_mask=1, shrink_axis_mask=1
        )
        rows = op.Size(self.input)
        starts = op.Range(0, rows, columns)
        indices = op.Cast(self.indices, DstT=shape.dtype)
        # -1 would not tell the number of rows where no element is taken
        flat = op.Reshape(indices, op.Pack([op.Size(starts), last]))
        places = op.Reshape(op.AddV2(flat, op.ExpandDims(starts, -1)), [-1, 1])
        scattered = op.ScatterNd(places, op.Reshape(d_values, [-1]), op.Pack([rows]))
        return op.Reshape(scattered, shape), None


class TopK(
    TopKV2,
    signature="""
        TopK(input: T) -> (values: T, indices: int32)
        | k: int >= 0; sorted: bool = True;
          T: type in [float,double,int32,uint8,int16,int8,int64,bfloat16,uint16,half,
          uint32,uint64]
    """,
):
    """TopKV2 with ``k`` as an attribute."""

    index_type = dtypes.int32

    def constant(self, name: str) -> Any:
        return np.int32(self.k) if name == "k" else super().constant(name)

    def compute(self, input: Any) -> Any:  # type: ignore[override]
        return super().compute(input, self.k)

    def input_gradients(self, d_values: Any, d_indices: Any) -> Any:
        return super().input_gradients(d_values, d_indices)[:1]


def _too_few_columns(columns: int, needed: int) -> str:
    return f"input must have at least k columns. Had {columns}, needed {needed}"


class InTopKV2(
    Op,
    signature="""
        InTopKV2(predictions: float, targets: T, k: T) -> (precision: bool)
        | T: type in [int32,int64] = int32
    """,
):
    """Whether each row's target is among its k largest predictions."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        self.predictions.shape.with_rank(2)
        shape: Shape = self.targets.shape.with_rank(1)
        return shape

    def compute(self, predictions: Any, targets: Any, k: Any) -> Any:
        if predictions.ndim != 2 or np.ndim(targets) != 1:
            raise self.invalid(
                "predictions must be 2-dimensional, targets 1-dimensional"
            )
        if len(predictions) != len(targets):
            raise self.invalid(
                f"First dimension of predictions {len(predictions)} must match length "
                f"of targets {len(targets)}"
            )
        classes = predictions.shape[1]
        valid = (targets >= 0) & (targets < classes)
        chosen = np.where(valid, targets, 0)
        scores = predictions[np.arange(len(targets)), chosen]
        larger = (predictions > scores[:, None]).sum(1)
        # a row with an infinite or undefined score has no ranking
        return valid & np.isfinite(scores) & (larger < int(k))


class SortedSearch(Op):
    """Both arguments are matrices with the same number of rows."""

    input_gradients = not_differentiable
    _side: Literal["left", "right"] = "left"

    def infer_shape(self) -> Shape:
        shape: Shape = self.values.shape
        return shape

    def compute(self, sorted_inputs: Any, values: Any) -> Any:
        if sorted_inputs.ndim != 2 or values.ndim != 2:
            raise self.invalid("sorted input argument and values must be matrices")
        if len(sorted_inputs) != len(values):
            raise self.invalid("Leading dim_size of both tensors must match.")
        rows = [
            np.searchsorted(row, wanted, self._side)
            for row, wanted in zip(sorted_inputs, values)
        ]
        return np.array(rows, self.out_type.numpy_dtype).reshape(values.shape)


class LowerBound(
    SortedSearch,
    signature="""
        LowerBound(sorted_inputs: T, values: T) -> (output: out_type)
        | T: type; out_type: type in [int32,int64] = int32
    """,
):
    """In each row, the first position at which the value keeps the row sorted."""


class UpperBound(
    SortedSearch,
    signature="""
        UpperBound(sorted_inputs: T, values: T) -> (output: out_type)
        | T: type; out_type: type in [int32,int64] = int32
    """,
):
    """In each row, the last position at which the value keeps the row sorted."""

    _side = "right"


class UnravelIndex(
    Op,
    signature="""
        UnravelIndex(indices: Tidx, dims: Tidx) -> (output: Tidx)
        | Tidx: type in [int32,int64] = int32
    """,
):
    """Flat indices as index vectors, one row of the result an axis."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        axes = self.dims.shape.num_elements()
        indices = self.indices.shape
        return (
            Shape([axes])
            if indices.rank == 0
            else Shape([axes, indices.num_elements()])
        )

    def compute(self, indices: Any, dims: Any) -> Any:
        flat, sizes = np.asarray(indices), np.asarray(dims).tolist()
        total = int(np.prod(sizes))
        if (flat < 0).any() or (flat >= total).any():
            raise self.invalid("index is out of bound as with dims")
        found = np.stack(np.unravel_index(flat.ravel(), sizes)).astype(flat.dtype)
        return found[:, 0] if flat.ndim == 0 else found
