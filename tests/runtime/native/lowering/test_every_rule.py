"""Every lowering rule, tried on the calls of its op: native code gives the kernel's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from graphir.ops.contract.registry import lookup
from runtime.native.llvm.failures import Unsupported
from runtime.native.lowering import everything
from runtime.native.lowering.nodes import LOWERINGS
from tests.graphir.ops.calls import Call, attrs_of, call, calls_of, i, x
from tests.runtime.native.small_regions import graph_of, run_by_default, run_natively

assert everything.__doc__  # registers the rules

ELSEWHERE = {
    "Const": "a graph of it has no inputs: tried with every op that has constants",
    "_FusedConv2D": "tried in products/test_convolutions",
}
"""Rules without calls here, and where they are tried."""


SIMPLE = {"strides": [1, 1, 1, 1], "padding": b"SAME"}
IMAGES, FILTERS = i(1, 4, 3, 2), i(2, 2, 2, 1)
MORE = {
    "Conv2DBackpropInput": call(IMAGES, x(2, 2, 2, 3), x(1, 4, 3, 3), **SIMPLE),
    "DepthwiseConv2dNative": call(x(1, 4, 3, 2), x(2, 2, 2, 1), **SIMPLE),
    "DepthwiseConv2dNativeBackpropFilter": call(
        x(1, 4, 3, 2), FILTERS, x(1, 4, 3, 2), **SIMPLE
    ),
    "DepthwiseConv2dNativeBackpropInput": call(
        IMAGES, x(2, 2, 2, 1), x(1, 4, 3, 2), **SIMPLE
    ),
}
"""Calls that are covered, where those of the generated tests are not."""


def known_places(arrays: list[Any]) -> Iterator[tuple[int, ...]]:
    """Which inputs may be constants: integers, the most first."""
    whole = [i for i, each in enumerate(arrays) if each.dtype.kind == "i"]
    for count in range(min(len(whole), len(arrays) - 1), -1, -1):
        yield from combinations(whole, count)


def is_tried(op: str, call: Call) -> bool:
    """Whether native code covers the call; its results are compared then."""
    arrays = call.flat()
    return compares(op, arrays, call) or compares(op, list(map(single, arrays)), call)


def single(array: Any) -> Any:
    """The array in single precision, if it has floats."""
    return array.astype(np.float32) if array.dtype.kind == "f" else array


def compares(op: str, arrays: list[Any], call: Call) -> bool:
    for known in known_places(arrays):
        given = [each for i, each in enumerate(arrays) if i not in known]
        try:
            graph = graph_of(op, arrays, known, **attrs_of(op, call))
            found = run_natively(graph, *given)
        except Unsupported:
            continue
        expected = run_by_default(graph, *given)
        for ours, theirs in zip(found, expected, strict=True):
            assert ours.dtype == theirs.dtype
            assert ours.shape == theirs.shape
            np.testing.assert_allclose(ours, theirs, rtol=2e-5, atol=2e-6)
        return True
    return False


@pytest.mark.parametrize("op", sorted(LOWERINGS.keys() - ELSEWHERE.keys()))
def test_native_code_is_the_kernel(op: str) -> None:
    calls = [MORE[op]] if op in MORE else calls_of(lookup(op))
    tried = (each for each in calls if is_tried(op, each))
    assert list(islice(tried, 2)), f"no call of {op} is covered: add one that is"


def test_rules_that_are_tried_elsewhere_are_there() -> None:
    assert LOWERINGS.keys() >= ELSEWHERE.keys()
