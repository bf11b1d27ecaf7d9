"""Lazy sequences over tensors: items by position, and how many there are."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.staging.sequences import (
    as_sequence,
    length_of,
    staged_enumerate,
    staged_iter,
    staged_map,
    staged_reversed,
    staged_zip,
)

X, Y = tf.constant([1, 2, 3]), tf.constant([10, 20])


def items(sequence) -> list:
    return tf.nest.map_structure(int, list(sequence))


def test_items_are_pythons() -> None:
    assert items(as_sequence(X)) == [1, 2, 3]
    assert items(staged_enumerate(X, 5)) == list(enumerate([1, 2, 3], 5))
    assert items(staged_zip(X, Y)) == list(zip([1, 2, 3], [10, 20]))
    assert items(staged_zip(X, [7, 8, 9, 9])) == [(1, 7), (2, 8), (3, 9)]
    assert items(staged_reversed(X)) == [3, 2, 1]
    assert items(staged_map(lambda a, b: a + b, X, Y)) == [11, 22]
    assert items(staged_iter(X)) == [1, 2, 3]
    assert items(as_sequence(staged_reversed(X)).mapped(lambda x: -x)) == [-3, -2, -1]
    assert int(as_sequence(X)[1]) == 2


def test_what_python_does_itself_is_left_to_it() -> None:
    assert staged_zip(X, Y, strict=True) is NotImplemented
    assert staged_iter(X, 3) is NotImplemented


def test_lengths() -> None:
    assert length_of(X) == 3
    assert as_sequence([]).length == 0
    with pytest.raises(TypeError, match="Cannot iterate over a scalar tensor"):
        length_of(tf.constant(1))
    with pytest.raises(TypeError, match="cannot be staged together"):
        as_sequence({1: 2})


def test_an_unknown_length_is_a_tensor_and_python_cannot_iterate() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def shorter(x):
        sequence = staged_zip(x, Y)
        assert isinstance(sequence.length, tf.Tensor)
        with pytest.raises(tf.errors.OperatorNotAllowedInGraphError, match="how many"):
            iter(sequence)
        return sequence.length

    assert int(shorter(X)) == 2
    assert int(shorter(X[:1])) == 1
