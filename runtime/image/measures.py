"""Similarity of two images (PSNR, SSIM); total variation and gradients of one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.arrays.joining import stack
from runtime.arrays.rearranging import pad
from runtime.arrays.reshaping import ensure_shape
from runtime.context import op_scope
from runtime.control_flow.conditionals import Assert
from runtime.image.colors import convert_image_dtype
from runtime.image.sizes import sizes_of
from runtime.math.arithmetic import abs as absolute
from runtime.math.arithmetic import squared_difference
from runtime.math.reductions import reduce_mean, reduce_prod, reduce_sum
from runtime.nn.activations import relu
from runtime.nn.depthwise import depthwise_conv2d
from runtime.nn.pools import avg_pool2d
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_SCALE_WEIGHTS: Final = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)


def total_variation(images: TensorLike, name: str | None = None) -> Tensor:
    """The sum of absolute differences between neighboring pixels, per image.

    >>> tf.image.total_variation([[[1.0], [3.0]]]).numpy().item()
    2.0

    Raises:
      ValueError: for another rank than 3 or 4.
    """
    with op_scope(name, "total_variation"):
        tensor = convert_to_tensor(images, name="images")
        rank = tensor.shape.rank
        if rank not in (3, 4):
            raise ValueError("'images' must be either 3 or 4-dimensional.")
        total = [
            reduce_sum(absolute(difference), None if rank == 3 else [1, 2, 3])
            for difference in (
                _differences(tensor, rank - 3),
                _differences(tensor, rank - 2),
            )
        ]
        return apply_single("AddV2", total)


def _differences(tensor: Tensor, axis: int) -> Tensor:
    """Each element's successor minus itself."""
    before: list[Any] = [slice(None)] * axis
    behind, ahead = (*before, slice(None, -1)), (*before, slice(1, None))
    change: Tensor = tensor[ahead] - tensor[behind]
    return change


def image_gradients(image: TensorLike) -> tuple[Tensor, Tensor]:
    """The differences between rows, and between columns; 0 in the last row and column.

    >>> dy, dx = tf.image.image_gradients([[[[1.0], [3.0]]]])
    >>> dx.numpy().ravel()
    array([2., 0.], dtype=float32)

    Raises:
      ValueError: for another rank than 4.
    """
    tensor = convert_to_tensor(image, name="image")
    if tensor.shape.rank != 4:
        raise ValueError(
            "image_gradients expects a 4D tensor [batch_size, h, w, d], not "
            f"{tensor.shape}."
        )
    rows = pad(_differences(tensor, 1), [[0, 0], [0, 1], [0, 0], [0, 0]])
    columns = pad(_differences(tensor, 2), [[0, 0], [0, 0], [0, 1], [0, 0]])
    return rows, columns


def sobel_edges(image: TensorLike) -> Tensor:
    """Sobel gradients downwards and to the right, in a new last axis of size 2.

    ``image`` is [batch, height, width, channels].

    >>> tf.image.sobel_edges(tf.ones([1, 3, 3, 2])).shape
    TensorShape([1, 3, 3, 2, 2])

    Raises:
      ValueError, InvalidArgumentError: for another rank.
    """
    tensor = convert_to_tensor(image, name="image")
    down = np.array([[-1, -2, -1], [0, 0, 0], [1, 2, 1]])
    filters = np.stack([down, down.T], -1)[:, :, None, :]
    padded = pad(tensor, [[0, 0], [1, 1], [1, 1], [0, 0]], mode="REFLECT")
    channels = tensor.shape.with_rank(4)[3]
    if channels is None:
        raise ValueError(f"The number of channels must be known: {tensor.shape}.")
    kernel = np.tile(filters, [1, 1, channels, 1]).astype(tensor.dtype.numpy_dtype)
    edges = depthwise_conv2d(padded, kernel, [1, 1, 1, 1], "VALID")
    sizes = [*sizes_of(tensor), 2]
    packed = apply_op("Pack", [sizes])
    return apply_single("Reshape", [edges, packed])


def psnr(
    a: TensorLike, b: TensorLike, max_val: TensorLike, name: str | None = None
) -> Tensor:
    """The peak signal-to-noise ratio in decibels, over the last three axes.

    ``max_val`` is the range of the values: 1.0 for floats, 255 for bytes.

    >>> tf.image.psnr(tf.ones([2, 2, 1]), tf.zeros([2, 2, 1]), 1.0).numpy().item()
    0.0

    Raises:
      ValueError: if the shapes do not fit together.
    """
    with op_scope(name, "PSNR"):
        left, right, most = _as_floats(a, b, max_val)
        # the difference refuses sizes that do not broadcast; these are not enough
        error = reduce_mean(squared_difference(left, right), [-3, -2, -1])
        ten = np.float32(math.log(10))
        peak = 20 * apply_op("Log", [most]) / ten
        noise = np.float32(10 / math.log(10)) * apply_op("Log", [error])
        _check_shapes(left, right)
        return apply_single("Sub", [peak, noise])


def _as_floats(a: Any, b: Any, max_val: Any) -> tuple[Tensor, Tensor, Tensor]:
    left = convert_to_tensor(a, name="a")
    right = convert_to_tensor(b, name="b")
    most = convert_to_tensor(max_val)
    if most.dtype is not left.dtype:
        most = apply_op("Cast", [most], {"DstT": left.dtype})
    flat, other, limit = (
        convert_image_dtype(each, dtypes.float32) for each in (left, right, most)
    )
    return flat, other, limit


def _check_shapes(left: Tensor, right: Tensor) -> None:
    """Both have rows, columns and channels, and broadcast together before these."""
    first = left.shape.with_rank_at_least(3)
    second = right.shape.with_rank_at_least(3)
    if first.rank is None or second.rank is None:
        return
    first[-3:].assert_is_compatible_with(second[-3:])
    before, after = first[:-3].as_list(), second[:-3].as_list()
    for one, other in zip(reversed(before), reversed(after)):
        if None not in (one, other) and one != other and 1 not in (one, other):
            raise ValueError(f"Two images are not compatible: {first} and {second}")


@dataclass(frozen=True, slots=True)
class _Similarity:
    """The parameters of the structural similarity."""

    most: Tensor
    size: int
    sigma: float
    k1: float
    k2: float

    def window(self, channels: int) -> Any:
        """Gaussian weights, for each channel alone."""
        places = np.arange(self.size) - (self.size - 1) / 2
        row = np.exp(-0.5 * places**2 / self.sigma**2)
        weights = np.outer(row, row)
        spread = (weights / weights.sum()).astype(np.float32)[:, :, None, None]
        return np.tile(spread, [1, 1, channels, 1])

    def blurred(self, images: Tensor) -> Tensor:
        """Weighted means over windows; any number of batch axes."""
        channels = images.shape[-1]
        if channels is None:
            raise ValueError(f"The number of channels must be known: {images.shape}.")
        sizes = sizes_of(images)
        flat = apply_op("Reshape", [images, apply_op("Pack", [[-1, *sizes[-3:]]])])
        kernel = self.window(channels)
        found = depthwise_conv2d(flat, kernel, [1, 1, 1, 1], "VALID")
        whole = apply_op("Pack", [[*sizes[:-3], *sizes_of(found)[1:]]])
        return apply_single("Reshape", [found, whole])

    def maps(self, left: Tensor, right: Tensor) -> tuple[Tensor, Tensor]:
        """Likeness in luminance and structure, and in structure alone, per window."""
        c1 = apply_op("Square", [self.k1 * self.most])
        c2 = apply_op("Square", [self.k2 * self.most])
        mean, other = self.blurred(left), self.blurred(right)
        product = mean * other * 2.0
        squares = apply_op("Square", [mean]) + apply_op("Square", [other])
        luminance = (product + c1) / (squares + c1)
        mixed = self.blurred(left * right) * 2.0
        energy = self.blurred(apply_op("Square", [left]) + apply_op("Square", [right]))
        structure = (mixed - product + c2) / (energy - squares + c2)
        return luminance * structure, structure

    def check(self, *images: Tensor) -> None:
        """Windows must fit into the images."""
        for tensor in images:
            for size in sizes_of(tensor)[-3:-1]:
                Assert(
                    convert_to_tensor(size) >= self.size,
                    [tensor.shape.rank or 0, self.size, size],
                )


def ssim(
    img1: TensorLike,
    img2: TensorLike,
    max_val: TensorLike,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
    return_index_map: bool = False,
) -> Tensor:
    """The structural similarity of images over the last three axes, 1 for equal images.

    With ``return_index_map`` the result is a map by window instead of the mean.

    >>> x = tf.ones([1, 12, 12, 1])
    >>> tf.image.ssim(x, x, max_val=1.0).numpy()
    array([1.], dtype=float32)

    Raises:
      ValueError: if the shapes do not fit together.
      InvalidArgumentError: if the filter is larger than the images.
    """
    with op_scope(None, "SSIM"):
        left, right, most = _as_floats(img1, img2, max_val)
        _check_shapes(left, right)
        rule = _Similarity(most, filter_size, filter_sigma, k1, k2)
        rule.check(left, right)
        whole, _ = rule.maps(left, right)
        if not return_index_map:
            whole = reduce_mean(whole, [-3, -2])
        result: Tensor = reduce_mean(whole, [-1])
        return result


def ssim_multiscale(
    img1: TensorLike,
    img2: TensorLike,
    max_val: TensorLike,
    power_factors: Any = _SCALE_WEIGHTS,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Tensor:
    """The structural similarity over several scales, each half as large.

    >>> x = tf.ones([1, 24, 24, 1])
    >>> tf.image.ssim_multiscale(x, x, 1.0, power_factors=(0.5, 0.5)).numpy()
    array([1.], dtype=float32)

    Raises:
      ValueError: if the shapes do not fit together.
      InvalidArgumentError: if the filter is larger than the smallest images.
    """
    with op_scope(None, "MS-SSIM"):
        left, right, most = _as_floats(img1, img2, max_val)
        _check_shapes(left, right)
        rule = _Similarity(most, filter_size, filter_sigma, k1, k2)
        terms = []
        last = len(power_factors) - 1
        for scale in range(len(power_factors)):
            if scale:
                left, right = _halved(left), _halved(right)
            rule.check(left, right)
            chosen = rule.maps(left, right)[0 if scale == last else 1]
            terms.append(relu(reduce_mean(chosen, [-3, -2])))
        powers = apply_op(
            "Pow", [stack(terms, -1), np.array(power_factors, np.float32)]
        )
        result: Tensor = reduce_mean(reduce_prod(powers, [-1]), [-1])
        return result


def _halved(images: Tensor) -> Tensor:
    """Means of squares of four; an odd last row or column counts twice."""
    sizes = sizes_of(images)
    flat = apply_op("Reshape", [images, apply_op("Pack", [[-1, *sizes[-3:]]])])
    odd = [size % 2 for size in sizes[-3:-1]]
    if any(isinstance(each, Tensor) for each in odd) or any(odd):
        paddings = apply_op("Pack", [[0, 0, 0, odd[0], 0, odd[1], 0, 0]])
        pairs = apply_op("Reshape", [paddings, np.array([4, 2], np.int32)])
        padded = pad(flat, pairs, mode="SYMMETRIC")
        flat = ensure_shape(padded, [None, None, None, images.shape[-1]])
    pooled = avg_pool2d(flat, 2, 2, "VALID")
    whole = apply_op("Pack", [[*sizes[:-3], *sizes_of(pooled)[1:]]])
    return apply_single("Reshape", [pooled, whole])
