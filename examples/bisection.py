"""Bisection of x**3 = target, with early returns for the ends of the interval."""

import runtime as tf

FUNCTION = "cube_root"
ARGUMENTS = ["f64=20.0", "f64=0.0", "f64=20.0"]


def excess(x, target):
    return x * x * x - target


def cube_root(target, low, high):
    if excess(low, target) == 0:
        return low
    if excess(high, target) == 0:
        return high
    while high - low > 1e-9:
        middle = (low + high) / 2
        if tf.sign(excess(middle, target)) == tf.sign(excess(low, target)):
            low = middle
        else:
            high = middle
    return (low + high) / 2
