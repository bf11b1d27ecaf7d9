"""The assertions of TensorFlow 1: `data` and `summarize` stand before the message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol, TypeVar

from runtime.context import op_scope
from runtime.control_flow.conditionals import no_op
from runtime.debugging import comparisons, failures, structure_checks
from runtime.debugging.failures import Failure
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Operation

_Data = Sequence[Any] | None
_Public = TypeVar("_Public", bound=Callable[..., Any])


class Comparing(Protocol):
    """An assertion about two tensors."""

    def __call__(
        self,
        x: TensorLike,
        y: TensorLike,
        data: _Data = None,
        summarize: int | None = None,
        message: object = None,
        name: str | None = None,
    ) -> Operation | None:
        """None; while a graph is made, the operation that checks."""


class CheckingSign(Protocol):
    """An assertion about the elements of one tensor."""

    def __call__(
        self,
        x: TensorLike,
        data: _Data = None,
        summarize: int | None = None,
        message: object = None,
        name: str | None = None,
    ) -> Operation | None:
        """None; while a graph is made, the operation that checks."""


_TEXT: Final = """See `tf.debugging.{name}`; an op while a graph is made.

    A failing assertion shows the values of ``data``, if passed, and not its operands.

    >>> tf.compat.v1.{name}({example})

    Raises:
      {raised}
    """

_RANK_ERRORS: Final = """ValueError: for {wrong} rank that is known.
      InvalidArgumentError: when the graph runs, for one that is not."""


def _described(assertion: _Public, name: str, example: str, raised: str) -> _Public:
    assertion.__name__ = assertion.__qualname__ = name
    assertion.__doc__ = _TEXT.format(name=name, example=example, raised=raised)
    return assertion


def _comparing(
    name: str,
    check: Callable[[TensorLike, TensorLike, Failure, str | None], Operation | None],
    example: str,
    wrong: str,
) -> Comparing:
    def assertion(
        x: TensorLike,
        y: TensorLike,
        data: _Data = None,
        summarize: int | None = None,
        message: object = None,
        name: str | None = None,
    ) -> Operation | None:
        return check(x, y, Failure(message, summarize, data), name)

    return _described(assertion, name, example, f"InvalidArgumentError: if {wrong}.")


def _checking_sign(check: failures.SignCheck, example: str, wrong: str) -> CheckingSign:
    def assertion(
        x: TensorLike,
        data: _Data = None,
        summarize: int | None = None,
        message: object = None,
        name: str | None = None,
    ) -> Operation | None:
        return check.check(x, Failure(message, summarize, data), name)

    raised = f"InvalidArgumentError: if an element is {wrong}."
    return _described(assertion, check.name, example, raised)


def _checking_rank(
    check: structure_checks.RankCheck, example: str, wrong: str
) -> Callable[..., Operation | None]:
    def assertion(
        x: TensorLike,
        rank: TensorLike,
        data: _Data = None,
        summarize: int | None = None,
        message: object = None,
        name: str | None = None,
    ) -> Operation | None:
        return check.check(x, [rank], Failure(message, summarize, data), name)

    return _described(assertion, check.name, example, _RANK_ERRORS.format(wrong=wrong))


assert_equal: Final = _comparing(
    "assert_equal",
    comparisons.check_equal,
    "tf.constant([1, 2]), [1, 2]",
    "elements differ",
)
assert_none_equal: Final = _comparing(
    "assert_none_equal",
    failures.NONE_EQUAL.check,
    "tf.constant([1, 2]), [3, 4]",
    "elements are equal",
)
assert_less: Final = _comparing(
    "assert_less",
    failures.LESS.check,
    "tf.constant([1, 2]), 3",
    "an element of x is not less",
)
assert_less_equal: Final = _comparing(
    "assert_less_equal",
    failures.LESS_EQUAL.check,
    "tf.constant([1, 2]), 2",
    "an element of x is greater",
)
assert_greater: Final = _comparing(
    "assert_greater",
    failures.GREATER.check,
    "tf.constant([1, 2]), 0",
    "an element of x is not greater",
)
assert_greater_equal: Final = _comparing(
    "assert_greater_equal",
    failures.GREATER_EQUAL.check,
    "tf.constant([1, 2]), 1",
    "an element of x is less",
)
assert_positive: Final = _checking_sign(
    failures.POSITIVE, "tf.constant([1, 2])", "0 or less"
)
assert_negative: Final = _checking_sign(
    failures.NEGATIVE, "tf.constant([-1, -2])", "0 or more"
)
assert_non_negative: Final = _checking_sign(
    failures.NON_NEGATIVE, "tf.constant([0, 2])", "below 0"
)
assert_non_positive: Final = _checking_sign(
    failures.NON_POSITIVE, "tf.constant([0, -2])", "above 0"
)
assert_rank: Final = _checking_rank(
    structure_checks.RANK, "tf.constant([1, 2]), 1", "another"
)
assert_rank_at_least: Final = _checking_rank(
    structure_checks.RANK_AT_LEAST, "tf.constant([[1, 2]]), 1", "a lower"
)


def assert_near(
    x: TensorLike,
    y: TensorLike,
    rtol: TensorLike | None = None,
    atol: TensorLike | None = None,
    data: _Data = None,
    summarize: int | None = None,
    message: object = None,
    name: str | None = None,
) -> Operation | None:
    """See `tf.debugging.assert_near`; an op while a graph is made.

    >>> tf.compat.v1.assert_near(tf.constant([1.0]), [1.0 + 1e-7])

    Raises:
      InvalidArgumentError: if elements differ by more than the tolerances.
    """
    failure = Failure(message, summarize, data)
    return comparisons.check_near(x, y, (rtol, atol), failure, name)


def assert_rank_in(
    x: TensorLike,
    ranks: Iterable[TensorLike],
    data: _Data = None,
    summarize: int | None = None,
    message: object = None,
    name: str | None = None,
) -> Operation | None:
    """See `tf.debugging.assert_rank_in`; an op while a graph is made.

    >>> tf.compat.v1.assert_rank_in(tf.constant([1, 2]), (1, 2))

    Raises:
      ValueError: for another rank that is known.
      InvalidArgumentError: when the graph runs, for one that is not.
    """
    failure = Failure(message, summarize, data)
    return structure_checks.RANK_IN.check(x, list(ranks), failure, name)


def _checked(name: str) -> Operation | None:
    """The result of a check that was made already: in a graph, an operation."""
    operation: Operation | None = no_op(name)
    return operation


def assert_integer(
    x: TensorLike, message: object = None, name: str | None = None
) -> Operation | None:
    """See `tf.debugging.assert_integer`; an op while a graph is made.

    >>> tf.compat.v1.assert_integer(tf.constant(3))

    Raises:
      TypeError: for another dtype.
    """
    with op_scope(name, "assert_integer"):
        structure_checks.assert_integer(x, message)
        return _checked("statically_determined_was_integer")


def assert_scalar(
    tensor: TensorLike, name: str | None = None, message: object = None
) -> Tensor:
    """The tensor, if it is a scalar.

    >>> tf.compat.v1.assert_scalar(tf.constant(3)).numpy()
    np.int32(3)

    Raises:
      ValueError: for another shape.
    """
    structure_checks.assert_scalar(tensor, message, name)
    return convert_to_tensor(tensor)


def assert_type(
    tensor: TensorLike,
    tf_type: DTypeLike,
    message: object = None,
    name: str | None = None,
) -> Operation | None:
    """See `tf.debugging.assert_type`; an op while a graph is made.

    >>> tf.compat.v1.assert_type(tf.constant(3), tf.int32)

    Raises:
      TypeError: for another dtype.
    """
    with op_scope(name, "assert_type"):
        structure_checks.assert_type(tensor, tf_type, message)
        return _checked("statically_determined_correct_type")
