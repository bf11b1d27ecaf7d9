"""Conversion of ragged tensors to and from dense and sparse tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError
from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.rows import (
    cast,
    count_up,
    index_tensor,
    known,
    number,
    row_numbers,
    splits_of,
    take,
)
from runtime.tensors.conversion import constant_of, convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def to_tensor(
    ragged: RaggedTensor, default_value: Any, name: str | None, shape: Any
) -> Any:
    """The rows, padded to one tensor; sizes not in ``shape`` are the longest rows'."""
    flat = ragged.flat_values
    if default_value is None:
        zero = b"" if flat.dtype is dtypes.string else 0
        default = constant_of(np.array(zero, flat.dtype.numpy_dtype), flat.dtype)
    else:
        default = convert_to_tensor(default_value, flat.dtype, name="default_value")
    splits = ragged.nested_row_splits
    attrs = {"row_partition_types": [b"ROW_SPLITS"] * len(splits)}
    inputs = [_sizes(shape, ragged.shape), flat, default, list(splits)]
    return apply_op("RaggedTensorToTensor", inputs, attrs, name)


def _sizes(shape: Any, own: Shape) -> Tensor:
    if isinstance(shape, Tensor):
        return shape
    if shape is None:
        sizes: Any = [-1] * own.rank if own.rank is not None else -1
    else:
        known_sizes = Shape(shape)
        if known_sizes.rank is None:
            sizes = -1
        else:
            sizes = [-1 if size is None else size for size in known_sizes]
    return constant_of(np.array(sizes, np.int64), dtypes.int64)


def to_sparse(ragged: RaggedTensor, name: str | None) -> Any:
    """The values with their places, as a sparse tensor."""
    from runtime.sparse.sparse_tensor import SparseTensor

    parts = apply_op(
        "RaggedTensorToSparse",
        [list(ragged.nested_row_splits), ragged.flat_values],
        None,
        name,
    )
    return SparseTensor(*parts)


def from_sparse(cls: Any, sparse: Any, dtype: DType) -> Any:
    """The rows of a sparse matrix whose rows are filled from column 0 without gaps."""
    from runtime.sparse.sparse_tensor import SparseTensor

    if not isinstance(sparse, SparseTensor):
        raise TypeError(f"Expected SparseTensor, got {type(sparse).__name__}")
    rank = sparse.shape.rank
    if rank not in (None, 2):
        raise ValueError(f"rank(st_input) must be 2, got {rank}.")
    places = sparse.indices
    rows = cast(places[:, 0], dtype)
    array = known(places)
    if array is not None and len(array) and not _is_right_ragged(array):
        raise InvalidArgumentError(
            None, None, "SparseTensor is not right-ragged: entries are missing"
        )
    return cls.from_value_rowids(
        sparse.values, rows, cast(sparse.dense_shape[0], dtype), validate=False
    )


def _is_right_ragged(places: Any) -> bool:
    """Whether the columns count up from 0 in every row."""
    starts = np.flatnonzero(np.diff(places[:, 0], prepend=places[0, 0] - 1))
    first = np.repeat(starts, np.diff(starts, append=len(places)))
    return bool((places[:, 1] == np.arange(len(places)) - first).all())


def from_tensor(
    cls: Any,
    tensor: TensorLike,
    lengths: Any,
    padding: Any,
    ragged_rank: int,
    dtype: DType,
) -> Any:
    """The rows of a tensor; cut to lengths, or without padding at their ends.

    Raises:
      ValueError: for both, or a ragged rank that the tensor does not have.
    """
    if lengths is not None and padding is not None:
        raise ValueError("Specify argument `lengths` or `padding`, but not both.")
    if not isinstance(ragged_rank, int):
        raise TypeError(f"ragged_rank expected int, got {ragged_rank!r}")
    if ragged_rank <= 0:
        raise ValueError(f"ragged_rank must be greater than 0; got {ragged_rank}.")
    values = convert_to_tensor(tensor, name="tensor")
    rank = values.shape.rank
    if rank is not None and ragged_rank >= rank:
        raise ValueError(
            f"Shape {values.shape} must have rank at least {ragged_rank + 1}"
        )
    if (
        isinstance(lengths, (list, tuple))
        and lengths
        and isinstance(lengths[0], (list, tuple, Tensor, np.ndarray))
    ):
        return _cut_in_levels(cls, values, list(lengths), dtype)
    if ragged_rank > 1:
        return _in_levels(cls, values, lengths, padding, ragged_rank, dtype)
    sizes = apply_op("Shape", [values], {"out_type": dtype})
    flat = _flattened(values, 1, sizes)
    if padding is not None:
        lengths = _unpadded_lengths(values, padding, dtype)
    if lengths is not None:
        return _cut(cls, flat, lengths, sizes, dtype)
    uniform = values.shape[1] if rank is not None else None
    splits = count_up(sizes[0] + 1) * sizes[1]
    return cls._make(flat, splits, uniform)


def _flattened(values: Any, axis: int, sizes: Any) -> Any:
    """The axes up to ``axis`` as one."""
    whole = apply_op(
        "ConcatV2", [[number(-1, sizes.dtype)[None], sizes[axis + 1 :]], 0]
    )
    return apply_op("Reshape", [values, whole])


def _cut(cls: Any, flat: Any, lengths: Any, sizes: Any, dtype: DType) -> Any:
    asked = cast(index_tensor(lengths, "lengths"), dtype)
    if asked.shape.rank not in (None, 1):
        raise ValueError(f"Shape {asked.shape} must have rank 1")
    taken = apply_op("Minimum", [asked, sizes[1]])
    taken = apply_op("Maximum", [taken, number(0, dtype)])
    splits = splits_of(taken)
    rows = row_numbers(splits)
    places = count_up(splits[-1]) - take(splits, rows) + rows * sizes[1]
    return cls._make(take(flat, places), splits)


def _cut_in_levels(cls: Any, values: Any, lengths: list[Any], dtype: DType) -> Any:
    """Cut to nested lengths, from the outermost in."""
    sizes = apply_op("Shape", [values], {"out_type": dtype})
    outer = _cut(cls, _flattened(values, 1, sizes), lengths[0], sizes, dtype)
    if len(lengths) == 1:
        return outer
    return outer.with_values(_cut_in_levels(cls, outer.values, lengths[1:], dtype))


def _in_levels(
    cls: Any, values: Any, lengths: Any, padding: Any, depth: int, dtype: DType
) -> Any:
    """The last of several ragged axes may be cut; the others keep all their rows."""
    sizes = apply_op("Shape", [values], {"out_type": dtype})
    inner = from_tensor(
        cls, _flattened(values, 1, sizes), lengths, padding, depth - 1, dtype
    )
    splits = count_up(sizes[0] + 1) * sizes[1]
    uniform = values.shape[1] if values.shape.rank else None
    return cls._make(inner, splits, uniform)


def _unpadded_lengths(values: Any, padding: Any, dtype: DType) -> Any:
    """How long each row is without the padding at its end."""
    filler = convert_to_tensor(padding, values.dtype, name="padding")
    differs = apply_op("NotEqual", [values, filler])
    rank = values.shape.rank or 2
    if rank > 2:
        axes = np.arange(2, rank, dtype=np.int32)
        differs = apply_op("Any", [differs, axes])
    sizes = apply_op("Shape", [differs], {"out_type": dtype})
    places = count_up(sizes[1]) + 1
    zeros = apply_op("ZerosLike", [places])
    marked = apply_op("SelectV2", [differs, places, zeros])
    # a row without columns has no greatest place
    padded = apply_op("PadV2", [marked, [[0, 0], [1, 0]], number(0, dtype)])
    return apply_op("Max", [padded, 1])
