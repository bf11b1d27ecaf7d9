"""The base class of all tables: resource handle, dtypes, and lookup of keys."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import DType
from runtime.apply import apply_op, apply_single
from runtime.context import name_scope
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor
from runtime.trackable.resources import TrackableResource


class LookupInterface(TrackableResource):
    """The base class of tables, which are created eagerly even in traced functions."""

    def __init__(self, key_dtype: DType, value_dtype: DType, name: str | None) -> None:
        super().__init__()
        self._key_dtype = key_dtype
        self._value_dtype = value_dtype
        self._name = name

    @property
    def key_dtype(self) -> DType:
        """The dtype of keys."""
        return self._key_dtype

    @property
    def value_dtype(self) -> DType:
        """The dtype of values."""
        return self._value_dtype

    @property
    def name(self) -> str | None:
        """The name of the table."""
        return self._name

    def size(self, name: str | None = None) -> Tensor:
        """The number of keys in the table, as int64."""
        with name_scope(name or f"{self.name}_Size"):
            count: Tensor = apply_op("LookupTableSizeV2", [self.resource_handle])
        return count

    def __getitem__(self, keys: TensorLike) -> Any:
        """The values of keys."""
        return self.lookup(keys)

    def lookup(self, keys: TensorLike, name: str | None = None) -> Any:
        """The values of keys."""
        raise NotImplementedError(f"{type(self).__name__} must define lookup.")

    def _found(self, keys: Any, value_of: Any, wanted: DType | None = None) -> Any:
        """The values of keys: of a ragged or sparse tensor those of its values."""
        expected = wanted or self.key_dtype
        if not hasattr(keys, "dtype"):
            keys = convert_to_tensor(keys, expected)
        if keys.dtype.base_dtype is not expected:
            raise TypeError(
                f"Dtype of argument `keys` must be <dtype: {expected.name!r}>, "
                f"received: <dtype: {keys.dtype.name!r}>"
            )
        if isinstance(keys, RaggedTensor):
            return keys.with_flat_values(value_of(keys.flat_values))
        if isinstance(keys, SparseTensor):
            return SparseTensor(keys.indices, value_of(keys.values), keys.dense_shape)
        return value_of(keys)

    def _find(self, keys: Tensor, default: Any) -> Tensor:
        inputs = [self.resource_handle, keys, default]
        return apply_single("LookupTableFindV2", inputs)

    def _exported(self) -> tuple[Tensor, Tensor]:
        attrs = {"Tkeys": self.key_dtype, "Tvalues": self.value_dtype}
        op = "LookupTableExportV2"
        keys, values = apply_op(op, [self.resource_handle], attrs)
        return keys, values


def make_handle(op: str, inputs: list[Any], attrs: dict[str, Any]) -> EagerTensor:
    """The handle of a new table."""
    handle: EagerTensor = apply_op(op, inputs, attrs)
    assert handle.dtype is dtypes.resource
    return handle


__all__ = ["LookupInterface", "make_handle"]
