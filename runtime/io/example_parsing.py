"""Parsing of serialized `Example` messages into tensors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.context import op_scope
from runtime.io.example_features import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    RaggedFeature,
    SparseFeature,
    VarLenFeature,
)
from runtime.io.feature_arguments import FeatureArguments
from runtime.io.feature_tensors import assembled
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_KINDS = (
    FixedLenFeature,
    FixedLenSequenceFeature,
    RaggedFeature,
    SparseFeature,
    VarLenFeature,
)


def parse_example(
    serialized: TensorLike,
    features: Mapping[str, Any] | None,
    example_names: TensorLike | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """The features of a batch of serialized `tf.train.Example`s.

    ``serialized`` is a vector of strings (or a scalar: one example); ``features``
    describes the features to read, by name. Results have the batch as their first
    axis: `FixedLenFeature` and `FixedLenSequenceFeature` make dense tensors,
    `VarLenFeature` and `SparseFeature` sparse tensors, `RaggedFeature` ragged tensors.

    >>> def example(*values):
    ...     numbers = tf.train.Int64List(value=values)
    ...     feature = {"n": tf.train.Feature(int64_list=numbers)}
    ...     message = tf.train.Example(features=tf.train.Features(feature=feature))
    ...     return message.SerializeToString()
    >>> batch = [example(1, 2), example(3)]
    >>> tf.io.parse_example(batch, {"n": tf.io.RaggedFeature(tf.int64)})
    {'n': <tf.RaggedTensor [[1, 2], [3]]>}

    Raises:
      ValueError: for no features, or features without a type or shape.
      InvalidArgumentError: for data that is no example, and features that are missing,
        of another type, or of another length.
    """
    if not features:
        raise ValueError(f"Argument `features` cannot be None or falsy. Got {features}")
    _require_allow_missing(features)
    with op_scope(name, "ParseExample"):
        data = convert_to_tensor(serialized, dtypes.string, name="serialized")
        given = FeatureArguments.of(features, _KINDS)
        return assembled(features, _parsed(data, example_names, given))


def parse_single_example(
    serialized: TensorLike,
    features: Mapping[str, Any] | None,
    example_names: TensorLike | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """The features of one serialized `tf.train.Example`, a scalar string.

    As `parse_example`, without the axis of the batch.

    >>> numbers = tf.train.Feature(float_list=tf.train.FloatList(value=[1.5, 2.5]))
    >>> features = tf.train.Features(feature={"x": numbers})
    >>> data = tf.train.Example(features=features).SerializeToString()
    >>> wanted = {"x": tf.io.FixedLenFeature([2], tf.float32)}
    >>> read = tf.io.parse_single_example(data, wanted)
    >>> read["x"].numpy()
    array([1.5, 2.5], dtype=float32)

    Raises:
      ValueError: for no features, features without a type or shape, or no scalar.
      InvalidArgumentError: for data that is no example, and features that are missing,
        of another type, or of another length.
    """
    if not features:
        raise ValueError("Invalid argument: features cannot be None.")
    _require_allow_missing(features)
    with op_scope(name, "ParseSingleExample"):
        data = convert_to_tensor(serialized, dtypes.string, name="serialized")
        if data.shape.rank not in (None, 0):
            raise ValueError("Input serialized must be a scalar")
        given = FeatureArguments.of(features, _KINDS)
        return assembled(features, _parsed(data, example_names, given))


def _require_allow_missing(features: Any) -> None:
    for feature in features.values() if isinstance(features, Mapping) else ():
        if isinstance(feature, FixedLenSequenceFeature) and not feature.allow_missing:
            raise ValueError(
                "Unsupported: FixedLenSequenceFeature requires allow_missing to be "
                "True."
            )


def names_vector(names: Any) -> Tensor:
    """The names of examples for messages of errors; none is an empty vector."""
    vector: Tensor = convert_to_tensor([] if names is None else names, dtypes.string)
    return vector


def _parsed(data: Tensor, names: Any, given: FeatureArguments) -> dict[str, Any]:
    keys = [given.keys(each) for each in (given.sparse, given.dense, given.ragged)]
    attrs = {
        "num_sparse": len(given.sparse),
        "sparse_types": list(given.sparse.values()),
        "Tdense": list(given.dense.values()),
        "dense_shapes": given.dense_shapes(),
        "ragged_value_types": list(given.ragged.values()),
        "ragged_split_types": list(given.splits.values()),
    }
    inputs = [data, names_vector(names), *keys, list(given.defaults.values())]
    results = apply_op("ParseExampleV2", inputs, attrs)
    return by_key(given, results, is_single=data.shape.rank == 0)


def by_key(given: FeatureArguments, results: Any, is_single: bool) -> dict[str, Any]:
    """The results of an op (six lists) as tensors by their keys."""
    indices, values, shapes, dense, ragged_values, splits = results
    found: dict[str, Any] = {
        key: SparseTensor(*parts)
        for key, parts in zip(given.sparse, zip(indices, values, shapes))
    }
    found |= dict(zip(given.dense, dense))
    for key, flat, rows in zip(given.ragged, ragged_values, splits):
        if is_single:
            found[key] = flat
        else:
            found[key] = RaggedTensor.from_row_splits(flat, rows, validate=False)
    return found
