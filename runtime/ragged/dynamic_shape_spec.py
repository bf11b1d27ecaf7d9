"""DynamicRaggedShapeSpec: the static part of a ragged shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.shapes import Shape, as_shape
from runtime.ragged.row_partition_spec import RowPartitionSpec
from runtime.tensors.likes import DTypeLike
from runtime.tensors.tensor_spec import TensorSpec
from runtime.tensors.type_spec import CompositeSpec


class DynamicRaggedShapeSpec(CompositeSpec):
    """The specs of the row partitions, and the static inner shape.

    >>> shape = tf.experimental.DynamicRaggedShape.from_lengths([2, (1, 2)])
    >>> spec = tf.type_spec_from_value(shape)
    >>> spec.rank, spec.num_row_partitions, spec.inner_rank
    (2, 1, 1)

    Raises:
      ValueError: for partitions of another dtype.
    """

    value_type: Any = None
    """The class of the values, which names itself here."""

    def __init__(
        self,
        row_partitions: Sequence[RowPartitionSpec],
        static_inner_shape: Any,
        dtype: DTypeLike = dtypes.int64,
    ) -> None:
        self._row_partitions = tuple(row_partitions)
        self._static_inner_shape: Shape = as_shape(static_inner_shape)
        self.dtype = as_dtype(dtype)
        if any(each.dtype is not self.dtype for each in self._row_partitions):
            raise ValueError(
                f"dtype of row_partitions must be {self.dtype!r}: {row_partitions}"
            )

    @classmethod
    def from_value(cls, value: Any) -> DynamicRaggedShapeSpec:
        """The spec of a shape."""
        specs = [RowPartitionSpec.from_value(each) for each in value.row_partitions]
        return cls(specs, value.static_inner_shape, value.dtype)

    @property
    def inner_rank(self) -> int | None:
        """The number of axes of the values."""
        return self._static_inner_shape.rank

    @property
    def num_row_partitions(self) -> int:
        """The number of partitions."""
        return len(self._row_partitions)

    @property
    def rank(self) -> int | None:
        """The number of axes."""
        inner = self.inner_rank
        return None if inner is None else inner + self.num_row_partitions

    def with_dtype(self, dtype: DTypeLike) -> DynamicRaggedShapeSpec:
        """The same with sizes of another dtype."""
        specs = [each.with_dtype(dtype) for each in self._row_partitions]
        return DynamicRaggedShapeSpec(specs, self._static_inner_shape, dtype)

    def components(self) -> list[Any]:
        """The specs of the shape of the values, and of each partition."""
        return [TensorSpec([self.inner_rank], self.dtype), *self._row_partitions]

    def component_names(self) -> tuple[Any, ...]:
        """The number of partitions and the static inner shape."""
        return ("inner_shape", self.num_row_partitions, self._static_inner_shape)

    def with_components(self, components: Sequence[Any]) -> Any:
        """A ragged shape with these components, or for specs its spec."""
        if isinstance(components[0], TensorSpec):
            return self.spec_of_components(components)
        return self.value_type.of_parts(components, self._static_inner_shape)

    def spec_of_components(self, types: Sequence[Any]) -> DynamicRaggedShapeSpec:
        """The spec of ragged shapes whose components have the trace types ``types``."""
        specs = [getattr(each, "spec", each) for each in types]
        return DynamicRaggedShapeSpec(
            specs[1:], self._static_inner_shape, specs[0].dtype
        )

    def _serialize(self) -> tuple[Any, ...]:
        return self._row_partitions, self._static_inner_shape, self.dtype

    def __repr__(self) -> str:
        return (
            f"DynamicRaggedShape.Spec(row_partitions={self._row_partitions!r}, "
            f"static_inner_shape={self._static_inner_shape!r}, dtype={self.dtype!r})"
        )


DynamicRaggedShapeSpec.__name__ = "DynamicRaggedShape.Spec"

__all__ = ["DynamicRaggedShapeSpec"]
