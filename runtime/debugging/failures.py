"""The comparisons and sign checks of assertions, and the messages of their failures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.shapes import Shape
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.control_flow.conditionals import Assert
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
        """The number of elements of a tensor in the message, None for all."""
        count = _SHOWN if self.summarize is None else self.summarize
        return count if count >= 0 else None

    def content(self, default: Iterable[Any]) -> list[Any]:
        """Message and data, or ``default`` if no data was passed."""
        message = [] if self.message is None else [self.message]
        return [*message, *(default if self.data is None else self.data)]

    def text(self, default: Iterable[Any]) -> str:
        """The text of the message, one part per line."""
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
        """Makes the assertion: eagerly at once, in a graph by the returned operation.

        >>> from runtime.debugging.comparisons import LESS, Failure
        >>> LESS.check(1, 2, Failure(), None)

        Raises:
          InvalidArgumentError: if the assertion is false for known values.
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
            return check_operation(everywhere(holds), data, failure.summarize)

    def _operands(self, left: Tensor, right: Tensor) -> list[Any]:
        return [
            f"Condition x {self.sign} y did not hold element-wise:",
            f"x ({described(left)}) = ",
            left,
            f"y ({described(right)}) = ",
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
        """Makes the assertion: eagerly at once, in a graph by the returned operation.

        The message is omitted if there is data, as in TensorFlow.

        >>> from runtime.debugging.comparisons import POSITIVE, Failure
        >>> POSITIVE.check([1, 2], Failure(), None)

        Raises:
          InvalidArgumentError: if the assertion is false for known values.
        """
        with op_scope(name, self.name):
            tensor = convert_to_tensor(x, name="x")
            zero = convert_to_tensor(0, tensor.dtype)
            message = failure.message
            default = [
                "" if message is None else f"{message}.  ",
                f"Condition x {self.sign} 0 did not hold element-wise:",
                f"x ({described(tensor)}) = ",
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


def everywhere(mask: Tensor) -> Tensor:
    """Whether all elements are true."""
    return apply_single("All", [mask, reduction_axes(mask, None)])


def check_operation(
    condition: Tensor, data: list[Any], summarize: int | None
) -> Operation | None:
    """An operation that fails unless the condition is true; None outside of traces.

    Raises:
      InvalidArgumentError: outside of traces, if the condition is false.
    """
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


def described(tensor: Tensor) -> str:
    """A tensor in the text of a failure: shape and dtype, or its name in a graph."""
    if isinstance(tensor, EagerTensor):
        return f"shape={tensor.shape} dtype={tensor.dtype.name}"
    return str(tensor.name)
