"""tf.test.TestCase: what passes, what fails, and what the failure says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

CASE = tf.test.TestCase()
NAN = float("nan")


@pytest.mark.parametrize(
    "call",
    [
        lambda: CASE.assertAllEqual(tf.constant([1, 2]), [1, 2]),
        lambda: CASE.assertAllEqual([NAN, 1.0], tf.constant([NAN, 1.0])),
        lambda: CASE.assertAllEqual(tf.constant(["a"]), [b"a"]),
        lambda: CASE.assertNotAllEqual([1, 2], [1, 3]),
        lambda: CASE.assertAllClose({"a": tf.constant([1.0])}, {"a": [1.0 + 1e-8]}),
        lambda: CASE.assertAllClose([tf.ones(2), tf.ones(1)], [[1, 1], [1]]),
        lambda: CASE.assertNotAllClose([1.0], [1.1]),
        lambda: CASE.assertAllCloseAccordingToType(
            tf.constant([1.0], tf.float16), [1.0005]
        ),
        lambda: CASE.assertNear(1.0, 1.05, 0.1),
        lambda: CASE.assertArrayNear([1.0, 2.0], [1.05, 2.0], 0.1),
        lambda: CASE.assertNDArrayNear(np.ones(2), np.ones(2), 0.1),
        lambda: CASE.assertAllInRange([1, 2], 1, 2),
        lambda: CASE.assertAllInSet(tf.constant([1, 1]), {1, 2}),
        lambda: CASE.assertAllGreater(tf.constant([1, 2]), 0),
        lambda: CASE.assertDTypeEqual(tf.constant(1), tf.int32),
        lambda: CASE.assertShapeEqual(np.ones([2, 3]), tf.ones([2, 3])),
        lambda: CASE.assertEmpty([]),
        lambda: CASE.assertLen([1, 2], 2),
        lambda: CASE.assertStartsWith("tensor", "ten"),
    ],
)
def test_passes(call: Any) -> None:
    call()


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: CASE.assertAllEqual([1, 2], [1, 3]), r"not equal lhs = \[2\]"),
        (lambda: CASE.assertAllEqual(3, 4), "Arrays are not equal"),
        (lambda: CASE.assertAllEqual([1, 2], [1]), "Shape mismatch"),
        (lambda: CASE.assertAllEqual([1], [2], "hint"), "hint"),
        (lambda: CASE.assertNotAllEqual([1], [1]), "equal at all"),
        (lambda: CASE.assertAllClose([1.0], [1.1]), "not close"),
        (
            lambda: CASE.assertAllClose({"k": [[1.0], 2.0]}, {"k": [[1.0], 2.5]}),
            r"Not equal to tolerance rtol=1e-06(?s:.*)a\[k\]\[1\] is different",
        ),
        (lambda: CASE.assertAllClose([1, 2, 3, 4.0], [0, 2, 3, 4]), r"1 / 4 \(25%\)"),
        (lambda: CASE.assertAllClose({"a": 1}, {"b": 1}), "differ"),
        (lambda: CASE.assertAllInRange([1, 2], 1, 2, True), "out of range"),
        (lambda: CASE.assertAllInRange([NAN], 0, 1), "out of range"),
        (lambda: CASE.assertAllInSet([3], {1}), "not in the set"),
        (lambda: CASE.assertNear(1.0, 2.0, 0.1), "1.0"),
        (lambda: CASE.assertNotEmpty([]), "length of 0"),
    ],
)
def test_fails(call: Any, text: str) -> None:
    with pytest.raises(AssertionError, match=text):
        call()


def test_evaluate_gives_arrays_in_the_same_structure() -> None:
    found = CASE.evaluate({"a": [tf.constant([1, 2])], "b": 3})
    assert isinstance(found["a"][0], np.ndarray)
    assert found["b"] == 3


def test_errors_of_ops_are_matched() -> None:
    with CASE.assertRaisesOpError("not hold"):
        tf.debugging.assert_equal(1, 2)
    with (
        pytest.raises(AssertionError, match="does not match"),
        CASE.assertRaisesOpError("something else"),
    ):
        tf.debugging.assert_equal(1, 2)


def test_gradients_are_measured() -> None:
    exact, measured = tf.test.compute_gradient(
        lambda a, b: tf.reduce_sum(a * b, 0), [tf.ones([2, 3]), tf.ones([2, 3])]
    )
    assert [each.shape for each in exact] == [(6, 3), (6, 3)]
    np.testing.assert_allclose(exact, measured, atol=1e-3)


def test_ragged_tensors_are_compared_row_by_row() -> None:
    case = tf.test.TestCase()
    rows = tf.ragged.constant([[1.0], [], [2.0, 3.0]])
    case.assertAllEqual(rows, [[1.0], [], [2.0, 3.0]])
    case.assertAllEqual(rows, rows)
    case.assertAllClose(rows, [[1.0], [], [2.0, 3.0000001]])
    for other in ([[1.0], [2.0, 3.0]], [[1.0], [], [2.0, 4.0]]):
        with pytest.raises(AssertionError):
            case.assertAllEqual(rows, other)
        with pytest.raises(AssertionError):
            case.assertAllClose(rows, other)
    with pytest.raises(AssertionError):
        case.assertAllEqual(tf.ragged.constant([[1, 2]]), tf.constant([[1, 2]]))
