"""Checks of ranks, shapes and dtypes."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

check = tf.debugging
MATRIX = tf.constant([[1, 2]])


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: check.assert_rank([1], 2), ValueError, "must have rank 2"),
        (lambda: check.assert_rank([1], 1.5), TypeError, "tf.int32"),
        (lambda: check.assert_rank([1], [1, 2]), ValueError, "scalar"),
        (lambda: check.assert_rank_at_least(1, 1), ValueError, "at least 1"),
        (lambda: check.assert_rank_in([1], [0, 2]), ValueError, r"in \(0, 2\)"),
        (lambda: check.assert_scalar([1], "mm"), ValueError, "mm.  Expected scalar"),
        (lambda: check.assert_integer(1.0), TypeError, "integer type"),
        (lambda: check.assert_type(1, tf.float32), TypeError, "got tf.int32"),
        (lambda: check.assert_proper_iterable("a"), TypeError, "proper"),
        (lambda: check.assert_proper_iterable(3), TypeError, "iterable"),
        (
            lambda: check.assert_same_float_dtype([tf.constant(1)]),
            ValueError,
            "floating point",
        ),
    ],
)
def test_refused(call: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


@pytest.mark.parametrize(
    "shape", [("N", 2), (..., 2), ("*", 2), (None, 2), (".", "D"), "ND", (1, 2)]
)
def test_shape_that_fits(shape: Any) -> None:
    check.assert_shapes([(MATRIX, shape)])


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        ((2, 2), "dimension 0 must have size 2.  Received size 1"),
        (("D", "D"), "Specified by tensor shape"),
        ((1, 2, 3), "must have rank 3"),
        (("*", 3), "dimension -1 must have size 3"),
        ((3, ...), "only allowed as the first entry"),
        (5, "must be an iterable"),
    ],
)
def test_shape_that_does_not_fit(shape: Any, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        check.assert_shapes([(MATRIX, shape)])


def test_symbols_are_shared_between_tensors() -> None:
    check.assert_shapes([(MATRIX, ("N", "D")), (tf.constant([1]), ("N",))])
    with pytest.raises(ValueError, match="Received size 1"):
        check.assert_shapes([(MATRIX, ("N", "D")), (tf.constant([1]), ("D",))])


def test_unknown_sizes_are_checked_when_the_graph_runs() -> None:
    @tf.function(input_signature=[tf.TensorSpec(None)])
    def traced(x: Any) -> Any:
        check.assert_shapes([(x, (2,))])
        return x + 1

    assert traced(tf.constant([1.0, 2.0])).shape == [2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="must have size"):
        traced(tf.constant([1.0]))


def test_tensors_of_numbers() -> None:
    values = [tf.constant(1), tf.constant(1j), tf.constant("a"), tf.constant(True), 1]
    found = [check.is_numeric_tensor(each) for each in values]
    assert found == [True, True, False, False, False]
