"""Operators and functions of operands of different dtypes."""

from __future__ import annotations

import numpy as np
import pytest

from runtime.numpy_api.promoting import is_promotable

from .switched_on import run


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1, True),
        (np.float32(1), True),
        ([1, [2.0]], True),
        (np.zeros(2), True),
        ("text", False),
        (None, False),
        ([1, "a"], False),
    ],
)
def test_numbers_arrays_and_lists_of_them_promote(
    value: object, expected: bool
) -> None:
    assert is_promotable(value) is expected


def test_legacy_promotes_as_numpy() -> None:
    run(
        """
        enable()
        for first in ("int8", "int32", "uint8", "float32", "bool"):
            for second in ("int64", "float16", "int16"):
                x, y = tf.ones([1], first), tf.ones([1], second)
                expected = np.result_type(first, second).name
                for found in (x * y, y * x):
                    assert found.dtype.name == expected, (first, second, found.dtype)
        assert (tf.constant(1) < tf.constant(1.5)).dtype == tf.bool
        assert (-tf.constant(1)).dtype == tf.int32
        """
    )


def test_weak_numbers_take_the_dtype_of_the_other() -> None:
    run(
        """
        import logging
        logging.getLogger("tensorflow").disabled = True
        enable(dtype_conversion_mode="all")
        half = tf.constant([1, 2], tf.float16)
        assert (half + 1.5).dtype == tf.float16
        assert (half + tf.constant(2)).dtype == tf.float16
        assert "weak=True" in repr(tf.constant(1) + tf.constant(2))
        assert "weak=True" in repr(tf.square(tf.constant(2.0)))
        assert "weak=True" not in repr(tf.maximum(tf.constant(2), tf.constant(3)))
        one = tf.constant(1, tf.int8)
        assert tf.add(one, tf.constant(1, tf.int64)).dtype == tf.int64
        assert tf.matmul(tf.ones([1, 1], tf.int8), tf.ones([1, 1])).dtype == tf.float32
        enable(dtype_conversion_mode="safe")
        try:
            tf.constant(1, tf.int64) + tf.constant(1.0, tf.float16)
        except TypeError:
            pass
        else:
            raise AssertionError("bits were lost")
        """
    )
