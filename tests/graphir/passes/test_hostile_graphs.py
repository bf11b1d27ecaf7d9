"""Merely optimizing a graph of one op never hangs, whatever it asks for."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.errors import GraphirError, OpError
from graphir.graph import Graph
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.registry import declared
from graphir.passes.optimizer import optimize_graph
from tests.graphir.ops.calls import attrs_of, calls_of
from tests.runtime.hostile_inputs import time_limit

HUGE = (-1, (1 << 31) - 1, 1 << 40, 1 << 62)
SECONDS = 30
"""Nothing that is computed takes a second; what hangs takes hours."""

Hostile = tuple[type[Op], list[Any], dict[str, Any], str]


def hostile_calls(declaration: type[Op]) -> Iterator[Hostile]:
    """Calls of an op with a huge number in one attribute, or one input."""
    name = declaration.__name__
    for call in calls_of(declaration)[:1]:
        attrs, arrays = attrs_of(name, call), call.flat()
        for key, spec in declaration.declared().attrs.items():
            if spec.kind == "int":
                for number in HUGE:
                    size = len(attrs.get(key) or [0]) if spec.is_list else 0
                    value = [number] * size if spec.is_list else number
                    yield declaration, arrays, {**attrs, key: value}, f"{key}={number}"
        for place, array in enumerate(arrays):
            if array.dtype.kind not in "iu" or not 0 < array.size <= 16:
                continue
            for number in HUGE:
                limits = np.iinfo(array.dtype)
                if limits.min <= number <= limits.max:
                    changed = [*arrays]
                    changed[place] = np.full_like(array, number)
                    yield declaration, changed, attrs, f"input {place}={number}"


def graph_of(declaration: type[Op], arrays: list[Any], attrs: dict[str, Any]) -> Graph:
    """One node, of constants."""
    graph = Graph("hostile")
    values = []
    for place, array in enumerate(map(np.asarray, arrays)):
        dtype, tensor = dtypes.of_array(array), TensorValue(array)
        given: Any = {"value": TensorValue(array, dtype), "dtype": dtype}
        types = [(dtype, tensor.shape)]
        values.append(graph.add_node("Const", (), given, types, f"c{place}").output)
    completed, results = declaration.infer(values, attrs)
    node = graph.add_node(declaration.__name__, values, completed, results, "node")
    graph.outputs = list(node.outputs)
    return graph


def problems(calls: Iterator[Hostile]) -> list[str]:
    found = []
    for declaration, arrays, attrs, text in calls:
        try:
            with time_limit(SECONDS):
                try:
                    graph = graph_of(declaration, arrays, attrs)
                except (OpError, GraphirError, TypeError, ValueError):
                    continue  # refused before there is a graph
                optimize_graph(graph)
        except BaseException as error:  # what it raises is the fault
            found.append(f"{declaration.__name__} {text}: {error!r}")
    return found


PURE = [each for each in declared() if each.is_pure()]


def sampled(declaration: type[Op]) -> Iterator[Hostile]:
    for hostile in hostile_calls(declaration):
        if zlib.crc32(f"{declaration.__name__} {hostile[3]}".encode()) % 12 == 0:
            yield hostile


def test_some_hostile_calls_are_optimized_at_once() -> None:
    assert problems(call for each in PURE for call in sampled(each)) == []


@pytest.mark.slow
def test_every_hostile_call_is_optimized_at_once() -> None:
    assert problems(call for each in PURE for call in hostile_calls(each)) == []


NAMED = {
    "AsString": "width=2147483647",
    "RandomIndexShuffle": "rounds=2147483647",
    "ReverseV2": "input 1=2147483647",
}


@pytest.mark.parametrize("op", NAMED)
def test_what_once_hung_or_failed(op: str) -> None:
    (declaration,) = (each for each in PURE if each.__name__ == op)
    calls = [each for each in hostile_calls(declaration) if each[3] == NAMED[op]]
    assert calls
    assert problems(iter(calls)) == []
