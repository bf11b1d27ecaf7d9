"""What makes datasets of TensorFlow 1: readers, functions and specs of older names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from runtime.data.datasets.base import DatasetBase
from runtime.data.earlier_datasets import DatasetV1Adapter, earlier, giving_earlier
from runtime.data.experimental import transformations
from runtime.data.experimental.transformations import RandomDatasetV2, Transformation
from runtime.data.readers import examples, separated_values
from runtime.data.readers.databases import SqlDatasetV2
from runtime.data.readers.files import (
    FixedLengthRecordDatasetV2,
    TextLineDatasetV2,
    TFRecordDatasetV2,
)
from runtime.data.readers.separated_values import CsvDatasetV2
from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensor_arrays.tensor_array_spec import TensorArraySpec
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike

if TYPE_CHECKING:
    from typing_extensions import Self


Counter = giving_earlier(transformations.Counter)
choose_from_datasets = giving_earlier(transformations.choose_from_datasets)
sample_from_datasets = giving_earlier(transformations.sample_from_datasets)
make_batched_features_dataset = giving_earlier(examples.make_batched_features_dataset)
make_csv_dataset = giving_earlier(separated_values.make_csv_dataset)


class TFRecordDatasetV1(DatasetV1Adapter):
    """The records of TFRecord files, as a dataset of TensorFlow 1."""

    def __new__(
        cls,
        filenames: TensorLike | DatasetBase,
        compression_type: TensorLike | None = None,
        buffer_size: TensorLike | None = None,
        num_parallel_reads: int | None = None,
        name: str | None = None,
    ) -> Self:
        settings = (compression_type, buffer_size, num_parallel_reads, name)
        return earlier(TFRecordDatasetV2(filenames, *settings), cls)


class TextLineDatasetV1(DatasetV1Adapter):
    """The lines of text files, as a dataset of TensorFlow 1."""

    def __new__(
        cls,
        filenames: TensorLike | DatasetBase,
        compression_type: TensorLike | None = None,
        buffer_size: TensorLike | None = None,
        num_parallel_reads: int | None = None,
        name: str | None = None,
    ) -> Self:
        settings = (compression_type, buffer_size, num_parallel_reads, name)
        return earlier(TextLineDatasetV2(filenames, *settings), cls)


class FixedLengthRecordDatasetV1(DatasetV1Adapter):
    """Records of one size, as a dataset of TensorFlow 1."""

    def __new__(
        cls,
        filenames: TensorLike | DatasetBase,
        record_bytes: TensorLike,
        header_bytes: TensorLike | None = None,
        footer_bytes: TensorLike | None = None,
        buffer_size: TensorLike | None = None,
        compression_type: TensorLike | None = None,
        num_parallel_reads: int | None = None,
        name: str | None = None,
    ) -> Self:
        sizes = (record_bytes, header_bytes, footer_bytes, buffer_size)
        settings = (compression_type, num_parallel_reads, name)
        return earlier(FixedLengthRecordDatasetV2(filenames, *sizes, *settings), cls)


class CsvDatasetV1(DatasetV1Adapter):
    """Rows of files of separated values, as a dataset of TensorFlow 1."""

    def __new__(
        cls,
        filenames: TensorLike | DatasetBase,
        record_defaults: Sequence[Any],
        compression_type: TensorLike | None = None,
        buffer_size: TensorLike | None = None,
        header: bool = False,
        field_delim: str = ",",
        use_quote_delim: bool = True,
        na_value: str = "",
        select_cols: Sequence[Any] | None = None,
    ) -> Self:
        found = CsvDatasetV2(
            filenames,
            record_defaults,
            compression_type,
            buffer_size,
            header,
            field_delim,
            use_quote_delim,
            na_value,
            select_cols,
        )
        return earlier(found, cls)


class SqlDatasetV1(DatasetV1Adapter):
    """Rows that a query finds in a database, as a dataset of TensorFlow 1."""

    def __new__(
        cls,
        driver_name: TensorLike,
        data_source_name: TensorLike,
        query: TensorLike,
        output_types: Any,
    ) -> Self:
        found = SqlDatasetV2(driver_name, data_source_name, query, output_types)
        return earlier(found, cls)


class RandomDatasetV1(DatasetV1Adapter):
    """Random int64 numbers of 32 bits, as a dataset of TensorFlow 1."""

    def __new__(cls, seed: TensorLike | None = None, name: str | None = None) -> Self:
        return earlier(RandomDatasetV2(seed, name=name), cls)


def map_and_batch_with_legacy_function(
    map_func: Callable[..., Any],
    batch_size: int,
    num_parallel_batches: int | None = None,
    drop_remainder: TensorLike = False,
    num_parallel_calls: TensorLike | None = None,
) -> Transformation:
    """Batches of a function's results, as `map_and_batch` gives them.

    Raises:
      ValueError: if both ``num_parallel_batches`` and ``num_parallel_calls`` are set.
    """
    return transformations.map_and_batch(
        map_func, batch_size, num_parallel_batches, drop_remainder, num_parallel_calls
    )


def TensorStructure(dtype: DTypeLike, shape: ShapeLike) -> TensorSpec:
    """The spec of a tensor.

    >>> tf.compat.v1.data.experimental.TensorStructure(tf.float32, [2])
    TensorSpec(shape=(2,), dtype=tf.float32, name=None)
    """
    return TensorSpec(shape, dtype)


def SparseTensorStructure(dtype: DTypeLike, shape: ShapeLike) -> SparseTensorSpec:
    """The spec of a sparse tensor."""
    return SparseTensorSpec(shape, dtype)


def TensorArrayStructure(
    dtype: DTypeLike, element_shape: ShapeLike, dynamic_size: bool, infer_shape: bool
) -> TensorArraySpec:
    """The spec of a tensor array."""
    return TensorArraySpec(element_shape, dtype, dynamic_size, infer_shape)


def RaggedTensorStructure(
    dtype: DTypeLike, shape: ShapeLike, ragged_rank: int
) -> RaggedTensorSpec:
    """The spec of a ragged tensor."""
    return RaggedTensorSpec(shape, dtype, ragged_rank)


__all__ = [
    "Counter",
    "CsvDatasetV1",
    "FixedLengthRecordDatasetV1",
    "RaggedTensorStructure",
    "RandomDatasetV1",
    "SparseTensorStructure",
    "SqlDatasetV1",
    "TFRecordDatasetV1",
    "TensorArrayStructure",
    "TensorStructure",
    "TextLineDatasetV1",
    "choose_from_datasets",
    "make_batched_features_dataset",
    "make_csv_dataset",
    "map_and_batch_with_legacy_function",
    "sample_from_datasets",
]
