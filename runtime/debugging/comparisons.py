"""Assertions on values: comparisons of two tensors, signs of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.apply import apply_op
from runtime.context import op_scope
from runtime.control_flow.conditionals import no_op
from runtime.debugging.failures import (
    EQUAL,
    GREATER,
    GREATER_EQUAL,
    LESS,
    LESS_EQUAL,
    NEGATIVE,
    NON_NEGATIVE,
    NON_POSITIVE,
    NONE_EQUAL,
    POSITIVE,
    Failure,
    check_operation,
    described,
    everywhere,
)
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Operation


def check_equal(
    x: TensorLike, y: TensorLike, failure: Failure, name: str | None
) -> Operation | None:
    """Asserts equality; a tensor equals itself without a comparison.

    >>> from runtime.debugging.comparisons import check_equal
    >>> from runtime.debugging.failures import Failure
    >>> check_equal([1, 2], [1, 2], Failure(), None)

    Raises:
      InvalidArgumentError: if the assertion is false for known values.
    """
    with op_scope(name, EQUAL.name):
        if x is y:
            operation: Operation | None = no_op()
            return operation
    return EQUAL.check(x, y, failure, name)


def assert_equal(
    x: TensorLike,
    y: TensorLike,
    message: object = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Operation | None:
    """Fails unless ``x == y`` everywhere; shapes are broadcast.

    Takes tensors, values or shapes. Returns None; the checking operation while tracing.

    >>> tf.debugging.assert_equal([1, 2], [1, 3])
    Traceback (most recent call last):
    graphir.errors.InvalidArgumentError: Condition x == y did not hold.
    ...

    Raises:
      InvalidArgumentError: if the assertion does not hold; in a graph, when it runs.
    """
    return check_equal(x, y, Failure(message, summarize), name)


def assert_none_equal(
    x: TensorLike,
    y: TensorLike,
    summarize: int | None = None,
    message: object = None,
    name: str | None = None,
) -> Operation | None:
    """Fails unless ``x != y`` everywhere; shapes are broadcast.

    >>> tf.debugging.assert_none_equal([1, 2], 3)

    Raises:
      InvalidArgumentError: if the assertion does not hold; in a graph, when it runs.
    """
    return NONE_EQUAL.check(x, y, Failure(message, summarize), name)


def assert_less(
    x: TensorLike,
    y: TensorLike,
    message: object = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Operation | None:
    """Fails unless ``x < y`` everywhere; shapes are broadcast.

    >>> tf.debugging.assert_less([1, 2], 3)

    Raises:
      InvalidArgumentError: if the assertion does not hold; in a graph, when it runs.
    """
    return LESS.check(x, y, Failure(message, summarize), name)


def assert_less_equal(
    x: TensorLike,
    y: TensorLike,
    message: object = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Operation | None:
    """Fails unless ``x <= y`` everywhere; shapes are broadcast.

    >>> tf.debugging.assert_less_equal([1, 2], 2)

    Raises:
      InvalidArgumentError: if the assertion does not hold; in a graph, when it runs.
    """
    return LESS_EQUAL.check(x, y, Failure(message, summarize), name)


def assert_greater(
    x: TensorLike,
    y: TensorLike,
    message: object = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Operation | None:
    """Fails unless ``x > y`` everywhere; shapes are broadcast.

    >>> tf.debugging.assert_greater([1, 2], 0)

    Raises:
      InvalidArgumentError: if the assertion does not hold; in a graph, when it runs.
    """
    return GREATER.check(x, y, Failure(message, summarize), name)


def assert_greater_equal(
    x: TensorLike,
    y: TensorLike,
    message: object = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Operation | None:
    """Fails unless ``x >= y`` everywhere; shapes are broadcast.

    >>> tf.debugging.assert_greater_equal([1, 2], 1)

    Raises:
      InvalidArgumentError: if the assertion does not hold; in a graph, when it runs.
    """
    return GREATER_EQUAL.check(x, y, Failure(message, summarize), name)


def assert_positive(
    x: TensorLike,
    message: object = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Operation | None:
    """Fails unless ``x > 0`` everywhere.

    >>> tf.debugging.assert_positive([1, 2])

    Raises:
      InvalidArgumentError: if the assertion does not hold; in a graph, when it runs.
    """
    return POSITIVE.check(x, Failure(message, summarize), name)


def assert_negative(
    x: TensorLike,
    message: object = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Operation | None:
    """Fails unless ``x < 0`` everywhere.

    >>> tf.debugging.assert_negative([-1, -2])

    Raises:
      InvalidArgumentError: if the assertion does not hold; in a graph, when it runs.
    """
    return NEGATIVE.check(x, Failure(message, summarize), name)


def assert_non_negative(
    x: TensorLike,
    message: object = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Operation | None:
    """Fails unless ``x >= 0`` everywhere.

    >>> tf.debugging.assert_non_negative([0, 2])

    Raises:
      InvalidArgumentError: if the assertion does not hold; in a graph, when it runs.
    """
    return NON_NEGATIVE.check(x, Failure(message, summarize), name)


def assert_non_positive(
    x: TensorLike,
    message: object = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Operation | None:
    """Fails unless ``x <= 0`` everywhere.

    >>> tf.debugging.assert_non_positive([0, -2])

    Raises:
      InvalidArgumentError: if the assertion does not hold; in a graph, when it runs.
    """
    return NON_POSITIVE.check(x, Failure(message, summarize), name)


def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: TensorLike | None = None,
    atol: TensorLike | None = None,
    message: object = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Operation | None:
    """Fails unless ``|x - y| < atol + rtol * |y|`` everywhere.

    Both tolerances are ten times the dtype's precision by default.

    >>> tf.debugging.assert_near(1.0, 1.05, rtol=0.1)

    Raises:
      ValueError: for integers, or two dtypes.
      InvalidArgumentError: if the assertion does not hold; in a graph, when it runs.
    """
    return check_near(x, y, (rtol, atol), Failure(message, summarize), name)


def check_near(
    x: TensorLike,
    y: TensorLike,
    tolerances: tuple[TensorLike | None, TensorLike | None],
    failure: Failure,
    name: str | None,
) -> Operation | None:
    """Asserts that values are near; the message is omitted if the failure has data.

    >>> from runtime.debugging.comparisons import check_near
    >>> from runtime.debugging.failures import Failure
    >>> check_near(1.0, 1.05, (0.1, None), Failure(), None)

    Raises:
      ValueError: for integers, or two dtypes.
      InvalidArgumentError: if the assertion is false for known values.
    """
    with op_scope(name, "assert_near"):
        left = convert_to_tensor(x, name="x")
        right = convert_to_tensor(y, left.dtype, name="y")
        default = 10 * _precision(left)
        relative, absolute = (_tolerance(each, default, left) for each in tolerances)
        bound = absolute + relative * apply_op("Abs", [right])
        distance = apply_op("Abs", [left - right])
        holds = everywhere(apply_op("Less", [distance, bound]))
        data: Sequence[Any] = [
            "" if failure.message is None else f"{failure.message}.  ",
            f"x and y not equal to tolerance rtol = {relative!s}, atol = {absolute!s}",
            f"x ({described(left)}) = ",
            left,
            f"y ({described(right)}) = ",
            right,
        ]
        shown = data if failure.data is None else failure.data
        return check_operation(holds, list(shown), failure.summarize)


def _precision(tensor: Tensor) -> float:
    dtype = tensor.dtype
    if not dtype.is_floating:
        raise ValueError(f"assert_near compares floats, not {dtype.name}.")
    if dtype.name == "bfloat16":
        return 2.0**-7
    return float(np.finfo(dtype.numpy_dtype).eps)


def _tolerance(given: Any, default: float, like: Tensor) -> Tensor:
    return convert_to_tensor(default if given is None else given, like.dtype)
