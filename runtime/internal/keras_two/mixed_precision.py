"""`tf.__internal__.mixed_precision` and `.train`: Keras 2's precision policies."""

from __future__ import annotations

from typing import Any, Final

from runtime.compat.v1.training.scaled_optimizer import REWRITE

WRAPPERS: Final[dict[type, tuple[Any, Any]]] = {}
"""Class of optimizers -> its loss-scaling wrapper function, and the wrapper's class."""

_STATE: Final = {"policy": False}


def register_loss_scale_wrapper(
    optimizer_cls: type, wrapper_fn: Any, wrapper_cls: Any = None
) -> None:
    """Registers the loss-scaling wrapper of a class of optimizers."""
    WRAPPERS[optimizer_cls] = wrapper_fn, wrapper_cls or wrapper_fn


def is_mixed_precision_graph_rewrite_enabled() -> bool:
    """Whether `enable_mixed_precision_graph_rewrite` was called."""
    return REWRITE["enabled"]


def set_using_mixed_precision_policy(is_using: bool) -> None:
    """Records whether a policy of mixed precision is set."""
    _STATE["policy"] = is_using


__all__ = [
    "is_mixed_precision_graph_rewrite_enabled",
    "register_loss_scale_wrapper",
    "set_using_mixed_precision_policy",
]
