"""Graph to GraphDef and back: nodes, edges, order, defaults, what has no place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.errors import InvalidGraphError
from graphir.files import print_graph_def
from graphir.graph import Graph
from graphir.shapes import Shape
from graphir.wire.graphdef import from_graph_def, to_graph_def
from tests.graphir.wire.graph_texts import CALL, CONST, LOOP, graph_def, identity
from tests.strategies import graphs


def read(text: str, **options: Any) -> Graph:
    return from_graph_def(graph_def(text), **options)


@pytest.mark.parametrize("text", [CONST, LOOP, CALL], ids=["const", "loop", "call"])
def test_message_that_says_everything_survives(text: str) -> None:
    once = to_graph_def(read(text))
    assert to_graph_def(from_graph_def(once)) == once


@pytest.mark.parametrize("text", [CONST, LOOP], ids=["const", "loop"])
def test_nodes_with_all_attributes_are_written_as_read(text: str) -> None:
    message = graph_def(text)
    written = {node.name: node for node in to_graph_def(from_graph_def(message)).node}
    for node in message.node:
        for name in node.attr:
            assert written[node.name].attr[name] == node.attr[name]
        assert list(written[node.name].input) == list(node.input)


@given(graphs())
def test_generated_graph_survives_the_wire(graph: Graph) -> None:
    # as bytes: to some versions of protobuf a NaN makes a message differ from itself
    message = to_graph_def(graph)
    twin = to_graph_def(from_graph_def(message))
    assert print_graph_def(twin, "pb") == print_graph_def(message, "pb")


@given(graphs())
def test_generated_graph_keeps_types_and_shapes(graph: Graph) -> None:
    twin = from_graph_def(to_graph_def(graph))
    for node in graph:
        for ours, theirs in zip(node.outputs, twin.node(node.name).outputs):
            assert (ours.dtype, ours.shape.sizes) == (theirs.dtype, theirs.shape.sizes)


def test_edges_are_names_and_indices() -> None:
    graph = Graph("g")
    x = graph.add_input("x", dtypes.float32, Shape([4]))
    types = [(dtypes.float32, Shape([2]))] * 2
    split = graph.add_node("Two", [x], {}, types, "split")
    last = graph.add_node("Add", [split.outputs[1], split.outputs[0]], {}, types[:1])
    last.add_control_input(x.node)
    assert list(to_graph_def(graph).node[2].input) == ["split:1", "split", "^x"]


def test_attributes_left_out_get_their_defaults() -> None:
    graph = read(
        CONST
        + 'node { name: "p" op: "Placeholder" attr { key: "dtype" value { type: 1 } } }'
    )
    assert graph.node("p").attrs == {"dtype": dtypes.float32, "shape": Shape(None)}


def test_default_lists_are_not_shared() -> None:
    text = """
    node { name: "%s" op: "Squeeze" input: "c"
      attr { key: "T" value { type: DT_FLOAT } } }
    """
    graph = read(CONST + text % "a" + text % "b")
    first, second = (graph.node(name).attrs["squeeze_dims"] for name in "ab")
    assert first is not second


def test_shapes_are_inferred() -> None:
    graph = read(identity("c"))
    assert graph.value("a").shape.sizes == ()


def test_shapes_told_by_the_message_are_used() -> None:
    attrs = """attr { key: "_output_shapes" value { list { shape {
        dim { size: 7 } } } } }"""
    text = """node { name: "p" op: "Placeholder"
        attr { key: "dtype" value { type: DT_FLOAT } } }"""
    graph = read(text + identity("p", attrs=attrs))
    assert graph.value("a").shape.sizes == (7,)


def test_scalar_placeholder_of_an_old_producer_has_an_unknown_shape() -> None:
    text = """node { name: "p" op: "Placeholder"
        attr { key: "dtype" value { type: DT_FLOAT } }
        attr { key: "shape" value { shape { } } } }"""
    old = from_graph_def(graph_def(text, producer=23))
    new = from_graph_def(graph_def(text, producer=24))
    assert (old.value("p").shape.sizes, new.value("p").shape.sizes) == (None, ())


def test_node_order_is_kept_when_it_is_not_topological() -> None:
    message = graph_def(identity("c"))
    backwards = type(message)()
    backwards.node.extend(reversed(list(message.node)))
    assert [node.name for node in from_graph_def(backwards)] == ["a", "c"]


def test_loop_goes_back_through_next_iteration() -> None:
    graph = read(LOOP)
    assert graph.node("merge").inputs[1].node is graph.node("next")


def test_names_that_differ_in_case_are_kept() -> None:
    graph = read(CONST + CONST.replace('"c"', '"C"'))
    assert [node.name for node in graph] == ["c", "C"]


def test_new_names_avoid_those_read() -> None:
    assert read(CONST).add_node("NoOp", (), {}, (), "c").name == "c_1"


def test_device_is_kept() -> None:
    message = graph_def(CONST)
    message.node[0].device = "/cpu:0"
    assert to_graph_def(from_graph_def(message)).node[0].device == "/cpu:0"


def test_handle_data_comes_from_the_variable() -> None:
    graph = read(
        """node { name: "v" op: "VarHandleOp"
          attr { key: "dtype" value { type: DT_HALF } }
          attr { key: "shape" value { shape { dim { size: 2 } } } } }
        node { name: "i" op: "Identity" input: "v"
          attr { key: "T" value { type: DT_RESOURCE } } }"""
    )
    assert graph.value("i").handle_data == ((dtypes.float16, Shape([2])),)


def test_splat_constant_is_read_without_memory() -> None:
    graph = read(
        CONST.replace("tensor_shape { }", "tensor_shape { dim { size: 1000 } }")
    )
    value = graph.node("c").attrs["value"]
    assert isinstance(value, TensorValue)
    assert value.array.strides == (0,)


def test_fields_without_a_place_survive() -> None:
    message = graph_def(CALL)
    info = message.node[0].experimental_debug_info
    info.original_node_names.append("before")
    message.node[0].experimental_type.type_id = 1
    message.debug_info.files.append("m.py")
    message.versions.bad_consumers.append(7)
    message.library.registered_gradients.add(gradient_func="g", registered_op_type="o")
    message.library.gradient.add(function_name="add", gradient_func="g")
    function = message.library.function[0]
    function.resource_arg_unique_id[1] = 3
    function.signature.description = "adds"
    function.signature.input_arg[0].description = "left"
    function.signature.input_arg[1].handle_data.add(dtype=1).shape.dim.add(size=2)
    # defaults are written out, so a message of ours is what stays the same
    written = to_graph_def(from_graph_def(message))
    assert to_graph_def(from_graph_def(written)) == written
    assert written.node[0].experimental_debug_info == info
    assert written.debug_info == message.debug_info
    assert written.versions == message.versions
    assert written.library.gradient == message.library.gradient
    ours = written.library.function[0]
    assert ours.signature == function.signature
    assert ours.resource_arg_unique_id == function.resource_arg_unique_id


def test_outputs_are_what_nothing_reads() -> None:
    graph = read(identity("c") + 'node { name: "n" op: "NoOp" input: "^c" }')
    assert [value.name for value in graph.outputs] == ["a"]
    assert [node.name for node in graph.control_outputs] == ["n"]


def test_fetches_are_outputs_in_their_order() -> None:
    graph = read(LOOP, fetches=["switch:1", "exit", "c:0"])
    assert [value.name for value in graph.outputs] == ["switch:1", "exit", "c"]


@pytest.mark.parametrize("fetch", ["n", "^n", "^c"])
def test_fetched_operation_is_a_control_output(fetch: str) -> None:
    graph = read(CONST + 'node { name: "n" op: "NoOp" }', fetches=[fetch])
    assert [node.name for node in graph.control_outputs] == [fetch[-1]]


@pytest.mark.parametrize("fetch", ["nope", "c:1", "c:x"])
def test_fetch_that_does_not_exist_is_refused(fetch: str) -> None:
    with pytest.raises(InvalidGraphError):
        read(CONST, fetches=[fetch])


def test_unknown_op_is_kept() -> None:
    node = """node { name: "u" op: "Mystery" input: "c"
        attr { key: "k" value { list { i: 3 } } } }"""
    message = graph_def(CONST + node)
    assert to_graph_def(from_graph_def(message)) == message


def test_outputs_of_an_unknown_op_are_those_read() -> None:
    graph = read(
        CONST + 'node { name: "u" op: "Mystery" }' + identity("u:2")[len(CONST) :]
    )
    assert graph.value("u:2").dtype is dtypes.float32


def test_absurd_output_of_an_unknown_op_is_refused() -> None:
    text = CONST + 'node { name: "u" op: "Mystery" }'
    with pytest.raises(InvalidGraphError, match="damaged index"):
        read(text + identity("u:999999999")[len(CONST) :])


def test_shapes_that_do_not_fit_are_refused() -> None:
    text = """
    node { name: "p" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } }
      attr { key: "shape" value { shape { dim { size: 3 } } } } }
    node { name: "m" op: "MatMul" input: "p" input: "p"
      attr { key: "T" value { type: DT_FLOAT } } }"""
    with pytest.raises(InvalidGraphError, match=r"node 'm' \(MatMul\)"):
        read(text)


def test_deep_chain_is_read_and_written() -> None:
    message = graph_def(CONST)
    previous = "c"
    for index in range(5000):
        node = message.node.add(name=f"n{index}", op="Identity", input=[previous])
        node.attr["T"].type = 1
        previous = node.name
    backwards = type(message)()
    backwards.node.extend(reversed(list(message.node)))
    assert to_graph_def(from_graph_def(backwards)).node[0].name == "n4999"


def test_message_of_another_kind_is_refused() -> None:
    with pytest.raises(TypeError, match="A GraphDef message is needed"):
        from_graph_def(graph_def(CONST).node[0])
