"""Tables of the keys in a dataset: their hashers and the dtypes of keys."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.data.experimental.tables import FastHashSpec, HasherSpec

KEYS = tf.data.Dataset.from_tensor_slices(["a", "b"])


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"hasher_spec": 3}, TypeError, "`hasher_spec` must be of type HasherSpec"),
        ({"hasher_spec": None}, TypeError, "`hasher_spec` must be of type HasherSpec"),
        ({"hasher_spec": HasherSpec("no", None)}, ValueError, "unknown hasher no"),
        (
            {"hasher_spec": HasherSpec("stronghash", [1, 2])},
            NotImplementedError,
            "fast hashes alone",
        ),
        ({"key_dtype": tf.int32}, TypeError, "Invalid `key dtype`, expected integer"),
    ],
)
def test_other_hashers_and_dtypes_are_refused(
    given: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        tf.data.experimental.index_table_from_dataset(KEYS, 5, **given)
    # as in TensorFlow they do not matter without buckets
    table = tf.data.experimental.index_table_from_dataset(KEYS, **given)
    assert table.lookup(tf.constant(["b", "z"])).numpy().tolist() == [1, -1]


def test_the_fast_hash_is_that_of_tensorflow() -> None:
    table = tf.data.experimental.index_table_from_dataset(
        KEYS, 5, hasher_spec=FastHashSpec
    )
    words = tf.constant(["a", "b", "q", "zz", "y"])
    assert table.lookup(words).numpy().tolist() == [0, 1, 5, 4, 2]
