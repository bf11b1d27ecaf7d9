"""The gamma function, its relatives, and the incomplete gamma functions."""

from __future__ import annotations

from runtime.math.applying import applied
from runtime.tensors.elementwise import elementwise
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


@elementwise
def lgamma(x: TensorLike, name: str | None = None) -> Tensor:
    """The logarithm of the absolute value of the gamma function.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.lgamma([1.0, 2.0]).numpy().round(4))
    [0. 0.]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Lgamma", x, name=name)


@elementwise
def digamma(x: TensorLike, name: str | None = None) -> Tensor:
    """The derivative of lgamma.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.digamma([0.0]).numpy().round(4))
    [nan]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Digamma", x, name=name)


def polygamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The derivative of order a of digamma, at x.

    Takes float32, float64. Shapes are broadcast together; the dtype is that of the
    arguments.

    >>> print(tf.math.polygamma([2.0], [float("nan")]).numpy().round(4))
    [nan]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("Polygamma", a, x, name=name)


def zeta(x: TensorLike, q: TensorLike, name: str | None = None) -> Tensor:
    """Hurwitz's zeta function: the sum of 1 / (n + q)^x over n >= 0.

    Takes float32, float64. Shapes are broadcast together; the dtype is that of the
    arguments.

    >>> print(tf.math.zeta([1.0], [2.0]).numpy())
    [inf]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("Zeta", x, q, name=name)


def igamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The lower regularized incomplete gamma function P(a, x).

    Takes float16, bfloat16, float32, float64. Shapes are broadcast together; the dtype
    is that of the arguments.

    >>> print(tf.math.igamma([1.0], [0.0]).numpy().round(4))
    [0.]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("Igamma", a, x, name=name)


def igammac(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The upper regularized incomplete gamma function Q(a, x).

    Takes float16, bfloat16, float32, float64. Shapes are broadcast together; the dtype
    is that of the arguments.

    >>> print(tf.math.igammac([1.0], [0.0]).numpy().round(4))
    [1.]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("Igammac", a, x, name=name)


def betainc(
    a: TensorLike, b: TensorLike, x: TensorLike, name: str | None = None
) -> Tensor:
    """The regularized incomplete beta function I(a, b, x).

    Takes float32, float64. Shapes are broadcast together; the dtype is that of the
    arguments.

    >>> print(tf.math.betainc([1.0], [1.0], [0.25]).numpy().round(4))
    [0.25]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("Betainc", a, b, x, name=name)
