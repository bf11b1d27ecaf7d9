"""What the functions of tf.math make of Python values and of wrong dtypes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf


def test_second_python_value_takes_the_dtype_of_the_first() -> None:
    assert tf.maximum(0.0, [1, -1]).dtype == tf.float32
    assert tf.subtract([1], [True]).dtype == tf.int32


def test_python_float_does_not_become_an_integer() -> None:
    with pytest.raises(TypeError, match=r"Cannot convert 2\.5 to EagerTensor of dtype"):
        tf.maximum(tf.constant(1), 2.5)


def test_add_names_both_dtypes_of_a_mismatch() -> None:
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="int32 tensor but is a fl"
    ):
        tf.add(tf.constant(1), 2.5)


def test_add_joins_strings() -> None:
    assert tf.add("a", "b").numpy() == b"ab"


@pytest.mark.parametrize(
    ("dtype", "quotient"),
    [
        ("int8", "float32"),
        ("uint16", "float32"),
        ("int32", "float64"),
        ("uint64", "float64"),
        ("float16", "float16"),
    ],
)
def test_true_division_widens_integers(dtype: str, quotient: str) -> None:
    x = tf.constant([1, 2], dtype)
    for divide in (tf.divide, tf.truediv):
        assert divide(x, x).dtype.name == quotient


def test_divide_gives_a_first_number_the_dtype_of_the_tensor() -> None:
    assert tf.divide(3, tf.constant([2.0])).numpy().tolist() == [1.5]


def test_truediv_refuses_two_dtypes() -> None:
    with pytest.raises(TypeError, match="must have the same dtype"):
        tf.truediv(tf.constant(1), 2.0)


@pytest.mark.parametrize("name", ["exp", "sqrt", "sin", "is_nan", "floor"])
def test_functions_of_floats_refuse_integers(name: str) -> None:
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="not in the list of allow"
    ):
        getattr(tf.math, name)(1)


@pytest.mark.parametrize("value", [[1, 2], 2, tf.constant(3)])
def test_round_leaves_integers_alone(value: Any) -> None:
    assert tf.round(value).dtype == tf.int32


def test_absolute_value_of_complex_numbers_is_real() -> None:
    found = tf.abs(tf.constant([3 + 4j]))
    assert (found.dtype, found.numpy().tolist()) == (tf.float64, [5.0])


def test_variance_refuses_integers() -> None:
    with pytest.raises(TypeError, match="Received integer type"):
        tf.math.reduce_variance([1, 2])


def test_add_n_refuses_no_tensors() -> None:
    with pytest.raises(ValueError, match="at least one Tensor"):
        tf.add_n([])


@pytest.mark.parametrize("axis", [None, 0, [0], (0, 1), [-1], [], np.int64(1)])
def test_axes_in_every_spelling(axis: Any) -> None:
    x = np.arange(6.0).reshape(2, 3)
    numpy_axis = tuple(axis) if isinstance(axis, (list, tuple)) else axis
    np.testing.assert_array_equal(
        tf.reduce_sum(x, axis).numpy(), x.sum(axis=numpy_axis)
    )


def test_axis_may_be_a_tensor() -> None:
    assert tf.reduce_sum([[1, 2]], axis=tf.constant([0])).numpy().tolist() == [1, 2]


def test_reduction_axes_are_not_shared_with_a_trace() -> None:
    x = tf.constant([1.0, 2.0])
    tf.reduce_sum(x)

    @tf.function(autograph=False)
    def total() -> Any:
        return tf.reduce_sum(x)

    assert total().numpy() == 3


@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [
        ([-5, 100, 300], "uint8", [0, 100, 255]),
        ([1e10, -1e10], "int32", [2147483647, -2147483648]),
        ([np.inf, 1e39], "float16", [65504, 65504]),
    ],
)
def test_saturating_cast(value: list[float], dtype: str, expected: list[float]) -> None:
    found = tf.saturate_cast(np.array(value), dtype)
    assert found.numpy().tolist() == expected


def test_clipping_to_a_larger_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="incompatible"):
        tf.clip_by_value(1.0, [1.0, 2.0], 4.0)


def test_global_norm_that_is_not_finite_makes_everything_nan() -> None:
    clipped, _ = tf.clip_by_global_norm([[np.float32(np.inf)], [1.0]], 1.0)
    assert np.isnan(clipped[1].numpy()).all()


def test_norm_of_zeros_has_no_gradient_that_is_nan() -> None:
    x = tf.constant([0.0, 0.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        clipped = tf.clip_by_norm(x, 1.0)
    assert tape.gradient(clipped, x).numpy().tolist() == [1, 1]


def test_unused_rows_do_not_count_for_means() -> None:
    found = tf.math.unsorted_segment_mean([1.0, 2.0, 9.0], [0, 0, -1], 2)
    assert found.numpy().tolist() == [1.5, 0]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, [0, 2, 1]),
        ({"minlength": 4}, [0, 2, 1, 0]),
        ({"maxlength": 2}, [0, 2]),
        ({"weights": [0.5, 1.0, 2.0]}, [0, 1.5, 2]),
        ({"binary_output": True}, [0, 1, 1]),
    ],
)
def test_counts(arguments: dict[str, Any], expected: list[float]) -> None:
    assert tf.math.bincount([1, 1, 2], **arguments).numpy().tolist() == expected


def test_counts_of_rows() -> None:
    found = tf.math.bincount([[1, 1, 2], [0, 0, 0]], axis=-1)
    assert found.numpy().tolist() == [[0, 2, 1], [3, 0, 0]]


def test_negative_values_are_not_counted() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be non-negative"):
        tf.math.bincount([1, -1])


def test_confusion_of_a_label_out_of_range_is_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.math.confusion_matrix([1, 2], [1, 1], num_classes=2)
