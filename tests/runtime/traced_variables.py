"""Functions that read and change variables; their graphs are TensorFlow's."""

from __future__ import annotations

import runtime as tf

WEIGHT = tf.Variable([1.0, 2.0], name="weight")
COUNT = tf.Variable(3, name="count", trainable=False)
FLAG = tf.Variable(True)


def read_by_operator(x):
    return WEIGHT + x


def read_by_function(x):
    return tf.add(WEIGHT, x)


def read_value(x):
    return WEIGHT.value(), WEIGHT.read_value(), tf.convert_to_tensor(WEIGHT)


def element(x):
    return WEIGHT[0] + x


def assign_and_return(x):
    WEIGHT.assign(x)
    return WEIGHT


def assign_python_value(x):
    WEIGHT.assign([5.0, 6.0])
    WEIGHT.assign_sub([1.0, 1.0])
    return x


def return_what_assign_add_returns(x):
    return WEIGHT.assign_add(x)


def read_between_changes(x):
    before = WEIGHT * 2.0
    WEIGHT.assign_add(x)
    after = WEIGHT + 1.0
    return before, after


def two_variables(x):
    COUNT.assign_add(1)
    WEIGHT.assign_sub(x)
    return WEIGHT * tf.cast(COUNT, tf.float32)


def no_read_value(x):
    WEIGHT.assign(x, read_value=False)


def change_in_branch(x):
    if x[0] > 0.0:
        WEIGHT.assign_add(x)
    return WEIGHT.read_value()


def read_in_branches(x):
    if x[0] > 0.0:
        y = x * WEIGHT
    else:
        y = x - WEIGHT
    return y


def change_in_loop(x):
    for i in tf.range(3):
        COUNT.assign_add(i)
    return x


def read_in_loop(x):
    for _ in tf.range(3):
        x = x * WEIGHT
    return x


def variable_decides(x):
    if FLAG:
        x = x + 1.0
    return x


def scatter(x):
    WEIGHT.scatter_nd_add(tf.constant([[0]]), tf.constant([1.0]))
    WEIGHT.scatter_update(tf.IndexedSlices(tf.constant([1.0]), tf.constant([1])))
    return x


def print_between(x):
    tf.print("before", WEIGHT)
    WEIGHT.assign(x)
    tf.print("after", WEIGHT)
    return x


def is_there(x):
    return WEIGHT.is_initialized()


CASES = (
    "assign_and_return",
    "assign_python_value",
    "change_in_branch",
    "change_in_loop",
    "element",
    "is_there",
    "no_read_value",
    "print_between",
    "read_between_changes",
    "read_by_function",
    "read_by_operator",
    "read_in_branches",
    "read_in_loop",
    "read_value",
    "return_what_assign_add_returns",
    "scatter",
    "two_variables",
    "variable_decides",
)
"""Functions of a vector of two."""
