"""Every op of the list, with or without a kernel: read, checked, printed, written."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from graphir import dtypes
from graphir.analysis.verifier import find_problems
from graphir.attributes import FunctionRef, TensorValue
from graphir.editing.importing import import_graph_def
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.ops.contract.registry import declared, known_lines, signature_of
from graphir.ops.contract.signature import Arg, AttrSpec, Signature
from graphir.shapes import Shape
from graphir.text.parser import parse_graph
from graphir.text.printer import print_graph
from graphir.wire import messages
from graphir.wire.attributes import fill_attr_value
from graphir.wire.graphdef import from_graph_def, to_graph_def
from graphir.wire.validation import validate_graph_def

OPS = sorted({*known_lines(), *(each.__name__ for each in declared())})

SAMPLES: dict[str, Any] = {
    "int": 1,
    "float": 1.0,
    "bool": True,
    "string": b"text",
    "type": dtypes.float32,
    "shape": Shape([2]),
    "tensor": TensorValue(b"x"),
    "func": FunctionRef("f"),
}

WINDOWS = {"strides", "ksize", "ksizes", "rates", "dilations"}
"""Lists with a number for each dimension of an image or a volume."""

LEAST: dict[str, dict[str, Any]] = {
    "AudioSpectrogram": {"window_size": 2},
    "_TensorListProduct": {"left_shape": Shape([2, 1]), "right_shape": Shape([2, 1])},
}
"""Attributes with a least value or a rank that signatures do not state."""

EQUATIONS = {"Einsum": b"a->a", "XlaEinsum": b"a,b->ab"}
"""Texts that are looked into when a graph is read."""


def signature(op: str) -> Signature:
    """The declared or known signature."""
    found = signature_of(op)
    assert found is not None
    return found


def sample(spec: AttrSpec) -> Any:
    """A value that the signature allows."""
    if spec.has_default:
        return None
    value = SAMPLES[spec.kind]
    if spec.allowed:
        value = spec.allowed[0]
    if spec.kind == "int" and spec.minimum is not None:
        value = max(value, spec.minimum)
    return [value] * max(1, spec.minimum or 0) if spec.is_list else value


@cache
def graph_def(op: str) -> Any:
    """A graph with one node of the op, reading placeholders of the right dtypes."""
    known = signature(op)
    message = messages.get("GraphDef")()
    function = message.library.function.add()
    function.signature.name = "f"
    node = message.node.add(name="node", op=op)
    attrs = {name: sample(spec) for name, spec in known.attrs.items()}
    for name in WINDOWS & attrs.keys():
        spec = known.attrs[name]
        if spec.is_list and not spec.has_default:
            attrs[name] = [1] * max(5 if "3D" in op else 4, spec.minimum or 0)
    attrs.update(LEAST.get(op, {}))
    if op in EQUATIONS:
        attrs["equation"] = EQUATIONS[op]
    for name, value in attrs.items():
        if value is not None:
            fill_attr_value(node.attr[name], value, known.attrs[name].kind)
        else:
            attrs[name] = known.attrs[name].default
    if op == "Const":
        fill_attr_value(node.attr["dtype"], dtypes.string, "type")
    for arg in known.inputs:
        for dtype in input_types(arg, attrs):
            name = f"in_{len(node.input)}"
            node.input.append(name)
            source = message.node.add(name=name)
            source.op = "VariableV2" if arg.is_ref else "Placeholder"
            fill_attr_value(source.attr["dtype"], dtype, "type")
            if arg.is_ref:
                source.attr["shape"].shape.unknown_rank = True
    return message


def input_types(arg: Arg, attrs: dict[str, Any]) -> list[Any]:
    """The dtypes of the tensors that an argument takes."""
    if arg.is_type_list:
        return list(attrs[arg.type_name])
    dtype = arg.dtype or attrs[arg.type_name]
    return [dtype] * (attrs[arg.number_attr] if arg.number_attr else 1)


def contradicts_only_itself(problems: list[str]) -> bool:
    """Whether a shape rule refused a sample attribute: what a rule is there for."""
    return all("node 'node'" in each for each in problems)


def test_the_list_is_whole() -> None:
    assert len(OPS) > 1400


@pytest.mark.parametrize("first", range(0, len(OPS), 100))
def test_every_op_goes_through(first: int) -> None:
    """Read, checked, printed, read from text, written: the same message."""
    for op in OPS[first : first + 100]:
        message = graph_def(op)
        validate_graph_def(message)
        graph = from_graph_def(message)
        assert contradicts_only_itself(list(find_problems(graph))), op
        text = print_graph(graph)
        again = parse_graph(text)
        assert print_graph(again) == text, op
        written = to_graph_def(graph)
        assert nodes_of(written)["node"] == nodes_of(message)["node"], op
        assert nodes_of(to_graph_def(again))["node"] == nodes_of(written)["node"], op


def nodes_of(message: Any) -> dict[str, tuple[Any, ...]]:
    """Name -> op, inputs, attributes; those that have defaults may be left out."""
    found = {}
    for node in message.node:
        known = signature_of(node.op)
        assert known is not None
        attrs = {
            name: value.SerializeToString(deterministic=True)
            for name, value in node.attr.items()
            if name in known.attrs and not known.attrs[name].has_default
        }
        found[node.name] = node.op, tuple(node.input), attrs
    return found


@pytest.mark.parametrize("first", range(0, len(OPS), 200))
def test_a_wrong_number_of_inputs_is_told(first: int) -> None:
    """One more than the signature takes, or than its attributes say."""
    for op in OPS[first : first + 200]:
        message = messages.get("GraphDef")()
        message.CopyFrom(graph_def(op))
        message.node[0].input.append("in_extra")
        source = message.node.add(name="in_extra", op="Placeholder")
        fill_attr_value(source.attr["dtype"], dtypes.float32, "type")
        with pytest.raises(InvalidGraphError, match="node"):
            validate_graph_def(message)


@pytest.mark.parametrize("first", range(0, len(OPS), 200))
def test_a_wrong_dtype_is_told(first: int) -> None:
    """The first input becomes a variant, which hardly any op takes."""
    for op in OPS[first : first + 200]:
        known = signature(op)
        message = messages.get("GraphDef")()
        message.CopyFrom(graph_def(op))
        if not message.node[0].input or known.inputs[0].is_ref:
            continue
        if message.node[1].attr["dtype"].type == dtypes.variant.as_datatype_enum:
            continue
        fill_attr_value(message.node[1].attr["dtype"], dtypes.variant, "type")
        with pytest.raises(InvalidGraphError, match="'node'"):
            validate_graph_def(message)


@pytest.mark.parametrize("first", range(0, len(OPS), 200))
def test_a_missing_attribute_is_told(first: int) -> None:
    """Each that has no default and does not follow from the inputs."""
    for op in OPS[first : first + 200]:
        known = signature(op)
        for name, spec in known.attrs.items():
            if spec.has_default or name in known.inferred_attrs:
                continue
            message = messages.get("GraphDef")()
            message.CopyFrom(graph_def(op))
            del message.node[0].attr[name]
            with pytest.raises(InvalidGraphError, match=name):
                validate_graph_def(message)


def test_a_rule_that_refuses_an_attribute_names_the_node() -> None:
    """One number where four are needed is an error of the graph, not of ours."""
    message = messages.get("GraphDef")()
    message.CopyFrom(graph_def("Conv2D"))
    message.node[0].attr["strides"].list.i[:] = [1]
    with pytest.raises(InvalidGraphError, match="node 'node' .Conv2D.: .*strides"):
        from_graph_def(message)


def test_ops_of_one_graph_stand_side_by_side() -> None:
    """Read into one graph under names of their own."""
    graph = Graph("all")
    chosen = OPS[::8]
    for op in chosen:
        import_graph_def(graph, graph_def(op), name=op)
    assert {node.op for node in graph} >= set(chosen)
    assert print_graph(parse_graph(print_graph(graph))) == print_graph(graph)
