"""Node, Value, Use: the parts of a graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from graphir.attachments import Attached
from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.ops.contract.registry import find, known_traits, lookup
from graphir.origin import Origin, merged_origin
from graphir.shapes import Shape
from graphir.watching import WATCHERS

if TYPE_CHECKING:
    import numpy as np

    from graphir.graph import Graph
    from graphir.ops.contract.declaration import Op

_CONSTANT_VALUE: Attached[np.ndarray[Any, Any] | None] = Attached("constant value")
_CONSTANT_AS_SHAPE: Attached[Shape] = Attached("constant value as a shape")
_TO_SVG: Attached[str] = Attached("picture of a node")
_TO_HTML: Attached[str] = Attached("page of a node")

HandleData = tuple[tuple[DType, Shape], ...]
"""The element types and shapes behind a resource or variant value."""


class Use(NamedTuple):
    """One use of a value: an input position of a node."""

    node: Node
    input_index: int


class Value:
    """An output of a node, the source of edges; only its node creates it."""

    __slots__ = (
        "__weakref__",
        "_uses",
        "dtype",
        "handle_data",
        "index",
        "node",
        "shape",
    )

    def __init__(self, node: Node, index: int, dtype: DType, shape: Shape) -> None:
        self.node = node
        self.index = index
        self.dtype = dtype
        self.shape = shape
        self.handle_data: HandleData = ()
        self._uses: dict[Use, None] = {}

    @property
    def name(self) -> str:
        """``node`` for a first output, ``node:1`` for the second."""
        return f"{self.node.name}:{self.index}" if self.index else self.node.name

    @property
    def uses(self) -> tuple[Use, ...]:
        """Every input that reads this value, in the order they were made."""
        return tuple(self._uses)

    @property
    def is_used(self) -> bool:
        """Whether any input reads this value."""
        return bool(self._uses)

    def replace_all_uses_with(self, other: Value) -> None:
        """Makes all readers of this value, and the graph's outputs, read the other.

        The source lines of this node are added to those of the other one.

        Raises:
          InvalidGraphError: if the dtypes differ.
        """
        for use in self.uses:
            use.node.replace_input(use.input_index, other)
        graph = self.node.graph
        if graph is not None and self in graph.outputs:
            graph.outputs = [other if each is self else each for each in graph.outputs]
        if other.node.origin is not None:
            other.node.origin = merged_origin(other.node.origin, self.node.origin)
        for watcher in WATCHERS.get():
            watcher.value_replaced(self, other)

    def constant_value(self) -> np.ndarray[Any, Any] | None:
        """The value if it is known without running the graph, else None."""
        return _CONSTANT_VALUE(self)

    def constant_as_shape(self) -> Shape:
        """The value of a vector of sizes as a shape, as far as it is known."""
        return _CONSTANT_AS_SHAPE(self)

    def __repr__(self) -> str:
        return f"<Value %{self.name}: {self.dtype.short_name}{self.shape}>"


class Node:
    """One operation of a graph.

    Inputs are a tuple, changed only through ``replace_input``, so that the uses of
    values stay consistent. Nodes are made by ``Graph.add_node``, which names them. An
    op need not be declared: unknown ops are kept as they were read.
    """

    __slots__ = (
        "__weakref__",
        "_control_inputs",
        "_control_outputs",
        "_inputs",
        "_name",
        "attrs",
        "device",
        "graph",
        "op",
        "origin",
        "outputs",
    )

    def __init__(
        self,
        name: str,
        op: str,
        inputs: Iterable[Value],
        attrs: Mapping[str, Attr],
        output_types: Iterable[tuple[DType, Shape]],
    ) -> None:
        self._name = name
        self.op = op
        self.attrs: dict[str, Attr] = dict(attrs)
        self.device = ""
        self.origin: Origin | None = None
        self.graph: Graph | None = None
        self._inputs: tuple[Value, ...] = ()
        self._control_inputs: dict[Node, None] = {}
        self._control_outputs: dict[Node, None] = {}
        self.outputs: tuple[Value, ...] = tuple(
            [
                Value(self, index, dtype, shape)
                for index, (dtype, shape) in enumerate(output_types)
            ]
        )
        if inputs:
            self.set_inputs(inputs)

    @property
    def name(self) -> str:
        """The name, unique in the graph."""
        return self._name

    @property
    def output(self) -> Value:
        """The only output, or the first of several."""
        return self.outputs[0]

    @property
    def inputs(self) -> tuple[Value, ...]:
        """The values read, in the order of the signature."""
        return self._inputs

    @property
    def control_inputs(self) -> tuple[Node, ...]:
        """Nodes that must run before this node."""
        return tuple(self._control_inputs)

    @property
    def control_outputs(self) -> tuple[Node, ...]:
        """Nodes that must run after this node."""
        return tuple(self._control_outputs)

    @property
    def declaration(self) -> type[Op] | None:
        """The class that declares this op, or None."""
        return find(self.op)

    def call(self) -> Op:
        """The typed view of this node: arguments, results, attributes by name.

        Raises:
          UnknownOpError: if the op is not declared.
        """
        return lookup(self.op).view(self.inputs, self.attrs, self.outputs)

    def has_trait(self, trait: str) -> bool:
        """Whether the op has a trait; ops without a declaration ask the op list.

        An unknown op counts as stateful, so that no pass removes it.
        """
        traits = known_traits(self.op)
        return trait == "stateful" if traits is None else trait in traits

    @property
    def is_stateful(self) -> bool:
        """Whether running the op has side effects or depends on state.

        Any op that reads or changes a reference is stateful.
        """
        return self.has_trait("stateful") or any(
            value.dtype.is_ref for value in self._inputs
        )

    def replace_input(self, index: int, value: Value) -> None:
        """Makes the node read ``value`` at input ``index``.

        Raises:
          InvalidGraphError: if the dtype differs from that of the previous value.
        """
        old = self._inputs[index]
        if old is value:
            return
        if old.dtype.base_dtype is not value.dtype.base_dtype:
            raise InvalidGraphError(
                f"Input {index} of node {self.name!r} ({self.op}) is "
                f"{old.dtype.name}; %{value.name} is {value.dtype.name}."
            )
        del old._uses[Use(self, index)]
        value._uses[Use(self, index)] = None
        self._inputs = (*self._inputs[:index], value, *self._inputs[index + 1 :])

    def set_inputs(self, values: Iterable[Value]) -> None:
        """Replaces the whole list of inputs; their number and dtypes may change."""
        for index, old in enumerate(self._inputs):
            del old._uses[Use(self, index)]
        self._inputs = tuple(values)
        for index, value in enumerate(self._inputs):
            value._uses[Use(self, index)] = None

    def add_control_input(self, node: Node) -> None:
        """Makes this node run after the other; duplicate edges are ignored."""
        self._control_inputs[node] = None
        node._control_outputs[self] = None

    def remove_control_input(self, node: Node) -> None:
        """Removes the control edge from ``node``, if there is one."""
        self._control_inputs.pop(node, None)
        node._control_outputs.pop(self, None)

    def set_control_inputs(self, nodes: Sequence[Node]) -> None:
        """Replaces the control inputs."""
        for node in self.control_inputs:
            self.remove_control_input(node)
        for node in nodes:
            self.add_control_input(node)

    def _repr_svg_(self) -> str:
        return _TO_SVG(self)

    def _repr_html_(self) -> str:
        return _TO_HTML(self)

    def __repr__(self) -> str:
        return f"<Node %{self.name} = {self.op}>"


def output_types(node: Node) -> list[tuple[DType, Shape]]:
    """The dtypes and shapes of a node's outputs."""
    return [(value.dtype, value.shape) for value in node.outputs]


__all__ = ["HandleData", "Node", "Use", "Value", "output_types"]
