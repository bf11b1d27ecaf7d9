"""Changes to functions of a library, and to calls of them."""

from __future__ import annotations

import pytest

from graphir import dtypes
from graphir.attributes import FunctionRef
from graphir.passes.contract.function_bodies import (
    NewCall,
    add_argument,
    drop_arguments,
    keep_results,
    own_copy,
    plain_function,
    put_in,
    replace_call,
    small_constant,
)
from graphir.shapes import Shape
from graphir.text.parser import parse_graph

TEXT = """
graph @g(%x: f32[2]) -> (%out) {
  %one = Const() {value = [1.0, 1.0] : f32[2]} : f32[2]
  %r0, %r1 = PartitionedCall(%x, %one) {f = @two} : f32[2], f32[2]
  %out = Neg(%r1)
  %after = Identity(%x) ctrl(%r0)
}
func @two(%a: f32[2], %b: f32[2]) -> (%s, %p) {
  %s = AddV2(%a, %b)
  %p = Mul(%a, %b)
}
"""


@pytest.fixture
def graph():
    return parse_graph(TEXT)


def test_only_a_reference_without_attributes_is_a_plain_function(graph) -> None:
    library = graph.functions
    assert plain_function(library, FunctionRef("two")) is library["two"]
    assert plain_function(library, FunctionRef("two", {"T": dtypes.float32})) is None
    assert plain_function(library, FunctionRef("nobody")) is None
    assert plain_function(library, b"two") is None


def test_constants_up_to_a_size(graph) -> None:
    one = graph.node("one")
    assert small_constant(one, 8) is one.attrs["value"]
    assert small_constant(one, 7) is None
    assert small_constant(graph.node("out"), 99) is None


def test_a_copy_shares_nothing_with_the_original(graph) -> None:
    library = graph.functions
    copy = own_copy(library, library["two"])
    assert copy.name != "two"
    assert library[copy.name] is copy
    keep_results(copy, [1])
    assert copy.output_names == ["p"]
    assert library["two"].output_names == ["s", "p"]
    drop_arguments(copy, set())
    assert len(copy.body.inputs) == 2


def test_a_constant_is_put_in_for_an_argument(graph) -> None:
    function = graph.functions["two"]
    argument = function.body.inputs[1]
    made = put_in(argument, graph.node("one"))
    argument.replace_all_uses_with(made)
    drop_arguments(function, {1})
    assert [each.name for each in function.body][:2] == ["a", made.node.name]
    assert made.constant_value().tolist() == [1, 1]
    assert function.body.node("s").inputs[1] is made


def test_arguments_stand_first(graph) -> None:
    function = graph.functions["two"]
    made = add_argument(function, graph.node("out").output, "c")
    assert [each.name for each in function.body][:3] == ["a", "b", "c"]
    assert made.shape == Shape([2])


def test_a_call_is_replaced_with_its_name_and_what_waits_for_it(graph) -> None:
    call = graph.node("r0")
    new = NewCall(call.inputs, call.attrs, [1], [(dtypes.int32, Shape([]))])
    made = replace_call(graph, call, new)
    assert made.name == "r0"
    assert graph.node("out").inputs == (made.outputs[0],)
    assert made.outputs[1].dtype is dtypes.int32
    assert graph.node("after").control_inputs == (made,)
