"""Cumulative sums, products and log-sum-exps along an axis."""

from __future__ import annotations

from runtime.math.applying import applied
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def cumsum(
    x: TensorLike,
    axis: TensorLike = 0,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Running sums along an axis; from its end if ``reverse``.

    Takes numbers; the result has the shape and dtype of ``x``. ``exclusive`` leaves out
    the element itself, so that the first sum is 0.

    >>> print(tf.cumsum([1, 2, 3]).numpy())
    [1 3 6]
    >>> print(tf.cumsum([1, 2, 3], exclusive=True, reverse=True).numpy())
    [5 3 0]

    Raises:
      InvalidArgumentError: for another dtype, or an axis that does not exist.
    """
    attrs = {"exclusive": exclusive, "reverse": reverse}
    return applied("Cumsum", x, axis, name=name, attrs=attrs)


def cumprod(
    x: TensorLike,
    axis: TensorLike = 0,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Running products along an axis; from its end if ``reverse``.

    Takes numbers; the result has the shape and dtype of ``x``. ``exclusive`` leaves out
    the element itself, so that the first product is 1.

    >>> print(tf.math.cumprod([2, 3, 4]).numpy())
    [ 2  6 24]

    Raises:
      InvalidArgumentError: for another dtype, or an axis that does not exist.
    """
    attrs = {"exclusive": exclusive, "reverse": reverse}
    return applied("Cumprod", x, axis, name=name, attrs=attrs)


def cumulative_logsumexp(
    x: TensorLike,
    axis: TensorLike = 0,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Running logarithms of sums of exponentials along an axis, without overflow.

    Takes floats; the result has the shape and dtype of ``x``. ``exclusive`` leaves out
    the element itself, so that the first result is -inf.

    >>> print(tf.math.cumulative_logsumexp([0.0, 0.0]).numpy().round(4))
    [0.     0.6931]

    Raises:
      InvalidArgumentError: for another dtype, or an axis that does not exist.
    """
    attrs = {"exclusive": exclusive, "reverse": reverse}
    return applied("CumulativeLogsumexp", x, axis, name=name, attrs=attrs)
