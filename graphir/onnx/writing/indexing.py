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
    if out.static(3) is None:
        return _sliced_by_any_step(out)
    steps = out.known(3, "the steps").tolist()
    begin_mask, end_mask = out.attr("begin_mask", 0), out.attr("end_mask", 0)
    ellipsis, new = out.attr("ellipsis_mask", 0), out.attr("new_axis_mask", 0)
    shrink = out.attr("shrink_axis_mask", 0)
    rank, count = out.rank(0), len(steps)
    starts, ends, axes, kept_steps = [], [], [], []
    gone: list[int] = []
    picked: list[tuple[int, str]] = []  # axes of which the run tells one index
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
        if one and out.static(1) is None:
            index = out.emit("Gather", [out.wide(1), out.const(i)], axis=0)
            picked.append((axis, index))
            axis += 1
            continue
        begin: Any = None if begin_mask >> i & 1 and not one else _part(out, 1, i)
        end = None if end_mask >> i & 1 else _part(out, 2, i)
        step = int(steps[i])
        if one:
            gone.append(axis)
            end, step = (_END if begin == -1 else begin + 1), 1
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
    for axis, index in reversed(picked):
        left = axis - sum(each < axis for each in gone)
        name = out.emit("Gather", [name, index], axis=left)
    if added:
        name = out.emit("Unsqueeze", [name, out.const(added)])
    return name if name != out[0] else out.emit("Identity", [name])


def _sliced_by_any_step(out: Out) -> Any:
    """With explicit ends, which do not depend on the sign of a step."""
    masks = ("begin", "end", "ellipsis", "new_axis", "shrink_axis")
    count = out.shape(3).as_list()[0] if out.shape(3).rank == 1 else None
    if count is None or any(out.attr(f"{each}_mask", 0) for each in masks):
        raise out.refuse("the steps must be constant.")
    ends = [out.wide(index) for index in range(1, 4)]
    axes = out.const(np.arange(count))
    return out.emit("Slice", [out[0], *ends[:2], axes, ends[2]])


def _part(out: Out, argument: int, index: int) -> Any:
    known = out.static(argument)
    if known is not None:
        return int(known[index])
    return out.emit("Gather", [out.wide(argument), out.const([index])], axis=0)


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
