"""The garbage collector's pace while a function is traced."""

from __future__ import annotations

import gc

import pytest

import runtime as tf
from runtime.functions.tracing_lock import TRACING


def test_collections_are_rare_only_while_a_function_is_traced() -> None:
    before = gc.get_threshold()
    seen = []

    @tf.function
    def inner(x):
        seen.append((gc.get_threshold(), TRACING._is_owned()))
        return x

    @tf.function
    def outer(x):
        return inner(x)

    outer(1.0)
    assert len(seen) == 1
    thresholds, is_owned = seen[0]
    assert is_owned
    assert all(now > then for now, then in zip(thresholds[1:], before[1:]))
    assert gc.get_threshold() == before


def test_pace_is_that_of_before_after_an_error() -> None:
    before = gc.get_threshold()

    @tf.function(autograph=False)
    def fails():
        raise KeyError("inside")

    with pytest.raises(KeyError, match="inside"):
        fails()
    assert gc.get_threshold() == before
    assert not TRACING._is_owned()
