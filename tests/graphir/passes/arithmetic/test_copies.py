"""Copies are left out, but not checks of sizes that no static shape tells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf


def function_of(shape: list[Any], wanted: list[Any]) -> Any:
    signature = [tf.TensorSpec(shape, tf.float32)]
    return tf.function(lambda x: tf.ensure_shape(x, wanted) + 1, signature)


def ops_of(function: Any) -> list[str]:
    graph = function.get_concrete_function().optimized_graph
    return [node.op for node in graph.as_graph_def().node]


@pytest.mark.parametrize(
    ("shape", "wanted", "sizes"),
    [
        ([None, None], [2, None], (3, 2)),
        ([None, None], [2, 2], (3, 2)),
        (None, [None], (3, 3)),
        ([None], [2], (3,)),
    ],
)
def test_a_check_of_a_part_of_the_sizes_stays(
    shape: Any, wanted: Any, sizes: Any
) -> None:
    """`[2, None]` of a matrix of unknown sizes was no check at all."""
    function = function_of(shape, wanted)
    assert "EnsureShape" in ops_of(function)
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not compatible"):
        function(np.zeros(sizes, np.float32))


@pytest.mark.parametrize(
    ("shape", "wanted"), [([2, None], [2, None]), ([2, 3], [None, 3]), ([None], None)]
)
def test_a_check_that_cannot_fail_goes(shape: Any, wanted: Any) -> None:
    assert "EnsureShape" not in ops_of(function_of(shape, wanted))
