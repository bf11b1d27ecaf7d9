"""Library functions: arguments, results, edges by output name, attributes."""

from __future__ import annotations

import pytest

from graphir import dtypes
from graphir.errors import InvalidGraphError
from graphir.function import Function
from graphir.wire.graphdef import from_graph_def
from tests.graphir.wire.graph_texts import CALL, graph_def


def function_of(text: str = CALL) -> Function:
    return from_graph_def(graph_def(text)).functions["add"]


def test_arguments_are_placeholders_of_their_names() -> None:
    assert [value.node.op for value in function_of().body.inputs] == ["Placeholder"] * 2


def test_argument_keeps_its_shape_and_attributes() -> None:
    first, second = function_of().body.inputs
    assert (first.shape.sizes, second.shape.sizes) == ((), None)
    assert first.node.attrs["_user_specified_name"] == b"a"


def test_results_are_values_of_the_body() -> None:
    function = function_of()
    assert [value.name for value in function.body.outputs] == ["a", "sum"]
    assert function.output_names == ["first", "sum"]


def test_control_results_are_nodes_of_the_body() -> None:
    assert [node.name for node in function_of().body.control_outputs] == ["say"]


def test_list_outputs_are_flat() -> None:
    body = function_of().body
    assert [value.name for value in body.node("sum").inputs] == ["z", "z:1"]


def test_result_of_an_unknown_op_has_the_declared_dtype() -> None:
    text = CALL.replace('op: "AddV2"', 'op: "Mystery"')
    assert function_of(text).body.outputs[1].dtype is dtypes.float32


def test_function_called_by_its_name_is_known() -> None:
    text = CALL.replace('op: "PartitionedCall"', 'op: "add"')
    outputs = from_graph_def(graph_def(text)).node("call").outputs
    assert [value.dtype for value in outputs] == [dtypes.float32] * 2


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('ret { key: "sum" value: "sum:z:0" }', "", "the result 'sum' is missing"),
        ("sum:z:0", "sum:y:0", "no output of node 'sum'"),
        ("sum:z:0", "sum:z:1", "no output of node 'sum'"),
        ("sum:z:0", "sum", "must be `node:output:index`"),
        ("sum:z:0", "summ:z:0", "names no node; did you mean 'sum'"),
        ("sum:z:0", "say:z:0", "no output of node 'say'"),
        ("sum:z:0", "text:output:0", "is float32, but node 'text'"),
        ('value: "a"', 'value: "a:1"', "an argument is one tensor"),
        ('value: "say"', 'value: "sayy"', "control result"),
        ('"^say"', '"^sum"', "in a circle"),
        ("z:output:1", "z:output:2", "no output of node 'z'"),
        (
            'name: "a" type: DT_FLOAT',
            'name: "a" type_attr: "T"',
            "must be instantiated",
        ),
        ('name: "text"', 'name: "axis"', "another node of this name"),
    ],
)
def test_damaged_function_is_refused(old: str, new: str, reason: str) -> None:
    assert old in CALL
    with pytest.raises(InvalidGraphError, match=reason) as raised:
        function_of(CALL.replace(old, new))
    assert "unction 'add'" in str(raised.value)


def test_two_functions_of_one_name_are_refused() -> None:
    message = graph_def(CALL)
    message.library.function.add().CopyFrom(message.library.function[0])
    with pytest.raises(InvalidGraphError, match="There is a function 'add' already"):
        from_graph_def(message)


def test_function_named_as_an_op_is_refused() -> None:
    with pytest.raises(InvalidGraphError, match="There is an op 'Add' already"):
        from_graph_def(graph_def(CALL.replace('name: "add"', 'name: "Add"')))


def test_recursion_is_refused() -> None:
    text = CALL.replace(
        'op: "PrintV2" input: "text:output:0"', 'op: "add" input: "a" input: "b"'
    )
    with pytest.raises(InvalidGraphError, match="'add' -> 'add'"):
        from_graph_def(graph_def(text))
