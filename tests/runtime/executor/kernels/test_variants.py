"""General ops on lists of tensors."""

from __future__ import annotations

import pytest

import runtime as tf
from graphir.errors import InternalError
from runtime.executor.kernels.variants import VARIANT_KERNELS


def made(values):
    return tf.raw_ops.TensorListFromTensor(
        tensor=tf.constant(values), element_shape=tf.constant([], tf.int32)
    )


def rows(handle) -> list:
    return (
        tf.raw_ops.TensorListStack(
            input_handle=handle,
            element_shape=tf.constant([], tf.int32),
            element_dtype=tf.float32,
        )
        .numpy()
        .tolist()
    )


@tf.function
def sums(a, b):
    both = tf.raw_ops.AddN(inputs=[a, b, b])
    return both, tf.raw_ops.ZerosLike(x=a), tf.identity(a)


def test_lists_are_added_element_by_element() -> None:
    found = sums(made([1.0, 2.0]), made([10.0, 20.0]))
    expected = [[21, 42], [0, 0], [1, 2]]
    assert [rows(each) for each in found] == expected


@pytest.mark.parametrize("op", ["AddN", "ZerosLike"])
def test_other_variants_are_refused(op: str) -> None:
    with pytest.raises(InternalError, match="There is no way to"):
        VARIANT_KERNELS[op](object())


def test_identity_is_the_same_object() -> None:
    value = object()
    assert VARIANT_KERNELS["Identity"](value) is value
