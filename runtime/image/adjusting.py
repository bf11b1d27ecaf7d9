"""Adjustments of brightness, contrast, gamma, hue, saturation: fixed or random."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.control_flow.conditionals import Assert
from runtime.image.colors import convert_image_dtype
from runtime.image.sizes import at_least_3d
from runtime.math.reductions import reduce_mean
from runtime.math.statistics import reduce_std
from runtime.random.sampling import uniform
from runtime.random.stateless import stateless_uniform
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_COMPUTED: Final = (dtypes.float16, dtypes.float32)
"""Other dtypes are computed in float32."""


def _as_float(image: Any) -> tuple[Tensor, Any]:
    """The image as floats, and the dtype it had."""
    tensor = convert_to_tensor(image, name="image")
    if tensor.dtype in _COMPUTED:
        return tensor, tensor.dtype
    return convert_image_dtype(tensor, dtypes.float32), tensor.dtype


def adjust_brightness(image: TensorLike, delta: TensorLike) -> Tensor:
    """Every element plus ``delta``, as if the image were floats from 0 to 1.

    >>> tf.image.adjust_brightness([[[0.25]]], 0.5).numpy().tolist()
    [[[0.75]]]

    Raises:
      AttributeError: for a dtype that is neither floating nor an integer.
    """
    with op_scope(None, "adjust_brightness"):
        flat, dtype = _as_float(image)
        moved = apply_op("AddV2", [flat, _cast(delta, flat.dtype)])
        return convert_image_dtype(moved, dtype, saturate=True)


def _cast(value: Any, dtype: Any) -> Tensor:
    tensor = convert_to_tensor(value)
    if tensor.dtype is dtype:
        return tensor
    return apply_single("Cast", [tensor], {"DstT": dtype})


def adjust_contrast(images: TensorLike, contrast_factor: TensorLike) -> Tensor:
    """Scales each channel's distance from its mean by a factor.

    >>> tf.image.adjust_contrast([[[1.0], [3.0]]], 2.0).numpy().ravel().tolist()
    [0.0, 4.0]

    Raises:
      InvalidArgumentError: for fewer than three axes (traced: ValueError).
    """
    with op_scope(None, "adjust_contrast"):
        flat, dtype = _as_float(images)
        adjusted = apply_op("AdjustContrastv2", [flat, contrast_factor])
        return convert_image_dtype(adjusted, dtype, saturate=True)


def adjust_gamma(image: TensorLike, gamma: Any = 1, gain: TensorLike = 1) -> Tensor:
    """``gain * image ** gamma``, as if the image were floats from 0 to 1.

    >>> tf.image.adjust_gamma([[[0.5]]], 2.0).numpy().tolist()
    [[[0.25]]]

    Raises:
      ValueError: for a negative gamma (a tensor: InvalidArgumentError).
    """
    with op_scope(None, "adjust_gamma"):
        flat, dtype = _as_float(image)
        message = "Gamma should be a non-negative real number."
        if isinstance(gamma, Tensor):
            Assert(gamma >= 0, [message])
        elif gamma < 0:
            raise ValueError(message)
        powers = apply_op("Pow", [flat, gamma])
        adjusted = apply_op("Mul", [gain, powers])
        return convert_image_dtype(adjusted, dtype, saturate=True)


def adjust_hue(image: TensorLike, delta: Any, name: str | None = None) -> Tensor:
    """The hue of colors turned by a part of the circle, from -1 to 1.

    >>> tf.image.adjust_hue([[[1.0, 0.0, 0.0]]], 0.5)[0, 0].numpy()
    array([0., 1., 1.], dtype=float32)

    Raises:
      ValueError: for a number outside [-1, 1].
      InvalidArgumentError: if the last axis has not size 3 (traced: ValueError).
    """
    with op_scope(name, "adjust_hue"):
        if not isinstance(delta, Tensor) and np.ndim(delta) == 0 and abs(delta) > 1:
            raise ValueError("delta must be in the interval [-1, 1]")
        flat, dtype = _as_float(image)
        adjusted = apply_op("AdjustHue", [flat, delta])
        return convert_image_dtype(adjusted, dtype, saturate=True)


def adjust_saturation(
    image: TensorLike, saturation_factor: TensorLike, name: str | None = None
) -> Tensor:
    """The saturation of colors times a factor.

    >>> tf.image.adjust_saturation([[[1.0, 0.5, 0.5]]], 2.0)[0, 0].numpy()
    array([1., 0., 0.], dtype=float32)

    Raises:
      InvalidArgumentError: if the last axis has not size 3 (traced: ValueError).
    """
    with op_scope(name, "adjust_saturation"):
        flat, dtype = _as_float(image)
        adjusted = apply_op("AdjustSaturation", [flat, saturation_factor])
        return convert_image_dtype(adjusted, dtype, saturate=True)


def per_image_standardization(image: TensorLike) -> Tensor:
    """Shifts and scales each image to mean 0 and variance 1, in float32.

    The deviation counts as at least one over the root of the number of elements.

    >>> tf.image.per_image_standardization([[[1.0], [3.0]]]).numpy().ravel().tolist()
    [-1.0, 1.0]

    Raises:
      ValueError: for fewer than three axes, or an empty image.
    """
    with op_scope(None, "per_image_standardization"):
        flat = _cast(at_least_3d(image), dtypes.float32)
        sizes = apply_op(
            "StridedSlice", [apply_op("Shape", [flat]), [-3], [0], [1]], {"end_mask": 1}
        )
        count = _cast(apply_op("Prod", [sizes, [0]]), flat.dtype)
        axes = [-3, -2, -1]
        mean = reduce_mean(flat, axes, keepdims=True)
        deviation = reduce_std(flat, axes, keepdims=True)
        least = apply_op("Rsqrt", [count])
        spread = apply_op("Maximum", [deviation, least])
        return apply_single("RealDiv", [apply_op("Sub", [flat, mean]), spread])


# --- by chance


def _span(max_delta: Any) -> tuple[Any, Any]:
    if max_delta < 0:
        raise ValueError("max_delta must be non-negative.")
    return -max_delta, max_delta


def _number(value: Any, name: str) -> Any:
    """The limit as it is, if it is one number.

    Raises:
      TypeError: for anything that cannot be compared with a number.
    """
    dtype = np.asarray(value).dtype
    if dtype.kind not in "biufV" or np.ndim(value):
        raise TypeError(f"Argument `{name}` must be a number, not {value!r}.")
    return value


def _hue_span(max_delta: Any) -> tuple[Any, Any]:
    max_delta = _number(max_delta, "max_delta")
    if max_delta > 0.5:
        raise ValueError("max_delta must be <= 0.5.")
    return _span(max_delta)


def _range(lower: Any, upper: Any) -> tuple[Any, Any]:
    lower, upper = _number(lower, "lower"), _number(upper, "upper")
    if upper <= lower:
        raise ValueError("upper must be > lower.")
    if lower < 0:
        raise ValueError("lower must be non-negative.")
    return lower, upper


def random_brightness(
    image: TensorLike, max_delta: TensorLike, seed: int | None = None
) -> Tensor:
    """Brightness changed by a random number from -max_delta to max_delta.

    >>> tf.image.random_brightness(tf.ones([2, 2, 3]), 0.2).shape
    TensorShape([2, 2, 3])

    Raises:
      ValueError: for a negative ``max_delta``.
    """
    return adjust_brightness(image, uniform([], *_span(max_delta), seed=seed))


def stateless_random_brightness(
    image: TensorLike, max_delta: TensorLike, seed: TensorLike
) -> Tensor:
    """Brightness changed by a number that the seed determines.

    >>> tf.image.stateless_random_brightness(tf.ones([2, 2, 3]), 0.2, (1, 2)).shape
    TensorShape([2, 2, 3])

    Raises:
      ValueError: for a negative ``max_delta``.
    """
    return adjust_brightness(image, stateless_uniform([], seed, *_span(max_delta)))


def random_contrast(
    image: TensorLike, lower: TensorLike, upper: TensorLike, seed: int | None = None
) -> Tensor:
    """Contrast times a random number from ``lower`` to ``upper``.

    >>> tf.image.random_contrast(tf.ones([2, 2, 3]), 0.2, 0.5).shape
    TensorShape([2, 2, 3])

    Raises:
      ValueError: for a negative or empty range.
    """
    return adjust_contrast(image, uniform([], *_range(lower, upper), seed=seed))


def stateless_random_contrast(
    image: TensorLike, lower: TensorLike, upper: TensorLike, seed: TensorLike
) -> Tensor:
    """Contrast times a number that the seed determines.

    >>> tf.image.stateless_random_contrast(tf.ones([2, 2, 3]), 0.2, 0.5, (1, 2)).shape
    TensorShape([2, 2, 3])

    Raises:
      ValueError: for a negative or empty range.
    """
    return adjust_contrast(image, stateless_uniform([], seed, *_range(lower, upper)))


def random_hue(
    image: TensorLike, max_delta: TensorLike, seed: int | None = None
) -> Tensor:
    """Hue turned by a random number from -max_delta to max_delta.

    >>> tf.image.random_hue(tf.ones([2, 2, 3]), 0.2).shape
    TensorShape([2, 2, 3])

    Raises:
      ValueError: for a ``max_delta`` outside [0, 0.5].
    """
    return adjust_hue(image, uniform([], *_hue_span(max_delta), seed=seed))


def stateless_random_hue(
    image: TensorLike, max_delta: TensorLike, seed: TensorLike
) -> Tensor:
    """Hue turned by a number that the seed determines.

    >>> tf.image.stateless_random_hue(tf.ones([2, 2, 3]), 0.2, (1, 2)).shape
    TensorShape([2, 2, 3])

    Raises:
      ValueError: for a ``max_delta`` outside [0, 0.5].
    """
    return adjust_hue(image, stateless_uniform([], seed, *_hue_span(max_delta)))


def random_saturation(
    image: TensorLike, lower: TensorLike, upper: TensorLike, seed: int | None = None
) -> Tensor:
    """Saturation times a random number from ``lower`` to ``upper``.

    >>> tf.image.random_saturation(tf.ones([2, 2, 3]), 0.2, 0.5).shape
    TensorShape([2, 2, 3])

    Raises:
      ValueError: for a negative or empty range.
    """
    return adjust_saturation(image, uniform([], *_range(lower, upper), seed=seed))


def stateless_random_saturation(
    image: TensorLike, lower: TensorLike, upper: TensorLike, seed: Any = None
) -> Tensor:
    """Saturation times a number that the seed determines.

    >>> tf.image.stateless_random_saturation(tf.ones([2, 2, 3]), 0.2, 0.5, (1, 2)).shape
    TensorShape([2, 2, 3])

    Raises:
      ValueError: for a negative or empty range.
    """
    return adjust_saturation(image, stateless_uniform([], seed, *_range(lower, upper)))
