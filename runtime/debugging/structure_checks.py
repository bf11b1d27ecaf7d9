"""Assertions on ranks, shapes and dtypes, checked statically where possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from runtime.apply import apply_op
from runtime.context import op_scope
from runtime.control_flow.conditionals import Assert, no_op
from runtime.debugging.failures import Failure
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Operation


def _named(tensor: Any) -> str:
    """A traced tensor's name; an eager one has none."""
    return str(tensor.name) if isinstance(tensor, SymbolicTensor) else ""


def intro(message: Any) -> str:
    """The beginning of an error: the user's message, if there is one."""
    return "" if message is None else f"{message}.  "


def _rank_number(rank: Any) -> Any:
    """The rank as a number, or a tensor if it is not known."""
    tensor = convert_to_tensor(rank, name="rank")
    if tensor.dtype is not dtypes.int32:
        label = _named(tensor) or "tensor"
        raise TypeError(f"{label} must be of type tf.int32; got {tensor.dtype!r}")
    if tensor.shape.rank not in (None, 0):
        raise ValueError("Rank must be a scalar.")
    known = tensor.constant_value()
    return tensor if known is None else int(known)


class RankCheck(NamedTuple):
    """An assertion about the rank of a tensor; checked statically if possible."""

    name: str
    op: str
    relation: str

    def check(
        self,
        x: TensorLike,
        ranks: Sequence[TensorLike],
        failure: Failure,
        name: str | None,
    ) -> Operation | None:
        """Makes the assertion: eagerly at once, in a graph by the returned operation.

        >>> from runtime.debugging.failures import Failure
        >>> from runtime.debugging.structure_checks import RANK
        >>> RANK.check([1, 2], [1], Failure(), None)

        Raises:
          ValueError: if the rank is known to be another one.
          TypeError: if a rank is no int32.
        """
        with op_scope(name, self.name):
            numbers = [_rank_number(each) for each in ranks]
            tensor = convert_to_tensor(x, name="x")
            must = f"Tensor {_named(tensor)} must have rank{self.relation}"
            prefix, rank = intro(failure.message), tensor.shape.rank
            if rank is None or any(isinstance(each, Tensor) for each in numbers):
                shape = apply_op("Shape", [tensor])
                default = [prefix, must, *numbers, "Received shape: ", shape]
                data = default if failure.data is None else list(failure.data)
                return self._checked_in_graph(tensor, numbers, data, failure.summarize)
            is_right = (
                rank >= numbers[0] if self.op == "GreaterEqual" else rank in numbers
            )
            if is_right:
                return _determined("static_checks_determined_all_ok")
            wanted = tuple(numbers) if self is RANK_IN else numbers[0]
            raise ValueError(
                f"{prefix}{must} {wanted}.  Received rank {rank}, shape {tensor.shape}"
            )

    def _checked_in_graph(
        self, tensor: Tensor, ranks: list[Any], data: list[Any], summarize: int | None
    ) -> Operation | None:
        current = apply_op("Rank", [tensor])
        holds = [apply_op(self.op, [current, each]) for each in ranks]
        found = holds[0]
        for other in holds[1:]:
            found = apply_op("LogicalOr", [found, other])
        operation: Operation | None = Assert(found, data, summarize)
        return operation


RANK: Final = RankCheck("assert_rank", "Equal", "")
RANK_AT_LEAST: Final = RankCheck("assert_rank_at_least", "GreaterEqual", " at least")
RANK_IN: Final = RankCheck("assert_rank_in", "Equal", " in")


def _determined(name: str) -> Operation | None:
    """The result of an assertion that is true already: in a graph, an operation."""
    operation: Operation | None = no_op(name)
    return operation


def assert_rank(
    x: TensorLike, rank: TensorLike, message: object = None, name: str | None = None
) -> Operation | None:
    """Fails unless the tensor has that rank.

    >>> tf.debugging.assert_rank([1, 2], 1)

    Raises:
      ValueError: if the rank differs (InvalidArgumentError when the graph runs if it is
        unknown while tracing), or if ``rank`` is no scalar.
      TypeError: if ``rank`` is no int32.
    """
    return RANK.check(x, [rank], Failure(message), name)


def assert_rank_at_least(
    x: TensorLike, rank: TensorLike, message: object = None, name: str | None = None
) -> Operation | None:
    """Fails unless the tensor has at least the rank ``rank``.

    >>> tf.debugging.assert_rank_at_least([[1, 2]], 1)

    Raises:
      ValueError: if the rank is lower (InvalidArgumentError when the graph runs if it
        is unknown while tracing), or if ``rank`` is no scalar.
      TypeError: if ``rank`` is no int32.
    """
    return RANK_AT_LEAST.check(x, [rank], Failure(message), name)


def assert_rank_in(
    x: TensorLike,
    ranks: Iterable[TensorLike],
    message: object = None,
    name: str | None = None,
) -> Operation | None:
    """Fails unless the tensor's rank is in ``ranks``.

    >>> tf.debugging.assert_rank_in([1, 2], (1, 2))

    Raises:
      ValueError: if the rank is not among them (InvalidArgumentError when the graph
        runs if it is unknown while tracing), or if a rank is no scalar.
      TypeError: if a rank is no int32.
    """
    return RANK_IN.check(x, list(ranks), Failure(message), name)


def assert_scalar(
    tensor: TensorLike, message: Any = None, name: str | None = None
) -> None:
    """Fails unless the tensor is a scalar.

    >>> tf.debugging.assert_scalar(1)

    Raises:
      ValueError: if the tensor is no scalar.
    """
    with op_scope(name, "assert_scalar"):
        scalar = convert_to_tensor(tensor)
        if scalar.shape.rank != 0:
            raise ValueError(
                f"{intro(message)}Expected scalar shape, saw shape: {scalar.shape}."
            )


def assert_integer(x: TensorLike, message: Any = None, name: str | None = None) -> None:
    """Fails unless the tensor has an integer dtype.

    >>> tf.debugging.assert_integer([1, 2])

    Raises:
      TypeError: for another dtype.
    """
    tensor = convert_to_tensor(x, name="x")
    if not tensor.dtype.is_integer:
        label = _named(tensor) or "x"
        raise TypeError(
            f'{intro(message)}Expected "{label}" to be integer type.  Found: tensor '
            f"of dtype {tensor.dtype!s}"
        )


def assert_type(
    tensor: TensorLike, tf_type: Any, message: Any = None, name: str | None = None
) -> None:
    """Fails unless the tensor has that dtype.

    >>> tf.debugging.assert_type([1, 2], tf.int32)

    Raises:
      TypeError: for another dtype.
    """
    wanted = as_dtype(tf_type)
    value = tensor if hasattr(tensor, "dtype") else convert_to_tensor(tensor)
    found = as_dtype(value.dtype)
    if found is not wanted:
        label = f"{_named(value)} " if isinstance(value, Tensor) else ""
        raise TypeError(
            f"{intro(message)}tensor {label.strip()}".rstrip()
            + f" must be of type {wanted!r}; got {found!r}"
        )


def assert_proper_iterable(values: Any) -> None:
    """Raises an error for strings, tensors and arrays, which count as single values.

    >>> tf.debugging.assert_proper_iterable([1, 2])

    Raises:
      TypeError: for a string, tensor or array, and for a value that is no iterable.
    """
    if isinstance(values, (str, bytes, np.ndarray, Tensor)) or hasattr(
        values, "__tf_tensor__"
    ):
        raise TypeError(
            'Expected argument "values" to be a "proper" iterable.  Found: '
            f"{type(values)}"
        )
    if not hasattr(values, "__iter__"):
        raise TypeError(
            f'Expected argument "values" to be iterable.  Found: {type(values)}'
        )


def assert_same_float_dtype(
    tensors: Any = None, dtype: DTypeLike | None = None
) -> DType:
    """The common floating dtype of the tensors; float32 without tensors.

    >>> tf.debugging.assert_same_float_dtype([tf.constant(1.0, tf.float64)])
    tf.float64

    Raises:
      ValueError: if there are several, or one that is not floating.
    """
    wanted = None if dtype is None else as_dtype(dtype)
    first: Any = None
    for tensor in tensors or ():
        if not isinstance(getattr(tensor, "dtype", None), DType):
            raise TypeError(f"Expected tensors, not {tensor!r}.")
        if wanted is None:
            wanted, first = tensor.dtype, tensor
        elif tensor.dtype is not wanted:
            other = "" if first is None else f" as {first!s}"
            raise ValueError(
                f"{tensor!s}, type={tensor.dtype!s}, must be of the same type "
                f"({wanted!s}){other}."
            )
    found = dtypes.float32 if wanted is None else wanted
    if not found.is_floating:
        raise ValueError(f"Expected floating point type, got {found!s}.")
    return found


def is_numeric_tensor(tensor: Any) -> bool:
    """Whether the argument is a tensor of numbers, not of strings or bools.

    >>> tf.debugging.is_numeric_tensor(tf.constant(1))
    True
    """
    if not isinstance(tensor, Tensor):
        return False
    dtype = tensor.dtype.base_dtype
    return bool(dtype.is_integer or dtype.is_floating or dtype.is_complex)
