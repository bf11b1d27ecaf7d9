"""Lower precision: half floats, and weights of eight bits."""

from __future__ import annotations

import numpy as np
import pytest

import graphir
from tests.graphir.editing.nets import X, net_of_two_layers, run


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_is_near(dtype: str) -> None:
    half = graphir.to_half(net_of_two_layers(), dtype)
    graphir.verify(half)
    assert half.node("p").output.dtype.name == dtype
    np.testing.assert_allclose(run(half)[0], run(net_of_two_layers())[0], atol=0.1)


def test_quantized_weights_are_as_near_as_measured() -> None:
    net = net_of_two_layers()
    (found,) = graphir.quantize_weights(net, least=4)
    graphir.verify(net)
    assert net.node("w/int8").output.dtype.name == "int8"
    bound = found.largest_error * np.abs(X).sum(axis=1).max()
    assert 0 < np.abs(run(net)[0] - run(net_of_two_layers())[0]).max() <= bound
