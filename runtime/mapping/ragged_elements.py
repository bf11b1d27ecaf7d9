"""`tf.map_fn` with ragged or sparse inputs or results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.errors import InvalidArgumentError
from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.arrays.joining import concat
from runtime.context import current_trace
from runtime.control_flow.while_loops import while_loop
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec
from runtime.sparse.mapping import SparseColumn, SparseRows
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensor_arrays.tensor_array import TensorArray
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.structure import flatten, map_structure, pack


def has_rows(leaf: Any) -> bool:
    """Whether a leaf of the inputs or of the signature is ragged or sparse.

    A ragged or sparse spec describes the result for one element.
    """
    kinds = RaggedTensor, RaggedTensorSpec, SparseTensor, SparseTensorSpec
    return isinstance(leaf, kinds)


def map_rows(fn: Callable[..., Any], elems: Any, signature: Any) -> Any:
    """Applies ``fn`` to each element along the first axis; the results are rows.

    Raises:
      ValueError: for elements of different lengths, another number of results, or a
        result of another ragged rank.
      InvalidArgumentError: for a result of another dtype.
    """
    rows = map_structure(_as_rows, elems, composites=False)
    like = rows if signature is None else signature
    columns = [_column(each) for each in flatten(like, composites=False)]
    count = _row_count(flatten(rows, composites=False))

    def results(index: Any) -> list[Any]:
        element = map_structure(lambda each: each[index], rows, composites=False)
        found = flatten(fn(element), composites=False)
        if len(found) != len(columns):
            raise ValueError(
                f"`fn` gave {len(found)} results, but {len(columns)} were declared by "
                "`fn_output_signature` (or `elems`)."
            )
        return [column.checked(each) for column, each in zip(columns, found)]

    if current_trace() is None:
        made = [results(index) for index in range(int(count))]
        parts = list(zip(*made)) if made else [()] * len(columns)
        whole = [column.stacked(each) for column, each in zip(columns, parts)]
    else:
        whole = _recorded(results, columns, count)
    return pack(like, whole, composites=False)


def _as_rows(leaf: Any) -> Any:
    if isinstance(leaf, SparseTensor):
        return SparseRows(leaf)
    return leaf if isinstance(leaf, RaggedTensor) else convert_to_tensor(leaf)


def _recorded(
    results: Callable[[Any], list[Any]],
    columns: list[_Column | SparseColumn],
    count: Any,
) -> list[Any]:
    """One ``while`` that writes what comes of each index."""

    def step(index: Any, arrays: Any) -> Any:
        pairs = zip(columns, arrays, results(index))
        written = [column.written(to, index, each) for column, to, each in pairs]
        return index + 1, written

    start = [column.arrays(count) for column in columns]
    _, arrays = while_loop(
        lambda index, _: index < count, step, (0, start), maximum_iterations=count
    )
    return [column.joined(each) for column, each in zip(columns, arrays)]


def _row_count(rows: list[Any]) -> Any:
    if any(each.shape.rank == 0 for each in rows):
        raise ValueError(
            "map_fn: elements in elems must be 1+ dimensional Tensors, not scalars"
        )
    known = {each.shape[0] for each in rows if each.shape.rank} - {None}
    if len(known) > 1:
        raise ValueError(f"map_fn: elems have different lengths: {sorted(known)}")
    if known:
        return known.pop()
    first = rows[0]
    if not isinstance(first, (RaggedTensor, SparseRows)):
        return apply_op("Shape", [first])[0]
    return apply_op("Cast", [first.nrows()], {"DstT": dtypes.int32})


class _Column:
    """Results of one kind, which are alike: stacked they are a tensor."""

    def __init__(self, dtype: Any, row_shape: Shape) -> None:
        self.dtype = dtype
        self.row_shape = row_shape

    def checked(self, result: Any) -> Any:
        """The result as a tensor of the declared dtype."""
        tensor = convert_to_tensor(
            result, None if hasattr(result, "dtype") else self.dtype
        )
        if tensor.dtype.base_dtype is not self.dtype:
            raise InvalidArgumentError(
                None,
                None,
                f"TensorArray dtype is {self.dtype.name} but Op is trying to write "
                f"dtype {tensor.dtype.name}: declare it with `fn_output_signature`",
            )
        return tensor

    def stacked(self, results: Any) -> Any:
        """Results of eager calls, together."""
        if not results:
            return convert_to_tensor(np.empty(0, self.dtype.numpy_dtype), self.dtype)
        return apply_op("Pack", [list(results)])

    def arrays(self, count: Any) -> Any:
        """The tensor arrays that the results of a loop are written to."""
        return TensorArray(self.dtype, size=count)

    def written(self, array: Any, index: Any, result: Any) -> Any:
        """The TensorArrays with one more result."""
        return array.write(index, result)

    def joined(self, array: Any) -> Any:
        """The results of a loop, together."""
        return array.stack()


class _RaggedColumn(_Column):
    """Rows of different lengths: concatenated values, and lengths for each axis."""

    def __init__(self, row: RaggedTensorSpec) -> None:
        super().__init__(row.dtype, row.shape)
        self.row = row
        self.depth = max(row.ragged_rank, 0)
        """How many axes of a result are ragged."""

    def checked(self, result: Any) -> Any:
        """The parts of a result: flat values, lengths for each axis, their number."""
        found = result
        if not isinstance(result, RaggedTensor):
            has_dtype = hasattr(result, "dtype")
            found = convert_to_tensor(result, None if has_dtype else self.dtype)
        depth = getattr(found, "ragged_rank", 0)
        fits = depth == self.depth and found.dtype.base_dtype is self.dtype
        if not fits or not found.shape.is_compatible_with(self.row_shape):
            raise ValueError(
                "Error in map_fn:\n  Expected `fn` to return a:\n"
                f"    {self.row!r}\n  But it returned:\n    {found!r}\n"
                "  To fix, update the `fn_output_signature` argument, or what `fn` "
                "returns."
            )
        if not depth:
            return [found, apply_op("Shape", [found], _INT64)[0]]
        lengths = [_as_int64(each) for each in found.nested_row_lengths()]
        return [found.flat_values, *lengths, _as_int64(found.nrows())]

    def stacked(self, results: Any) -> Any:
        """Results of eager calls, together."""
        if not results:
            shape = self._flat_shape
            empty = [] if shape.rank is None else [each or 0 for each in shape[1:]]
            values = np.empty((0, *empty), self.dtype.numpy_dtype)
            none = np.empty(0, np.int64)
            return self._rows(values, [none] * self.depth, none)
        *parts, counts = zip(*results)
        joined = [concat(list(each), 0) for each in parts]
        return self._rows(joined[0], joined[1:], apply_op("Pack", [list(counts)]))

    def arrays(self, count: Any) -> Any:
        parts = [TensorArray(self.dtype, size=count, element_shape=self._flat_shape)]
        for shape in [[None]] * self.depth + [[]]:
            parts.append(TensorArray(dtypes.int64, size=count, element_shape=shape))
        return parts

    def written(self, array: Any, index: Any, result: Any) -> Any:
        return [each.write(index, part) for each, part in zip(array, result)]

    def joined(self, array: Any) -> Any:
        *parts, counts = array
        values, *lengths = (each.concat() for each in parts)
        return self._rows(values, lengths, counts.stack())

    @property
    def _flat_shape(self) -> Shape:
        shape = self.row_shape
        if shape.rank is None:
            return shape
        return Shape([None]).concatenate(shape[self.depth + 1 :])

    def _rows(self, values: Any, lengths: list[Any], counts: Any) -> Any:
        """The rows of all results; where a length is declared, all have it."""
        result: Any = convert_to_tensor(values, self.dtype)
        known: list[int | None] = [None] * (self.depth + 1)
        if self.row_shape.rank is not None and self.depth:
            known = list(self.row_shape)[: self.depth + 1]
        levels = [counts, *lengths]
        for axis in reversed(np.arange(len(levels)).tolist()):
            each = convert_to_tensor(levels[axis], dtypes.int64)
            result = self._row_level(result, each, known[axis])
        return result.with_row_splits_dtype(self.row.row_splits_dtype)

    def _row_level(self, values: Any, lengths: Any, size: int | None) -> Any:
        if size is None:
            return RaggedTensor.from_row_lengths(values, lengths, validate=False)
        count = apply_op("Shape", [lengths], _INT64)[0]
        return RaggedTensor.from_uniform_row_length(values, size, count)


_INT64: Final = {"out_type": dtypes.int64}


def _as_int64(tensor: Any) -> Any:
    return apply_op("Cast", [tensor], {"DstT": dtypes.int64})


def _column(kind: Any) -> _Column | SparseColumn:
    if isinstance(kind, SparseRows):
        return SparseColumn(SparseTensorSpec(None, kind.dtype))
    if isinstance(kind, SparseTensorSpec):
        return SparseColumn(kind)
    dtype = as_dtype(getattr(kind, "dtype", kind))
    if isinstance(kind, RaggedTensor):
        return _RaggedColumn(_spec_of_row(kind))
    if isinstance(kind, RaggedTensorSpec):
        return _RaggedColumn(kind)
    return _Column(dtype, Shape(None))


def _spec_of_row(rows: RaggedTensor) -> RaggedTensorSpec:
    """The spec of what comes of a row, unless a signature says it: of any shape."""
    depth = rows.ragged_rank - 1
    return RaggedTensorSpec(None, rows.dtype, depth, rows.row_splits.dtype)


__all__ = ["has_rows", "map_rows"]
