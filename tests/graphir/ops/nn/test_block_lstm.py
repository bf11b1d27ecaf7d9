"""BlockLSTM and BlockLSTMV2 against the same steps written with single ops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

STEPS, BATCH, INPUTS, CELLS = 4, 2, 3, 5
NAMES = ("x", "cs_prev", "h_prev", "w", "wci", "wcf", "wco", "b")


def _arguments() -> dict[str, Any]:
    random = np.random.default_rng(3)
    shapes = (
        (STEPS, BATCH, INPUTS),
        (BATCH, CELLS),
        (BATCH, CELLS),
        (INPUTS + CELLS, 4 * CELLS),
        *[(CELLS,)] * 3,
        (4 * CELLS,),
    )
    return {
        name: tf.constant(random.normal(size=shape) * 0.7, tf.float32)
        for name, shape in zip(NAMES, shapes)
    }


def _step_by_step(
    given: dict[str, Any], op: str, steps: int, peephole: bool, bias: float
) -> Any:
    cells, h = given["cs_prev"], given["h_prev"]
    found = []
    for x in tf.unstack(given["x"])[:steps]:
        gates = tf.split(tf.concat([x, h], 1) @ given["w"] + given["b"], 4, 1)
        enter, fresh, kept, shown = gates
        if op == "BlockLSTMV2":
            enter, kept, fresh, shown = gates
        if peephole:
            enter += given["wci"] * cells
            kept += given["wcf"] * cells
        now = tf.sigmoid(enter) * tf.tanh(fresh) + tf.sigmoid(kept + bias) * cells
        shown = tf.sigmoid(shown + given["wco"] * now if peephole else shown)
        cells, h = now, shown * tf.tanh(now)
        found.append(h)
    return tf.concat([tf.stack(found), tf.zeros([STEPS - steps, BATCH, CELLS])], 0)


@pytest.mark.parametrize("peephole", [False, True])
@pytest.mark.parametrize("steps", [STEPS, 2])
@pytest.mark.parametrize("op", ["BlockLSTM", "BlockLSTMV2"])
def test_values_and_gradients_are_those_of_single_ops(
    op: str, steps: int, peephole: bool
) -> None:
    given = _arguments()
    attrs = {"forget_bias": 0.5} if op == "BlockLSTM" else {}
    weights = tf.constant(np.random.default_rng(4).normal(size=(STEPS, BATCH, CELLS)))
    weights = tf.cast(weights, tf.float32)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(given)
        block = getattr(tf.raw_ops, op)(
            seq_len_max=tf.constant(steps, tf.int64),
            use_peephole=peephole,
            cell_clip=0.0,
            **given,
            **attrs,
        )
        found = tf.reduce_sum(block.h * weights)
        plain = _step_by_step(given, op, steps, peephole, attrs.get("forget_bias", 0.0))
        expected = tf.reduce_sum(plain * weights)
    np.testing.assert_allclose(block.h, plain, atol=1e-6)
    for name in NAMES if peephole else ("x", "cs_prev", "h_prev", "w", "b"):
        np.testing.assert_allclose(
            tape.gradient(found, given[name]),
            tape.gradient(expected, given[name]),
            atol=5e-6,
            err_msg=name,
        )


def test_cells_are_clipped() -> None:
    block = tf.raw_ops.BlockLSTM(
        seq_len_max=tf.constant(STEPS, tf.int64), cell_clip=0.25, **_arguments()
    )
    assert float(tf.reduce_max(tf.abs(block.cs))) == 0.25


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seq_len_max": tf.constant([1], tf.int64)}, "must be a scalar"),
        ({"seq_len_max": tf.constant(9, tf.int64)}, "between 0 and 4: 9"),
        ({"w": tf.zeros([2, 2])}, r"w must have the shape \[8,20\], not \[2,2\]"),
        ({"wci": tf.zeros([1])}, r"peepholes must have the shape \[5\]"),
        ({"h_prev": tf.zeros([BATCH, 1])}, "h_prev must have the shape"),
    ],
)
def test_what_does_not_fit_is_refused(change: dict[str, Any], message: str) -> None:
    given = {"seq_len_max": tf.constant(4, tf.int64), **_arguments(), **change}
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        tf.raw_ops.BlockLSTMV2(use_peephole=True, **given)
