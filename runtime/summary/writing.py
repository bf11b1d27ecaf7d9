"""`tf.summary.write`, and the code that all summaries share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from graphir import dtypes
from runtime.apply import apply_op
from runtime.context import CURRENT, eager_mode, get_current_name_scope, name_scope
from runtime.control_flow.conditionals import cond
from runtime.summary.state import STATE, current_step, is_recording, step_tensor
from runtime.summary.writers import FileWriter
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor
from runtime.tracing.graphs import control_dependencies

with eager_mode():
    # a trace may be what imports this
    _RECORDED: Final[Tensor] = convert_to_tensor(True)
    _SKIPPED: Final[Tensor] = convert_to_tensor(False)
WRITES: Final = "_SUMMARY_V2"
"""The collection of the ops of a graph that write summaries when they run."""
_NOT_OF_SCOPES: Final = re.compile(r"[^A-Za-z0-9_.\\/>-]")


def write(
    tag: Any,
    tensor: Any,
    step: TensorLike | None = None,
    metadata: Any = None,
    name: str | None = None,
) -> Tensor:
    """Writes a tensor to the default writer, for the plugin named in its metadata.

    Args:
      tag: the name, a string or a scalar string tensor.
      tensor: the tensor, or a function that returns it, called only if it is written.
      step: the step, by default the one of ``tf.summary.experimental.set_step``.
      metadata: a ``SummaryMetadata`` message, or its bytes.

    Returns:
      Whether it was written: a bool scalar.

    Raises:
      InvalidArgumentError: for bytes that are no ``SummaryMetadata``.
      NotFoundError: if the writer was closed meanwhile.
      ValueError: if there is a default writer and no step.
    """
    if metadata is None:
        content = b""
    else:
        to_bytes = getattr(metadata, "SerializeToString", None)
        content = to_bytes() if to_bytes is not None else metadata

    def record(writer: Any, scope: str | None) -> Any:
        value = tensor() if callable(tensor) else tensor
        inputs = [
            writer,
            step_tensor(step),
            convert_to_tensor(value),
            convert_to_tensor(tag, dtypes.string, name="tag"),
            convert_to_tensor(content, dtypes.string, name="summary_metadata"),
        ]
        return apply_op("WriteSummary", inputs, None, scope)

    return recorded(record, step, name or "write_summary")


def write_raw_pb(
    tensor: TensorLike, step: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """Writes Summary messages, as bytes, to the default writer, one event a message.

    Returns:
      Whether they were written: a bool scalar.

    Raises:
      DataLossError: for bytes that are no ``Summary``.
      ValueError: if there is a default writer and no step.
    """

    def record(writer: Any, scope: str | None) -> Any:
        inputs = [writer, step_tensor(step), convert_to_tensor(tensor, dtypes.string)]
        return apply_op("WriteRawProtoSummary", inputs, None, scope)

    return recorded(record, step, name or "write_raw_pb")


def recorded(record: Callable[[Any, str | None], Any], step: Any, name: str) -> Tensor:
    """Calls a function that applies an op to the default writer, if it is recording.

    Returns a bool scalar: whether the op ran; in a graph it has a value after the run.
    """
    state = STATE.get()
    ambient = CURRENT.get()
    if ambient is None or ambient.trace is None:
        if not is_recording(state):
            return _SKIPPED
        current_step(step)
        if isinstance(state.writer, FileWriter):
            record(state.writer.resource, None)
        return _RECORDED
    if state.writer is None:
        return convert_to_tensor(False)
    with name_scope(name) as scope:
        found = _recorded_in_graph(
            record, state.writer, is_recording(state), step, scope
        )
    if not ambient.trace.is_function:
        # programs with sessions run all of them together
        ambient.trace.traced_graph.add_to_collection(WRITES, found)
    return found


def _recorded_in_graph(
    record: Callable[[Any, str | None], Any],
    writer: Any,
    condition: Any,
    step: Any,
    scope: str,
) -> Tensor:
    current_step(step)

    def done() -> Tensor:
        if not isinstance(writer, FileWriter):
            return convert_to_tensor(True)
        with control_dependencies([record(writer.resource, scope)]):
            wrote: Tensor = apply_op("Identity", [convert_to_tensor(True)])
        return wrote

    if isinstance(condition, bool):
        return done() if condition else convert_to_tensor(False)
    found: Tensor = cond(
        condition, done, lambda: convert_to_tensor(False), name="summary_cond"
    )
    return found


@contextmanager
def summary_scope(
    name: str, default_name: str = "summary", values: object = None
) -> Iterator[tuple[str, str]]:
    """A context manager for functions that write summaries: yields a tag and a scope.

    The tag is the unchanged name below the current name scope. The scope's name leaves
    out characters that are not allowed in name scopes.

    >>> with tf.name_scope("train"), tf.summary.experimental.summary_scope("a b") as (
    ...     tag, scope
    ... ):
    ...     print(tag)
    train/a b
    """
    label = name or default_name
    tag = _in_scope(label)
    cleaned = _NOT_OF_SCOPES.sub("", label).lstrip("_\\/>-")
    with name_scope(cleaned or default_name) as scope:
        yield tag, scope


def _in_scope(label: str) -> str:
    scope = get_current_name_scope()
    return f"{scope}/{label}" if scope else label


def written_at_once(
    name: str, number: bytes, step: TensorLike | None, metadata: bytes
) -> Tensor | None:
    """Writes a float32, as its bytes, outside of every trace; None if it cannot.

    Has the effect of the op, without converting its arguments to tensors.
    """
    state = STATE.get()
    writer = state.writer
    if writer is None or state.condition is not True or type(writer) is not FileWriter:
        return None
    found = state.step if step is None else step
    if type(found) is EagerTensor and found.dtype is dtypes.int64 and not found.ndim:
        found = int(found._array)
    if type(found) is not int or not -(1 << 63) <= found < 1 << 63:
        return None
    tag = _in_scope(name)
    writer._resource._array.add_scalar(found, tag.encode(), number, metadata)
    return _RECORDED


__all__ = [
    "recorded",
    "summary_scope",
    "write",
    "write_raw_pb",
    "written_at_once",
]
