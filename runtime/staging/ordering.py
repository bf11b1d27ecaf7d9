"""`sorted`, `max` and `min` over tensors, with and without key functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.staging.loops import collected
from runtime.staging.sequences import as_sequence, length_of
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor


def sorted_by_key(values: Any, key: Callable[[Any], Any], is_reversed: bool) -> Any:
    """The values sorted by the converted key; equal values keep their order.

    A list, if the values are one.
    """
    keys = _keys(values, key)
    # of equal values, the op gives the first ones first
    upwards = keys if is_reversed else _backwards(keys)
    size = length_of(keys)
    order = apply_op("TopKV2", [upwards, size], {"sorted": True})[1]
    if not is_reversed:
        order = apply_op("Sub", [size - 1, _backwards(order)])
    rows = convert_to_tensor(values)
    ordered = apply_op("GatherV2", [rows, order, 0])
    return ordered if isinstance(values, Tensor) else list(ordered)


def first_by_key(op: str, values: Any, key: Callable[[Any], Any]) -> Any:
    """The first value by key, for `ArgMax` or `ArgMin`; the key is converted."""
    position = apply_op(op, [_keys(values, key), 0], {"output_type": dtypes.int32})
    return apply_op("GatherV2", [convert_to_tensor(values), position, 0])


def _keys(values: Any, key: Callable[[Any], Any]) -> Tensor:
    from autograph import converted_call

    items = as_sequence(values)
    made = items.mapped(lambda item: converted_call(key, (item,), None))
    if isinstance(items.length, Tensor):
        return convert_to_tensor(collected(made, "the keys"))
    return convert_to_tensor(list(made))


def _backwards(rows: Tensor) -> Any:
    return apply_op("ReverseV2", [rows, [0]])
