"""Reasons against compiling a region, and error codes of compiled kernels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from graphir.errors import InternalError, InvalidArgumentError, OpError
from graphir.node import Node
from runtime.executor.kernels.failures import explained_at

MISMATCH: Final = -1
"""The status for arguments that the default executor handles: of another type, shape
or layout, or an index that is out of range."""
INTERRUPTED: Final = -2
"""The status after a signal handler has raised an error, which Python then raises."""


class Unsupported(Exception):
    """A node, or a shape, that native code does not cover; the text says why.

    Never seen by users: the default executor then runs the region.
    """


@dataclass(slots=True)
class FailureSites:
    """The places in a region's code that may fail; a place's number is its status."""

    sites: list[tuple[Node, type[OpError], str]] = field(default_factory=list)

    def number(self, node: Node, kind: type[OpError], message: str) -> int:
        """The status code of this failure."""
        self.sites.append((node, kind, message))
        return len(self.sites)

    def error(self, status: int) -> Exception:
        """The error of a status: the same error as the default executor's."""
        node, kind, message = self.sites[status - 1]
        told: Any = kind(None, None, message)
        return explained_at(told, node, None)


DIVISION: str = "Integer division by zero"


def division_error(op: str) -> type[OpError]:
    """The class that a division by zero raises: TensorFlow's differ by op."""
    is_internal = op in ("TruncateDiv", "TruncateMod")
    return InternalError if is_internal else InvalidArgumentError
