"""Attributes of `Tensor` that are computed or refused when they are read."""

from __future__ import annotations

from typing import (
    Any,
    NoReturn,
)

from graphir.attachments import Attached

_OPERATORS: Attached[frozenset[str]] = Attached("operators for what acts as a tensor")


class OverloadableOperators:
    """The names of operators that other classes may take from `tf.Tensor`."""

    def __get__(self, tensor: Any, kind: type) -> frozenset[str]:
        return _OPERATORS()


class NumpyMethod:
    """Raises an error in place of a method that exists only under NumPy behavior.

    `__getattr__` could raise the same error, but would slow down each look-up of a
    missing attribute.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, tensor: Any, kind: type) -> NoReturn:
        raise AttributeError(
            f"{kind.__name__} object has no attribute '{self.name}'.\n"
            "        If you are looking for numpy-related methods, please run the "
            "following:\n        tf.experimental.numpy."
            "experimental_enable_numpy_behavior()\n      "
        )
