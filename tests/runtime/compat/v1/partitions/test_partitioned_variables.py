"""Variables in parts: conversions, initial values that are told of their part."""

from __future__ import annotations

import pytest

import runtime as tf

v1 = tf.compat.v1


def test_initializers_are_told_of_their_part() -> None:
    told: list[tuple[list[int], list[int]]] = []

    def initializer(shape, dtype=None, partition_info=None):  # type: ignore[no-untyped-def]
        info = partition_info
        told.append((list(info.full_shape), info.var_offset))
        return tf.ones(shape, dtype)

    with tf.Graph().as_default():
        halves = v1.fixed_size_partitioner(2, axis=1)
        v = v1.get_variable("v", [2, 5], initializer=initializer, partitioner=halves)
        assert [each.shape.as_list() for each in v] == [[2, 3], [2, 2]]
        assert v[0].name == "v/part_0:0"
        with pytest.raises(ValueError, match="Incompatible type conversion"):
            tf.convert_to_tensor(v, tf.int32)
    assert told == [([2, 5], [0, 0]), ([2, 5], [0, 3])]


def test_parts_must_fit() -> None:
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="Cannot cut 2 rows into 3 parts"):
            v1.get_variable("v", [2], partitioner=lambda shape, dtype: [3])
        with pytest.raises(ValueError, match="must be fully defined"):
            v1.get_variable("w", [None], partitioner=v1.fixed_size_partitioner(2))
