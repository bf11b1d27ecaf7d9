"""Tests of compiled gradients: the same as the rules, and only where these repeat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.gradients.backward import quick as quick_gradients
from runtime.gradients.backward.plan_cache import COMPILED_AFTER
from runtime.gradients.backward.rules import Call as TapeCall
from runtime.gradients.backward.rules import declared_gradients
from tests.graphir.ops.calls import Call
from tests.graphir.ops.test_generated import DIFFERENTIABLE_CALLS
from tests.runtime.gradients.backward.test_second_derivatives import applied, tensors_of

TURNS = COMPILED_AFTER + 3


@pytest.mark.parametrize(
    ("name", "call"),
    [each for each in DIFFERENTIABLE_CALLS if each.values[0] != "PreventGradient"],
)
def test_compiled_gradient_is_that_of_the_rule(name: str, call: Call) -> None:
    tensors = tensors_of(call.flat())
    tape = tf.GradientTape(persistent=True)
    with tape:
        tape.watch([each for each in tensors if each.dtype.is_floating])
        tape.watch([each for each in tensors if each.dtype.is_complex])
        results = applied(name, call, tensors)
    recorded: TapeCall = tape._calls[-1]
    rng = np.random.default_rng(3)
    taken = {id(each) for each in results}
    d_outputs = [
        tf.constant(rng.normal(size=each.shape.as_ints()), each.dtype)
        if id(each) in taken
        else None
        for each in recorded.outputs
    ]
    expected = declared_gradients(recorded, d_outputs)
    reached = {id(each) for each in recorded.inputs}
    for _ in range(TURNS):
        found = quick_gradients.quick_gradients(recorded, d_outputs, reached)
    if found is None:
        assert name in NOT_COMPILED
        return
    assert name not in NOT_COMPILED
    for mine, theirs in zip(found, expected, strict=True):
        assert (mine is None) == (theirs is None)
        if mine is not None:
            np.testing.assert_allclose(mine.numpy(), theirs.numpy(), rtol=1e-12)


NOT_COMPILED = {
    "Gather": "its gradient is slices",
    "GatherV2": "its gradient is slices",
}
"""Ops whose rules are followed each time, and why."""


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is compiled from now on."""
    made: list[Any] = []
    compiled = quick_gradients._compiled

    def noted(*args: Any) -> Any:
        made.append(args)
        return compiled(*args)

    monkeypatch.setattr(quick_gradients, "_compiled", noted)
    return made


def slope_of_sum(x: Any, axes: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_prod(x, axis=axes)
    return tape.gradient(y, x).numpy().tolist()


def test_what_the_rule_looks_at_is_a_part_of_the_key() -> None:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    for _ in range(TURNS + 1):
        assert slope_of_sum(x, 0) == [[3.0, 4.0], [1.0, 2.0]]
        assert slope_of_sum(x, 1) == [[2.0, 1.0], [4.0, 3.0]]


def test_other_shapes_are_compiled_apart() -> None:
    for size in (1, 3, 1):
        x, y = tf.ones([size]), tf.ones([3])
        for _ in range(TURNS):
            with tf.GradientTape() as tape:
                tape.watch([x, y])
                z = x * y
            assert [each.shape[0] for each in tape.gradient(z, [x, y])] == [size, 3]


def test_labels_that_change_compile_nothing_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = counted(monkeypatch)
    logits = tf.constant(np.zeros((2, 7), np.float32))
    for turn in range(20):
        labels = tf.constant([turn % 7, (turn + 1) % 7])
        with tf.GradientTape() as tape:
            tape.watch(logits)
            for _ in range(turn):
                logits = logits * 1.0  # no tape is like another
            loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
        tape.gradient(loss, logits)
    assert 0 < len(made) < 6
