"""Observers of new traces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from runtime.functions.retracing import TraceRecord

if TYPE_CHECKING:
    from runtime.functions.concrete_function import ConcreteFunction
    from runtime.functions.declaration import Declaration


class TraceObserver(Protocol):
    """An observer of traces."""

    def traced(
        self,
        declaration: Declaration,
        concrete: ConcreteFunction,
        record: TraceRecord,
    ) -> None:
        """A function was traced; called inside the lock of tracing."""


OBSERVERS: Final[list[TraceObserver]] = []
"""In the order in which they came."""
