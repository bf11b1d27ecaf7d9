"""Accumulators of dense gradients, and the kernels on all accumulators."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Condition
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.contract.ranks import integer_of
from graphir.ops.stores import accumulators as ops
from graphir.shapes import Shape
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.stateful_kernels.stores.sharing import shared
from runtime.tensors.quiet import run_quietly


@handle_class("accumulator")
class AccumulatorStorage:
    """A sum of gradients and their number; safe among threads."""

    shape = (2,)
    """The shape of the handle."""

    def __init__(self, dtype: DType, value_shape: Shape, is_mean: bool) -> None:
        self.dtype = dtype
        self.value_shape = value_shape
        self.is_mean = is_mean
        self.count = 0
        self.step = 0
        self.changed = Condition()
        self._sum: Any = None

    def apply(self, step: int, gradient: Any) -> None:
        """Adds a gradient; a gradient of an earlier step is dropped.

        Raises:
          InvalidArgumentError: if the gradient's shape does not fit.
        """
        with self.changed:
            if step < self.step:
                return
            self.require_fit(gradient)
            self._sum = run_quietly(self.added, self._sum, gradient)
            self.count += 1
            self.changed.notify_all()

    def take(self, number: int) -> Any:
        """The sum or mean, once there are enough gradients; begins the next step.

        Raises:
          InvalidArgumentError: for a number that is not positive.
        """
        if number <= 0:
            raise InvalidArgumentError(
                f"Argument num_required must be positive, but was {number}"
            )
        with self.changed:
            self.changed.wait_for(lambda: self.count >= number)
            taken = run_quietly(self.result)
            self.step += 1
            self.count, self._sum = 0, None
            return taken

    def set_step(self, step: int) -> None:
        """Sets the current step."""
        with self.changed:
            self.step = step

    # --- what accumulators of rows have otherwise

    def require_fit(self, gradient: Any) -> None:
        """Refuses a gradient of another shape."""
        shape = Shape(np.shape(gradient))
        expected = Shape(np.shape(self._sum)) if self.count else self.value_shape
        if not expected.is_compatible_with(shape):
            raise InvalidArgumentError(
                f"Shape mismatch: expected {_brackets(expected)}, got "
                f"{_brackets(shape)}"
            )

    def added(self, total: Any, gradient: Any) -> Any:
        """A sum with one more gradient."""
        return gradient if total is None else np.asarray(total + gradient)

    def result(self) -> Any:
        """The sum or mean of all that came."""
        return self.averaged(self._sum, self.count)

    def averaged(self, total: Any, count: Any) -> Any:
        """A sum over a count, in the dtype of the gradients."""
        if not self.is_mean:
            return total
        dtype = self.dtype.numpy_dtype
        if self.dtype.is_integer:
            # towards zero, as integers are divided there
            return np.asarray(np.trunc(np.true_divide(total, count))).astype(dtype)
        return np.asarray(total / np.asarray(count, dtype), dtype)


def _brackets(shape: Shape) -> str:
    if shape.rank is None:
        return "<unknown>"
    return f"[{','.join('?' if size is None else str(size) for size in shape)}]"


def maker(kind: type[AccumulatorStorage], attrs: Mapping[str, Attr]) -> Kernel:
    """The kernel that finds or makes an accumulator of a kind."""
    parts = attrs["dtype"], attrs["shape"], attrs["reduction_type"] == b"MEAN"
    return lambda: shared(attrs, AccumulatorStorage, lambda: kind(*parts))


@kernel_factory(ops.ResourceConditionalAccumulator)
def _accumulator(attrs: Mapping[str, Attr]) -> Kernel:
    return maker(AccumulatorStorage, attrs)


@kernel(ops.ResourceAccumulatorApplyGradient)
def _apply(accumulator: AccumulatorStorage, local_step: Any, gradient: Any) -> None:
    require_kind(accumulator, AccumulatorStorage)
    accumulator.apply(integer_of(local_step, "local_step"), gradient)


@kernel(ops.ResourceAccumulatorNumAccumulated)
def _count(accumulator: AccumulatorStorage) -> Any:
    return np.int32(accumulator.count)


@kernel(ops.ResourceAccumulatorSetGlobalStep)
def _set_step(accumulator: AccumulatorStorage, new_global_step: Any) -> None:
    accumulator.set_step(integer_of(new_global_step, "new_global_step"))


@kernel_factory(ops.ResourceAccumulatorTakeGradient)
def _take(attrs: Mapping[str, Attr]) -> Kernel:
    def take(accumulator: AccumulatorStorage, num_required: Any) -> Any:
        require_kind(accumulator, AccumulatorStorage)
        require_dtype(accumulator, attrs["dtype"])
        return accumulator.take(integer_of(num_required, "num_required"))

    return take


def require_kind(accumulator: Any, kind: type[AccumulatorStorage]) -> None:
    """Refuses a sparse accumulator where a dense one is expected, or the reverse.

    Raises:
      InvalidArgumentError: if the accumulator is of the other kind.
    """
    if type(accumulator) is not kind:
        raise InvalidArgumentError(
            "Trying to use an accumulator of dense gradients for sparse gradients, or "
            "an accumulator of sparse gradients for dense gradients."
        )


def require_dtype(accumulator: AccumulatorStorage, dtype: DType) -> None:
    """Refuses another dtype than the dtype of the gradients.

    Raises:
      InvalidArgumentError: for another one.
    """
    if accumulator.dtype is not dtype:
        raise InvalidArgumentError(
            f"The accumulator has gradients of {accumulator.dtype.name}, not "
            f"{dtype.name}."
        )
