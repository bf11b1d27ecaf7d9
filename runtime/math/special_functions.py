"""Bessel functions and non-elementary integrals: ``tf.math.special``."""

from __future__ import annotations

from runtime.math.applying import applied
from runtime.tensors.elementwise import elementwise
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


@elementwise
def bessel_i0(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind, of order 0.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.bessel_i0([0.5, 1.0]).numpy().round(4))
    [1.0635 1.2661]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("BesselI0", x, name=name, default="bessel_i0/BesselI0")


@elementwise
def bessel_i0e(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind, of order 0, times exp(-|x|).

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.bessel_i0e([0.5, 1.0]).numpy().round(4))
    [0.645  0.4658]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("BesselI0e", x, name=name, default="bessel_i0e/BesselI0e")


@elementwise
def bessel_i1(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind, of order 1.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.bessel_i1([0.5, 1.0]).numpy().round(4))
    [0.2579 0.5652]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("BesselI1", x, name=name, default="bessel_i1/BesselI1")


@elementwise
def bessel_i1e(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the first kind, of order 1, times exp(-|x|).

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.bessel_i1e([0.5, 1.0]).numpy().round(4))
    [0.1564 0.2079]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("BesselI1e", x, name=name, default="bessel_i1e/BesselI1e")


@elementwise
def bessel_k0(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind, of order 0.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.bessel_k0([0.5, 1.0]).numpy().round(4))
    [0.9244 0.421 ]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("BesselK0", x, name=name, default="bessel_k0/BesselK0")


@elementwise
def bessel_k0e(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind, of order 0, times exp(x).

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.bessel_k0e([0.5, 1.0]).numpy().round(4))
    [1.5241 1.1445]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("BesselK0e", x, name=name, default="bessel_k0e/BesselK0e")


@elementwise
def bessel_k1(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind, of order 1.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.bessel_k1([0.5, 1.0]).numpy().round(4))
    [1.6564 0.6019]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("BesselK1", x, name=name, default="bessel_k1/BesselK1")


@elementwise
def bessel_k1e(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind, of order 1, times exp(x).

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.bessel_k1e([0.5, 1.0]).numpy().round(4))
    [2.731  1.6362]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("BesselK1e", x, name=name, default="bessel_k1e/BesselK1e")


@elementwise
def bessel_j0(x: TensorLike, name: str | None = None) -> Tensor:
    """The Bessel function of the first kind, of order 0.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.bessel_j0([0.5, 1.0]).numpy().round(4))
    [0.9385 0.7652]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("BesselJ0", x, name=name, default="bessel_j0/BesselJ0")


@elementwise
def bessel_j1(x: TensorLike, name: str | None = None) -> Tensor:
    """The Bessel function of the first kind, of order 1.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.bessel_j1([0.5, 1.0]).numpy().round(4))
    [0.2423 0.4401]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("BesselJ1", x, name=name, default="bessel_j1/BesselJ1")


@elementwise
def bessel_y0(x: TensorLike, name: str | None = None) -> Tensor:
    """The Bessel function of the second kind, of order 0.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.bessel_y0([0.5, 1.0]).numpy().round(4))
    [-0.4445  0.0883]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("BesselY0", x, name=name, default="bessel_y0/BesselY0")


@elementwise
def bessel_y1(x: TensorLike, name: str | None = None) -> Tensor:
    """The Bessel function of the second kind, of order 1.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.bessel_y1([0.5, 1.0]).numpy().round(4))
    [-1.4715 -0.7812]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("BesselY1", x, name=name, default="bessel_y1/BesselY1")


@elementwise
def dawsn(x: TensorLike, name: str | None = None) -> Tensor:
    """Dawson's integral: exp(-x^2) times the integral of exp(t^2) from 0 to x.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.dawsn([0.5, 1.0]).numpy().round(4))
    [0.4244 0.5381]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Dawsn", x, name=name, default="dawsn/Dawsn")


@elementwise
def expint(x: TensorLike, name: str | None = None) -> Tensor:
    """The exponential integral Ei: the integral of exp(t) / t from -inf to x.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.expint([0.5, 1.0]).numpy().round(4))
    [0.4542 1.8951]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Expint", x, name=name, default="expint/Expint")


@elementwise
def fresnel_cos(x: TensorLike, name: str | None = None) -> Tensor:
    """The integral of cos(pi t^2 / 2) from 0 to x.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.fresnel_cos([0.5, 1.0]).numpy().round(4))
    [0.4923 0.7799]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("FresnelCos", x, name=name, default="fresnel_cos/FresnelCos")


@elementwise
def fresnel_sin(x: TensorLike, name: str | None = None) -> Tensor:
    """The integral of sin(pi t^2 / 2) from 0 to x.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.fresnel_sin([0.5, 1.0]).numpy().round(4))
    [0.0647 0.4383]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("FresnelSin", x, name=name, default="fresnel_sin/FresnelSin")


@elementwise
def spence(x: TensorLike, name: str | None = None) -> Tensor:
    """The dilogarithm of 1 - x: the integral of log t / (1 - t) from 1 to x.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.special.spence([0.5, 2.0]).numpy().round(4))
    [ 0.5822 -0.8225]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Spence", x, name=name, default="spence/Spence")
