"""The shapes that programs get: by default those that the runtime itself uses.

Programs of TensorFlow 1 ask for sizes that are objects with a ``value``; which class of
shapes has them is decided in a room above.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from graphir.shapes import Shape

_SHOWN_AS: Final[list[Callable[[Shape], Shape]]] = []
_IS_OURS: Final[list[Callable[[str], bool]]] = []


def show_shapes_as(
    kind: Callable[[Shape], Shape] | None, is_ours: Callable[[str], bool]
) -> None:
    """Sets what programs get for a shape; None for the shape itself.

    ``is_ours`` tells by its name whether a file is of the runtime, not of a program.
    """
    _SHOWN_AS[:] = [] if kind is None else [kind]
    _IS_OURS[:] = [is_ours]


def shown_to_caller(shape: Shape) -> Shape:
    """What a property gives its caller: the shape itself to code of the runtime."""
    if not _SHOWN_AS or _IS_OURS[0](sys._getframe(2).f_code.co_filename):
        return shape
    return _SHOWN_AS[0](shape)


def shown(shape: Shape) -> Shape:
    """What a program gets that asks a tensor for its shape by `get_shape`.

    >>> from graphir.shapes import Shape
    >>> from runtime.tensors.shown_shapes import shown
    >>> shown(Shape([2]))
    TensorShape([2])
    """
    return _SHOWN_AS[0](shape) if _SHOWN_AS else shape


__all__ = ["show_shapes_as", "shown", "shown_to_caller"]
