"""Assertions on values: comparisons of two tensors, signs of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.shapes import Shape
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.control_flow.conditionals import Assert, no_op
from runtime.math.reductions import reduction_axes
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor
from runtime.tracing.graphs import Operation

_SHOWN = 3
"""Elements in a message unless ``summarize`` says otherwise."""


class Failure(NamedTuple):
    """The text of a failing assertion: a message, and data or the operands."""

    message: object = None
    summarize: int | None = None
    data: Sequence[Any] | None = None

    @property
    def most(self) -> int | None:
        """The number of elements shown of a tensor, None for all of them."""
        count = _SHOWN if self.summarize is None else self.summarize
        return count if count >= 0 else None

    def content(self, default: Iterable[Any]) -> list[Any]:
        """Message and data, or ``default`` if no data was passed."""
        message = [] if self.message is None else [self.message]
        return [*message, *(default if self.data is None else self.data)]

    def text(self, default: Iterable[Any]) -> str:
        """The content, one part a line."""
        return "\n".join(_line(part, self.most) for part in self.content(default))


def _line(part: Any, count: int | None) -> str:
    if not isinstance(part, Tensor):
        return str(part)
    known = part.constant_value()
    if known is None:
        return str(part)
    array = np.asarray(known)
    if not isinstance(part, EagerTensor) or not array.ndim:
        return str(known)
    shown = [str(element) for element in array.ravel()[:count]]
    return str(shown if len(shown) == array.size else [*shown, "..."])


class Comparison(NamedTuple):
    """An assertion that an op is true of two tensors, element by element."""

    name: str
    op: str
    sign: str

    def check(
        self, x: TensorLike, y: TensorLike, failure: Failure, name: str | None
    ) -> Operation | None:
        """Asserts it: at once if eager, else by the operation that is returned.

        >>> from runtime.debugging.comparisons import LESS, Failure
        >>> LESS.check(1, 2, Failure(), None)

        Raises:
          InvalidArgumentError: if it is false of known values.
        """
        with op_scope(name, self.name):
            left = _operand(x, "x", y if isinstance(y, Tensor) else None)
            right = _operand(y, "y", left)
            holds = apply_op(self.op, [left, right])
            if isinstance(holds, EagerTensor):
                if not np.all(holds._array):
                    lines = _differences(self.sign, (left, right), holds, failure.most)
                    raise InvalidArgumentError(failure.text(lines))
                return None
            operands = self._operands(left, right)
            known = holds.constant_value()
            if known is not None and not np.all(known):
                raise InvalidArgumentError(failure.text(operands))
            data = failure.content(operands)
            return _assert(_everywhere(holds), data, failure.summarize)

    def _operands(self, left: Tensor, right: Tensor) -> list[Any]:
        return [
            f"Condition x {self.sign} y did not hold element-wise:",
            f"x ({_described(left)}) = ",
            left,
            f"y ({_described(right)}) = ",
            right,
        ]


EQUAL: Final = Comparison("assert_equal", "Equal", "==")
NONE_EQUAL: Final = Comparison("assert_none_equal", "NotEqual", "!=")
LESS: Final = Comparison("assert_less", "Less", "<")
LESS_EQUAL: Final = Comparison("assert_less_equal", "LessEqual", "<=")
GREATER: Final = Comparison("assert_greater", "Greater", ">")
GREATER_EQUAL: Final = Comparison("assert_greater_equal", "GreaterEqual", ">=")


class SignCheck(NamedTuple):
    """An assertion about the sign of a tensor's elements."""

    name: str
    comparison: Comparison
    zero_first: bool
    sign: str

    def check(
        self, x: TensorLike, failure: Failure, name: str | None
    ) -> Operation | None:
        """Asserts it: at once if eager, else by the operation that is returned.

        The message is not shown where there is data, as in TensorFlow.

        >>> from runtime.debugging.comparisons import POSITIVE, Failure
        >>> POSITIVE.check([1, 2], Failure(), None)

        Raises:
          InvalidArgumentError: if it is false of known values.
        """
        with op_scope(name, self.name):
            tensor = convert_to_tensor(x, name="x")
            zero = convert_to_tensor(0, tensor.dtype)
            message = failure.message
            default = [
                "" if message is None else f"{message}.  ",
                f"Condition x {self.sign} 0 did not hold element-wise:",
                f"x ({_described(tensor)}) = ",
                tensor,
            ]
            data = default if failure.data is None else failure.data
            shown = Failure(None, failure.summarize, data)
            first, second = (zero, tensor) if self.zero_first else (tensor, zero)
            return self.comparison.check(first, second, shown, None)


POSITIVE: Final = SignCheck("assert_positive", LESS, True, ">")
NEGATIVE: Final = SignCheck("assert_negative", LESS, False, "<")
NON_NEGATIVE: Final = SignCheck("assert_non_negative", LESS_EQUAL, True, ">=")
NON_POSITIVE: Final = SignCheck("assert_non_positive", LESS_EQUAL, False, "<=")


def _operand(value: Any, name: str, like: Tensor | None = None) -> Tensor:
    if isinstance(value, Shape):
        value = value.as_list()
    hint = None if like is None else like.dtype.base_dtype
    return convert_to_tensor(value, dtype_hint=hint, name=name)


def _everywhere(mask: Tensor) -> Tensor:
    return apply_single("All", [mask, reduction_axes(mask, None)])


def _assert(
    condition: Tensor, data: list[Any], summarize: int | None
) -> Operation | None:
    operation: Operation | None = Assert(condition, data, summarize)
    return operation


def _differences(
    sign: str, operands: tuple[Any, Any], holds: Any, count: int | None
) -> Iterator[str]:
    x, y = (np.asarray(each._array) for each in operands)
    yield f"Condition x {sign} y did not hold."
    if x.shape == y.shape and x.ndim:
        where = np.argwhere(~np.asarray(holds._array))[:count]
        index = tuple(where.T)
        yield from [f"Indices of first {len(where)} different values:", str(where)]
        yield from ["Corresponding x values:", str(x[index])]
        yield from ["Corresponding y values:", str(y[index])]
    for label, array in (("x", x), ("y", y)):
        first = array.reshape(-1)[:count]
        yield from [f"First {len(first)} elements of {label}:", str(first)]


def check_equal(
    x: TensorLike, y: TensorLike, failure: Failure, name: str | None
) -> Operation | None:
    """Asserts equality; a tensor equals itself without a comparison.

    >>> from runtime.debugging.comparisons import Failure, check_equal
    >>> check_equal([1, 2], [1, 2], Failure(), None)

    Raises:
      InvalidArgumentError: if it is false of known values.
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

    Takes tensors, values or shapes. Gives None; the checking operation while tracing.

    >>> tf.debugging.assert_equal([1, 2], [1, 3])
    Traceback (most recent call last):
    graphir.errors.InvalidArgumentError: Condition x == y did not hold.
    ...

    Raises:
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
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
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
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
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
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
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
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
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
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
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
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
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
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
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
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
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
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
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
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
      InvalidArgumentError: if it does not hold; in a graph, when it runs.
    """
    return check_near(x, y, (rtol, atol), Failure(message, summarize), name)


def check_near(
    x: TensorLike,
    y: TensorLike,
    tolerances: tuple[TensorLike | None, TensorLike | None],
    failure: Failure,
    name: str | None,
) -> Operation | None:
    """Asserts nearness; the message is not shown where there is data.

    >>> from runtime.debugging.comparisons import Failure, check_near
    >>> check_near(1.0, 1.05, (0.1, None), Failure(), None)

    Raises:
      ValueError: for integers, or two dtypes.
      InvalidArgumentError: if it is false of known values.
    """
    with op_scope(name, "assert_near"):
        left = convert_to_tensor(x, name="x")
        right = convert_to_tensor(y, left.dtype, name="y")
        default = 10 * _precision(left)
        relative, absolute = (_tolerance(each, default, left) for each in tolerances)
        bound = absolute + relative * apply_op("Abs", [right])
        distance = apply_op("Abs", [left - right])
        holds = _everywhere(apply_op("Less", [distance, bound]))
        data: Sequence[Any] = [
            "" if failure.message is None else f"{failure.message}.  ",
            f"x and y not equal to tolerance rtol = {relative!s}, atol = {absolute!s}",
            f"x ({_described(left)}) = ",
            left,
            f"y ({_described(right)}) = ",
            right,
        ]
        shown = data if failure.data is None else failure.data
        return _assert(holds, list(shown), failure.summarize)


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
