"""Flips and rotations of images."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.apply import apply_op
from runtime.arrays.rearranging import reverse
from runtime.arrays.reshaping import transpose as with_axes
from runtime.context import op_scope
from runtime.control_flow.conditionals import cond, switch_case
from runtime.image.sizes import as_given, at_least_3d, number_of, one_or_many, sizes_of
from runtime.random.sampling import uniform
from runtime.random.stateless import stateless_uniform
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def flip_left_right(image: TensorLike) -> Tensor:
    """The columns in reverse order; ``image`` has 3 axes, or 4 with a batch.

    >>> tf.image.flip_left_right([[[1], [2]]]).numpy().tolist()
    [[[2], [1]]]

    Raises:
      ValueError: for another rank.
    """
    return _flipped(image, 2, "flip_left_right")


def flip_up_down(image: TensorLike) -> Tensor:
    """The rows in reverse order; ``image`` has 3 axes, or 4 with a batch.

    >>> tf.image.flip_up_down([[[1]], [[2]]]).numpy().tolist()
    [[[2]], [[1]]]

    Raises:
      ValueError: for another rank.
    """
    return _flipped(image, 1, "flip_up_down")


def _flipped(image: Any, axis: int, scope: str) -> Tensor:
    with op_scope(None, scope):
        batch, was_one = one_or_many(at_least_3d(image))
        return as_given(reverse(batch, [axis]), was_one)


def transpose(image: TensorLike, name: str | None = None) -> Tensor:
    """Rows and columns exchanged; ``image`` has 3 axes, or 4 with a batch.

    >>> tf.image.transpose(tf.ones([2, 3, 1])).shape
    TensorShape([3, 2, 1])

    Raises:
      ValueError: for another rank.
    """
    with op_scope(name, "transpose"):
        batch, was_one = one_or_many(at_least_3d(image))
        return as_given(with_axes(batch, [0, 2, 1, 3]), was_one)


def rot90(image: TensorLike, k: TensorLike = 1, name: str | None = None) -> Tensor:
    """Turned by 90 degrees ``k`` times, counter-clockwise.

    >>> tf.image.rot90([[[1], [2]]]).numpy().tolist()
    [[[2]], [[1]]]

    Raises:
      ValueError: for another rank than 3 or 4, or if ``k`` is no scalar.
    """
    with op_scope(name, "rot90"):
        batch, was_one = one_or_many(at_least_3d(image))
        turns = convert_to_tensor(k, "int32", name="k")
        if turns.shape.rank not in (None, 0):
            raise ValueError(f"k must be a scalar, not of shape {turns.shape}.")
        count = turns.constant_value()
        if count is not None:
            return as_given(_turned(batch, int(count) % 4), was_one)
        quarter = apply_op("FloorMod", [turns, 4])
        turned = switch_case(
            quarter, [lambda count=count: _turned(batch, count) for count in range(4)]
        )
        return as_given(turned, was_one)


def _turned(batch: Tensor, count: int) -> Tensor:
    if count == 0:
        return batch
    if count == 2:
        return reverse(batch, [1, 2])
    exchanged = with_axes(reverse(batch, [2]) if count == 1 else batch, [0, 2, 1, 3])
    return exchanged if count == 1 else reverse(exchanged, [2])


def random_flip_left_right(image: TensorLike, seed: int | None = None) -> Tensor:
    """Flips images left to right at random.

    >>> tf.image.random_flip_left_right(tf.ones([2, 2, 1])).shape
    TensorShape([2, 2, 1])

    Raises:
      ValueError: for another rank than 3 or 4.
    """
    return _perhaps(image, 2, lambda shape: uniform(shape, 0, 1.0, seed=seed))


def random_flip_up_down(image: TensorLike, seed: int | None = None) -> Tensor:
    """Flips images upside down at random.

    >>> tf.image.random_flip_up_down(tf.ones([2, 2, 1])).shape
    TensorShape([2, 2, 1])

    Raises:
      ValueError: for another rank than 3 or 4.
    """
    return _perhaps(image, 1, lambda shape: uniform(shape, 0, 1.0, seed=seed))


def stateless_random_flip_left_right(image: TensorLike, seed: TensorLike) -> Tensor:
    """Flips images left to right at random, as the seed determines.

    >>> tf.image.stateless_random_flip_left_right([[[1], [2]]], (2, 3)).shape
    TensorShape([1, 2, 1])

    Raises:
      ValueError: for another rank than 3 or 4.
    """
    return _perhaps(image, 2, lambda shape: stateless_uniform(shape, seed, 0, 1.0))


def stateless_random_flip_up_down(image: TensorLike, seed: TensorLike) -> Tensor:
    """Flips images upside down at random, as the seed determines.

    >>> tf.image.stateless_random_flip_up_down([[[1], [2]]], (2, 3)).shape
    TensorShape([1, 2, 1])

    Raises:
      ValueError: for another rank than 3 or 4.
    """
    return _perhaps(image, 1, lambda shape: stateless_uniform(shape, seed, 0, 1.0))


def _perhaps(image: Any, axis: int, draw: Any) -> Tensor:
    with op_scope(None, "random_flip"):
        tensor = at_least_3d(image)
        if tensor.shape.rank == 3:
            is_flipped = apply_op("Less", [draw([]), 0.5])
            result: Tensor = cond(
                is_flipped, lambda: reverse(tensor, [axis - 1]), lambda: tensor
            )
            return result
        batch, was_one = one_or_many(tensor)
        count = number_of(sizes_of(batch)[0])
        numbers = apply_op("Round", [draw([count])])
        column = apply_op("Reshape", [numbers, np.array([-1, 1, 1, 1], np.int32)])
        flips = apply_op("Cast", [column], {"DstT": batch.dtype})
        kept = apply_op("Sub", [1, flips])
        flipped = apply_op("Mul", [flips, reverse(batch, [axis])])
        mixed: Tensor = apply_op("AddV2", [flipped, apply_op("Mul", [kept, batch])])
        return as_given(mixed, was_one)
