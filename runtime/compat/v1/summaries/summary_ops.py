"""`tf.compat.v1.summary`: ops that make summaries, which a session fetches as bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from graphir import dtypes
from graphir.wire import messages
from graphir.wire.messages import Message
from runtime.apply import apply_op
from runtime.compat.v1.control import name_scope
from runtime.compat.v1.graph_variables import GraphKeys, get_collection
from runtime.compat.v1.sessions import Session, get_default_session
from runtime.context import current_trace, executing_eagerly
from runtime.messages.logs import get_logger
from runtime.summary.graphs import graph as graph_summary
from runtime.summary.state import STATE
from runtime.summary.writing import WRITES
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Graph, default_graph

_NOT_IN_TAGS: Final = re.compile(r"[^-/\w\.]")


def scalar(
    name: str,
    tensor: TensorLike,
    collections: Sequence[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of a number: a string scalar, a serialized `Summary`.

    Args:
      name: the name of the op, and in TensorBoard.
      tensor: a real number without axes.
      collections: where the summary is kept for `merge_all`, by default
        ``GraphKeys.SUMMARIES``.
      family: what TensorBoard groups by, put before the name.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     loss = tf.compat.v1.summary.scalar("loss", 0.5)
    ...     tf.compat.v1.Summary.FromString(session.run(loss)).value[0].simple_value
    0.5
    """
    with _summary_scope(name, family, "tags") as (tag, scope):
        inputs = [tag, convert_to_tensor(tensor, name="values")]
        return _collected(apply_op("ScalarSummary", inputs, None, scope), collections)


def histogram(
    name: str,
    values: TensorLike,
    collections: Sequence[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of real numbers of any shape, as counts in buckets.

    Returns:
      A string scalar, a serialized `Summary`.

    Raises:
      InvalidArgumentError: when it runs, for numbers that are not finite.
    """
    with _summary_scope(name, family) as (tag, scope):
        inputs = [tag, convert_to_tensor(values, name="values")]
        found = apply_op("HistogramSummary", inputs, None, scope)
        return _collected(found, collections)


def image(
    name: str,
    tensor: TensorLike,
    max_outputs: int = 3,
    collections: Sequence[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of images [count, height, width, 1, 3 or 4], the first as PNG files.

    Floats are scaled: to 255 for the largest, or about 127 where some are negative.

    Returns:
      A string scalar, a serialized `Summary`.
    """
    with _summary_scope(name, family) as (tag, scope):
        attrs = {"max_images": max_outputs}
        found = apply_op("ImageSummary", [tag, convert_to_tensor(tensor)], attrs, scope)
        return _collected(found, collections)


def audio(
    name: str,
    tensor: TensorLike,
    sample_rate: TensorLike,
    max_outputs: int = 3,
    collections: Sequence[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of sounds [count, frames] or [count, frames, channels], from -1 to 1.

    Args:
      sample_rate: frames a second.

    Returns:
      A string scalar, a serialized `Summary`.
    """
    with _summary_scope(name, family) as (tag, scope):
        rate = convert_to_tensor(sample_rate, dtypes.float32, name="sample_rate")
        inputs = [tag, convert_to_tensor(tensor), rate]
        attrs = {"max_outputs": max_outputs}
        found = apply_op("AudioSummaryV2", inputs, attrs, scope)
        return _collected(found, collections)


def text(
    name: str, tensor: TensorLike, collections: Sequence[str] | None = None
) -> Tensor:
    """A summary of strings of any shape, which are shown as Markdown.

    Returns:
      A string scalar, a serialized `Summary`.

    Raises:
      ValueError: for a tensor of another dtype.
    """
    value = convert_to_tensor(tensor)
    if value.dtype is not dtypes.string:
        raise ValueError(
            f"Expected tensor {_name_of(value)} to have dtype string, got {value.dtype}"
        )
    metadata = messages.get("SummaryMetadata")()
    metadata.plugin_data.plugin_name = "text"
    return tensor_summary(
        name, value, summary_metadata=metadata, collections=collections
    )


def _name_of(value: Any) -> str:
    return "" if executing_eagerly() else value.name


def tensor_summary(
    name: str,
    tensor: TensorLike,
    summary_description: object = None,
    collections: Sequence[str] | None = None,
    summary_metadata: Message | None = None,
    family: str | None = None,
    display_name: str | None = None,
) -> Tensor:
    """A summary that holds a tensor as it is, for a plugin of TensorBoard.

    Args:
      summary_description: its description, as Markdown.
      summary_metadata: a `SummaryMetadata` message, which names the plugin.
      display_name: what TensorBoard shows in place of the name.

    Returns:
      A string scalar, a serialized `Summary`.
    """
    metadata = summary_metadata or messages.get("SummaryMetadata")()
    if display_name is not None:
        metadata.display_name = display_name
    if summary_description is not None:
        metadata.summary_description = str(summary_description)
    about = metadata.SerializeToString()
    with _summary_scope(name, family) as (tag, scope):
        inputs = [tag, convert_to_tensor(tensor), about]
        found = apply_op("TensorSummaryV2", inputs, None, scope)
        return _collected(found, collections)


def merge(
    inputs: Sequence[Any],
    collections: Sequence[str] | None = None,
    name: str | None = None,
) -> Tensor:
    """One summary with the values of several: a string scalar.

    Raises:
      RuntimeError: eagerly, where summaries write themselves.
      InvalidArgumentError: when it runs, if two have the same tag.
    """
    if executing_eagerly():
        raise RuntimeError(
            "Merging tf.summary.* ops is not compatible with eager execution. Use "
            "tf.contrib.summary instead."
        )
    with name_scope(_clean(name) if name else None, "Merge", inputs):
        found = apply_op("MergeSummary", [list(inputs)])
        return _collected(found, collections or ())


def merge_all(
    key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None
) -> Tensor | None:
    """One summary of all those in a collection of the graph; None if there are none.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _ = tf.compat.v1.summary.scalar("a", 1.0)
    ...     _ = tf.compat.v1.summary.scalar("b", 2.0)
    ...     found = session.run(tf.compat.v1.summary.merge_all())
    >>> [each.tag for each in tf.compat.v1.Summary.FromString(found).value]
    ['a', 'b']

    Raises:
      RuntimeError: eagerly, where summaries write themselves.
    """
    if executing_eagerly():
        raise RuntimeError(
            "Merging tf.summary.* ops is not compatible with eager execution. Use "
            "tf.contrib.summary instead."
        )
    found = get_collection(key, scope)
    return merge(found, name=name) if found else None


def all_v2_summary_ops() -> list[Any] | None:
    """The ops of `tf.summary` in the graph, which write when they run; None eagerly."""
    return None if executing_eagerly() else list(get_collection(WRITES))


def initialize(
    graph: Graph | Message | None = None, session: Session | None = None
) -> None:
    """Writes a graph to the default writer of `tf.summary`; eagerly does nothing.

    Writers have their files open from their construction on.

    Raises:
      RuntimeError: in a graph without a default writer.
      ValueError: in a graph without a session.
    """
    if executing_eagerly():
        return
    if STATE.get().writer is None:
        raise RuntimeError("No default tf.contrib.summary.SummaryWriter found")
    chosen = session or get_default_session()
    if chosen is None:
        raise ValueError(
            "Argument `session must be passed if no default session exists"
        )
    if graph is not None:
        chosen.run(graph_summary(graph))


def get_summary_description(node_def: Message) -> Message:
    """The `SummaryDescription` of a node of the op ``TensorSummary``.

    Raises:
      ValueError: for a node of another op.
      google.protobuf.json_format.ParseError: for a description that is no JSON.
    """
    if node_def.op != "TensorSummary":
        raise ValueError(f"Cannot get_summary_description on {node_def.op}")
    from google.protobuf import json_format

    described = messages.get("SummaryDescription")()
    return json_format.Parse(node_def.attr["description"].s, described)


@contextmanager
def _summary_scope(
    name: str, family: str | None, label_of_tag: str = "tag"
) -> Iterator[tuple[Any, str]]:
    """The tag of a summary, and the scope of its op."""
    label = _clean(name)
    group = None if family is None else _clean(family)
    base = label if group is None else f"{group}/{label}"
    if current_trace() is None:
        yield base if group is None else f"{group}/{base}", base
        return
    with name_scope(base) as scope:
        tag = scope.rstrip("/")
        whole = tag if group is None else f"{group}/{tag}"
        yield convert_to_tensor(whole, name=label_of_tag), scope


def _clean(name: str) -> str:
    found = _NOT_IN_TAGS.sub("_", name).lstrip("/")
    if found != name:
        get_logger().info("Summary name %s is illegal; using %s instead.", name, found)
    return found


def _collected(summary: Tensor, collections: Sequence[str] | None) -> Tensor:
    if current_trace() is not None:
        graph: Any = default_graph()
        keys = (GraphKeys.SUMMARIES,) if collections is None else collections
        for key in keys:
            graph.add_to_collection(key, summary)
    return summary


__all__ = [
    "all_v2_summary_ops",
    "audio",
    "get_summary_description",
    "histogram",
    "image",
    "initialize",
    "merge",
    "merge_all",
    "scalar",
    "tensor_summary",
    "text",
]
