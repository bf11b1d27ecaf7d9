"""The helper by which these functions apply an op."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_op
from runtime.context import current_trace


def applied(
    op: str,
    *args: Any,
    name: str | None = None,
    default: str | None = None,
    attrs: dict[str, Any] | None = None,
) -> Any:
    """Applies an op; arguments that are no tensors are converted.

    While tracing, the node is called ``name``, else ``default``, else as the op.
    """
    if name is None and default is not None and current_trace() is not None:
        name = default
    return apply_op(op, args, attrs, name)
