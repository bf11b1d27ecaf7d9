"""GraphTrace: a recording in progress; applying an op adds a node to its graph."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import CodeType
from typing import Any, Final

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.dtypes import DType
from graphir.errors import OpError
from graphir.graph import Graph as IRGraph
from graphir.node import Node, Value
from graphir.ops.registry import signature_of
from graphir.shapes import Shape
from runtime.apply import converted, group_results
from runtime.context import CURRENT, Ambient, entered
from runtime.errors import InaccessibleTensorError
from runtime.graphs import Graph, Operation
from runtime.inference import inferred
from runtime.origins import user_origin
from runtime.symbolic_tensor import SymbolicTensor
from runtime.tensor import EagerTensor, Tensor

SMALL_CONSTANT: Final = 128
"""Eager tensors of at most this many elements are copied into the graph."""

_NEXT_NUMBER: Final = itertools.count(1)


def next_number() -> int:
    """A number that no function name of this process has used."""
    return next(_NEXT_NUMBER)


class ControlFrame:
    """One `tf.control_dependencies` block: what runs before it, what is made in it."""

    __slots__ = ("members", "nodes")

    def __init__(self, nodes: tuple[Node, ...]) -> None:
        self.nodes = nodes
        self.members: set[Node] = set()


def add_manual_controls(frames: Sequence[ControlFrame], node: Node) -> None:
    """The control edges that `tf.control_dependencies` asks for, each once.

    What reads a node made under it waits for that one, and so for all.
    """
    sources = [value.node for value in node.inputs]
    for frame in frames:
        if frame.members.isdisjoint(sources):
            for each in frame.nodes:
                if each not in sources:
                    node.add_control_input(each)
        frame.members.add(node)


class GraphTrace:
    """One graph being recorded: of a function, of a branch, or a default graph.

    ``outer`` is the trace around it, whose tensors may be captured: each becomes a
    placeholder here, and an input of the node that calls this graph there.
    """

    boundary: CodeType | None = None
    """The code above which frames are not part of a node's origin."""

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
        self.name = name
        self.outer = outer
        self.scope = scope
        self.is_branch = is_branch
        self.is_function = is_function or is_branch
        self.graph = IRGraph(name)
        self.texts: dict[str, Any] = {}
        """Text that Python made of tensors, shared by a function and its branches."""
        if outer is not None and is_branch:
            self.texts = outer.texts
            # one library for a graph and the bodies of its control flow
            self.graph.functions = outer.graph.functions
            self.boundary = outer.boundary
        self.traced_graph = traced_graph or Graph(self)
        self.control_frames: tuple[ControlFrame, ...] = ()
        self.device = ""
        self.arguments: list[SymbolicTensor] = []
        """The placeholders of a function's arguments, in order."""
        self.captures: dict[int, tuple[Tensor, SymbolicTensor]] = {}
        self.variables: dict[int, Any] = {}
        """Weak references to the variables read or changed, by their storage."""
        self.variable_creation: Any = None
        """What says which variables may be made; None where none may."""
        self.lists: list[Any] = []
        """The lists that became tensors in this trace: what is recorded may append."""
        self.refusals: Any = None
        """Errors that the user's own `except` must not hide, of a traced function."""
        self.tapes_around: tuple[Any, ...] = ()
        """Tapes that record the graph around a branch."""
        self._constants: dict[int, tuple[Tensor, SymbolicTensor]] = {}
        self._tensors: dict[Value, SymbolicTensor] = {}

    # --- entering

    @contextmanager
    def recording(self) -> Iterator[GraphTrace]:
        """Under it, ops are added here; tapes outside do not see them."""
        ambient = CURRENT.get()
        if ambient is not None and self.is_branch:
            self.tapes_around = ambient.tapes
        with entered(Ambient(self)):
            yield self

    # --- names

    def unique_scope(self, name: str) -> str:
        """The prefix that a name scope of that name gets."""
        if not name or name.endswith("/"):
            return name
        return self.graph.unique_name(self.scope + name) + "/"

    def _node_name(self, name: str) -> str:
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
        """Adds a node for the op; its results as symbolic tensors.

        Raises:
          TypeError, ValueError: if the op refuses the dtypes or shapes.
        """
        full_name = self._node_name(name or op)
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
            if not all(map(_is_given, inputs)):
                inputs = converted(op, inputs, attrs)
            signature = signature_of(op)
            flat: list[SymbolicTensor] = []
            for position, each in enumerate(inputs):
                arg = signature.inputs[position].name if signature else "input"
                if isinstance(each, Tensor):
                    flat.append(self.capture(each, arg))
                    continue
                for index, item in enumerate(each):
                    flat.append(self.capture(item, f"{arg}_{index}"))
            return flat
        finally:
            self.scope = outside

    def add_node(
        self, op: str, values: Sequence[Value], attrs: Mapping[str, Any], name: str
    ) -> Node:
        """Adds a node under a name that is reserved for it.

        Raises:
          TypeError, ValueError: if the op refuses the dtypes or shapes.
        """
        try:
            completed, types = inferred(op, values, attrs)
        except (OpError, ValueError) as error:
            raise ValueError(_refusal(error, op, name, values)) from None
        node = self.graph.add_named_node(name, op, completed, types)
        node.set_inputs(values)
        node.device = self.device
        node.origin = user_origin(self.boundary)
        if self.control_frames:
            add_manual_controls(self.control_frames, node)
        return node

    def constant(self, value: TensorValue, name: str) -> SymbolicTensor:
        """A Const node."""
        attrs = {"value": value, "dtype": value.dtype}
        node = self.graph.add_named_node(
            self._node_name(name), "Const", attrs, [(value.dtype, value.shape)]
        )
        node.device = self.device
        node.origin = user_origin(self.boundary)
        if self.control_frames:
            add_manual_controls(self.control_frames, node)
        return self.tensor_of(node.output)

    def placeholder(
        self, name: str, dtype: DType, shape: Shape, user_name: str | None = None
    ) -> SymbolicTensor:
        """A further input of the graph."""
        attrs: dict[str, Any] = {"dtype": dtype, "shape": shape}
        if user_name is not None:
            attrs["_user_specified_name"] = user_name.encode()
        node = self.graph.add_named_node(
            self._node_name(name), "Placeholder", attrs, [(dtype, shape)]
        )
        node.origin = user_origin(self.boundary)
        self.graph.inputs.append(node.output)
        return self.tensor_of(node.output)

    # --- tensors

    def tensor_of(self, value: Value) -> SymbolicTensor:
        """The tensor of a value of this graph; always the same object."""
        found = self._tensors.get(value)
        if found is None:
            found = self._tensors[value] = SymbolicTensor(value, self)
        return found

    def node_of(self, thing: Any) -> Node:
        """The node of an Operation or a tensor, for a control edge.

        Raises:
          TypeError: if it is neither.
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

    def capture(self, tensor: Tensor, name: str | None = None) -> SymbolicTensor:
        """The tensor here that stands for one from outside.

        Raises:
          InaccessibleTensorError: for a tensor of a trace that is not around this one.
        """
        if isinstance(tensor, SymbolicTensor):
            if tensor.graph_trace is self:
                return tensor
            self._check_in_scope(tensor)
            key = id(tensor.value)
            name = tensor.value.node.name
        else:
            key = id(tensor)
            if not self.is_branch and _is_small(tensor):
                return self._constant_of(tensor, name)
        found = self.captures.get(key)
        if found is None:
            found = tensor, self._captured(tensor, name or str(next_number()))
            self.captures[key] = found
        return found[1]

    def _captured(self, tensor: Tensor, name: str) -> SymbolicTensor:
        is_copied = isinstance(tensor, EagerTensor) and _is_small(tensor)
        shape = tensor.shape
        inside = self.placeholder(
            name, tensor.dtype, shape, None if is_copied else name
        )
        inside.value.handle_data = handle_data_of(tensor)
        return inside

    def _constant_of(self, tensor: Any, name: str | None) -> SymbolicTensor:
        found = self._constants.get(id(tensor))
        if found is None:
            value = TensorValue(tensor._array, tensor.dtype)
            found = tensor, self.constant(value, name or "Const")
            self._constants[id(tensor)] = found
        return found[1]

    def _check_in_scope(self, tensor: SymbolicTensor) -> None:
        trace = self.outer
        while trace is not None:
            if trace is tensor.graph_trace:
                return
            trace = trace.outer
        raise InaccessibleTensorError(tensor.out_of_scope(repr(self.traced_graph)))

    def capture_pairs(self) -> list[tuple[Any, SymbolicTensor]]:
        """Each tensor from outside, and the placeholder that stands for it."""
        return list(self.captures.values())

    def put_captures_last(self) -> None:
        """Orders the inputs: arguments first; a variable passed is no capture."""
        passed = {id(inside) for inside in self.arguments}
        self.captures = {
            key: pair
            for key, pair in self.captures.items()
            if id(pair[1]) not in passed
        }
        inside = [*self.arguments, *(each for _, each in self.captures.values())]
        self.graph.inputs = [each.value for each in inside]

    def hint(self) -> str:
        """What to do about Python code that needs a symbolic tensor's value."""
        return (
            "The tensor is recorded in the graph of "
            f"{self.name!r} and has a value only when the graph runs. In a function "
            "under @tf.function, `if`, `while` and `for` over tensors are converted: "
            "this code was not, because conversion is off for it, its source is not "
            "available, or it is called by code that is not converted. Use tf.cond or "
            "tf.while_loop, or let AutoGraph see the source."
        )


def refusals_around(trace: GraphTrace | None) -> Iterator[Any]:
    """The refusals of the functions that are being traced, the innermost first."""
    while trace is not None:
        if trace.refusals is not None:
            yield trace.refusals
        trace = trace.outer


def refuse(trace: GraphTrace, error: Exception) -> None:
    """Let the tracing of the functions around fail, whatever catches the error."""
    for refusals in refusals_around(trace):
        refusals.errors.append(error)


def handle_data_of(tensor: Tensor) -> Any:
    """What is known of the values behind a resource, outside or in a trace."""
    owner = tensor.value if isinstance(tensor, SymbolicTensor) else tensor
    return getattr(owner, "handle_data", ())


def _is_given(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return all(isinstance(each, Tensor) for each in value)
    return isinstance(value, Tensor)


def _is_small(tensor: Any) -> bool:
    if tensor.dtype is dtypes.resource or tensor.dtype is dtypes.variant:
        return False
    return int(getattr(tensor._array, "size", 1)) <= SMALL_CONSTANT


def _refusal(error: Exception, op: str, name: str, values: Sequence[Value]) -> str:
    shapes = ", ".join(_brackets(value.shape) for value in values)
    inputs = ", ".join(value.name for value in values)
    call = f"'{{{{node {name}}}}} = {op}({inputs})'"
    # some shape rules name the op and the shapes themselves
    reason = str(error).removesuffix(f" for {op} with input shapes: {shapes}.")
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
