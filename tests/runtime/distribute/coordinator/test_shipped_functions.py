"""Functions as messages: what is sent, and what comes back."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.distribute.coordinator.shipped_functions import Inputs, ShippedFunction

PAIR = tf.TensorSpec([2], tf.int32)


def shipped(python_function: Any, *specs: Any) -> tuple[Any, ShippedFunction]:
    """A function, which must be kept, and what is sent of it."""
    concrete = tf.function(python_function).get_concrete_function(*specs)
    return concrete, ShippedFunction(concrete)


def test_results_are_packed_as_the_function_returns_them() -> None:
    _kept, made = shipped(lambda x: {"a": x, "b": (x + 1, None)}, PAIR)
    found = made.result([np.int32([1, 2]), np.int32([2, 3])])
    assert found["b"][0].numpy().tolist() == [2, 3]
    assert found["b"][1] is None


@pytest.mark.parametrize(
    "arrays",
    [[], [np.int32([1, 2])] * 2, [np.int64([1, 2])], [np.array([b"a"], object)]],
)
def test_arrays_that_are_no_results_are_refused(arrays: list[Any]) -> None:
    _kept, made = shipped(lambda x: x + 1, PAIR)
    with pytest.raises(tf.errors.DataLossError, match=r"has results \['int32'\]"):
        made.result(arrays)


@pytest.mark.parametrize(
    ("argument", "text"), [([1.5, 2.5], "a int32 tensor"), ([1], r"shape \(2,\)")]
)
def test_arguments_are_those_that_the_function_takes(argument: Any, text: str) -> None:
    _kept, made = shipped(lambda x: x + 1, PAIR)
    with pytest.raises(tf.errors.InvalidArgumentError, match=text):
        made.flat_inputs([tf.constant(argument)], {})
    with pytest.raises(TypeError):
        made.flat_inputs([], {})


def test_captures_follow_the_arguments() -> None:
    outside = tf.Variable([5, 6])
    _kept, made = shipped(lambda x: x + outside, PAIR)
    argument, capture = made.flat_inputs([tf.constant([1, 2])], {})
    assert argument.numpy().tolist() == [1, 2]
    assert capture._array is outside.storage


def test_a_function_does_not_live_as_long_as_what_is_sent_of_it() -> None:
    concrete, made = shipped(lambda x: x + 1, PAIR)
    known = weakref.WeakKeyDictionary({concrete: made})
    del concrete
    gc.collect()
    assert not known
    with pytest.raises(ReferenceError, match="is gone"):
        made.result([])


def test_what_only_this_process_has_is_refused() -> None:
    with pytest.raises(tf.errors.UnimplementedError, match="made of ops alone"):
        shipped(lambda: tf.py_function(lambda: 0, [], tf.int32))
    with pytest.raises(tf.errors.FailedPreconditionError, match="'mine'.*scope"):
        Inputs(0, {}).add(tf.Variable(1, name="mine").handle)
    table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    with pytest.raises(tf.errors.FailedPreconditionError, match="uses a resource"):
        Inputs(0, {}).add(table.resource_handle)
