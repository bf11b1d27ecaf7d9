"""Conversions of text and bytes, and groups of types, once needed for Python 2."""

from __future__ import annotations

import numbers
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

import numpy as np

from graphir.shapes import Shape

bytes_or_text_types: Final = (bytes, str)
integral_types: Final = (numbers.Integral, np.integer)
real_types: Final = (numbers.Real, np.integer, np.floating)
complex_types: Final = (numbers.Complex, np.number)

_HORIZON: Final[ContextVar[tuple[int, int, int] | None]] = ContextVar(
    "forward compatibility horizon", default=None
)
"""Year, month and day of the horizon that is set now."""


def as_bytes(bytes_or_text: Any, encoding: str = "utf-8") -> bytes:
    """Text encoded to bytes; bytes unchanged.

    >>> tf.compat.as_bytes("text")
    b'text'

    Raises:
      TypeError: for a value that is neither text nor bytes.
    """
    if isinstance(bytes_or_text, (bytes, bytearray)):
        return bytes(bytes_or_text)
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_text(bytes_or_text: Any, encoding: str = "utf-8") -> str:
    """Bytes decoded to text; text unchanged.

    >>> tf.compat.as_text(b"text")
    'text'

    Raises:
      TypeError: for a value that is neither text nor bytes.
    """
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


as_str = as_text


def as_str_any(value: Any, encoding: str = "utf-8") -> str:
    """Bytes decoded; other values by ``str``.

    >>> tf.compat.as_str_any(3)
    '3'
    """
    return as_text(value, encoding) if isinstance(value, bytes) else str(value)


def path_to_str(path: Any) -> Any:
    """A path object as text; other values unchanged.

    >>> tf.compat.path_to_str("folder/file")
    'folder/file'
    """
    return as_str_any(os.fspath(path)) if isinstance(path, os.PathLike) else path


def dimension_value(dimension: Any) -> int | None:
    """The size that a dimension stands for.

    >>> tf.compat.dimension_value(3)
    3
    """
    value: int | None = getattr(dimension, "value", dimension)
    return value


def dimension_at_index(shape: Shape, index: int) -> int | None:
    """The size of one axis of a shape, None if it is not known.

    >>> tf.compat.dimension_at_index(tf.TensorShape([2, None]), 1)
    """
    size: int | None = None if shape.rank is None else shape[index]
    return size


def forward_compatible(year: int, month: int, day: int) -> bool:
    """Whether programs built before a date need not be served any more: always True.

    Within a `forward_compatibility_horizon`, True only for dates before the horizon.

    >>> tf.compat.forward_compatible(2030, 1, 1)
    True
    """
    horizon = _HORIZON.get()
    return horizon is None or horizon > (year, month, day)


@contextmanager
def forward_compatibility_horizon(year: int, month: int, day: int) -> Iterator[None]:
    """A context manager: programs from that date on are not past.

    >>> with tf.compat.forward_compatibility_horizon(2027, 1, 1):
    ...     print(tf.compat.forward_compatible(2027, 1, 1))
    False
    """
    token = _HORIZON.set((year, month, day))
    try:
        yield
    finally:
        _HORIZON.reset(token)
