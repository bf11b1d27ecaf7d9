"""`tf.__internal__.distribute`: how an update is merged over replicas."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from types import SimpleNamespace
from typing import Any

from runtime.distribute.strategies import (
    get_replica_context,
    get_strategy,
    has_strategy,
)


def strategy_supports_no_merge_call() -> bool:
    """Whether replicas may update variables without meeting first: with one, always.

    >>> tf.__internal__.distribute.strategy_supports_no_merge_call()
    True
    """
    return not has_strategy() or not get_strategy().extended._use_merge_call()


def maybe_merge_call(
    fn: Callable[..., Any], strategy: Any, *args: Any, **kwargs: Any
) -> Any:
    """Calls `fn(strategy, ...)`, across replicas where they must meet."""
    context = get_replica_context()
    if context is None or strategy_supports_no_merge_call():
        return fn(strategy, *args, **kwargs)
    return context.merge_call(fn, args=args, kwargs=kwargs)


def variable_sync_on_read_context() -> AbstractContextManager[None]:
    """A context manager without effect: one replica needs no synchronization."""
    return nullcontext()


interim: Any = SimpleNamespace(maybe_merge_call=maybe_merge_call)

__all__ = [
    "interim",
    "strategy_supports_no_merge_call",
    "variable_sync_on_read_context",
]
