"""Hash tables: creation, insertion, lookup; the runtime has their contents."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.ops.state.state import Effect, Handle
from graphir.shapes import UNKNOWN, Shape


class HashTableV2(
    Handle,
    signature="""
        HashTableV2() -> (table_handle: resource)
        | container: string = ''; shared_name: string = '';
          use_node_name_sharing: bool = False; key_dtype: type; value_dtype: type
        | stateful
    """,
    traits="unordered shared_by_name",
):
    """A table that is filled once; of a shared name there is one."""


class AnonymousHashTable(
    Handle,
    signature="""
        AnonymousHashTable() -> (table_handle: resource)
        | key_dtype: type; value_dtype: type
        | stateful
    """,
):
    """An immutable table that lives as long as its handle."""


class MutableHashTableV2(
    Handle,
    signature="""
        MutableHashTableV2() -> (table_handle: resource)
        | container: string = ''; shared_name: string = '';
          use_node_name_sharing: bool = False; key_dtype: type; value_dtype: type
        | stateful
    """,
    traits="held_by_servers unordered shared_by_name",
):
    """A table that may change, of scalars by scalars."""


class AnonymousMutableHashTable(
    Handle,
    signature="""
        AnonymousMutableHashTable() -> (table_handle: resource)
        | key_dtype: type; value_dtype: type
        | stateful
    """,
):
    """A mutable table, scalars to scalars, that lives as long as its handle."""


class MutableHashTableOfTensorsV2(
    Handle,
    signature="""
        MutableHashTableOfTensorsV2() -> (table_handle: resource)
        | container: string = ''; shared_name: string = '';
          use_node_name_sharing: bool = False; key_dtype: type; value_dtype: type;
          value_shape: shape = []
        | stateful
    """,
    traits="held_by_servers shared_by_name",
):
    """A table that may change, of vectors by scalars."""


class AnonymousMutableHashTableOfTensors(
    Handle,
    signature="""
        AnonymousMutableHashTableOfTensors() -> (table_handle: resource)
        | key_dtype: type; value_dtype: type; value_shape: shape = []
        | stateful
    """,
):
    """A mutable table, scalars to vectors, that lives as long as its handle."""


class MutableDenseHashTableV2(
    Handle,
    signature="""
        MutableDenseHashTableV2(empty_key: key_dtype, deleted_key: key_dtype)
        -> (table_handle: resource)
        | container: string = ''; shared_name: string = '';
          use_node_name_sharing: bool = False; key_dtype: type; value_dtype: type;
          value_shape: shape = []; initial_num_buckets: int = 131072;
          max_load_factor: float = 0.800000011920929
        | stateful
    """,
    traits="held_by_servers",
):
    """A table that may change; two keys are set aside for its own use."""


class AnonymousMutableDenseHashTable(
    Handle,
    signature="""
        AnonymousMutableDenseHashTable(empty_key: key_dtype, deleted_key: key_dtype)
        -> (table_handle: resource)
        | key_dtype: type; value_dtype: type; value_shape: shape = [];
          initial_num_buckets: int = 131072; max_load_factor: float = 0.800000011920929
        | stateful
    """,
):
    """A table like ``MutableDenseHashTableV2``'s that lives as long as its handle."""


class InitializeTableV2(
    Effect,
    signature="""
        InitializeTableV2(table_handle: resource, keys: Tkey, values: Tval) -> ()
        | Tkey: type; Tval: type
        | stateful
    """,
    handles="table",
):
    """Fills a table that is filled once."""


class InitializeTableFromTextFileV2(
    Effect,
    signature="""
        InitializeTableFromTextFileV2(table_handle: resource, filename: string) -> ()
        | key_index: int >= -2; value_index: int >= -2; vocab_size: int >= -1 = -1;
          delimiter: string = '\\t'; offset: int = 0
        | stateful
    """,
    traits="reads_files",
    handles="table",
):
    """Fills a table that is filled once with columns of a text file.

    Index -2 stands for the whole line, -1 for the number of the line.
    """

    path_argument = "filename"


class LookupTableFindV2(
    Op,
    signature="""
        LookupTableFindV2(table_handle: resource, keys: Tin, default_value: Tout)
        -> (values: Tout)
        | Tin: type; Tout: type
        | stateful
    """,
    traits="reads_resource",
    handles="table",
):
    """The values of keys; the default for missing keys."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        keys, default = self.keys.shape, self.default_value.shape
        if keys.rank is None or default.rank is None:
            return UNKNOWN
        # a default of higher rank may be one for each key
        result: Shape = keys.concatenate(default) if default.rank == 0 else UNKNOWN
        return result


class LookupTableImportV2(
    Effect,
    signature="""
        LookupTableImportV2(table_handle: resource, keys: Tin, values: Tout) -> ()
        | Tin: type; Tout: type
        | stateful
    """,
    handles="table",
):
    """Replaces the contents of a table."""


class LookupTableInsertV2(
    Effect,
    signature="""
        LookupTableInsertV2(table_handle: resource, keys: Tin, values: Tout) -> ()
        | Tin: type; Tout: type
        | stateful
    """,
    handles="table",
):
    """Sets the values of keys."""


class LookupTableRemoveV2(
    Effect,
    signature="""
        LookupTableRemoveV2(table_handle: resource, keys: Tin) -> ()
        | Tin: type
        | stateful
    """,
    handles="table",
):
    """Removes keys from a table; missing keys are ignored."""


class LookupTableSizeV2(
    Handle,
    signature="""
        LookupTableSizeV2(table_handle: resource) -> (size: int64) | stateful
    """,
    traits="reads_resource",
    handles="table",
):
    """How many keys a table has."""


class LookupTableExportV2(
    Op,
    signature="""
        LookupTableExportV2(table_handle: resource)
        -> (keys: Tkeys, values: Tvalues)
        | Tkeys: type; Tvalues: type
        | stateful
    """,
    traits="reads_resource",
    handles="table",
):
    """All keys of a table and their values."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        return [UNKNOWN, UNKNOWN]
