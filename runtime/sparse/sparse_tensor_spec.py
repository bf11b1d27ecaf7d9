"""SparseTensorSpec: the shape and dtype of a sparse tensor."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.shapes import Shape, as_shape
from runtime.signatures.shaped_types import ShapedContainer
from runtime.signatures.trace_types import Container, TensorSpec
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.likes import DTypeLike, ShapeLike
from runtime.tensors.type_spec import CompositeSpec, tail_of


class SparseTensorSpec(CompositeSpec):
    """The shape and dtype of a sparse tensor.

    >>> tf.SparseTensorSpec([None, 3], tf.int32)
    SparseTensorSpec(TensorShape([None, 3]), tf.int32)
    """

    __slots__ = ("dtype", "shape")

    def __init__(
        self, shape: ShapeLike | None = None, dtype: DTypeLike = dtypes.float32
    ) -> None:
        self.shape: Shape = as_shape(shape)
        self.dtype = as_dtype(dtype)

    @property
    def value_type(self) -> type:
        """The class of the values."""
        return SparseTensor

    @classmethod
    def from_value(cls, value: Any) -> SparseTensorSpec:
        """The spec of a sparse tensor."""
        return cls(value.shape, value.dtype)

    def __tf_tracing_type__(self, context: Any) -> Container:
        rank = self.shape.rank
        parts = (
            TensorSpec([None, rank], dtypes.int64),
            TensorSpec([None], self.dtype),
            TensorSpec([rank], dtypes.int64),
        )
        names = "indices", "values", "dense_shape"
        return ShapedContainer(SparseTensor, names, parts, self)

    def with_shape(self, shape: Shape) -> SparseTensorSpec:
        """The spec of values of another shape."""
        return SparseTensorSpec(shape, self.dtype)

    def components(self) -> list[Any]:
        """The specs of the components: indices, values and shape."""
        return list(self.__tf_tracing_type__(None).parts)

    def with_components(self, components: Any) -> Any:
        """A sparse tensor with these components; for specs, this spec."""
        if isinstance(components[0], TensorSpec):
            return self
        made = SparseTensor(*components)
        made.set_shape(self.shape)
        return made

    def _batch(self, size: int | None) -> SparseTensorSpec:
        """The spec of so many values stacked, None for any number."""
        return SparseTensorSpec(Shape([size]).concatenate(self.shape), self.dtype)

    def _unbatch(self) -> SparseTensorSpec:
        """The spec of the rows."""
        return SparseTensorSpec(tail_of(self.shape), self.dtype)

    def _serialize(self) -> tuple[Any, ...]:
        return self.shape, self.dtype
