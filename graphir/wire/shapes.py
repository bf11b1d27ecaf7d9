"""Shapes and dtypes: messages to Python values and back."""

from __future__ import annotations

from functools import cache
from typing import Any

from graphir.dtypes import DType, as_dtype
from graphir.errors import InvalidGraphError
from graphir.shapes import Shape
from graphir.wire import messages

Message = Any


@cache
def dtype_of(number: int) -> DType:
    """The DType with the wire number.

    Raises:
      InvalidGraphError: if no DType has the number.
    """
    try:
        return as_dtype(number)
    except TypeError:
        raise InvalidGraphError(f"There is no dtype number {number}.") from None


def to_shape_proto(shape: Shape) -> Message:
    """The message of a shape; an unknown dimension is -1.

    >>> [dim.size for dim in to_shape_proto(Shape([2, None])).dim]
    [2, -1]
    """
    message = messages.get("TensorShapeProto")()
    fill_shape_proto(message, shape)
    return message


def fill_shape_proto(message: Message, shape: Shape) -> None:
    """Writes a shape into an empty message."""
    if shape.sizes is None:
        message.unknown_rank = True
        return
    message.SetInParent()
    for size in shape.sizes:
        message.dim.add(size=-1 if size is None else size)


def from_shape_proto(message: Message) -> Shape:
    """The shape that a message holds; names of dimensions are dropped.

    Raises:
      InvalidGraphError: for a size below -1.
    """
    if message.unknown_rank:
        return Shape(None)
    sizes = [dim.size for dim in message.dim]
    if any(size < -1 for size in sizes):
        raise InvalidGraphError(
            f"The shape {sizes} has a negative size; only -1, for unknown, is allowed."
        )
    return Shape([None if size < 0 else size for size in sizes])
