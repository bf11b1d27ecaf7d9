"""Optimizers of TensorFlow 1 in replicas: gradients of all are summed first."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

TRAIN = tf.compat.v1.train


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize(
    "make",
    [
        lambda: TRAIN.GradientDescentOptimizer(0.1),
        lambda: TRAIN.MomentumOptimizer(0.1, 0.9),
        lambda: TRAIN.AdamOptimizer(0.1),
    ],
    ids=["descent", "momentum", "adam"],
)
def test_copies_of_variables_stay_equal(
    make: Any, traced: bool, four_cpus: list[str]
) -> None:
    def trained(strategy: Any) -> list[list[float]]:
        optimizer = make()
        with strategy.scope():
            w = tf.Variable([1.0, 2.0])
            table = tf.Variable(tf.ones([3, 1]))

        def replica() -> Any:
            context = tf.distribute.get_replica_context()
            number = tf.cast(context.replica_id_in_sync_group, tf.float32)
            # the parts of two replicas are 1 and 3, together 4
            part = number * 2.0 + 1.0
            if context.num_replicas_in_sync == 1:
                part = tf.constant(4.0)
            with tf.GradientTape() as tape:
                rows = tf.gather(table, [0, 2])
                loss = part * (tf.reduce_sum(w * w) + tf.reduce_sum(rows * rows))
            optimizer.apply_gradients(
                zip(tape.gradient(loss, [w, table]), [w, table], strict=True)
            )
            return loss

        def step() -> Any:
            return strategy.run(replica)

        run = tf.function(step) if traced else step
        for _ in range(2):
            run()
        found = []
        for variable in (w, table):
            copies = strategy.experimental_local_results(variable)
            values = [each.numpy().ravel().tolist() for each in copies]
            assert all(each == values[0] for each in values)
            found.append(values[0])
        return found

    both = trained(tf.distribute.MirroredStrategy(four_cpus[:2]))
    alone = trained(tf.distribute.OneDeviceStrategy("/cpu:0"))
    for mine, theirs in zip(both, alone, strict=True):
        assert mine == pytest.approx(theirs, rel=1e-5)


def test_across_replicas_they_are_refused(four_cpus: list[str]) -> None:
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    optimizer = TRAIN.GradientDescentOptimizer(0.1)
    with strategy.scope():
        w = tf.Variable(1.0)
        with pytest.raises(RuntimeError, match="cross-replica context"):
            optimizer.apply_gradients([(tf.constant(1.0), w)])
