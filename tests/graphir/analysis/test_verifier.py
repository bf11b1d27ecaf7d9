"""Each invariant: what breaks it, and what the message names."""

from __future__ import annotations

import pytest

from graphir import dtypes
from graphir.analysis.verifier import find_problems, verify
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Use
from graphir.text.parser import parse_graph


def graph_of(body: str, functions: str = "") -> Graph:
    return parse_graph(
        f"graph @g(%x: f32[2], %p: bool[]) -> () {{ {body} }} {functions}"
    )


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (
            "%y = Neg(%z) : f32[2] %z = Neg(%y) : f32[2]",
            "The graph 'g' has a cycle: 'z' (Neg) -> 'y' (Neg) -> 'z'.",
        ),
        (
            "%y = Neg(%x) {T = i32} : f32[2] at m.py:3:4",
            "node 'y' (Neg, made at m.py:3:4) has the attribute T = tf.int32; "
            "its inputs say tf.float32.",
        ),
        ("%y = AddV2(%x) : f32[2]", "node 'y' (AddV2): Op AddV2 was given 1 inputs"),
        ("%y = Neg(%x) : i32[2]", "has results of dtypes (int32), not (float32)"),
        ("%y = Neg(%p) : bool[]", "is not in the list of allowed values"),
        (
            "%y = Neg(%x) : f32[3]",
            "%y has shape (3,), but the shape rule gives (2,)",
        ),
        (
            "%y = MatMul(%m, %m) {transpose_a = 3} : f32[2,2] "
            "%m = Const() {value = splat 0.0 : f32[2,2]} : f32[2,2]",
            "attribute 'transpose_a' is 3, which is no bool",
        ),
        ("%y = PartitionedCall(%x) {f = @f} : f32[2]", "calls 'f', not in the library"),
    ],
)
def test_problem_is_named(body: str, problem: str) -> None:
    with pytest.raises(InvalidGraphError) as error:
        verify(graph_of(body))
    assert problem in str(error.value)


def test_function_call_must_fit() -> None:
    graph = graph_of(
        "%y = If(%p, %x) {then_branch = @f, else_branch = @f} : f32[2]",
        "func @f(%x: i32[]) -> (%x) {}",
    )
    problem = next(find_problems(graph))
    assert "calls 'f' as (float32) -> (float32), but it is (int32) ->" in problem


def test_problem_in_function_names_it() -> None:
    graph = graph_of("", "func @f(%x: f32[]) -> (%y) { %y = Neg(%x) : f32[1] }")
    assert next(find_problems(graph)).startswith("Function 'f': node 'y' (Neg): %y has")


def test_unknown_ops_are_refused_on_request() -> None:
    graph = graph_of("%y = Mystery(%x) : f32[2]")
    verify(graph)
    with pytest.raises(InvalidGraphError, match="op 'Mystery' is unknown"):
        verify(graph, allow_unknown_ops=False)


def test_loop_through_next_iteration_is_no_cycle() -> None:
    verify(
        graph_of(
            '%enter = Enter(%x) {frame_name = "f"} : f32[2]'
            "%merge = Merge(%enter, %next) : f32[2], i32[]"
            "%next = NextIteration(%merge) : f32[2]"
        )
    )


def test_value_that_forgot_its_reader() -> None:
    graph = graph_of("%y = Neg(%x)")
    del graph.value("x")._uses[Use(graph.node("y"), 0)]
    problems = list(find_problems(graph))
    assert problems == ["%x does not know its reader, node 'y' (Neg)."]


def test_input_of_another_graph() -> None:
    graph, other = graph_of("%y = Neg(%x)"), graph_of("")
    graph.node("y").set_inputs([other.value("x")])
    assert "reads %x at input 0, which is not in the graph" in next(
        find_problems(graph)
    )


def test_output_of_another_graph() -> None:
    graph, other = graph_of(""), graph_of("")
    graph.outputs = [other.value("x")]
    assert list(find_problems(graph)) == ["The output %x is not in the graph 'g'."]


def test_one_sided_control_edge() -> None:
    graph = graph_of("%a = NoOp() %b = NoOp() ctrl(%a)")
    graph.node("a")._control_outputs.clear()
    assert "does not know that node 'b' (NoOp) waits" in next(find_problems(graph))


def test_templates_of_functions_are_accepted() -> None:
    graph = graph_of("")
    node = parse_graph("graph @h(%x: f32[]) -> () { %y = Neg(%x) {T = $T} : f32[] }")
    verify(graph)
    verify(node)
    assert node.node("y").attrs["T"] != dtypes.float32
