"""`tensorflow.python.util.deprecation`: functions that are to be used no more."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, TypeVar

from runtime.messages.logs import get_logger

_F = TypeVar("_F", bound=Callable[..., Any])

_SAID: Final[set[str]] = set()


def deprecated(
    date: str | None, instructions: str, warn_once: bool = True
) -> Callable[[_F], _F]:
    """A decorator of a function or class that warns where it is used, by default once.

    >>> @deprecated(None, "Use new.")
    ... def old(): return 1
    >>> old()
    1
    """

    def decorate(old: _F) -> _F:
        if isinstance(old, type):
            kind: Any = old
            kind.__init__ = _warning(kind.__init__, old, date, instructions, warn_once)
            return old
        wrapped: Any = _warning(old, old, date, instructions, warn_once)
        return wrapped  # type: ignore[no-any-return]

    return decorate


def _warning(
    function: Callable[..., Any],
    shown: Any,
    date: str | None,
    instructions: str,
    once: bool,
) -> Callable[..., Any]:
    name = f"{shown.__module__}.{shown.__qualname__}"

    @functools.wraps(function)
    def warn(*args: Any, **kwargs: Any) -> Any:
        if not once or name not in _SAID:
            _SAID.add(name)
            get_logger().warning(
                "%s (from %s) is deprecated and will be removed %s.\n"
                "Instructions for updating:\n%s",
                shown.__qualname__,
                shown.__module__,
                "in a future version" if date is None else f"after {date}",
                instructions,
            )
        return function(*args, **kwargs)

    return warn


def deprecated_endpoints(*args: str) -> Callable[[_F], _F]:
    """A decorator that keeps names under which a symbol is to be used no more."""

    def decorate(symbol: _F) -> _F:
        kept: Any = symbol
        kept._tf_deprecated_api_names = args
        return symbol

    return decorate


__all__ = ["deprecated", "deprecated_endpoints"]
