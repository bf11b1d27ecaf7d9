"""Public functions that move blocks of spatial axes into the depth or the batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.apply import apply_op, apply_single
from runtime.tensors.arguments import text_attr
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def space_to_depth(
    input: TensorLike,
    block_size: int,
    data_format: str = "NHWC",
    name: str | None = None,
) -> Tensor:
    """Squares of an image become longer depth vectors.

    >>> tf.nn.space_to_depth(tf.ones([1, 4, 4, 1]), 2).shape
    TensorShape([1, 2, 2, 4])

    Raises:
      InvalidArgumentError: if the sides are no multiples (traced: ValueError).
    """
    attrs = {
        "block_size": block_size,
        "data_format": text_attr(data_format, "data_format"),
    }
    return apply_single("SpaceToDepth", [input], attrs, name)


def depth_to_space(
    input: TensorLike,
    block_size: int,
    data_format: str = "NHWC",
    name: str | None = None,
) -> Tensor:
    """Parts of the depth become squares of an image.

    >>> tf.nn.depth_to_space(tf.ones([1, 2, 2, 4]), 2).shape
    TensorShape([1, 4, 4, 1])

    Raises:
      InvalidArgumentError: if the depth is no multiple (traced: ValueError).
    """
    attrs = {
        "block_size": block_size,
        "data_format": text_attr(data_format, "data_format"),
    }
    return apply_single("DepthToSpace", [input], attrs, name)


def space_to_batch(
    input: TensorLike,
    block_shape: TensorLike,
    paddings: TensorLike,
    name: str | None = None,
) -> Tensor:
    """Pads the axes after the first, and moves every n-th element into one batch.

    >>> tf.space_to_batch(tf.ones([1, 4, 4, 1]), [2, 2], [[0, 0], [0, 0]]).shape
    TensorShape([4, 2, 2, 1])

    Raises:
      InvalidArgumentError: if the padded axes are no multiples (traced: ValueError).
    """
    return apply_single("SpaceToBatchND", [input, block_shape, paddings], None, name)


def batch_to_space(
    input: TensorLike,
    block_shape: TensorLike,
    crops: TensorLike,
    name: str | None = None,
) -> Tensor:
    """The inverse of ``space_to_batch``, followed by a crop of the spatial axes.

    >>> tf.batch_to_space(tf.ones([4, 2, 2, 1]), [2, 2], [[0, 0], [0, 0]]).shape
    TensorShape([1, 4, 4, 1])

    Raises:
      InvalidArgumentError: if the batch is no multiple (traced: ValueError).
    """
    blocks = block_shape
    if isinstance(block_shape, int):
        blocks = np.array([block_shape] * 2, np.int32)
    return apply_single("BatchToSpaceND", [input, blocks, crops], None, name)


def required_space_to_batch_paddings(
    input_shape: Any,
    block_shape: TensorLike,
    base_paddings: Any = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Paddings that make the sizes multiples of the block sizes, and the inverse crops.

    >>> paddings, crops = tf.required_space_to_batch_paddings([5, 4], [2, 2])
    >>> paddings.numpy().tolist(), crops.numpy().tolist()
    ([[0, 1], [0, 0]], [[0, 1], [0, 0]])
    """
    sizes = convert_to_tensor(input_shape, dtype_hint="int32")
    blocks = convert_to_tensor(block_shape, dtype_hint="int32")
    if base_paddings is None:
        base = apply_op("Pack", [[apply_op("ZerosLike", [blocks])] * 2], {"axis": 1})
    else:
        base = convert_to_tensor(base_paddings, dtype_hint="int32")
    starts, ends = apply_op("Unpack", [base], {"num": 2, "axis": 1})
    full = apply_op("AddV2", [apply_op("AddV2", [sizes, starts]), ends])
    extra = apply_op(
        "FloorMod",
        [apply_op("Sub", [blocks, apply_op("FloorMod", [full, blocks])]), blocks],
    )
    after = apply_op("AddV2", [ends, extra])
    zeros = apply_op("ZerosLike", [extra])
    return (
        apply_op("Pack", [[starts, after]], {"axis": 1}),
        apply_op("Pack", [[zeros, extra]], {"axis": 1}),
    )
