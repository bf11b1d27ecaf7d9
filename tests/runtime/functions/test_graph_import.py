"""Frozen graphs: imported, cut to functions, run in sessions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.errors import GraphirError


def frozen() -> Any:
    """A graph with a condition and a loop, as a message."""
    graph = tf.Graph()
    with graph.as_default():
        x = tf.compat.v1.placeholder(tf.float32, [None, 2], name="x")
        y = tf.matmul(x, tf.constant([[1.0], [2.0]], name="w"), name="y")
        is_positive = tf.reduce_sum(y) > 0
        z = tf.identity(tf.cond(is_positive, lambda: y * 2, lambda: y - 1), name="z")
        loop = tf.while_loop(
            lambda i, total: i < 3, lambda i, total: (i + 1, total + z), (0, z)
        )
        tf.identity(loop[1], name="out")
    return graph.as_graph_def()


def wrapped() -> Any:
    message = frozen()
    return tf.compat.v1.wrap_function(
        lambda: tf.compat.v1.import_graph_def(message, name=""), []
    )


def test_frozen_graph_becomes_a_function() -> None:
    whole = wrapped()
    element = whole.graph.as_graph_element
    run = whole.prune(
        tf.nest.map_structure(element, ["x:0"]),
        tf.nest.map_structure(element, {"z": "z:0", "out": "out:0"}),
    )
    assert run(tf.constant([[1.0, 1.0]]))["out"].numpy().tolist() == [[24.0]]
    assert run(tf.constant([[-1.0, -1.0]]))["z"].numpy().tolist() == [[-4.0]]
    assert [each.name for each in run.inputs] == ["x:0"]


def test_function_of_a_frozen_graph_has_gradients() -> None:
    run, x = wrapped().prune("x:0", "y:0"), tf.constant([[1.0, 1.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = run(x)
    assert tape.gradient(y, x).numpy().tolist() == [[1.0, 2.0]]
    assert tf.function(lambda x: run(x) + 1.0)(x).numpy().tolist() == [[4.0]]


def test_imports_do_not_collide() -> None:
    message, graph = frozen(), tf.Graph()
    with graph.as_default():
        results = [
            tf.import_graph_def(
                message,
                name=name,
                input_map={"x:0": tf.constant([[factor, 1.0]])},
                return_elements=["out:0"],
            )[0]
            for name, factor in (("a", 1.0), ("a", 2.0), (None, 3.0))
        ]
        with tf.compat.v1.Session() as session:
            found = session.run(results)
    assert [each.name for each in results] == ["a/out:0", "a_1/out:0", "import/out:0"]
    assert [each.tolist() for each in found] == [[[24.0]], [[32.0]], [[40.0]]]


def test_functions_of_one_name_are_told_apart() -> None:
    def message(factor: float) -> Any:
        @tf.function
        def scaled(x):
            return x * factor

        concrete = scaled.get_concrete_function(tf.TensorSpec([]))
        outer = tf.function(lambda x: scaled(x)).get_concrete_function(
            tf.TensorSpec([])
        )
        graph_def = outer.graph.as_graph_def()
        text = graph_def.SerializeToString()
        name = concrete.name.encode()
        # as long as it was: lengths are part of the message
        same = b"__inference_scaled_".ljust(len(name), b"0")
        return type(graph_def).FromString(text.replace(name, same))

    graph = tf.Graph()
    with graph.as_default():
        x = tf.constant(1.0)
        results = [
            tf.import_graph_def(
                message(factor), input_map={"x:0": x}, return_elements=["Identity:0"]
            )[0]
            for factor in (2.0, 3.0)
        ]
        assert tf.compat.v1.Session().run(results) == [2.0, 3.0]


def test_session_feeds_and_fetches_alike() -> None:
    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
        total = tf.reduce_sum(x * 2.0, name="total")
    with tf.compat.v1.Session(graph=graph) as session:
        assert session.run(total, {x: [1.0, 2.0]}) == np.float32(6.0)
        assert session.run({"t": "total:0"}, {"x:0": [1.0]}) == {"t": 2.0}
        assert session.run(total.op, {x: [1.0]}) is None
        with pytest.raises(TypeError, match="`fetch` = 3 has invalid type"):
            session.run(3)
    with pytest.raises(RuntimeError, match="closed Session"):
        session.run(total, {x: [1.0]})


def test_resources_live_as_long_as_their_session() -> None:
    with tf.Graph().as_default() as graph:
        v = tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[], shared_name="v")
        assign = tf.raw_ops.AssignVariableOp(resource=v, value=3.0)
        value = tf.raw_ops.ReadVariableOp(resource=v, dtype=tf.float32)
    first, second = (tf.compat.v1.Session(graph=graph) for _ in range(2))
    first.run(assign)
    assert first.run(value) == 3.0
    with pytest.raises(tf.errors.FailedPreconditionError):
        second.run(value)


def test_what_is_fed_is_also_what_is_fetched() -> None:
    whole = tf.function(lambda x: (x + 1.0) * 2.0)
    concrete = whole.get_concrete_function(tf.TensorSpec([]))
    run = concrete.prune(feeds=["add:0"], fetches=["add:0", "mul:0"])
    assert [each.numpy() for each in run(tf.constant(10.0))] == [10.0, 20.0]


DAMAGES = {
    "a name": ("cannot be the name", lambda g: setattr(g.node[0], "name", "bad name")),
    "an op": ("nobody knows", lambda g: setattr(g.node[0], "op", "NoSuchOp")),
    "an edge": ("names no node", lambda g: g.node[0].input.append("^gone")),
    "a reader": ("newer", lambda g: setattr(g.versions, "min_consumer", 10**6)),
    "a dtype": ("its value is", lambda g: setattr(g.node[0].attr["dtype"], "type", 3)),
}


@pytest.mark.parametrize("what", DAMAGES)
def test_what_is_no_graph_is_refused_on_import(what: str) -> None:
    graph = tf.Graph()
    with graph.as_default():
        tf.constant(1.0)
    message = graph.as_graph_def()
    reason, damage = DAMAGES[what]
    damage(message)
    other = tf.Graph()
    with other.as_default(), pytest.raises(GraphirError, match=reason):
        tf.import_graph_def(message)
    assert not other.get_operations()
