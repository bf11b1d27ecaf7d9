"""Maps from tensors to tensors, as values: a change gives another map."""

from __future__ import annotations

from graphir.ops.contract.declaration import Op, needs_runtime, no_gradient
from graphir.shapes import SCALAR, UNKNOWN, Shape


class EmptyTensorMap(
    Op,
    signature="""
        EmptyTensorMap() -> (handle: variant)
    """,
):
    """A map without keys."""

    compute = needs_runtime
    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        return SCALAR


class TensorMapSize(
    Op,
    signature="""
        TensorMapSize(input_handle: variant) -> (size: int32)
    """,
    handles="map",
):
    """How many keys a map has."""

    compute = needs_runtime
    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        return SCALAR


class TensorMapInsert(
    Op,
    signature="""
        TensorMapInsert(input_handle: variant, key: key_dtype, value: value_dtype) ->
        (output_handle: variant)
        | key_dtype: type; value_dtype: type
    """,
    handles="map",
):
    """A map in which a key has this value."""

    compute = needs_runtime
    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        return SCALAR


class TensorMapLookup(
    Op,
    signature="""
        TensorMapLookup(input_handle: variant, key: key_dtype) -> (value: value_dtype)
        | key_dtype: type; value_dtype: type
    """,
    handles="map",
):
    """The value of a key."""

    compute = needs_runtime
    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        return UNKNOWN


class TensorMapErase(
    Op,
    signature="""
        TensorMapErase(input_handle: variant, key: key_dtype) -> (output_handle:
        variant)
        | key_dtype: type; value_dtype: type
    """,
    handles="map",
):
    """A map without a key."""

    compute = needs_runtime
    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        return SCALAR


class TensorMapHasKey(
    Op,
    signature="""
        TensorMapHasKey(input_handle: variant, key: key_dtype) -> (has_key: bool)
        | key_dtype: type
    """,
    handles="map",
):
    """Whether a map has a key."""

    compute = needs_runtime
    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        return SCALAR


class TensorMapStackKeys(
    Op,
    signature="""
        TensorMapStackKeys(input_handle: variant) -> (keys: key_dtype)
        | key_dtype: type
    """,
    handles="map",
):
    """All keys, stacked."""

    compute = needs_runtime
    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        return UNKNOWN
