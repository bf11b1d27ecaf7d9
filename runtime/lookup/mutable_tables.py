"""MutableHashTable and DenseHashTable: tables that graphs can change."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.dtypes import as_dtype
from runtime.apply import apply_op
from runtime.context import eager_mode, name_scope
from runtime.lookup.bucket_layout import (
    DEFAULT_BUCKETS,
    as_buckets,
    from_buckets,
)
from runtime.lookup.lookup_interface import LookupInterface, make_handle
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor, wrap

_KEYS: Final = "table-keys"
_VALUES: Final = "table-values"


class _ChangeableTable(LookupInterface):
    """The base class of mutable tables."""

    _default: Tensor
    _saveable_name: str | None = "table"
    is_saved: bool = True
    """Whether checkpoints have the contents."""

    def lookup(  # type: ignore[override]
        self,
        keys: TensorLike,
        dynamic_default_values: Any = None,
        name: str | None = None,
    ) -> Any:
        """The values of keys: a tensor, ragged tensor or sparse tensor, like the keys.

        ``dynamic_default_values`` are the values of keys that are not in the table: one
        for each key, or one for all keys.

        Raises:
          ValueError: for keys of another dtype.
        """
        with name_scope(name or f"{self.name}_lookup_table_find"):
            if not hasattr(keys, "flat_values") and not hasattr(keys, "dense_shape"):
                keys = convert_to_tensor(keys, self.key_dtype, name="keys")
            default = self._default
            if dynamic_default_values is not None:
                default = convert_to_tensor(dynamic_default_values, self.value_dtype)
            return self._found(keys, lambda each: self._find(each, default))

    def insert(
        self, keys: TensorLike, values: TensorLike, name: str | None = None
    ) -> Any:
        """Sets the values of keys; returns None, or in a graph the operation.

        Raises:
          TypeError, ValueError: for keys or values of other dtypes.
          InvalidArgumentError: if there are more or fewer values than keys.
        """
        with name_scope(name or f"{self.name}_lookup_table_insert"):
            inputs = [
                self.resource_handle,
                convert_to_tensor(keys, self.key_dtype, name="keys"),
                convert_to_tensor(values, self.value_dtype, name="values"),
            ]
            return apply_op("LookupTableInsertV2", inputs)

    insert_or_assign = insert

    def remove(self, keys: TensorLike, name: str | None = None) -> Any:
        """Removes keys; unknown keys are ignored.

        Raises:
          TypeError: for keys of another dtype.
        """
        with name_scope(name or f"{self.name}_lookup_table_remove"):
            if hasattr(keys, "dtype") and keys.dtype is not self.key_dtype:
                raise TypeError(
                    f"Dtype of argument `keys` must be {self.key_dtype!r}, received: "
                    f"{keys.dtype!r}"
                )
            taken = convert_to_tensor(keys, self.key_dtype, name="keys")
            return apply_op("LookupTableRemoveV2", [self.resource_handle, taken])

    erase = remove

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """All keys and their values, in order of insertion."""
        with name_scope(name or f"{self.name}_lookup_table_export_values"):
            return self._exported()

    def _serialize_to_tensors(self) -> dict[str, Any]:
        if not self.is_saved:
            return {}
        keys, values = self._exported()
        return {_KEYS: keys, _VALUES: values}

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        pair = [restored_tensors[_KEYS], restored_tensors[_VALUES]]
        apply_op("LookupTableImportV2", [self.resource_handle, *pair])

    def _make(self, default_value: Any) -> Tensor:
        self._default = convert_to_tensor(default_value, self.value_dtype)
        return self._default


class MutableHashTable(_ChangeableTable):
    """A mutable table from keys to values, which are scalars or tensors of one shape.

    >>> table = tf.lookup.MutableHashTable(tf.string, tf.int64, default_value=-1)
    >>> table.insert(tf.constant(["a", "b"]), [1, 2])
    >>> table.remove(tf.constant(["b"]))
    >>> table.lookup(tf.constant(["a", "b"])).numpy()
    array([ 1, -1])

    Raises:
      TypeError: for a default of another dtype than the values.
    """

    def __init__(
        self,
        key_dtype: DTypeLike,
        value_dtype: DTypeLike,
        default_value: Any,
        name: str | None = None,
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(as_dtype(key_dtype), as_dtype(value_dtype), name)
        self.is_saved = checkpoint
        with eager_mode():
            shape = self._make(default_value).shape
            attrs: dict[str, Any] = {
                "key_dtype": self.key_dtype,
                "value_dtype": self.value_dtype,
            }
            op = "AnonymousMutableHashTable"
            if shape.rank:
                op, attrs = f"{op}OfTensors", {**attrs, "value_shape": shape}
            self.resource_handle = make_handle(op, [], attrs)


class DenseHashTable(_ChangeableTable):
    """A table that may change, with two keys set aside: never used as keys.

    Keys may be scalars or tensors of one shape.

    >>> table = tf.lookup.experimental.DenseHashTable(
    ...     tf.int64, tf.int64, default_value=-1, empty_key=0, deleted_key=-1)
    >>> table.insert(tf.constant([5], tf.int64), tf.constant([6], tf.int64))
    >>> table.lookup(tf.constant([5, 7], tf.int64)).numpy()
    array([ 6, -1])

    Raises:
      InvalidArgumentError: if the two keys are equal.
    """

    def __init__(
        self,
        key_dtype: DTypeLike,
        value_dtype: DTypeLike,
        default_value: Any,
        empty_key: Any,
        deleted_key: Any,
        initial_num_buckets: int | None = None,
        name: str | None = None,
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(as_dtype(key_dtype), as_dtype(value_dtype), name)
        self.is_saved = checkpoint
        with eager_mode():
            shape = self._make(default_value).shape
            keys = [
                convert_to_tensor(each, self.key_dtype)
                for each in (empty_key, deleted_key)
            ]
            attrs: dict[str, Any] = {
                "key_dtype": self.key_dtype,
                "value_dtype": self.value_dtype,
                "value_shape": shape,
            }
            if initial_num_buckets is not None:
                attrs["initial_num_buckets"] = initial_num_buckets
            self.resource_handle = make_handle(
                "AnonymousMutableDenseHashTable", keys, attrs
            )
            self._reserved_keys = tuple(each._array for each in keys)  # type: ignore[attr-defined]
            self._buckets = initial_num_buckets or DEFAULT_BUCKETS

    def _serialize_to_tensors(self) -> dict[str, Any]:
        state = super()._serialize_to_tensors()
        if not state:
            return state
        keys, values = (np.asarray(state[each]._array) for each in (_KEYS, _VALUES))
        rows = as_buckets(keys, values, self._reserved_keys[0], self._buckets)
        dtypes = self.key_dtype, self.value_dtype
        return dict(zip((_KEYS, _VALUES), map(wrap, rows, dtypes)))

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        keys, values = (restored_tensors[each]._array for each in (_KEYS, _VALUES))
        shapes = np.shape(self._reserved_keys[0]), self._default.shape.as_ints()
        found = from_buckets(keys, values, self._reserved_keys, shapes)
        dtypes = self.key_dtype, self.value_dtype
        state = dict(zip((_KEYS, _VALUES), map(wrap, found, dtypes)))
        super()._restore_from_tensors(state)


__all__ = ["DenseHashTable", "MutableHashTable"]
