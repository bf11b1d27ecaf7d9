"""Errors by their codes, and codes by errors."""

from __future__ import annotations

from typing import Any

from graphir import errors


def _classes() -> dict[int, type[Any]]:
    """The class of each code, without those of the command line."""
    found: dict[int, type[Any]] = {}
    for kind in vars(errors).values():
        code = getattr(kind, "code", None) if isinstance(kind, type) else None
        if isinstance(code, int) and issubclass(kind, errors.OpError):
            found.setdefault(int(code), kind)
    return found


def exception_type_from_error_code(error_code: int) -> type[Any]:
    """The class of errors with a code.

    >>> tf.compat.v1.errors.exception_type_from_error_code(3).__name__
    'InvalidArgumentError'

    Raises:
      KeyError: for a code that is none.
    """
    return _classes()[error_code]


def error_code_from_exception_type(cls: type[Any]) -> int:
    """The code of a class of errors.

    >>> tf.compat.v1.errors.error_code_from_exception_type(tf.errors.NotFoundError)
    5

    Raises:
      KeyError: for a class that has none.
    """
    return {kind: code for code, kind in _classes().items()}[cls]


__all__ = ["error_code_from_exception_type", "exception_type_from_error_code"]
