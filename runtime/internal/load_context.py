"""The options with which a model is being loaded, for those who load its parts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

_OPTIONS: Final[ContextVar[Any]] = ContextVar("load options", default=None)
_IS_LOADING: Final[ContextVar[bool]] = ContextVar("loading", default=False)


@contextmanager
def load_context(load_options: Any) -> Iterator[None]:
    """A context manager under which a model is loaded with these options.

    >>> with tf.__internal__.load_context(None):
    ...     pass
    """
    options, loading = _OPTIONS.set(load_options), _IS_LOADING.set(True)
    try:
        yield
    finally:
        _IS_LOADING.reset(loading)
        _OPTIONS.reset(options)


def get_load_options() -> Any:
    """The options of the load under way, or None."""
    return _OPTIONS.get()


def in_load_context() -> bool:
    """Whether a model is being loaded."""
    return _IS_LOADING.get()
