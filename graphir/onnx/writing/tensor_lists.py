"""Lists of tensors: one tensor, an element a row."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.node import Node, Value
from graphir.onnx.contract.emission import Out, writes
from graphir.onnx.writing.control_flow import element_type
from graphir.shapes import Shape


@writes("TensorListReserve", "EmptyTensorList")
def _reserve(out: Out) -> Any:
    dtype = out.attr("element_dtype")
    count = out.const([0])
    if out.node.op == "TensorListReserve":
        # a number that is not said is none
        asked = out.emit("Max", [out.wide(1), out.const(0)])
        count = out.emit("Reshape", [asked, out.const([1])])
    sizes = _element_sizes(out)
    return out.emitter.filled(out.emit("Concat", [count, sizes], axis=0), 0, dtype)


def _element_sizes(out: Out) -> str:
    """The sizes of an element; 1 for those that the first element tells."""
    known = out.static(0)
    if known is None:
        asked = out.wide(0)
        return str(out.emit("Max", [asked, out.const(1)]))
    if known.ndim == 0:
        shape = _element_shape_in_use(out, out.node.output, set())
        if shape is None:
            raise out.refuse("the rank of the elements is not known.")
        return out.const([1 if size is None else size for size in shape.as_list()])
    return out.const(np.where(known < 0, 1, known))


def _element_shape_in_use(out: Out, value: Value, seen: set[Value]) -> Shape | None:
    """The shape of the elements of a list, by what becomes of it."""
    if value in seen:
        return None
    seen.add(value)
    if value.handle_data and value.handle_data[0][1].rank is not None:
        return value.handle_data[0][1]
    for use in value.uses:
        found = _shape_in_use(out, use.node, use.input_index, seen)
        if found is not None:
            return found
    return None


def _shape_in_use(out: Out, node: Node, index: int, seen: set[Value]) -> Shape | None:
    found: Shape | None = None
    if node.op in ("TensorListSetItem", "TensorListPushBack"):
        found = node.inputs[-1].shape
    elif node.op == "TensorListScatterIntoExistingList":
        found = _of_row(node.inputs[1].shape)
    elif node.outputs and node.output.dtype is not dtypes.variant and index == 0:
        # a result that is a row, or all rows
        shape = node.output.shape
        found = _of_row(shape) if node.op == "TensorListStack" else shape
    if found is not None and found.rank is not None:
        return found
    follow = [each for each in node.outputs if each.dtype is dtypes.variant]
    if node.has_trait("looping"):
        body = out.emitter.model.functions[node.attrs["body"].name].body
        follow = [body.inputs[index], node.outputs[index]]
    for each in follow:
        found = _element_shape_in_use(out, each, seen)
        if found is not None:
            return found
    return None


def _of_row(rows: Shape) -> Shape | None:
    return None if rows.rank is None else Shape(rows.as_list()[1:])


def _as_wide_as(out: Out, rows: str, element: str) -> str:
    """Rows in the shape of an element, which an empty list did not know."""
    count = out.emit(
        "Slice", [out.emit("Shape", [rows]), out.const([0]), out.const([1])]
    )
    sizes = out.emit("Concat", [count, out.emit("Shape", [element])], axis=0)
    made: str = out.emit("Expand", [rows, sizes])
    return made


@writes("TensorListSetItem")
def _set_item(out: Out) -> Any:
    rows, element = out[0], out[2]
    if out.value(2).shape.rank != 0:
        rows = _as_wide_as(out, rows, element)
    place = out.emit("Reshape", [out.wide(1), out.const([1, 1])])
    if out.attr("resize_if_index_out_of_bounds", False):
        rows = _grown(out, rows, place)
    row = out.emit("Unsqueeze", [element, out.const([0])])
    return out.emit("ScatterND", [rows, place, row])


def _grown(out: Out, rows: str, place: str) -> str:
    """Rows up to a place."""
    sizes = out.emit("Shape", [rows])
    count = out.emit("Slice", [sizes, out.const([0]), out.const([1])])
    after = out.emit(
        "Add", [out.emit("Reshape", [place, out.const([1])]), out.const([1])]
    )
    missing = out.emit("Max", [out.emit("Sub", [after, count]), out.const([0])])
    rest = out.emit("Slice", [sizes, out.const([1]), out.const([2**62])])
    more = out.emit("Concat", [missing, rest], axis=0)
    zeros = out.emitter.filled(more, 0, out.value(2).dtype.base_dtype)
    made: str = out.emit("Concat", [rows, zeros], axis=0)
    return made


@writes("TensorListPushBack")
def _push_back(out: Out) -> Any:
    row = out.emit("Unsqueeze", [out[1], out.const([0])])
    rows = _as_wide_as(out, out[0], out[1])
    return out.emit("Concat", [rows, row], axis=0)


@writes("TensorListPopBack")
def _pop_back(out: Out) -> Any:
    rows = out[0]
    last = out.emit("Gather", [rows, out.const(-1)], axis=0)
    rest = out.emit("Slice", [rows, out.const([0]), out.const([-1]), out.const([0])])
    return [rest, last]


@writes("TensorListResize")
def _resize(out: Out) -> Any:
    wanted = out.emit("Reshape", [out.wide(1), out.const([1])])
    cut = out.emit("Slice", [out[0], out.const([0]), wanted, out.const([0])])
    sizes = out.emit("Shape", [cut])
    rest = out.emit("Slice", [sizes, out.const([1]), out.const([2**62])])
    count = out.emit("Slice", [sizes, out.const([0]), out.const([1])])
    more = out.emit("Concat", [out.emit("Sub", [wanted, count]), rest], axis=0)
    zeros = out.emitter.filled(more, 0, element_type(out.value(0)))
    return out.emit("Concat", [cut, zeros], axis=0)


@writes("TensorListGetItem")
def _get_item(out: Out) -> Any:
    return out.emit("Gather", [out[0], out[1]], axis=0)


@writes("TensorListStack", "TensorListFromTensor")
def _rows(out: Out) -> Any:
    return out.emit("Identity", [out[0]])


@writes("TensorListLength")
def _length(out: Out) -> Any:
    sizes = out.emit("Shape", [out[0]])
    count = out.emit("Gather", [sizes, out.const(0)], axis=0)
    return out.emitter.narrowed(count, out.dtype)


@writes("TensorListGather")
def _gathered(out: Out) -> Any:
    return out.emit("Gather", [out[0], out[1]], axis=0)


@writes("TensorListElementShape")
def _element_shape(out: Out) -> Any:
    sizes = out.emit("Shape", [out[0]])
    rest = out.emit("Slice", [sizes, out.const([1]), out.const([2**62])])
    return out.emitter.narrowed(rest, out.dtype)


@writes("TensorListScatterIntoExistingList")
def _scattered(out: Out) -> Any:
    return _with_rows(out, out[0], out[1], out.wide(2))


@writes("TensorListScatter", "TensorListScatterV2")
def _scattered_anew(out: Out) -> Any:
    """As many rows as asked for; the last index says it where nothing does."""
    places = out.wide(1)
    after = out.emit("Add", [places, out.const(1)])
    held = out.emit("Concat", [after, out.const([0])], axis=0)
    count = out.emit("ReduceMax", [held])
    if len(out.node.inputs) > 3:
        asked = out.emit("Reshape", [out.wide(3), out.const([1])])
        count = out.emit("Max", [asked, count])
    sizes = out.emit("Concat", [count, _row_sizes(out, out[0])], axis=0)
    dtype = out.attr("element_dtype")
    return _with_rows(out, out.emitter.filled(sizes, 0, dtype), out[0], places)


def _row_sizes(out: Out, rows: str) -> str:
    sizes = out.emit("Shape", [rows])
    found: str = out.emit("Slice", [sizes, out.const([1]), out.const([2**62])])
    return found


def _with_rows(out: Out, rows: str, new: str, places: str) -> str:
    count = out.emit(
        "Slice", [out.emit("Shape", [rows]), out.const([0]), out.const([1])]
    )
    sizes = out.emit("Concat", [count, _row_sizes(out, new)], axis=0)
    wide = out.emit("Expand", [rows, sizes])
    at = out.emit("Unsqueeze", [places, out.const([-1])])
    made: str = out.emit("ScatterND", [wide, at, new])
    return made


@writes("TensorListConcatV2")
def _concatenated(out: Out) -> Any:
    """Elements are rows of one tensor here, so they are of one size."""
    sizes = out.emit("Shape", [out[0]])
    rest = out.emit("Slice", [sizes, out.const([2]), out.const([2**62])])
    count = out.emit("Slice", [sizes, out.const([0]), out.const([1])])
    length = out.emit("Slice", [sizes, out.const([1]), out.const([2])])
    rows = out.emit("Mul", [count, length])
    flat = out.emit("Concat", [rows, rest], axis=0)
    return [_reshaped(out, flat), out.emit("Expand", [length, count])]


def _reshaped(out: Out, sizes: str) -> str:
    zeros = {"allowzero": 1} if out.opset >= 14 else {}
    made: str = out.emit("Reshape", [out[0], sizes], **zeros)
    return made


@writes("TensorListConcatLists")
def _both(out: Out) -> Any:
    return out.emit("Concat", out.all, axis=0)


@writes("TensorListSplit")
def _parts(out: Out) -> Any:
    lengths = out.known(2, "the lengths of the elements")
    if not lengths.size or (lengths != lengths[0]).any():
        raise out.refuse("elements of different sizes.")
    rest = _row_sizes(out, out[0])
    sizes = out.const([lengths.size, lengths[0]])
    return _reshaped(out, out.emit("Concat", [sizes, rest], axis=0))
