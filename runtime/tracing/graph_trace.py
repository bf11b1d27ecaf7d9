"""GraphTrace: a trace in progress, in which applying an op adds a node to the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import CodeType
from typing import Any, cast

from graphir.analysis.call_types import misfits
from graphir.attributes import TensorValue
from graphir.dtypes import DType
from graphir.errors import (
    InvalidArgumentError,
    OpError,
    UnequalDimensionsError,
)
from graphir.graph import Graph as IRGraph
from graphir.node import Node, Value
from graphir.ops.contract.registry import signature_of
from graphir.shapes import Shape
from runtime import context
from runtime.apply import converted, group_results
from runtime.context import CURRENT, Ambient, entered
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.captures import Captures, handle_data_of, next_number
from runtime.tracing.gradient_overrides import GRADIENT_NAME, OVERRIDES
from runtime.tracing.graphs import Graph, Operation
from runtime.tracing.inference import inferred
from runtime.tracing.origins import user_origin


class ControlFrame:
    """One `tf.control_dependencies` block: its control inputs and the nodes inside."""

    __slots__ = ("members", "nodes")

    def __init__(self, nodes: tuple[Node, ...]) -> None:
        self.nodes = nodes
        self.members: set[Node] = set()


def add_manual_controls(frames: Sequence[ControlFrame], node: Node) -> None:
    """Adds the control inputs of the active `tf.control_dependencies` blocks to a node.

    A node that reads another node of the block needs none: they follow from its input.
    """
    sources = [value.node for value in node.inputs]
    for frame in frames:
        if frame.members.isdisjoint(sources):
            for each in frame.nodes:
                if each not in sources:
                    node.add_control_input(each)
        frame.members.add(node)


class NodeDefaults:
    """Properties of the nodes added next: device, control inputs, limit of origins."""

    __slots__ = ("boundary", "choose_device", "control_frames", "device")

    def __init__(self) -> None:
        self.device = ""
        self.choose_device: Callable[[Node], str] | None = None
        """The function of `device` scopes that gives a node's device, from its own."""
        self.control_frames: tuple[ControlFrame, ...] = ()
        self.boundary: CodeType | None = None
        """The code above which frames are not part of a node's origin."""

    def give(self, node: Node) -> None:
        """Sets the device, the origin and the control inputs of a node."""
        node.device = self.device
        if self.choose_device is not None:
            node.device = self.choose_device(node)
        node.origin = user_origin(self.boundary)
        if self.control_frames:
            add_manual_controls(self.control_frames, node)


class GraphTrace:
    """A graph being traced: of a function, of a branch, or a default graph.

    ``outer`` is the trace around it, whose tensors may be captured: each becomes a
    placeholder here, and an input of the node that calls this graph there.
    """

    def __init__(
        self,
        name: str,
        outer: GraphTrace | None = None,
        *,
        scope: str = "",
        is_branch: bool = False,
        is_function: bool = False,
        traced_graph: Graph | None = None,
    ) -> None:
        self.outer = outer
        self.scope = scope
        self.is_branch = is_branch
        self.is_function = is_function or is_branch
        self.graph = IRGraph(name)
        self.records: dict[Any, Any] = {}
        """Other modules' state of this trace, by their `TraceRecord`."""
        self.defaults = NodeDefaults()
        if outer is not None and is_branch:
            # one library for a graph and the bodies of its control flow
            self.graph.functions = outer.graph.functions
            self.defaults.boundary = outer.defaults.boundary
            self.defaults.device = outer.defaults.device
            self.defaults.choose_device = outer.defaults.choose_device
        self.traced_graph = traced_graph or Graph(self)
        self.is_final = False
        self.captures = Captures(self)
        self.variables: dict[int, Any] = {}
        """Weak references to the variables read or changed, by their storage."""
        self.around: Ambient | None = None
        """The ambient at the start of the recording."""
        self._tensors: dict[Value, SymbolicTensor] = {}

    # --- entering

    @contextmanager
    def recording(self) -> Iterator[GraphTrace]:
        """A context manager that makes this trace current, hidden from outer tapes."""
        self.around = CURRENT.get()
        inside = entered(Ambient(self))
        try:
            with inside:
                yield self
        finally:
            inside.leave()  # Ctrl-C may have come where it was left

    # --- names

    @property
    def name(self) -> str:
        """The name of the graph."""
        return self.graph.name

    def unique_scope(self, name: str) -> str:
        """A unique prefix for a name scope."""
        if not name or name.endswith("/"):
            return name
        return self.graph.unique_name(self.scope + name) + "/"

    def check_not_final(self) -> None:
        """Refuses changes of a finalized graph.

        Raises:
          RuntimeError: if the graph is finalized.
        """
        if self.is_final:
            raise RuntimeError("Graph is finalized and cannot be modified.")

    def node_name(self, name: str) -> str:
        """The name of the next node, reserved from now on.

        Raises:
          RuntimeError: for a graph that users declared complete.
        """
        if self.is_final:
            self.check_not_final()
        if name.endswith("/"):
            exact = name[:-1]
            if exact not in self.graph:
                return exact
            return self.graph.unique_name(exact)
        return self.graph.unique_name(self.scope + name)

    # --- adding nodes

    def apply(
        self,
        op: str,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any],
        name: str | None,
        tapes: tuple[Any, ...] = (),
    ) -> Any:
        """Adds a node for the op; returns its results as symbolic tensors.

        Raises:
          TypeError, ValueError: if the op refuses the dtypes or shapes.
        """
        full_name = self.node_name(name or op)
        flat = self._flat_inputs(op, inputs, attrs, full_name)
        node = self.add_node(op, [tensor.value for tensor in flat], attrs, full_name)
        results = [self.tensor_of(value) for value in node.outputs]
        for tape in tapes:
            tape.record(op, flat, node.attrs, results)
        if not results:
            return Operation(node, self)
        signature = signature_of(op)
        if signature is None:
            return results
        return group_results(signature, node.attrs, results)

    def _flat_inputs(
        self, op: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str
    ) -> list[SymbolicTensor]:
        flat: list[SymbolicTensor] = []
        for each in inputs:
            if type(each) is SymbolicTensor and each.graph_trace is self:
                flat.append(each)
            else:
                return self._brought_in(op, inputs, attrs, name)
        return flat

    def _brought_in(
        self, op: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str
    ) -> list[SymbolicTensor]:
        """The inputs as tensors of this trace; made inside the op's own scope."""
        outside = self.scope
        self.scope = name + "/"
        try:
            if not _are_given(op, inputs):
                inputs = converted(op, inputs, attrs)
            return self._captured_in_order(op, inputs)
        finally:
            self.scope = outside

    def _captured_in_order(
        self, op: str, inputs: Sequence[Any]
    ) -> list[SymbolicTensor]:
        """Captures eager tensors first, then tensors of other traces."""
        signature = signature_of(op)
        named: list[tuple[Tensor, str]] = []
        for position, each in enumerate(inputs):
            arg = signature.inputs[position].name if signature else "input"
            if isinstance(each, Tensor):
                named.append((each, arg))
            else:
                named += [(item, f"{arg}_{index}") for index, item in enumerate(each)]
        for each, name in named:
            if not isinstance(each, SymbolicTensor):
                self.capture(each, name)
        return [self.capture(each, name) for each, name in named]

    def add_node(
        self, op: str, values: Sequence[Value], attrs: Mapping[str, Any], name: str
    ) -> Node:
        """Adds a node under a reserved name.

        Raises:
          TypeError, ValueError: if the op refuses the dtypes or shapes.
          InvalidArgumentError: if it calls a function of other types.
        """
        if OVERRIDES in self.records and op in OVERRIDES.of(self):
            attrs = {**attrs, GRADIENT_NAME: OVERRIDES.of(self)[op]}
        try:
            completed, types = inferred(op, values, attrs)
        except (OpError, ValueError) as error:
            raise ValueError(_refusal(error, op, name, values)) from None
        for problem in misfits(op, completed, self.graph.functions):
            raise InvalidArgumentError(None, None, f"Node {name!r} ({op}) {problem}")
        node = self.graph.add_named_node(name, op, completed, types)
        node.set_inputs(values)
        self.defaults.give(node)
        return node

    def constant(self, value: TensorValue, name: str) -> SymbolicTensor:
        """A Const node."""
        attrs = {"value": value, "dtype": value.dtype}
        node = self.graph.add_named_node(
            self.node_name(name), "Const", attrs, [(value.dtype, value.shape)]
        )
        self.defaults.give(node)
        return self.tensor_of(node.output)

    def placeholder(
        self, name: str, dtype: DType, shape: Shape, user_name: str | None = None
    ) -> SymbolicTensor:
        """A further input of the graph."""
        attrs: dict[str, Any] = {"dtype": dtype, "shape": shape}
        if user_name is not None:
            attrs["_user_specified_name"] = user_name.encode()
        node = self.graph.add_named_node(
            self.node_name(name), "Placeholder", attrs, [(dtype, shape)]
        )
        node.origin = user_origin(self.defaults.boundary)
        self.graph.inputs.append(node.output)
        return self.tensor_of(node.output)

    # --- tensors

    def capture(self, tensor: Tensor, name: str | None = None) -> SymbolicTensor:
        """The tensor of this trace for a captured tensor from outside.

        Raises:
          InaccessibleTensorError: for a tensor of a trace that does not enclose this
            trace.
        """
        return self.captures.capture(tensor, name)

    def tensor_of(self, value: Value) -> SymbolicTensor:
        """The symbolic tensor of a graph value, one object per value."""
        found = self._tensors.get(value)
        if found is None:
            found = self._tensors[value] = SymbolicTensor(value, self)
        return found

    def node_of(self, thing: Any) -> Node:
        """The node of an Operation or a tensor, for a control edge.

        Raises:
          TypeError: for a value that is neither tensor nor operation.
        """
        if isinstance(thing, Operation):
            return thing.node
        change = getattr(thing, "change", None)
        if isinstance(change, Operation):
            # of a variable that was assigned: the assignment, and not a read after it
            return change.node
        if hasattr(thing, "__tf_tensor__"):
            thing = thing.__tf_tensor__(None, None)
        if isinstance(thing, Tensor):
            return self.capture(thing).value.node
        raise TypeError(f"Control inputs must be Operations or Tensors, not {thing!r}.")

    def hint(self) -> str:
        """Advice for Python code that needs a symbolic tensor's value."""
        return (
            "The tensor is recorded in the graph of "
            f"{self.name!r} and has a value only when the graph runs. In a function "
            "under @tf.function, `if`, `while` and `for` over tensors are converted: "
            "this code was not, because conversion is off for it, it is a generator or "
            "a coroutine, its source is not available, or it is called by code that is "
            "not converted. Use tf.cond or tf.while_loop, or let AutoGraph see the "
            "source."
        )


current_trace = cast("Callable[[], GraphTrace | None]", context.current_trace)
"""The trace that is current, with all that a ``GraphTrace`` has."""


def _are_given(op: str, inputs: Sequence[Any]) -> bool:
    """Whether all inputs are tensors, and lists of them where the op takes lists."""
    signature = signature_of(op)
    if signature is None or len(signature.inputs) != len(inputs):
        return all(isinstance(each, Tensor) for each in inputs)
    return all(
        isinstance(each, (list, tuple)) and all(isinstance(x, Tensor) for x in each)
        if arg.is_list
        else isinstance(each, Tensor)
        for arg, each in zip(signature.inputs, inputs)
    )


def _refusal(error: Exception, op: str, name: str, values: Sequence[Value]) -> str:
    shapes = ", ".join(_brackets(value.shape) for value in values)
    inputs = ", ".join(value.name for value in values)
    call = f"'{{{{node {name}}}}} = {op}({inputs})'"
    reason = error.reason if isinstance(error, UnequalDimensionsError) else error
    return f"{reason} for {call} with input shapes: {shapes}."


def _brackets(shape: Shape) -> str:
    if shape.rank is None:
        return "<unknown>"
    return "[" + ",".join("?" if d is None else str(d) for d in shape) + "]"


__all__ = [
    "ControlFrame",
    "GraphTrace",
    "add_manual_controls",
    "handle_data_of",
    "next_number",
]
