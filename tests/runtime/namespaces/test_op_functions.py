"""Public functions that are ops, with arguments in the op's order."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import runtime as tf
from runtime.namespaces import op_functions


@pytest.mark.parametrize("name", op_functions.OPS)
def test_each_has_the_signature_of_its_op(name: str) -> None:
    function, op = getattr(op_functions, name), op_functions.OPS[name]
    raw = getattr(tf.raw_ops, op)
    assert inspect.signature(function) == inspect.signature(raw)
    assert (function.__name__, function.__doc__) == (name, raw.__doc__)


def test_arguments_go_by_place_or_by_name() -> None:
    x = np.float32([[1, 5], [7, 2]])
    assert op_functions.arg_max(x, 1).numpy().tolist() == [1, 0]
    assert op_functions.arg_min(input=x, dimension=0).numpy().tolist() == [0, 1]
    assert op_functions.floor_div(7, y=2).numpy() == 3
    with pytest.raises(TypeError, match="missing a required argument"):
        op_functions.arg_max(x)
    with pytest.raises(TypeError, match="unexpected keyword"):
        op_functions.arg_max(x, 1, axis=1)
