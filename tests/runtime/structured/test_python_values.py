"""Names and depths of dicts in nested lists."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.structured.python_values import as_python, keys_of


def test_names_are_found_at_one_depth() -> None:
    assert keys_of([[{"a": 1}], [], [{"a": 2}]]) == (["a"], 2)
    assert keys_of([1, [2]]) == (None, 0)
    with pytest.raises(ValueError, match="nested list/tuple of dict"):
        keys_of([{"a": 1}, [{"a": 2}]])
    with pytest.raises(KeyError, match="b"):
        keys_of([{"a": 1, "b": 2}, {"a": 1}])


def test_tensors_of_a_graph_have_no_values() -> None:
    with tf.Graph().as_default():
        x = tf.constant(1)
        with pytest.raises(ValueError, match="no Python values"):
            as_python(x)
