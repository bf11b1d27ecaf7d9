"""Parsing of serialized `SequenceExample` messages into tensors."""

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
from runtime.io.example_parsing import by_key, names_vector
from runtime.io.feature_arguments import FeatureArguments
from runtime.io.feature_tensors import assembled
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor

_CONTEXT = (FixedLenFeature, RaggedFeature, SparseFeature, VarLenFeature)
_LISTS = (FixedLenSequenceFeature, RaggedFeature, SparseFeature, VarLenFeature)

Features = Mapping[str, Any] | None


def parse_sequence_example(
    serialized: Any,
    context_features: Features = None,
    sequence_features: Features = None,
    example_names: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The features of a batch of serialized `tf.train.SequenceExample`s.

    Returns three dicts by name: tensors of the context; tensors of the feature lists,
    whose second axis are the steps; and for dense feature lists the number of steps
    of each example, int64 [batch].

    >>> def sequence(*steps):
    ...     features = [
    ...         tf.train.Feature(int64_list=tf.train.Int64List(value=step))
    ...         for step in steps]
    ...     lists = {"n": tf.train.FeatureList(feature=features)}
    ...     message = tf.train.SequenceExample(
    ...         feature_lists=tf.train.FeatureLists(feature_list=lists))
    ...     return message.SerializeToString()
    >>> batch = [sequence([1, 2], [3]), sequence([4])]
    >>> wanted = {"n": tf.io.RaggedFeature(tf.int64)}
    >>> _, lists, _ = tf.io.parse_sequence_example(batch, sequence_features=wanted)
    >>> lists["n"].to_list()
    [[[1, 2], [3]], [[4]]]

    Raises:
      ValueError: for no features at all, or features without a type or shape.
      InvalidArgumentError: for data that is not a SequenceExample, and features that
        are missing, of another type, or of another length.
    """
    _require_features(context_features, sequence_features)
    with op_scope(name, "ParseSequenceExample"):
        data = convert_to_tensor(serialized, dtypes.string, name="serialized")
        return _parsed(data, example_names, context_features, sequence_features)


def parse_single_sequence_example(
    serialized: Any,
    context_features: Features = None,
    sequence_features: Features = None,
    example_name: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The features of one serialized `tf.train.SequenceExample`, a scalar string.

    As `parse_sequence_example`, without the axis of the batch and without lengths.

    >>> step = tf.train.Feature(float_list=tf.train.FloatList(value=[0.5, 1.5]))
    >>> lists = {"x": tf.train.FeatureList(feature=[step, step])}
    >>> message = tf.train.SequenceExample(
    ...     feature_lists=tf.train.FeatureLists(feature_list=lists))
    >>> wanted = {"x": tf.io.FixedLenSequenceFeature([2], tf.float32)}
    >>> _, read = tf.io.parse_single_sequence_example(
    ...     message.SerializeToString(), sequence_features=wanted)
    >>> read["x"].numpy().tolist()
    [[0.5, 1.5], [0.5, 1.5]]

    Raises:
      ValueError: for no features at all, features without a type or shape, or no
        scalar.
      InvalidArgumentError: for data that is not a SequenceExample, and features that
        are missing, of another type, or of another length.
    """
    _require_features(context_features, sequence_features)
    with op_scope(name, "ParseSingleSequenceExample"):
        data = convert_to_tensor(serialized, dtypes.string, name="serialized")
        if data.shape.rank not in (None, 0):
            raise ValueError("Input serialized must be a scalar")
        found = _parsed(data, example_name, context_features, sequence_features)
        return found[:2]


def _require_features(context: Features, sequence: Features) -> None:
    if not (context or sequence):
        raise ValueError("Missing features: give context_features, sequence_features.")


def _parsed(
    data: Tensor, names: Any, context: Features, sequence: Features
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    fixed = FeatureArguments.of(context or {}, _CONTEXT)
    lists = FeatureArguments.of(sequence or {}, _LISTS)
    keys = [
        FeatureArguments.keys(each)
        for part in (fixed, lists)
        for each in (part.sparse, part.dense, part.ragged)
    ]
    may_miss = [lists.may_miss[key] for key in lists.dense]
    inputs = [
        data,
        names_vector(names),
        *keys,
        convert_to_tensor(may_miss, dtypes.bool_),
        list(fixed.defaults.values()),
    ]
    results = apply_op("ParseSequenceExampleV2", inputs, _attrs(fixed, lists))
    is_single = data.shape.rank == 0
    read = by_key(fixed, results[:6], is_single)
    steps, lengths = _steps_by_key(lists, results[6:], is_single)
    return assembled(context or {}, read), assembled(sequence or {}, steps), lengths


def _attrs(fixed: FeatureArguments, lists: FeatureArguments) -> dict[str, Any]:
    return {
        "Ncontext_sparse": len(fixed.sparse),
        "context_sparse_types": list(fixed.sparse.values()),
        "Tcontext_dense": list(fixed.dense.values()),
        "context_dense_shapes": fixed.dense_shapes(),
        "context_ragged_value_types": list(fixed.ragged.values()),
        "context_ragged_split_types": list(fixed.splits.values()),
        "Nfeature_list_sparse": len(lists.sparse),
        "feature_list_sparse_types": list(lists.sparse.values()),
        "Nfeature_list_dense": len(lists.dense),
        "feature_list_dense_types": list(lists.dense.values()),
        "feature_list_dense_shapes": [each[1:] for each in lists.dense_shapes()],
        "feature_list_ragged_value_types": list(lists.ragged.values()),
        "feature_list_ragged_split_types": list(lists.splits.values()),
    }


def _steps_by_key(
    lists: FeatureArguments, results: Any, is_single: bool
) -> tuple[dict[str, Any], dict[str, Any]]:
    indices, values, shapes, dense, lengths, flat, outer, inner = results
    found: dict[str, Any] = {
        key: SparseTensor(*parts)
        for key, parts in zip(lists.sparse, zip(indices, values, shapes))
    }
    found |= dict(zip(lists.dense, dense))
    for key, parts in zip(lists.ragged, zip(flat, inner, outer)):
        steps = RaggedTensor.from_row_splits(parts[0], parts[1], validate=False)
        if not is_single:
            steps = RaggedTensor.from_row_splits(steps, parts[2], validate=False)
        found[key] = steps
    return found, dict(zip(lists.dense, lengths))
