"""Slices, and elements by index: read, replaced, summed."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.onnx.contract.emission import Out, writes

_END = np.iinfo(np.int64).max


@writes("Slice")
def _slice(out: Out) -> Any:
    starts, sizes = out.wide(1), out.wide(2)
    known = out.static(2)
    ends = out.emit("Add", [starts, sizes])
    if known is None or (known < 0).any():
        rest = out.emit("Less", [sizes, out.const(0)])
        ends = out.emit("Where", [rest, out.const(_END), ends])
    return out.emit("Slice", [out[0], starts, ends])


@writes("StridedSlice")
def _strided_slice(out: Out) -> Any:
    steps = out.known(3, "the steps").tolist()
    begin_mask, end_mask = out.attr("begin_mask", 0), out.attr("end_mask", 0)
    ellipsis, new = out.attr("ellipsis_mask", 0), out.attr("new_axis_mask", 0)
    shrink = out.attr("shrink_axis_mask", 0)
    rank, count = out.rank(0), len(steps)
    starts, ends, axes, kept_steps = [], [], [], []
    gone: list[int] = []
    added: list[int] = []
    axis = place = 0
    for i in range(count):
        if ellipsis >> i & 1:
            left = sum(1 for j in range(i + 1, count) if not new >> j & 1)
            wide = rank - left - axis
            axis, place = axis + wide, place + wide
            continue
        if new >> i & 1:
            added.append(place)
            place += 1
            continue
        one = bool(shrink >> i & 1)
        begin = None if begin_mask >> i & 1 and not one else _part(out, 1, i)
        end = None if end_mask >> i & 1 else _part(out, 2, i)
        step = int(steps[i])
        if one:
            gone.append(axis)
            end, step = _next(out, begin), 1
        else:
            place += 1
        if begin is not None or end is not None or step != 1:
            starts.append(_bound(out, begin, 0 if step > 0 else _END))
            ends.append(_bound(out, end, _END if step > 0 else -_END))
            axes.append(axis)
            kept_steps.append(step)
        axis += 1
    name = out[0]
    if axes:
        name = out.emit(
            "Slice",
            [
                name,
                _joined(out, starts),
                _joined(out, ends),
                out.const(axes),
                out.const(kept_steps),
            ],
        )
    if gone:
        name = out.emit("Squeeze", [name, out.const(gone)])
    if added:
        name = out.emit("Unsqueeze", [name, out.const(added)])
    return name if name != out[0] else out.emit("Identity", [name])


def _part(out: Out, argument: int, index: int) -> Any:
    known = out.static(argument)
    if known is not None:
        return int(known[index])
    return out.emit("Gather", [out.wide(argument), out.const([index])], axis=0)


def _next(out: Out, begin: Any) -> Any:
    if isinstance(begin, int):
        return _END if begin == -1 else begin + 1
    after = out.emit("Add", [begin, out.const([1])])
    last = out.emit("Equal", [begin, out.const([-1])])
    return out.emit("Where", [last, out.const([_END]), after])


def _bound(out: Out, given: Any, default: int) -> Any:
    return default if given is None else given


def _joined(out: Out, parts: list[Any]) -> str:
    if all(isinstance(each, int) for each in parts):
        return out.const(parts)
    names = [out.const([each]) if isinstance(each, int) else each for each in parts]
    made: str = names[0] if len(names) == 1 else out.emit("Concat", names, axis=0)
    return made


@writes("GatherV2", "Gather", "ResourceGather")
def _gather(out: Out) -> Any:
    axis = 0
    if len(out.node.inputs) > 2:
        axis = int(out.known(2, "the axis").reshape(()))
    batch = out.attr("batch_dims", 0)
    if batch:
        return _batched_gather(out, axis, batch)
    return out.emit("Gather", [out[0], out[1]], axis=axis)


def _batched_gather(out: Out, axis: int, batch: int) -> Any:
    if axis % out.rank(0) != batch or out.rank(1) < batch:
        raise out.refuse("a batched gather along an axis behind the batch.")
    places = out.emit("Unsqueeze", [out.wide(1), out.const([-1])])
    return out.emit("GatherND", [out[0], places], batch_dims=batch)


@writes("GatherNd")
def _gather_nd(out: Out) -> Any:
    return out.emit("GatherND", [out[0], out.wide(1)])


@writes("TensorScatterUpdate")
def _scatter_update(out: Out) -> Any:
    return out.emit("ScatterND", [out[0], out.wide(1), out[2]])


@writes("TensorScatterAdd", "TensorScatterMax", "TensorScatterMin")
def _scatter_reduce(out: Out) -> Any:
    how = out.node.op.removeprefix("TensorScatter").lower()
    if how != "add" and out.opset < 18:
        raise out.refuse("needs opset 18.")
    if out.opset < 16:
        raise out.refuse("needs opset 16.")
    return out.emit("ScatterND", [out[0], out.wide(1), out[2]], reduction=how)


@writes("ScatterNd")
def _scatter_nd(out: Out) -> Any:
    zeros = out.emitter.filled(out.wide(2), 0, out.dtype)
    if out.opset < 16:
        raise out.refuse("needs opset 16.")
    return out.emit("ScatterND", [zeros, out.wide(0), out[1]], reduction="add")


@writes("UnsortedSegmentSum")
def _segment_sum(out: Out) -> Any:
    if out.opset < 16:
        raise out.refuse("needs opset 16.")
    count = out.emit("Reshape", [out.wide(2), out.const([1])])
    ends = out.const([_END])
    rest = out.emit(
        "Slice", [out.emit("Shape", [out[0]]), out.const([out.rank(1)]), ends]
    )
    sizes = out.emit("Concat", [count, rest], axis=0)
    zeros = out.emitter.filled(sizes, 0, out.dtype)
    places = out.emit("Unsqueeze", [out.wide(1), out.const([-1])])
    return out.emit("ScatterND", [zeros, places, out[0]], reduction="add")
