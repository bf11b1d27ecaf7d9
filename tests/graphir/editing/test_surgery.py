"""Surgery keeps answers, names and source lines."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphir
import runtime as tf
from graphir.errors import InvalidGraphError

TEXT = """
    graph @net(%x: f32[4,3]) -> (%y) {
      %w = Const() {value = [[1.0, -2.0], [0.5, 3.0], [2.0, 1.0]] : f32[3,2]}
      %p = MatMul(%x, %w) : f32[4,2] at net.py:3:4
      %y = Relu(%p) : f32[4,2] at net.py:4:4
    }"""
X = np.random.default_rng(1).standard_normal((4, 3)).astype(np.float32)


def _net() -> graphir.Graph:
    return graphir.parse_graph(TEXT)


def _run(graph: graphir.Graph, array: Any = X) -> Any:
    names = [f"{value.node.name}:{value.index}" for value in graph.outputs]
    return tf.run_graph(graph, {"x": array}, names)


def test_what_replaces_a_node_comes_from_its_line() -> None:
    net = _net()
    graphir.replace_node(
        net, "y", lambda build, x: build.op.Maximum(x, build.op.Mul(x, 0.1))
    )
    graphir.verify(net)
    assert net.outputs[0].name == "y"
    assert {
        str(node.origin.frame) for node in net if node.op in ("Maximum", "Mul")
    } == {"net.py:4:4"}
    product = X @ net.node("w").attrs["value"].array
    np.testing.assert_allclose(_run(net)[0], np.maximum(product, product * 0.1), 1e-6)


def test_what_replaces_must_fit() -> None:
    with pytest.raises(InvalidGraphError, match="shape"):
        graphir.replace_node(
            _net(), "y", lambda build, x: build.op.Sum(x, np.array([0]))
        )
    with pytest.raises(InvalidGraphError, match="int32"):
        graphir.replace_node(
            _net(), "y", lambda build, x: build.op.Cast(x, DstT=graphir.as_dtype("i32"))
        )


def test_taps_are_results_and_checks_stop() -> None:
    net = _net()
    assert graphir.tap(net, "p") == ["p"]
    assert len(_run(net)) == 2
    graphir.check_numbers(net, "p")
    graphir.verify(net)
    _run(net)
    with pytest.raises(tf.errors.InvalidArgumentError, match="%p"):
        _run(net, np.full((4, 3), np.inf, np.float32))
    with pytest.raises(InvalidGraphError, match="'q'"):
        graphir.tap(net, "q")


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_is_near(dtype: str) -> None:
    half = graphir.to_half(_net(), dtype)
    graphir.verify(half)
    assert half.node("p").output.dtype.name == dtype
    np.testing.assert_allclose(_run(half)[0], _run(_net())[0], atol=0.1)


def test_quantized_weights_are_as_near_as_measured() -> None:
    net = _net()
    (found,) = graphir.quantize_weights(net, least=4)
    graphir.verify(net)
    assert net.node("w/int8").output.dtype.name == "int8"
    bound = found.largest_error * np.abs(X).sum(axis=1).max()
    assert 0 < np.abs(_run(net)[0] - _run(_net())[0]).max() <= bound


def test_constants_go_out_and_in() -> None:
    net = _net()
    values = graphir.constants_as_inputs(net, "w")
    graphir.verify(net)
    frozen = graphir.freeze(net, values)
    np.testing.assert_array_equal(_run(frozen)[0], _run(_net())[0])
    with pytest.raises(InvalidGraphError, match="MatMul"):
        graphir.constants_as_inputs(net, "p")


def test_an_open_batch_takes_any() -> None:
    net = _net()
    graphir.open_batch(net)
    graphir.verify(net)
    assert net.outputs[0].shape.as_list() == [None, 2]
    assert _run(net, X[:1])[0].shape == (1, 2)


def test_split_and_merged_is_the_same_graph() -> None:
    net = _net()
    again = graphir.merge(*graphir.split(net, ["p"]), {"p": "p"}, "rest")
    graphir.verify(again)
    graphir.assert_same_graph(net, again)
    assert str(again.node("rest/y").origin.frame) == "net.py:4:4"
