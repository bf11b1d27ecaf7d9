"""While nodes: their test, their body, and what a variable may become."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.control_flow.loops import check_shape


def graph_of(function: Any, *specs: Any) -> Any:
    traced = tf.function(function, input_signature=specs, autograph=False)
    return traced.get_concrete_function().graph.ir


INT = tf.TensorSpec([], tf.int32)


def halves(n: Any) -> Any:
    return tf.while_loop(
        lambda x, steps: x > 1, lambda x, steps: (x // 2, steps + 1), [n, 0]
    )


def test_a_loop_counts_and_ends() -> None:
    run = tf.function(halves)
    assert [int(each) for each in run(tf.constant(20))] == [1, 4]
    assert [int(each) for each in run(tf.constant(0))] == [0, 0]


def test_counter_and_bound_come_before_the_variables() -> None:
    (node,) = [each for each in graph_of(halves, INT) if "While" in each.op]
    assert node.op == "StatelessWhile"
    assert [each.name.partition(":")[0] for each in node.inputs][:2] == [
        "while/loop_counter",
        "while/maximum_iterations",
    ]
    assert node.attrs["_num_original_outputs"] == len(node.inputs) == 4


def test_a_loop_with_effects_keeps_its_state() -> None:
    variable = tf.Variable(0)

    @tf.function
    def count(n: Any) -> Any:
        tf.while_loop(
            lambda i: i < n, lambda i: (variable.assign_add(i), i + 1)[1:], [0]
        )
        return variable.value()

    ops = {node.op for node in count.get_concrete_function(INT).graph.ir}
    assert "While" in ops
    assert int(count(tf.constant(5))) == 10


@pytest.mark.parametrize(("most", "expected"), [(0, 16), (2, 4), (9, 1), (None, 1)])
def test_a_bound_on_the_iterations(most: Any, expected: int) -> None:
    @tf.function
    def bounded(x: Any) -> Any:
        (found,) = tf.while_loop(
            lambda x: x > 1, lambda x: (x // 2,), [x], maximum_iterations=most
        )
        return found

    assert int(bounded(tf.constant(16))) == expected


@pytest.mark.parametrize(
    ("test", "body", "error", "told"),
    [
        (lambda x: x, lambda x: (x,), TypeError, "must be a bool, not int32"),
        (
            lambda x: x < 3,
            lambda x: (tf.cast(x, tf.float32),),
            TypeError,
            "dtype int32 before the loop, but dtype float32 after one iteration",
        ),
        (
            lambda x: tf.reduce_sum(x) < 3,
            lambda x: (tf.stack([x, x]),),
            ValueError,
            r"shape \(\) before the loop, but shape \(2,\) after one iteration",
        ),
    ],
)
def test_variables_that_change_their_kind(
    test: Any, body: Any, error: Any, told: str
) -> None:
    with pytest.raises(error, match=told):
        tf.function(lambda x: tf.while_loop(test, body, [x]))(tf.constant(1))


def test_an_invariant_allows_what_it_says() -> None:
    @tf.function
    def grown(n: Any) -> Any:
        return tf.while_loop(
            lambda x: tf.size(x) < n,
            lambda x: (tf.concat([x, x], 0),),
            [tf.constant([1])],
            shape_invariants=[tf.TensorShape([None])],
        )

    (found,) = grown(tf.constant(3))
    assert found.numpy().tolist() == [1, 1, 1, 1]
    with pytest.raises(ValueError, match=r"invariant \(2,\) does not allow"):
        tf.function(
            lambda: tf.while_loop(
                lambda x: True,
                lambda x: (x,),
                [tf.constant([1])],
                shape_invariants=[tf.TensorShape([2])],
            )
        )()


def test_shapes_after_an_iteration() -> None:
    check_shape("x", tf.TensorSpec([None]), tf.TensorSpec([3]), False)
    with pytest.raises(ValueError, match=r"'x' has shape \(2,\) after one.*\(3,\)"):
        check_shape("x", tf.TensorSpec([3]), tf.TensorSpec([2]), True)
