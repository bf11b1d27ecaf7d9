"""`tf.compat.v1.graph_util`: parts of graphs, and graphs without variables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

from graphir.editing import subgraphs
from graphir.editing.freezing import HANDLES, REFERENCES
from graphir.errors import InvalidGraphError
from graphir.shapes import Shape
from graphir.wire import messages
from graphir.wire.messages import Message
from runtime.compat.v1.sessions import Session
from runtime.messages.logs import get_logger
from runtime.namespaces.inspection import make_tensor_proto
from runtime.tracing.graphs import Graph, Operation

_READS: Final = "ReadVariableOp"
_GATHERS: Final = "ResourceGather"
_VARIABLES: Final = HANDLES | REFERENCES
_STRING, _INT32 = 7, 3


def extract_sub_graph(graph_def: Message, dest_nodes: Sequence[str]) -> Message:
    """The `GraphDef` of nodes and of all that they need.

    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.add(tf.constant(1, name="a"), 2, name="b") + 3
    >>> part = tf.compat.v1.graph_util.extract_sub_graph(graph.as_graph_def(), ["b"])
    >>> [node.name for node in part.node]
    ['a', 'b/y', 'b']

    Raises:
      TypeError: for another object than a `GraphDef`, or one string for the names.
      AssertionError: for a name that is not in the graph.
    """
    if not messages.is_message(graph_def, "GraphDef"):
        raise TypeError(
            "graph_def must be a graph_pb2.GraphDef proto, but got type "
            f"{type(graph_def)}."
        )
    if isinstance(dest_nodes, str):
        raise TypeError(
            f"dest_nodes must be an iterable of strings, but got type "
            f"{type(dest_nodes)}."
        )
    known = {each.name for each in graph_def.node}
    for name in dest_nodes:
        if name not in known:
            raise AssertionError(f"{name} is not in graph")
    return subgraphs.extract_sub_graph(graph_def, dest_nodes)


def convert_variables_to_constants(
    sess: Session,
    input_graph_def: Message,
    output_node_names: Sequence[str],
    variable_names_whitelist: Iterable[str] | None = None,
    variable_names_blacklist: Iterable[str] | None = None,
) -> Message:
    """A `GraphDef` whose variables are constants with their values in a session.

    Args:
      sess: has the values.
      input_graph_def: the graph, or a part of the graph, of the session.
      output_node_names: the nodes that are needed.
      variable_names_whitelist: the variables to convert, by default all.
      variable_names_blacklist: variables that stay.

    Raises:
      AssertionError: for a name that is not in the graph.
      InvalidGraphError: for a variable that something other than a reader takes.
    """
    part = extract_sub_graph(input_graph_def, output_node_names)
    kept = set(variable_names_blacklist or ())
    wanted = [
        each
        for each in part.node
        if each.op in _VARIABLES
        and each.name not in kept
        and (variable_names_whitelist is None or each.name in variable_names_whitelist)
    ]
    names = [each.name for each in wanted]
    values = dict(zip(names, sess.run([_value_of(sess.graph, each) for each in names])))
    get_logger().info("Froze %d variables.", len(values))
    return _with_constants(part, values)


def _value_of(graph: Graph, name: str) -> Any:
    """The tensor that a session fetches for the value of a variable."""
    found = graph.get_operation_by_name(name)
    if found.type not in HANDLES:
        return found.outputs[0]
    for reader in found.outputs[0].consumers():
        if reader.type == _READS:
            return reader.outputs[0]
    raise InvalidGraphError(f"Nothing in the graph reads the variable {name!r}.")


def _with_constants(part: Any, values: dict[str, Any]) -> Any:
    result = type(part)()
    result.versions.CopyFrom(part.versions)
    result.library.CopyFrom(part.library)
    for node in part.node:
        sources = [_node_of(each) for each in node.input]
        if node.name in values:
            _add_constant(result, node.name, values[node.name])
        elif not any(each in values for each in sources):
            result.node.add().CopyFrom(node)
        else:
            _add_reader(result, node, values)
    return result


def _add_constant(result: Any, name: str, value: Any) -> None:
    made = result.node.add(name=name, op="Const")
    proto = make_tensor_proto(value, shape=np.shape(value))
    made.attr["dtype"].type = proto.dtype
    made.attr["value"].tensor.CopyFrom(proto)


def _add_reader(result: Any, node: Any, values: dict[str, Any]) -> None:
    """A node that took a variable, as one that takes its value.

    Raises:
      InvalidGraphError: for a node that does not read.
    """
    if node.op == _GATHERS:
        axis = f"{node.name}/axis"
        _add_constant(result, axis, np.int32(node.attr["batch_dims"].i))
        made = result.node.add(name=node.name, op="GatherV2", device=node.device)
        made.input.extend([*node.input[:2], axis, *node.input[2:]])
        made.attr["Tparams"].CopyFrom(node.attr["dtype"])
        made.attr["Tindices"].CopyFrom(node.attr["Tindices"])
        made.attr["Taxis"].type = _INT32
        made.attr["batch_dims"].CopyFrom(node.attr["batch_dims"])
        return
    if node.op == _READS:
        made = result.node.add(name=node.name, op="Identity", device=node.device)
        made.input.extend(node.input)
        made.attr["T"].CopyFrom(node.attr["dtype"])
        return
    if node.op == "Identity":
        result.node.add().CopyFrom(node)
        return
    raise InvalidGraphError(
        f"{node.name!r} ({node.op}) takes a variable and does not only read it: "
        "graphir.freeze replaces variables within functions too."
    )


def _node_of(name: str) -> str:
    return name.lstrip("^").partition(":")[0]


def remove_training_nodes(
    input_graph: Message, protected_nodes: Sequence[str] | None = None
) -> Message:
    """A `GraphDef` without nodes that only check or pass on what they get.

    Nodes with control inputs stay, and those that others wait for.

    Raises:
      TypeError: for names that are no list.
    """
    protected = protected_nodes or []
    waited_for = {
        each[1:] for node in input_graph.node for each in node.input if each[:1] == "^"
    }
    passed = {
        node.name: node.input[0]
        for node in input_graph.node
        if node.op in ("Identity", "CheckNumerics")
        and node.name not in protected
        and node.name not in waited_for
        and not any(each.startswith("^") for each in node.input)
    }

    def source(name: str) -> str:
        while name.removesuffix(":0") in passed:
            name = passed[name.removesuffix(":0")]
        return name

    result = type(input_graph)()
    result.versions.CopyFrom(input_graph.versions)
    result.library.CopyFrom(input_graph.library)
    for node in input_graph.node:
        if node.name not in passed:
            made = result.node.add()
            made.CopyFrom(node)
            del made.input[:]
            made.input.extend(map(source, node.input))
    return result


def tensor_shape_from_node_def_name(graph: Graph, input_name: str) -> Shape:
    """The shape of a tensor, by its name or by that of its node."""
    name = input_name if ":" in input_name else f"{input_name}:0"
    return graph.get_tensor_by_name(name).shape


def must_run_on_cpu(
    node: Operation | Message, pin_variables_on_cpu: bool = False
) -> bool:
    """Whether a node can only stand on a CPU: of an operation or a `NodeDef`.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.graph_util.must_run_on_cpu(tf.constant("a").op)
    True
    """
    message = node.node_def if isinstance(node, Operation) else node
    if pin_variables_on_cpu and message.op in _VARIABLES | {_READS}:
        return True
    if message.op == "Const":
        return bool(message.attr["dtype"].type == _STRING)
    if message.op in ("DynamicStitch", "ParallelDynamicStitch"):
        return bool(message.attr["T"].type == _INT32)
    return bool(message.op == "Cast" and message.attr["SrcT"].type == _INT32)


__all__ = [
    "convert_variables_to_constants",
    "extract_sub_graph",
    "must_run_on_cpu",
    "remove_training_nodes",
    "tensor_shape_from_node_def_name",
]
