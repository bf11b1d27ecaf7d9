"""Creation of variables while a function is traced, on its first call only.

The initial value of such a variable is a tensor of the trace. At the end of the trace
the subgraph of initial values is run, and the function is traced again with the
initialized variables.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any, Final

from graphir.node import Value
from runtime.context import TraceRecord, enclosing_traces
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor
from runtime.tracing.graph_trace import GraphTrace, current_trace

SINGLETON = (
    "tf.function only supports singleton tf.Variables created on the first call. Make "
    "sure the tf.Variable is only created once or created outside tf.function. See "
    "https://www.tensorflow.org/guide/function#creating_tfvariables for more "
    "information."
)
LATER = (
    "Creating variables on a non-first call to a function decorated with tf.function."
)


class VariableCreation:
    """The variables that a trace creates, or the reason why it may not create any."""

    def __init__(self, refusal: str = "") -> None:
        self.refusal = refusal
        self._created: list[tuple[weakref.ref[Any], SymbolicTensor]] = []
        self.has_any = False
        """Whether a variable was made."""

    def add(self, variable: Any, initial_value: SymbolicTensor) -> None:
        """Records a variable that is initialized at the end of the trace."""
        self._created.append((weakref.ref(variable), initial_value))

    def note(self) -> None:
        """Records that a variable was created, initialized or not.

        Raises:
          ValueError: if no variable may be created now.
        """
        if self.refusal:
            raise ValueError(self.refusal)
        self.has_any = True

    def initialize(self, trace: GraphTrace, arguments: Sequence[Any]) -> None:
        """Initializes the created variables that are still alive.

        Raises:
          ValueError: if an initial value depends on an argument that is not known.
        """
        captured = [tensor for tensor, _ in trace.captures.pairs()]
        if len(arguments) + len(captured) != len(trace.graph.inputs):
            # specs stand for tensors that are not known
            arguments = [None] * (len(trace.graph.inputs) - len(captured))
        outside = [*arguments, *captured]
        known = {
            inside: tensor._array
            for inside, tensor in zip(trace.graph.inputs, outside)
            if isinstance(tensor, EagerTensor)
        }
        for reference, initial_value in self._created:
            variable = reference()
            # one that a checkpoint restored as it was made keeps its value
            if variable is not None and not variable.storage.has_value():
                variable.storage.assign(_value_of(initial_value.value, known, variable))


def _value_of(value: Value, known: dict[Value, Any], variable: Any) -> Any:
    from runtime.executor import compile_graph
    from runtime.executor.planning.plan import ordered_nodes

    graph = value.node.graph
    assert graph is not None
    given = [each for each in known if each.node.graph is graph]
    for node in ordered_nodes(graph, given, [value]):
        if node.op == "Placeholder":
            raise ValueError(
                f"Unable to lift the initial value of variable {variable.name!r} out "
                f"of {graph.name!r}: it depends on {node.name!r}, which has no value "
                "while the function is traced. Call the function once before, or make "
                "the variable outside of it."
            )
    return compile_graph(graph, given, [value])(*[known[each] for each in given])[0]


def _none() -> VariableCreation | None:
    return None


CREATION: Final = TraceRecord(_none, of_function=True)
"""The creation record of a trace; None for a trace that must not create variables."""


KEPT: Final[TraceRecord[list[Any]]] = TraceRecord(list)
"""The variables that a trace keeps alive: those that a wrapped function made."""


def makes_a_graph_by_hand() -> bool:
    """Whether ops are added now to a graph that is no function's."""
    trace = current_trace()
    return trace is not None and CREATION.of(trace) is None


def creation_of(trace: GraphTrace) -> VariableCreation:
    """The creation record of the traced function; counts one more variable.

    Raises:
      ValueError: if the function must not create variables now.
      RuntimeError: in a graph that does not belong to a function.
    """
    creation = CREATION.of(trace)
    if creation is None:
        raise RuntimeError(
            f"A variable cannot be made in {trace.traced_graph!r}: make it before, or "
            "in a tf.function."
        )
    creation.note()
    return creation


def note_lifted_creation() -> None:
    """Counts a variable made in `eager_mode` for the function around the scope.

    A `FuncGraph` made by hand in between, as models have one to record their layers,
    belongs to the function around it.

    Raises:
      ValueError: if the function must not create variables now.
    """
    for trace in enclosing_traces():
        creation = CREATION.of(trace)
        if creation is not None:
            creation.note()
        if creation is not None or not trace.is_function:
            return


__all__ = [
    "CREATION",
    "KEPT",
    "LATER",
    "SINGLETON",
    "VariableCreation",
    "creation_of",
    "makes_a_graph_by_hand",
    "note_lifted_creation",
]
