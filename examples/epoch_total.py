"""The sum over the batches of a dataset: a loop that a graph runs as a scan."""

import runtime as tf

FUNCTION = "epoch_total"
ARGUMENTS = ["i64=3"]

dataset = tf.data.Dataset.range(10).shuffle(4, seed=1).batch(3)


def epoch_total(scale):
    total = tf.constant(0, tf.int64)
    for batch in dataset:
        total += scale * tf.reduce_sum(batch)
    return total
