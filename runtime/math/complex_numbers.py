"""Complex numbers: construction, parts, conjugates, angles."""

from __future__ import annotations

import math

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.math.applying import applied
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.elementwise import elementwise
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def complex(real: TensorLike, imag: TensorLike, name: str | None = None) -> Tensor:
    """real + i imag, element by element.

    Takes two float32 or two float64; shapes are broadcast together. The result is
    complex64 or complex128.

    >>> print(tf.complex([1.0, 2.0], 3.0).numpy())
    [1.+3.j 2.+3.j]

    Raises:
      TypeError: for other dtypes.
      InvalidArgumentError: for shapes that can't be broadcast.
    """
    real = convert_to_tensor(real, name="real")
    imag = convert_to_tensor(imag, name="imag")
    types = real.dtype.base_dtype, imag.dtype.base_dtype
    if types == (dtypes.float32, dtypes.float32):
        result = dtypes.complex64
    elif types == (dtypes.float64, dtypes.float64):
        result = dtypes.complex128
    else:
        raise TypeError(
            f"The `real` and `imag` components have incorrect types: {types[0].name} "
            f"{types[1].name}. They must be consistent, and one of "
            f"[tf.float32, tf.float64]"
        )
    return applied("Complex", real, imag, name=name, attrs={"Tout": result})


def real(input: TensorLike, name: str | None = None) -> Tensor:
    """The real part of each element; real numbers as they are.

    >>> print(tf.math.real(tf.constant([1 + 2j])).numpy())
    [1.]

    Raises:
      TypeError: for something that is no number.
      ValueError: for something that is no tensor.
    """
    with op_scope(name, "Real") as scope:
        input = convert_to_tensor(input, name="input")
        if not input.dtype.is_numeric:
            raise TypeError(
                f"input must be a numeric tensor, but got tensor with dtype "
                f"{input.dtype}"
            )
        if not input.dtype.is_complex:
            return input
        return apply_single("Real", [input], {"Tout": input.dtype.real_dtype}, scope)


def imag(input: TensorLike, name: str | None = None) -> Tensor:
    """The imaginary part of each element; 0 for real numbers.

    >>> print(tf.math.imag(tf.constant([1 + 2j])).numpy())
    [2.]

    Raises:
      ValueError: for something that is no tensor.
    """
    with op_scope(name, "Imag") as scope:
        input = convert_to_tensor(input, name="input")
        if not input.dtype.is_complex:
            return apply_single("ZerosLike", [input], None, "zeros_like")
        return apply_single("Imag", [input], {"Tout": input.dtype.real_dtype}, scope)


def angle(input: TensorLike, name: str | None = None) -> Tensor:
    """The angle of each element with the positive real axis; 0 or pi for reals.

    >>> print(tf.math.angle(tf.constant([1j, -2.0 + 0j])).numpy().round(4))
    [1.5708 3.1416]

    Raises:
      TypeError: for integers.
      ValueError: for something that is no tensor.
    """
    with op_scope(name, "Angle") as scope:
        input = convert_to_tensor(input, name="input")
        if input.dtype.is_complex:
            return apply_single(
                "Angle", [input], {"Tout": input.dtype.real_dtype}, scope
            )
        is_negative = apply_op("Less", [input, 0])
        pi = convert_to_tensor(math.pi, input.dtype.base_dtype, name="pi")
        zeros = apply_op("ZerosLike", [input])
        return apply_single("SelectV2", [is_negative, pi, zeros])


@elementwise
def conj(x: TensorLike, name: str | None = None) -> Tensor:
    """The complex conjugate of each element; real numbers as they are.

    >>> print(tf.math.conj(tf.constant([1 + 2j])).numpy())
    [1.-2.j]

    Raises:
      TypeError: for something that is no number.
    """
    with op_scope(name, "Conj") as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex or x.dtype is dtypes.variant:
            return apply_single("Conj", [x], None, scope)
        if x.dtype.is_floating or x.dtype.is_integer:
            return x
        raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}.")
