"""`freeze`: replaces variables by constants, so that a graph is self-contained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from graphir.analysis.order import topological_order
from graphir.attributes import FunctionRef
from graphir.builder import GraphBuilder
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Node, Value, output_types
from graphir.ops.contract.function_calls import callees, first_passed
from graphir.ops.contract.registry import signature_of
from graphir.passes.dead_nodes import DeadNodes
from graphir.shapes import Shape

HANDLES: Final = frozenset({"VarHandleOp"})
REFERENCES: Final = frozenset({"Variable", "VariableV2"})
"""Variables of TensorFlow 1: their output is the variable itself."""


def freeze(graph: Graph, values: Mapping[str, Any]) -> Graph:
    """A copy with variables as constants; nodes that no output needs are removed.

    ``values`` has an array for each variable that the outputs need, by the name of the
    variable's node or by its ``shared_name``; inputs may be named too: a resource
    input is a variable of the caller, any other becomes a constant.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[2]) -> (%y) {
    ...       %v = VarHandleOp() {dtype = f32, shape = shape[2], shared_name = "w"}
    ...       %r = ReadVariableOp(%v) {dtype = f32} : f32[2]
    ...       %y = AddV2(%x, %r)
    ...     }''')
    >>> print(freeze(graph, {"w": [1.0, 2.0]}), end="")
    graph @g(%x: f32[2]) -> (%y) {
      %v = Const() {value = [1.0, 2.0] : f32[2]} : f32[2]
      %y = AddV2(%x, %v) : f32[2]
    }

    Raises:
      InvalidGraphError: if a variable has no value, a value does not fit, a name is of
        no variable, or the outputs need a node that changes a variable.
    """
    frozen = graph.copy()
    DeadNodes().run(frozen)
    used = _Freezer(frozen, values).run()
    unknown = [name for name in values if name not in used and name not in graph]
    if unknown:
        raise InvalidGraphError(
            f"The graph has no variable {unknown[0]!r}, and no such input."
        )
    DeadNodes().run(frozen)
    return frozen


class _Freezer:
    """Freezes one graph; the bodies of functions are frozen by their callers."""

    def __init__(
        self,
        graph: Graph,
        values: Mapping[str, Any],
        tensors: dict[Value, Value] | None = None,
    ) -> None:
        self.graph = graph
        self.values = values
        self.used: set[str] = set()
        self.tensors = {} if tensors is None else tensors
        """Handle of a variable -> the tensor that it holds."""
        self.names: dict[Node, str] = {}
        """What nodes are to be called once those they replace are gone."""

    def run(self) -> set[str]:
        """Freezes the graph in place; returns the names of the used variables."""
        for value in list(self.graph.inputs):
            if value.node.name in self.values:
                self._freeze_input(value)
            elif value.dtype.name == "resource" and value not in self.tensors:
                self._check_unused(value)
        for node in topological_order(self.graph):
            if node.graph is not self.graph:
                continue
            if node.op in HANDLES or node.op in REFERENCES:
                self._freeze_variable(node)
            elif any(value in self.tensors for value in node.inputs):
                self._freeze_use(node)
        self.graph.reorder(topological_order(self.graph))
        outputs = self.graph.outputs
        self.graph.outputs = [self.tensors.get(value, value) for value in outputs]
        DeadNodes().apply(self.graph)
        self._take_names()
        return self.used

    def _take_names(self) -> None:
        known = {node: n for node, n in self.names.items() if node.graph is self.graph}
        free = {n: node for node, n in known.items() if n not in self.graph}
        self.graph.rename_nodes({node: name for name, node in free.items()})

    # --- where handles come from

    def _freeze_input(self, value: Value) -> None:
        name = value.node.name
        types = value.handle_data[0] if value.handle_data else None
        dtype, shape = types or (value.dtype, value.shape)
        self.used.add(name)
        given = self.values[name]
        if types is None and not value.dtype.has_numpy:
            # a handle that does not say of what
            made = self._constant(name, given, None, Shape(np.shape(given)))
        else:
            made = self._constant(name, given, dtype, shape)
        made.node.origin, made.node.device = value.node.origin, value.node.device
        if value.dtype.name == "resource":
            self.tensors[value] = made
        else:
            value.replace_all_uses_with(made)
        self.graph.inputs = [each for each in self.graph.inputs if each is not value]

    def _check_unused(self, value: Value) -> None:
        if value.is_used or value in self.graph.outputs:
            raise InvalidGraphError(
                f"The input {value.name!r} is a variable without a value: give one in "
                f"`values`; there are: {', '.join(self.values) or 'none'}."
            )

    def _freeze_variable(self, node: Node) -> None:
        key = self._key(node)
        dtype, shape = node.attrs["dtype"], node.attrs["shape"]
        made = self._constant(node.name, self.values[key], dtype, shape)
        made.node.origin, made.node.device = node.origin, node.device
        self.used.add(key)
        if node.op in HANDLES:
            self.tensors[node.output] = made
            return
        writers = [use.node for use in node.output.uses if _takes_reference(use.node)]
        if writers:
            raise self._changes(writers[0], node.output)
        node.output.replace_all_uses_with(made)
        self._drop(node)

    def _key(self, node: Node) -> str:
        shared: bytes = node.attrs.get("shared_name", b"")
        names = [node.name, shared.decode(errors="replace")]
        for name in names:
            if name in self.values:
                return name
        known = f" (shared name {names[1]!r})" if names[1] not in ("", names[0]) else ""
        raise InvalidGraphError(
            f"The variable {node.name!r}{known} has no value: give one in `values`; "
            f"there are: {', '.join(self.values) or 'none'}."
        )

    def _constant(
        self, name: str, value: Any, dtype: DType | None, shape: Shape
    ) -> Value:
        found = np.asarray(value).dtype
        if dtype and hasattr(value, "dtype") and found != dtype.numpy_dtype:
            raise InvalidGraphError(
                f"The variable {name!r} is {dtype.name}; its value is {found}."
            )
        made = GraphBuilder(self.graph).constant(value, dtype, name)
        self.names[made.node] = name
        if not shape.is_compatible_with(made.shape):
            self.graph.remove_node(made.node)
            raise InvalidGraphError(
                f"The variable {name!r} has shape {shape}; its value {made.shape}."
            )
        return made

    # --- what is done with them

    def _freeze_use(self, node: Node) -> None:
        if callees(node.op):
            self._freeze_call(node)
            return
        tensor = self.tensors[node.inputs[0]] if node.inputs else None
        rewrite = _USES.get(node.op)
        if rewrite is None or tensor is None:
            handle = next(value for value in node.inputs if value in self.tensors)
            raise self._changes(node, handle)
        made = rewrite(GraphBuilder(self.graph), node, tensor)
        if node.op in _CARRIERS:
            self.tensors.update(zip(node.outputs, made.node.outputs))
            return
        if made.node is not tensor.node:
            made.node.origin, made.node.device = node.origin, node.device
            self.names[made.node] = node.name
        elif made.node.origin is None:
            # a variable from outside has no line: that of its first reader is told
            made.node.origin = node.origin
        node.output.replace_all_uses_with(made)
        self._drop(node)

    def _changes(self, node: Node, handle: Value) -> InvalidGraphError:
        frames = () if node.origin is None else node.origin.frames
        line = f" at {frames[0]}" if frames else ""
        return InvalidGraphError(
            f"Node {node.name!r} ({node.op}){line} does more with the variable "
            f"%{handle.name} than read it: it cannot be a constant. Freeze outputs "
            "that do not need this node."
        )

    def _drop(self, node: Node) -> None:
        """Removes a node; its control successors inherit its control inputs."""
        before = node.control_inputs
        for follower in node.control_outputs:
            for each in before:
                follower.add_control_input(each)
        kept = [each for each in self.graph.control_outputs if each is not node]
        self.graph.control_outputs = kept
        self.graph.remove_node(node)

    # --- calls

    def _freeze_call(self, node: Node) -> None:
        first = first_passed(node.op)
        held = {
            index - first: self.tensors[value]
            for index, value in enumerate(node.inputs)
            if value in self.tensors
        }
        inputs = [self.tensors.get(value, value) for value in node.inputs]
        attrs = self._call_attrs(node, held, [each.dtype for each in inputs[first:]])
        results = output_types(node)
        if "cond" in attrs:
            # what a loop passes on, it gives back
            for index, tensor in held.items():
                results[index] = tensor.dtype, tensor.shape
        twin = self.graph.add_node(
            node.op,
            inputs,
            attrs,
            results,
            node.name,
            control_inputs=node.control_inputs,
            device=node.device,
            origin=node.origin,
        )
        self._take_over(node, twin, held)

    def _call_attrs(
        self, node: Node, held: Mapping[int, Value], types: list[DType]
    ) -> dict[str, Any]:
        attrs = {
            name: self._specialised(each, held) for name, each in node.attrs.items()
        }
        attrs.update({name: types for name in ("Tin", "T") if name in attrs})
        attrs.pop("_read_only_resource_inputs", None)
        if "cond" in attrs and attrs.get("output_shapes"):
            shapes = list(attrs["output_shapes"])
            for index, tensor in held.items():
                shapes[index] = tensor.shape
            attrs["output_shapes"] = shapes
        return attrs

    def _take_over(self, node: Node, twin: Node, held: Mapping[int, Value]) -> None:
        """Redirects readers and control successors of a node to another one."""
        for index, (old, new) in enumerate(
            zip(node.outputs, twin.outputs, strict=True)
        ):
            if old.dtype is new.dtype:
                new.handle_data = old.handle_data
                old.replace_all_uses_with(new)
            else:
                self.tensors[old] = held[index]
        for follower in node.control_outputs:
            follower.remove_control_input(node)
            follower.add_control_input(twin)
        self.graph.control_outputs = [
            twin if each is node else each for each in self.graph.control_outputs
        ]
        self.names[twin] = node.name

    def _specialised(self, attr: Any, held: Mapping[int, Value]) -> Any:
        if isinstance(attr, list):
            return [self._specialised(each, held) for each in attr]
        if not isinstance(attr, FunctionRef):
            return attr
        library = self.graph.functions
        function = library[attr.name].copy(library)
        function.name = library.unique_name(f"{attr.name}_frozen")
        body = function.body
        tensors: dict[Value, Value] = {}
        for index, tensor in held.items():
            old = body.inputs[index]
            new = _retyped_input(body, index, tensor)
            tensors[old] = new
        inner = _Freezer(body, self.values, tensors)
        inner.run()
        self.used |= inner.used
        # what is dropped is no effect any more
        function.control_output_names = [each.name for each in body.control_outputs]
        library.add(function)
        return FunctionRef(function.name, attr.attrs)


def _retyped_input(body: Graph, index: int, tensor: Value) -> Value:
    """A tensor input in the place of the handle at that index."""
    old = body.inputs[index]
    name = old.node.name
    inputs = list(body.inputs)
    body.rename_node(old.node, body.unique_name(f"{name}_handle"))
    made = body.add_input(name, tensor.dtype, tensor.shape)
    if made.node.name != name:
        body.rename_node(made.node, name)
    inputs[index] = made
    body.inputs = inputs
    return made


def _takes_reference(node: Node) -> bool:
    """Whether the op may change a variable of TensorFlow 1 that it reads."""
    signature = signature_of(node.op)
    return signature is not None and any(each.is_ref for each in signature.inputs)


def _read(build: GraphBuilder, node: Node, tensor: Value) -> Value:
    return tensor


def _gather(build: GraphBuilder, node: Node, tensor: Value) -> Value:
    batch_dims = node.attrs.get("batch_dims", 0)
    axis = build.constant(np.int32(batch_dims), name=f"{node.name}/axis")
    inputs = [tensor, node.inputs[1], axis]
    return build.node("GatherV2", inputs, {"batch_dims": batch_dims}, node.name).output


def _gather_nd(build: GraphBuilder, node: Node, tensor: Value) -> Value:
    return build.node("GatherNd", [tensor, node.inputs[1]], {}, node.name).output


def _shape(build: GraphBuilder, node: Node, tensor: Value) -> Value:
    attrs = {"out_type": node.output.dtype}
    return build.node("Shape", [tensor], attrs, node.name).output


def _is_initialized(build: GraphBuilder, node: Node, tensor: Value) -> Value:
    return build.constant(np.True_, name=node.name)


def _carried(build: GraphBuilder, node: Node, tensor: Value) -> Value:
    """The same op on the tensor: an op that passes its input on."""
    if node.op == "Identity":
        return tensor
    attrs = {name: value for name, value in node.attrs.items() if name != "T"}
    return build.node(node.op, [tensor, *node.inputs[1:]], attrs, node.name).output


_CARRIERS: Final = frozenset({"Identity", "Enter", "Switch"})
_USES: Final[dict[str, Any]] = {
    "ReadVariableOp": _read,
    "ResourceGather": _gather,
    "ResourceGatherNd": _gather_nd,
    "VariableShape": _shape,
    "VarIsInitializedOp": _is_initialized,
    **dict.fromkeys(_CARRIERS, _carried),
}
"""Op on a handle -> what it is on the tensor; all others change the variable."""


__all__ = ["freeze"]
