"""Eager tensors are read through Python's buffer protocol."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

import runtime as tf


@pytest.mark.parametrize("dtype", ["int32", "float64", "uint8", "bool", "complex64"])
def test_a_view_has_the_elements(dtype: str) -> None:
    array = np.array([[0, 1], [1, 0]]).astype(dtype)
    view = memoryview(tf.constant(array))
    assert (view.shape, view.readonly) == ((2, 2), True)
    assert bytes(view) == array.tobytes()
    if dtype != "complex64":
        assert view.tolist() == array.tolist()


def test_hashes_read_the_bytes() -> None:
    array = np.arange(5, dtype=np.int16)
    found = hashlib.sha256(tf.constant(array)).hexdigest()
    assert found == hashlib.sha256(array.tobytes()).hexdigest()


@pytest.mark.parametrize(("value", "shape"), [("a", ()), (["a", "b"], (2,))])
def test_texts_are_objects(value, shape) -> None:
    view = memoryview(tf.constant(value))
    assert (view.format, view.shape) == ("O", shape)
