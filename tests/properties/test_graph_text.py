"""Generated graphs survive being written as text and read again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphir.analysis.verifier import verify
from graphir.attributes import FunctionRef, Placeheld, TensorValue, attrs_key
from graphir.dtypes import ALL
from graphir.graph import Graph
from graphir.shapes import Shape
from graphir.text.parser import parse_graph
from graphir.text.printer import print_graph
from tests.strategies import graphs, tensor_values

scalars = st.one_of(
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.booleans(),
    st.binary(max_size=8),
    st.sampled_from(ALL),
    st.sampled_from([Shape(None), Shape([]), Shape([2, None])]),
    st.builds(Placeheld, st.text(min_size=1, max_size=4)),
    tensor_values,
)
attr_values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.builds(
            FunctionRef,
            st.text(min_size=1, max_size=5),
            st.dictionaries(st.sampled_from(["T", "odd name"]), inner, max_size=2),
        ),
    ),
    max_leaves=4,
)


@given(graphs())
def test_text_reads_back_as_the_same_graph(graph: Graph) -> None:
    text = print_graph(graph)
    read = parse_graph(text)
    verify(read)
    assert print_graph(read) == text
    for node, again in zip(graph, read, strict=True):
        assert (node.name, node.op, node.device) == (again.name, again.op, again.device)
        assert attrs_key(node.attrs) == attrs_key(again.attrs)
        assert node.origin == again.origin
        assert [v.name for v in node.inputs] == [v.name for v in again.inputs]


@given(st.dictionaries(st.text(min_size=1, max_size=6), attr_values, max_size=4))
def test_attributes_of_unknown_ops_read_back(attrs: dict[str, object]) -> None:
    graph = Graph("g")
    graph.add_node("NoSuchOp", (), attrs, ())
    text = print_graph(graph)
    assert attrs_key(parse_graph(text).node("NoSuchOp").attrs) == attrs_key(attrs)


@given(tensor_values)
def test_tensors_read_back_bit_for_bit(tensor: TensorValue) -> None:
    graph = Graph("g")
    attrs = {"value": tensor, "dtype": tensor.dtype}
    graph.add_node("Const", (), attrs, [(tensor.dtype, tensor.shape)])
    assert parse_graph(print_graph(graph)).node("Const").attrs["value"] == tensor


@given(st.text(min_size=1, max_size=10))
def test_any_name_reads_back(name: str) -> None:
    graph = Graph(name)
    graph.add_node("NoOp", (), {}, (), name)
    read = parse_graph(print_graph(graph))
    assert read.name == name
    assert name in read
