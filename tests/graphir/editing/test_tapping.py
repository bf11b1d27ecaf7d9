"""Taps are results; checks of numbers stop a run."""

from __future__ import annotations

import numpy as np
import pytest

import graphir
import runtime as tf
from graphir.errors import InvalidGraphError
from tests.graphir.editing.nets import net_of_two_layers, run


def test_taps_are_results_and_checks_stop() -> None:
    net = net_of_two_layers()
    assert graphir.tap(net, "p") == ["p"]
    assert len(run(net)) == 2
    graphir.check_numbers(net, "p")
    graphir.verify(net)
    run(net)
    with pytest.raises(tf.errors.InvalidArgumentError, match="%p"):
        run(net, np.full((4, 3), np.inf, np.float32))
    with pytest.raises(InvalidGraphError, match="'q'"):
        graphir.tap(net, "q")
