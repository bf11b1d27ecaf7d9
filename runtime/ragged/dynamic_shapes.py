"""DynamicRaggedShape: the shape of a tensor with ragged axes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.shapes import Shape, as_shape
from runtime.apply import apply_op, apply_single
from runtime.ragged.broadcasting import aligned
from runtime.ragged.dynamic_shape_spec import DynamicRaggedShapeSpec
from runtime.ragged.factories import ragged_values
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.row_partitions import RowPartition
from runtime.ragged.rows import cast, known
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.structure import flatten
from runtime.tensors.tensor import Tensor


class ShapeComposition:
    """Components of a ragged shape, for composite tensor functions."""

    @staticmethod
    def components(value: Any) -> list[Any]:
        """The shape of the values, and each partition."""
        return [value.inner_shape, *value.row_partitions]

    @staticmethod
    def component_names(value: Any) -> tuple[Any, ...]:
        """The number of partitions and the static inner shape."""
        return ("inner_shape", value.num_row_partitions, value.static_inner_shape)

    @staticmethod
    def with_components(like: Any, parts: Sequence[Any]) -> Any:
        """A ragged shape with these components."""
        return DynamicRaggedShape.of_parts(parts, like.static_inner_shape)

    @staticmethod
    def spec_of_components(like: Any, types: Sequence[Any]) -> DynamicRaggedShapeSpec:
        """The spec of ragged shapes whose components have the trace types ``types``."""
        spec = like if isinstance(like, DynamicRaggedShapeSpec) else like._type_spec
        return spec.spec_of_components(types)


class DynamicRaggedShape:
    """Partitions of values into rows, outermost first, and the shape of the values.

    >>> shape = tf.shape(tf.ragged.constant([[1, 2], [3]]))
    >>> shape
    <DynamicRaggedShape lengths=[2, (2, 1)] num_row_partitions=1>
    >>> tf.reshape([5, 6, 7], shape), tf.zeros(shape)
    (<tf.RaggedTensor [[5, 6], [7]]>, <tf.RaggedTensor [[0.0, 0.0], [0.0]]>)

    Raises:
      ValueError: for partitions of values that the shape of the values contradicts.
    """

    __slots__ = ("__weakref__", "_inner", "_partitions", "_static_inner")
    __tf_components__ = True
    __tf_composition__ = ShapeComposition

    Spec: ClassVar[Any] = DynamicRaggedShapeSpec

    def __init__(
        self,
        row_partitions: Iterable[RowPartition],
        inner_shape: TensorLike,
        dtype: DTypeLike | None = None,
        validate: bool = False,
    ) -> None:
        given = tuple(row_partitions)
        sizes = convert_to_tensor(inner_shape, None, dtypes.int64)
        wanted = given[0].dtype if given and dtype is None else dtype
        kind = sizes.dtype if wanted is None else as_dtype(wanted)
        self._partitions = tuple(
            each if each.dtype is kind else each.with_dtype(kind) for each in given
        )
        self._inner: Any = cast(sizes, kind)
        if self._inner.shape.rank != 1:
            raise ValueError(f"inner_shape must be a vector, not {self._inner.shape}.")
        self._static_inner: Shape | None = None

    @classmethod
    def of_parts(cls, parts: Sequence[Any], static_inner: Any) -> DynamicRaggedShape:
        """A shape of an inner shape and partitions, completed by inference."""
        made = cls(parts[1:], parts[0])
        made._static_inner = as_shape(static_inner)
        return made

    @property
    def _type_spec(self) -> DynamicRaggedShapeSpec:
        return DynamicRaggedShapeSpec.from_value(self)

    @property
    def static_inner_shape(self) -> Shape:
        """The static shape of the values."""
        sizes = known(self._inner)
        if sizes is not None:
            return Shape(sizes.tolist())
        if self._static_inner is not None:
            return self._static_inner
        rank = self.inner_rank
        return as_shape(None if rank is None else [None] * rank)

    @classmethod
    def from_lengths(
        cls,
        lengths: Any,
        num_row_partitions: int | None = None,
        dtype: DTypeLike = dtypes.int64,
    ) -> DynamicRaggedShape:
        """A ragged shape from sizes of axes: a number, or the lengths of rows.

        >>> tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1), 3])
        <DynamicRaggedShape lengths=[2, (2, 1), 3] num_row_partitions=1>

        Raises:
          ValueError: for lengths of rows first, or of another number of rows.
        """
        sizes = list(lengths)
        ragged = [axis for axis, each in enumerate(sizes) if not isinstance(each, int)]
        count = ragged[-1] if ragged else 0
        if num_row_partitions is not None:
            if num_row_partitions < count or num_row_partitions >= max(len(sizes), 1):
                raise ValueError(
                    f"num_row_partitions={num_row_partitions} does not fit {lengths}."
                )
            count = num_row_partitions
        if 0 in ragged:
            raise ValueError(f"The outermost axis has one size: {lengths}.")
        rows, partitions = (sizes[0] if sizes else 0), []
        for each in sizes[1 : count + 1]:
            partition = _partition_of(each, rows, dtype)
            partitions.append(partition)
            rows = rows * each if isinstance(each, int) else sum(each)
        inner = [rows, *sizes[count + 1 :]] if count else sizes
        return cls(partitions, np.array(inner, np.int64), dtype)

    @classmethod
    def from_tensor(cls, t: Any, dtype: DTypeLike | None = None) -> DynamicRaggedShape:
        """The shape of a tensor, ragged or not."""
        wanted = None if dtype is None else as_dtype(dtype)
        partitions, values = [], ragged_values(t)
        while isinstance(values, RaggedTensor):
            partitions.append(RowPartition(values))
            values = values.values
        kind = wanted or (partitions[0].dtype if partitions else dtypes.int64)
        inner = apply_op("Shape", [values], {"out_type": kind})
        return cls(partitions, inner, kind)

    @classmethod
    def from_row_partitions(
        cls, row_partitions: Any, dtype: DTypeLike | None = None
    ) -> DynamicRaggedShape:
        """A shape of partitions alone.

        Raises:
          ValueError: for none.
        """
        partitions = tuple(row_partitions)
        if not partitions:
            raise ValueError("row_partitions cannot be empty")
        last = partitions[-1].nvals()
        return cls(partitions, apply_op("Pack", [[last]]), dtype)

    # --- what it says

    @property
    def dtype(self) -> DType:
        """int32 or int64, of all sizes and places."""
        dtype: DType = self._inner.dtype
        return dtype

    @property
    def row_partitions(self) -> tuple[RowPartition, ...]:
        """The partitions, outermost first."""
        return self._partitions

    @property
    def num_row_partitions(self) -> int:
        """The number of partitions."""
        return len(self._partitions)

    @property
    def inner_shape(self) -> Tensor:
        """The shape of the values: a vector."""
        inner: Tensor = self._inner
        return inner

    @property
    def inner_rank(self) -> int | None:
        """The number of axes of the values."""
        size: int | None = self._inner.shape[0]
        return size

    @property
    def rank(self) -> int | None:
        """The number of axes."""
        inner = self.inner_rank
        return None if inner is None else inner + self.num_row_partitions

    def is_uniform(self, axis: int) -> bool:
        """Whether all rows of an axis are known to have one length.

        Raises:
          IndexError: for an axis that there is not.
        """
        place = self._axis(axis)
        if not 0 < place <= self.num_row_partitions:
            return True
        return self._partitions[place - 1].is_uniform()

    def _axis(self, axis: int) -> int:
        rank = self.rank
        if rank is None:
            return axis
        if not -rank <= axis < rank:
            raise IndexError(f"Axis {axis} is out of range for a shape of rank {rank}.")
        return axis % rank

    def static_lengths(self, ragged_lengths: bool = True) -> list[Any]:
        """The size of each axis: a number, the lengths of its rows, or None."""
        if self.rank is None:
            return [Ellipsis]
        found: list[Any] = []
        for axis, partition in enumerate(self._partitions):
            if not axis:
                found.append(partition.static_nrows)
            found.append(_length_of(partition, ragged_lengths))
        inner = self.static_inner_shape.as_list()
        return found + inner[1:] if found else inner

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._part(index)
        place = self._axis(index)
        if not self._partitions:
            return self._inner[place]
        if place == 0:
            return self._partitions[0].nrows()
        if place > self.num_row_partitions:
            return self._inner[place - self.num_row_partitions]
        length = self._partitions[place - 1].uniform_row_length()
        if length is None:
            raise ValueError(f"Index {place} is not uniform")
        return length

    def _part(self, index: slice) -> DynamicRaggedShape:
        start, stop, step = index.indices(self.rank or 0)
        if step != 1:
            raise IndexError("Cannot stride through a shape")
        count = self.num_row_partitions
        if start == 0 and stop > count:
            return DynamicRaggedShape(self._partitions, self._inner[: stop - count])
        if start == 0 and stop > 1:
            return DynamicRaggedShape.from_row_partitions(self._partitions[: stop - 1])
        sizes = [self[axis] for axis in range(start, stop)]
        packed = apply_op("Pack", [sizes]) if sizes else np.zeros(0, np.int64)
        return DynamicRaggedShape([], packed, self.dtype)

    def with_dtype(self, dtype: DTypeLike) -> DynamicRaggedShape:
        """The same shape with sizes of another dtype."""
        return DynamicRaggedShape(self._partitions, self._inner, dtype)

    # --- tensors of this shape

    def in_rows(self, values: TensorLike) -> Any:
        """A ragged tensor of this shape, from values of its inner shape."""
        for partition in reversed(self._partitions):
            values = partition.rows_of(values)
        return values

    def reshaped(self, tensor: TensorLike) -> Any:
        """Reshapes a tensor to this shape."""
        flat = ragged_values(tensor)
        while isinstance(flat, RaggedTensor):
            flat = flat.values
        return self.in_rows(apply_single("Reshape", [flat, self._inner]))

    def spread(self, tensor: TensorLike) -> Any:
        """Broadcasts a tensor to this shape."""
        is_ragged = isinstance(tensor, RaggedTensor)
        given = tensor if is_ragged else convert_to_tensor(tensor)
        if not self._partitions:
            return apply_single("BroadcastTo", [given, self._inner])
        zeros = self.in_rows(apply_op("Fill", [self._inner, 0]))
        _, (_, values) = aligned([zeros, given])
        return self.in_rows(apply_single("BroadcastTo", [values, self._inner]))

    def broadcast_with(self, other: Any) -> DynamicRaggedShape:
        """The broadcast shape of this shape and another."""
        mine = self.in_rows(apply_op("Fill", [self._inner, 0]))
        if isinstance(other, DynamicRaggedShape):
            theirs = other.in_rows(apply_op("Fill", [other.inner_shape, 0]))
        else:
            theirs = apply_op("Fill", [convert_to_tensor(other), 0])
        joined = apply_op("AddV2", [mine, theirs])
        return DynamicRaggedShape.from_tensor(joined, self.dtype)

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, DynamicRaggedShape):
            return False
        if self._type_spec != other._type_spec:
            return False
        pairs = zip(flatten(self), flatten(other))
        equal = [apply_op("Equal", [one, two]) for one, two in pairs]
        alike = [apply_op("All", [each, np.array([0], np.int32)]) for each in equal]
        return apply_op("All", [apply_op("Pack", [alike]), np.array([0], np.int32)])

    def __ne__(self, other: object) -> Any:
        equal = self == other
        return not equal if isinstance(equal, bool) else apply_op("LogicalNot", [equal])

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(
            str(each) if each is not Ellipsis else "..."
            for each in self.static_lengths()
        )
        return (
            f"<DynamicRaggedShape lengths=[{shown}] "
            f"num_row_partitions={self.num_row_partitions}>"
        )


def _length_of(partition: RowPartition, is_whole: bool) -> Any:
    if partition.is_uniform():
        return partition.static_uniform_row_length
    lengths = known(partition.row_lengths()) if is_whole else None
    return None if lengths is None else tuple(lengths.tolist())


def _partition_of(lengths: Any, rows: int, dtype: Any) -> RowPartition:
    if isinstance(lengths, int):
        return RowPartition.from_uniform_row_length(lengths, nrows=rows, dtype=dtype)
    if len(lengths) != rows:
        raise ValueError(
            f"There are {rows} rows, but {len(lengths)} lengths: {lengths}."
        )
    return RowPartition.from_row_lengths(list(lengths), dtype=dtype)


setattr(DynamicRaggedShape, "__hash__", None)  # noqa: B010 - annotated above
DynamicRaggedShapeSpec.value_type = DynamicRaggedShape
