"""`tf.__internal__.decorator`: decorated functions, and how to unwrap them."""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable
from typing import Any


class Decorator:
    """A record of the function that a decorator replaced, and of the decorator."""

    def __init__(
        self, name: str, target: Callable[..., Any], doc: str = "", argspec: Any = None
    ) -> None:
        self.decorator_name = name
        self.decorated_target = target
        self.decorator_doc = doc
        self.decorator_argspec = argspec


def make_decorator(
    target: Callable[..., Any],
    decorator_func: Callable[..., Any],
    decorator_name: str | None = None,
    decorator_doc: str = "",
    decorator_argspec: Any = None,
) -> Callable[..., Any]:
    """Makes `decorator_func` look like `target`, which `unwrap` finds again.

    >>> make, unwrap = (getattr(tf.__internal__.decorator, name)
    ...                 for name in ("make_decorator", "unwrap"))
    >>> def twice(x): return 2 * x
    >>> wrapper = make(twice, lambda x: twice(x) + 1, "plus_one")
    >>> wrapper.__name__, unwrap(wrapper)[1] is twice
    ('twice', True)
    """
    if decorator_name is None:
        frame = inspect.currentframe()
        caller = frame.f_back if frame is not None else None
        decorator_name = caller.f_code.co_name if caller is not None else ""
    functools.update_wrapper(decorator_func, target)
    made: Any = decorator_func
    made._tf_decorator = Decorator(
        decorator_name, target, decorator_doc, decorator_argspec
    )
    return decorator_func


def unwrap(maybe_tf_decorator: Any) -> tuple[list[Decorator], Any]:
    """The decorators around a function, outermost first, and the function itself."""
    found: list[Decorator] = []
    inner = maybe_tf_decorator
    while (decorator := getattr(inner, "_tf_decorator", None)) is not None:
        if getattr(decorator, "decorated_target", None) is None:
            break
        found.append(decorator)
        inner = decorator.decorated_target
    return found, inner


def contextmanager(target: Callable[..., Any]) -> Callable[..., Any]:
    """`contextlib.contextmanager`, with a result that `unwrap` recognises."""
    made = contextlib.contextmanager(target)
    return make_decorator(target, made, "contextmanager")


def disable_cudnn_autotune(func: Callable[..., Any]) -> Callable[..., Any]:
    """The function itself: kernels here have no autotuning."""
    return func


__all__ = ["contextmanager", "make_decorator", "unwrap"]
