"""`tf.init_scope` in functions, in graphs, in branches and loops of graphs."""

from __future__ import annotations

import pytest

import runtime as tf

v1 = tf.compat.v1


def test_function_in_a_graph_leaves_for_the_graph() -> None:
    found = []

    @tf.function
    def inside():
        with tf.init_scope():
            found.append((tf.executing_eagerly(), v1.get_default_graph()))
        return tf.constant(1)

    with tf.Graph().as_default() as graph:
        inside()
    assert found == [(False, graph)]


def test_function_without_a_graph_runs_ops_in_a_graph_around_eager_mode() -> None:
    eager_mode = tf.__internal__.eager_context.eager_mode
    with tf.Graph().as_default(), eager_mode(), tf.init_scope():
        assert tf.executing_eagerly()


def test_scope_and_device_stay_and_come_back() -> None:
    with tf.Graph().as_default(), tf.device("/CPU:0"), tf.name_scope("a"):
        before = tf.constant(1)
        with tf.control_dependencies([before]):
            with tf.init_scope():
                inner = tf.constant(2)
            after = tf.constant(3)
    assert [each.op.name for each in (inner, after)] == ["a/Const_1", "a/Const_2"]
    assert inner.op.device == before.op.device
    assert not inner.op.control_inputs
    assert after.op.control_inputs == [before.op]


def test_tape_does_not_see_it() -> None:
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        with tf.init_scope():
            y = x * x
    assert tape.gradient(y, x) is None


def _by_get_variable(_fed):
    v1.get_variable("w", [2])


def _by_class(_fed):
    tf.Variable([1.0, 2.0])


def _by_optimizer(_fed):
    variable = v1.get_variable("w", [2])
    v1.train.AdamOptimizer().minimize(tf.reduce_sum(variable * variable))


def _by_averages(fed):
    made = v1.train.ExponentialMovingAverage(0.9)
    made.apply([v1.get_variable("w", [2]), tf.ones([3]) * fed])


def _in_a_branch(fed):
    def branch():
        return v1.get_variable("w", [2]).read_value()

    tf.cond(fed > 0, branch, lambda: tf.zeros([2]))


def _in_a_loop(fed):
    def body(i):
        return i + v1.get_variable("w", [])

    tf.while_loop(lambda i: i < fed, body, [0.0])


@pytest.mark.parametrize(
    "make",
    [
        *(_by_get_variable, _by_class, _by_optimizer, _by_averages),
        *(_in_a_branch, _in_a_loop),
    ],
)
def test_variables_of_a_graph_start_before_what_is_around_them(make) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        fed = v1.placeholder(tf.float32, [])
        with tf.control_dependencies([fed + 1]):
            make(fed)
        session.run(v1.global_variables_initializer())
        assert not session.run(v1.report_uninitialized_variables()).size
