"""The text form, read: sugar, names, and errors that say where."""

from __future__ import annotations

import pytest

from graphir import dtypes
from graphir.errors import ParseError
from graphir.shapes import Shape
from graphir.text.parser import parse_graph


def test_types_left_out_are_inferred() -> None:
    graph = parse_graph(
        "graph @g(%x: f32[2,3]) -> (%y) { %y = MatMul(%x, %x) {transpose_b = true} }"
    )
    assert graph.value("y").shape == Shape([2, 2])
    assert graph.node("y").attrs["T"] is dtypes.float32


def test_attributes_left_out_are_completed() -> None:
    graph = parse_graph("graph @g(%x: f32[]) -> (%y) { %y = Cast(%x) : i32[] }")
    expected = {"SrcT": dtypes.float32, "DstT": dtypes.int32, "Truncate": False}
    assert graph.node("y").attrs == expected


def test_further_names_are_the_other_outputs() -> None:
    graph = parse_graph(
        """graph @g(%axis: i32[], %x: f32[4]) -> (%b) {
          %a, %b = Split(%axis, %x) {num_split = 2} : f32[2], f32[2]
        }"""
    )
    assert graph.outputs[0].name == "a:1"


def test_nodes_may_refer_to_later_ones() -> None:
    graph = parse_graph(
        """graph @g(%x: f32[]) -> (%a) {
          %a = Neg(%b) : f32[]
          %b = Neg(%x) : f32[]
        }"""
    )
    assert graph.node("a").inputs[0].node is graph.node("b")


def test_comments_are_skipped() -> None:
    graph = parse_graph(
        '# one\ngraph @g(%x: f32[]) -> (%"#x") { # two\n %"#x" = Neg(%x) }'
    )
    assert "#x" in graph


def test_function_keeps_names_of_results() -> None:
    graph = parse_graph(
        """graph @g() -> () {}
        func @f(%x: f32[]) -> (y = %x) ctrl(done = %n) attr {_k = 1} { %n = NoOp() }
        gradient @f = @df"""
    )
    function = graph.functions["f"]
    assert function.output_names == ["y"]
    assert function.control_output_names == ["done"]
    assert function.attrs == {"_k": 1}
    assert graph.functions.gradients == {"f": "df"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: 'the end' stands where 'graph' is needed"),
        ("graph @g() -> (%q) {}", "1:16: '%q) {}' is not defined here"),
        ("graph @g(%x: f33[]) -> () {}", "1:14: 'f33[]) -> () {}' is no dtype"),
        (
            "graph @g() -> () {\n %x = NoOp(\n}",
            "3:1: '}' stands where a %name is needed",
        ),
        ("graph @g() -> () { %x = NoOp() %x = NoOp() }", "is named twice"),
        (
            "graph @g() -> () { %c = Const() {value = [1] : f32[2]} : f32[2] }",
            "is no f32[2]: has shape (1,), not (2,)",
        ),
        (
            "graph @g(%x: f32[2], %y: f32[3]) -> () { %z = AddV2(%x, %y) }",
            "Incompatible shapes: [2] vs. [3]",
        ),
        ("graph @g(%x: f32[]) -> (%x:1) {}", "is no output: Placeholder has 1"),
        ("graph @g() -> () { %x = NoOp() at nowhere }", "file:line:column is needed"),
        ("graph @g() -> () { %x = NoOp() ~ }", "'~ }'"),
    ],
)
def test_error_says_where(text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        parse_graph(text, "case.txt")
    assert message in str(error.value)
    assert str(error.value).startswith("case.txt:")
