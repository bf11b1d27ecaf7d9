"""The logical device that an eager tensor reports.

All logical devices compute on one CPU; a place only names one of them. It observes
applied ops as a tape does, so that programs without logical devices have no overhead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from runtime.context import CURRENT

TASK: Final = "/job:localhost/replica:0/task:0"


class Place:
    """A logical device other than the first, which marks the results computed on it."""

    __slots__ = ("device",)

    def __init__(self, device: str) -> None:
        self.device = device
        """Its whole name."""

    def put(self, tensors: Iterable[Any]) -> None:
        """Marks eager tensors as computed on this device."""
        for each in tensors:
            vars(each)["place"] = self.device

    def record(
        self,
        op: str,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any],
        outputs: Sequence[Any],
        backward: Any = None,
    ) -> None:
        """Marks the results of an op."""
        self.put(outputs)

    def is_watching(self, tensors: Sequence[Any]) -> bool:
        """False: this observer needs no gradients."""
        return False

    def watch_more_results(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        """Does nothing."""

    def variable_accessed(self, variable: Any) -> None:
        """Does nothing."""


def current_place() -> Place | None:
    """The current place; None for the first device."""
    ambient = CURRENT.get()
    for tape in () if ambient is None else ambient.tapes:
        if isinstance(tape, Place):
            return tape
    return None


__all__ = ["TASK", "Place", "current_place"]
