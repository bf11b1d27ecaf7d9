"""Native code accepts the arrays that it was made for, and no others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

pytest.importorskip("llvmlite")


def both(function: Any, *args: Any) -> tuple[Any, Any]:
    """What native code gives, and the default executor."""
    native = tf.function(function, jit_compile=True)
    default = tf.function(function, jit_compile=False)
    return native(*args), default(*args)


def chain(x: Any) -> Any:
    inner = tf.tanh(0.8 * (x + 0.04 * x * x * x))
    return 0.5 * x * (1.0 + inner), tf.reduce_sum(inner, -1)


def test_unknown_shapes_are_compiled_as_they_come() -> None:
    spec = [tf.TensorSpec([None, None], tf.float32)]
    native = tf.function(chain, input_signature=spec, jit_compile=True)
    for shape in [(2, 3), (7, 40), (1, 1), (0, 4)]:
        x = np.ones(shape, np.float32)
        for one, other in zip(native(x), tf.function(chain)(x), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5)
    assert native.experimental_get_tracing_count() == 1
    assert native.jit_report().count("native") == 4


def test_strided_and_read_only_arguments() -> None:
    array = np.arange(24, dtype=np.float32).reshape(4, 6)
    array.setflags(write=False)
    for given in (array, array.T, array[::2, 1::2], np.asfortranarray(array)):
        x = tf.constant(0.0)
        x._array = given  # as a view made by another function would be
        native, default = both(chain, x)
        np.testing.assert_allclose(native[0], default[0], rtol=1e-5)


def test_shapes_that_do_not_fit_raise_what_they_ever_did() -> None:
    spec = [tf.TensorSpec([None], tf.float32)] * 2
    native = tf.function(
        lambda x, y: tf.exp(x + y) * 2.0, input_signature=spec, jit_compile=True
    )
    native(np.ones(3, np.float32), np.ones(3, np.float32))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Incompatible shapes"):
        native(np.ones(3, np.float32), np.ones(4, np.float32))
