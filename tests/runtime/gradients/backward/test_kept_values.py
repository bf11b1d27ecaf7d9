"""Gradients through functions, branches and loops that draw or change something.

What happened on the way there counts on the way back: a number that was drawn is not
drawn again, a variable has the value that was read, and nothing is changed twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import runtime as tf

Program = Callable[[Any], tuple[Any, Any]]
"""A tensor to a result and the factor by which the result grows with its cube."""


def drawn(x: Any) -> tuple[Any, Any]:
    factor = tf.random.normal([3])
    return x**3 * factor, factor


nested = tf.function(drawn)


def called(x: Any) -> tuple[Any, Any]:
    result: tuple[Any, Any] = nested(x)
    return result


def called_twice(x: Any) -> tuple[Any, Any]:
    (y, first), (z, second) = nested(x), nested(x)
    return y + z, first + second


def in_branch(x: Any) -> tuple[Any, Any]:
    one = lambda: drawn(x)  # noqa: E731
    other = lambda: (x**3, tf.ones([3]))  # noqa: E731
    result: tuple[Any, Any] = tf.cond(tf.reduce_sum(x) > 0.0, one, other)
    return result


def in_both_branches(x: Any) -> tuple[Any, Any]:
    def other() -> tuple[Any, Any]:
        factor = tf.random.uniform([3])
        return 2.0 * factor * x**3, 2.0 * factor

    result: tuple[Any, Any] = tf.cond(tf.reduce_sum(x) < 0.0, lambda: called(x), other)
    return result


def in_case(x: Any) -> tuple[Any, Any]:
    branches = [lambda: (x**3, tf.ones([3])), lambda: called(x)]
    result: tuple[Any, Any] = tf.switch_case(tf.constant(1), branches)
    return result


def in_loop(x: Any) -> tuple[Any, Any]:
    y, total = x**3, tf.ones([3])
    for _ in tf.range(3):
        factor = tf.random.normal([3])
        y, total = y * factor, total * factor
    return y, total


def in_loop_and_branch(x: Any) -> tuple[Any, Any]:
    y, total = x**3, tf.ones([3])
    for i in tf.range(4):
        factor = tf.ones([3])
        if i % 2 == 0:
            factor = tf.random.normal([3])
        y, total = y * factor, total * factor
    return y, total


def in_mapped_function(x: Any) -> tuple[Any, Any]:
    def one(each: Any) -> tuple[Any, Any]:
        factor = tf.random.normal([])
        return each**3 * factor, factor

    result: tuple[Any, Any] = tf.map_fn(one, x, fn_output_signature=(tf.float32,) * 2)
    return result


PROGRAMS = [
    called,
    called_twice,
    in_branch,
    in_both_branches,
    in_case,
    in_loop,
    in_loop_and_branch,
    in_mapped_function,
]


def slopes(program: Program, x: Any) -> tuple[Any, ...]:
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y, factor = program(x)
        first = inner.gradient(y, x)
    return y, first, outer.gradient(first, x), factor


def slopes_of_graph(program: Program, x: Any) -> tuple[Any, ...]:
    y, factor = program(x)
    first = tf.gradients(y, x)[0]
    return y, first, tf.gradients(first, x)[0], factor


@pytest.fixture
def seeded() -> Iterator[None]:
    tf.random.set_seed(7)
    yield
    tf.random.set_seed(None)


@pytest.mark.parametrize("taken", [slopes, slopes_of_graph])
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_was_drawn_counts_on_the_way_back(
    program: Program, taken: Any, seeded: None
) -> None:
    x = tf.constant([1.0, 0.5, 2.0])
    step = tf.function(lambda each: taken(program, each))
    for _ in range(2):
        y, first, second, factor = (each.numpy() for each in step(x))
        np.testing.assert_allclose(y, factor * x.numpy() ** 3, rtol=1e-5)
        np.testing.assert_allclose(first, 3 * factor * x.numpy() ** 2, rtol=1e-5)
        np.testing.assert_allclose(second, 6 * factor * x.numpy(), rtol=1e-5)


@pytest.mark.parametrize("program", PROGRAMS)
def test_function_differentiated_outside_draws_once(
    program: Program, seeded: None
) -> None:
    x = tf.constant([1.0, 0.5, 2.0])
    y, first, second, factor = slopes(tf.function(program), x)
    np.testing.assert_allclose(y, factor * x.numpy() ** 3, rtol=1e-5)
    np.testing.assert_allclose(first, 3 * factor * x.numpy() ** 2, rtol=1e-5)
    np.testing.assert_allclose(second, 6 * factor * x.numpy(), rtol=1e-5)


def test_variable_is_changed_once_and_has_the_value_that_was_read() -> None:
    v = tf.Variable(2.0)

    @tf.function
    def counted(x: Any) -> Any:
        v.assign_add(1.0)
        return x * v

    @tf.function
    def outer(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = counted(x)
        v.assign_add(10.0)
        return tape.gradient(y, x)

    assert float(outer(tf.constant(1.0))) == 3.0
    assert float(v) == 13.0


def test_variable_changed_in_a_loop_counts_as_it_was_in_each_turn() -> None:
    v = tf.Variable(1.0)

    @tf.function
    def outer(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x
            for _ in tf.range(3):
                y = y * v
                v.assign_add(1.0)
        return y, tape.gradient(y, x)

    y, slope = outer(tf.constant(5.0))
    assert (float(y), float(slope), float(v)) == (30.0, 6.0, 4.0)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_eager_derivatives_of_a_function_change_state_once(count: int) -> None:
    v = tf.Variable(0.0)

    @tf.function
    def counted(x: Any) -> Any:
        return x**4 * (v.assign_add(1.0) * 0.0 + 1.0)

    x = tf.constant(2.0)
    tapes = [tf.GradientTape() for _ in range(count)]
    for tape in tapes:
        tape.__enter__()
        tape.watch(x)
    y = counted(x)
    for tape in reversed(tapes):
        tape.__exit__(None, None, None)
        y = tape.gradient(y, x)
    assert float(y) == [32.0, 48.0, 48.0][count - 1]
    assert float(v) == 1.0


def _branch_that_counts(v: Any) -> Any:
    @tf.function
    def counted(x: Any) -> Any:
        def counting() -> Any:
            v.assign_add(1.0)
            return x**4 * v

        return tf.cond(x > 0.0, counting, lambda: x) ** 2

    return counted


def test_persistent_tape_asked_in_its_block_changes_state_once() -> None:
    v, x = tf.Variable(0.0), tf.constant(2.0)
    counted = _branch_that_counts(v)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = counted(x)
        slopes = [tape.gradient(y, x) for _ in range(2)]
        second = [tape.gradient(each, x) for each in slopes]
    assert [float(each) for each in slopes] == [1024.0, 1024.0]
    assert [float(each) for each in second] == [3584.0, 3584.0]
    assert float(v) == 1.0


def test_derivative_that_would_change_state_again_is_refused() -> None:
    v, x = tf.Variable(0.0), tf.constant(2.0)
    counted = _branch_that_counts(v)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        second = tape.gradient(tape.gradient(counted(x), x), x)
        with pytest.raises(LookupError, match="Nest one tape for each order"):
            tape.gradient(second, x)
    assert float(v) == 1.0


def ops_behind(side: int, width: int) -> list[str]:
    """The ops in the loop that goes forward (0), or in the one back (1)."""

    def slope(x: Any, w: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(w)
            y = tf.while_loop(
                lambda i, y: i < 4,
                lambda i, y: (i + 1, tf.tanh(tf.matmul(y, w)) * 0.5),
                [tf.constant(0), x],
            )[1]
            total = tf.reduce_sum(y * y)
        return tape.gradient(total, w)

    specs = tf.TensorSpec([2, width]), tf.TensorSpec([width, width])
    concrete = tf.function(slope).get_concrete_function(*specs)
    graph = concrete.optimized_graph.ir
    loops = [node for node in graph if node.has_trait("looping")]
    assert len(loops) == 2
    body: Any = loops[side].attrs["body"]
    return [node.op for node in graph.functions[body.name].body]


@pytest.mark.parametrize(("width", "is_kept"), [(64, True), (3, False)])
def test_turns_keep_what_takes_work(width: int, is_kept: bool) -> None:
    """Large products and functions are not computed again; a few numbers are."""
    assert ops_behind(0, width).count("Tanh") == 1
    assert ops_behind(1, width).count("Tanh") == (0 if is_kept else 1)
