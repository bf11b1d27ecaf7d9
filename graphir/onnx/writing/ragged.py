"""Rows of different lengths."""

from __future__ import annotations

from typing import Any

from graphir.onnx.contract.emission import Out, writes


@writes("RaggedTensorToTensor")
def _to_tensor(out: Out) -> Any:
    """Each row is a row of a table: its values stand where the table is as long."""
    asked = out.known(0, "the shape that is asked for")
    if (asked >= 0).any():
        raise out.refuse("a size that is asked for has no counterpart in ONNX.")
    lengths = _lengths(out)
    zero = out.const([0])
    width = out.emit(
        "ReduceMax",
        [out.emit("Concat", [lengths, zero], axis=0)],
        keepdims=0,
    )
    columns = out.emit("Range", [out.const(0), width, out.const(1)])
    ends = out.emit("Unsqueeze", [lengths, out.const([1])])
    is_value = out.emit("Less", [columns, ends])
    places = out.emit("Transpose", [out.emit("NonZero", [is_value])], perm=[1, 0])
    inner = out.emit(
        "Slice", [out.emit("Shape", [out[1]]), out.const([1]), out.const([2**62])]
    )
    sizes = out.emit("Concat", [out.emit("Shape", [is_value]), inner], axis=0)
    table = out.emit("Expand", [out[2], sizes])
    return out.emit("ScatterND", [table, places, out[1]])


def _lengths(out: Out) -> str:
    """The lengths of the rows; only the first axis is divided."""
    kinds = list(out.attr("row_partition_types"))
    if kinds == [b"ROW_SPLITS"]:
        splits = out.wide(3)
        ends = out.emit("Slice", [splits, out.const([1]), out.const([2**62])])
        starts = out.emit("Slice", [splits, out.const([0]), out.const([-1])])
        made: str = out.emit("Sub", [ends, starts])
        return made
    if kinds != [b"FIRST_DIM_SIZE", b"VALUE_ROWIDS"]:
        raise out.refuse("rows of rows have no counterpart in ONNX.")
    if out.opset < 16:
        raise out.refuse("needs opset 16.")
    rows = out.emit("Reshape", [out.wide(3), out.const([1])])
    zeros = out.emit("Expand", [out.const(0), rows])
    ids = out.wide(4)
    ones = out.emit("Expand", [out.const(1), out.emit("Shape", [ids])])
    places = out.emit("Unsqueeze", [ids, out.const([1])])
    counted: str = out.emit("ScatterND", [zeros, places, ones], reduction="add")
    return counted


@writes("Unique", "UniqueWithCounts", "UniqueV2", "UniqueWithCountsV2")
def _unique(out: Out) -> Any:
    axis = None
    if out.node.op.endswith("V2") and out.rank(0) > 1:
        axis = int(out.known(1, "the axis").reshape(()))
    values, _, places, counts = out.emit("Unique", [out[0]], 4, sorted=0, axis=axis)
    numbers = [places, counts] if len(out.node.outputs) > 2 else [places]
    kinds = [each.dtype for each in out.node.outputs[1:]]
    narrowed = [
        out.emitter.narrowed(name, dtype)
        for name, dtype in zip(numbers, kinds, strict=True)
    ]
    return [values, *narrowed]
