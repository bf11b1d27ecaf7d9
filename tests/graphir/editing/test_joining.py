"""Surgery keeps answers, names and source lines."""

from __future__ import annotations

import numpy as np
import pytest

import graphir
from graphir.errors import InvalidGraphError
from tests.graphir.editing.nets import X, net_of_two_layers, run


def test_constants_go_out_and_in() -> None:
    net = net_of_two_layers()
    values = graphir.constants_as_inputs(net, "w")
    graphir.verify(net)
    frozen = graphir.freeze(net, values)
    np.testing.assert_array_equal(run(frozen)[0], run(net_of_two_layers())[0])
    with pytest.raises(InvalidGraphError, match="MatMul"):
        graphir.constants_as_inputs(net, "p")


def test_an_open_batch_takes_any() -> None:
    net = net_of_two_layers()
    graphir.open_batch(net)
    graphir.verify(net)
    assert net.outputs[0].shape.as_list() == [None, 2]
    assert run(net, X[:1])[0].shape == (1, 2)


def test_split_and_merged_is_the_same_graph() -> None:
    net = net_of_two_layers()
    again = graphir.merge(*graphir.split(net, ["p"]), {"p": "p"}, "rest")
    graphir.verify(again)
    graphir.assert_same_graph(net, again)
    assert str(again.node("rest/y").origin.frame) == "net.py:4:4"
