"""TensorArraySpec: what is known of an array."""

from __future__ import annotations

import pytest

import runtime as tf


def test_spec_of_a_value() -> None:
    array = tf.TensorArray(tf.float32, 2, dynamic_size=True, element_shape=[3])
    spec = tf.type_spec_from_value(array)
    assert repr(spec) == "TensorArraySpec(TensorShape([3]), tf.float32, True, True)"
    assert spec == tf.TensorArraySpec([3], tf.float32, dynamic_size=True)
    assert hash(spec) == hash(tf.TensorArraySpec([3], tf.float32, True))
    assert spec.value_type is tf.TensorArray


def test_compatibility() -> None:
    spec = tf.TensorArraySpec([None], tf.int32)
    assert spec.is_compatible_with(tf.TensorArray(tf.int32, 1, element_shape=[3]))
    assert not spec.is_compatible_with(tf.TensorArray(tf.int32, 1, element_shape=[]))
    assert not spec.is_compatible_with(tf.TensorArraySpec([3], tf.int32, True))
    assert not spec.is_compatible_with(tf.TensorSpec([3], tf.int32))


def test_only_arrays_have_one() -> None:
    with pytest.raises(TypeError, match="Expected value to be a TensorArray"):
        tf.TensorArraySpec.from_value([1])
