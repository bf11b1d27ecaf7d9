"""Categorical columns without a vocabulary: hashed, identity and weighted columns."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.arrays.filling import fill
from runtime.arrays.indexing import where
from runtime.arrays.reshaping import shape as shape_of
from runtime.feature_columns.columns import (
    CategoricalColumn,
    IdWeightPair,
    checked_key,
)
from runtime.feature_columns.configurations import (
    deserialize_feature_column,
    serialize_feature_column,
)
from runtime.feature_columns.feature_cache import (
    as_sparse_categories,
    refuse_other_than_text_or_integers,
)
from runtime.io.example_features import VarLenFeature
from runtime.math.casting import cast
from runtime.math.comparison import greater_equal, less, logical_or
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.strings.elements import as_string, to_hash_bucket_fast
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike


class KeyedColumn(CategoricalColumn):
    """A categorical column of the feature with a key."""

    __slots__ = ()
    key: Any
    dtype: Any

    @property
    def name(self) -> str:
        """The key of the feature."""
        return str(self.key)

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """A feature of variable length."""
        return {self.key: VarLenFeature(self.dtype)}

    @property
    def parents(self) -> list[Any]:
        """The key."""
        return [self.key]

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The ids of the feature, sparse."""
        feature = transformation_cache.get(self.key, state_manager)
        return self._ids(as_sparse_categories(feature), state_manager)

    def _ids(self, feature: SparseTensor, state_manager: Any) -> SparseTensor:
        """The id of each value."""
        raise NotImplementedError(f"{type(self).__name__} does not define _ids.")

    def get_sparse_tensors(
        self, transformation_cache: Any, state_manager: Any
    ) -> IdWeightPair:
        """The ids; there are no weights."""
        return IdWeightPair(transformation_cache.get(self, state_manager), None)

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments, as plain values."""
        config = self._as_dict()
        if "dtype" in config:
            config["dtype"] = self.dtype.name
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
        if "dtype" in given:
            given["dtype"] = as_dtype(given["dtype"])
        return cls(**given)

    def _check_kind(self, kind: Any) -> None:
        """Does nothing for a feature of the column's kind.

        Raises:
          ValueError: for a feature of strings where integers are expected, or the
            other way, or of another dtype.
        """
        refuse_other_than_text_or_integers(
            kind, f"column_name: {self.key} input_tensor"
        )
        if self.dtype.is_integer != kind.is_integer:
            raise ValueError(
                "Column dtype and SparseTensors dtype must be compatible. "
                f"key: {self.key}, column dtype: {self.dtype}, tensor dtype: {kind}"
            )


def with_values(sparse: SparseTensor, values: TensorLike) -> SparseTensor:
    """A sparse tensor with the same indices and other values."""
    return SparseTensor(sparse.indices, values, sparse.dense_shape)


class _Hashed(NamedTuple):
    key: str
    hash_bucket_size: int
    dtype: Any


class HashedCategoricalColumn(KeyedColumn, _Hashed):
    """See `tf.feature_column.categorical_column_with_hash_bucket`."""

    __slots__ = ()

    @property
    def num_buckets(self) -> int:
        """The number of categories."""
        return self.hash_bucket_size

    def _ids(self, feature: SparseTensor, state_manager: Any) -> SparseTensor:
        self._check_kind(feature.dtype)
        is_text = self.dtype == dtypes.string
        words = feature.values if is_text else as_string(feature.values)
        return with_values(feature, to_hash_bucket_fast(words, self.hash_bucket_size))


def categorical_column_with_hash_bucket(
    key: str, hash_bucket_size: int, dtype: DTypeLike = dtypes.string
) -> HashedCategoricalColumn:
    """A categorical column of strings or integers whose ids are hashes.

    >>> column = tf.feature_column.categorical_column_with_hash_bucket("word", 10)
    >>> column.num_buckets
    10

    Raises:
      ValueError: for fewer than one bucket, or another dtype.
    """
    if hash_bucket_size is None:
        raise ValueError(f"hash_bucket_size must be set. key: {key}")
    if hash_bucket_size < 1:
        raise ValueError(
            "hash_bucket_size must be at least 1. hash_bucket_size: "
            f"{hash_bucket_size}, key: {key}"
        )
    checked_key(key)
    kind = as_dtype(dtype)
    refuse_other_than_text_or_integers(kind, f"column_name: {key}")
    return HashedCategoricalColumn(key, hash_bucket_size, kind)


class _Identity(NamedTuple):
    key: str
    number_buckets: int
    default_value: int | None


class IdentityCategoricalColumn(KeyedColumn, _Identity):
    """See `tf.feature_column.categorical_column_with_identity`."""

    __slots__ = ()

    @property
    def num_buckets(self) -> int:
        """The number of categories."""
        return self.number_buckets

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """A feature of integers, of variable length."""
        return {self.key: VarLenFeature(dtypes.int64)}

    def _ids(self, feature: SparseTensor, state_manager: Any) -> SparseTensor:
        if not feature.dtype.is_integer:
            raise ValueError(
                f"Invalid input, not integer. key: {self.key} dtype: {feature.dtype}"
            )
        ids = cast(feature.values, dtypes.int64)
        if self.default_value is None:
            return with_values(feature, ids)
        is_outside = logical_or(less(ids, 0), greater_equal(ids, self.number_buckets))
        default = fill(
            shape_of(ids), convert_to_tensor(self.default_value, dtypes.int64)
        )
        return with_values(feature, where(is_outside, default, ids))


def categorical_column_with_identity(
    key: str, num_buckets: int, default_value: int | None = None
) -> IdentityCategoricalColumn:
    """A column of integers that are ids already.

    With a ``default_value`` ids below 0 or from ``num_buckets`` on become it.

    >>> tf.feature_column.categorical_column_with_identity("id", 3).num_buckets
    3

    Raises:
      ValueError: for fewer than one bucket, or a default value that is no id.
    """
    checked_key(key)
    if num_buckets < 1:
        raise ValueError(f"num_buckets {num_buckets} < 1, column_name {key}")
    if default_value is not None and not 0 <= default_value < num_buckets:
        raise ValueError(
            f"default_value {default_value} not in range [0, {num_buckets}), "
            f"column_name {key}"
        )
    return IdentityCategoricalColumn(key, num_buckets, default_value)


class _Weighted(NamedTuple):
    categorical_column: Any
    weight_feature_key: str
    dtype: Any


class WeightedCategoricalColumn(CategoricalColumn, _Weighted):
    """See `tf.feature_column.weighted_categorical_column`."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The names of the column and of the feature with the weights."""
        return f"{self.categorical_column.name}_weighted_by_{self.weight_feature_key}"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The parsing spec of the column, and of the weights."""
        spec = dict(self.categorical_column.parse_example_spec)
        if self.weight_feature_key in spec:
            raise ValueError(
                f"Parse config {spec[self.weight_feature_key]} already exists for "
                f"{self.weight_feature_key}."
            )
        spec[self.weight_feature_key] = VarLenFeature(self.dtype)
        return spec

    @property
    def parents(self) -> list[Any]:
        """The column, and the key of the weights."""
        return [self.categorical_column, self.weight_feature_key]

    @property
    def num_buckets(self) -> int:
        """The number of categories."""
        found: int = self.categorical_column.num_buckets
        return found

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The ids of the column, and their weights."""
        weights = transformation_cache.get(self.weight_feature_key, state_manager)
        if self.dtype != weights.dtype.base_dtype:
            raise ValueError(
                f"Bad dtype, expected {self.dtype}, but got {weights.dtype}."
            )
        # a weight of 0 is none, as a category of -1
        if not isinstance(weights, SparseTensor):
            weights = as_sparse_categories(weights, 0.0)
        if not weights.dtype.is_floating:
            weights = with_values(weights, cast(weights.values, dtypes.float32))
        ids = transformation_cache.get(self.categorical_column, state_manager)
        return ids, weights

    def get_sparse_tensors(
        self, transformation_cache: Any, state_manager: Any
    ) -> IdWeightPair:
        """The ids and their weights."""
        return IdWeightPair(*transformation_cache.get(self, state_manager))

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments, as plain values."""
        config = self._as_dict()
        config["categorical_column"] = serialize_feature_column(self.categorical_column)
        config["dtype"] = self.dtype.name
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
        given["dtype"] = as_dtype(given["dtype"])
        return cls(**given)


def weighted_categorical_column(
    categorical_column: Any, weight_feature_key: str, dtype: DTypeLike = dtypes.float32
) -> WeightedCategoricalColumn:
    """A categorical column whose ids have weights from another feature.

    >>> words = tf.feature_column.categorical_column_with_hash_bucket("word", 10)
    >>> tf.feature_column.weighted_categorical_column(words, "count").name
    'word_weighted_by_count'

    Raises:
      ValueError: for weights that are no numbers.
    """
    kind = as_dtype(dtype)
    if not (kind.is_integer or kind.is_floating):
        raise ValueError(f"dtype {dtype} is not convertible to float.")
    return WeightedCategoricalColumn(categorical_column, weight_feature_key, kind)
