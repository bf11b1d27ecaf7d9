"""Sessions: what they compile once, the state of random operations, refused names."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from runtime.compat.v1 import sessions

v1 = tf.compat.v1


@pytest.fixture
def compiled(monkeypatch):
    """The fetches that sessions have compiled."""
    seen = []

    class Noted(sessions.PreparedRun):
        def __init__(self, graph, fed, names, bind):
            seen.append(names)
            super().__init__(graph, fed, names, bind)

    monkeypatch.setattr(sessions, "PreparedRun", Noted)
    return seen


def test_fetches_are_compiled_once(compiled) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None], name="x")
        total = tf.reduce_sum(x, name="total")
        assert [session.run(total, {x: [n]}) for n in range(3)] == [0, 1, 2]
        # what is added to the graph is not read by what was compiled
        double = tf.multiply(total, 2.0, name="double")
        assert session.run([total, double], {x: [4]}) == [4, 8]
        assert session.run(total, {x: [5, 6]}) == 11
        assert session.run(total, {total: 7.0}) == 7
    assert compiled == [("total:0",), ("total:0", "double:0"), ("total:0",)]


def test_changed_edges_are_compiled_anew(compiled) -> None:
    with tf.Graph().as_default() as graph, v1.Session() as session:
        variable = v1.get_variable("v", [], initializer=v1.zeros_initializer())
        count = v1.assign_add(variable, 1.0)
        tf.identity(5.0, name="read")
        session.run(variable.initializer)
        assert session.run("read:0") == 5
        graph.ir.node("read").add_control_input(count.op.node)
        assert session.run("read:0") == 5
        assert session.run(variable) == 1
    assert len(compiled) == 4


def test_random_operations_go_on_in_the_session() -> None:
    """As in TensorFlow: each operation has its own sequence in each session."""
    with tf.Graph().as_default():
        v1.set_random_seed(1)
        normal = v1.random_normal([2], seed=2)
        uniform = v1.random_uniform([1])
        looped = v1.while_loop(
            lambda i, _: i < 3,
            lambda i, total: (i + 1, total + v1.random_uniform([], seed=3)),
            [0, 0.0],
        )[1]
        for _ in range(2):
            with v1.Session() as session:
                rows = [session.run(normal) for _ in range(3)]
                rows += [session.run([normal, uniform])[0], session.run(normal)]
                np.testing.assert_allclose(
                    rows,
                    [
                        [-1.0467793, 0.8397046],
                        [-0.16402522, -0.9909105],
                        [-1.9508213, -2.6085477],
                        [0.45330226, 1.0876547],
                        [-0.30384868, 2.1766343],
                    ],
                    rtol=1e-6,
                )
                np.testing.assert_allclose(session.run(uniform), [0.5272893])
                sums = [session.run(looped) for _ in range(2)]
                np.testing.assert_allclose(sums, [1.118759, 1.7043619], rtol=1e-6)


@pytest.mark.parametrize(
    ("fetch", "feed", "error", "text"),
    [
        ("nope:0", None, ValueError, "cannot be interpreted as a Tensor"),
        ("x", {"zz:0": 1}, TypeError, "Cannot interpret feed_dict key"),
        ("x:0", {3: 1}, TypeError, "Can not convert a int"),
        ("x:0", {"x:0": [[1, 2]]}, ValueError, "Cannot feed value of shape"),
        ("x:0", [1], TypeError, "mapping"),
    ],
)
def test_names_that_are_not_there(fetch, feed, error, text) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        v1.placeholder(tf.float32, [None, 3], name="x")
        with pytest.raises(error, match=text):
            session.run(fetch, feed)


def test_tensor_of_a_graph_is_no_value_to_feed() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [])
        with pytest.raises(TypeError, match="no value to feed"):
            session.run(x, {x: tf.constant(1.0)})
    with pytest.raises(TypeError, match=r"must be a tf\.Graph"):
        v1.Session(graph=3)
