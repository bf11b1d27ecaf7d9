"""Functions that create, initialize, save and restore tables of a loaded model."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.function import Function
from runtime.lookup.lookup_interface import LookupInterface
from runtime.lookup.mutable_tables import DenseHashTable, MutableHashTable
from runtime.lookup.static_tables import StaticHashTable
from runtime.lookup.vocabulary_tables import StaticVocabularyTable
from runtime.saved_model.loaded_objects import RestoredResource
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.conversion import convert_to_tensor
from runtime.tracing.graph_trace import next_number


def is_resource(value: Any) -> bool:
    """Whether an object is restored by calling functions that create it."""
    return isinstance(value, (LookupInterface, RestoredResource))


def functions_of(table: Any) -> dict[str, Any]:
    """The functions of a table, by the names that loaders look for.

    Raises:
      NotImplementedError: for a table of another kind.
    """
    if isinstance(table, RestoredResource):
        return {}  # it was loaded with them
    make, fill = _maker(table)
    return {
        "_create_resource": _traced(make, "_creator"),
        "_initialize": _traced(fill, "_initializer"),
        "_destroy_resource": _traced(_nothing, "_destroyer"),
    }


def saveable_functions(table: Any) -> tuple[ConcreteFunction, ConcreteFunction] | None:
    """The functions that save a table's tensors by key, and that restore them."""
    if not isinstance(table, (MutableHashTable, DenseHashTable)) or not table.is_saved:
        return None

    def save_fn(checkpoint_key: Any) -> Any:
        keys, values = table._exported()
        return [
            {
                "name": checkpoint_key + suffix,
                "slice_spec": convert_to_tensor(""),
                "tensor": tensor,
            }
            for suffix, tensor in (("-keys", keys), ("-values", values))
        ]

    def restore_fn(keys: Any, values: Any) -> Any:
        apply_op("LookupTableImportV2", [table.resource_handle, keys, values])
        return _nothing()

    key = TensorSpec([], dtypes.string, "checkpoint_key")
    tensors = [
        TensorSpec(None, table.key_dtype, "restored_tensors_0"),
        TensorSpec(None, table.value_dtype, "restored_tensors_1"),
    ]
    save = Function(save_fn, "save_fn").get_concrete_function(key)
    restore = Function(restore_fn, "restore_fn").get_concrete_function(*tensors)
    return save, restore


def _traced(function: Any, name: str) -> Function:
    made = Function(function, name, input_signature=[])
    made.get_concrete_function()
    return made


def _nothing() -> Any:
    return convert_to_tensor(np.int32(1))


def _maker(table: Any) -> tuple[Any, Any]:
    """The functions that create and initialize the table."""
    if isinstance(table, StaticVocabularyTable):
        table = table._table
    shared = f"table_{next_number()}".encode()
    attrs = {
        "key_dtype": table.key_dtype,
        "value_dtype": table.value_dtype,
        "shared_name": shared,
    }
    if isinstance(table, StaticHashTable):

        def fill() -> Any:
            table._initializer.initialize(table)
            return _nothing()

        return lambda: apply_op("HashTableV2", [], attrs), fill
    if isinstance(table, DenseHashTable):
        dense = {
            **attrs,
            "value_shape": table._default.shape,
            "initial_num_buckets": table._buckets,
        }
        keys = [
            np.asarray(each, table.key_dtype.numpy_dtype)
            for each in table._reserved_keys
        ]
        return lambda: apply_op("MutableDenseHashTableV2", keys, dense), _nothing
    if isinstance(table, MutableHashTable):
        shape = table._default.shape
        if shape.rank:
            attrs["value_shape"] = shape
            op = "MutableHashTableOfTensorsV2"
        else:
            op = "MutableHashTableV2"
        return lambda: apply_op(op, [], attrs), _nothing
    raise NotImplementedError(
        f"{type(table).__name__} objects cannot be saved in a SavedModel."
    )


__all__ = ["functions_of", "is_resource", "saveable_functions"]
