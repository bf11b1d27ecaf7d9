"""A branch on a tensor: one graph holds both sides."""

import runtime as tf

FUNCTION = "simple_relu"
ARGUMENTS = ["i32=-3"]


def simple_relu(x):
    if tf.greater(x, 0):
        return x
    else:
        return 0
