"""Shapes, joins, padding, and arrays made of others."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.elements import element_type_of
from graphir.onnx.contract.emission import Emitter, Out, writes
from graphir.onnx.writing.control_flow import subgraph
from graphir.shapes import Shape

_END = np.iinfo(np.int64).max


@writes("Reshape")
def _reshape(out: Out) -> Any:
    shape = out.node.output.shape
    if shape.rank is not None and shape.rank > 2:
        sizes = shape.as_list()
        if set(sizes[1:-1]) == {1} and sizes[-1] is not None:
            # one pixel: its channels stand the same in both layouts
            form = out.const([-1, sizes[-1], *sizes[1:-1]])
            first = out.emit("Reshape", [out[0], form])
            out.emitter.first[out.node.output] = first
            return None
    if out.opset >= 14:
        return out.emit("Reshape", [out[0], out.wide(1)], allowzero=1)
    return _reshape_13(out, shape)


def _reshape_13(out: Out, shape: Shape) -> Any:
    """Where a size of 0 means that of the input, as it always does before opset 14."""
    known = out.static(1)
    if known is not None and (known != 0).all():
        return out.emit("Reshape", [out[0], out.wide(1)])
    if shape.rank is not None and 0 not in shape.as_list():
        sizes = shape.as_list()
        if sizes.count(None) <= 1:
            form = [-1 if size is None else size for size in sizes]
            return out.emit("Reshape", [out[0], out.const(form)])
    wanted = out.wide(1)
    zeros = out.emit("Equal", [wanted, out.const(0)])
    number = out.emit("Cast", [zeros], to=element_type_of(dtypes.int32))
    found = out.emit("ReduceMax", [number], keepdims=0)
    is_empty = out.emit("Cast", [found], to=element_type_of(dtypes.as_dtype("bool")))
    empty, other = (Emitter(out.emitter.model, out.emitter) for _ in range(2))
    results = [
        empty.filled(wanted, 0, out.dtype),
        other.emit("Reshape", [out[0], wanted]),
    ]
    bodies = [
        subgraph(inner, name, [], [result], [out.node.output])
        for inner, name, result in zip(
            (empty, other), ("empty", "not_empty"), results, strict=True
        )
    ]
    return out.emit("If", [is_empty], then_branch=bodies[0], else_branch=bodies[1])


@writes("ExpandDims")
def _expand_dims(out: Out) -> Any:
    axis = int(out.known(1, "the axis").reshape(()))
    return out.emit("Unsqueeze", [out[0], out.const([axis])])


@writes("Squeeze")
def _squeeze(out: Out) -> Any:
    axes = out.attr("squeeze_dims") or []
    value = out.value(0)
    if value in out.emitter.first and sorted(a % out.rank(0) for a in axes) == list(
        range(1, out.rank(0) - 1)
    ):
        spatial = list(range(2, out.rank(0)))
        first = out.emitter.first[value]
        return out.emit("Squeeze", [first, out.const(spatial)])
    if axes:
        return out.emit("Squeeze", [out[0], out.const(list(axes))])
    return out.emit("Squeeze", [out[0]])


@writes("Transpose")
def _transpose(out: Out) -> Any:
    order = out.known(1, "the order of the axes")
    if not order.size:
        return out.emit("Identity", [out[0]])
    return out.emit("Transpose", [out[0]], perm=order.tolist())


@writes("Shape")
def _shape(out: Out) -> Any:
    return out.sizes(out[0], out.dtype)


@writes("Size")
def _size(out: Out) -> Any:
    return out.emitter.narrowed(out.emit("Size", [out[0]]), out.dtype)


@writes("Rank")
def _rank(out: Out) -> Any:
    sizes = out.emit("Shape", [out[0]])
    return out.emitter.narrowed(out.emit("Size", [sizes]), out.dtype)


@writes("Fill")
def _fill(out: Out) -> Any:
    return out.emit("Expand", [out[1], out.wide(0)])


@writes("ZerosLike")
def _zeros_like(out: Out) -> Any:
    return _filled(out, 0)


@writes("OnesLike")
def _ones_like(out: Out) -> Any:
    return _filled(out, 1)


def _filled(out: Out, number: int) -> Any:
    return out.emitter.filled(out.emit("Shape", [out[0]]), number, out.dtype)


@writes("BroadcastTo")
def _broadcast_to(out: Out) -> Any:
    return out.emit("Expand", [out[0], out.wide(1)])


@writes("Tile")
def _tile(out: Out) -> Any:
    return out.emit("Tile", [out[0], out.wide(1)])


@writes("ConcatV2")
def _concat(out: Out) -> Any:
    count = len(out.node.inputs) - 1
    axis = int(out.known(count, "the axis").reshape(()))
    values = out.node.inputs[:count]
    first = out.emitter.first
    if all(each in first for each in values):
        rank = out.rank(0)
        place = [0, *range(2, rank), 1][axis % rank]
        made = out.emit("Concat", [first[each] for each in values], axis=place)
        first[out.node.output] = made
        return None
    return out.emit("Concat", [out[i] for i in range(count)], axis=axis)


@writes("Pack")
def _pack(out: Out) -> Any:
    axis = out.attr("axis", 0)
    if out.dtype.is_integer and out.node.output.shape.rank == 1:
        parts = [
            out.emit("Unsqueeze", [out.wide(i), out.const([0])])
            for i in range(len(out.node.inputs))
        ]
        return out.emitter.narrowed(out.emit("Concat", parts, axis=0), out.dtype)
    rank = out.rank(0) + 1
    place = out.const([axis % rank])
    parts = [out.emit("Unsqueeze", [each, place]) for each in out.all]
    return out.emit("Concat", parts, axis=axis % rank)


@writes("Unpack")
def _unpack(out: Out) -> Any:
    count, axis = out.attr("num"), out.attr("axis", 0)
    along = out.const([axis])
    if count == 1:
        return out.emit("Squeeze", [out[0], along])
    parts = out.emit("Split", [out[0], out.const([1] * count)], count, axis=axis)
    return [out.emit("Squeeze", [each, along]) for each in parts]


@writes("Split")
def _split(out: Out) -> Any:
    axis = int(out.known(0, "the axis").reshape(()))
    count = out.attr("num_split")
    if count == 1:
        return out.emit("Identity", [out[1]])
    more = {"num_outputs": count} if out.opset >= 18 else {}
    return out.emit("Split", [out[1]], count, axis=axis, **more)


@writes("SplitV")
def _split_v(out: Out) -> Any:
    axis = int(out.known(2, "the axis").reshape(()))
    count = len(out.node.outputs)
    if count == 1:
        return out.emit("Identity", [out[0]])
    known = out.static(1)
    if known is not None and (known < 0).any():
        size = out.shape(0).as_list()[axis]
        if size is None:
            raise out.refuse("a part of a size that is not known.")
        known = np.where(known < 0, size - known[known >= 0].sum(), known)
        return out.emit("Split", [out[0], out.const(known)], count, axis=axis)
    return out.emit("Split", [out[0], out.wide(1)], count, axis=axis)


@writes("Pad", "PadV2", "MirrorPad")
def _pad(out: Out) -> Any:
    known = out.static(1)
    first = out.emitter.first
    mode = _pad_mode(out)
    value = [out[2]] if out.node.op == "PadV2" else []
    if known is not None and out.value(0) in first:
        order = [0, known.shape[0] - 1, *range(1, known.shape[0] - 1)]
        pads = out.const(known[order].T.ravel())
        made = out.emit("Pad", [first[out.value(0)], pads, *value], mode=mode)
        first[out.node.output] = made
        return None
    if known is not None:
        pads = out.const(known.T.ravel())
    else:
        turned = out.emit("Transpose", [out.wide(1)], perm=[1, 0])
        pads = out.emit("Reshape", [turned, out.const([-1])])
    return out.emit("Pad", [out[0], pads, *value], mode=mode)


def _pad_mode(out: Out) -> str:
    if out.node.op != "MirrorPad":
        return "constant"
    if out.attr("mode") == "SYMMETRIC":
        raise out.refuse("mirrored padding with the edge in it.")
    return "reflect"


@writes("Range")
def _range(out: Out) -> Any:
    return out.emit("Range", out.all)


@writes("OneHot")
def _one_hot(out: Out) -> Any:
    ends = [out.emit("Reshape", [out[i], out.const([1])]) for i in (3, 2)]
    values = out.emit("Concat", ends, axis=0)
    depth = out.emit("Reshape", [out.wide(1), out.const([1])])
    # where ONNX counts negative places from the end, nothing is hot here
    places = out.wide(0)
    outside = out.emit("Less", [places, out.const(0)])
    held = out.emit("Where", [outside, out.const(_END >> 1), places])
    return out.emit("OneHot", [held, depth, values], axis=out.attr("axis", -1))


@writes("Where")
def _where(out: Out) -> Any:
    given = out[0]
    if not out.value(0).dtype.is_bool:
        given = out.emit("Cast", [given], to=element_type_of(dtypes.as_dtype("bool")))
    return out.emit("Transpose", [out.emit("NonZero", [given])], perm=[1, 0])


@writes("ReverseV2")
def _reverse(out: Out) -> Any:
    axes = out.known(1, "the axes").ravel().tolist()
    count = len(axes)
    if not count:
        return out.emit("Identity", [out[0]])
    return out.emit(
        "Slice",
        [
            out[0],
            out.const([-1] * count),
            out.const([-_END] * count),
            out.const(axes),
            out.const([-1] * count),
        ],
    )


@writes("ReverseSequence")
def _reverse_sequence(out: Out) -> Any:
    if {out.attr("seq_dim"), out.attr("batch_dim", 0)} != {0, 1}:
        raise out.refuse("sequences along other axes than the first two.")
    return out.emit(
        "ReverseSequence",
        [out[0], out.wide(1)],
        time_axis=out.attr("seq_dim"),
        batch_axis=out.attr("batch_dim", 0),
    )


@writes("MatrixBandPart")
def _band_part(out: Out) -> Any:
    name = out[0]
    for index, upper in ((1, 1), (2, 0)):
        count = int(out.known(index, "the number of diagonals").reshape(()))
        if count >= 0:
            name = _triangle(out, name, -count if upper else count, bool(upper))
    return name if name != out[0] else out.emit("Identity", [name])


def _triangle(out: Out, name: str, offset: int, upper: bool) -> str:
    """The elements on, and above or below, a diagonal; 0 elsewhere."""
    if out.opset >= 14:
        made: str = out.emit("Trilu", [name, out.const(offset)], upper=int(upper))
        return made
    sizes = out.emit("Shape", [name])
    rows, columns = (_places(out, sizes, axis) for axis in (-2, -1))
    apart = out.emit("Sub", [columns, out.emit("Unsqueeze", [rows, out.const([1])])])
    beyond = out.emit("Less" if upper else "Greater", [apart, out.const(offset)])
    zero = out.emitter.const(0, out.dtype)
    kept: str = out.emit("Where", [beyond, zero, name])
    return kept


def _places(out: Out, sizes: str, axis: int) -> str:
    size = out.emit("Gather", [sizes, out.const(axis)], axis=0)
    made: str = out.emit("Range", [out.const(0), size, out.const(1)])
    return made


@writes("LinSpace")
def _lin_space(out: Out) -> Any:
    start, stop = out[0], out[1]
    count = out.wide(2)
    steps = out.emit("Range", [out.const(0), count, out.const(1)])
    kind = element_type_of(out.dtype)
    steps = out.emit("Cast", [steps], to=kind)
    less = out.emit("Max", [out.emit("Sub", [count, out.const(1)]), out.const(1)])
    step = out.emit(
        "Div", [out.emit("Sub", [stop, start]), out.emit("Cast", [less], to=kind)]
    )
    return out.emit("Add", [start, out.emit("Mul", [steps, step])])


@writes("InvertPermutation")
def _invert_permutation(out: Out) -> Any:
    places = out.wide(0)
    size = out.emit("Size", [places])
    count = out.emit("Range", [out.const(0), size, out.const(1)])
    made = out.emit("ScatterElements", [count, places, count], axis=0)
    return out.emitter.narrowed(made, out.dtype)


@writes("ShapeN")
def _shapes(out: Out) -> Any:
    return [out.sizes(each, out.dtype) for each in out.all]


@writes("BroadcastArgs")
def _broadcast_args(out: Out) -> Any:
    ones = [out.emitter.filled(out.wide(i), 0, dtypes.float32) for i in range(2)]
    return out.sizes(out.emit("Add", ones), out.dtype)


@writes("RandomUniform", "RandomStandardNormal")
def _random(out: Out) -> Any:
    sizes = out.emitter.filled(out.wide(0), 0, out.dtype)
    op = "RandomUniformLike" if out.node.op == "RandomUniform" else "RandomNormalLike"
    return out.emit(op, [sizes], dtype=element_type_of(out.dtype))


@writes("DepthToSpace", "SpaceToDepth")
def _depth(out: Out) -> Any:
    if out.attr("data_format", "NHWC") != "NHWC":
        raise out.refuse("this data format.")
    name = out.emitter.first_of(out.value(0))
    made = out.emit(out.node.op, [name], blocksize=out.attr("block_size"))
    out.emitter.first[out.node.output] = made
    return None
