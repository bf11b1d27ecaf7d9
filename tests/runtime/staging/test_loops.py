"""`while` and `for` over tensors give what Python's loops give."""

from __future__ import annotations

import pytest

import runtime as tf


def squares(n):
    total = 0
    for i in range(n):
        total += i * i
    return total


def downwards(n):
    found = 0
    for i in range(n, -n, -2):
        found = found * 3 + i
    return found


def until_large(n):
    x = 1
    while x < n:
        x *= 2
    return x


def with_break(n):
    total = 0
    for i in range(n):
        if i == 3:
            break
        total += i
    else:
        total = -total
    return total


@pytest.mark.parametrize("n", [0, 1, 3, 7])
@pytest.mark.parametrize("function", [squares, downwards, until_large, with_break])
def test_recorded_loops_are_pythons(function, n: int) -> None:
    assert int(tf.function(function)(tf.constant(n))) == function(n)


@pytest.mark.parametrize("shape", [[3, 2], [None, 2], None])
def test_rows_of_a_tensor(shape) -> None:
    @tf.function(input_signature=[tf.TensorSpec(shape, tf.int32)])
    def alternating(x):
        total = tf.zeros([2], tf.int32)
        for row in x:
            tf.autograph.experimental.set_loop_options(
                shape_invariants=[(total, tf.TensorShape(None))]
            )
            total = row - total
        return total

    found = alternating(tf.constant([[1, 2], [3, 4], [5, 6]]))
    assert found.numpy().tolist() == [5 - (3 - 1), 6 - (4 - 2)]


def test_the_body_is_traced_once() -> None:
    traced = []

    @tf.function
    def counted(n):
        while n > 0:
            traced.append(n)
            n -= 1
        return n

    with pytest.raises(Exception, match="traced"):
        counted(tf.constant(3))  # a list outside would keep a tensor of the body
    assert len(traced) <= 1


def test_steps_known_only_when_the_graph_runs() -> None:
    @tf.function
    def summed(start, stop, step):
        total = 0
        for i in tf.range(start, stop, step):
            total += i
        return total

    for bounds in [(0, 10, 3), (10, 0, -3), (5, 5, 1)]:
        assert int(summed(*map(tf.constant, bounds))) == sum(range(*bounds))


def test_a_number_has_no_rows() -> None:
    @tf.function
    def each(x):
        for row in x:
            x = row
        return x

    with pytest.raises(TypeError, match="iterate over a scalar tensor"):
        each(tf.constant(1))
