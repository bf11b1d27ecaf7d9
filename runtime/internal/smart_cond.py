"""`tf.__internal__.smart_cond`: a conditional that is decided at once if possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.control_flow.conditionals import cond
from runtime.namespaces.inspection import get_static_value
from runtime.tensors.tensor import Tensor
from runtime.variables.resource import ResourceVariable


def smart_cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """The result of one of two functions; both are traced where `pred` has no value.

    >>> tf.__internal__.smart_cond.smart_cond(True, lambda: 1, lambda: 2)
    1

    Raises:
      TypeError: if a function cannot be called.
    """
    for label, function in (("true_fn", true_fn), ("false_fn", false_fn)):
        if not callable(function):
            raise TypeError(f"Argument `{label}` must be callable.")
    if isinstance(pred, ResourceVariable):
        return cond(pred, true_fn, false_fn, name=name)
    known = get_static_value(pred) if isinstance(pred, Tensor) else bool(pred)
    if known is None:
        return cond(pred, true_fn, false_fn, name=name)
    chosen = true_fn if known else false_fn
    return chosen() if chosen is not None else None


__all__ = ["smart_cond"]
