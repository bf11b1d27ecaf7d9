"""The data of the explorer: every step, and how what is in it belongs together."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.text.parser import parse_graph
from runtime.explorer.dumps import model_of_dumps
from runtime.explorer.model import Explored, model_of
from runtime.native.calls.options import NativeOptions
from tests.runtime.explorer.examples import (
    hostile_model,
    model_of_inexact_rule,
    model_of_loop,
)


@pytest.fixture(scope="module")
def model() -> dict[str, Any]:
    return model_of_loop()


def states_of(model: dict[str, Any], step: int) -> list[dict[str, Any]]:
    graphs = [model["graphs"][each] for each in model["steps"][step]["graphs"]]
    return [model["states"][each] for graph in graphs for each in graph["states"]]


def line_numbers(model: dict[str, Any], text: str) -> list[int]:
    return [
        line for file in model["files"] for line, each in file["lines"] if text in each
    ]


def test_each_step_is_the_graph_after_a_pass_that_changed_it(model):
    titles = [step["title"] for step in model["steps"]]
    assert titles[0] == "traced"
    assert "loops" in titles
    for number, step in enumerate(model["steps"][1:], 1):
        assert sum(step["counts"].values()) > 0
        assert len(states_of(model, number)) == step["after"]
        assert len(states_of(model, number - 1)) == step["before"]


def test_nodes_read_only_what_is_in_the_same_graph(model):
    for graph in model["graphs"]:
        states = [model["states"][each] for each in graph["states"]]
        own = {state["id"] for state in states}
        for state in states:
            assert {each for each, _ in state.get("in", [])} <= own
        assert {each for each, _ in graph["outputs"]} <= own


def test_nodes_and_generated_lines_know_their_source_line(model):
    (wanted,) = line_numbers(model, "total = total + tf.tanh(x)")
    tanh = [state for state in states_of(model, 0) if state["op"] == "Tanh"]
    assert [state["lines"][0][1] for state in tanh] == [wanted]
    (code,) = model["code"]
    (line,) = [
        number
        for number, text in enumerate(code["lines"], 1)
        if "tanh" in text and "converted_call" in text
    ]
    assert code["from"][line] == [0, wanted]


def test_a_removed_node_is_said_to_be_removed_by_whom(model):
    gone = {state["id"] for state in states_of(model, 0)}
    gone -= {state["id"] for state in states_of(model, len(model["steps"]) - 1)}
    told = {event["id"] for event in model["events"] if event["kind"] != "made"}
    assert gone
    assert gone <= told


def test_every_event_names_a_rule_that_is_explained(model):
    for event in model["events"]:
        title = model["steps"][event["step"]]["title"]
        for rule in event["rule"].split(" or "):
            assert rule in model["rules"][title]["rules"], (title, rule)


def test_copies_of_functions_know_their_originals(model):
    last = len(model["steps"]) - 1
    (tanh,) = [each for each in states_of(model, last) if each["op"] == "Tanh"]
    (first,) = [each for each in states_of(model, 0) if each["op"] == "Tanh"]
    reached, waiting = {first["id"]}, [first["id"]]
    while waiting:
        now = waiting.pop()
        for old, new in model["parents"]:
            if old == now and new not in reached:
                reached.add(new)
                waiting.append(new)
    assert tanh["id"] in reached


def test_program_and_times_belong_to_nodes_of_the_last_step(model):
    last = {each["id"]: each for each in states_of(model, len(model["steps"]) - 1)}
    lines = model["program"]["lines"]
    ops = {
        last[each]["op"]: lines[line - 1]
        for line, ids in model["program"]["nodes"].items()
        for each in ids
    }
    assert "op_Tanh(" in ops["Tanh"]
    rows = model["result"]["rows"]
    assert {"Tanh", "Mul", "AddV2"} <= {row["op"] for row in rows}
    assert all(set(row["nodes"]) <= last.keys() and row["nodes"] for row in rows)
    (adding,) = [
        row for row in rows if row["calls"] == 4 and row["name"] == "while/add"
    ]
    assert adding["us"] > 0
    (value,) = model["result"]["values"]
    assert np.allclose(np.fromstring(value.strip("[]"), sep=" "), 1 + 8 * np.tanh(1))


@cache
def native_model() -> dict[str, Any]:
    pytest.importorskip("llvmlite")
    return model_of_loop(NativeOptions())


def test_native_code_is_shown_with_the_nodes_in_it():
    (region,) = native_model()["native"]["regions"]
    assert set(region["code"]) == {"llvm", "optimized_llvm", "assembly"}
    assert "define" in region["code"]["llvm"]
    names = {state["id"]: state["op"] for state in native_model()["states"]}
    assert "Tanh" in {names[each] for each in region["nodes"]}
    assert native_model()["result"]["rows"][0]["nodes"] == region["nodes"]


def test_the_rule_that_changes_a_result_is_found():
    model = model_of_inexact_rule()
    (change,) = [step["change"] for step in model["steps"] if step["change"]]
    assert change["rule"] == "multiply_twice_float"
    assert "result 0 differs by up to" in change["what"]
    exactness = model["rules"]["arithmetic"]["rules"][change["rule"]]["exactness"]
    assert exactness == "finite_only"


def test_exact_rules_change_no_result(model):
    assert [step["change"] for step in model["steps"]] == [None] * len(model["steps"])


def test_a_graph_that_changes_variables_is_not_run_after_each_pass():
    counter = tf.Variable(0)

    def count(x):
        counter.assign_add(1)
        return x + counter

    concrete = tf.function(count).get_concrete_function(tf.TensorSpec([], tf.int32))
    arrays = [np.int32(1), *concrete.captured_arrays]
    found = model_of(Explored(concrete.graph.ir.copy(), "count", count, arrays))
    # once to be warm, once timed
    assert counter.numpy() == 2
    assert found["result"]["values"] == ["3"]


def test_a_graph_without_values_says_what_is_missing():
    graph = parse_graph("graph @g(%x: f32[2]) -> (%y) { %y = Neg(%x) }")
    found = model_of(Explored(graph, "g"))
    assert found["result"] is None
    assert "give values" in found["problem"]
    assert found["program"]["lines"]


def test_a_graph_that_fails_to_run_says_why():
    graph = parse_graph(
        """
        graph @g(%x: f32[?], %y: f32[?]) -> (%z) {
          %z = Add(%x, %y)
        }"""
    )
    arrays = [np.ones(2, np.float32), np.ones(3, np.float32)]
    found = model_of(Explored(graph, "g", arrays=arrays))
    assert found["result"] is None
    assert "running it failed" in found["problem"]


def test_dumps_know_a_node_again_by_its_name():
    texts = [
        "graph @g(%x: f32[]) -> (%b) { %a = Neg(%x) %b = Neg(%a) }",
        "graph @g(%x: f32[]) -> (%b) { %b = Neg(%x) }",
    ]
    dumps = [(str(each), parse_graph(text)) for each, text in enumerate(texts)]
    found = model_of_dumps("d", dumps)
    first, second = (
        {state["name"]: state for state in states_of(found, step)} for step in (0, 1)
    )
    assert first["b"]["id"] == second["b"]["id"]
    assert first["x"] is second["x"]
    assert first["b"] is not second["b"]


def test_hostile_names_stay_data():
    model = hostile_model()
    assert json.loads(json.dumps(model)) == json.loads(json.dumps(model_copy(model)))
    assert len(model["title"]) <= 200


def model_copy(model: dict[str, Any]) -> Any:
    from runtime.explorer.page import json_text

    return json.loads(json_text(model))


def test_files_are_named_as_they_are_on_disk(model):
    path = Path(__file__).with_name("examples.py")
    assert [each["path"] for each in model["files"]] == [str(path)]


def test_a_copy_descends_from_its_original_only():
    """Nodes alike in op and place: each inlined one has one ancestor."""

    @tf.function
    def thrice(x):
        for _ in range(3):
            x = tf.tanh(x) * 2.0
        return x

    def twice(x):
        return thrice(x) + thrice(x + 1.0)

    concrete = tf.function(twice).get_concrete_function(tf.TensorSpec([3]))
    model = model_of(Explored(concrete.graph.ir.copy(), "twice", twice))
    first = {state["id"] for state in states_of(model, 0) if state["op"] == "Tanh"}
    last = [state["id"] for state in states_of(model, -1) if state["op"] == "Tanh"]
    assert len(first) == 3
    assert len(last) == 6
    ancestors = [{old for old, new in model["parents"] if new == each} for each in last]
    assert [len(each & first) for each in ancestors] == [1] * 6
    counts = [sum(each in found for found in ancestors) for each in first]
    assert counts == [2, 2, 2]
