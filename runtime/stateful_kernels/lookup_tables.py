"""Hash tables: the resource objects behind handles, and the kernels on them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import repeat
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.compute.forks import forkable_lock
from graphir.dtypes import DType
from graphir.errors import FailedPreconditionError, InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.state import earlier_lookup_tables as earlier
from graphir.ops.state import lookup_tables as ops
from graphir.shapes import SCALAR, Shape
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.stateful_kernels.table_files import read_columns
from runtime.stateful_kernels.variables import current_resources


@handle_class("table")
class TableStorage:
    """The keys of one table and their values.

    A key is a Python value, or for a key of several numbers a tuple of them.
    """

    __slots__ = (
        "__weakref__",
        "_lock",
        "_reserved",
        "_values",
        "is_filled_once",
        "key_dtype",
        "key_shape",
        "value_dtype",
        "value_shape",
    )

    shape = ()
    """A resource is a scalar."""

    def __init__(
        self,
        key_dtype: DType,
        value_dtype: DType,
        value_shape: Shape = SCALAR,
        is_filled_once: bool = False,
    ) -> None:
        self.key_dtype = key_dtype
        self.value_dtype = value_dtype
        self.key_shape: tuple[int, ...] = ()
        self.value_shape = value_shape.as_ints()
        self.is_filled_once = is_filled_once
        self._values: dict[Any, Any] | None = None if is_filled_once else {}
        self._reserved: dict[Any, str] = {}
        self._lock = forkable_lock()

    def reserve(self, empty_key: Any, deleted_key: Any) -> None:
        """Reserves the empty and the deleted key, which fix the shape of keys."""
        self.key_shape = np.shape(empty_key)
        (empty,), (deleted,) = self._keys(empty_key), self._keys(deleted_key)
        if empty == deleted:
            raise InvalidArgumentError("Empty and deleted keys cannot be equal")
        self._reserved = {empty: "empty_key", deleted: "deleted_key"}

    # --- asked

    def find(self, keys: Any, default: Any) -> Any:
        """The values of keys: the keys' outer shape, then the shape of a value.

        Raises:
          FailedPreconditionError: for a table that was not filled.
        """
        known, asked = self._filled(), self._allowed(keys)
        shape = (*self._outer(keys), *self.value_shape)
        if np.shape(default) == self.value_shape:
            one = default if self.value_shape else _as_array(default)[()]
            defaults: Any = repeat(one)
        else:
            # one for each key
            defaults = np.reshape(default, (len(asked), *self.value_shape))
        found = [known.get(key, other) for key, other in zip(asked, defaults)]
        return self._array(found, shape)

    def key_count(self) -> int:
        """The number of keys; 0 for a table that is not initialized."""
        return len(self._values or ())

    def export(self) -> tuple[Any, Any]:
        """All keys and their values, in insertion order."""
        known = self._filled()
        count = len(known)
        keys = np.empty((count, *self.key_shape), self.key_dtype.numpy_dtype)
        for place, key in enumerate(known):
            keys[place] = key
        return keys, self._array(list(known.values()), (count, *self.value_shape))

    # --- changed

    def fill(self, keys: Any, values: Any) -> None:
        """Fills an immutable table; later calls must have the same keys.

        Raises:
          FailedPreconditionError: for a key with two values, or if the table has other
            keys already.
        """
        new: dict[Any, Any] = {}
        for key, value in self._pairs(keys, values):
            if key in new and not np.array_equal(new[key], value):
                raise FailedPreconditionError(
                    "HashTable has different value for same key. Key "
                    f"{_text(key)} has {_text(new[key])} and trying to add value "
                    f"{_text(value)}"
                )
            new[key] = value
        with self._lock:
            if self._values is not None and self._values.keys() != new.keys():
                raise FailedPreconditionError("Table already initialized.")
            self._values = new

    def insert(self, keys: Any, values: Any) -> None:
        """Sets the values of keys; the last value of a duplicate key is used."""
        pairs = self._pairs(keys, values)
        with self._lock:
            self._filled().update(pairs)

    def remove(self, keys: Any) -> None:
        """Removes keys; missing keys are ignored."""
        asked = self._allowed(keys)
        with self._lock:
            known = self._filled()
            for key in asked:
                known.pop(key, None)

    def replace(self, keys: Any, values: Any) -> None:
        """Replaces all contents, without keys that mark empty buckets."""
        if self.is_filled_once:
            self.fill(keys, values)
            return
        rows = self._rows(self._keys(keys), keys, values)
        pairs = {key: value for key, value in rows if key not in self._reserved}
        with self._lock:
            self._values = pairs

    # --- keys and values

    def _filled(self) -> dict[Any, Any]:
        if self._values is None:
            raise FailedPreconditionError("Table not initialized.")
        return self._values

    def _pairs(self, keys: Any, values: Any) -> list[tuple[Any, Any]]:
        return self._rows(self._allowed(keys), keys, values)

    def _rows(self, asked: list[Any], keys: Any, values: Any) -> list[tuple[Any, Any]]:
        expected = (*self._outer(keys), *self.value_shape)
        if np.shape(values) != expected:
            raise InvalidArgumentError(
                f"Expected shape {_brackets(expected)} for value, got "
                f"{_brackets(np.shape(values))}"
            )
        rows = np.reshape(_as_array(values), (len(asked), *self.value_shape))
        return list(zip(asked, rows.tolist() if not self.value_shape else rows))

    def _outer(self, keys: Any) -> tuple[int, ...]:
        """The shape of keys without that of one key."""
        shape: tuple[int, ...] = np.shape(keys)
        own = len(self.key_shape)
        if own and shape[-own:] != self.key_shape:
            raise InvalidArgumentError(
                f"Expected key shape {_brackets(self.key_shape)} got {_brackets(shape)}"
            )
        return shape[: len(shape) - own]

    def _keys(self, keys: Any) -> list[Any]:
        array = _as_array(keys)
        if not self.key_shape:
            return list(array.ravel().tolist())
        rows = array.reshape(-1, int(np.prod(self.key_shape)))
        return [tuple(row) for row in rows.tolist()]

    def _allowed(self, keys: Any) -> list[Any]:
        asked = self._keys(keys)
        for key, name in self._reserved.items():
            if key in asked:
                raise InvalidArgumentError(
                    f"Using the {name} as a table key is not allowed"
                )
        return asked

    def _array(self, values: list[Any], shape: tuple[int, ...]) -> Any:
        result = np.empty(len(values) * _count(self.value_shape), self._kind())
        if self.value_shape:
            result = result.reshape(len(values), *self.value_shape)
        for place, value in enumerate(values):
            result[place] = value
        return result.reshape(shape)[()]

    def _kind(self) -> Any:
        return self.value_dtype.numpy_dtype

    def __repr__(self) -> str:
        return f"<table of {self.value_dtype.name} by {self.key_dtype.name}>"


def _count(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape, dtype=np.int64))


def _as_array(value: Any) -> Any:
    # bytes alone would become an array of fixed width
    is_bytes = isinstance(value, bytes)
    return np.array(value, object) if is_bytes else np.asarray(value)


def _text(value: Any) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def _brackets(shape: tuple[int, ...]) -> str:
    return f"[{','.join(map(str, shape))}]"


# --- making tables


def _storage(attrs: Mapping[str, Attr], is_filled_once: bool) -> TableStorage:
    shape = attrs.get("value_shape", SCALAR)
    return TableStorage(attrs["key_dtype"], attrs["value_dtype"], shape, is_filled_once)


def _shared(attrs: Mapping[str, Attr], is_filled_once: bool) -> TableStorage:
    """The table of that name; one of its own without a name."""
    name, container = attrs.get("shared_name", b""), attrs.get("container", b"")

    def make() -> TableStorage:
        return _storage(attrs, is_filled_once)

    if not name:
        return make()
    found: TableStorage = current_resources().find_or_make(
        container, name, TableStorage, make
    )
    if (found.key_dtype, found.value_dtype) != (
        attrs["key_dtype"],
        attrs["value_dtype"],
    ):
        raise InvalidArgumentError(
            f"The table {name.decode()!r} exists with other dtypes: {found!r}."
        )
    return found


@kernel_factory(earlier.HashTable)
@kernel_factory(ops.HashTableV2)
def _hash_table(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda: _shared(attrs, True)


@kernel_factory(ops.AnonymousHashTable)
def _anonymous_hash_table(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda: _storage(attrs, True)


@kernel_factory(earlier.MutableHashTableOfTensors)
@kernel_factory(ops.MutableHashTableOfTensorsV2)
@kernel_factory(earlier.MutableHashTable)
@kernel_factory(ops.MutableHashTableV2)
def _mutable_table(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda: _shared(attrs, False)


@kernel_factory(ops.AnonymousMutableHashTableOfTensors)
@kernel_factory(ops.AnonymousMutableHashTable)
def _anonymous_mutable_table(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda: _storage(attrs, False)


@kernel_factory(ops.MutableDenseHashTableV2)
def _dense_table(attrs: Mapping[str, Attr]) -> Kernel:
    def make(empty_key: Any, deleted_key: Any) -> TableStorage:
        table = _shared(attrs, False)
        table.reserve(empty_key, deleted_key)
        return table

    return make


@kernel_factory(ops.AnonymousMutableDenseHashTable)
def _anonymous_dense_table(attrs: Mapping[str, Attr]) -> Kernel:
    def make(empty_key: Any, deleted_key: Any) -> TableStorage:
        table = _storage(attrs, False)
        table.reserve(empty_key, deleted_key)
        return table

    return make


# --- using tables


@kernel(earlier.InitializeTable)
@kernel(ops.InitializeTableV2)
def _initialize(table: TableStorage, keys: Any, values: Any) -> None:
    table.fill(keys, values)


@kernel_factory(earlier.InitializeTableFromTextFile)
@kernel_factory(ops.InitializeTableFromTextFileV2)
def _initialize_from_file(attrs: Mapping[str, Attr]) -> Kernel:
    def fill(table: TableStorage, filename: Any) -> None:
        keys, values = read_columns(filename, attrs, table.key_dtype, table.value_dtype)
        table.fill(keys, values)

    return fill


@kernel(earlier.LookupTableFind)
@kernel(ops.LookupTableFindV2)
def _find(table: TableStorage, keys: Any, default: Any) -> Any:
    return table.find(keys, default)


@kernel(earlier.LookupTableImport)
@kernel(ops.LookupTableImportV2)
def _import(table: TableStorage, keys: Any, values: Any) -> None:
    table.replace(keys, values)


@kernel(earlier.LookupTableInsert)
@kernel(ops.LookupTableInsertV2)
def _insert(table: TableStorage, keys: Any, values: Any) -> None:
    table.insert(keys, values)


@kernel(ops.LookupTableRemoveV2)
def _remove(table: TableStorage, keys: Any) -> None:
    table.remove(keys)


@kernel(earlier.LookupTableSize)
@kernel(ops.LookupTableSizeV2)
def _size(table: TableStorage) -> Any:
    return np.int64(table.key_count())


@kernel(earlier.LookupTableExport)
@kernel(ops.LookupTableExportV2)
def _export(table: TableStorage) -> Any:
    return table.export()


__all__ = ["TableStorage"]
