"""Lists of tensors: one tensor, an element a row."""

from __future__ import annotations

from typing import Any

from graphir.onnx.contract.emission import Out, writes
from graphir.onnx.writing.control_flow import element_type


@writes("TensorListReserve")
def _reserve(out: Out) -> Any:
    # a number that is not said is none
    asked = out.emit("Max", [out.wide(1), out.const(0)])
    return _blank(out, out.emit("Reshape", [asked, out.const([1])]))


@writes("EmptyTensorList")
def _empty(out: Out) -> Any:
    return _blank(out, out.const([0]))


def _blank(out: Out, count: str) -> str:
    sizes = out.emit("Concat", [count, _element_sizes(out)], axis=0)
    return out.emitter.filled(sizes, 0, out.attr("element_dtype"))


def _element_sizes(out: Out) -> str:
    """The sizes of an element; 0 for those that the first element tells."""
    shape = out.emitter.model.lists.element(out.node.output)
    is_told = out.static(0) is None and out.shape(0).rank != 0
    if is_told and (shape is None or not shape.is_fully_defined()):
        return str(out.emit("Max", [out.wide(0), out.const(0)]))
    if shape is None:
        raise out.refuse("the rank of the elements is not known.")
    return out.const([size or 0 for size in shape.as_list()])


def _as_wide_as(out: Out, rows: str, sizes: str) -> str:
    """Rows of the sizes of an element, which a list without elements did not know.

    Sizes of 0 grow, others do not: an element of another shape stays an error.
    """
    if out.emitter.model.lists.are_sized(out.value(0)):
        return rows
    if element_type(out.value(0)).name == "string":
        raise out.refuse("texts in a list whose elements have no known sizes.")
    have = _row_sizes(out, rows)
    is_blank = out.emit("Equal", [have, out.const(0)])
    more = out.emit("Where", [is_blank, sizes, out.const(0)])
    before = out.emit("Mul", [have, out.const(0)])
    ends = [out.const([0]), before, out.const([0]), more]
    made: str = out.emit("Pad", [rows, out.emit("Concat", ends, axis=0)])
    return made


@writes("TensorListSetItem")
def _set_item(out: Out) -> Any:
    rows, element = out[0], out[2]
    if out.value(2).shape.rank != 0:
        rows = _as_wide_as(out, rows, out.emit("Shape", [element]))
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
    rows = _as_wide_as(out, out[0], out.emit("Shape", [out[1]]))
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
    rows = _as_wide_as(out, out[0], _row_sizes(out, out[1]))
    return _with_rows(out, rows, out[1], out.wide(2))


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
    at = out.emit("Unsqueeze", [places, out.const([-1])])
    made: str = out.emit("ScatterND", [rows, at, new])
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
