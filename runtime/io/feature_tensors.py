"""Feature tensors, assembled from the outputs of the parsing ops."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.arrays.joining import concat, stack
from runtime.arrays.reshaping import repeat, reshape
from runtime.io.example_features import (
    RaggedFeature,
    RowLengths,
    RowLimits,
    RowSplits,
    RowStarts,
    SparseFeature,
    UniformRowLength,
    ValueRowIds,
)
from runtime.io.feature_arguments import index_keys
from runtime.math.casting import cast
from runtime.math.reductions import reduce_max, reduce_sum
from runtime.math.scans import cumsum
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.sparse.rearranging import reorder
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.tensor import Tensor


def assembled(
    features: Mapping[str, Any], tensors: Mapping[str, Any]
) -> dict[str, Any]:
    """The tensor of each feature, assembled from the tensors of its keys."""
    found = {}
    # TensorFlow's order: by kind and name, then what is put together of other keys
    direct = [key for key in tensors if key in features]
    for key in [*direct, *sorted(set(features) - set(direct))]:
        feature = features[key]
        if isinstance(feature, SparseFeature):
            found[key] = _indexed(feature, tensors)
        elif isinstance(feature, RaggedFeature):
            found[key] = _partitioned(feature, tensors, feature.value_key or key)
        else:
            found[key] = tensors[key]
    return found


def _indexed(feature: SparseFeature, tensors: Mapping[str, Any]) -> SparseTensor:
    values = tensors[feature.value_key]
    columns = [cast(tensors[key].values, dtypes.int64) for key in index_keys(feature)]
    sizes = feature.size if isinstance(feature.size, (list, tuple)) else [feature.size]
    if len(sizes) != len(columns):
        raise ValueError(
            f"There are {len(columns)} features of indices, but {len(sizes)} sizes: "
            f"{feature}"
        )
    # the last index only says which of the example's values it is
    batch = values.indices[:, :-1]
    indices = concat([batch, stack(columns, axis=1)], 1)
    shape = concat([values.dense_shape[:-1], cast(list(sizes), dtypes.int64)], 0)
    made = SparseTensor(indices, values.values, shape)
    return made if feature.already_sorted else reorder(made)


def _partitioned(feature: RaggedFeature, tensors: Mapping[str, Any], key: str) -> Any:
    found = tensors[key]
    is_batch = isinstance(found, RaggedTensor)
    for partition in reversed(feature.partitions):
        if isinstance(partition, UniformRowLength):
            rows: Any = partition.length
        else:
            rows = tensors[partition.key]
        if is_batch:
            found = _within_rows(found, partition, rows, feature.validate)
        else:
            found = _rows_of(found, partition, rows, feature)
    return found


_MAKERS: dict[type, str] = {
    RowSplits: "from_row_splits",
    RowLengths: "from_row_lengths",
    RowStarts: "from_row_starts",
    RowLimits: "from_row_limits",
    ValueRowIds: "from_value_rowids",
    UniformRowLength: "from_uniform_row_length",
}


def _rows_of(values: Any, partition: Any, rows: Any, feature: RaggedFeature) -> Any:
    """The values of one example in rows."""
    if isinstance(partition, UniformRowLength) and isinstance(values, Tensor):
        return reshape(values, [-1, rows, *values.shape[1:].as_list()])
    make = getattr(RaggedTensor, _MAKERS[type(partition)])
    partition_tensor = cast(rows, feature.row_splits_dtype)
    return make(values, partition_tensor, validate=feature.validate)


def _within_rows(
    ragged: RaggedTensor, partition: Any, rows: Any, validate: bool
) -> Any:
    """The values of each example of a batch in rows."""
    splits = ragged.row_splits
    if isinstance(partition, UniformRowLength):
        made = RaggedTensor.from_uniform_row_length(
            ragged.values, cast(rows, splits.dtype), validate=validate
        )
        return RaggedTensor.from_row_splits(made, splits // rows, validate=validate)
    places = rows.with_values(cast(rows.values, splits.dtype))
    if isinstance(partition, ValueRowIds):
        return _by_row_numbers(ragged, places, validate)
    lengths, outer = _LENGTHS[type(partition)](places, ragged)
    inner = RaggedTensor.from_row_lengths(ragged.values, lengths, validate=validate)
    return RaggedTensor.from_row_splits(inner, outer, validate=validate)


def _by_row_numbers(ragged: RaggedTensor, numbers: RaggedTensor, validate: bool) -> Any:
    none = apply_op("ZerosLike", [numbers.row_lengths()])
    counts = apply_op("Maximum", [reduce_max(numbers, axis=1) + 1, none])
    before = cumsum(counts, exclusive=True)
    places = numbers.values + repeat(before, numbers.row_lengths())
    inner = RaggedTensor.from_value_rowids(
        ragged.values, places, nrows=reduce_sum(counts), validate=validate
    )
    return RaggedTensor.from_row_lengths(inner, counts, validate=validate)


def _placed(places: RaggedTensor, ragged: RaggedTensor) -> Tensor:
    """Places counted from the beginning of all values, not of each example's."""
    starts = repeat(ragged.row_splits[:-1], places.row_lengths())
    moved: Tensor = places.values + starts
    return moved


def _given_lengths(lengths: RaggedTensor, _: RaggedTensor) -> tuple[Any, Any]:
    return lengths.values, lengths.row_splits


def _lengths_of_splits(splits: RaggedTensor, _: RaggedTensor) -> tuple[Any, Any]:
    ends = splits[:, 1:]
    return ends.values - splits[:, :-1].values, ends.row_splits


def _lengths_of_starts(starts: RaggedTensor, ragged: RaggedTensor) -> tuple[Any, Any]:
    placed = _placed(starts, ragged)
    ends = concat([placed[1:], ragged.row_splits[-1:]], 0)
    return ends[: apply_op("Size", [placed])] - placed, starts.row_splits


def _lengths_of_limits(limits: RaggedTensor, ragged: RaggedTensor) -> tuple[Any, Any]:
    placed = _placed(limits, ragged)
    starts = concat([ragged.row_splits[:1], placed], 0)[:-1]
    return placed - starts, limits.row_splits


_LENGTHS: dict[type, Callable[[RaggedTensor, RaggedTensor], tuple[Any, Any]]] = {
    RowLengths: _given_lengths,
    RowSplits: _lengths_of_splits,
    RowStarts: _lengths_of_starts,
    RowLimits: _lengths_of_limits,
}
