"""Sums and extremes of the rows with one number."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.onnx.contract.emission import Out, writes
from graphir.ops.reductions.segment_reduction import SUMS, Reduction

_END: Final = 2**62

_HOW: Final[dict[np.ufunc, str]] = {
    np.add: "add",
    np.multiply: "mul",
    np.maximum: "max",
    np.minimum: "min",
}
"""What combines two rows -> the way to scatter that does."""


def _of_rows(out: Out, count: str, how: Reduction) -> str:
    """Rows with a negative number go into a row too many, which is cut off."""
    name = _HOW[how.ufunc]
    since = 16 if name in ("add", "mul") else 18
    if out.opset < since:
        raise out.refuse(f"needs opset {since}.")
    rank = out.rank(1)
    wide = out.emit("Add", [count, out.const([1])])
    rest = out.emit(
        "Slice", [out.emit("Shape", [out[0]]), out.const([rank]), out.const([_END])]
    )
    sizes = out.emit("Concat", [wide, rest], axis=0)
    start = out.emitter.const(how.start(out.dtype), out.dtype)
    first = out.emit("Expand", [start, sizes])
    numbers = out.wide(1)
    outside = out.emit("Less", [numbers, out.const(0)])
    held = out.emit("Where", [outside, count, numbers])
    places = out.emit("Unsqueeze", [held, out.const([-1])])
    made = out.emit("ScatterND", [first, places, out[0]], reduction=name)
    found: str = out.emit("Slice", [made, out.const([0]), count, out.const([0])])
    return found


@writes("UnsortedSegmentSum", "UnsortedSegmentProd")
@writes("UnsortedSegmentMax", "UnsortedSegmentMin")
@writes("SegmentSum", "SegmentProd", "SegmentMax", "SegmentMin")
def _reduced(out: Out) -> Any:
    how: Reduction = out.node.call().reduction
    count = _asked(out) if len(out.node.inputs) > 2 else _sorted_count(out)
    made = _of_rows(out, count, how)
    empty = how.empty(out.dtype)
    if empty == how.start(out.dtype):
        return made
    axes = out.const(np.arange(1, out.rank(0)))
    rows = out.emit("Unsqueeze", [_row_counts(out, count, dtypes.int64), axes])
    none = out.emit("Equal", [rows, out.const(0)])
    return out.emit("Where", [none, out.emitter.const(empty, out.dtype), made])


def _asked(out: Out) -> str:
    made: str = out.emit("Reshape", [out.wide(2), out.const([1])])
    return made


def _sorted_count(out: Out) -> str:
    """One more than the last number."""
    held = out.emit("Concat", [out.const([-1]), out.wide(1)], axis=0)
    last = out.emit("Gather", [held, out.const([-1])], axis=0)
    made: str = out.emit("Add", [last, out.const([1])])
    return made


@writes("SegmentMean")
def _sorted_mean(out: Out) -> Any:
    count = _sorted_count(out)
    total = _of_rows(out, count, SUMS)
    many = _row_counts(out, count, out.dtype)
    many = out.emit("Max", [many, out.emitter.const(1, out.dtype)])
    axes = out.const(np.arange(1, out.rank(0)))
    return out.emit("Div", [total, out.emit("Unsqueeze", [many, axes])])


def _row_counts(out: Out, count: str, dtype: DType) -> str:
    """How many rows each number has."""
    zeros = out.emitter.filled(count, 0, dtype)
    places = out.emit("Unsqueeze", [out.wide(1), out.const([-1])])
    sizes = out.emit("Shape", [out.emitter.cast(out[1], dtypes.int64)])
    ones = out.emit("Expand", [out.emitter.const(1, dtype), sizes])
    made: str = out.emit("ScatterND", [zeros, places, ones], reduction="add")
    return made


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
