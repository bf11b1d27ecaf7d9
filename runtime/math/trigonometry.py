"""Trigonometric and hyperbolic functions and their inverses."""

from __future__ import annotations

from runtime.math.applying import applied
from runtime.tensors.elementwise import elementwise
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


@elementwise
def sin(x: TensorLike, name: str | None = None) -> Tensor:
    """The sine of x in radians.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.sin([0.0, 0.5]).numpy().round(4))
    [0.     0.4794]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Sin", x, name=name)


@elementwise
def cos(x: TensorLike, name: str | None = None) -> Tensor:
    """The cosine of x in radians.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.cos([0.0, 0.5]).numpy().round(4))
    [1.     0.8776]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Cos", x, name=name)


@elementwise
def tan(x: TensorLike, name: str | None = None) -> Tensor:
    """The tangent of x in radians.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.tan([0.0, 0.5]).numpy().round(4))
    [0.     0.5463]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Tan", x, name=name)


@elementwise
def asin(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse sine, in [-pi/2, pi/2]; NaN for reals outside [-1, 1].

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.asin([0.0, 2.0]).numpy().round(4))
    [ 0. nan]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Asin", x, name=name)


@elementwise
def acos(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse cosine, in [0, pi]; NaN for reals outside [-1, 1].

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.acos([1.0, 2.0]).numpy().round(4))
    [ 0. nan]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Acos", x, name=name)


@elementwise
def atan(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse tangent, in (-pi/2, pi/2).

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.atan([0.0, 1.0]).numpy().round(4))
    [0.     0.7854]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Atan", x, name=name)


@elementwise
def sinh(x: TensorLike, name: str | None = None) -> Tensor:
    """The hyperbolic sine.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.sinh([0.0, 1.0]).numpy().round(4))
    [0.     1.1752]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Sinh", x, name=name)


@elementwise
def cosh(x: TensorLike, name: str | None = None) -> Tensor:
    """The hyperbolic cosine.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.cosh([0.0, 1.0]).numpy().round(4))
    [1.     1.5431]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Cosh", x, name=name)


@elementwise
def tanh(x: TensorLike, name: str | None = None) -> Tensor:
    """The hyperbolic tangent.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.tanh([0.0, 100.0]).numpy().round(4))
    [0. 1.]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Tanh", x, name=name)


@elementwise
def asinh(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse hyperbolic sine.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.asinh([0.0, 1.0]).numpy().round(4))
    [0.     0.8814]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Asinh", x, name=name)


@elementwise
def acosh(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse hyperbolic cosine; NaN for reals below 1.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.acosh([1.0, 0.0]).numpy().round(4))
    [ 0. nan]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Acosh", x, name=name)


@elementwise
def atanh(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse hyperbolic tangent; NaN for reals outside [-1, 1].

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.atanh([0.0, 2.0]).numpy().round(4))
    [ 0. nan]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Atanh", x, name=name)


def atan2(y: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The angle of the point (x, y) with the positive x axis, in (-pi, pi].

    Takes float16, bfloat16, float32, float64. Shapes are broadcast together; the dtype
    is that of the arguments.

    >>> print(tf.atan2([0.0, 1.0], [1.0, 0.0]).numpy().round(4))
    [0.     1.5708]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("Atan2", y, x, name=name)
