"""Sequence columns: several steps for each example."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.shapes import Shape, as_shape
from runtime.arrays.filling import zeros
from runtime.arrays.joining import concat
from runtime.arrays.reshaping import reshape
from runtime.arrays.reshaping import shape as shape_of
from runtime.feature_columns.categories import (
    categorical_column_with_hash_bucket,
    categorical_column_with_identity,
)
from runtime.feature_columns.columns import (
    CategoricalColumn,
    IdWeightPair,
    SequenceDenseColumn,
    TensorSequenceLengthPair,
    checked_key,
)
from runtime.feature_columns.configurations import (
    deserialize_feature_column,
    found_function,
    plain_function,
    serialize_feature_column,
)
from runtime.feature_columns.numeric import checked_sizes
from runtime.feature_columns.vocabularies import (
    categorical_column_with_vocabulary_file,
    categorical_column_with_vocabulary_list,
)
from runtime.io.example_features import VarLenFeature
from runtime.math.reductions import reduce_prod
from runtime.math.segments import segment_max
from runtime.sparse.construction import to_dense
from runtime.sparse.rearranging import reshape as sparse_reshape
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.likes import DTypeLike, ShapeLike
from runtime.tensors.tensor import Tensor


class _Sequence(NamedTuple):
    categorical_column: Any


class SequenceCategoricalColumn(CategoricalColumn, _Sequence):
    """A categorical column whose second axis is time."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The name of the column."""
        found: str = self.categorical_column.name
        return found

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The parsing spec of the column."""
        found: dict[str, Any] = self.categorical_column.parse_example_spec
        return found

    @property
    def parents(self) -> list[Any]:
        """The column."""
        return [self.categorical_column]

    @property
    def num_buckets(self) -> int:
        """The number of categories."""
        found: int = self.categorical_column.num_buckets
        return found

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The feature transformed by the column."""
        return self.categorical_column.transform_feature(
            transformation_cache, state_manager
        )

    def get_sparse_tensors(
        self, transformation_cache: Any, state_manager: Any
    ) -> IdWeightPair:
        """Ids by example, step and position in the step."""
        ids, weights = self.categorical_column.get_sparse_tensors(
            transformation_cache, state_manager
        )
        sizes = ids.dense_shape
        steps = concat([sizes[:2], reshape(reduce_prod(sizes[2:]), [1])], 0)
        weights_by_step = None if weights is None else sparse_reshape(weights, steps)
        return IdWeightPair(sparse_reshape(ids, steps), weights_by_step)

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments, as plain values."""
        config = self._as_dict()
        config["categorical_column"] = serialize_feature_column(self.categorical_column)
        return config

    @classmethod
    def from_config(
        cls,
        config: dict[str, Any],
        custom_objects: Any = None,
        columns_by_name: Any = None,
    ) -> Any:
        """The column of a configuration."""
        given = dict(config)
        given["categorical_column"] = deserialize_feature_column(
            given["categorical_column"], custom_objects, columns_by_name
        )
        return cls(**given)


def sequence_length(ids: SparseTensor, elements: int = 1) -> Tensor:
    """The number of steps of each example, up to its last element.

    Args:
      ids: a sparse tensor of rank 2 or more.
      elements: how many elements of the second axis make a step.
    """
    if not isinstance(ids, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    rows, columns = ids.indices[:, 0], ids.indices[:, 1]
    last = segment_max(columns + 1, rows)
    steps = (last + (elements - 1)) // elements if elements > 1 else last
    missing = ids.dense_shape[:1] - shape_of(steps, out_type=dtypes.int64)
    return concat([steps, zeros(missing, dtype=steps.dtype)], 0)


class _NumericSequence(NamedTuple):
    key: str
    shape: tuple[int, ...]
    default_value: float
    dtype: Any
    normalizer_fn: Callable[[Any], Any] | None


class SequenceNumericColumn(SequenceDenseColumn, _NumericSequence):
    """See `tf.feature_column.sequence_numeric_column`."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The key of the feature."""
        return self.key

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """A feature of variable length."""
        return {self.key: VarLenFeature(self.dtype)}

    @property
    def parents(self) -> list[Any]:
        """The key."""
        return [self.key]

    @property
    def variable_shape(self) -> Shape:
        """The shape of a step."""
        return as_shape(self.shape)

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The feature, normalized."""
        feature = transformation_cache.get(self.key, state_manager)
        return feature if self.normalizer_fn is None else self.normalizer_fn(feature)

    def get_sequence_dense_tensor(
        self, transformation_cache: Any, state_manager: Any
    ) -> TensorSequenceLengthPair:
        """The steps of each example, padded with the default value."""
        feature = transformation_cache.get(self, state_manager)
        if not isinstance(feature, SparseTensor):
            raise TypeError("Input must be a SparseTensor.")
        dense = to_dense(feature, self.default_value)
        sizes = concat([shape_of(dense)[:1], [-1], list(self.shape)], 0)
        elements = as_shape(self.shape).num_elements() or 1
        lengths = sequence_length(feature, elements if feature.shape.rank == 2 else 1)
        return TensorSequenceLengthPair(reshape(dense, sizes), lengths)

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments, as plain values."""
        config = self._as_dict()
        config["dtype"] = self.dtype.name
        config["normalizer_fn"] = plain_function(self.normalizer_fn)
        return config

    @classmethod
    def from_config(
        cls,
        config: dict[str, Any],
        custom_objects: Any = None,
        columns_by_name: Any = None,
    ) -> Any:
        """The column of a configuration."""
        given = dict(config)
        given["dtype"] = as_dtype(given["dtype"])
        given["normalizer_fn"] = found_function(given["normalizer_fn"], custom_objects)
        return cls(**given)


def sequence_numeric_column(
    key: str,
    shape: ShapeLike = (1,),
    default_value: float = 0.0,
    dtype: DTypeLike = dtypes.float32,
    normalizer_fn: Callable[[Any], Any] | None = None,
) -> SequenceNumericColumn:
    """A column of steps of numbers.

    >>> tf.feature_column.sequence_numeric_column("speed").name
    'speed'

    Raises:
      ValueError: for a dtype that is no number, or sizes below 1.
      TypeError: for sizes that are no integers, or a normalizer that is no function.
    """
    checked_key(key)
    sizes = checked_sizes(shape, key)
    kind = as_dtype(dtype)
    if not (kind.is_integer or kind.is_floating):
        raise ValueError(
            f"dtype must be convertible to float. dtype: {dtype}, key: {key}"
        )
    if normalizer_fn is not None and not callable(normalizer_fn):
        raise TypeError(f"normalizer_fn must be a callable. Given: {normalizer_fn}")
    return SequenceNumericColumn(key, sizes, default_value, kind, normalizer_fn)


def sequence_categorical_column_with_identity(
    key: str, num_buckets: int, default_value: int | None = None
) -> SequenceCategoricalColumn:
    """Steps of integers that are ids already.

    >>> tf.feature_column.sequence_categorical_column_with_identity("id", 3).num_buckets
    3

    Raises:
      ValueError: for fewer than one bucket, or a default value that is no id.
    """
    return SequenceCategoricalColumn(
        categorical_column_with_identity(key, num_buckets, default_value)
    )


def sequence_categorical_column_with_hash_bucket(
    key: str, hash_bucket_size: int, dtype: DTypeLike = dtypes.string
) -> SequenceCategoricalColumn:
    """Steps of strings or integers whose ids are hashes.

    >>> tf.feature_column.sequence_categorical_column_with_hash_bucket("word", 9).name
    'word'

    Raises:
      ValueError: for fewer than one bucket, or another dtype.
    """
    return SequenceCategoricalColumn(
        categorical_column_with_hash_bucket(key, hash_bucket_size, dtype)
    )


def sequence_categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: str,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: int | None = None,
    dtype: DTypeLike = dtypes.string,
) -> SequenceCategoricalColumn:
    """Steps of words from a file with a word a line.

    >>> tf.feature_column.sequence_categorical_column_with_vocabulary_file(
    ...     "word", "words.txt", vocabulary_size=5).num_buckets
    5

    Raises:
      ValueError: as `tf.feature_column.categorical_column_with_vocabulary_file`.
    """
    return SequenceCategoricalColumn(
        categorical_column_with_vocabulary_file(
            key, vocabulary_file, vocabulary_size, dtype, default_value, num_oov_buckets
        )
    )


def sequence_categorical_column_with_vocabulary_list(
    key: str,
    vocabulary_list: Any,
    dtype: DTypeLike | None = None,
    default_value: int = -1,
    num_oov_buckets: int = 0,
) -> SequenceCategoricalColumn:
    """Steps of words from a list.

    >>> tf.feature_column.sequence_categorical_column_with_vocabulary_list(
    ...     "color", ["red", "blue"]).num_buckets
    2

    Raises:
      ValueError: as `tf.feature_column.categorical_column_with_vocabulary_list`.
    """
    return SequenceCategoricalColumn(
        categorical_column_with_vocabulary_list(
            key, vocabulary_list, dtype, default_value, num_oov_buckets
        )
    )
