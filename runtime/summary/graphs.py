"""Graph summaries: of a graph that is passed, or of the functions that ran."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from graphir.wire import messages
from runtime.apply import apply_op
from runtime.context import CURRENT, Ambient, current_trace
from runtime.messages.logs import get_logger
from runtime.summary.encoding import field, plugin_metadata
from runtime.summary.profiles import start, stop
from runtime.summary.state import step_tensor
from runtime.summary.writing import recorded, write
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Graph

if TYPE_CHECKING:
    from runtime.functions.concrete_function import ConcreteFunction


class FunctionRecorder:
    """A tape that records only which functions ran."""

    def __init__(self) -> None:
        self.called: list[ConcreteFunction] = []

    def function_called(self, concrete: ConcreteFunction) -> None:
        """Records a function that runs; a function is recorded once."""
        if not any(each is concrete for each in self.called):
            self.called.append(concrete)

    def record(self, *call: Any) -> None:
        """Does nothing."""

    def is_watching(self, tensors: Sequence[Any]) -> bool:
        """Always False: this tape computes no gradients."""
        return False

    def watch_more_results(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        """Does nothing."""

    def note_departure(self, tensor: Any) -> None:
        """Does nothing."""

    def variable_accessed(self, variable: Any) -> None:
        """Does nothing."""


class _Tracing:
    """Whether functions are recorded now; there is one of it, as in TensorFlow."""

    recorder: FunctionRecorder | None = None
    has_profiler: bool = False


_TRACING = _Tracing()


def graph(graph_data: Any) -> Tensor:
    """Writes a graph to the default writer: a ``tf.Graph`` or a ``GraphDef``.

    Returns:
      Whether it was written: a bool scalar.

    Raises:
      ValueError: if ``graph_data`` is neither of them.
    """
    if isinstance(graph_data, Graph):
        definition = graph_data.as_graph_def()
    elif messages.is_message(graph_data, "GraphDef"):
        definition = graph_data
    else:
        raise ValueError(
            "Argument 'graph_data' is not tf.Graph or tf.compat.v1.GraphDef. Received "
            f"graph_data={graph_data} of type {type(graph_data).__name__}."
        )

    def record(writer: Any, scope: str | None) -> Any:
        content = convert_to_tensor(definition.SerializeToString())
        inputs = [writer, step_tensor(0), content]
        return apply_op("WriteGraphSummary", inputs, None, scope)

    return recorded(record, 0, "write_graph")


def trace_on(
    graph: bool = True, profiler: bool = False, profiler_outdir: str | None = None
) -> None:
    """Begins to record the graphs of the functions that this thread runs.

    ``tf.summary.trace_export`` writes them; ``tf.summary.trace_off`` forgets them.

    With ``profiler``, functions and nodes are timed too, for the profile page.

    Raises:
      ValueError: with ``profiler`` without a folder for it.
    """
    if current_trace() is not None:
        get_logger().warning("Cannot enable trace inside a tf.function.")
        return
    if _TRACING.recorder is not None:
        get_logger().warning("Trace already enabled")
        return
    if profiler:
        if profiler_outdir is None:
            raise ValueError(
                "Argument `profiler_outdir` is not set: trace_on(profiler=True) needs "
                "the folder to write the profile to."
            )
        start(profiler_outdir)
        _TRACING.has_profiler = True
    recorder = _TRACING.recorder = FunctionRecorder()
    if not graph:
        return
    ambient = CURRENT.get() or Ambient(None, ())
    CURRENT.set(Ambient(ambient.trace, (*ambient.tapes, recorder)))


def trace_export(
    name: str, step: TensorLike | None = None, profiler_outdir: str | None = None
) -> None:
    """Writes the graphs of the functions that ran since ``trace_on``, and ends it.

    Args:
      name: the name of the graphs in TensorBoard.
      step: the step, by default the current step of ``tf.summary``.

    Raises:
      ValueError: without ``trace_on``, or without a step while there is a writer.
    """
    if current_trace() is not None:
        get_logger().warning("Cannot export trace inside a tf.function.")
        return
    recorder = _TRACING.recorder
    if recorder is None:
        raise ValueError("Must enable trace before export through tf.summary.trace_on.")
    found = b"".join(_function_graphs(each) for each in recorder.called)
    metadata = plugin_metadata(b"graph_run_metadata_graph", b"1")
    write(name, found, step, metadata)
    if _TRACING.has_profiler:
        _TRACING.has_profiler = False
        stop()
    trace_off()


def trace_off() -> None:
    """Ends the recording that ``trace_on`` began, and discards it."""
    recorder, _TRACING.recorder = _TRACING.recorder, None
    if _TRACING.has_profiler:
        _TRACING.has_profiler = False
        stop(save=False)
    ambient = CURRENT.get()
    if recorder is None or ambient is None:
        return
    rest = tuple(each for each in ambient.tapes if each is not recorder)
    is_plain = ambient.trace is None and not rest
    CURRENT.set(None if is_plain else Ambient(ambient.trace, rest))


def _function_graphs(concrete: ConcreteFunction) -> bytes:
    """A part of a RunMetadata: the graph as recorded, and as it ran."""
    before = concrete.graph.as_graph_def().SerializeToString()
    after = concrete.optimized_graph.as_graph_def().SerializeToString()
    ran = field(1, after)
    return field(3, after) + field(4, ran + field(2, before) + field(3, after))


__all__ = ["FunctionRecorder", "graph", "trace_export", "trace_off", "trace_on"]
