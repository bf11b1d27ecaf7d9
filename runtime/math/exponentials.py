"""Powers, roots, exponentials, logarithms and the functions made of them."""

from __future__ import annotations

from runtime.math.applying import applied
from runtime.tensors.elementwise import elementwise, elementwise_pair
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


@elementwise
def exp(x: TensorLike, name: str | None = None) -> Tensor:
    """e to the power of x.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.exp([0.0, 1.0]).numpy().round(4))
    [1.     2.7183]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Exp", x, name=name)


@elementwise
def expm1(x: TensorLike, name: str | None = None) -> Tensor:
    """e to the power of x, less one; exact near zero.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.math.expm1([0.0, 1.0]).numpy().round(4))
    [0.     1.7183]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Expm1", x, name=name)


@elementwise
def log(x: TensorLike, name: str | None = None) -> Tensor:
    """The natural logarithm; -inf at 0 and NaN for negative reals.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.math.log([1.0, 0.0]).numpy().round(4))
    [  0. -inf]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Log", x, name=name)


@elementwise
def log1p(x: TensorLike, name: str | None = None) -> Tensor:
    """The natural logarithm of 1 + x; exact near zero.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.math.log1p([0.0, -1.0]).numpy().round(4))
    [  0. -inf]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Log1p", x, name=name)


@elementwise
def sqrt(x: TensorLike, name: str | None = None) -> Tensor:
    """The square root; NaN for negative reals.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.sqrt([4.0, 9.0]).numpy().round(4))
    [2. 3.]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Sqrt", x, name=name)


@elementwise
def rsqrt(x: TensorLike, name: str | None = None) -> Tensor:
    """The reciprocal of the square root.

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.math.rsqrt([4.0, 0.0]).numpy().round(4))
    [0.5 inf]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Rsqrt", x, name=name)


@elementwise
def sigmoid(x: TensorLike, name: str | None = None) -> Tensor:
    """The logistic function 1 / (1 + exp(-x)).

    Takes float16, bfloat16, float32, float64, complex64, complex128. The result has the
    shape and dtype of ``x``.

    >>> print(tf.sigmoid([0.0, 100.0]).numpy().round(4))
    [0.5 1. ]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Sigmoid", x, name=name)


@elementwise_pair
def pow(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x to the power of y.

    Takes all numbers except unsigned integers. Shapes are broadcast together; the dtype
    is that of the arguments. Integers wrap around.

    >>> print(tf.pow([2, 3], 2).numpy())
    [4 9]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast; for a
      negative integer exponent.
    """
    return applied("Pow", x, y, name=name)


@elementwise_pair
def xlogy(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x log(y), and 0 where x is 0, for any y.

    Takes float16, bfloat16, float32, float64, complex64, complex128. Shapes are
    broadcast together; the dtype is that of the arguments.

    >>> print(tf.math.xlogy([0.0, 2.0], [0.0, 1.0]).numpy().round(4))
    [0. 0.]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("Xlogy", x, y, name=name)


@elementwise_pair
def xlog1py(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x log(1 + y), and 0 where x is 0, for any y.

    Takes float16, bfloat16, float32, float64, complex64, complex128. Shapes are
    broadcast together; the dtype is that of the arguments.

    >>> print(tf.math.xlog1py([0.0, 2.0], [-1.0, 0.0]).numpy().round(4))
    [0. 0.]

    Raises:
      InvalidArgumentError: for another dtype, or shapes that can't be broadcast.
    """
    return applied("Xlog1py", x, y, name=name, default="xlog1py/Xlog1py")
