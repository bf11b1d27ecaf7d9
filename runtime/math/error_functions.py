"""The error function, its relatives and its inverses."""

from __future__ import annotations

import numpy as np

from runtime.context import op_scope
from runtime.math.applying import applied
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.elementwise import elementwise
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


@elementwise
def erf(x: TensorLike, name: str | None = None) -> Tensor:
    """The error function: 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.erf([0.0, 1.0]).numpy().round(4))
    [0.     0.8427]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Erf", x, name=name)


@elementwise
def erfc(x: TensorLike, name: str | None = None) -> Tensor:
    """1 - erf(x), without loss of digits for large x.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.erfc([0.0, 1.0]).numpy().round(4))
    [1.     0.1573]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Erfc", x, name=name)


@elementwise
def erfinv(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse of erf; infinite at -1 and 1, NaN outside.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.erfinv([0.0, 0.5]).numpy().round(4))
    [0.     0.4769]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Erfinv", x, name=name, default="erfinv/Erfinv")


@elementwise
def ndtri(x: TensorLike, name: str | None = None) -> Tensor:
    """The quantile of the standard normal distribution.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.ndtri([0.5, 0.9]).numpy().round(4))
    [0.     1.2816]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Ndtri", x, name=name, default="ndtri/Ndtri")


@elementwise
def erfcinv(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse of erfc; infinite at 0 and 2, NaN outside.

    Takes float16, bfloat16, float32, float64. The result has the shape and dtype of
    ``x``.

    >>> print(tf.math.erfcinv([0.5]).numpy().round(4))
    [0.4769]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    with op_scope(name, "erfcinv"):
        x = convert_to_tensor(x, name="start")
        inverse: Tensor = -ndtri(0.5 * x) * np.sqrt(0.5)
        return inverse
