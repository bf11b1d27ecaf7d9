"""`import_graph_def`: adds the nodes of a `GraphDef` to the graph being traced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphir.attributes import with_function_names
from graphir.function import Function, FunctionLibrary
from graphir.graph import Graph as IRGraph
from graphir.node import Node, Value, output_types
from graphir.text.printer import print_graph
from runtime.context import name_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tracing.graph_trace import GraphTrace, add_manual_controls, current_trace
from runtime.tracing.graphs import Operation


def import_graph_def(
    graph_def: Any,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    op_dict: None = None,
    producer_op_list: Any = None,
) -> list[Any] | None:
    """Adds the nodes of a ``GraphDef`` to the current graph.

    Args:
      graph_def: the ``GraphDef``, such as a frozen graph read from a file.
      input_map: names of tensors in ``graph_def`` -> tensors to use in their place.
      return_elements: names of the tensors (``"y:0"``) and operations to return.
      name: the prefix of the new nodes, ``import`` by default; ``""`` for none.
      op_dict: not used, as in TensorFlow.

    >>> frozen = tf.Graph()
    >>> with frozen.as_default():
    ...     y = tf.constant(2.0, name="two") * 3.0
    >>> with tf.Graph().as_default():
    ...     tf.graph_util.import_graph_def(frozen.as_graph_def(), return_elements=["mul:0"])
    [<tf.Tensor 'import/mul:0' shape=() dtype=float32>]

    Raises:
      RuntimeError: when eager: there is no current graph.
      ValueError: for a name in ``input_map`` or ``return_elements`` that does not
        exist.
      InvalidGraphError: for a graph that is not valid.
      UnknownOpError: for an op that neither the op list nor the graph has.
    """  # noqa: E501
    from graphir.wire.validation import validated_graph

    trace = current_trace()
    if trace is None:
        raise RuntimeError(
            "import_graph_def adds to the graph that is recorded, and ops run eagerly "
            "now: call it under `with tf.Graph().as_default():`, in a tf.function or "
            "in tf.compat.v1.wrap_function; or run the graph with tf.run_graph."
        )
    source = validated_graph(graph_def)
    with name_scope("import" if name is None else name) as prefix:
        given = _given(source, input_map or {})
        copies = _copied(source, trace, prefix, given)
    if return_elements is None:
        return None
    return [_element(each, source, copies, given, trace) for each in return_elements]


def _given(source: IRGraph, input_map: Mapping[str, Any]) -> dict[Value, Value]:
    """The tensors that replace values of the imported graph."""
    missing = [name for name in input_map if _node_name(name) not in source]
    if missing:
        raise ValueError(
            "Attempted to map inputs that were not found in graph_def: "
            f"[{', '.join(missing)}]"
        )
    trace = current_trace()
    assert trace is not None
    return {
        source.value(name.removeprefix("^")): trace.capture(
            convert_to_tensor(tensor)
        ).value
        for name, tensor in input_map.items()
    }


def _copied(
    source: IRGraph, trace: GraphTrace, prefix: str, given: Mapping[Value, Value]
) -> dict[Node, Node]:
    functions = _with_functions(source.functions, trace.graph.functions)
    copies: dict[Node, Node] = {}
    for node in source:
        name = trace.graph.unique_name(prefix + node.name)
        attrs = {
            key: with_function_names(each, functions)
            for key, each in node.attrs.items()
        }
        op = functions.get(node.op, node.op)
        twin = trace.graph.add_named_node(name, op, attrs, output_types(node))
        twin.device, twin.origin = node.device, node.origin
        copies[node] = twin
    for node, twin in copies.items():
        # loops of Switch and Merge go back to nodes that come later
        inputs = [
            given.get(value) or copies[value.node].outputs[value.index]
            for value in node.inputs
        ]
        twin.set_inputs(inputs)
        for each in node.control_inputs:
            twin.add_control_input(copies[each])
        add_manual_controls(trace.defaults.control_frames, twin)
    return copies


def _with_functions(
    source: FunctionLibrary, library: FunctionLibrary
) -> dict[str, str]:
    """Adds functions to a library; returns new names by old names."""
    names = {
        name: name if _is_known(source[name], library) else library.unique_name(name)
        for name in source
    }
    for function in source.values():
        if names[function.name] in library:
            continue
        body = function.body.copy_sharing(library)
        for node in body:
            for key, value in list(node.attrs.items()):
                node.attrs[key] = with_function_names(value, names)
        library.add(
            Function(
                names[function.name],
                body,
                function.output_names,
                function.attrs,
                function.control_output_names,
            )
        )
    return names


def bring(
    target: FunctionLibrary, library: FunctionLibrary, function: Function
) -> None:
    """Adds a function, and the functions of its library, to a graph's library."""
    if function.name in target:
        return
    target.add(function)
    for each in library.values():
        if each.name not in target:
            target.add(each)


def _is_known(function: Function, library: FunctionLibrary) -> bool:
    """Whether the library has the same function, as from an earlier import."""
    known = library.get(function.name)
    return known is not None and print_graph(known.body) == print_graph(function.body)


def _element(
    name: str,
    source: IRGraph,
    copies: Mapping[Node, Node],
    given: Mapping[Value, Value],
    trace: GraphTrace,
) -> Any:
    if _node_name(name) not in source:
        raise ValueError(f"Requested return_element {name!r} not found in graph_def.")
    if ":" not in name:
        return Operation(copies[source.node(name)], trace)
    value = source.value(name)
    return trace.tensor_of(given.get(value) or copies[value.node].outputs[value.index])


def _node_name(name: str) -> str:
    return name.removeprefix("^").partition(":")[0]


__all__ = ["import_graph_def"]
