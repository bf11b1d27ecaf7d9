"""Accumulators of gradients: of several workers, of which stale ones are left out."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.shapes import as_shape
from runtime.apply import apply_op
from runtime.context import executing_eagerly, name_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Operation


class ConditionalAccumulatorBase:
    """The base class of accumulators.

    Args:
      dtype: of the gradients.
      shape: of the gradients; None if it is not known.
      accumulator_ref: the handle.
    """

    def __init__(
        self, dtype: DTypeLike, shape: ShapeLike | None, accumulator_ref: Tensor
    ) -> None:
        self._dtype = as_dtype(dtype)
        self._shape = as_shape(shape)
        self._accumulator_ref = accumulator_ref
        is_eager = executing_eagerly()
        self._name = "" if is_eager else accumulator_ref.op.name.rpartition("/")[2]

    @property
    def accumulator_ref(self) -> Tensor:
        """The handle."""
        return self._accumulator_ref

    @property
    def name(self) -> str:
        """The name of its op."""
        return self._name

    @property
    def dtype(self) -> DType:
        """The dtype of the gradients."""
        return self._dtype

    def num_accumulated(self, name: str | None = None) -> Tensor:
        """The number of gradients since the last one was taken, an int32 scalar."""
        found: Tensor = self._applied("NumAccumulated", [], None, name)
        return found

    def set_global_step(
        self, new_global_step: TensorLike, name: str | None = None
    ) -> Operation:
        """Sets the step: gradients of earlier steps are left out."""
        step = convert_to_tensor(new_global_step, dtypes.int64)
        found: Operation = self._applied("SetGlobalStep", [step], None, name)
        return found

    def _applied(self, what: str, inputs: list[Any], attrs: Any, name: Any) -> Any:
        kind = "ResourceAccumulator" if self._is_resource() else "Accumulator"
        return apply_op(kind + what, [self._accumulator_ref, *inputs], attrs, name)

    def _is_resource(self) -> bool:
        found: bool = self._accumulator_ref.dtype is dtypes.resource
        return found


def _made(
    op: str, dtype: Any, shape: Any, shared: Any, name: str, reduction: str
) -> Any:
    with name_scope(name) as scope:
        attrs = {
            "dtype": as_dtype(dtype),
            "shape": as_shape(shape),
            "shared_name": (shared or scope[:-1]).encode(),
            "reduction_type": reduction.encode(),
        }
        return apply_op(op, [], attrs, scope)


class ConditionalAccumulator(ConditionalAccumulatorBase):
    """Adds up gradients, and gives their mean or sum once there are enough.

    Args:
      dtype: of the gradients.
      shape: of the gradients.
      shared_name: the name by which sessions share it.
      name: of the op.
      reduction_type: ``"MEAN"`` or ``"SUM"``.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     mean = tf.compat.v1.ConditionalAccumulator(tf.float32, shape=[])
    ...     _ = [session.run(mean.apply_grad(each)) for each in (1.0, 4.0)]
    ...     session.run(mean.take_grad(2))
    np.float32(2.5)

    Raises:
      InvalidArgumentError: for another reduction, or a gradient of another shape.
    """

    def __init__(
        self,
        dtype: DTypeLike,
        shape: ShapeLike | None = None,
        shared_name: str | None = None,
        name: str = "conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        op = "ResourceConditionalAccumulator"
        handle = _made(op, dtype, shape, shared_name, name, reduction_type)
        super().__init__(dtype, shape, handle)

    def apply_grad(
        self, grad: TensorLike, local_step: TensorLike = 0, name: str | None = None
    ) -> Operation:
        """Adds a gradient, unless its step is earlier than the accumulator's."""
        value = convert_to_tensor(grad, self._dtype)
        value.shape.assert_is_compatible_with(self._shape)
        step = convert_to_tensor(local_step, dtypes.int64)
        found: Operation = self._applied("ApplyGradient", [step, value], None, name)
        return found

    def take_grad(self, num_required: TensorLike, name: str | None = None) -> Tensor:
        """The mean or sum, once there are so many; then it begins anew.

        The accumulator's step grows by one.
        """
        count = convert_to_tensor(num_required, dtypes.int32)
        attrs = {"dtype": self._dtype}
        found: Any = self._applied("TakeGradient", [count], attrs, name)
        if not executing_eagerly():
            found.set_shape(self._shape)
        gradient: Tensor = found
        return gradient


class SparseConditionalAccumulator(ConditionalAccumulatorBase):
    """Adds up gradients that are rows of a tensor; in graphs alone.

    Arguments are those of `ConditionalAccumulator`.
    """

    def __init__(
        self,
        dtype: DTypeLike,
        shape: ShapeLike | None = None,
        shared_name: str | None = None,
        name: str = "sparse_conditional_accumulator",
        reduction_type: str = "MEAN",
    ) -> None:
        op = "SparseConditionalAccumulator"
        handle = _made(op, dtype, shape, shared_name, name, reduction_type)
        super().__init__(dtype, shape, handle)

    def apply_indexed_slices_grad(
        self, grad: IndexedSlices, local_step: TensorLike = 0, name: str | None = None
    ) -> Operation:
        """Adds a gradient given as indexed slices."""
        return self.apply_grad(
            grad.indices, grad.values, grad.dense_shape, local_step, name
        )

    def apply_grad(
        self,
        grad_indices: TensorLike,
        grad_values: TensorLike,
        grad_shape: TensorLike | None = None,
        local_step: TensorLike = 0,
        name: str | None = None,
    ) -> Operation:
        """Adds a gradient: rows, where they stand, and the whole shape if it is known.

        Raises:
          InvalidArgumentError: when it runs, for rows that do not fit.
        """
        inputs = [
            self._accumulator_ref,
            convert_to_tensor(local_step, dtypes.int64),
            _as_int64(grad_indices),
            convert_to_tensor(grad_values, self._dtype),
            _as_int64([] if grad_shape is None else grad_shape),
        ]
        attrs = {"has_known_shape": grad_shape is not None}
        found: Operation = apply_op(
            "SparseAccumulatorApplyGradient", inputs, attrs, name
        )
        return found

    def take_grad(
        self, num_required: TensorLike, name: str | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """The indices, values and shape of the mean or sum, once there are so many."""
        inputs = [self._accumulator_ref, convert_to_tensor(num_required, dtypes.int32)]
        attrs = {"dtype": self._dtype}
        found = apply_op("SparseAccumulatorTakeGradient", inputs, attrs, name)
        indices, values, shape = found
        return indices, values, shape

    def take_indexed_slices_grad(
        self, num_required: TensorLike, name: str | None = None
    ) -> IndexedSlices:
        """The mean or sum as indexed slices, once there are so many."""
        indices, values, shape = self.take_grad(num_required, name)
        return IndexedSlices(values, indices, shape)


def _as_int64(value: Any) -> Any:
    found = convert_to_tensor(value)
    if found.dtype is dtypes.int64:
        return found
    return apply_op("Cast", [found], {"DstT": dtypes.int64})


__all__ = [
    "ConditionalAccumulator",
    "ConditionalAccumulatorBase",
    "SparseConditionalAccumulator",
]
