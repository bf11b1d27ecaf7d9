"""Results get layouts, in place; what they are made of stays as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf

dtensor = tf.experimental.dtensor


@pytest.fixture
def layout(four_cpus: list[str]) -> Any:
    mesh = dtensor.create_mesh([("x", 2), ("y", 2)], devices=four_cpus)
    return dtensor.Layout(["x", dtensor.UNSHARDED], mesh)


Use = Callable[[Any, Any], Any]
ON_A_MESH: dict[str, Use] = {
    "relayout": dtensor.relayout,
    "copy_to_mesh": dtensor.copy_to_mesh,
    "the result of a call": lambda x, to: dtensor.call_with_layout(lambda: x, to),
    "relayout_like": lambda x, to: dtensor.relayout_like(
        x, dtensor.relayout(tf.ones([2, 2]), to)
    ),
    "an argument": lambda x, to: tf.function(lambda x, y: (x, y))(
        x, dtensor.relayout(tf.ones([2, 2]), to)
    )[0],
    "captured": lambda x, to: tf.function(lambda y: (x, y))(
        dtensor.relayout(tf.ones([2, 2]), to)
    )[0],
    "part": lambda x, to: dtensor.pack([x[:1]] * 2 + [x[1:]] * 2, to),
}


@pytest.mark.parametrize("name", ON_A_MESH)
def test_a_plain_tensor_stays_plain(name: str, layout: Any) -> None:
    plain = tf.ones([2, 2])
    assert dtensor.is_dtensor(ON_A_MESH[name](plain, layout))
    assert not dtensor.is_dtensor(plain)


@pytest.mark.parametrize(
    "use",
    [tf.identity, tf.stop_gradient, tf.squeeze, lambda x: tf.reshape(x, [2, 2])],
    ids=["identity", "stop_gradient", "squeeze", "reshape"],
)
def test_results_on_a_default_mesh_are_other_tensors(use: Any, layout: Any) -> None:
    plain = tf.ones([2, 2])
    with dtensor.default_mesh(layout.mesh):
        assert dtensor.is_dtensor(use(plain))
    assert not dtensor.is_dtensor(plain)
    assert not dtensor.is_dtensor(tf.constant(1.0))


def test_a_tape_watches_what_got_its_layout_later(layout: Any) -> None:
    plain = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(plain)
        there = dtensor.relayout(plain, layout)
        total = tf.reduce_sum(there * there)
    gradient = tape.gradient(total, plain)
    parts = [each.numpy().tolist() for each in dtensor.unpack(gradient)]
    whole = [[2.0, 4.0], [6.0, 8.0]]
    assert parts in ([whole] * 4, [whole[:1], whole[:1], whole[1:], whole[1:]])
