"""References of TensorFlow 1: read nodes for ops that take the value of a reference.

A reference is a variable; an op that takes a tensor instead gets the value which the
variable has when that op runs. The reads are nodes of a copy, made before planning.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.ops.contract.inference import group_inputs
from graphir.ops.contract.registry import op_has, signature_of

_READ = "_ReadReference"


def has_references(graph: Graph) -> bool:
    """Whether some value of the graph is a reference."""
    return any(value.dtype.is_ref for node in graph for value in node.outputs)


def with_reads(
    graph: Graph,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    control_outputs: Sequence[Node],
) -> tuple[Graph, list[Value], list[Value], list[Node]]:
    """A copy of a graph with read nodes for its references, and the values in the copy.

    A reference that is an input is replaced by an array, which its readers get.
    """
    copy = graph.copy_sharing(graph.functions)
    fed = [_twin(copy, each) for each in inputs]
    wanted = [_fetched(copy, _twin(copy, each), fed) for each in outputs]
    for node in copy.nodes:
        if node.op != _READ:
            _read_inputs(copy, node, fed)
    return copy, fed, wanted, [copy.node(each.name) for each in control_outputs]


def _fetched(copy: Graph, value: Value, fed: Collection[Value]) -> Value:
    source = _seen(value, fed)
    if source is None:
        return value
    read = _read(copy, source)
    read.node.add_control_input(value.node)
    return read


def _twin(copy: Graph, value: Value) -> Value:
    return copy.node(value.node.name).outputs[value.index]


def _read_inputs(copy: Graph, node: Node, fed: Collection[Value]) -> None:
    """Replaces arguments that need a value, not a reference, by read nodes."""
    for place, takes_reference in enumerate(_takes_references(node)):
        given = node.inputs[place]
        source = _seen(given, fed)
        if source is None or (takes_reference and given.dtype.is_ref):
            continue
        read = _read(copy, source)
        if not op_has(node.op, "any_input_runs"):
            # what this node waits for may change the variable
            for each in (*node.control_inputs, *_other_sources(node)):
                read.node.add_control_input(each)
        node.replace_input(place, read)


def _seen(value: Value, fed: Collection[Value]) -> Value | None:
    """The reference whose variable a value shows; None if it shows none.

    What an Identity makes of a reference has the memory of the variable, so it shows
    each change of it; programs rely on this.
    """
    while value not in fed and not value.dtype.is_ref and value.node.op == "Identity":
        value = value.node.inputs[0]
    is_variable = value.dtype.is_ref
    return value if is_variable and value not in fed else None


def _other_sources(node: Node) -> list[Node]:
    return [each.node for each in node.inputs if not each.dtype.is_ref]


def _takes_references(node: Node) -> list[bool]:
    signature = signature_of(node.op)
    if signature is None:
        return [False] * len(node.inputs)
    grouped = group_inputs(signature, node.attrs, node.inputs)
    found: list[bool] = []
    for arg, values in zip(signature.inputs, grouped, strict=True):
        found += [arg.is_ref] * (len(values) if isinstance(values, list) else 1)
    return found


def _read(copy: Graph, source: Value) -> Value:
    dtype = source.dtype.base_dtype
    name = copy.unique_name(f"{source.node.name}/read_reference")
    types = [(dtype, source.shape)]
    read = copy.add_named_node(name, _READ, {"T": dtype}, types)
    read.set_inputs([source])
    read.device = source.node.device
    return read.output


__all__ = ["has_references", "with_reads"]
