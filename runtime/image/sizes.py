"""Static image sizes, where known, and checks of size arguments."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_op
from runtime.arrays.reshaping import expand_dims, squeeze
from runtime.arrays.reshaping import shape as shape_of
from runtime.control_flow.conditionals import Assert
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor


def require(condition: TensorLike, message: str) -> None:
    """Refuses wrong static sizes; checks dynamic sizes when the graph runs.

    Raises:
      ValueError: if a static condition is false.
      InvalidArgumentError: if a tensor condition is false when the graph runs.
    """
    if isinstance(condition, Tensor):
        Assert(condition, [message])
    elif not condition:
        raise ValueError(message)


def at_least_3d(image: TensorLike) -> Tensor:
    """The image as a tensor with at least three axes, whose last three are not empty.

    Raises:
      ValueError: for a lower rank or an empty axis.
    """
    tensor = convert_to_tensor(image, name="image")
    rank = tensor.shape.rank
    if rank is not None and rank < 3:
        raise ValueError(
            f"'image' (shape {tensor.shape}) must be at least three-dimensional."
        )
    if rank is not None and 0 in tensor.shape[-3:].as_list():
        raise ValueError(f"inner 3 dims of 'image.shape' must be > 0: {tensor.shape}")
    return tensor


def one_or_many(image: TensorLike) -> tuple[Tensor, bool]:
    """The images with a batch axis, and whether the batch axis was added.

    Raises:
      ValueError: for another rank than 3 or 4.
    """
    tensor = convert_to_tensor(image, name="image")
    rank = tensor.shape.rank
    if rank == 3:
        return expand_dims(tensor, 0), True
    if rank not in (None, 4):
        raise ValueError(
            f"'image' (shape {tensor.shape}) must have either 3 or 4 dimensions."
        )
    return tensor, False


def as_given(images: Tensor, was_one: bool) -> Tensor:
    """Removes the batch axis if it was added."""
    return squeeze(images, [0]) if was_one else images


def sizes_of(tensor: Tensor) -> list[Any]:
    """The size of each axis: an int, or a tensor if it is not known statically."""
    known = tensor.shape.as_list()
    if None not in known:
        return list(known)
    whole = shape_of(tensor)
    return [whole[axis] if size is None else size for axis, size in enumerate(known)]


def at_least(value: Any, least: int) -> Any:
    """The larger of a number or tensor and a number."""
    if isinstance(value, Tensor):
        return apply_op("Maximum", [value, least])
    return max(value, least)


def at_most(value: Any, other: Any) -> Any:
    """The smaller of two numbers or tensors."""
    if isinstance(value, Tensor) or isinstance(other, Tensor):
        return apply_op("Minimum", [value, other])
    return min(value, other)


def number_of(value: TensorLike) -> Any:
    """A tensor with a static value as a Python number; other tensors unchanged."""
    if isinstance(value, EagerTensor):
        return value._array.item() if value.shape.rank == 0 else value
    return value
