"""tf.Graph, operations, name scopes and control dependencies."""

from __future__ import annotations

import pytest

import runtime as tf

v1 = tf.compat.v1


def test_operations_of_a_default_graph() -> None:
    graph = tf.Graph()
    with graph.as_default():
        x = tf.constant(1.0, name="x")
        y = tf.add(x, 2.0, name="y")
        assert not tf.executing_eagerly()
    assert [(op.name, op.type) for op in graph.get_operations()] == [
        ("x", "Const"),
        ("y/y", "Const"),
        ("y", "AddV2"),
    ]
    assert y.op.inputs[0] is x
    assert [op.name for op in x.consumers()] == ["y"]
    assert graph.get_tensor_by_name("y:0") is y
    assert y.graph is graph


def test_missing_names_are_refused() -> None:
    graph = tf.Graph()
    with pytest.raises(KeyError, match="not in the graph"):
        graph.get_operation_by_name("x")
    with pytest.raises(ValueError, match="looks like the name of an Operation"):
        graph.get_tensor_by_name("x")


def test_name_scopes_nest_and_repeat() -> None:
    with tf.Graph().as_default():
        with tf.name_scope("a") as a, tf.name_scope("b") as b:
            assert (a, b) == ("a/", "a/b/")
            assert tf.constant(1).name == "a/b/Const:0"
        with tf.name_scope("a") as again:
            assert again == "a_1/"
        with tf.name_scope("a/"):
            assert tf.constant(1).name == "a/Const:0"


def test_elements_are_found_by_name_and_refused_from_elsewhere() -> None:
    graph = tf.Graph()
    with graph.as_default():
        total = tf.constant(1, name="one") + 2
    assert graph.as_graph_element("one:0").name == "one:0"
    assert graph.as_graph_element("add").type == "AddV2"
    assert graph.as_graph_element(total) is total
    with pytest.raises(KeyError, match="refers to an Operation not in the graph"):
        graph.as_graph_element("nothing")
    with pytest.raises(ValueError, match="refers to an Operation, not a Tensor"):
        graph.get_tensor_by_name("add")
    with pytest.raises(KeyError, match="exists but only has 1 outputs"):
        graph.get_tensor_by_name("add:3")
    with pytest.raises(ValueError, match="is not an element of this graph"):
        tf.Graph().as_graph_element(total)
    with pytest.raises(TypeError, match="Can not convert a int"):
        graph.as_graph_element(3)


def test_function_graph_lists_its_variables() -> None:
    weight, step = tf.Variable(1.0), tf.Variable(2.0, trainable=False)
    graph = tf.function(lambda: weight + step).get_concrete_function().graph
    assert [v is w for v, w in zip(graph.variables, (weight, step))] == [True, True]
    assert len(graph.trainable_variables) == 1


def test_name_scope_needs_a_name() -> None:
    with pytest.raises(ValueError, match="must be a string"):
        tf.name_scope(None)


def test_operation_runs_in_the_innermost_session() -> None:
    with tf.Graph().as_default(), v1.Session():
        variable = v1.get_variable("v", [], initializer=v1.zeros_initializer())
        v1.global_variables_initializer().run()
        fed = v1.placeholder(tf.float32, [])
        v1.assign_add(variable, fed).op.run(feed_dict={fed: 3.0})
        assert variable.eval() == 3.0
    with tf.Graph().as_default(), pytest.raises(ValueError, match="default session"):
        tf.no_op().run()


def test_loops_do_not_wait_for_what_their_gradient_waits_for() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None])
        w = v1.get_variable("w", [], initializer=v1.ones_initializer())
        mean = v1.get_variable("m", [], initializer=v1.zeros_initializer())
        looped = tf.while_loop(lambda i, _: i < 3, lambda i, a: (i + 1, a * w), [0, x])
        update = v1.assign(mean, tf.reduce_mean(looped[1]))
        with tf.control_dependencies([update]):
            slope = tf.gradients(tf.reduce_sum(looped[1]), w)[0]
        v1.global_variables_initializer().run()
        assert session.run(slope, {x: [1.0, 2.0]}) == 9
        assert mean.eval() == 1.5


def test_libraries_keep_notes_on_operations() -> None:
    with tf.Graph().as_default():
        first = tf.constant(1.0)
        with tf.control_dependencies([first]):
            second = tf.no_op()
    assert first.op._control_outputs == [second]
    second.seen = True
    assert second.seen
