"""The context on which a trace depends besides its arguments, usually empty."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, Final

TRACE_PLACE: Final[ContextVar[Any]] = ContextVar("trace_place", default=None)
"""For example the calling replica: replicas do not share traces."""
