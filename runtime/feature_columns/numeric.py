"""Numeric columns and bucketized columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.shapes import Shape, as_shape
from runtime.apply import apply_single
from runtime.arrays.joining import stack
from runtime.arrays.marking import one_hot
from runtime.arrays.ranges import range as counted
from runtime.arrays.reshaping import expand_dims, reshape, tile
from runtime.arrays.reshaping import shape as shape_of
from runtime.feature_columns.columns import (
    CategoricalColumn,
    DenseColumn,
    IdWeightPair,
    checked_key,
)
from runtime.feature_columns.configurations import (
    deserialize_feature_column,
    found_function,
    plain_function,
    serialize_feature_column,
)
from runtime.io.example_features import FixedLenFeature
from runtime.math.casting import cast
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.likes import DTypeLike, ShapeLike
from runtime.tensors.tensor import Tensor


class _Numeric(NamedTuple):
    key: str
    shape: tuple[int, ...]
    default_value: Any
    dtype: Any
    normalizer_fn: Callable[[Any], Any] | None


class NumericColumn(DenseColumn, _Numeric):
    """See `tf.feature_column.numeric_column`."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The key of the feature."""
        return self.key

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """A feature of fixed shape."""
        return {self.key: FixedLenFeature(self.shape, self.dtype, self.default_value)}

    @property
    def parents(self) -> list[Any]:
        """The key."""
        return [self.key]

    @property
    def variable_shape(self) -> Shape:
        """The shape of the feature."""
        return as_shape(self.shape)

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The feature, normalized, as floats."""
        feature = transformation_cache.get(self.key, state_manager)
        if isinstance(feature, SparseTensor):
            raise ValueError(
                "The corresponding Tensor of numerical column must be a Tensor. "
                f"SparseTensor is not supported. key: {self.key}"
            )
        if self.normalizer_fn is not None:
            feature = self.normalizer_fn(feature)
        return cast(feature, dtypes.float32)

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The feature, normalized."""
        return transformation_cache.get(self, state_manager)

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments, as plain values."""
        config = self._as_dict()
        config["normalizer_fn"] = plain_function(self.normalizer_fn)
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
        given["normalizer_fn"] = found_function(given["normalizer_fn"], custom_objects)
        given["dtype"] = as_dtype(given["dtype"])
        return cls(**given)


def numeric_column(
    key: str,
    shape: ShapeLike = (1,),
    default_value: Any = None,
    dtype: DTypeLike = dtypes.float32,
    normalizer_fn: Callable[[Any], Any] | None = None,
) -> NumericColumn:
    """A column of numbers.

    >>> tf.feature_column.numeric_column("price").variable_shape
    TensorShape([1])

    Raises:
      TypeError: for a default value of another dtype, a shape that is no list of
        integers, or a normalizer that cannot be called.
      ValueError: for a dtype that is no number, or sizes below 1.
    """
    checked_key(key)
    sizes = checked_sizes(shape, key)
    kind = as_dtype(dtype)
    if not (kind.is_integer or kind.is_floating):
        raise ValueError(
            f"dtype must be convertible to float. dtype: {dtype}, key: {key}"
        )
    default = checked_default(sizes, default_value, kind, key)
    if normalizer_fn is not None and not callable(normalizer_fn):
        raise TypeError(f"normalizer_fn must be a callable. Given: {normalizer_fn}")
    return NumericColumn(key, sizes, default, kind, normalizer_fn)


def checked_sizes(shape: Any, key: str) -> tuple[int, ...]:
    """A shape of positive integers.

    Raises:
      TypeError: for sizes that are no integers.
      ValueError: for sizes below 1.
    """
    sizes = tuple(shape) if isinstance(shape, Iterable) else (shape,)
    for size in sizes:
        if not isinstance(size, int):
            raise TypeError(
                f"shape dimensions must be integer. shape: {sizes}, key: {key}"
            )
        if size < 1:
            raise ValueError(
                f"shape dimensions must be greater than 0. shape: {sizes}, key: {key}"
            )
    return sizes


def checked_default(shape: tuple[int, ...], value: Any, dtype: Any, key: str) -> Any:
    """The default value of a feature as nested tuples of the shape, or None.

    Raises:
      TypeError: for a value of another kind than the dtype.
      ValueError: for a value of another shape.
    """
    if value is None:
        return None
    array = np.asarray(value)
    is_whole = array.dtype.kind in "iu"
    if array.dtype.kind not in "iuf" or (dtype.is_integer and not is_whole):
        raise TypeError(
            f"default_value must be compatible with dtype. default_value: {value}, "
            f"dtype: {dtype}, key: {key}"
        )
    if array.shape not in ((), shape):
        raise ValueError(
            "The shape of default_value must be equal to given shape. default_value: "
            f"{value}, shape: {shape}, key: {key}"
        )
    whole = value if array.shape else np.full(shape, value, object).tolist()
    return _nested(whole)


def _nested(values: Any) -> Any:
    if isinstance(values, np.ndarray):
        values = values.tolist()
    is_list = isinstance(values, (list, tuple))
    return tuple(map(_nested, values)) if is_list else values


class _Bucketized(NamedTuple):
    source_column: NumericColumn
    boundaries: tuple[float, ...]


class BucketizedColumn(DenseColumn, CategoricalColumn, _Bucketized):
    """See `tf.feature_column.bucketized_column`."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The name of the source, with a suffix."""
        return f"{self.source_column.name}_bucketized"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The parsing spec of the source."""
        return self.source_column.parse_example_spec

    @property
    def parents(self) -> list[Any]:
        """The source."""
        return [self.source_column]

    @property
    def variable_shape(self) -> Shape:
        """The shape of the source, and an axis of buckets."""
        return as_shape((*self.source_column.shape, len(self.boundaries) + 1))

    @property
    def num_buckets(self) -> int:
        """The buckets of all elements of one example."""
        return (len(self.boundaries) + 1) * self.source_column.shape[0]

    def transform_feature(
        self, transformation_cache: Any, state_manager: Any
    ) -> Tensor:
        """The bucket number of each element."""
        source = transformation_cache.get(self.source_column, state_manager)
        return apply_single(
            "Bucketize", [source], {"boundaries": list(self.boundaries)}
        )

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Tensor:
        """A one-hot encoding of the bucket of each element."""
        found = transformation_cache.get(self, state_manager)
        return one_hot(cast(found, dtypes.int64), len(self.boundaries) + 1, 1.0, 0.0)

    def get_sparse_tensors(
        self, transformation_cache: Any, state_manager: Any
    ) -> IdWeightPair:
        """The bucket ids; every element of an example has its own range of ids."""
        found = transformation_cache.get(self, state_manager)
        batch = shape_of(found)[0]
        width = self.source_column.shape[0]
        rows = reshape(tile(expand_dims(counted(batch), 1), [1, width]), [-1])
        columns = tile(counted(width), [batch])
        ids = reshape(found, [-1]) + (len(self.boundaries) + 1) * columns
        indices = cast(stack([rows, columns], 1), dtypes.int64)
        sizes = cast(stack([batch, width]), dtypes.int64)
        return IdWeightPair(SparseTensor(indices, ids, sizes), None)

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments, as plain values."""
        config = self._as_dict()
        config["source_column"] = serialize_feature_column(self.source_column)
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
        given["source_column"] = deserialize_feature_column(
            given["source_column"], custom_objects, columns_by_name
        )
        return cls(**given)


def bucketized_column(source_column: Any, boundaries: Any) -> BucketizedColumn:
    """A numeric column in buckets: ``(-inf, b0), [b0, b1), ..., [bn, inf)``.

    >>> age = tf.feature_column.numeric_column("age")
    >>> tf.feature_column.bucketized_column(age, [18, 65]).variable_shape
    TensorShape([1, 3])

    Raises:
      ValueError: for a source that is not numeric and one-dimensional, or boundaries
        that do not ascend.
    """
    if not isinstance(source_column, NumericColumn):
        raise ValueError(
            "source_column must be a column generated with numeric_column(). Given: "
            f"{source_column}"
        )
    if len(source_column.shape) > 1:
        raise ValueError(
            f"source_column must be one-dimensional column. Given: {source_column}"
        )
    if not boundaries:
        raise ValueError("boundaries must not be empty.")
    if not isinstance(boundaries, (list, tuple)) or any(
        after <= before for before, after in pairwise(boundaries)
    ):
        raise ValueError("boundaries must be a sorted list.")
    return BucketizedColumn(source_column, tuple(boundaries))
