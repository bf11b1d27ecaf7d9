"""FeatureTransformationCache: the transformed features of one batch."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.arrays.indexing import gather_nd, where
from runtime.arrays.joining import concat
from runtime.arrays.reshaping import expand_dims, shape
from runtime.feature_columns.columns import FeatureColumn
from runtime.math.comparison import not_equal
from runtime.sparse.rearranging import reshape as sparse_reshape
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import convert_to_tensor


class FeatureTransformationCache:
    """The features of one batch, and their transformations, each computed once.

    >>> age = tf.feature_column.numeric_column("age")
    >>> cache = tf.__internal__.feature_column.FeatureTransformationCache(
    ...     {"age": tf.constant([3.0, 4.0])})
    >>> cache.get(age, None).shape
    TensorShape([2, 1])

    Raises:
      ValueError: by ``get`` for a key that is no feature, or a feature of rank 0.
      TypeError: by ``get`` for a value that is neither key nor column.
    """

    def __init__(self, features: Any) -> None:
        self._features = features.copy()
        self._feature_tensors: dict[Any, Any] = {}

    def get(self, key: Any, state_manager: Any, training: bool | None = None) -> Any:
        """The feature of a key, or the transformed feature of a column."""
        if key in self._feature_tensors:
            return self._feature_tensors[key]
        found = self._found(key, state_manager)
        self._feature_tensors[key] = found
        return found

    def _found(self, key: Any, state_manager: Any) -> Any:
        if key in self._features:
            return self._raw_feature(key)
        if isinstance(key, str):
            raise ValueError(f"Feature {key} is not in features dictionary.")
        if not isinstance(key, FeatureColumn):
            raise TypeError(
                f'"key" must be either a "str" or "FeatureColumn". Provided: {key}'
            )
        transformed = key.transform_feature(self, state_manager)
        if transformed is None:
            raise ValueError(f"Column {key.name} is not supported.")
        return transformed

    def _raw_feature(self, key: str) -> Any:
        """The feature as a tensor of rank 2 or more; rank 1 gets one more axis."""
        raw = self._features[key]
        feature = _as_tensor(raw)
        rank = feature.shape.rank
        if rank == 0:
            raise ValueError(
                f"Feature (key: {key}) cannot have rank 0. Given: {feature}"
            )
        return feature if rank is None or rank > 1 else _with_last_axis(feature)


def _as_tensor(raw: Any) -> Any:
    """A sparse tensor as it is, a ragged one as a sparse one, others as tensors."""
    if isinstance(raw, SparseTensor):
        return raw
    if hasattr(raw, "to_sparse"):
        return raw.to_sparse()
    return convert_to_tensor(raw)


def _with_last_axis(feature: Any) -> Any:
    if isinstance(feature, SparseTensor):
        sizes = concat([feature.dense_shape, [1]], 0)
        return sparse_reshape(feature, sizes)
    return expand_dims(feature, -1)


def as_sparse_categories(feature: Any, ignored: Any = None) -> SparseTensor:
    """A feature as a sparse tensor, without the missing values '', -1 or 0.0."""
    if isinstance(feature, SparseTensor):
        return feature
    if ignored is None:
        ignored = _ignored_value(feature.dtype)
    indices = where(not_equal(feature, convert_to_tensor(ignored, feature.dtype)))
    values = gather_nd(feature, indices)
    return SparseTensor(indices, values, shape(feature, out_type=dtypes.int64))


def _ignored_value(dtype: Any) -> Any:
    if dtype == dtypes.string:
        return ""
    return -1 if dtype.is_integer else 0


def refuse_other_than_text_or_integers(dtype: Any, prefix: str) -> None:
    """Raises an error for dtypes other than strings and integers.

    Raises:
      ValueError: for another dtype.
    """
    if dtype != dtypes.string and not dtype.is_integer:
        raise ValueError(f"{prefix} dtype must be string or integer. dtype: {dtype}.")
