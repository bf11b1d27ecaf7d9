"""Convolutions of any rank, plain, grouped and transposed."""

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
    padded,
    windows_of,
)


@reads("Conv")
def _conv(call: Call) -> Any:
    return biased(call, convolved(call, call[0], call[1]), call.maybe(2))


def biased(call: Call, x: Term, bias: Term | None) -> Term:
    """NC... with a number added to each channel."""
    if bias is None:
        return x
    return x + call.reshape(bias, [1, -1, *[1] * (x.rank - 2)])


def convolved(call: Call, x: Term, filters: Term) -> Term:
    """NC... with OI... filters, by the attributes of the node."""
    kernel = [int(each or 0) for each in filters.dims[2:]]
    windows = windows_of(call, x, call.attr("kernel_shape") or kernel)
    groups = call.attr("group", 1)
    while x.rank < 4:  # a convolution of one axis is one of two, the second of size 1
        return _of_one_axis(call, x, filters, windows, groups)
    turned = channels_last(call, x)
    made = _of_planes(call, turned, _filters_last(call, filters), windows, groups)
    return channels_first(call, made)


def _of_one_axis(
    call: Call, x: Term, filters: Term, windows: Windows, groups: int
) -> Term:
    wide = Windows(
        [*windows.kernel, 1],
        [*windows.strides, 1],
        [*windows.dilations, 1],
        [*windows.before, 0],
        [*windows.after, 0],
        windows.is_same,
    )
    turned = channels_last(call, call.expand(x, [3]))
    last = _filters_last(call, call.expand(filters, [3]))
    made = _of_planes(call, turned, last, wide, groups)
    return call.squeeze(channels_first(call, made), [3])


def _filters_last(call: Call, filters: Term) -> Term:
    """OI... as ...IO."""
    return call.transpose(filters, [*range(2, filters.rank), 1, 0])


def _of_planes(
    call: Call, x: Term, filters: Term, windows: Windows, groups: int
) -> Term:
    if windows.rank == 2 and groups > 1 and filters.dims[-2] == 1:
        return _depthwise(call, x, filters, windows, groups)
    if windows.rank == 2:
        return _conv_2d(call, x, filters, windows)
    if groups == 1:
        return _conv_3d(call, padded(call, x, windows), filters, windows)
    split = call.op.Split(call.const(x.rank - 1, dtypes.int32), x, num_split=groups)
    parts = call.op.Split(
        call.const(x.rank - 1, dtypes.int32), filters, num_split=groups
    )
    made = [
        _conv_3d(call, padded(call, each, windows), part, windows)
        for each, part in zip(split, parts, strict=True)
    ]
    return call.concat(made, x.rank - 1)


def _conv_2d(call: Call, x: Term, filters: Term, windows: Windows) -> Term:
    pads = [
        edge
        for pair in zip([0, *windows.before, 0], [0, *windows.after, 0], strict=True)
        for edge in pair
    ]
    explicit: dict[str, Any] = {"padding": windows.padding}
    if windows.is_padded:
        explicit = {"padding": "EXPLICIT", "explicit_paddings": pads}
    found: Term = call.op.Conv2D(
        x,
        filters,
        strides=[1, *windows.strides, 1],
        dilations=[1, *windows.dilations, 1],
        **explicit,
    )
    return found


def _depthwise(
    call: Call, x: Term, filters: Term, windows: Windows, groups: int
) -> Term:
    count = filters.dims[-1]
    if count is None or len(set(windows.strides)) > 1:
        return _conv_2d(call, x, filters, windows)
    form = [*windows.kernel, groups, count // groups]
    found: Term = call.op.DepthwiseConv2dNative(
        padded(call, x, windows),
        call.reshape(filters, form),
        strides=[1, *windows.strides, 1],
        dilations=[1, *windows.dilations, 1],
        padding=windows.padding,
    )
    return found


def _conv_3d(call: Call, x: Term, filters: Term, windows: Windows) -> Term:
    if windows.rank > 3:
        raise call.refuse("a convolution over more than three axes.")
    found: Term = call.op.Conv3D(
        x,
        filters,
        strides=[1, *windows.strides, 1],
        dilations=[1, *windows.dilations, 1],
        padding=windows.padding,
    )
    return found


@reads("ConvTranspose")
def _conv_transpose(call: Call) -> Any:
    x, filters = call[0], call[1]
    if x.rank == 3:
        wide = _transposed(call, call.expand(x, [3]), call.expand(filters, [3]), 1)
        return biased(call, call.squeeze(wide, [3]), call.maybe(2))
    return biased(call, _transposed(call, x, filters, 0), call.maybe(2))


def _transposed(call: Call, x: Term, filters: Term, added: int) -> Term:
    """The gradient of a convolution; its filters are IO..."""
    rank = x.rank - 2
    windows, extra = _transposed_windows(call, x, filters, added)
    sizes = [
        (call.size(x, axis + 2) - 1) * windows.strides[axis]
        + windows.extent(axis)
        + extra[axis]
        for axis in range(rank)
    ]
    groups = call.attr("group", 1)
    channels = int(filters.dims[1] or 0)
    turned = channels_last(call, x)
    wanted = call.vector([call.size(x, 0), *sizes, channels])
    axis = call.const(turned.rank - 1, dtypes.int32)
    parts = call.op.Split(axis, turned, num_split=groups) if groups > 1 else (turned,)
    split = (
        call.op.Split(call.const(0, dtypes.int32), filters, num_split=groups)
        if groups > 1
        else (filters,)
    )
    made = [
        _input_gradient(call, each, part, wanted, windows)
        for each, part in zip(parts, split, strict=True)
    ]
    whole = call.concat(made, turned.rank - 1)
    cut = call.slice(
        whole,
        {i + 1: windows.before[i] for i in range(rank)},
        {i + 1: sizes[i] - windows.after[i] for i in range(rank)},
    )
    return channels_first(call, cut)


def _input_gradient(
    call: Call, x: Term, filters: Term, sizes: Term, windows: Windows
) -> Term:
    last = call.transpose(filters, [*range(2, filters.rank), 1, 0])
    by = (
        call.op.Conv2DBackpropInput
        if windows.rank == 2
        else call.op.Conv3DBackpropInputV2
    )
    found: Term = by(
        call.cast(sizes, dtypes.int32),
        last,
        x,
        strides=[1, *windows.strides, 1],
        dilations=[1, *windows.dilations, 1],
        padding="VALID",
    )
    return found


def _transposed_windows(
    call: Call, x: Term, filters: Term, added: int
) -> tuple[Windows, list[int]]:
    rank = x.rank - 2
    ones, none = [1] * added, [0] * added
    kernel = [int(each or 0) for each in filters.dims[2:]]
    strides = [*(call.attr("strides") or [1] * (rank - added)), *ones]
    dilations = [*(call.attr("dilations") or [1] * (rank - added)), *ones]
    extra = [*(call.attr("output_padding") or [0] * (rank - added)), *none]
    pads = call.attr("pads") or [0] * 2 * (rank - added)
    half = len(pads) // 2
    before, after = [*pads[:half], *none], [*pads[half:], *none]
    windows = Windows(kernel, strides, dilations, before, after)
    mode = call.attr("auto_pad", "NOTSET")
    shape = call.attr("output_shape")
    if shape is None and mode not in ("SAME_UPPER", "SAME_LOWER"):
        return windows, extra
    totals = []
    for axis in range(rank - added):
        size = x.dims[axis + 2]
        if size is None:
            raise call.refuse("padding by sizes that are not known.")
        wanted = (
            size * strides[axis] if shape is None else shape[-(rank - added) :][axis]
        )
        natural = (size - 1) * strides[axis] + windows.extent(axis) + extra[axis]
        totals.append(natural - wanted)
    # what is missing is added behind, what is too much is cut
    extra = [
        each + max(0, -total)
        for each, total in zip(extra, [*totals, *none], strict=True)
    ]
    totals = [max(0, each) for each in totals]
    less = [each // 2 for each in totals]
    more = [each - each // 2 for each in totals]
    before, after = (
        (more, less) if mode != "SAME_UPPER" and shape is not None else (less, more)
    )
    if mode == "SAME_LOWER":
        before, after = more, less
    return Windows(kernel, strides, dilations, [*before, *none], [*after, *none]), extra


@reads("ConvInteger")
def _conv_integer(call: Call) -> Any:
    x = _shifted(call, call[0], call.maybe(2))
    filters = _shifted(call, call[1], call.maybe(3))
    made = convolved(
        call, call.cast(x, dtypes.float64), call.cast(filters, dtypes.float64)
    )
    return call.cast(made, dtypes.int32)


def _shifted(call: Call, x: Term, zero: Term | None) -> Term:
    wide = call.cast(x, dtypes.int32)
    if zero is None:
        return wide
    shift = call.cast(zero, dtypes.int32)
    if zero.rank == 1 and x.rank > 1 and zero.dims[0] != 1:
        shift = call.reshape(shift, [-1, *[1] * (x.rank - 1)])
    return wide - shift


@reads("Col2Im")
def _col_to_im(call: Call) -> Any:
    columns = call[0]
    image, block = (
        call.ints(1, "the size of images"),
        call.ints(2, "the size of blocks"),
    )
    rank = len(block)
    strides = call.attr("strides") or [1] * rank
    dilations = call.attr("dilations") or [1] * rank
    pads = call.attr("pads") or [0] * (2 * rank)
    wide = [image[i] + pads[i] + pads[rank + i] for i in range(rank)]
    counts = [
        (wide[i] - (block[i] - 1) * dilations[i] - 1) // strides[i] + 1
        for i in range(rank)
    ]
    places = _places(block, counts, wide, strides, dilations)
    total = int(np.prod(block))
    channels = call.size(columns, 1) // total
    flat = call.reshape(columns, [call.size(columns, 0) * channels, -1])
    summed = call.op.UnsortedSegmentSum(
        call.op.Transpose(flat, call.const([1, 0])),
        call.const(places),
        call.const(int(np.prod(wide))),
    )
    planes = call.reshape(
        call.op.Transpose(summed, call.const([1, 0])),
        [call.size(columns, 0), channels, *wide],
    )
    return call.slice(
        planes,
        {i + 2: pads[i] for i in range(rank)},
        {i + 2: pads[i] + image[i] for i in range(rank)},
    )


def _places(
    block: list[int],
    counts: list[int],
    wide: list[int],
    strides: list[int],
    dilations: list[int],
) -> Any:
    """The flat place in the image of each element of each block."""
    offsets = np.indices(block).reshape(len(block), -1, 1)
    starts = np.indices(counts).reshape(len(block), 1, -1)
    scale = np.array(dilations).reshape(-1, 1, 1), np.array(strides).reshape(-1, 1, 1)
    places = offsets * scale[0] + starts * scale[1]
    return np.ravel_multi_index(tuple(places), wide).ravel().astype(np.int64)
