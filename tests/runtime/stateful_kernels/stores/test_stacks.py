"""Stacks of tensors: last in, first out, up to a limit."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from runtime.stateful_kernels.stores.stacks import StackStorage

RAW = tf.raw_ops


def test_the_last_comes_first() -> None:
    made = StackStorage(dtypes.int32, "s")
    for value in range(3):
        made.push(np.int32(value))
    assert [int(made.pop()) for _ in range(3)] == [2, 1, 0]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Stack\[s\] is empty"):
        made.pop()


def test_limits_dtypes_and_the_end() -> None:
    made = StackStorage(dtypes.int32, "s", 1)
    made.push(np.int32(0))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"its max_size \(1\)"):
        made.push(np.int32(1))
    with pytest.raises(tf.errors.InvalidArgumentError, match="int32 but got float"):
        made.push(np.float32(1))
    made.close()
    for call in (made.pop, lambda: made.push(np.int32(1))):
        with pytest.raises(tf.errors.InvalidArgumentError, match="already been closed"):
            call()


def test_ops() -> None:
    stack = RAW.StackV2(max_size=-1, elem_type=tf.string, stack_name="texts")
    pushed = RAW.StackPushV2(handle=stack, elem=["a", "b"])
    assert pushed.numpy().tolist() == [b"a", b"b"]
    with pytest.raises(tf.errors.InvalidArgumentError, match="of string, not int32"):
        RAW.StackPopV2(handle=stack, elem_type=tf.int32)
    found = RAW.StackPopV2(handle=stack, elem_type=tf.string)
    assert found.numpy().tolist() == [b"a", b"b"]
    RAW.StackCloseV2(handle=stack)
