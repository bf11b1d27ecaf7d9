"""Updates to rows, elements and slices of a variable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from graphir.dtypes import DType
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import TensorLike
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor, Tensor
from runtime.tensors.tensor_attributes import TensorOperator
from runtime.tracing.graph_trace import current_trace


class RowUpdates:
    """Updates of rows of a variable."""

    handle: EagerTensor

    def value(self) -> Tensor:
        """The value now, as a tensor."""
        raise NotImplementedError(f"{type(self).__name__} does not define value.")

    def _changed(self, op: Any, read_value: bool) -> Any:
        raise NotImplementedError(f"{type(self).__name__} does not define _changed.")

    def scatter_add(
        self,
        sparse_delta: IndexedSlices,
        use_locking: bool = False,
        name: str | None = None,
    ) -> Any:
        """Adds values to rows; a row named twice gets both.

        >>> v = tf.Variable([1.0, 2.0, 3.0])
        >>> v.scatter_add(tf.IndexedSlices([10.0, 10.0], [0, 2])).numpy()
        array([11.,  2., 13.], dtype=float32)

        Raises:
          TypeError: unless the delta is an IndexedSlices.
          InvalidArgumentError: for an index outside of the variable.
        """
        return self._scatter("ResourceScatterAdd", sparse_delta, name)

    def scatter_sub(
        self,
        sparse_delta: IndexedSlices,
        use_locking: bool = False,
        name: str | None = None,
    ) -> Any:
        """Subtracts values from rows; raises as ``scatter_add`` does."""
        return self._scatter("ResourceScatterSub", sparse_delta, name)

    def scatter_mul(
        self,
        sparse_delta: IndexedSlices,
        use_locking: bool = False,
        name: str | None = None,
    ) -> Any:
        """Multiplies rows by values; raises as ``scatter_add`` does."""
        return self._scatter("ResourceScatterMul", sparse_delta, name)

    def scatter_div(
        self,
        sparse_delta: IndexedSlices,
        use_locking: bool = False,
        name: str | None = None,
    ) -> Any:
        """Divides rows by values; raises as ``scatter_add`` does."""
        return self._scatter("ResourceScatterDiv", sparse_delta, name)

    def scatter_max(
        self,
        sparse_delta: IndexedSlices,
        use_locking: bool = False,
        name: str | None = None,
    ) -> Any:
        """Keeps the larger of rows and values; raises as ``scatter_add`` does."""
        return self._scatter("ResourceScatterMax", sparse_delta, name)

    def scatter_min(
        self,
        sparse_delta: IndexedSlices,
        use_locking: bool = False,
        name: str | None = None,
    ) -> Any:
        """Keeps the smaller of rows and values; raises as ``scatter_add`` does."""
        return self._scatter("ResourceScatterMin", sparse_delta, name)

    def scatter_update(
        self,
        sparse_delta: IndexedSlices,
        use_locking: bool = False,
        name: str | None = None,
    ) -> Any:
        """Replaces rows by values; raises as ``scatter_add`` does."""
        return self._scatter("ResourceScatterUpdate", sparse_delta, name)

    def _scatter(self, op: str, sparse_delta: Any, name: str | None) -> Any:
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(
                "Argument `sparse_delta` must be a `tf.IndexedSlices`. Received "
                f"arg: {sparse_delta}"
            )
        updates = convert_to_tensor(sparse_delta.values, self._value_dtype())
        attrs = {"dtype": self._value_dtype()}
        inputs = [self.handle, sparse_delta.indices, updates]
        return self._changed(apply_op(op, inputs, attrs, name), True)

    def _value_dtype(self) -> DType:
        dtype: DType = self.dtype  # type: ignore[attr-defined]
        return dtype


class VariableUpdates(RowUpdates):
    """Updates of rows and elements of a variable."""

    if TYPE_CHECKING:
        # runtime.variables.operators attaches them
        __add__: ClassVar[TensorOperator]
        __radd__: ClassVar[TensorOperator]
        __sub__: ClassVar[TensorOperator]
        __rsub__: ClassVar[TensorOperator]
        __mul__: ClassVar[TensorOperator]
        __rmul__: ClassVar[TensorOperator]
        __truediv__: ClassVar[TensorOperator]
        __rtruediv__: ClassVar[TensorOperator]
        __floordiv__: ClassVar[TensorOperator]
        __rfloordiv__: ClassVar[TensorOperator]
        __mod__: ClassVar[TensorOperator]
        __rmod__: ClassVar[TensorOperator]
        __pow__: ClassVar[TensorOperator]
        __rpow__: ClassVar[TensorOperator]
        __matmul__: ClassVar[TensorOperator]
        __rmatmul__: ClassVar[TensorOperator]
        __lt__: ClassVar[TensorOperator]
        __le__: ClassVar[TensorOperator]
        __gt__: ClassVar[TensorOperator]
        __ge__: ClassVar[TensorOperator]
        __and__: ClassVar[TensorOperator]
        __rand__: ClassVar[TensorOperator]
        __or__: ClassVar[TensorOperator]
        __ror__: ClassVar[TensorOperator]
        __xor__: ClassVar[TensorOperator]
        __rxor__: ClassVar[TensorOperator]

        def __neg__(self) -> Tensor: ...
        def __abs__(self) -> Tensor: ...
        def __invert__(self) -> Tensor: ...

    def scatter_nd_add(
        self, indices: TensorLike, updates: TensorLike, name: str | None = None
    ) -> Any:
        """Adds to the elements or slices that index vectors name.

        >>> v = tf.Variable([[1, 2], [3, 4]])
        >>> v.scatter_nd_add([[0, 1]], [10]).numpy()
        array([[ 1, 12],
               [ 3,  4]], dtype=int32)

        Raises:
          InvalidArgumentError: for an index outside of the variable.
        """
        return self._scatter_nd("ResourceScatterNdAdd", indices, updates, name)

    def scatter_nd_sub(
        self, indices: TensorLike, updates: TensorLike, name: str | None = None
    ) -> Any:
        """Subtracts from elements or slices; raises as ``scatter_nd_add`` does."""
        return self._scatter_nd("ResourceScatterNdSub", indices, updates, name)

    def scatter_nd_max(
        self, indices: TensorLike, updates: TensorLike, name: str | None = None
    ) -> Any:
        """Keeps the larger elements; raises as ``scatter_nd_add`` does."""
        return self._scatter_nd("ResourceScatterNdMax", indices, updates, name)

    def scatter_nd_min(
        self, indices: TensorLike, updates: TensorLike, name: str | None = None
    ) -> Any:
        """Keeps the smaller elements; raises as ``scatter_nd_add`` does."""
        return self._scatter_nd("ResourceScatterNdMin", indices, updates, name)

    def scatter_nd_update(
        self, indices: TensorLike, updates: TensorLike, name: str | None = None
    ) -> Any:
        """Replaces elements or slices; raises as ``scatter_nd_add`` does."""
        return self._scatter_nd("ResourceScatterNdUpdate", indices, updates, name)

    def _scatter_nd(self, op: str, indices: Any, updates: Any, name: str | None) -> Any:
        values = convert_to_tensor(updates, self._value_dtype())
        done = apply_op(op, [self.handle, indices, values], None, name)
        return self._changed(done, True)

    def batch_scatter_update(
        self,
        sparse_delta: IndexedSlices,
        use_locking: bool = False,
        name: str | None = None,
    ) -> Any:
        """Replaces, in each element of a batch, the slices at its indices.

        >>> v = tf.Variable([[1, 2, 3], [4, 5, 6]])
        >>> v.batch_scatter_update(tf.IndexedSlices([[7], [8]], [[0], [2]])).numpy()
        array([[7, 2, 3],
               [4, 5, 8]], dtype=int32)

        Raises:
          ValueError: for indices of unknown rank.
          InvalidArgumentError: for an index outside of the variable.
        """
        indices = convert_to_tensor(sparse_delta.indices, name="indices")
        vectors = _batch_index_vectors(indices)
        return self._scatter_nd(
            "ResourceScatterNdUpdate", vectors, sparse_delta.values, name
        )

    def sparse_read(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """Rows of the value, by index.

        Raises:
          InvalidArgumentError: for an index outside of the variable.
        """
        return self._read_part("ResourceGather", "Gather", indices, name)

    def gather_nd(self, indices: TensorLike, name: str | None = None) -> Tensor:
        """Elements or slices of the value, by index vectors.

        Raises:
          InvalidArgumentError: for an index outside of the variable.
        """
        part = self._read_part("ResourceGatherNd", "GatherNd", indices, name)
        return apply_single("Identity", [part])

    def _read_part(self, op: str, scope: str, indices: Any, name: str | None) -> Tensor:
        attrs = {"dtype": self._value_dtype()}
        with op_scope(name, scope) as full_name:
            trace = current_trace()
            if trace is not None:
                trace.capture(self.handle, "resource")
            picks = convert_to_tensor(indices, name="indices")
            part: Tensor = apply_op(op, [self.handle, picks], attrs, full_name)
        self._was_read(op, [picks], attrs, part)
        return part

    def _was_read(
        self, op: str, inputs: Sequence[Any], attrs: Mapping[str, Any], result: Tensor
    ) -> None:
        raise NotImplementedError(f"{type(self).__name__} does not define _was_read.")

    def __getitem__(self, key: Any) -> Any:
        from runtime.arrays.subscripts import assign_item

        part: Any = self.value()[key]  # a new tensor, to which `assign` is added
        taken = part.value.node if isinstance(part, SymbolicTensor) else None

        def assign(value: Any, name: str | None = None) -> Any:
            """Assigns to this slice of the variable."""
            if taken is not None and taken.op == "StridedSlice":
                op = self._assign_slice(part, value, name)
            else:
                op = assign_item(self.handle, self._value_dtype(), key, value)
            return self._changed(op, True)

        part.assign = assign
        return part

    def _assign_slice(self, part: SymbolicTensor, value: Any, name: str | None) -> Any:
        """Assigns to the slice that a StridedSlice node reads, with the same bounds."""
        new = convert_to_tensor(value, self._value_dtype())
        taken = part.value.node
        bounds = [part.graph_trace.tensor_of(each) for each in taken.inputs[1:]]
        attrs = {key: each for key, each in taken.attrs.items() if "mask" in key}
        op, inputs = "ResourceStridedSliceAssign", [self.handle, *bounds, new]
        return apply_op(op, inputs, attrs, name or f"{taken.name}/_assign/")

    def __iter__(self) -> Any:
        return iter(self.value())


def _batch_index_vectors(indices: Tensor) -> Tensor:
    """Index vectors: the position in each batch axis, then the index itself."""
    from runtime.arrays.filling import ones_like
    from runtime.arrays.joining import concat
    from runtime.arrays.reshaping import expand_dims, reshape
    from runtime.arrays.reshaping import shape as shape_of
    from runtime.math.casting import cast

    rank = indices.shape.rank
    if rank is None:
        raise ValueError("The rank of the indices must be known.")
    sizes, last = shape_of(indices), expand_dims(indices, axis=-1)
    columns = []
    for axis in range(rank - 1):
        spread: list[Any] = [1] * (rank + 1)
        spread[axis] = sizes[axis]
        positions = reshape(apply_op("Range", [0, spread[axis], 1]), spread)
        if positions.dtype is not last.dtype:
            positions = cast(positions, last.dtype)
        columns.append(positions * ones_like(last))
    vectors: Tensor = concat([*columns, last], axis=-1)
    return vectors
