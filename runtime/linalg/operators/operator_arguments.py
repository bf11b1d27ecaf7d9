"""Checks and conversions of the matrices from which operators are constructed."""

from __future__ import annotations

from typing import Any

from graphir.shapes import Shape, broadcast_shapes
from runtime.arrays.reshaping import broadcast_to
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.variables.resource import ResourceVariable


def known_sizes(shape: Shape) -> list[int]:
    """The sizes of a shape, all of which must be known.

    Raises:
      NotImplementedError: if one is not, which happens while tracing.
    """
    sizes = shape.as_list()
    known = [each for each in sizes if each is not None]
    if len(known) < len(sizes):
        raise NotImplementedError(
            f"This operator needs to know its sizes while tracing, not {shape}: give "
            "the function an input_signature with them, or use tf.ensure_shape."
        )
    return known


def with_same_batch(matrix: Tensor, other: Tensor) -> tuple[Tensor, Tensor]:
    """Two matrices with batch axes broadcast to a common shape."""
    first, second = matrix.shape, other.shape
    if None in (first.rank, second.rank) or first[:-2] == second[:-2]:
        return matrix, other
    batch = broadcast_shapes(first[:-2], second[:-2])
    spread = [
        each
        if each.shape[:-2] == batch
        else broadcast_to(each, [*batch.as_list(), *each.shape[-2:].as_list()])
        for each in (matrix, other)
    ]
    return spread[0], spread[1]


def kept(value: TensorLike, name: str) -> Tensor:
    """Converts a value to a tensor; keeps a variable, so that every use reads it."""
    if isinstance(value, ResourceVariable):
        variable: Any = value
        tensor: Tensor = variable
        return tensor
    return convert_to_tensor(value, name=name)


def numeric(value: TensorLike, name: str) -> Tensor:
    """The elements of an operator as a tensor or variable of a numeric dtype.

    Raises:
      TypeError: for a dtype without numbers.
    """
    tensor = kept(value, name)
    if not (tensor.dtype.is_numeric or tensor.dtype.is_bool):
        raise TypeError(
            f"Argument `{name}` must be of numbers, found {tensor.dtype!r}."
        )
    return tensor
