"""Immutable maps from tensors to tensors, and the kernels on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import of_array
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.stores import tensor_maps as ops
from runtime.stateful_kernels.attaching import kernel, kernel_factory


@handle_class("map")
class TensorMap:
    """Keys and values, by the identity of a key: dtype, shape and elements."""

    shape = ()
    """A variant is a scalar."""

    def __init__(self, entries: dict[Any, tuple[Any, Any]]) -> None:
        self.entries = entries

    def found(self, key: Any) -> Any:
        """The value of a key.

        Raises:
          InvalidArgumentError: if the key is missing.
        """
        try:
            return self.entries[_identity(key)][1]
        except KeyError:
            raise InvalidArgumentError("Trying to lookup non-existent key.") from None


def _identity(key: Any) -> Any:
    # as an array of bytes, a text would lose zeros at its end
    array = np.asarray(key, object if isinstance(key, bytes) else None)
    is_text = array.dtype == np.dtype(object)
    elements = tuple(array.ravel().tolist()) if is_text else array.tobytes()
    return array.dtype.str, array.shape, elements


@kernel(ops.EmptyTensorMap)
def _empty() -> TensorMap:
    return TensorMap({})


@kernel(ops.TensorMapSize)
def _size(given: TensorMap) -> Any:
    return np.int32(len(given.entries))


@kernel(ops.TensorMapInsert)
def _insert(given: TensorMap, key: Any, value: Any) -> TensorMap:
    return TensorMap({**given.entries, _identity(key): (key, value)})


@kernel_factory(ops.TensorMapLookup)
def _lookup(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["value_dtype"]

    def lookup(given: TensorMap, key: Any) -> Any:
        value = given.found(key)
        if dtype.has_numpy and of_array(value) is not dtype:
            raise InvalidArgumentError(
                f"The map has a value of {of_array(value).name} for this key, not "
                f"{dtype.name}."
            )
        return value

    return lookup


@kernel(ops.TensorMapErase)
def _erase(given: TensorMap, key: Any) -> TensorMap:
    left = dict(given.entries)
    if left.pop(_identity(key), None) is None:
        raise InvalidArgumentError("Trying to erase non-existent item.")
    return TensorMap(left)


@kernel(ops.TensorMapHasKey)
def _has_key(given: TensorMap, key: Any) -> Any:
    return np.bool_(_identity(key) in given.entries)


@kernel_factory(ops.TensorMapStackKeys)
def _stack_keys(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["key_dtype"]

    def stack_keys(given: TensorMap) -> Any:
        if not given.entries:
            raise InvalidArgumentError(
                "TensorMapStackKeys cannot be called on empty map."
            )
        keys = [
            np.asarray(key, object if isinstance(key, bytes) else None)
            for key, _ in given.entries.values()
        ]
        if any(of_array(each) is not dtype for each in keys):
            raise InvalidArgumentError("Key does not match requested dtype.")
        if any(each.shape != keys[0].shape for each in keys):
            raise InvalidArgumentError("Keys must all have the same shape.")
        return np.stack(keys)

    return stack_keys
