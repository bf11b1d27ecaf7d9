"""Crossed columns: the hash of each combination of categories as its id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from graphir import dtypes
from runtime.feature_columns.categories import HashedCategoricalColumn
from runtime.feature_columns.columns import (
    CategoricalColumn,
    FeatureColumn,
    IdWeightPair,
)
from runtime.feature_columns.configurations import (
    deserialize_feature_column,
    serialize_feature_column,
)
from runtime.io.example_features import VarLenFeature
from runtime.sparse.crossing import cross_hashed


class _Crossed(NamedTuple):
    keys: tuple[Any, ...]
    hash_bucket_size: int
    hash_key: int | None


class CrossedColumn(CategoricalColumn, _Crossed):
    """See `tf.feature_column.crossed_column`."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The names of all crossed keys and columns, sorted."""
        names = [
            leaf.name if isinstance(leaf, FeatureColumn) else leaf
            for leaf in _leaves(self)
        ]
        return "_X_".join(sorted(names))

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The parsing specs of the crossed columns; keys are string features."""
        spec: dict[str, Any] = {}
        for key in self.keys:
            if isinstance(key, FeatureColumn):
                spec.update(key.parse_example_spec)
            else:
                spec[key] = VarLenFeature(dtypes.string)
        return spec

    @property
    def parents(self) -> list[Any]:
        """The crossed columns and keys."""
        return list(self.keys)

    @property
    def num_buckets(self) -> int:
        """The number of categories."""
        return self.hash_bucket_size

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The id of each combination, sparse."""
        crossed = [
            _crossed_values(leaf, transformation_cache, state_manager)
            for leaf in _leaves(self)
        ]
        return cross_hashed(crossed, self.hash_bucket_size, self.hash_key)

    def get_sparse_tensors(
        self, transformation_cache: Any, state_manager: Any
    ) -> IdWeightPair:
        """The ids; there are no weights."""
        return IdWeightPair(transformation_cache.get(self, state_manager), None)

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments, as plain values."""
        config = self._as_dict()
        config["keys"] = tuple(serialize_feature_column(key) for key in self.keys)
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
        given["keys"] = tuple(
            deserialize_feature_column(key, custom_objects, columns_by_name)
            for key in given["keys"]
        )
        return cls(**given)


def _leaves(column: CrossedColumn) -> Iterator[Any]:
    """Keys and columns that are crossed, those of crossed columns among them."""
    for key in column.keys:
        if isinstance(key, CrossedColumn):
            yield from _leaves(key)
        else:
            yield key


def _crossed_values(leaf: Any, cache: Any, state_manager: Any) -> Any:
    """What a key or column brings into a cross.

    Raises:
      ValueError: for a column with weights, or one that cannot be crossed.
    """
    if isinstance(leaf, str):
        return cache.get(leaf, state_manager)
    if not isinstance(leaf, CategoricalColumn):
        raise ValueError(f"Unsupported column type. Given: {leaf}")
    pair = leaf.get_sparse_tensors(cache, state_manager)
    if pair.weight_tensor is not None:
        raise ValueError(
            "crossed_column does not support weight_tensor, but the given column "
            f"populates weight_tensor. Given column: {leaf.name}"
        )
    return pair.id_tensor


def crossed_column(
    keys: Any, hash_bucket_size: int, hash_key: int | None = None
) -> CrossedColumn:
    """A categorical column of combinations of other columns, or of string features.

    >>> tf.feature_column.crossed_column(["city", "hour"], 1000).name
    'city_X_hour'

    Raises:
      ValueError: for fewer than two columns, fewer than one bucket, or columns that
        cannot be crossed.
    """
    if not hash_bucket_size or hash_bucket_size < 1:
        raise ValueError(
            f"hash_bucket_size must be > 1. hash_bucket_size: {hash_bucket_size}"
        )
    if not keys or len(keys) < 2:
        raise ValueError(f"keys must be a list with length > 1. Given: {keys}")
    for key in keys:
        _check_key(key)
    return CrossedColumn(tuple(keys), hash_bucket_size, hash_key)


def _check_key(key: Any) -> None:
    """Does nothing for what can be crossed.

    Raises:
      ValueError: for other columns, and for those that are hashed already.
    """
    if not isinstance(key, (str, CategoricalColumn)):
        raise ValueError(
            "Unsupported key type. All keys must be either string, or categorical "
            f"column except HashedCategoricalColumn. Given: {key}"
        )
    if isinstance(key, HashedCategoricalColumn):
        raise ValueError(
            "categorical_column_with_hash_bucket is not supported for crossing. "
            "Hashing before crossing will increase probability of collision. Instead, "
            f"use the feature name as a string. Given: {key}"
        )
