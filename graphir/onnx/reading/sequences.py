"""Sequences of known length, and optional values: lists of terms."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.calls import Call, TermList, reads


@reads("SequenceConstruct")
def _sequence_construct(call: Call) -> Any:
    return TermList([call[i] for i in range(len(call))])


@reads("SequenceEmpty")
def _sequence_empty(call: Call) -> Any:
    return TermList()


@reads("SequenceInsert")
def _sequence_insert(call: Call) -> Any:
    items = TermList(_items(call))
    items.insert(_place(call, 2, len(items)), call[1])
    return items


@reads("SequenceErase")
def _sequence_erase(call: Call) -> Any:
    items = TermList(_items(call))
    del items[_place(call, 1, -1)]
    return items


@reads("SequenceAt")
def _sequence_at(call: Call) -> Any:
    return _items(call)[_place(call, 1, 0)]


@reads("SequenceLength")
def _sequence_length(call: Call) -> Any:
    return call.const(np.int64(len(_items(call))))


@reads("ConcatFromSequence")
def _concat_from_sequence(call: Call) -> Any:
    items, axis = _items(call), call.attr("axis")
    if call.attr("new_axis", 0):
        return call.op.Pack(list(items), axis=axis)
    return call.concat(items, axis)


@reads("SplitToSequence")
def _split_to_sequence(call: Call) -> Any:
    x, axis = call[0], call.attr("axis", 0)
    size = x.dims[axis]
    if size is None:
        raise call.refuse("the size that is split must be known.")
    along = call.const(axis, dtypes.int32)
    if call.maybe(1) is None:
        parts = call.op.Split(along, x, num_split=size)
        keep = call.attr("keepdims", 1)
        return TermList(parts if keep else [call.squeeze(p, [axis]) for p in parts])
    sizes = call.ints(1, "the sizes of the parts")
    if not call[1].rank:
        each = sizes[0]
        sizes = [each] * (size // each) + ([size % each] if size % each else [])
    counts = call.const(np.array(sizes, np.int64))
    return TermList(call.op.SplitV(x, counts, along, num_split=len(sizes)))


def _items(call: Call) -> TermList:
    found = call.maybe(0)
    if not isinstance(found, TermList):
        raise call.refuse("a sequence whose length is not known.")
    return found


def _place(call: Call, index: int, default: int) -> int:
    if call.maybe(index) is None:
        return default
    return call.ints(index, "a place in a sequence")[0]


@reads("Optional")
def _optional(call: Call) -> Any:
    return call.maybe(0)


@reads("OptionalGetElement")
def _optional_get_element(call: Call) -> Any:
    if call.maybe(0) is None:
        raise call.refuse("the element of an optional that is empty.")
    return call.maybe(0)


@reads("OptionalHasElement")
def _optional_has_element(call: Call) -> Any:
    return call.const(call.maybe(0) is not None)
