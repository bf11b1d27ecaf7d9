"""`tf.dtypes`: names of dtypes, and functions on them."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.namespaces import dtypes


def test_names_are_the_dtypes_and_other_names_for_them() -> None:
    for name in dtypes.__all__:
        found = getattr(tf.dtypes, name.rstrip("_"))
        if isinstance(found, tf.DType):
            assert found.name in (name.rstrip("_"), "float16", "float64")
    assert (tf.dtypes.half, tf.dtypes.double) == (tf.float16, tf.float64)
    assert tf.dtypes.bool is tf.bool


def test_functions_are_those_of_the_top() -> None:
    for name in ("cast", "complex", "saturate_cast"):
        assert getattr(dtypes, name) is getattr(tf, name)
    with pytest.raises(AttributeError, match="'tf.dtypes' has no attribute 'float7'"):
        dtypes.float7  # noqa: B018


def test_types_of_few_bits() -> None:
    found = vars(dtypes.experimental)
    assert all(name == dtype.name for name, dtype in found.items())
    assert tf.dtypes.experimental.int4.size == 1
    assert {each.is_quantized for each in dtypes.QUANTIZED_DTYPES} == {True}
