"""Python functions as kernels, and their errors as errors of ops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.stateful_kernels.python_functions import as_list, guarded


def raising(error: BaseException) -> Any:
    raise error


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (MemoryError("m"), "ResourceExhaustedError"),
        (NotImplementedError("n"), "UnimplementedError"),
        (StopIteration("s"), "OutOfRangeError"),
        (TypeError("t"), "InvalidArgumentError"),
        (ValueError("v"), "InvalidArgumentError"),
        (KeyError("k"), "UnknownError"),
        (ZeroDivisionError("z"), "UnknownError"),
    ],
)
def test_errors_have_the_class_of_their_kind(error: Any, kind: str) -> None:
    with pytest.raises(getattr(tf.errors, kind)) as caught:
        guarded(raising, error)
    assert caught.value.message == f"{type(error).__name__}: {error}"
    assert caught.value.__cause__ is error


def test_the_results_of_a_function_are_a_flat_list() -> None:
    assert as_list(None) == []
    assert as_list(3) == [3]
    assert as_list((1, [2, 3])) == [1, [2, 3]]


def test_functions_of_tensors_and_of_arrays() -> None:
    seen: list[type] = []

    def double(x: Any) -> Any:
        seen.append(type(x))
        return 2 * x

    assert int(tf.py_function(double, [3], tf.int32)) == 6
    assert int(tf.numpy_function(double, [tf.constant(3)], tf.int32)) == 6
    assert seen == [type(tf.constant(1)), np.ndarray]


def test_results_have_the_number_and_dtype_that_is_declared() -> None:
    @tf.function
    def called(count: int, kind: Any) -> Any:
        return tf.numpy_function(lambda: (np.float32(1),) * 2, [], [kind] * count)

    assert [float(each) for each in called(2, tf.float32)] == [1.0, 1.0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="returns 2 values, but"):
        called(3, tf.float32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="is float, but expects"):
        called(2, tf.int32)
    assert int(tf.py_function(lambda: 1, [], tf.int64)) == 1


def test_a_graph_keeps_its_function_alive() -> None:
    def build() -> Any:
        offset = 5
        add = lambda y: y + offset  # noqa: E731
        return tf.function(lambda x: tf.py_function(add, [x], tf.int32))

    assert int(build()(tf.constant(2))) == 7


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (b"a\0", bytes),
        (1.5, np.float32),
        (True, np.bool_),
        ([1, 2], np.ndarray),
        ([b"a"], np.ndarray),
    ],
)
def test_function_of_a_graph_gets_what_tensorflow_passes(value, kind) -> None:
    """A path is bytes, which have `decode`; numbers are NumPy's scalars."""
    seen = []

    def noted(each):
        seen.append(each)
        return each

    tensor = tf.constant(value)
    found = tf.function(lambda: tf.numpy_function(noted, [tensor], tensor.dtype))()
    assert type(seen[0]) is kind
    assert np.array_equal(found.numpy(), tensor.numpy())


@pytest.mark.parametrize("text", [b"a\0", "u\0", [b"a\0", b"b"], np.array(b"x\0", "O")])
def test_strings_that_a_function_returns_keep_their_zeros(text) -> None:
    shape = np.shape(text)
    call = tf.function(lambda: [tf.numpy_function(lambda: [text], [], [tf.string])])
    wanted = tf.constant(text).numpy()
    assert np.shape(call()[0][0]) == shape
    assert np.array_equal(call()[0][0].numpy(), wanted)
