"""Shapes of `==` and `!=`, which give one bool where shapes do not fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import runtime as tf

RECORDED = json.loads(Path(__file__).with_name("shapes_of_equality.json").read_text())
"""By the shape of ``x == y`` with TensorFlow 2.21: the shapes of x and y."""


@pytest.mark.parametrize("shape", RECORDED)
def test_shapes_are_inferred_as_in_tensorflow(shape: str) -> None:
    for pair in RECORDED[shape]:
        found = tf.function(lambda x, y: x == y).get_concrete_function(
            *(tf.TensorSpec(each) for each in pair)
        )
        assert str(found.structured_outputs.shape) == shape, pair


@pytest.mark.parametrize("jit_compile", [False, True])
@pytest.mark.parametrize(
    ("y", "wanted"),
    [([1.0, 2.0], [True, True]), ([1.0], [True, False]), ([1.0, 2.0, 3.0], False)],
)
def test_sizes_that_are_found_later_may_not_fit(
    jit_compile: bool, y: list[float], wanted: Any
) -> None:
    spec = tf.TensorSpec([None])
    same = tf.function(
        lambda x, y: (x == y, x != y),
        input_signature=[spec, spec],
        jit_compile=jit_compile,
    )
    equal, other = same(tf.constant([1.0, 2.0]), tf.constant(y))
    assert equal.numpy().tolist() == wanted
    negated = [not each for each in wanted] if isinstance(wanted, list) else not wanted
    assert other.numpy().tolist() == negated
