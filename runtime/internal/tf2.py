"""`tf.__internal__.tf2`: whether this is TensorFlow 2."""

from __future__ import annotations


def enabled() -> bool:
    """Always: the behaviour of version 1 is asked for name by name in `compat.v1`.

    >>> tf.__internal__.tf2.enabled()
    True
    """
    return True


__all__ = ["enabled"]
