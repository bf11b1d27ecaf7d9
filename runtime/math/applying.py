"""Application of an op with one result to arguments that are converted to tensors."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_single
from runtime.context import current_trace
from runtime.tensors.tensor import Tensor


def applied(
    op: str,
    *args: Any,
    name: str | None = None,
    default: str | None = None,
    attrs: dict[str, Any] | None = None,
) -> Tensor:
    """Applies an op with one result; arguments that are no tensors are converted.

    While tracing, the node is called ``name``, else ``default``, else as the op.
    """
    if name is None and default is not None and current_trace() is not None:
        name = default
    return apply_single(op, args, attrs, name)
