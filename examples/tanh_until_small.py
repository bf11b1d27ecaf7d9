"""A loop that runs until its values are small; how often is not known beforehand."""

import runtime as tf

FUNCTION = "tanh_until_small"
ARGUMENTS = ["[0.9, 0.4, 0.7, 0.2]"]


def tanh_until_small(x):
    while tf.reduce_sum(x) > 1:
        x = tf.tanh(x)
    return x
