"""An `elif` chain in a staged `for`; printed while the graph runs."""

import runtime as tf

FUNCTION = "fizzbuzz"
ARGUMENTS = ["i32=15"]


def fizzbuzz(n):
    fizzes = 0
    for i in tf.range(1, n + 1):
        if i % 15 == 0:
            tf.print("fizzbuzz")
            fizzes += 1
        elif i % 3 == 0:
            tf.print("fizz")
            fizzes += 1
        elif i % 5 == 0:
            tf.print("buzz")
        else:
            tf.print(i)
    return fizzes
