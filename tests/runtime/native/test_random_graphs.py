"""Random graphs give what the default executor gives; random loops exactly so."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

pytest.importorskip("llvmlite")

from graphir.text.parser import parse_graph
from runtime.executor import compile_graph
from runtime.native.calls.options import NativeOptions
from runtime.native.regions import shared_work
from tests.runtime.executor.test_random_programs import (
    NAMES,
    Writer,
    interpret,
    programs,
)
from tests.runtime.native.random_graphs import random_graph


def assert_alike(seed: int) -> None:
    made = random_graph(seed)
    graph = made.graph
    expected = compile_graph(graph, graph.inputs, graph.outputs)(*made.arrays)
    native = compile_graph(graph, graph.inputs, graph.outputs, (), NativeOptions())
    results = native(*made.arrays)
    for result, other in zip(results, expected, strict=True):
        assert np.asarray(result).dtype == np.asarray(other).dtype, seed
        np.testing.assert_allclose(
            result, other, rtol=2e-4, atol=2e-4, err_msg=f"seed {seed}"
        )


@pytest.mark.parametrize("block", range(10))
def test_random_graph_agrees(block: int) -> None:
    for seed in range(30 * block, 30 * block + 30):
        assert_alike(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(100))
def test_many_random_graphs_agree(block: int) -> None:
    for seed in range(10_000 + 100 * block, 10_100 + 100 * block):
        assert_alike(seed)


def test_shared_work_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same graphs with stages that several threads share."""
    monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
    monkeypatch.setattr(shared_work, "LEAST_CHUNK", 1)
    monkeypatch.setattr(shared_work, "thread_count", lambda: 3)
    for seed in range(40):
        assert_alike(seed)


@pytest.mark.parametrize("type_text", ["i32[]", "i32[2]"])
@settings(max_examples=25)
@given(program=programs)
def test_random_program_agrees_with_python(type_text: str, program: list[Any]) -> None:
    graph = parse_graph(Writer(type_text).graph(program))
    compiled = compile_graph(graph, graph.inputs, graph.outputs, (), NativeOptions())
    shape = () if type_text == "i32[]" else (2,)
    arrays = [np.full(shape, value, np.int32) for value in (3, -1, 7)]
    state = dict(zip(NAMES, arrays))
    with np.errstate(all="ignore"):
        interpret(program, state)
    for result, name in zip(compiled(*arrays), NAMES):
        np.testing.assert_array_equal(result, state[name])
