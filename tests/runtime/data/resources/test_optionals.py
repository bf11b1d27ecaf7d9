"""Optionals as ops."""

from __future__ import annotations

import pytest

import runtime as tf

RAW = tf.raw_ops
D = tf.data.Dataset
KINDS = {"output_types": [tf.int64], "output_shapes": [[]]}


def test_optionals() -> None:
    some = RAW.OptionalFromValue(components=[tf.constant(3, tf.int64)])
    none = RAW.OptionalNone()
    has = [bool(RAW.OptionalHasValue(optional=each)) for each in (some, none)]
    assert has == [True, False]
    assert int(RAW.OptionalGetValue(optional=some, **KINDS)[0]) == 3
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not have a value"):
        RAW.OptionalGetValue(optional=none, **KINDS)
