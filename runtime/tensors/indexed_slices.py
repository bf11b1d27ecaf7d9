"""IndexedSlices: rows of a larger tensor, with their row indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir.attachments import Attached
from graphir.dtypes import DType, as_dtype, int64
from graphir.shapes import UNKNOWN, Shape, as_shape
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.structure import flatten
from runtime.tensors.tensor_spec import TensorSpec
from runtime.tensors.type_spec import CompositeSpec

_APPLY: Attached[Any] = Attached("application of an op")


class IndexedSlices:
    """Values for some rows of a larger tensor; row ``indices[i]`` gets ``values[i]``.

    The gradient of a lookup is one, since few rows of the table get any. A row named
    twice stands for the sum. Where a tensor is expected it becomes a dense one.

    >>> rows = tf.IndexedSlices([[1.0, 2.0], [3.0, 4.0]], [2, 2], [3, 2])
    >>> rows.indices
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([2, 2], dtype=int32)>
    >>> tf.convert_to_tensor(rows).numpy().tolist()
    [[0.0, 0.0], [0.0, 0.0], [4.0, 6.0]]

    Raises:
      ValueError: made dense without ``dense_shape``, or to another dtype.
    """

    __tf_components__ = True
    __is_tensor__ = True

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None) -> None:
        self._values: Any = convert_to_tensor(values, name="values")
        self._indices: Any = convert_to_tensor(indices, name="indices")
        self._dense_shape: Any = (
            None
            if dense_shape is None
            else convert_to_tensor(dense_shape, name="dense_shape")
        )

    @property
    def values(self) -> Any:
        """The rows, one for each index."""
        return self._values

    @property
    def indices(self) -> Any:
        """The row indices of the slices, a vector of integers."""
        return self._indices

    @property
    def dense_shape(self) -> Any:
        """The shape of the larger tensor, as a tensor; None if it is not known."""
        return self._dense_shape

    @property
    def shape(self) -> Shape:
        """The shape of the larger tensor as far as it is known."""
        if self._dense_shape is None:
            return UNKNOWN
        found: Shape = self._dense_shape.constant_as_shape()
        return found

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        dtype: DType = self._values.dtype
        return dtype

    @property
    def name(self) -> str:
        """The name of the values."""
        name: str = self._values.name
        return name

    @property
    def device(self) -> str:
        """The device that holds the values."""
        device: str = self._values.device
        return device

    @property
    def op(self) -> Any:
        """The operation that makes the values."""
        return self._values.op

    @property
    def graph(self) -> Any:
        """The graph that the values belong to."""
        return self._values.graph

    def consumers(self) -> list[Any]:
        """The operations that read the values."""
        found: list[Any] = self._values.consumers()
        return found

    def components(self) -> list[Any]:
        """The values, the indices, and the shape if it is known."""
        parts = [self._values, self._indices]
        return parts if self._dense_shape is None else [*parts, self._dense_shape]

    def component_names(self) -> tuple[str, ...]:
        """The names of the components."""
        return ("values", "indices", "dense_shape")[: len(self.components())]

    def with_components(self, components: Sequence[Any]) -> Any:
        """Slices with other components, which may be specs; None without values."""
        values, indices, *shape = components
        if values is None:
            return None
        made = object.__new__(IndexedSlices)
        made._values, made._indices = values, indices
        made._dense_shape = shape[0] if shape else None
        return made

    def with_values(self, values: TensorLike) -> IndexedSlices:
        """Other values for the same rows of a tensor of the same shape."""
        return IndexedSlices(values, self._indices, self._dense_shape)

    def spec_of_components(self, specs: Sequence[Any]) -> IndexedSlicesSpec:
        """The spec of slices whose components have these specs."""
        values, indices = specs[:2]
        rows = values.shape
        return IndexedSlicesSpec(
            UNKNOWN if rows.sizes is None else Shape([None, *rows.sizes[1:]]),
            values.dtype,
            indices.dtype,
            specs[2].dtype if len(specs) == 3 else None,
            indices.shape,
        )

    @property
    def _type_spec(self) -> IndexedSlicesSpec:
        return spec_of(self)

    def __neg__(self) -> IndexedSlices:
        return self.with_values(-self._values)

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
        if dtype is not None and as_dtype(dtype) is not self.dtype:
            raise ValueError(
                f"Tensor conversion requested dtype {as_dtype(dtype).name} for "
                f"IndexedSlices with dtype {self.dtype.name}"
            )
        if self._dense_shape is None:
            raise ValueError(
                "Tensor conversion requested for IndexedSlices without dense_shape: "
                f"{self}"
            )
        rows = self._dense_shape[0]
        dense = _APPLY("UnsortedSegmentSum", [self._values, self._indices, rows])
        dense.set_shape(self.shape)
        return dense

    def __repr__(self) -> str:
        shape = ""
        if self._dense_shape is not None:
            shape = f", dense_shape={self._dense_shape!s}"
        return (
            f"IndexedSlices(indices={self._indices!s}, values={self._values!s}{shape})"
        )

    __str__ = __repr__


class IndexedSlicesSpec(CompositeSpec):
    """The spec of ``IndexedSlices``: dtypes and shape, without values.

    >>> tf.IndexedSlicesSpec([5, 2], tf.float32)
    IndexedSlicesSpec(TensorShape([5, 2]), tf.float32, tf.int64, None, TensorShape([None]))
    """  # noqa: E501

    def __init__(
        self,
        shape: Any = None,
        dtype: Any = "float32",
        indices_dtype: Any = "int64",
        dense_shape_dtype: Any = None,
        indices_shape: Any = None,
    ) -> None:
        self._parts = (
            as_shape(shape),
            as_dtype(dtype),
            as_dtype(indices_dtype),
            None if dense_shape_dtype is None else as_dtype(dense_shape_dtype),
            Shape([None]) if indices_shape is None else as_shape(indices_shape),
        )

    @property
    def shape(self) -> Shape:
        """The shape of the larger tensor."""
        return self._parts[0]

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        return self._parts[1]

    @property
    def value_type(self) -> type:
        """The class of the values."""
        return IndexedSlices

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a value, or another spec, fits."""
        other = spec_or_value
        if isinstance(other, IndexedSlices):
            other = spec_of(other)
        if not isinstance(other, IndexedSlicesSpec):
            return False
        mine, theirs = self._parts, other._parts
        return (
            mine[1:4] == theirs[1:4]
            and mine[0].is_compatible_with(theirs[0])
            and mine[4].is_compatible_with(theirs[4])
        )

    def components(self) -> list[Any]:
        """The specs of values and indices, and of the larger shape if it is known."""
        shape, dtype, indices_dtype, shape_dtype, rows = self._parts
        inner = None if shape.sizes is None else [*rows, *shape.sizes[1:]]
        parts = [TensorSpec(inner, dtype), TensorSpec(rows, indices_dtype)]
        if shape_dtype is not None:
            parts.append(TensorSpec([shape.rank], shape_dtype))
        return parts

    def component_names(self) -> tuple[str, ...]:
        """The names of the components."""
        return ("values", "indices", "dense_shape")[: len(self.components())]

    def with_components(self, components: Any) -> Any:
        """The slices of these tensors; this spec, if they are specs themselves."""
        if isinstance(components[0], TensorSpec):
            return self
        return IndexedSlices(*components)

    def _serialize(self) -> tuple[Any, ...]:
        return self._parts


def spec_of(value: IndexedSlices) -> IndexedSlicesSpec:
    """The spec of a value."""
    shape = value.dense_shape
    return IndexedSlicesSpec(
        value.shape,
        value.dtype,
        value.indices.dtype,
        None if shape is None else shape.dtype,
        value.indices.shape,
    )


def dense(gradient: Any) -> Any:
    """A gradient as a tensor; None stays None."""
    if isinstance(gradient, IndexedSlices):
        return convert_to_tensor(gradient)
    return gradient


def parts_of(gradient: Any) -> tuple[Any, ...]:
    """The tensors of a gradient: none, the gradient itself, or the parts of slices."""
    if gradient is None:
        return ()
    if isinstance(gradient, IndexedSlices):
        return tuple(gradient.components())
    return (gradient,)


def gradient_of(parts: Sequence[Any]) -> Any:
    """The gradient with these parts: None, a tensor, or slices."""
    if len(parts) > 1:
        return IndexedSlices(*parts)
    return parts[0] if parts else None


def flatten_gradients(structure: Any) -> list[Any]:
    """The gradients of a nest; IndexedSlices count as leaves.

    >>> rows = tf.IndexedSlices([1.0], [0])
    >>> [type(each).__name__ for each in flatten_gradients([rows, tf.constant(2.0)])]
    ['IndexedSlices', 'EagerTensor']
    """
    found: list[Any] = []
    for each in flatten(structure, composites=False):
        found += [each] if isinstance(each, IndexedSlices) else flatten(each)
    return found


def all_rows(tensor: Any) -> IndexedSlices:
    """Every row of a tensor as slices of it."""
    shape = _APPLY("Shape", [tensor])
    zero, one = convert_to_tensor(0), convert_to_tensor(1)
    return IndexedSlices(tensor, _APPLY("Range", [zero, shape[0], one]), shape)


def no_rows(tensor: Any) -> IndexedSlices:
    """Slices of a tensor without any row."""
    rows = convert_to_tensor(np.zeros(0, np.int32))
    nothing = _APPLY("GatherV2", [tensor, rows, convert_to_tensor(0)])
    return IndexedSlices(nothing, rows, _APPLY("Shape", [tensor]))


def joined(parts: Sequence[IndexedSlices]) -> IndexedSlices:
    """The sum of slices of one shape: all their rows."""
    indices = [each.indices for each in parts]
    if len({each.dtype for each in indices}) > 1:  # counted in int32 and in int64
        indices = [_APPLY("Cast", [each], {"DstT": int64}) for each in indices]
    return IndexedSlices(
        _concatenated([each.values for each in parts]),
        _concatenated(indices),
        parts[0].dense_shape,
    )


def _concatenated(tensors: list[Any]) -> Any:
    return _APPLY("ConcatV2", [tensors, convert_to_tensor(0)])
