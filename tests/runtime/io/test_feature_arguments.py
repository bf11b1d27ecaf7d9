"""Arguments of the ops that parse examples."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.io.feature_arguments import FeatureArguments

io = tf.io
KINDS = (
    io.FixedLenFeature,
    io.FixedLenSequenceFeature,
    io.VarLenFeature,
    io.SparseFeature,
    io.RaggedFeature,
)


def of(**features: Any) -> FeatureArguments:
    return FeatureArguments.of(features, KINDS)


def test_each_kind_in_its_place_by_sorted_keys() -> None:
    found = of(
        v=io.VarLenFeature(tf.int64),
        s=io.SparseFeature(["i", "j"], "w", tf.float32, [4, 5]),
        f=io.FixedLenFeature([2], tf.float32, [1, 2]),
        q=io.FixedLenSequenceFeature([], tf.string, allow_missing=True),
        r=io.RaggedFeature(tf.int64, partitions=[io.RaggedFeature.RowLengths("n")]),
    )
    assert found.sparse == {
        "i": tf.int64,
        "j": tf.int64,
        "w": tf.float32,
        "v": tf.int64,
    }
    assert (found.dense, found.ragged) == (
        {"f": tf.float32, "q": tf.string},
        {"r": tf.int64, "n": tf.int64},
    )
    assert found.dense_shapes() == [[2], [None]]
    assert found.defaults["f"].numpy().tolist() == [1.0, 2.0]
    assert found.may_miss == {"q": True}
    assert found.keys(found.dense).numpy().tolist() == [b"f", b"q"]


@pytest.mark.parametrize(
    ("features", "told"),
    [
        ({"a": io.VarLenFeature(None)}, "Missing type for feature a"),
        ({"a": io.FixedLenFeature(None, tf.int64)}, "Missing shape for feature a"),
        ({"a": io.FixedLenFeature([None], tf.int64)}, "First dimension of shape for"),
        ({"a": io.FixedLenFeature([1, None], tf.int64)}, "need to be known but rec"),
        ({"a": io.SparseFeature("i", "", tf.int64, 3)}, "Missing value_key for Sparse"),
        ({"a": 3}, "Unsupported int 3 for key 'a'"),
        (
            {"a": io.VarLenFeature(tf.int64), "b": io.RaggedFeature(tf.int64, "a")},
            r"Ragged and sparse keys must not intersect; both have \['a'\]",
        ),
        (
            {
                "a": io.SparseFeature("i", "w", tf.int64, 3),
                "b": io.SparseFeature("i", "w", tf.string, 3),
            },
            "Conflicting type int64 vs string for feature w",
        ),
    ],
)
def test_what_is_refused(features: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        of(**features)


def test_features_are_a_dict() -> None:
    with pytest.raises(TypeError, match="a dict from names to feature specs"):
        FeatureArguments.of([1], KINDS)  # type: ignore[arg-type]
