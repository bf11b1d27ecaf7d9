"""tf.Graph, operations, name scopes and control dependencies."""

from __future__ import annotations

import pytest

import runtime as tf


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


@pytest.mark.as_written(reason="functions in converted code are converted already")
def test_symbolic_tensors_are_iterated_where_their_length_is_known() -> None:
    """TensorFlow refuses both; unpacking a pair needs the first."""

    def unpack(x: tf.Tensor) -> tf.Tensor:
        first, second = x
        return first - second

    def each(x: tf.Tensor) -> list[tf.Tensor]:
        return list(iter(x))

    difference = tf.function(unpack, autograph=False)(tf.constant([5, 3]))
    assert int(difference) == 2
    unknown = tf.function(each, autograph=False)
    with pytest.raises(TypeError, match="Iterating over a symbolic"):
        unknown.get_concrete_function(tf.TensorSpec([None], tf.int32))


def test_symbolic_tensors_have_no_value() -> None:
    with tf.Graph().as_default():
        x = tf.constant([1, 2])
    assert str(x) == 'Tensor("Const:0", shape=(2,), dtype=int32)'
    assert repr(x) == "<tf.Tensor 'Const:0' shape=(2,) dtype=int32>"
    assert not hasattr(x, "numpy")
    with pytest.raises(TypeError, match="as a Python `bool` is not allowed"):
        bool(x)
    with pytest.raises(TypeError, match="len is not well defined"):
        len(x)
    with pytest.raises(
        NotImplementedError, match="Cannot convert a symbolic tf.Tensor"
    ):
        x.__array__()
    with pytest.raises(TypeError, match="no Python int"):
        int(x)


def test_a_number_that_is_known_while_tracing_has_a_python_int() -> None:
    with tf.Graph().as_default():
        x = tf.constant(2) + tf.rank(tf.ones([3]))
        assert tf.get_static_value(x) == int(x) == 3
        with pytest.raises(TypeError, match="no Python int"):
            int(tf.shape(tf.compat.v1.placeholder(tf.float32, [None]))[0])


def test_symbolic_tensor_is_not_for_eager_code() -> None:
    with tf.Graph().as_default():
        x = tf.constant(1)
    with pytest.raises(TypeError, match="is out of scope"):
        x + 1


def test_name_scopes_nest_and_repeat() -> None:
    with tf.Graph().as_default():
        with tf.name_scope("a") as a, tf.name_scope("b") as b:
            assert (a, b) == ("a/", "a/b/")
            assert tf.constant(1).name == "a/b/Const:0"
        with tf.name_scope("a") as again:
            assert again == "a_1/"
        with tf.name_scope("a/"):
            assert tf.constant(1).name == "a/Const:0"


def test_control_dependencies_order_operations() -> None:
    graph = tf.Graph()
    with graph.as_default():
        first = tf.no_op("first")
        with tf.control_dependencies([first]):
            second = tf.constant(1)
            third = second + 1
    assert [op.name for op in second.op.control_inputs] == ["first"]
    # what reads a tensor that waits need not wait itself
    assert third.op.control_inputs == []


def test_group_waits_for_all() -> None:
    with tf.Graph().as_default():
        parts = [tf.no_op(), tf.no_op()]
        whole = tf.group(*parts)
    assert [op.name for op in whole.control_inputs] == ["NoOp", "NoOp_1"]


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
