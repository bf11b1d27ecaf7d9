"""Sums and extremes of the rows with one number."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.emission import Out, writes

_END = 2**62


def _of_rows(out: Out, count: str, start: Any, how: str) -> Any:
    """Rows with a negative number go into a row too many, which is cut off."""
    since = 16 if how in ("add", "mul") else 18
    if out.opset < since:
        raise out.refuse(f"needs opset {since}.")
    rank = out.rank(1)
    wide = out.emit("Add", [count, out.const([1])])
    rest = out.emit(
        "Slice", [out.emit("Shape", [out[0]]), out.const([rank]), out.const([_END])]
    )
    sizes = out.emit("Concat", [wide, rest], axis=0)
    first = out.emit("Expand", [out.emitter.const(start, out.dtype), sizes])
    numbers = out.wide(1)
    outside = out.emit("Less", [numbers, out.const(0)])
    held = out.emit("Where", [outside, count, numbers])
    places = out.emit("Unsqueeze", [held, out.const([-1])])
    made = out.emit("ScatterND", [first, places, out[0]], reduction=how)
    return out.emit("Slice", [made, out.const([0]), count, out.const([0])])


def _asked(out: Out) -> str:
    made: str = out.emit("Reshape", [out.wide(2), out.const([1])])
    return made


@writes("UnsortedSegmentSum")
def _sum(out: Out) -> Any:
    return _of_rows(out, _asked(out), 0, "add")


@writes("UnsortedSegmentProd")
def _product(out: Out) -> Any:
    return _of_rows(out, _asked(out), 1, "mul")


@writes("UnsortedSegmentMax")
def _maximum(out: Out) -> Any:
    return _of_rows(out, _asked(out), out.dtype.min, "max")


@writes("UnsortedSegmentMin")
def _minimum(out: Out) -> Any:
    return _of_rows(out, _asked(out), out.dtype.max, "min")


def _sorted_count(out: Out) -> str:
    """One more than the last number."""
    held = out.emit("Concat", [out.const([-1]), out.wide(1)], axis=0)
    last = out.emit("Gather", [held, out.const([-1])], axis=0)
    made: str = out.emit("Add", [last, out.const([1])])
    return made


@writes("SegmentSum")
def _sorted_sum(out: Out) -> Any:
    return _of_rows(out, _sorted_count(out), 0, "add")


@writes("SegmentProd")
def _sorted_product(out: Out) -> Any:
    return _of_rows(out, _sorted_count(out), 1, "mul")


@writes("SegmentMean")
def _sorted_mean(out: Out) -> Any:
    count = _sorted_count(out)
    total = _of_rows(out, count, 0, "add")
    zeros = out.emitter.filled(count, 0, out.dtype)
    places = out.emit("Unsqueeze", [out.wide(1), out.const([-1])])
    ones = out.emit("Expand", [out.emitter.const(1, out.dtype), _sizes(out)])
    many = out.emit("ScatterND", [zeros, places, ones], reduction="add")
    many = out.emit("Max", [many, out.emitter.const(1, out.dtype)])
    axes = out.const(np.arange(1, out.rank(0)))
    return out.emit("Div", [total, out.emit("Unsqueeze", [many, axes])])


def _sizes(out: Out) -> str:
    made: str = out.emit("Shape", [out.emitter.cast(out[1], dtypes.int64)])
    return made


@writes("SegmentMax")
def _sorted_maximum(out: Out) -> Any:
    return _extreme(out, out.dtype.min, "max")


@writes("SegmentMin")
def _sorted_minimum(out: Out) -> Any:
    return _extreme(out, out.dtype.max, "min")


def _extreme(out: Out, start: Any, how: str) -> Any:
    """A number without rows gives 0."""
    count = _sorted_count(out)
    made = _of_rows(out, count, start, how)
    zeros = out.emitter.filled(count, 0, dtypes.int64)
    places = out.emit("Unsqueeze", [out.wide(1), out.const([-1])])
    ones = out.emit("Expand", [out.const(1), _sizes(out)])
    many = out.emit("ScatterND", [zeros, places, ones], reduction="add")
    axes = out.const(np.arange(1, out.rank(0)))
    none = out.emit("Equal", [out.emit("Unsqueeze", [many, axes]), out.const(0)])
    return out.emit("Where", [none, out.emitter.const(0, out.dtype), made])


@writes("NonMaxSuppressionV3", "NonMaxSuppressionV2")
def _suppressed(out: Out) -> Any:
    boxes = out.emit("Unsqueeze", [out[0], out.const([0])])
    scores = out.emit("Unsqueeze", [out[1], out.const([0, 1])])
    limits = [
        out.emit("Reshape", [each, out.const([1])])
        for each in (out.wide(2), *(out[i] for i in range(3, len(out.node.inputs))))
    ]
    found = out.emit("NonMaxSuppression", [boxes, scores, *limits])
    return out.emitter.narrowed(
        out.emit("Gather", [found, out.const(2)], axis=1), out.dtype
    )
