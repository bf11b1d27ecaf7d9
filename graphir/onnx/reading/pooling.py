"""Pooling over windows and over whole planes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.terms import Term
from graphir.onnx.reading.windows import (
    Windows,
    channels_first,
    channels_last,
    windows_of,
)


@reads("MaxPool")
def _max_pool(call: Call) -> Any:
    x = call[0]
    windows = _windows(call, x)
    dtype = x.dtype
    if not call.wants(1) and _is_plain(windows) and dtype.is_floating:
        return _plain_pool(call, x, windows, "MaxPool", float("-inf"))
    wide = call.cast(x, dtypes.int32) if dtype.is_integer and dtype.size < 4 else x
    low = float("-inf") if dtype.is_floating else wide.dtype.min
    stacked = _stacked(call, wide, windows, low)
    found = call.cast(call.reduce("Max", stacked, [0]), dtype)
    if not call.wants(1):
        return found
    return found, _places_of_largest(call, x, stacked, windows)


def _places_of_largest(call: Call, x: Term, stacked: Term, windows: Windows) -> Term:
    """The flat place in the whole input of each largest element."""
    sizes = x.dims
    if None in sizes:
        raise call.refuse("places need known sizes.")
    spatial = [int(each) for each in sizes[2:] if each is not None]
    order = list(range(len(spatial)))
    if call.attr("storage_order", 0):
        order.reverse()
    steps = [0] * len(spatial)
    step = 1
    for axis in reversed(order):
        steps[axis] = step
        step *= spatial[axis]
    grids = np.indices(spatial).reshape(len(spatial), *spatial)
    inner = sum(grid * each for grid, each in zip(grids, steps, strict=True))
    lead = int(sizes[0] or 0), int(sizes[1] or 0)
    planes = np.arange(lead[0] * lead[1]) * int(np.prod(spatial))
    places = planes.reshape(*lead, *[1] * len(spatial)) + inner
    numbers = _stacked(call, call.const(places.astype(np.int64)), windows, -1)
    largest = call.op.ArgMax(stacked, call.const(0), output_type=dtypes.int64)
    mask = call.op.OneHot(
        largest,
        call.const(int(np.prod(windows.kernel)), dtypes.int32),
        call.const(1),
        call.const(0),
        axis=0,
    )
    return call.reduce("Sum", mask * numbers, [0])


@reads("AveragePool")
def _average_pool(call: Call) -> Any:
    x = call[0]
    windows = _windows(call, x)
    counted = bool(call.attr("count_include_pad", 0))
    if _is_plain(windows) and not windows.is_padded and x.rank < 6:
        return _plain_pool(call, x, windows, "AvgPool", 0.0)
    total = call.reduce("Sum", _stacked(call, x, windows, 0.0), [0])
    if counted and not call.attr("ceil_mode", 0):
        return total / float(np.prod(windows.kernel))
    ones = call.op.OnesLike(call.slice(x, {}, {0: 1, 1: 1}))
    if counted:
        rank = windows.rank
        pads = call.attr("pads") or [0] * 2 * rank
        own = Windows(
            windows.kernel, windows.strides, windows.dilations, pads[:rank], pads[rank:]
        )
        rest = [windows.after[i] - own.after[i] for i in range(rank)]
        ones = _padded(call, ones, own.before, own.after, 1.0)
        behind = Windows(
            windows.kernel, windows.strides, windows.dilations, [0] * rank, rest
        )
        return total / call.reduce("Sum", _stacked(call, ones, behind, 0.0), [0])
    return total / call.reduce("Sum", _stacked(call, ones, windows, 0.0), [0])


@reads("LpPool")
def _lp_pool(call: Call) -> Any:
    x, p = call[0], float(call.attr("p", 2))
    windows = _windows(call, x)
    stacked = _stacked(call, call.op.Pow(call.op.Abs(x), p), windows, 0.0)
    return call.op.Pow(call.reduce("Sum", stacked, [0]), 1.0 / p)


@reads("GlobalAveragePool")
def _global_average_pool(call: Call) -> Any:
    return _of_planes(call, "Mean")


@reads("GlobalMaxPool")
def _global_max_pool(call: Call) -> Any:
    return _of_planes(call, "Max")


def _of_planes(call: Call, reduction: str) -> Any:
    """A number for each channel, with the channels last as its neighbours have them."""
    x = channels_last(call, call[0])
    found = call.reduce(reduction, x, list(range(1, x.rank - 1)), True)
    return channels_first(call, found)


@reads("GlobalLpPool")
def _global_lp_pool(call: Call) -> Any:
    x, p = call[0], float(call.attr("p", 2))
    powers = call.op.Pow(call.op.Abs(x), p)
    total = call.reduce("Sum", powers, list(range(2, x.rank)), True)
    return call.op.Pow(total, 1.0 / p)


@reads("MaxUnpool")
def _max_unpool(call: Call) -> Any:
    x, places = call[0], call[1]
    kernel = call.attr("kernel_shape")
    windows = windows_of(call, x, kernel)
    sizes = [
        (call.size(x, axis + 2) - 1) * windows.strides[axis]
        + kernel[axis]
        - windows.before[axis]
        - windows.after[axis]
        for axis in range(len(kernel))
    ]
    natural = call.vector([call.size(x, 0), call.size(x, 1), *sizes])
    total = call.reduce("Prod", natural, [0])
    flat = call.op.ScatterNd(
        call.reshape(places, [-1, 1]), call.reshape(x, [-1]), call.reshape(total, [1])
    )
    planes = call.op.Reshape(flat, natural)
    if call.maybe(2) is None:
        return planes
    missing = call.cast(call[2], dtypes.int64) - natural
    table = call.op.Pack([call.op.ZerosLike(missing), missing], axis=1)
    return call.op.PadV2(planes, table, call.const(0, x.dtype))


# --- windows


def _windows(call: Call, x: Term) -> Windows:
    windows = windows_of(call, x, call.attr("kernel_shape"))
    if not call.attr("ceil_mode", 0) or call.attr("auto_pad", "NOTSET") != "NOTSET":
        return windows
    after = list(windows.after)
    for axis, size in enumerate(x.dims[2:]):
        if size is None:
            raise call.refuse("rounding up needs known sizes.")
        stride, before = windows.strides[axis], windows.before[axis]
        room = size + before + after[axis] - windows.extent(axis)
        count = -(-room // stride) + 1
        if (count - 1) * stride >= size + before:
            count -= 1  # a window that would start behind the last element
        after[axis] = max(
            after[axis], (count - 1) * stride + windows.extent(axis) - size - before
        )
    return Windows(
        windows.kernel, windows.strides, windows.dilations, windows.before, after
    )


def _is_plain(windows: Windows) -> bool:
    return windows.rank == 2 and set(windows.dilations) == {1}


def _plain_pool(call: Call, x: Term, windows: Windows, op: str, pad: float) -> Term:
    turned = call.transpose(x, [0, 2, 3, 1])
    turned = _padded(call, turned, windows.before, windows.after, pad, first=1)
    made = getattr(call.op, op)(
        turned,
        ksize=[1, *windows.kernel, 1],
        strides=[1, *windows.strides, 1],
        padding=windows.padding,
    )
    return call.transpose(made, [0, 3, 1, 2])


def _padded(
    call: Call,
    x: Term,
    before: list[int],
    after: list[int],
    value: Any,
    first: int = 2,
) -> Term:
    if not any(before) and not any(after):
        return x
    table = np.zeros((x.rank, 2), np.int64)
    table[first : first + len(before)] = list(zip(before, after, strict=True))
    found: Term = call.op.PadV2(x, call.const(table), call.const(value, x.dtype))
    return found


def _stacked(call: Call, x: Term, windows: Windows, pad: Any) -> Term:
    """The elements of all windows, one place within the window after another."""
    if windows.is_same:
        raise call.refuse("padding by sizes that are not known.")
    wide = _padded(call, x, windows.before, windows.after, pad)
    sizes = []
    for axis in range(windows.rank):
        size = call.size(wide, axis + 2)
        sizes.append((size - windows.extent(axis)) // windows.strides[axis] + 1)
    parts = []
    for place in np.ndindex(*windows.kernel):
        begin = [0, 0, *(p * d for p, d in zip(place, windows.dilations, strict=True))]
        ends = [
            (sizes[axis] - 1) * windows.strides[axis] + begin[axis + 2] + 1
            for axis in range(windows.rank)
        ]
        parts.append(
            call.op.StridedSlice(
                wide,
                call.const(np.array(begin, np.int64)),
                call.vector([0, 0, *ends]),
                call.const(np.array([1, 1, *windows.strides], np.int64)),
                end_mask=3,
            )
        )
    found: Term = call.op.Pack(parts)
    return found
