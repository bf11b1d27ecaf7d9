"""Profiles: which nodes ran how often and how long, without changing what they give."""

from __future__ import annotations

import json
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.text.parser import parse_graph
from runtime.executor import compile_graph
from runtime.executor.planning.blocks import LEAST_SIZE
from runtime.executor.profiles import Profile


@tf.function(jit_compile=False)  # nodes of native code are one
def halvings(n):  # type: ignore[no-untyped-def]
    count = tf.constant(0)
    while n > 1:
        n = n // 2
        count += 1
    return count


def profile_of(*args: Any) -> Any:
    tensors = [tf.constant(each) for each in args]
    return halvings.get_concrete_function(*tensors).profile(*tensors)


def test_a_profile_counts_the_runs_of_a_loop() -> None:
    found = profile_of(1000)
    counts = {each.node.op: each.calls for each in found.by_node()}
    assert int(found.result) == 9
    assert counts["FloorDiv"] == 9


def test_a_profile_names_the_users_lines() -> None:
    places = {each.node.op: each.place for each in profile_of(8).by_node()}
    first = halvings.python_function.__code__.co_firstlineno
    assert places["FloorDiv"] == f"{__file__}:{first + 4}"


def test_times_lie_within_the_call() -> None:
    found = profile_of(8)
    assert found.events
    for event in found.events:
        assert found.begun <= event.begun <= event.ended <= found.ended
    assert sum(each.nanoseconds for each in found.by_node()) <= found.nanoseconds


def test_the_node_that_takes_long_stands_first() -> None:
    @tf.function
    def slow(x):  # type: ignore[no-untyped-def]
        y = tf.py_function(lambda v: time.sleep(0.02) or v, [x], tf.float32)
        return y + x

    x = tf.constant(1.0)
    found = slow.get_concrete_function(x).profile(x)
    assert found.by_node()[0].node.op == "EagerPyFunc"
    assert found.by_node()[0].nanoseconds >= 20_000_000


def test_work_in_blocks_is_noted_block_by_block() -> None:
    text = (
        "graph @main(%x: f32[*]) -> (%b) {\n"
        "  %a = Mul(%x, %x)\n  %b = AddV2(%a, %x)\n}\n"
    )
    graph = parse_graph(text)
    program, profile = compile_graph(graph, graph.inputs, graph.outputs), Profile()
    x = np.arange(16 * LEAST_SIZE, dtype=np.float32)
    (result,) = program.timed(profile)(x)
    np.testing.assert_array_equal(result, x * x + x)
    blocks = {each.node.op: each.calls for each in profile.by_node()}
    assert blocks == {"Mul": 8, "AddV2": 8}


def test_a_chrome_trace_is_json_in_microseconds() -> None:
    found = profile_of(4)
    trace = json.loads(json.dumps(found.to_chrome_trace()))
    events = trace["traceEvents"]
    assert {each["ph"] for each in events} == {"X"}
    assert all(0 <= e["ts"] <= found.nanoseconds / 1e3 for e in events)
    assert {each["tid"] for each in events} == {0}


def test_errors_are_explained_as_ever() -> None:
    @tf.function
    def divided(n):  # type: ignore[no-untyped-def]
        return 7 // n

    concrete = divided.get_concrete_function(tf.constant(1))
    with pytest.raises(tf.errors.InvalidArgumentError, match="FloorDiv"):
        concrete.profile(tf.constant(0))


def test_the_making_of_native_code_is_no_time_of_its_node() -> None:
    kernel = SimpleNamespace(compiled=[(200, 900), (5_000, 6_000)])
    graph = parse_graph("graph @g(%x: f32[]) -> (%y) { %y = Neg(%x) }")
    node = graph.node("y")
    node.attrs["kernel"] = kernel
    found = Profile(begun=50, ended=1_500)
    found.sites = [(node, ())]
    found.notes = [(0, 100, 1_000, 1), (0, 1_100, 1_300, 1)]
    assert found.compiling == 700
    assert found.nanoseconds == 750
    (region,) = found.by_node()
    assert (region.calls, region.nanoseconds) == (2, 400)


def test_native_code_is_made_in_the_first_call_alone() -> None:
    pytest.importorskip("llvmlite")

    @tf.function(jit_compile=True)
    def summed(n):  # type: ignore[no-untyped-def]
        total = 0
        for i in tf.range(n):
            total += i
        return total

    n = tf.constant(5)
    concrete = summed.get_concrete_function(n)
    first, second = concrete.profile(n), concrete.profile(n)
    assert first.compiling > 0
    assert second.compiling == 0
    assert sum(each.nanoseconds for each in first.by_node()) <= first.nanoseconds
