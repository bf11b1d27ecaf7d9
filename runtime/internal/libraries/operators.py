"""Linear operators of one's own as composite tensors."""

from __future__ import annotations

from typing import Any


def make_composite_tensor(cls: Any, module_name: str = "tf.linalg") -> Any:
    """A decorator for a class of operators that can be an argument of functions.

    Every class that says which of its parameters are tensors is one already.

    Raises:
      ValueError: for one that does not.
    """
    if not hasattr(cls, "_composite_tensor_fields"):
        raise ValueError(f"{cls.__name__} has no _composite_tensor_fields.")
    return cls


__all__ = ["make_composite_tensor"]
