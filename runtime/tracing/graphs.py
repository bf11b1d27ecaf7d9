"""Graph and Operation, the public view of a trace: names, ops, tensors, GraphDef."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from traceback import StackSummary
from typing import TYPE_CHECKING, Any

from graphir.attachments import Attached
from graphir.node import Node
from runtime.tensors.symbolic_tensor import DEFAULT_SESSION, SymbolicTensor
from runtime.tracing.gradient_overrides import GradientOverrides
from runtime.tracing.graph_collections import GraphCollections

if TYPE_CHECKING:
    from graphir.graph import Graph as IRGraph
    from runtime.signatures.call_signature import CallSignature
    from runtime.tracing.graph_trace import GraphTrace

_TO_HTML: Attached[str] = Attached("page of a traced graph")


class Operation:
    """An operation: a node of a graph.

    >>> @tf.function
    ... def double(a):
    ...     return a + a
    >>> graph = double.get_concrete_function(tf.constant(1)).graph
    >>> [(op.name, op.type) for op in graph.get_operations()]
    [('a', 'Placeholder'), ('add', 'AddV2'), ('Identity', 'Identity')]
    """

    # libraries keep notes on operations
    __slots__ = ("__dict__", "__weakref__", "_trace", "node")

    def __init__(self, node: Node, trace: GraphTrace) -> None:
        self.node = node
        self._trace = trace

    @property
    def name(self) -> str:
        """The name, unique in the graph."""
        return self.node.name

    @property
    def type(self) -> str:
        """The op type, such as ``MatMul``."""
        return self.node.op

    @property
    def device(self) -> str:
        """The requested device; empty if there is none."""
        return self.node.device

    @property
    def graph(self) -> Graph:
        """The graph that contains the operation."""
        return self._trace.traced_graph

    @property
    def inputs(self) -> tuple[SymbolicTensor, ...]:
        """The tensors read."""
        return tuple(self._trace.tensor_of(value) for value in self.node.inputs)

    @property
    def outputs(self) -> list[SymbolicTensor]:
        """The output tensors."""
        return [self._trace.tensor_of(value) for value in self.node.outputs]

    def values(self) -> tuple[SymbolicTensor, ...]:
        """The output tensors."""
        return tuple(self.outputs)

    @property
    def control_inputs(self) -> list[Operation]:
        """The operations that run before this operation."""
        return [Operation(node, self._trace) for node in self.node.control_inputs]

    @property
    def _control_outputs(self) -> list[Operation]:
        """The operations that wait for this operation; Keras 2 asks for them."""
        return [Operation(node, self._trace) for node in self.node.control_outputs]

    @property
    def node_def(self) -> Any:
        """The node as a ``NodeDef`` message."""
        wanted = self.node.name
        return next(n for n in self.graph.as_graph_def().node if n.name == wanted)

    def run(self, feed_dict: Any = None, session: Any = None) -> None:
        """Runs the operation in a session, by default the innermost one.

        Raises:
          ValueError: without a session.
        """
        session = DEFAULT_SESSION.get() if session is None else session
        if session is None:
            raise ValueError(
                "Cannot execute operation using `run()`: No default session is "
                "registered. Pass a session: `run(session=session)`."
            )
        session.run(self, feed_dict)

    @property
    def traceback(self) -> StackSummary:
        """The user's frames at the creation, innermost last."""
        origin = self.node.origin
        frames = () if origin is None else reversed(origin.frames)
        return StackSummary.from_list(
            [(each.filename, each.line, each.function, each.text) for each in frames]
        )

    def colocation_groups(self) -> list[bytes]:
        """The operations to share a device with, by default only this operation."""
        groups = self.node.attrs.get("_class", [])
        return list(groups) or [f"loc:@{self.name}".encode()]

    def get_attr(self, name: str) -> Any:
        """The value of an attribute.

        Raises:
          ValueError: if the operation has none of that name.
        """
        if name not in self.node.attrs:
            raise ValueError(f"Operation '{self.name}' has no attr named '{name}'.")
        return self.node.attrs[name]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Operation) and other.node is self.node

    def __hash__(self) -> int:
        return hash(self.node)

    def __repr__(self) -> str:
        return f"<tf.Operation {self.name!r} type={self.type}>"


class Graph(GraphCollections, GradientOverrides):
    """A graph of operations and tensors; as a default graph it records ops.

    >>> graph = tf.Graph()
    >>> with graph.as_default():
    ...     y = tf.constant(1) + 2
    >>> y.name, [op.name for op in graph.get_operations()]
    ('add:0', ['Const', 'add/y', 'add'])
    """

    def __init__(self, trace: GraphTrace | None = None) -> None:
        if trace is None:
            from runtime.tracing.graph_trace import GraphTrace

            trace = GraphTrace("graph", traced_graph=self)
        self._trace = trace
        self.signature: CallSignature | None = None
        self.structured_outputs: Any = None
        self._collections = {}
        self._entered: list[Any] = []
        self._not_fed, self._not_fetched = set(), set()

    @property
    def ir(self) -> IRGraph:
        """The graph as a ``graphir.Graph``."""
        return self._trace.graph

    @property
    def name(self) -> str:
        """The name of the function that was traced."""
        return self._trace.name

    @property
    def structured_input_signature(self) -> Any:
        """The arguments of the function as specs; None for other graphs."""
        return None if self.signature is None else self.signature.structured()

    @property
    def inputs(self) -> list[SymbolicTensor]:
        """The placeholders; captures come last."""
        return [self._trace.tensor_of(value) for value in self.ir.inputs]

    @property
    def outputs(self) -> list[SymbolicTensor]:
        """The flat results of the graph."""
        return [self._trace.tensor_of(value) for value in self.ir.outputs]

    @property
    def captures(self) -> list[tuple[Any, SymbolicTensor]]:
        """Captured tensors and their placeholders."""
        return self._trace.captures.pairs()

    @property
    def external_captures(self) -> list[Any]:
        """Tensors from outside."""
        return [outside for outside, _ in self.captures]

    @property
    def internal_captures(self) -> list[SymbolicTensor]:
        """The placeholders of captured tensors."""
        return [inside for _, inside in self.captures]

    @property
    def control_outputs(self) -> list[Operation]:
        """Operations that run even if no output depends on them."""
        return [Operation(node, self._trace) for node in self.ir.control_outputs]

    @property
    def building_function(self) -> bool:
        """Whether the graph is the body of a function."""
        return self._trace.is_function

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables that the graph reads or changes and that are still alive."""
        found = (reference() for reference in self._trace.variables.values())
        # one that replicas have copies of is noted with each
        return tuple({id(each): each for each in found if each is not None}.values())

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """The captured variables that gradient tapes watch automatically."""
        return tuple(each for each in self.variables if each.trainable)

    @contextmanager
    def as_default(self) -> Iterator[Graph]:
        """A context manager that makes this graph the current graph, and binds it.

        Tapes that record this graph continue to record.
        """
        from runtime.context import CURRENT, Ambient, entered

        now = CURRENT.get()
        if now is None or now.trace is not self._trace:
            now = Ambient(self._trace)
        with entered(now):
            yield self

    def _get_control_flow_context(self) -> None:
        """None: branches and loops are functions here, not contexts of a graph."""

    def __enter__(self) -> Graph:
        self._entered.append(self.as_default())
        self._entered[-1].__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._entered.pop().__exit__(*error)

    def as_graph_def(
        self,
        from_version: int | None = None,
        add_shapes: bool = False,
        use_pybind11_proto: bool = False,
    ) -> Any:
        """The graph as a ``GraphDef`` message, as it was recorded.

        With ``from_version`` only the nodes that were added since the graph had that
        `version`; with ``add_shapes`` each node's attribute ``_output_shapes`` has the
        shapes of its results.
        """
        message = self.ir.as_graph_def()
        if from_version:
            del message.node[:from_version]
        for written in message.node if add_shapes else ():
            shapes = written.attr["_output_shapes"].list.shape
            for value in self.ir.node(written.name).outputs:
                shapes.add().CopyFrom(value.shape.as_proto())
        return message

    def _repr_html_(self) -> str:
        return _TO_HTML(self)

    def get_operations(self) -> list[Operation]:
        """Every operation, in the order of creation."""
        return [Operation(node, self._trace) for node in self.ir]

    operations = property(get_operations)

    def get_operation_by_name(self, name: str) -> Operation:
        """The operation of a name.

        Raises:
          KeyError: if the name is not in the graph.
        """
        if name not in self.ir:
            raise KeyError(
                f"The name {name!r} refers to an Operation not in the graph."
            )
        return Operation(self.ir.node(name), self._trace)

    def get_tensor_by_name(self, name: str) -> SymbolicTensor:
        """The tensor called ``operation:index``.

        Raises:
          KeyError: if the name is not in the graph.
          ValueError: if the name is not of that form.
        """
        operation, colon, index = name.rpartition(":")
        if not colon or not index.isdecimal():
            about = "looks like the name of an Operation"
            if name in self.ir:
                about = "refers to an Operation"
            raise ValueError(
                f"The name {name!r} {about}, not a Tensor. Tensor names must be of the "
                'form "<op_name>:<output_index>".'
            )
        missing = f"The name {name!r} refers to a Tensor which does not exist. The "
        if operation not in self.ir:
            raise KeyError(
                f"{missing}operation, {operation!r}, does not exist in the graph."
            )
        outputs = self.get_operation_by_name(operation).outputs
        if int(index) >= len(outputs):
            raise KeyError(
                f"{missing}operation, {operation!r}, exists but only has "
                f"{len(outputs)} outputs."
            )
        return outputs[int(index)]

    def as_graph_element(
        self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True
    ) -> Any:
        """The tensor or operation of this graph for an object or a name.

        Raises:
          KeyError: for a name that is not in the graph.
          TypeError: for an object that is no tensor, operation or name.
          ValueError: for an object of another graph, or of a kind that is not allowed.
        """
        if isinstance(obj, str):
            is_tensor = ":" in obj if allow_operation else True
            find = self.get_tensor_by_name if is_tensor else self.get_operation_by_name
            obj = find(obj)
        allowed = ((SymbolicTensor,) if allow_tensor else ()) + (
            (Operation,) if allow_operation else ()
        )
        if not isinstance(obj, (SymbolicTensor, Operation)):
            raise TypeError(f"Can not convert a {type(obj).__name__} into a Tensor.")
        if obj.graph is not self:
            raise ValueError(f"{obj!r} is not an element of this graph.")
        if not isinstance(obj, allowed):
            raise ValueError(f"{obj!r} is of a kind that the arguments exclude.")
        return obj

    def capture(self, tensor: Any, name: str | None = None) -> SymbolicTensor:
        """The tensor of this graph for a captured tensor from outside."""
        return self._trace.capture(tensor, name)

    def create_op(
        self,
        op_type: str,
        inputs: Sequence[Any],
        dtypes: Sequence[Any] | None = None,
        input_types: Sequence[Any] | None = None,
        name: str | None = None,
        attrs: dict[str, Any] | None = None,
        op_def: Any = None,
        compute_shapes: bool = True,
        compute_device: bool = True,
    ) -> Any:
        """Adds an operation on flat inputs; dtypes of results follow from the op.

        Raises:
          TypeError, ValueError: if the op refuses the inputs or attributes.
          RuntimeError: after ``finalize``.
        """
        with self._current():
            values = [self._trace.capture(each).value for each in inputs]
            full_name = self._trace.node_name(name or op_type)
            node = self._trace.add_node(op_type, values, attrs or {}, full_name)
        return Operation(node, self._trace)

    @contextmanager
    def control_dependencies(self, control_inputs: Iterable[Any] | None) -> Any:
        """A context manager: ops inside run after these operations."""
        with self._current(), control_dependencies(control_inputs):
            yield

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """A name that no operation has, reserved from now on if ``mark_as_used``."""
        full_name = self._trace.scope + name
        return (
            self.ir.unique_name(full_name)
            if mark_as_used
            else self.ir.free_name(full_name)
        )

    def __repr__(self) -> str:
        if not self._trace.is_function:
            return f"<tf.Graph at {id(self):#x}>"
        return f"FuncGraph(name={self.name}, id={id(self)})"


def default_graph() -> Graph:
    """The graph to which ops are added now.

    Raises:
      RuntimeError: outside of every trace.
    """
    from runtime.tracing.graph_trace import current_trace

    trace = current_trace()
    if trace is None:
        raise RuntimeError("There is no default graph while ops run eagerly.")
    return trace.traced_graph


class control_dependencies:
    """A context manager: ops inside run after the operations ``control_inputs``.

    It has no effect when eager, where ops run in program order.
    """

    __slots__ = ("_inputs", "_restore")

    def __init__(self, control_inputs: Iterable[Any] | None) -> None:
        self._inputs = None if control_inputs is None else list(control_inputs)

    def __enter__(self) -> None:
        from runtime.tracing.graph_trace import ControlFrame, current_trace

        trace = current_trace()
        self._restore: Any = None
        if trace is None:
            return
        self._restore = trace, trace.defaults.control_frames
        before = () if self._inputs is None else trace.defaults.control_frames
        added = [trace.node_of(each) for each in self._inputs or ()]
        for node in added:
            node.attrs["_has_manual_control_dependencies"] = True
        trace.defaults.control_frames = (*before, ControlFrame(tuple(added)))

    def __exit__(self, *error: object) -> None:
        if self._restore is not None:
            trace, trace.defaults.control_frames = self._restore


__all__ = ["Graph", "Operation", "control_dependencies", "default_graph"]
