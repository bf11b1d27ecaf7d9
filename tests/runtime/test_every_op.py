"""Every op with a kernel: applied eagerly, traced and folded it gives the same."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.apply import apply_op
from tests.graphir.ops.calls import Call, all_calls, attrs_of

CALLS = list(all_calls())
IS_FORCED = os.environ.get("AUTOGRAPH_JIT") == "1"


def grouped(call: Call, flat: list[Any]) -> list[Any]:
    """Flat inputs, one entry for each declared argument."""
    position, result = 0, []
    for each in call.inputs:
        size = len(each) if isinstance(each, list) else 1
        part = flat[position : position + size]
        result.append(part if isinstance(each, list) else part[0])
        position += size
    return result


def applied(name: str, call: Call, tensors: list[Any]) -> list[Any]:
    """The results of the op on tensors, flat."""
    results = apply_op(name, grouped(call, tensors), attrs_of(name, call))
    nested = results if isinstance(results, tuple) else (results,)
    flat: list[Any] = []
    for each in nested:
        flat += each if isinstance(each, list) else [each]
    return [each for each in flat if isinstance(each, tf.Tensor)]


def assert_same(first: list[Any], second: list[Any]) -> None:
    assert len(first) == len(second)
    for x, y in zip(first, second, strict=True):
        assert x.dtype == y.dtype
        if IS_FORCED and x.dtype.is_floating:
            # the functions of native code have bounds of their own
            np.testing.assert_allclose(x.numpy(), y.numpy(), rtol=1e-5, atol=1e-6)
        else:
            np.testing.assert_array_equal(x.numpy(), y.numpy())


@pytest.mark.parametrize(("name", "call"), CALLS)
def test_eager_is_traced(name: str, call: Call) -> None:
    tensors = [tf.constant(each) for each in call.flat()]
    eager = applied(name, call, tensors)
    traced = tf.function(
        lambda *inputs: applied(name, call, list(inputs)), autograph=False
    )
    assert_same(eager, list(traced(*tensors)))


@pytest.mark.parametrize(("name", "call"), CALLS)
def test_folded_is_eager(name: str, call: Call) -> None:
    """With constants for inputs, the optimizer computes what it can."""
    arrays = call.flat()
    eager = applied(name, call, [tf.constant(each) for each in arrays])

    @tf.function(autograph=False)
    def of_constants() -> Any:
        return applied(name, call, [tf.constant(each) for each in arrays])

    assert_same(eager, list(of_constants()))
