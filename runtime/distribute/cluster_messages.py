"""The classes of the messages that describe clusters, created on first use."""

from __future__ import annotations

from typing import Any, Final

_MESSAGES: Final = ("ClusterDef", "JobDef", "ServerDef")


def __getattr__(name: str) -> Any:
    # protobuf is imported with the first of them
    if name not in _MESSAGES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from graphir.wire import messages

    return messages.get(name)


def __dir__() -> list[str]:
    return list(_MESSAGES)
