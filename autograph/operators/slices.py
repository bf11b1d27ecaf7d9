"""Subscripts: `target[i]` and `target[i] = x`."""

from __future__ import annotations

from typing import Any, NamedTuple

from autograph.operators.dispatch import stage_for

__all__ = ["GetItemOpts", "get_item", "set_item"]


class GetItemOpts(NamedTuple):
    """Static facts about the items of a subscripted value."""

    element_dtype: Any = None


def get_item(target: Any, i: Any, opts: GetItemOpts) -> Any:
    """The value of `target[i]`."""
    stage = stage_for(target, i)
    if stage is not None:
        result = stage.get_item(target, i, opts)
        if result is not NotImplemented:
            return result
    return target[i]


def set_item(target: Any, i: Any, x: Any) -> Any:
    """`target` after `target[i] = x`: itself in Python, a new value if staged."""
    stage = stage_for(target, i, x)
    if stage is not None:
        result = stage.set_item(target, i, x)
        if result is not NotImplemented:
            return result
    target[i] = x
    return target
