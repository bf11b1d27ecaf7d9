"""Arguments of the parsing ops, built from a feature configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.shapes import Shape
from runtime.apply import apply_single
from runtime.io.example_features import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    RaggedFeature,
    SparseFeature,
    UniformRowLength,
    VarLenFeature,
)
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike
from runtime.tensors.tensor import Tensor


@dataclass
class FeatureArguments:
    """The arguments of an op, collected feature by feature in the order of the keys."""

    sparse: dict[str, DType] = field(default_factory=dict)
    dense: dict[str, DType] = field(default_factory=dict)
    shapes: dict[str, Shape] = field(default_factory=dict)
    defaults: dict[str, Any] = field(default_factory=dict)
    may_miss: dict[str, bool] = field(default_factory=dict)
    ragged: dict[str, DType] = field(default_factory=dict)
    splits: dict[str, DType] = field(default_factory=dict)

    @classmethod
    def of(
        cls, features: Mapping[str, Any], kinds: tuple[type, ...]
    ) -> FeatureArguments:
        """The arguments for features of these kinds.

        Raises:
          TypeError: for anything but a dict.
          ValueError: for other kinds, types or shapes that are missing, or keys that
            are read as features of different kinds.
        """
        if not isinstance(features, Mapping):
            raise TypeError(
                f"Features are a dict from names to feature specs, not {features!r}."
            )
        found = cls()
        for key in sorted(features):
            feature = features[key]
            if not isinstance(feature, kinds):
                raise ValueError(
                    f"Unsupported {type(feature).__name__} {feature} for key '{key}'; "
                    f"here may be {', '.join(kind.__name__ for kind in kinds)}."
                )
            _ADD[type(feature)](found, key, feature)
        found._check_keys()
        return found

    def _check_keys(self) -> None:
        kinds = {"ragged": self.ragged, "sparse": self.sparse, "dense": self.dense}
        for one, two in (
            ("ragged", "sparse"),
            ("dense", "sparse"),
            ("dense", "ragged"),
        ):
            shared = sorted(set(kinds[one]) & set(kinds[two]))
            if shared:
                raise ValueError(
                    f"{one.title()} and {two} keys must not intersect; both have "
                    f"{shared}."
                )

    def add_sparse(self, key: str, dtype: DTypeLike) -> None:
        """Adds a sparse feature of any length."""
        _set(self.sparse, key, as_dtype(dtype))

    def add_ragged(self, key: str, dtype: DTypeLike, splits: Any) -> None:
        """Adds a feature of any length, for a ragged tensor."""
        _set(self.ragged, key, as_dtype(dtype))
        _set(self.splits, key, as_dtype(splits))

    def add_dense(self, key: str, dtype: DType, shape: Shape, default: Any) -> None:
        """Adds a dense feature of a shape."""
        self.dense[key], self.shapes[key] = dtype, shape
        self.defaults[key] = _default(default, dtype, shape)

    @staticmethod
    def keys(features: Mapping[str, Any]) -> Any:
        """The keys as a vector of strings."""
        array = np.empty(len(features), object)
        array[:] = [key.encode() for key in features]
        return convert_to_tensor(array, dtypes.string)

    def dense_shapes(self) -> list[list[int | None]]:
        """The shapes as an attribute."""
        return [list(each) for each in self.shapes.values()]


def _set(known: dict[str, DType], key: str, dtype: DType) -> None:
    if known.setdefault(key, dtype) is not dtype:
        raise ValueError(
            f"Conflicting type {known[key].name} vs {dtype.name} for feature {key}."
        )


def _default(default: Any, dtype: DType, shape: Shape) -> Tensor:
    if default is None:
        # an empty default says that there is none; padding of sequences needs a value
        is_open = bool(shape.rank) and shape[0] is None
        empty = b"" if dtype is dtypes.string else 0
        return convert_to_tensor([empty] * is_open, dtype)
    given = convert_to_tensor(default, dtype)
    if not shape.is_fully_defined():
        return given
    return apply_single("Reshape", [given, shape.as_ints()])


def _checked_type(key: str, feature: Any) -> DType:
    if not feature.dtype:
        raise ValueError(f"Missing type for feature {key}. Received feature={feature}")
    return as_dtype(feature.dtype)


def _add_sparse(found: FeatureArguments, key: str, feature: VarLenFeature) -> None:
    found.add_sparse(key, _checked_type(key, feature))


def _add_indexed(found: FeatureArguments, key: str, feature: SparseFeature) -> None:
    for what in ("index_key", "value_key", "size"):
        if getattr(feature, what) in (None, "", []):
            raise ValueError(
                f"Missing {what} for SparseFeature {key}. Received feature={feature}"
            )
    dtype = _checked_type(key, feature)
    for each in index_keys(feature):
        found.add_sparse(each, dtypes.int64)
    found.add_sparse(feature.value_key, dtype)


def index_keys(feature: SparseFeature) -> list[str]:
    """The keys of the indices, one for each axis."""
    given = feature.index_key
    return [given] if isinstance(given, str) else list(given)


def _add_fixed(found: FeatureArguments, key: str, feature: FixedLenFeature) -> None:
    dtype = _checked_type(key, feature)
    if feature.shape is None:
        raise ValueError(
            f"Missing shape for feature {key}. Received feature={feature}."
        )
    shape = Shape(feature.shape)
    if shape.rank and shape[0] is None:
        raise ValueError(
            f"First dimension of shape for feature {key} unknown. Consider using "
            f"FixedLenSequenceFeature. Received feature={feature}."
        )
    if not shape.is_fully_defined():
        raise ValueError(
            f"All dimensions of shape for feature {key} need to be known but received "
            f"{shape}."
        )
    found.add_dense(key, dtype, shape, feature.default_value)


def _add_sequence(
    found: FeatureArguments, key: str, feature: FixedLenSequenceFeature
) -> None:
    dtype = _checked_type(key, feature)
    if feature.shape is None:
        raise ValueError(
            f"Missing shape for feature {key}. Received feature={feature}."
        )
    found.may_miss[key] = bool(feature.allow_missing)
    shape = Shape([None]).concatenate(Shape(feature.shape))
    found.add_dense(key, dtype, shape, feature.default_value)


def _add_ragged(found: FeatureArguments, key: str, feature: RaggedFeature) -> None:
    dtype, splits = _checked_type(key, feature), feature.row_splits_dtype
    found.add_ragged(feature.value_key or key, dtype, splits)
    for each in feature.partitions:
        if not isinstance(each, UniformRowLength):
            found.add_ragged(each.key, dtypes.int64, splits)


_ADD: dict[type, Callable[[FeatureArguments, str, Any], None]] = {
    VarLenFeature: _add_sparse,
    SparseFeature: _add_indexed,
    FixedLenFeature: _add_fixed,
    FixedLenSequenceFeature: _add_sequence,
    RaggedFeature: _add_ragged,
}
