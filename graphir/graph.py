"""Graph: named nodes, inputs, outputs, and a library of the functions they call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from graphir.attachments import Attached
from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.function import FunctionLibrary
from graphir.node import Node, Value, output_types
from graphir.origin import Origin
from graphir.shapes import Shape
from graphir.watching import WATCHERS, node_copied

if TYPE_CHECKING:
    import networkx

_SUBGRAPH: Attached[Graph] = Attached("subgraph of a graph")
_FIND: Attached[list[Node]] = Attached("nodes of a graph by pattern")
_TO_GRAPH_DEF: Attached[Any] = Attached("message of a graph")
_TO_NETWORKX: Attached[networkx.MultiDiGraph[str]] = Attached("networkx of a graph")
_TO_SVG: Attached[str] = Attached("picture of a graph")
_TO_HTML: Attached[str] = Attached("page of a graph")
_TEXT: Attached[str] = Attached("text of a graph")

MIN_CONSUMER = 12
"""The oldest consumer of a GraphDef that can read what is written here."""

PRODUCER = 2300
"""The producer version of the GraphDefs written here."""


class Graph:
    """Operations and the values between them.

    Inputs are the outputs of Placeholder nodes, in order; outputs are the values
    the graph is run for. Only the graph names nodes, so names are unique. A graph is
    changed in place; ``copy()`` makes an independent one.

    >>> from graphir import dtypes
    >>> graph = Graph("g")
    >>> x = graph.add_input("x", dtypes.float32, Shape([2]))
    >>> y = graph.add_node("Neg", [x], {"T": x.dtype}, [(x.dtype, x.shape)])
    >>> [node.name for node in graph], x.uses[0].node is y
    (['x', 'Neg'], True)
    """

    def __init__(self, name: str = "graph") -> None:
        self.name = name
        self.inputs: list[Value] = []
        self.outputs: list[Value] = []
        self.control_outputs: list[Node] = []
        """Nodes that must run though no output needs them."""
        self.functions = FunctionLibrary()
        """Shared with the bodies of the functions in it."""
        self.producer = PRODUCER
        self.min_consumer = MIN_CONSUMER
        self.unmodelled = b""
        """Fields of the GraphDef it was read from that a graph has no place for."""
        self._nodes: dict[str, Node] = {}
        self._name_counts: dict[str, int] = {}

    # --- reading

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Every node, in the order they were added."""
        return tuple(self._nodes.values())

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def __contains__(self, name: object) -> bool:
        return name in self._nodes

    def node(self, name: str) -> Node:
        """The node by its name.

        Raises:
          InvalidGraphError: if there is none.
        """
        found = self._nodes.get(name)
        if found is None:
            raise InvalidGraphError(
                f"The graph {self.name!r} has no node {name!r}{_similar(name, self)}"
            )
        return found

    def value(self, name: str) -> Value:
        """The value called ``node`` or ``node:index``.

        Raises:
          InvalidGraphError: if the node or that output does not exist.
        """
        node_name, _, index = name.partition(":")
        node = self.node(node_name)
        position = int(index) if index.isdecimal() else (0 if not index else -1)
        if not 0 <= position < len(node.outputs):
            raise InvalidGraphError(
                f"{name!r}: node {node_name!r} ({node.op}) has "
                f"{len(node.outputs)} outputs, numbered from 0."
            )
        return node.outputs[position]

    # --- writing

    def unique_name(self, base: str) -> str:
        """The name itself if it is free, else with the first free ``_number``.

        Names that differ only in case count as equal, as in TensorFlow.
        """
        key = base.lower()
        count = self._name_counts.get(key, 0)
        self._name_counts[key] = count + 1
        if not count:
            return base
        while True:
            name = f"{base}_{count}"
            if name.lower() not in self._name_counts:
                self._name_counts[name.lower()] = 1
                return name
            count += 1
            self._name_counts[key] = count + 1

    def free_name(self, base: str) -> str:
        """The name that ``unique_name`` would give, which stays free."""
        counts = dict(self._name_counts)
        try:
            return self.unique_name(base)
        finally:
            self._name_counts = counts

    def add_node(
        self,
        op: str,
        inputs: Iterable[Value],
        attrs: Mapping[str, Attr],
        output_types: Iterable[tuple[DType, Shape]],
        name: str | None = None,
        *,
        control_inputs: Sequence[Node] = (),
        device: str = "",
        origin: Origin | None = None,
    ) -> Node:
        """Adds a node with explicit types; ``graphir.builder`` infers them instead.

        The name is made unique; without one it is the op's.

        Raises:
          InvalidGraphError: if an input belongs to another graph.
        """
        node = Node(self.unique_name(name or op), op, inputs, attrs, output_types)
        self._adopt(node, control_inputs)
        node.device = device
        node.origin = origin
        return node

    def add_named_node(
        self,
        name: str,
        op: str,
        attrs: Mapping[str, Attr],
        output_types: Iterable[tuple[DType, Shape]],
    ) -> Node:
        """Adds a node under exactly that name, its inputs to come: for readers.

        Raises:
          InvalidGraphError: if there is a node of that name.
        """
        if name in self._nodes:
            raise InvalidGraphError(f"There are two nodes named {name!r}.")
        node = Node(name, op, (), attrs, output_types)
        node.graph = self
        self._nodes[name] = node
        self._name_counts.setdefault(name.lower(), 1)
        return node

    def _adopt(self, node: Node, control_inputs: Sequence[Node]) -> None:
        for index, value in enumerate(node.inputs):
            if value.node.graph is not self:
                node.set_inputs(())
                raise InvalidGraphError(
                    f"Input {index} of node {node.name!r} ({node.op}), "
                    f"%{value.name}, belongs to another graph."
                )
        node.graph = self
        for each in control_inputs:
            node.add_control_input(each)
        self._nodes[node.name] = node
        for watcher in WATCHERS.get():
            watcher.node_added(node)

    def add_input(
        self,
        name: str,
        dtype: DType,
        shape: Shape,
        attrs: Mapping[str, Attr] | None = None,
    ) -> Value:
        """Adds a Placeholder and makes its value the next input."""
        all_attrs = {"dtype": dtype, "shape": shape, **(attrs or {})}
        node = self.add_node("Placeholder", (), all_attrs, [(dtype, shape)], name)
        self.inputs.append(node.output)
        return node.output

    def remove_node(self, node: Node) -> None:
        """Removes a node, with its control edges.

        Raises:
          InvalidGraphError: if a value of it is still read or fetched.
        """
        self._unlink(node)
        del self._nodes[node.name]

    def replace_node(self, node: Node, other: Node) -> None:
        """Removes a node; another one gets its name, and its place in the order.

        Raises:
          InvalidGraphError: if a value of the node is still read or fetched.
        """
        self._unlink(node)
        old_name, other._name = other.name, node.name
        del self._nodes[old_name]
        self._nodes[other.name] = other
        for watcher in WATCHERS.get():
            watcher.node_renamed(other, old_name)

    def _unlink(self, node: Node) -> None:
        for value in node.outputs:
            if value.is_used or value in self.outputs:
                raise InvalidGraphError(
                    f"%{value.name} is still read: cannot remove it."
                )
        for watcher in WATCHERS.get():
            watcher.node_removed(node)
        node.set_inputs(())
        node.set_control_inputs(())
        for follower in node.control_outputs:
            follower.remove_control_input(node)
        self.inputs = [value for value in self.inputs if value.node is not node]
        self.control_outputs = [
            each for each in self.control_outputs if each is not node
        ]
        node.graph = None

    def remove_nodes(self, nodes: Iterable[Node]) -> None:
        """Removes nodes that have no readers other than each other.

        Raises:
          InvalidGraphError: if a value is read from outside or fetched.
        """
        doomed = list(nodes)
        for node in doomed:
            node.set_inputs(())
        for node in doomed:
            self.remove_node(node)

    def rename_node(self, node: Node, name: str) -> None:
        """Gives a node another name; its place in the order stays.

        Raises:
          InvalidGraphError: if another node has the name.
        """
        self.rename_nodes({node: name})

    def rename_nodes(self, names: Mapping[Node, str]) -> None:
        """Renames nodes in one pass over the graph; they may swap names.

        Raises:
          InvalidGraphError: if two nodes would have one name; nothing is renamed.
        """
        kept = {node.name for node in self._nodes.values() if node not in names}
        for name in names.values():
            if name in kept:
                raise InvalidGraphError(f"There are two nodes named {name!r}.")
            kept.add(name)
        for node, name in names.items():
            old_name, node._name = node.name, name
            self._name_counts.setdefault(name.lower(), 1)
            for watcher in WATCHERS.get():
                watcher.node_renamed(node, old_name)
        self._nodes = {each.name: each for each in self._nodes.values()}

    def reorder(self, nodes: Sequence[Node]) -> None:
        """Sets the order of the nodes; it must name each exactly once.

        Raises:
          InvalidGraphError: otherwise.
        """
        reordered = {node.name: node for node in nodes}
        if reordered.keys() != self._nodes.keys() or len(nodes) != len(self._nodes):
            raise InvalidGraphError("A new order must name every node exactly once.")
        self._nodes = reordered

    def copy(self) -> Graph:
        """An independent graph with the same names; functions are copied too."""
        functions = FunctionLibrary()
        for function in self.functions.values():
            functions.add(function.copy(functions))
        return self.copy_sharing(functions)

    def copy_sharing(self, functions: FunctionLibrary) -> Graph:
        """A copy of the nodes that calls the functions of another library."""
        copy = Graph(self.name)
        copy.functions = functions
        copy.producer, copy.min_consumer = self.producer, self.min_consumer
        copy.unmodelled = self.unmodelled
        mapping: dict[Node, Node] = {}
        for node in self._nodes.values():
            twin = Node(node.name, node.op, (), node.attrs, output_types(node))
            twin.device, twin.origin, twin.graph = node.device, node.origin, copy
            for old, new in zip(node.outputs, twin.outputs, strict=True):
                new.handle_data = old.handle_data
            mapping[node] = copy._nodes[node.name] = twin
        for node, twin in mapping.items():
            if node._inputs:
                twin.set_inputs(
                    [mapping[each.node].outputs[each.index] for each in node._inputs]
                )
            for each in node._control_inputs:
                twin.add_control_input(mapping[each])
        copy.inputs = [_mapped(value, mapping) for value in self.inputs]
        copy.outputs = [_mapped(value, mapping) for value in self.outputs]
        copy.control_outputs = [mapping[node] for node in self.control_outputs]
        copy._name_counts = dict(self._name_counts)
        if WATCHERS.get():
            for node, twin in mapping.items():
                node_copied(node, twin)
        return copy

    def subgraph(
        self, outputs: Sequence[str | Value], inputs: Sequence[str | Value] = ()
    ) -> Graph:
        """A copy of the part that the outputs need, cut at the inputs.

        Raises:
          InvalidGraphError: if a name is not in the graph.
        """
        return _SUBGRAPH(self, outputs, inputs)

    def find(
        self,
        op: str | None = None,
        name: str | None = None,
        pattern: object = None,
    ) -> list[Node]:
        """The nodes of an op, a name (``*`` and ``?`` match) or an expression.

        ``pattern`` is text such as ``"Relu(MatMul(x, w) + b)"``; see
        ``graphir.editing.finding``.

        Raises:
          ParseError: if the pattern cannot be read.
        """
        return _FIND(self, op, name, pattern)

    def as_graph_def(self) -> Any:
        """The graph as a ``GraphDef`` message, in TensorFlow's wire format."""
        return _TO_GRAPH_DEF(self)

    def to_networkx(self) -> networkx.MultiDiGraph[str]:
        """The graph for networkx: a node a name, an edge an input."""
        return _TO_NETWORKX(self)

    def _repr_svg_(self) -> str:
        return _TO_SVG(self)

    def _repr_html_(self) -> str:
        return _TO_HTML(self)

    def __str__(self) -> str:
        return _TEXT(self)

    def __repr__(self) -> str:
        return f"<Graph {self.name!r}: {len(self)} nodes>"


def _mapped(value: Value, mapping: Mapping[Node, Node]) -> Value:
    return mapping[value.node].outputs[value.index]


def _similar(name: str, graph: Graph) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, [node.name for node in graph], n=1)
    return f"; did you mean {close[0]!r}?" if close else "."
