"""The error of an op that has no counterpart."""

from __future__ import annotations

from graphir.errors import GraphirError


class UnsupportedOpError(GraphirError, ValueError):
    """An op, or a use of an op, that the target format cannot express."""
