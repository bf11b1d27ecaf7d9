"""Linear operators that users define, as composite tensors."""

from __future__ import annotations

from typing import Any


def make_composite_tensor(cls: Any, module_name: str = "tf.linalg") -> Any:
    """A decorator for a class of operators that can be an argument of functions.

    Returns the class unchanged: a class with `_composite_tensor_fields`, the names of
    its tensor parameters, is a composite tensor already.

    Raises:
      ValueError: for a class without `_composite_tensor_fields`.
    """
    if not hasattr(cls, "_composite_tensor_fields"):
        raise ValueError(f"{cls.__name__} has no _composite_tensor_fields.")
    return cls


__all__ = ["make_composite_tensor"]
