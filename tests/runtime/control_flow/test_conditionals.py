"""Staged control flow gives what Python gives; its errors name the variable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf


def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def first_divisor(n):
    d = 2
    while d * d <= n:
        if n % d == 0:
            break
        d += 1
    return d


def sum_of_odd(n):
    total = 0
    for i in tf.range(n):
        if i % 2 == 0:
            continue
        total += i
    return total


def sum_of_rows(x):
    total = tf.zeros([2])
    for row in x:
        if row[0] > 4:
            break
        total += row
    return total


def nested_loops(n):
    total = 0
    for i in tf.range(n):
        for j in tf.range(i):
            total += i * j
    return total


def sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1
    else:
        return 0


def state_in_containers(n):
    state = {"sum": 0, "pair": (1, 2)}
    for i in tf.range(n):
        state = {"sum": state["sum"] + i, "pair": (state["pair"][1], i)}
    return state["sum"], state["pair"]


def python_loop(n):
    result = []
    for i in range(3):
        result.append(n * i)
    return result


def short_circuit(x):
    return x > 0 and (10 // x) > 2


def ternary(x):
    return x * 2 if x > 3 else -x


def until_flag(n):
    i = 0
    while True:
        i += 1
        if i * i > n:
            break
    return i


def made_in_loop(n):
    for i in tf.range(n):
        last = i * 10
    return last


def return_in_loop(n):
    while n < 10:
        if n > 5:
            return n
        n *= 2
    return -n


def dynamic_rows(x):
    total = 0
    for each in x:
        total += each
    return total


INT = [0, 1, 5, 12, 27]
CASES: list[tuple[Callable[..., Any], list[Any]]] = [
    (collatz, [1, 6, 27]),
    (first_divisor, [2, 15, 49, 97]),
    (sum_of_odd, INT),
    (nested_loops, [0, 1, 6]),
    (sign, [-3, 0, 4]),
    (state_in_containers, INT),
    (python_loop, [3]),
    (short_circuit, [-1, 0, 2, 9]),
    (ternary, [1, 7]),
    (until_flag, [0, 10]),
    (made_in_loop, [1, 4]),
    (return_in_loop, [1, 3, 6, 12]),
    (sum_of_rows, [[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]]),
]


def values_of(result: Any) -> Any:
    return tf.nest.map_structure(
        lambda x: tf.convert_to_tensor(x).numpy().tolist(), result
    )


@pytest.mark.parametrize(
    ("function", "given"),
    [(function, value) for function, values in CASES for value in values],
)
def test_staged_function_equals_the_plain_one(
    function: Callable[..., Any], given: Any
) -> None:
    tensor = tf.constant(given)
    assert values_of(tf.function(function)(tensor)) == values_of(function(tensor))


def test_rows_of_unknown_number() -> None:
    function = tf.function(
        dynamic_rows, input_signature=[tf.TensorSpec([None], tf.int32)]
    )
    assert function([1, 2, 3]).numpy() == 6
    assert function(tf.zeros([0], tf.int32)).numpy() == 0


def test_loop_that_never_runs_has_no_value_to_give() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="initialize last"):
        tf.function(made_in_loop)(tf.constant(0))


def only_one_branch(x):
    if x > 0:
        y = x + 1
    return y


def other_dtype(x):
    if x > 0:
        y = x * 2
    else:
        y = 2.0
    return y


def one_return(x):  # noqa: RET503 - the case
    if x > 0:
        return x


def growing(x):
    while tf.reduce_sum(x) < 10.0:
        x = tf.concat([x, x], 0)
    return x


def changing_dtype(n):
    i = 0
    while i < n:
        i = tf.cast(i, tf.float32) + 0.5
    return i


def vector_condition(x):
    if x > 0:
        return x
    else:
        return -x


@pytest.mark.parametrize(
    ("function", "given", "kind", "message"),
    [
        (only_one_branch, 1, ValueError, "'y' must also be initialized in the else"),
        (other_dtype, 1, TypeError, "'y' has dtype int32 in the main branch"),
        (other_dtype, 1, TypeError, "y = x \\* 2"),
        (other_dtype, 1, TypeError, "dtype float32 in the else branch"),
        (one_return, 1, ValueError, "A value must also be returned from the else"),
        (
            growing,
            [1.0],
            ValueError,
            r"'x' has shape \(1,\) before the loop, but shape",
        ),
        (changing_dtype, 1, TypeError, "'i' has dtype int32 before the loop"),
        (vector_condition, [1, 2], ValueError, "expected to be `tf.bool` scalar"),
    ],
)
def test_refused_control_flow(
    function: Callable[..., Any], given: Any, kind: type, message: str
) -> None:
    with pytest.raises(kind, match=message):
        tf.function(function)(tf.constant(given))


def test_shape_invariants_let_a_variable_grow() -> None:
    @tf.function
    def grow(x):
        return tf.while_loop(
            lambda v: tf.reduce_sum(v) < 10.0,
            lambda v: (tf.concat([v, v], 0),),
            [x],
            shape_invariants=[tf.TensorShape([None])],
        )

    assert grow(tf.constant([1.0]))[0].numpy().tolist() == [1.0] * 16


@pytest.mark.parametrize("mode", ["eager", "graph"])
def test_functions_for_control_flow(mode: str) -> None:
    def every(x):
        return [
            tf.cond(x > 1, lambda: x * 10, lambda: x),
            tf.case([(x > 5, lambda: 5), (x > 1, lambda: 1)], default=lambda: 0),
            tf.switch_case(x, [lambda: 10, lambda: 11], default=lambda: 12),
            tf.while_loop(lambda i, s: i < x, lambda i, s: (i + 1, s + i), [0, 0])[1],
            tf.while_loop(lambda i: True, lambda i: i + 1, 0, maximum_iterations=7),
        ]

    run = tf.function(every) if mode == "graph" else every
    found = [[int(each) for each in run(tf.constant(x))] for x in (0, 1, 3, 9)]
    assert found == [
        [0, 0, 10, 0, 7],
        [1, 0, 11, 0, 7],
        [30, 1, 12, 3, 7],
        [90, 5, 12, 36, 7],
    ]


@pytest.mark.parametrize("mode", ["eager", "graph"])
def test_case_without_default_needs_a_true_predicate(mode: str) -> None:
    def pick(x):
        return tf.case([(x > 5, lambda: 5), (x > 1, lambda: 1)])

    run = tf.function(pick) if mode == "graph" else pick
    assert int(run(tf.constant(7))) == 5
    with pytest.raises(tf.errors.InvalidArgumentError, match="None of conditions"):
        run(tf.constant(0))


def test_exclusive_case_refuses_two_true_predicates() -> None:
    pairs = [(tf.constant(True), lambda: 1), (tf.constant(True), lambda: 2)]
    with pytest.raises(tf.errors.InvalidArgumentError, match="more than 1 conditions"):
        tf.case(pairs, default=lambda: 0, exclusive=True)


def test_branches_must_agree() -> None:
    @tf.function
    def different(x):
        return tf.cond(x > 0, lambda: (x, x), lambda: x)

    with pytest.raises(TypeError, match="same number, type, and overall structure"):
        different(tf.constant(1))


def test_only_the_branch_taken_runs(capfd: pytest.CaptureFixture[str]) -> None:
    @tf.function
    def choose(x):
        return tf.cond(x > 0, lambda: say("yes", x), lambda: say("no", x))

    def say(word, x):
        tf.print(word)
        return x

    choose(tf.constant(1))
    assert capfd.readouterr().err == "yes\n"


def test_bad_arguments() -> None:
    one = tf.constant(1)
    with pytest.raises(TypeError, match="pred must not be a Python bool"):
        tf.function(lambda x: tf.cond(True, lambda: x, lambda: x))(one)
    with pytest.raises(TypeError, match="must be callable"):
        tf.cond(one > 0, one, lambda: one)
    with pytest.raises(ValueError, match="contiguous range"):
        tf.switch_case(one, {0: lambda: one, 2: lambda: one})
    with pytest.raises(TypeError, match="must be an int32 tensor"):
        tf.switch_case(tf.constant(1.0), [lambda: one])
    with pytest.raises(ValueError, match="must be provided"):
        tf.while_loop(lambda: True, lambda: None, [])


def test_builtins_of_staged_values() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def used(x):
        return [len(x), max(x), min(x), sum(x), abs(x[0]), float(x[0]), int(1.7 * 2)]

    found = [each.numpy().item() for each in used([-3, 4])]
    assert found == [2, 4, -3, 1, 3, -3.0, 3]


def test_runs_do_not_share_state() -> None:
    function = tf.function(collatz)
    assert [int(function(tf.constant(n))) for n in (6, 27, 6)] == [8, 111, 8]


def test_long_loop() -> None:
    @tf.function
    def count(n):
        total = tf.constant(0, tf.int64)
        for i in tf.range(n):
            total += tf.cast(i, tf.int64)
        return total

    assert count(tf.constant(20_000)).numpy() == np.arange(20_000).sum()


def test_predicate_of_cond_may_be_a_python_bool_where_ops_run_at_once() -> None:
    assert tf.cond(True, lambda: 1, lambda: 2) == 1


def test_predicate_of_cond_must_be_a_scalar() -> None:
    choose = tf.function(lambda p: tf.cond(p, lambda: 1, lambda: 2))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"has shape \[2\]"):
        choose(tf.constant([True, False]))


def test_violated_invariant_is_named() -> None:
    @tf.function
    def grows():
        t = tf.zeros([1, 2])
        for _ in tf.range(3):
            tf.autograph.experimental.set_loop_options(
                shape_invariants=[(t, tf.TensorShape([None, 2]))]
            )
            t = tf.concat([t, t], 1)
        return t

    with pytest.raises(ValueError, match=r"does not conform with the shape invariant"):
        grows()


def test_bodies_of_eager_loops_see_python_numbers() -> None:
    seen = []

    def body(i: Any, x: Any) -> Any:
        seen.append((type(i), type(x)))
        return i + 1, x

    found = tf.while_loop(lambda i, x: i < 2, body, [0, 2.5])
    assert seen == [(int, float)] * 2
    assert [each.numpy() for each in found] == [2, 2.5]
