"""Element-wise sums, differences, products, signs and extrema."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_single
from runtime.context import op_scope
from runtime.math.applying import applied
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.elementwise import elementwise, elementwise_pair
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor


@elementwise
def abs(x: TensorLike, name: str | None = None) -> Tensor:
    """The absolute value of each element.

    Takes signed integers, floats and complex numbers; of complex numbers the result is
    float. The least integer stays itself.

    >>> print(tf.abs([-1.5, 2.0]).numpy())
    [1.5 2. ]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    with op_scope(name, "Abs") as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex:
            return apply_single("ComplexAbs", [x], {"Tout": x.dtype.real_dtype}, scope)
        return apply_single("Abs", [x], None, scope)


@elementwise
def negative(x: TensorLike, name: str | None = None) -> Tensor:
    """-x, element by element.

    Takes signed integers, floats and complex numbers; the result has the shape and
    dtype of ``x``.

    >>> print(tf.negative([1, -2]).numpy())
    [-1  2]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Neg", x, name=name)


@elementwise
def sign(x: TensorLike, name: str | None = None) -> Tensor:
    """-1, 0 or 1 for each element; x / |x| for complex numbers, NaN for NaN.

    Takes signed integers, floats and complex numbers; the result has the shape and
    dtype of ``x``.

    >>> print(tf.sign([-3, 0, 5]).numpy())
    [-1  0  1]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Sign", x, name=name)


@elementwise
def square(x: TensorLike, name: str | None = None) -> Tensor:
    """x * x, element by element.

    Takes numbers; the result has the shape and dtype of ``x``. Integers wrap around.

    >>> print(tf.square([1, -3]).numpy())
    [1 9]

    Raises:
      InvalidArgumentError: for another dtype.
    """
    return applied("Square", x, name=name)


@elementwise_pair
def squared_difference(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """(x - y) squared; (x - y) times its conjugate for complex numbers.

    Takes int32, int64, floats and complex numbers of one dtype; shapes are broadcast
    together.

    >>> print(tf.math.squared_difference([1, 5], 3).numpy())
    [4 4]

    Raises:
      InvalidArgumentError: for other dtypes, or shapes that can't be broadcast.
    """
    return applied("SquaredDifference", x, y, name=name)


@elementwise_pair
def add(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x + y, element by element; joins strings.

    Takes two numbers or strings of one dtype; shapes are broadcast together. Integers
    wrap around.

    >>> print(tf.add([1, 2], 10).numpy())
    [11 12]

    Raises:
      InvalidArgumentError: for other dtypes, or shapes that can't be broadcast.
    """
    with op_scope(name, "Add") as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, dtype_hint=x.dtype.base_dtype, name="y")
        op = "Add" if x.dtype.base_dtype.name == "string" else "AddV2"
        return apply_single(op, [x, y], None, scope)


@elementwise_pair
def subtract(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x - y, element by element.

    Takes two numbers of one dtype; shapes are broadcast together. Integers wrap around.

    >>> print(tf.subtract([1, 2], 10).numpy())
    [-9 -8]

    Raises:
      InvalidArgumentError: for other dtypes, or shapes that can't be broadcast.
    """
    return applied("Sub", x, y, name=name)


@elementwise_pair
def multiply(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x * y, element by element.

    Takes two numbers of one dtype; shapes are broadcast together. Integers wrap around.

    >>> print(tf.multiply([1, 2], 10).numpy())
    [10 20]

    Raises:
      InvalidArgumentError: for other dtypes, or shapes that can't be broadcast.
    """
    return applied("Mul", x, y, name=name)


@elementwise_pair
def multiply_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """x * y, and 0 where y is 0 even if x is infinite or NaN.

    Takes floats and complex numbers of one dtype; shapes are broadcast together.

    >>> print(tf.math.multiply_no_nan([float("inf"), 2.0], [0.0, 3.0]).numpy())
    [0. 6.]

    Raises:
      ValueError: if the dtypes differ.
      InvalidArgumentError: for other dtypes, or shapes that can't be broadcast.
    """
    with op_scope(name, "multiply_no_nan") as scope:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, x.dtype.base_dtype, name="y")
        return apply_single("MulNoNan", [x, y], None, scope)


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Any:
    """A scalar times a tensor.

    ``scalar`` is converted to the dtype of ``x``, a tensor of numbers or
    ``IndexedSlices``; the result is of the same kind.

    >>> print(tf.math.scalar_mul(2, tf.constant([1.0, 2.0])).numpy())
    [2. 4.]

    Raises:
      ValueError: if ``scalar`` has axes.
      TypeError: if ``x`` is no tensor, or its dtype can't hold the scalar.
    """
    if isinstance(x, np.ndarray):
        x = convert_to_tensor(x, name="x")
    if not isinstance(getattr(x, "dtype", None), dtypes.DType):
        raise TypeError(f"scalar_mul needs a tensor to multiply, not {x!r}.")
    if isinstance(x, IndexedSlices):
        return x.with_values(scalar_mul(scalar, x.values, name))
    with op_scope(name, "scalar_mul") as scope:
        factor = convert_to_tensor(scalar, x.dtype.base_dtype, name="scalar")
        if factor.shape.rank != 0:
            raise ValueError(
                f"The input scalar must be a 0-D value. Received shape {factor.shape}."
            )
        return apply_single("Mul", [factor, convert_to_tensor(x)], None, scope)


@elementwise_pair
def maximum(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The greater of x and y, element by element; NaN where either is NaN.

    Takes real numbers of one dtype; shapes are broadcast together.

    >>> print(tf.maximum([1, 5], 3).numpy())
    [3 5]

    Raises:
      InvalidArgumentError: for other dtypes, or shapes that can't be broadcast.
    """
    return applied("Maximum", x, y, name=name)


@elementwise_pair
def minimum(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The lesser of x and y, element by element; NaN where either is NaN.

    Takes real numbers of one dtype; shapes are broadcast together.

    >>> print(tf.minimum([1, 5], 3).numpy())
    [1 3]

    Raises:
      InvalidArgumentError: for other dtypes, or shapes that can't be broadcast.
    """
    return applied("Minimum", x, y, name=name)


def add_n(inputs: TensorLike, name: str | None = None) -> Tensor:
    """The sum of a list of tensors of one shape and dtype.

    >>> print(tf.add_n([[1, 2], [10, 20], [5, 5]]).numpy())
    [16 27]

    Raises:
      ValueError: for no tensors, or something that is no list of them.
      InvalidArgumentError: if the shapes differ.
    """
    tensors = _tensors(inputs)
    if len(tensors) == 1:
        return (
            tensors[0] if name is None else applied("Identity", tensors[0], name=name)
        )
    return applied("AddN", tensors, name=name)


def _tensors(inputs: Any) -> list[Any]:
    message = (
        "Inputs must be an iterable of at least one Tensor/IndexedSlices with the "
        "same dtype and shape."
    )
    try:
        values = list(inputs)
    except TypeError:
        raise ValueError(message) from None
    if not values:
        raise ValueError(message)
    first = convert_to_tensor(values[0])
    return [first] + [convert_to_tensor(each, None, first.dtype) for each in values[1:]]


def accumulate_n(
    inputs: TensorLike,
    shape: ShapeLike | None = None,
    tensor_dtype: DTypeLike | None = None,
    name: str | None = None,
) -> Any:
    """The sum of a list of tensors of one shape; an older name of ``tf.add_n``.

    >>> print(tf.math.accumulate_n([[1, 2], [10, 20]]).numpy())
    [11 22]

    Raises:
      ValueError: for no tensors, or shapes that are not ``shape``.
      TypeError: if the dtype is not ``tensor_dtype``.
    """
    tensors = _tensors(inputs)
    if tensor_dtype is not None and tensors[0].dtype != tensor_dtype:
        raise TypeError(
            f"tensor_dtype is {tensor_dtype}, but the inputs are {tensors[0].dtype}."
        )
    if any(each.dtype is not tensors[0].dtype for each in tensors):
        raise ValueError(
            "inputs must be tensors of one dtype, not "
            f"{[each.dtype.name for each in tensors]}."
        )
    for tensor in tensors:
        tensor.shape.assert_is_compatible_with(
            tensors[0].shape if shape is None else shape
        )
    if len(tensors) == 1:
        return tensors[0]
    return applied("AddN", tensors, name=name, default="AccumulateNV2")


def polyval(coeffs: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The value at x of a polynomial, its coefficients from the highest degree down.

    ``coeffs`` is a list of tensors that broadcast with ``x``; for an empty list the
    value is 0.

    >>> tf.math.polyval([1.0, 2.0, 3.0], 2.0).numpy().item()
    11.0

    Raises:
      ValueError: if ``coeffs`` is no list.
    """
    if not isinstance(coeffs, list):
        raise ValueError(
            f"Argument coeffs must be list type. Received type {type(coeffs)}."
        )
    with op_scope(name, "polyval"):
        x = convert_to_tensor(x, name="x")
        if not coeffs:
            return applied("ZerosLike", x)
        terms = [
            convert_to_tensor(each, name=f"coeff_{i}") for i, each in enumerate(coeffs)
        ]
        value = terms[0]
        for term in terms[1:]:
            value = term + value * x
        return value
