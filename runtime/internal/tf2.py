"""`tf.__internal__.tf2`: whether this is TensorFlow 2."""

from __future__ import annotations


def enabled() -> bool:
    """Always True: the behaviour of version 1 is available in `compat.v1` only.

    >>> tf.__internal__.tf2.enabled()
    True
    """
    return True


__all__ = ["enabled"]
