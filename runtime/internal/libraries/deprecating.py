"""`tensorflow.python.util.deprecation`: arguments that are to be used no more."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from runtime.internal.decorator import make_decorator
from runtime.messages.logs import get_logger

_SAID: Final[set[str]] = set()
_IS_SILENT: Final = ContextVar("no deprecations are said", default=False)


@contextmanager
def silence() -> Iterator[None]:
    """A context manager that silences warnings about deprecations."""
    token = _IS_SILENT.set(True)
    try:
        yield
    finally:
        _IS_SILENT.reset(token)


def _say(func: Callable[..., Any], text: str, warn_once: bool) -> None:
    if _IS_SILENT.get():
        return
    line = f"From {func.__module__}: calling {func.__qualname__} {text}"
    if warn_once and line in _SAID:
        return
    _SAID.add(line)
    get_logger().warning(line)


def _removal(date: str | None, instructions: str) -> str:
    when = f"after {date}" if date else "in a future version"
    text = f"is deprecated and will be removed {when}.\nInstructions for updating:\n"
    return text + instructions


def deprecated_args(
    date: str | None,
    instructions: str,
    *deprecated_arg_names_or_tuples: Any,
    warn_once: bool = True,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that warns at calls with deprecated arguments.

    A name may be in a tuple, followed by values that cause no warning.

    >>> @deprecated_args(None, "Leave it out.", "old")
    ... def double(x, old=None): return 2 * x
    >>> double(3)
    6
    """
    pairs = [
        (each[0], each[1:]) if isinstance(each, (list, tuple)) else (each, ())
        for each in deprecated_arg_names_or_tuples
    ]

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(func)

        def call(*args: Any, **kwargs: Any) -> Any:
            given = signature.bind(*args, **kwargs).arguments
            for name, harmless in pairs:
                if name in given and not any(given[name] is each for each in harmless):
                    text = f"with {name} {_removal(date, instructions)}"
                    _say(func, text, warn_once)
            return func(*args, **kwargs)

        return make_decorator(func, call, "deprecated_args")

    return decorate


def deprecated_arg_values(
    date: str | None,
    instructions: str,
    warn_once: bool = True,
    **deprecated_kwargs: Any,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that warns where arguments have some values.

    >>> @deprecated_arg_values(None, "Give True.", fast=False)
    ... def double(x, fast=True): return 2 * x
    >>> double(3)
    6
    """

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(func)

        def call(*args: Any, **kwargs: Any) -> Any:
            given = signature.bind(*args, **kwargs).arguments
            for name, value in deprecated_kwargs.items():
                if name in given and given[name] == value:
                    text = f"with {name}={value!r} {_removal(date, instructions)}"
                    _say(func, text, warn_once)
            return func(*args, **kwargs)

        return make_decorator(func, call, "deprecated_arg_values")

    return decorate


def deprecated_alias(
    deprecated_name: str, name: str, func_or_class: Any, warn_once: bool = True
) -> Any:
    """A function or class under its earlier name, which warns where it is used.

    >>> deprecated_alias("old_len", "len", len)([1])
    1
    """
    text = f"by the name {deprecated_name} {_removal(None, f'Use {name}.')}"
    if isinstance(func_or_class, type):

        class Alias(func_or_class):  # type: ignore[misc]  # of the class that is given
            __doc__ = func_or_class.__doc__
            __module__ = func_or_class.__module__

            def __init__(self, *args: Any, **kwargs: Any) -> None:
                _say(func_or_class, text, warn_once)
                super().__init__(*args, **kwargs)

        Alias.__name__ = func_or_class.__name__
        return Alias

    @functools.wraps(func_or_class)
    def call(*args: Any, **kwargs: Any) -> Any:
        _say(func_or_class, text, warn_once)
        return func_or_class(*args, **kwargs)

    return call


def deprecated_argument_lookup(
    new_name: str, new_value: Any, old_name: str, old_value: Any
) -> Any:
    """The value of an argument under its new name or its old one.

    >>> deprecated_argument_lookup("axis", None, "dim", 1)
    1

    Raises:
      ValueError: if both arguments are passed.
    """
    if old_value is None:
        return new_value
    if new_value is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'.")
    return old_value


__all__ = [
    "deprecated_alias",
    "deprecated_arg_values",
    "deprecated_args",
    "deprecated_argument_lookup",
    "silence",
]
