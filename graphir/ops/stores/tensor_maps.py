"""Maps from tensors to tensors, as values: a change returns a new map."""

from __future__ import annotations

from graphir.ops.contract.declaration import Op, needs_runtime, no_gradient
from graphir.shapes import SCALAR, UNKNOWN, Shape


class _OfMap(Op):
    """An op on maps; most results are scalars: a map, a number, a truth."""

    compute = needs_runtime
    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        return SCALAR


class _OfAnyShape(_OfMap):
    """Gives keys or a value."""

    def infer_shape(self) -> Shape:
        return UNKNOWN


class EmptyTensorMap(
    _OfMap,
    signature="""
        EmptyTensorMap() -> (handle: variant)
    """,
):
    """A map without keys."""


class TensorMapSize(
    _OfMap,
    signature="""
        TensorMapSize(input_handle: variant) -> (size: int32)
    """,
    handles="map",
):
    """How many keys a map has."""


class TensorMapInsert(
    _OfMap,
    signature="""
        TensorMapInsert(input_handle: variant, key: key_dtype, value: value_dtype) ->
        (output_handle: variant)
        | key_dtype: type; value_dtype: type
    """,
    handles="map",
):
    """A map in which a key has this value."""


class TensorMapLookup(
    _OfAnyShape,
    signature="""
        TensorMapLookup(input_handle: variant, key: key_dtype) -> (value: value_dtype)
        | key_dtype: type; value_dtype: type
    """,
    handles="map",
):
    """The value of a key."""


class TensorMapErase(
    _OfMap,
    signature="""
        TensorMapErase(input_handle: variant, key: key_dtype) -> (output_handle:
        variant)
        | key_dtype: type; value_dtype: type
    """,
    handles="map",
):
    """A map without a key."""


class TensorMapHasKey(
    _OfMap,
    signature="""
        TensorMapHasKey(input_handle: variant, key: key_dtype) -> (has_key: bool)
        | key_dtype: type
    """,
    handles="map",
):
    """Whether a map has a key."""


class TensorMapStackKeys(
    _OfAnyShape,
    signature="""
        TensorMapStackKeys(input_handle: variant) -> (keys: key_dtype)
        | key_dtype: type
    """,
    handles="map",
):
    """All keys, stacked."""
