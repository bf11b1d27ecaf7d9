"""What runs a node: an operator of Python's, or its kernel."""

from __future__ import annotations

import numpy as np
import pytest

from graphir import dtypes
from graphir.attributes import FunctionRef, Placeheld
from graphir.errors import InvalidArgumentError, MissingKernelError
from graphir.node import Node
from graphir.text.parser import parse_graph
from runtime.executor.kernels.kernels import (
    LinkedFunction,
    bind_kernel,
    instantiated,
    is_scalar_number,
    operator_template,
    refusing,
    returns_sequence,
)


def node_of(call: str, inputs: str = "%x: f32[], %y: f32[]") -> Node:
    return parse_graph(f"graph @g({inputs}) -> (%z) {{ %z = {call} }}").node("z")


@pytest.mark.parametrize(
    ("call", "inputs", "template"),
    [
        ("AddV2(%x, %y)", "%x: f32[], %y: f32[]", "{} + {}"),
        ("AddV2(%x, %y)", "%x: f32[2], %y: f32[]", None),
        ("AddV2(%x, %y)", "%x: bf16[], %y: bf16[]", None),
        ("Add(%x, %y)", "%x: str[], %y: str[]", None),
        ("Square(%x)", "%x: i32[]", "{0} * {0}"),
        ("RealDiv(%x, %y)", "%x: f32[], %y: f32[]", "{} / {}"),
        ("RealDiv(%x, %y)", "%x: i32[], %y: i32[]", None),
        ("LogicalAnd(%x, %y)", "%x: bool[], %y: bool[]", "{} & {}"),
        ("FloorDiv(%x, %y)", "%x: i32[], %y: i32[]", None),
        ("Exp(%x)", "%x: f32[]", None),
    ],
)
def test_operators_on_single_numbers(call: str, inputs: str, template) -> None:
    assert operator_template(node_of(call, inputs)) == template


@pytest.mark.parametrize(("number", "template"), [(3, "{} // {}"), (0, None)])
def test_integers_are_divided_by_constants_that_are_not_zero(number, template) -> None:
    graph = parse_graph(
        f"graph @g(%x: i32[]) -> (%z) {{ %c = Const() {{value = {number} : i32[]}} "
        ": i32[]\n %z = FloorDiv(%x, %c) }"
    )
    assert operator_template(graph.node("z")) == template


def test_numbers_that_numpy_has_scalars_for() -> None:
    graph = parse_graph(
        "graph @g(%a: i8[], %b: f16[], %c: bool[], %d: f32[1]) -> (%a) {}"
    )
    assert [is_scalar_number(each) for each in graph.inputs] == [
        True,
        True,
        False,
        False,
    ]


def test_kernels_compute() -> None:
    node = node_of("Maximum(%x, %y)")
    kernel = bind_kernel(node, node.attrs)
    assert kernel(np.float32(2), np.float32(3)) == 3


def test_a_placeholder_must_be_fed() -> None:
    graph = parse_graph("graph @g(%x: f32[?,2]) -> (%x) {}")
    kernel = bind_kernel(graph.node("x"), graph.node("x").attrs)
    with pytest.raises(
        InvalidArgumentError, match=r"'x' with dtype float and shape \[\?,2\]"
    ):
        kernel()


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("Mystery(%x) : f32[]", "is unknown here"),
        ("Bitcast2(%x) : f32[]", "is unknown"),
    ],
)
def test_an_op_without_a_kernel_names_the_node(call: str, reason: str) -> None:
    node = node_of(call)
    with pytest.raises(MissingKernelError, match=f"of node 'z' {reason}"):
        bind_kernel(node, node.attrs)


def test_how_kernels_return() -> None:
    assert not returns_sequence("Neg", 1)
    assert returns_sequence("Unique", 2)
    assert returns_sequence("Unpack", 1)
    assert returns_sequence("Mystery", 1)


def test_attributes_of_a_template_come_from_the_call() -> None:
    attrs = {"T": Placeheld("T"), "n": 1}
    found = instantiated(attrs, {"T": dtypes.int32})
    assert found == {"T": dtypes.int32, "n": 1}
    assert instantiated({"n": 1}, {}) == {"n": 1}
    with pytest.raises(InvalidArgumentError, match="'T' of a function is missing"):
        instantiated(attrs, {})


def test_a_refusal_is_raised_when_it_is_reached() -> None:
    refuse = refusing(lambda: KeyError("here"))
    with pytest.raises(KeyError, match="here"):
        refuse(1, 2)


def test_a_function_is_found_in_its_library() -> None:
    graph = parse_graph("graph @g() -> () {}\nfunc @f(%x: f32[]) -> (r = %x) {}")
    linked = LinkedFunction(FunctionRef("f"), graph.functions)
    assert linked.function is graph.functions["f"]
