"""Variables after both branches: one structure, one dtype, and a value or none."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from autograph.operators.variables import Undefined
from runtime.staging.branch_merging import merge_branches
from runtime.staging.partial_values import content_of


def merged(one: tuple[Any, ...], other: tuple[Any, ...], truth: bool) -> Any:
    """The variables ``a`` and ``b`` after branches that end with these values."""

    @tf.function(autograph=False)
    def run(condition: Any) -> Any:
        return merge_branches(condition, lambda: one, lambda: other, ("a", "b"))

    return run(tf.constant(truth))


@pytest.mark.parametrize("truth", [True, False])
def test_values_come_from_the_branch_that_ran(truth: bool) -> None:
    one, other = ({"x": [1, 2.0]}, 3), ({"x": [4, 5.0]}, 3)
    a, b = merged(one, other, truth)
    expected = one if truth else other
    assert [each.numpy() for each in a["x"]] == expected[0]["x"]
    assert b.numpy() == 3


def test_a_variable_of_one_branch_tells_the_other() -> None:
    reasons = []

    @tf.function(autograph=False)
    def run(condition: Any) -> Any:
        sides = [lambda: (1, 2), lambda: (Undefined("a"), 3)]
        a, b = merge_branches(condition, *sides, ("a", "b"))
        content = content_of(a)
        assert content is not None
        reasons.append(content.reason)
        return content.value, content.has_value, b

    for truth in (True, False):
        value, has_value, b = run(tf.constant(truth))
        assert (has_value.numpy(), b.numpy()) == (truth, 2 if truth else 3)
        assert not truth or value.numpy() == 1
    assert "'a' must also be initialized in the else branch" in reasons[0]


def test_other_structures_are_refused() -> None:
    with pytest.raises(TypeError, match="'a' must have the same nested structure"):
        merged(([1], 1), ([1, 2], 1), True)
