"""Messages of TensorFlow 1's interface: the classes themselves."""

from __future__ import annotations

from typing import Any, Final

from graphir.wire import messages

_NAMES: Final = (
    "AttrValue",
    "ConfigProto",
    "Event",
    "GPUOptions",
    "GraphDef",
    "GraphOptions",
    "HistogramProto",
    "LogMessage",
    "MetaGraphDef",
    "NameAttrList",
    "NodeDef",
    "OptimizerOptions",
    "RunOptions",
    "RunMetadata",
    "SessionLog",
    "Summary",
    "SummaryDescription",
    "SummaryMetadata",
    "TaggedRunMetadata",
    "TensorInfo",
)


def __getattr__(name: str) -> Any:
    """The class of a message.

    >>> node = tf.compat.v1.NodeDef(name="a", op="NoOp")
    >>> tf.compat.v1.NodeDef.FromString(node.SerializeToString()) == node
    True

    Raises:
      AttributeError: for another name.
    """
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return messages.get(name)


def __dir__() -> list[str]:
    return sorted(_NAMES)
