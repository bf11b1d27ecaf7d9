"""RaggedTensorSpec: the shape, dtype and ragged axes of a ragged tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.shapes import Shape, as_shape
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.signatures.trace_types import Container, TensorSpec
from runtime.tensors.likes import DTypeLike, ShapeLike
from runtime.tensors.tensor import Tensor
from runtime.tensors.type_spec import CompositeSpec, tail_of


class RaggedTensorSpec(CompositeSpec):
    """The shape, dtype and ragged axes of a ragged tensor.

    >>> tf.RaggedTensorSpec([None, None], tf.int32)
    RaggedTensorSpec(TensorShape([None, None]), tf.int32, 1, tf.int64)

    Raises:
      ValueError: for a ragged rank that the shape does not have.
    """

    __slots__ = (
        "dtype",
        "flat_values_spec",
        "ragged_rank",
        "row_splits_dtype",
        "shape",
    )

    def __init__(
        self,
        shape: ShapeLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        ragged_rank: int | None = None,
        row_splits_dtype: DTypeLike = dtypes.int64,
        flat_values_spec: Any = None,
    ) -> None:
        self.shape: Shape = as_shape(shape)
        self.dtype = as_dtype(dtype)
        self.row_splits_dtype = as_dtype(row_splits_dtype)
        self.flat_values_spec = flat_values_spec
        rank = self.shape.rank
        if ragged_rank is None:
            if rank is None:
                raise ValueError("Must specify ragged_rank or a shape of known rank.")
            ragged_rank = rank - 1
        if rank is not None and ragged_rank >= rank:
            raise ValueError(
                f"Argument `ragged_rank` ({ragged_rank}) must be less than rank "
                f"({rank})."
            )
        self.ragged_rank = ragged_rank

    @property
    def value_type(self) -> type:
        """The class of the values."""
        return RaggedTensor if self.ragged_rank > 0 else Tensor

    @classmethod
    def from_value(cls, value: Any) -> RaggedTensorSpec:
        """The spec of a ragged tensor."""
        parts = value.shape, value.dtype, value.ragged_rank, value.row_splits.dtype
        return cls(*parts)

    def __tf_tracing_type__(self, context: Any) -> Container:
        rank = self.shape.rank
        inner = None if rank is None else [None, *self.shape[self.ragged_rank + 1 :]]
        rows = self.shape[0] if rank else None
        splits: list[Any] = [None if rows is None else rows + 1]
        splits += [None] * (self.ragged_rank - 1)
        sizes = self.shape[1 : self.ragged_rank + 1] if rank else [None] * len(splits)
        names = ("flat_values", *(f"row_splits_{size}" for size in sizes))
        parts = (
            TensorSpec(inner, self.dtype),
            *(TensorSpec([size], self.row_splits_dtype) for size in splits),
        )
        return Container(RaggedTensor, names, parts, self)

    def components(self) -> list[Any]:
        """The specs of the components: values and row splits."""
        return list(self.__tf_tracing_type__(None).parts)

    def with_components(self, components: Sequence[Any]) -> Any:
        """A ragged tensor with these components; for specs, this spec."""
        if isinstance(components[0], TensorSpec):
            return self
        value, *splits = components
        axes = self.shape[1:] if self.shape.rank else [None] * len(splits)
        for each, size in reversed(list(zip(splits, axes))):
            value = RaggedTensor._make(value, each, size)
        return value

    def _batch(self, size: int | None) -> RaggedTensorSpec:
        """The spec of so many values stacked, None for any number."""
        shape = Shape([size]).concatenate(self.shape)
        rank = self.ragged_rank + 1
        return RaggedTensorSpec(shape, self.dtype, rank, self.row_splits_dtype)

    def _unbatch(self) -> RaggedTensorSpec:
        """The spec of the rows, whose ragged rank is -1 where these are no rows."""
        rank = self.ragged_rank - 1
        shape = tail_of(self.shape)
        return RaggedTensorSpec(shape, self.dtype, rank, self.row_splits_dtype)

    def _serialize(self) -> tuple[Any, ...]:
        parts = self.shape, self.dtype, self.ragged_rank, self.row_splits_dtype
        return (
            parts if self.flat_values_spec is None else (*parts, self.flat_values_spec)
        )
