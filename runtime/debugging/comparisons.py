"""Assertions on values: comparisons of two tensors, signs of one."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.context import op_scope
from runtime.control_flow.conditionals import Assert
from runtime.math.reductions import reduction_axes
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor

_SHOWN = 3
"""Elements in a message unless ``summarize`` says otherwise."""


def _operand(value: Any, name: str, like: Tensor | None = None) -> Tensor:
    if isinstance(value, Shape):
        value = value.as_list()
    hint = None if like is None else like.dtype.base_dtype
    return convert_to_tensor(value, dtype_hint=hint, name=name)


def _compare(
    op: str, sign: str, x: Any, y: Any, message: Any, summarize: Any, name: str
) -> Any:
    """Nothing if the op holds everywhere; while tracing, the operation that checks."""
    with op_scope(name, name):
        left = _operand(x, "x", y if isinstance(y, Tensor) else None)
        right = _operand(y, "y", left)
        holds = apply_op(op, [left, right])
        if isinstance(holds, EagerTensor):
            if not np.all(holds._array):
                raise InvalidArgumentError(
                    _report(sign, (left, right), holds, message, summarize)
                )
            return None
        _refuse_known(sign, left, right, holds, message)
        data = [] if message is None else [message]
        data += [
            f"Condition x {sign} y did not hold element-wise:",
            f"x ({_described(left)}) = ",
            left,
            f"y ({_described(right)}) = ",
            right,
        ]
        return Assert(_everywhere(holds), data, summarize)


def _everywhere(mask: Tensor) -> Tensor:
    whole: Tensor = apply_op("All", [mask, reduction_axes(mask, None)])
    return whole


def _report(
    sign: str, operands: tuple[Any, Any], holds: Any, message: Any, summarize: Any
) -> str:
    x, y = (np.asarray(each._array) for each in operands)
    shown = _SHOWN if summarize is None else summarize
    lines = [] if message is None else [str(message)]
    lines.append(f"Condition x {sign} y did not hold.")
    if x.shape == y.shape and x.ndim:
        where = np.argwhere(~np.asarray(holds._array))[: shown if shown >= 0 else None]
        index = tuple(where.T)
        lines += [f"Indices of first {len(where)} different values:", str(where)]
        lines += ["Corresponding x values:", str(x[index])]
        lines += ["Corresponding y values:", str(y[index])]
    for label, array in (("x", x), ("y", y)):
        first = array.reshape(-1)[: shown if shown >= 0 else None]
        lines += [f"First {len(first)} elements of {label}:", str(first)]
    return "\n".join(lines)


def _refuse_known(sign: str, x: Any, y: Any, holds: Any, message: Any) -> None:
    """Raises an error while tracing for statically known violations."""
    left, right = x.constant_value(), y.constant_value()
    known = holds.constant_value()
    if left is None or right is None or known is None or np.all(known):
        return
    lines = ["" if message is None else str(message)] if message else []
    lines += [
        f"Condition x {sign} y did not hold element-wise:",
        f"x ({x.name}) = ",
        str(left),
        f"y ({y.name}) = ",
        str(right),
    ]
    raise InvalidArgumentError("\n".join(lines))


def assert_equal(
    x: TensorLike,
    y: TensorLike,
    message: Any = None,
    summarize: Any = None,
    name: str | None = None,
) -> Any:
    """Fails unless ``x == y`` everywhere; shapes are broadcast.

    Takes tensors, values or shapes. Gives None; the checking operation while tracing.

    >>> tf.debugging.assert_equal([1, 2], [1, 3])
    Traceback (most recent call last):
    graphir.errors.InvalidArgumentError: Condition x == y did not hold.
    ...

    Raises:
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
    """
    if x is y:
        return None
    return _compare("Equal", "==", x, y, message, summarize, name or "assert_equal")


def assert_none_equal(
    x: TensorLike,
    y: TensorLike,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """Fails unless ``x != y`` everywhere; shapes are broadcast.

    >>> tf.debugging.assert_none_equal([1, 2], 3)

    Raises:
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
    """
    scope = name or "assert_none_equal"
    return _compare("NotEqual", "!=", x, y, message, summarize, scope)


def assert_less(
    x: TensorLike,
    y: TensorLike,
    message: Any = None,
    summarize: Any = None,
    name: str | None = None,
) -> Any:
    """Fails unless ``x < y`` everywhere; shapes are broadcast.

    >>> tf.debugging.assert_less([1, 2], 3)

    Raises:
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
    """
    return _compare("Less", "<", x, y, message, summarize, name or "assert_less")


def assert_less_equal(
    x: TensorLike,
    y: TensorLike,
    message: Any = None,
    summarize: Any = None,
    name: str | None = None,
) -> Any:
    """Fails unless ``x <= y`` everywhere; shapes are broadcast.

    >>> tf.debugging.assert_less_equal([1, 2], 2)

    Raises:
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
    """
    scope = name or "assert_less_equal"
    return _compare("LessEqual", "<=", x, y, message, summarize, scope)


def assert_greater(
    x: TensorLike,
    y: TensorLike,
    message: Any = None,
    summarize: Any = None,
    name: str | None = None,
) -> Any:
    """Fails unless ``x > y`` everywhere; shapes are broadcast.

    >>> tf.debugging.assert_greater([1, 2], 0)

    Raises:
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
    """
    return _compare("Greater", ">", x, y, message, summarize, name or "assert_greater")


def assert_greater_equal(
    x: TensorLike,
    y: TensorLike,
    message: Any = None,
    summarize: Any = None,
    name: str | None = None,
) -> Any:
    """Fails unless ``x >= y`` everywhere; shapes are broadcast.

    >>> tf.debugging.assert_greater_equal([1, 2], 1)

    Raises:
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
    """
    scope = name or "assert_greater_equal"
    return _compare("GreaterEqual", ">=", x, y, message, summarize, scope)


def _check_sign(
    op: str, sign: str, x: Any, message: Any, summarize: Any, name: str
) -> Any:
    with op_scope(name, name):
        tensor = convert_to_tensor(x, name="x")
        zero = convert_to_tensor(0, tensor.dtype)
        holds = apply_op(op, [tensor, zero])
        prefix = "" if message is None else f"{message}.  "
        condition = f"Condition x {sign} 0 did not hold element-wise:"
        if isinstance(holds, EagerTensor):
            if not np.all(holds._array):
                raise InvalidArgumentError(_sign_report(prefix, condition, tensor))
            return None
        data = [prefix, condition, f"x ({_described(tensor)}) = ", tensor]
        return Assert(_everywhere(holds), data, summarize)


def _sign_report(prefix: str, condition: str, tensor: Any) -> str:
    elements = [str(each) for each in np.ravel(tensor._array)]
    described = f"x (shape={tensor.shape} dtype={tensor.dtype.name}) = "
    return f"{prefix}\n{condition}\n{described}\n{elements}"


def assert_positive(
    x: TensorLike, message: Any = None, summarize: Any = None, name: str | None = None
) -> Any:
    """Fails unless ``x > 0`` everywhere.

    >>> tf.debugging.assert_positive([1, 2])

    Raises:
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
    """
    scope = name or "assert_positive"
    return _check_sign("Greater", ">", x, message, summarize, scope)


def assert_negative(
    x: TensorLike, message: Any = None, summarize: Any = None, name: str | None = None
) -> Any:
    """Fails unless ``x < 0`` everywhere.

    >>> tf.debugging.assert_negative([-1, -2])

    Raises:
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
    """
    scope = name or "assert_negative"
    return _check_sign("Less", "<", x, message, summarize, scope)


def assert_non_negative(
    x: TensorLike, message: Any = None, summarize: Any = None, name: str | None = None
) -> Any:
    """Fails unless ``x >= 0`` everywhere.

    >>> tf.debugging.assert_non_negative([0, 2])

    Raises:
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
    """
    scope = name or "assert_non_negative"
    return _check_sign("GreaterEqual", ">=", x, message, summarize, scope)


def assert_non_positive(
    x: TensorLike, message: Any = None, summarize: Any = None, name: str | None = None
) -> Any:
    """Fails unless ``x <= 0`` everywhere.

    >>> tf.debugging.assert_non_positive([0, -2])

    Raises:
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
    """
    scope = name or "assert_non_positive"
    return _check_sign("LessEqual", "<=", x, message, summarize, scope)


def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: Any = None,
    atol: Any = None,
    message: Any = None,
    summarize: Any = None,
    name: str | None = None,
) -> Any:
    """Fails unless ``|x - y| < atol + rtol * |y|`` everywhere.

    Both tolerances are ten times the dtype's precision by default.

    >>> tf.debugging.assert_near(1.0, 1.05, rtol=0.1)

    Raises:
      ValueError: for integers, or two dtypes.
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
    """
    with op_scope(name, "assert_near"):
        left = convert_to_tensor(x, name="x")
        right = convert_to_tensor(y, left.dtype, name="y")
        default = 10 * _precision(left)
        relative = _tolerance(rtol, default, left)
        absolute = _tolerance(atol, default, left)
        bound = absolute + relative * apply_op("Abs", [right])
        distance = apply_op("Abs", [left - right])
        holds = _everywhere(apply_op("Less", [distance, bound]))
        data = [
            "" if message is None else f"{message}.  ",
            f"x and y not equal to tolerance rtol = {relative!s}, atol = {absolute!s}",
            f"x ({_described(left)}) = ",
            left,
            f"y ({_described(right)}) = ",
            right,
        ]
        return Assert(holds, data, summarize)


def _described(tensor: Any) -> str:
    if isinstance(tensor, EagerTensor):
        return f"shape={tensor.shape} dtype={tensor.dtype.name}"
    return str(tensor.name)


def _precision(tensor: Tensor) -> float:
    dtype = tensor.dtype
    if not dtype.is_floating:
        raise ValueError(f"assert_near compares floats, not {dtype.name}.")
    if dtype.name == "bfloat16":
        return 2.0**-7
    return float(np.finfo(dtype.numpy_dtype).eps)


def _tolerance(given: Any, default: float, like: Tensor) -> Tensor:
    return convert_to_tensor(default if given is None else given, like.dtype)
