"""Subscripts: `target[i]` and `target[i] = x`."""

from __future__ import annotations

from typing import Any, NamedTuple

from autograph.operators.dispatch import STAGES, staged

__all__ = ["GetItemOpts", "get_item", "set_item"]


class GetItemOpts(NamedTuple):
    """Static facts about the items of a subscripted value."""

    element_dtype: Any = None


def get_item(target: Any, i: Any, opts: GetItemOpts) -> Any:
    """The value of `target[i]`."""
    if STAGES[type(target)] is None and STAGES[type(i)] is None:
        return target[i]
    result = staged((target, i), "get_item", target, i, opts)
    return target[i] if result is NotImplemented else result


def set_item(target: Any, i: Any, x: Any) -> Any:
    """`target` after `target[i] = x`: itself in Python, a new value if staged."""
    result = staged((target, i, x), "set_item", target, i, x)
    if result is not NotImplemented:
        return result
    target[i] = x
    return target
