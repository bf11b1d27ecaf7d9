"""Changes to parts of a variable: rows, elements, slices."""

from __future__ import annotations

from typing import Any

from graphir.dtypes import DType
from runtime.apply import apply_op
from runtime.conversion import convert_to_tensor
from runtime.indexed_slices import IndexedSlices
from runtime.tensor import EagerTensor, Tensor


class RowUpdates:
    """What a variable can do to rows of its value."""

    handle: EagerTensor

    def value(self) -> Tensor:
        """The value now, as a tensor."""
        raise NotImplementedError

    def _changed(self, op: Any, read_value: bool) -> Any:
        raise NotImplementedError

    def scatter_add(
        self, sparse_delta: Any, use_locking: bool = False, name: str | None = None
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
        self, sparse_delta: Any, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Subtracts values from rows; raises as ``scatter_add`` does."""
        return self._scatter("ResourceScatterSub", sparse_delta, name)

    def scatter_mul(
        self, sparse_delta: Any, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Multiplies rows by values; raises as ``scatter_add`` does."""
        return self._scatter("ResourceScatterMul", sparse_delta, name)

    def scatter_div(
        self, sparse_delta: Any, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Divides rows by values; raises as ``scatter_add`` does."""
        return self._scatter("ResourceScatterDiv", sparse_delta, name)

    def scatter_max(
        self, sparse_delta: Any, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Keeps the larger of rows and values; raises as ``scatter_add`` does."""
        return self._scatter("ResourceScatterMax", sparse_delta, name)

    def scatter_min(
        self, sparse_delta: Any, use_locking: bool = False, name: str | None = None
    ) -> Any:
        """Keeps the smaller of rows and values; raises as ``scatter_add`` does."""
        return self._scatter("ResourceScatterMin", sparse_delta, name)

    def scatter_update(
        self, sparse_delta: Any, use_locking: bool = False, name: str | None = None
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
    """What a variable can do to rows and elements of its value."""

    def scatter_nd_add(
        self, indices: Any, updates: Any, name: str | None = None
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
        self, indices: Any, updates: Any, name: str | None = None
    ) -> Any:
        """Subtracts from elements or slices; raises as ``scatter_nd_add`` does."""
        return self._scatter_nd("ResourceScatterNdSub", indices, updates, name)

    def scatter_nd_max(
        self, indices: Any, updates: Any, name: str | None = None
    ) -> Any:
        """Keeps the larger elements; raises as ``scatter_nd_add`` does."""
        return self._scatter_nd("ResourceScatterNdMax", indices, updates, name)

    def scatter_nd_min(
        self, indices: Any, updates: Any, name: str | None = None
    ) -> Any:
        """Keeps the smaller elements; raises as ``scatter_nd_add`` does."""
        return self._scatter_nd("ResourceScatterNdMin", indices, updates, name)

    def scatter_nd_update(
        self, indices: Any, updates: Any, name: str | None = None
    ) -> Any:
        """Replaces elements or slices; raises as ``scatter_nd_add`` does."""
        return self._scatter_nd("ResourceScatterNdUpdate", indices, updates, name)

    def _scatter_nd(self, op: str, indices: Any, updates: Any, name: str | None) -> Any:
        values = convert_to_tensor(updates, self._value_dtype())
        done = apply_op(op, [self.handle, indices, values], None, name)
        return self._changed(done, True)

    def sparse_read(self, indices: Any, name: str | None = None) -> Tensor:
        """Rows of the value, by index."""
        from runtime.arrays.indexing import gather

        rows: Tensor = gather(self.value(), indices, name=name)
        return rows

    def gather_nd(self, indices: Any, name: str | None = None) -> Tensor:
        """Elements or slices of the value, by index vectors."""
        from runtime.arrays.indexing import gather_nd

        found: Tensor = gather_nd(self.value(), indices, name=name)
        return found

    def __getitem__(self, key: Any) -> Any:
        from runtime.arrays.subscripts import assign_item

        def assign(value: Any, name: str | None = None) -> Any:
            """Gives that part of the variable another value."""
            op = assign_item(self.handle, self._value_dtype(), key, value)
            return self._changed(op, True)

        part = self.value()[key]
        part.assign = assign
        return part

    def __iter__(self) -> Any:
        return iter(self.value())
