"""Deprecated hash-table ops, whose handles are string references."""

from __future__ import annotations

from graphir.ops.state.lookup_tables import (
    HashTableV2,
    InitializeTableFromTextFileV2,
    InitializeTableV2,
    LookupTableExportV2,
    LookupTableFindV2,
    LookupTableImportV2,
    LookupTableInsertV2,
    LookupTableSizeV2,
    MutableHashTableOfTensorsV2,
    MutableHashTableV2,
)


class HashTable(
    HashTableV2,
    signature="""
        HashTable() -> (table_handle: ref string)
        | container: string = ''; shared_name: string = '';
          use_node_name_sharing: bool = False; key_dtype: type; value_dtype: type
        | stateful
    """,
    traits="shared_by_name",
):
    """A table that is filled once; its handle is a reference."""


class MutableHashTable(
    MutableHashTableV2,
    signature="""
        MutableHashTable() -> (table_handle: ref string)
        | container: string = ''; shared_name: string = '';
          use_node_name_sharing: bool = False; key_dtype: type; value_dtype: type
        | stateful
    """,
    traits="held_by_servers shared_by_name",
):
    """A table that can change; its handle is a reference."""


class MutableHashTableOfTensors(
    MutableHashTableOfTensorsV2,
    signature="""
        MutableHashTableOfTensors() -> (table_handle: ref string)
        | container: string = ''; shared_name: string = '';
          use_node_name_sharing: bool = False; key_dtype: type; value_dtype: type;
          value_shape: shape = []
        | stateful
    """,
    traits="held_by_servers shared_by_name",
):
    """A table of tensors that can change; its handle is a reference."""


class InitializeTable(
    InitializeTableV2,
    signature="""
        InitializeTable(table_handle: ref string, keys: Tkey, values: Tval) -> ()
        | Tkey: type; Tval: type
    """,
):
    """Fills a table that is filled once."""


class InitializeTableFromTextFile(
    InitializeTableFromTextFileV2,
    signature="""
        InitializeTableFromTextFile(table_handle: ref string, filename: string) -> ()
        | key_index: int >= -2; value_index: int >= -2; vocab_size: int >= -1 = -1;
          delimiter: string = '\\t'; offset: int = 0
    """,
    traits="reads_files",
):
    """Fills a table that is filled once with columns of a text file."""

    path_argument = "filename"


class LookupTableFind(
    LookupTableFindV2,
    signature="""
        LookupTableFind(table_handle: ref string, keys: Tin, default_value: Tout)
        -> (values: Tout)
        | Tin: type; Tout: type
    """,
):
    """The values of keys; the default for missing keys."""


class LookupTableImport(
    LookupTableImportV2,
    signature="""
        LookupTableImport(table_handle: ref string, keys: Tin, values: Tout) -> ()
        | Tin: type; Tout: type
    """,
):
    """Replaces the contents of a table."""


class LookupTableInsert(
    LookupTableInsertV2,
    signature="""
        LookupTableInsert(table_handle: ref string, keys: Tin, values: Tout) -> ()
        | Tin: type; Tout: type
    """,
):
    """Sets the values of keys."""


class LookupTableSize(
    LookupTableSizeV2,
    signature="""
        LookupTableSize(table_handle: ref string) -> (size: int64)
    """,
):
    """How many keys a table has."""


class LookupTableExport(
    LookupTableExportV2,
    signature="""
        LookupTableExport(table_handle: ref string) -> (keys: Tkeys, values: Tvalues)
        | Tkeys: type; Tvalues: type
    """,
):
    """All keys of a table and their values."""
