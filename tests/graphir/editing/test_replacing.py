"""What replaces a node has its name, its line and its type."""

from __future__ import annotations

import numpy as np
import pytest

import graphir
from graphir.errors import InvalidGraphError
from tests.graphir.editing.nets import X, net_of_two_layers, run


def test_what_replaces_a_node_comes_from_its_line() -> None:
    net = net_of_two_layers()
    graphir.replace_node(
        net, "y", lambda build, x: build.op.Maximum(x, build.op.Mul(x, 0.1))
    )
    graphir.verify(net)
    assert net.outputs[0].name == "y"
    assert {
        str(node.origin.frame) for node in net if node.op in ("Maximum", "Mul")
    } == {"net.py:4:4"}
    product = X @ net.node("w").attrs["value"].array
    np.testing.assert_allclose(run(net)[0], np.maximum(product, product * 0.1), 1e-6)


def test_what_replaces_must_fit() -> None:
    with pytest.raises(InvalidGraphError, match="shape"):
        graphir.replace_node(
            net_of_two_layers(), "y", lambda build, x: build.op.Sum(x, np.array([0]))
        )
    with pytest.raises(InvalidGraphError, match="int32"):
        graphir.replace_node(
            net_of_two_layers(),
            "y",
            lambda build, x: build.op.Cast(x, DstT=graphir.as_dtype("i32")),
        )
