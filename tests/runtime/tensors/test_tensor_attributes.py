"""Attributes of tensors that are computed, or told to be missing."""

from __future__ import annotations

import pytest

import runtime as tf


def test_operators_that_other_classes_take() -> None:
    found = tf.Tensor.OVERLOADABLE_OPERATORS
    assert {"__add__", "__getitem__", "__matmul__", "__invert__"} <= found
    assert "__len__" not in found


@pytest.mark.parametrize(
    "name", ["astype", "ravel", "transpose", "T", "tolist", "size"]
)
def test_methods_of_numpy_say_how_to_get_them(name: str) -> None:
    text = f"EagerTensor object has no attribute '{name}'"
    with pytest.raises(AttributeError, match=text) as told:
        getattr(tf.constant(1), name)
    assert "experimental_enable_numpy_behavior()" in str(told.value)
    assert not hasattr(tf.constant(1), name)


def test_other_attributes_are_missing_as_ever() -> None:
    with pytest.raises(AttributeError) as told:
        tf.constant(1).nobody  # noqa: B018
    assert "numpy_behavior" not in str(told.value)
