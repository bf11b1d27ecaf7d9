"""Classes of messages that libraries take from `tensorflow.core`."""

from __future__ import annotations

from typing import Any

from graphir.wire import messages

_NAMES = (
    "AttrValue",
    "Event",
    "Summary",
    "HistogramProto",
    "GraphDef",
    "NodeDef",
    "StructuredValue",
)


class ClusterDef:
    """A description of a cluster of processes; only a name for `isinstance`."""

    def __init__(self, **kwargs: Any) -> None:
        raise NotImplementedError("there are no clusters of processes here")


def __getattr__(name: str) -> Any:
    if name in _NAMES:
        return messages.get(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["ClusterDef"]
