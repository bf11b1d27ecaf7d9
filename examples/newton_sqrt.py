"""Newton's iteration for a square root, left by `break` once it stands still."""

import runtime as tf

FUNCTION = "newton_sqrt"
ARGUMENTS = ["f64=2.0"]


def newton_sqrt(number):
    guess = number
    for _ in tf.range(50):
        better = (guess + number / guess) / 2
        if tf.abs(better - guess) < 1e-12:
            break
        guess = better
    return guess
