"""Functions whose graphs are compared with TensorFlow's; CASES says with what input."""

from __future__ import annotations

import numpy as np

import runtime as tf

SMALL = tf.constant([1.0, 2.0])
LARGE = tf.constant(np.arange(200.0), tf.float32)


def simple_relu(x):
    if tf.greater(x, 0):
        return x
    else:
        return 0


def branches_with_effects(x):
    if x > 0:
        tf.print("pos")
        y = x + 1
    else:
        tf.print("neg")
        y = x - 1
    return y


def branch_without_results(x):
    if x > 0.0:
        tf.print("p")
    return x


def two_branches_without_results(x):
    if x > 0.0:
        tf.print("p")
    else:
        tf.print("n", x)
    return x


def branches_with_two_results(x):
    if x > 0.0:
        a = 1
        b = x
    else:
        a = 2
        b = x * 2.0
    return a, b


def elif_chain(x):
    if x > 1.0:
        y = 1.0
    elif x > 0.0:
        y = 2.0
    else:
        y = 3.0
    return y


def conditional_expression(x):
    return x if x > 0.0 else 0.0


def boolean_operators(x, y):
    return (x > 0.0 and y > 0.0) or not x > y


def chained_comparison(x, y):
    return 0.0 < x < y


def tanh_until_small(x):
    while tf.reduce_sum(x) > 1:
        tf.print(x)
        x = tf.tanh(x)
    return x


def count_up(n):
    i = 0
    while i < n:
        i += 1
    return i


def while_over_dict(x):
    d = {"a": x}
    while d["a"] < 3.0:
        d["a"] = d["a"] + 1.0
    return d


def sum_of_range(n):
    s = 0
    for i in tf.range(n):
        s += i
    return s


def sum_of_falling_range(n):
    s = 0
    for i in tf.range(n, 0, -1):
        s += i
    return s


def sum_of_range_with_step(n, d):
    s = 0
    for i in tf.range(0, n, d):
        s += i
    return s


def sum_of_python_range(n):
    s = 0
    for i in range(n):
        s += i
    return s


def last_of_range(n):
    i = -1
    for i in tf.range(2, n, 3):
        tf.print(i)
    return i


def result_made_in_loop(n):
    for i in tf.range(n):
        y = i * 2
    return y


def sum_of_rows(x):
    s = tf.constant(0.0)
    for r in x:
        s += r
    return s


def sum_until_positive(x):
    s = tf.constant(0.0)
    for r in x:
        if r > 0.0:
            break
        s += r
    return s


def continue_in_range(x):
    i = 0
    for i in tf.range(3):
        if i > 1:
            continue
        x = x + 1.0
    return x


def cond_of_lambdas(x, y):
    return tf.cond(x > y, lambda: x * y, lambda: y)


def cond_of_effects(x):
    tf.cond(x > 0.0, lambda: tf.print("a"), lambda: tf.print("b"))
    return x


def cond_with_captures(x):
    return tf.cond(x > 0.0, lambda: tf.reduce_sum(LARGE) + SMALL, lambda: x + SMALL)


def while_loop_of_lambdas(x):
    return tf.while_loop(lambda i, s: i < 10, lambda i, s: (i + 1, s + x), [0, 0.0])


def while_loop_with_bound(x):
    return tf.while_loop(
        lambda i: i < 10,
        lambda i: (i + 1,),
        [x],
        maximum_iterations=5,
        parallel_iterations=3,
        name="lp",
    )


def case_of_two(x):
    return tf.case([(x > 1, lambda: x), (x > 0, lambda: x * 2)], default=lambda: x * 3)


def switch_of_two(x):
    return tf.switch_case(x, [lambda: x, lambda: x * 2])


def prints_in_order(x):
    tf.print("a", x)
    tf.print("b", [x, x])
    return x


def print_and_no_result(x):
    tf.print(x)


def print_options(x):
    tf.print("a", x, x, sep=",", end="", output_stream="file:///dev/null")
    tf.print(x, summarize=5)
    tf.print({"a": x}, [x, "s"], "s", 1, None)


def asserts_and_prints(x):
    tf.print("a")
    tf.Assert(x > 0, [x])
    tf.Assert(x > 1.0, [x])
    tf.print("b")
    return x


def unused_gather(x):
    tf.gather(x, [1])
    return x


def nested_result(x):
    return {"a": x, "b": (x + 1, None, 3)}


def same_twice(x):
    return x, x


def python_values(x):
    return [1, 2.5, "s", np.array([1, 2]), True]


@tf.function
def inner(x):
    return x * 2


def nested_call(x):
    return inner(x) + inner(x)


def captured_constants(x):
    return [
        x + SMALL,
        SMALL + x,
        tf.maximum(x, SMALL),
        tf.reduce_sum(LARGE) + tf.reduce_sum(LARGE),
        LARGE + 1.0,
        tf.identity(SMALL),
    ]


def name_scopes(x):
    with tf.name_scope("foo"):
        y = x + 1.0
        with tf.name_scope("bar") as scope:
            z = tf.add(y, 1.0, name=scope)
    with tf.name_scope("foo"):
        return tf.add(y, z)


def manual_dependencies(x):
    with tf.control_dependencies([tf.abs(x)]):
        a = tf.identity(x)
        b = tf.no_op()
        tf.group(a, b)
    return tf.constant(1)


def packed_lists(x):
    return [tf.convert_to_tensor([x, 1.0]), tf.convert_to_tensor([[x, 1.0], [x, 2.0]])]


def operators(x, b, i):
    return [
        x @ x,
        ~b,
        b & b,
        b | b,
        b ^ b,
        i & 1,
        i | i,
        ~i,
        x // 2.0,
        x % x,
        x**x,
        -x,
        abs(x),
        x == 1.0,
        x != 1.0,
        x < 1.0,
        x <= 1.0,
        x >= 1.0,
        True & b,
        i / 2,
        1 / i,
        2**i,
        i // 2,
        2.0 - x,
        x - 2.0,
        tf.constant([1.0, 2.0]) + 1.0,
    ]


def mapped(x):
    return tf.map_fn(lambda row: tf.reduce_sum(row) * 2.0, x)


def mapped_pair(x):
    signature = (tf.float32, tf.int32)
    return tf.map_fn(
        lambda pair: (pair[0] + pair[1], tf.shape(pair[0])[0]),
        (x, x),
        fn_output_signature=signature,
    )


def scanned(x):
    return tf.scan(lambda total, each: total * each, x)


def scanned_backwards(x):
    return tf.scan(lambda total, each: total - each, x, tf.zeros([1]), reverse=True)


def folded(x):
    return tf.foldl(lambda total, each: total - each, x)


def folded_from_right(x):
    start = tf.constant(1.0)
    return tf.foldr(lambda total, each: total * each, x, start), tf.foldr(tf.add, x)


CASES = {
    "asserts_and_prints": "f",
    "boolean_operators": "ff",
    "branch_without_results": "f",
    "branches_with_effects": "i",
    "branches_with_two_results": "f",
    "captured_constants": "v",
    "case_of_two": "i",
    "chained_comparison": "ff",
    "cond_of_effects": "f",
    "cond_of_lambdas": "ff",
    "cond_with_captures": "f",
    "conditional_expression": "f",
    "continue_in_range": "f",
    "count_up": "i",
    "elif_chain": "f",
    "folded": "v",
    "folded_from_right": "v",
    "last_of_range": "i",
    "manual_dependencies": "f",
    "mapped": "m",
    "mapped_pair": "m",
    "name_scopes": "f",
    "nested_call": "f",
    "nested_result": "f",
    "operators": "mbi",
    "packed_lists": "f",
    "print_and_no_result": "f",
    "print_options": "v",
    "prints_in_order": "f",
    "python_values": "f",
    "result_made_in_loop": "i",
    "same_twice": "f",
    "scanned": "v",
    "scanned_backwards": "m",
    "simple_relu": "i",
    "sum_of_falling_range": "i",
    "sum_of_python_range": "i",
    "sum_of_range": "i",
    "sum_of_range_with_step": "ii",
    "sum_of_rows": "v",
    "sum_until_positive": "v",
    "switch_of_two": "i",
    "tanh_until_small": "v",
    "two_branches_without_results": "f",
    "unused_gather": "v",
    "while_loop_of_lambdas": "f",
    "while_loop_with_bound": "f",
    "while_over_dict": "f",
}
"""Function -> kinds of its arguments: float, int, bool, vector, matrix."""


def arguments(kinds: str) -> list[tf.Tensor]:
    values = {"f": 2.0, "i": 3, "b": True, "v": [1.0, 2.0], "m": [[1.0]]}
    return [tf.constant(values[kind]) for kind in kinds]
