"""`tf.compat.v1.nn`: neural networks with the arguments of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.nn import activations, convolutions, ctc, losses, normalization, pools
from runtime.nn.dropout import dropout as drop
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def max_pool(
    value: TensorLike,
    ksize: int | Sequence[int],
    strides: TensorLike,
    padding: str | Sequence[Sequence[int]],
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """The largest element of each window."""
    images = value if input is None else input
    return pools.max_pool(images, ksize, strides, padding, data_format, name)


def avg_pool(
    value: TensorLike,
    ksize: Any,
    strides: TensorLike,
    padding: Any,
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike | None = None,
) -> Tensor:
    """The mean of each window."""
    images = value if input is None else input
    return pools.avg_pool(images, ksize, strides, padding, data_format, name)


avg_pool2d = avg_pool


def conv2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """A convolution of images."""
    weights = filter if filters is None else filters
    return convolutions.conv2d(
        input, weights, strides, padding, data_format, list(dilations), name
    )


def conv2d_transpose(
    value: Any = None,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: str = "NHWC",
    name: str | None = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Tensor:
    """The transpose of a convolution."""
    return convolutions.conv2d_transpose(
        value if input is None else input,
        filter if filters is None else filters,
        output_shape,
        strides,
        padding,
        data_format,
        dilations,
        name,
    )


def convolution(
    input: TensorLike,
    filter: TensorLike,
    padding: str | Sequence[Sequence[int]],
    strides: TensorLike | None = None,
    dilation_rate: int | Sequence[int] | None = None,
    name: str | None = None,
    data_format: str | None = None,
    filters: TensorLike | None = None,
    dilations: int | Sequence[int] | None = None,
) -> Tensor:
    """A convolution over any number of axes."""
    return convolutions.convolution(
        input,
        filter if filters is None else filters,
        strides,
        padding,
        data_format,
        dilation_rate if dilations is None else dilations,
        name,
    )


def softmax(
    logits: Any, axis: Any = None, name: str | None = None, dim: Any = None
) -> Tensor:
    """Softmax: probabilities of logits."""
    return activations.softmax(logits, dim if axis is None else axis, name)


def log_softmax(
    logits: Any, axis: Any = None, name: str | None = None, dim: Any = None
) -> Tensor:
    """Logarithms of probabilities."""
    return activations.log_softmax(logits, dim if axis is None else axis, name)


def dropout(
    x: TensorLike,
    keep_prob: Any = None,
    noise_shape: TensorLike | None = None,
    seed: int | None = None,
    name: str | None = None,
    rate: TensorLike | None = None,
) -> Tensor:
    """Elements set to zero at random, the others scaled to keep the expected sum.

    Raises:
      ValueError: unless exactly one of `keep_prob` and `rate` is passed.
    """
    if (keep_prob is None) == (rate is None):
        raise ValueError("Give one of `rate` and `keep_prob`.")
    given = 1.0 - keep_prob if rate is None else rate
    return drop(x, given, noise_shape, seed, name)


def moments(
    x: TensorLike,
    axes: TensorLike,
    shift: TensorLike | None = None,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance over axes."""
    kept = bool(keep_dims if keepdims is None else keepdims)
    return normalization.moments(x, axes, shift, kept, name)


def sigmoid_cross_entropy_with_logits(
    labels: TensorLike | None = None,
    logits: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """The cross entropy of independent probabilities."""
    return losses.sigmoid_cross_entropy_with_logits(labels, logits, name)


def sparse_softmax_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None
) -> Tensor:
    """The cross entropy with integer class labels."""
    return losses.sparse_softmax_cross_entropy_with_logits(labels, logits, name)


def softmax_cross_entropy_with_logits_v2(
    labels: Any,
    logits: Any,
    axis: Any = None,
    name: str | None = None,
    dim: Any = None,
) -> Tensor:
    """The cross entropy of distributions."""
    along = dim if axis is None else axis
    return losses.softmax_cross_entropy_with_logits(
        labels, logits, -1 if along is None else along, name
    )


def ctc_beam_search_decoder(
    inputs: TensorLike,
    sequence_length: TensorLike,
    beam_width: int = 100,
    top_paths: int = 1,
    merge_repeated: bool = True,
) -> Any:
    """The most probable label sequences.

    Raises:
      NotImplementedError: with `merge_repeated`, whose answers TensorFlow calls wrong.
    """
    if merge_repeated:
        raise NotImplementedError(
            "ctc_beam_search_decoder(merge_repeated=True): give merge_repeated=False."
        )
    return ctc.ctc_beam_search_decoder(inputs, sequence_length, beam_width, top_paths)
