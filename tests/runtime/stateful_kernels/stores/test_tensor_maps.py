"""Immutable maps from tensors to tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

RAW = tf.raw_ops


def map_of(*pairs: Any) -> Any:
    made = RAW.EmptyTensorMap()
    for key, value in pairs:
        made = RAW.TensorMapInsert(input_handle=made, key=key, value=value)
    return made


def has(handle: Any, key: Any) -> bool:
    return bool(RAW.TensorMapHasKey(input_handle=handle, key=key))


def size(handle: Any) -> int:
    return int(RAW.TensorMapSize(input_handle=handle))


def test_a_change_makes_another_map() -> None:
    one = map_of((1, "a"))
    two = RAW.TensorMapInsert(input_handle=one, key=1, value="b")
    found = [
        RAW.TensorMapLookup(input_handle=each, key=1, value_dtype=tf.string).numpy()
        for each in (one, two)
    ]
    assert found == [b"a", b"b"]
    less = RAW.TensorMapErase(input_handle=two, key=1, value_dtype=tf.string)
    assert (size(one), size(two), size(less)) == (1, 1, 0)


@pytest.mark.parametrize(
    "other",
    [np.int64(1), np.float32(1), [1], "1"],
    ids=["int64", "float", "row", "text"],
)
def test_keys_differ_in_dtype_shape_and_elements(other: Any) -> None:
    made = map_of((tf.constant(1), 0.0))
    assert has(made, tf.constant(1))
    assert not has(made, tf.constant(other))


def test_texts_keep_zeros_at_their_end() -> None:
    made = map_of((b"a\0", 1.0))
    assert has(made, b"a\0")
    assert not has(made, b"a")


def test_keys_of_one_shape_are_stacked() -> None:
    made = map_of(([1, 2], 0), ([3, 4], 0))
    keys = RAW.TensorMapStackKeys(input_handle=made, key_dtype=tf.int32)
    assert keys.numpy().tolist() == [[1, 2], [3, 4]]
    mixed = map_of(([1, 2], 0), (3, 0))
    with pytest.raises(tf.errors.InvalidArgumentError, match="have the same shape"):
        RAW.TensorMapStackKeys(input_handle=mixed, key_dtype=tf.int32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="on empty map"):
        RAW.TensorMapStackKeys(input_handle=map_of(), key_dtype=tf.int32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not match requeste"):
        RAW.TensorMapStackKeys(input_handle=made, key_dtype=tf.int64)


def test_what_is_not_there() -> None:
    made = map_of((1, 2.0))
    with pytest.raises(tf.errors.InvalidArgumentError, match="lookup non-existent key"):
        RAW.TensorMapLookup(input_handle=made, key=3, value_dtype=tf.float32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="erase non-existent item"):
        RAW.TensorMapErase(input_handle=made, key=3, value_dtype=tf.float32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="of float32 for this key"):
        RAW.TensorMapLookup(input_handle=made, key=1, value_dtype=tf.int32)
