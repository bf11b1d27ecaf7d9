"""Convolutions, pooling, batch normalization and resizing: channels second."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.onnx.contract.emission import Out, writes


def _is_last(out: Out) -> bool:
    """Whether the channels are the last axis."""
    return not out.attr("data_format", "NHWC").startswith("NC")


def _input(out: Out, index: int = 0) -> str:
    """An argument with the channels second."""
    return out.emitter.first_of(out.value(index)) if _is_last(out) else out[index]


def _result(out: Out, name: str) -> Any:
    """Notes that a result has its channels second."""
    if not _is_last(out):
        return name
    out.emitter.first[out.node.output] = name
    return None


def _spatial(out: Out, name: str) -> list[int]:
    """The numbers of an attribute that are of the spatial axes."""
    given = out.attr(name)
    rank = out.rank(0)
    if not given:
        return [1] * (rank - 2)
    return list(given[1:-1]) if _is_last(out) else list(given[2:])


def _padding(out: Out) -> dict[str, Any]:
    kind = out.attr("padding")
    if kind == "VALID":
        return {}
    if kind == "SAME":
        return {"auto_pad": "SAME_UPPER"}
    pads = np.array(out.attr("explicit_paddings")).reshape(-1, 2)
    spatial = pads[1:-1] if _is_last(out) else pads[2:]
    return {"pads": spatial.T.ravel().tolist()}


def _filters(out: Out, array: Any, order: list[int]) -> str:
    made = np.ascontiguousarray(np.transpose(array, order))
    name = out.value(1).node.name
    return out.emitter.const(made, out.value(1).dtype.base_dtype, name)


def _turned_filters(out: Out, order: list[int]) -> str:
    known = out.static(1)
    if known is not None:
        return _filters(out, known, order)
    made: str = out.emit("Transpose", [out[1]], perm=order)
    return made


@writes("Conv2D", "Conv3D")
def _conv(out: Out) -> Any:
    filters = out.shape(1).as_list()
    rank = len(filters)
    x = _input(out)
    channels = out.shape(0).as_list()[-1 if _is_last(out) else 1]
    if channels is None or filters[-2] is None:
        raise out.refuse("the number of channels is not known.")
    weights = _turned_filters(out, [rank - 1, rank - 2, *range(rank - 2)])
    made = out.emit(
        "Conv",
        [x, weights],
        strides=_spatial(out, "strides"),
        dilations=_spatial(out, "dilations"),
        group=channels // filters[-2],
        kernel_shape=_kernel(filters[:-2]),
        **_checked(out, _padding(out)),
    )
    return _result(out, made)


def _kernel(sizes: list[Any]) -> list[int] | None:
    return None if None in sizes else [int(each) for each in sizes]


def _checked(out: Out, padding: dict[str, Any]) -> dict[str, Any]:
    """Paddings as numbers: with dilations, not every reader infers them alike."""
    dilations = _spatial(out, "dilations")
    if "auto_pad" not in padding or set(dilations) == {1}:
        return padding
    kernel = [int(each or 0) for each in out.shape(1).as_list()[: len(dilations)]]
    strides = _spatial(out, "strides")
    extents = [(k - 1) * gap + 1 for k, gap in zip(kernel, dilations, strict=True)]
    found = _same_pads(out, extents, strides)
    if found is None:
        raise out.refuse("padding by sizes that are not known.")
    return found


def _same_pads(
    out: Out, extents: list[int], strides: list[int]
) -> dict[str, Any] | None:
    """What SAME pads, as numbers; None if it depends on sizes that are not known."""
    sizes = out.shape(0).as_list()
    spatial = sizes[1:-1] if _is_last(out) else sizes[2:]
    before, after = [], []
    for size, step, extent in zip(spatial, strides, extents, strict=True):
        if step == 1 or extent == 1:
            total = extent - 1
        elif size is None:
            return None
        else:
            total = max(0, (-(-size // step) - 1) * step + extent - size)
        before.append(total // 2)
        after.append(total - total // 2)
    return {"pads": [*before, *after]}


@writes("DepthwiseConv2dNative")
def _depthwise(out: Out) -> Any:
    kernel = [int(each or 0) for each in out.shape(1).as_list()]
    height, width, channels, times = kernel
    x = _input(out)
    known = out.static(1)
    if known is not None:
        flat = known.reshape(height, width, 1, channels * times)
        weights = _filters(out, flat, [3, 2, 0, 1])
    else:
        form = out.const([height, width, 1, channels * times])
        wide = out.emit("Reshape", [out[1], form])
        weights = out.emit("Transpose", [wide], perm=[3, 2, 0, 1])
    made = out.emit(
        "Conv",
        [x, weights],
        strides=_spatial(out, "strides"),
        dilations=_spatial(out, "dilations"),
        group=channels,
        kernel_shape=[height, width],
        **_checked(out, _padding(out)),
    )
    return _result(out, made)


@writes("Conv2DBackpropInput", "Conv3DBackpropInputV2")
def _transposed(out: Out) -> Any:
    filters = out.shape(1).as_list()
    rank = len(filters)
    x = out.emitter.first_of(out.value(2)) if _is_last(out) else out[2]
    weights = _turned_filters(out, [rank - 1, rank - 2, *range(rank - 2)])
    strides = list(out.attr("strides"))
    strides = strides[1:-1] if _is_last(out) else strides[2:]
    kernel = [int(each or 0) for each in filters[:-2]]
    more = _transposed_padding(out, kernel, strides)
    made = out.emit(
        "ConvTranspose", [x, weights], strides=strides, kernel_shape=kernel, **more
    )
    return _result(out, made)


def _transposed_padding(out: Out, kernel: list[int], strides: list[int]) -> Any:
    kind = out.attr("padding")
    if kind not in ("SAME", "VALID"):
        raise out.refuse("explicit paddings.")
    wanted = out.node.output.shape.as_list()
    given = out.shape(2).as_list()
    last = _is_last(out)
    wanted = wanted[1:-1] if last else wanted[2:]
    given = given[1:-1] if last else given[2:]
    pads: list[list[int]] = [[], []]
    extra = []
    for width, step, size, come in zip(kernel, strides, wanted, given):
        natural = step * (come or 0) if kind == "SAME" else None
        target = size if size is not None and come is not None else natural
        if kind == "SAME":
            # as the forward convolution pads an input of that size
            total = (
                max(0, width - step)
                if target is None or come is None
                else max(0, (come - 1) * step + width - target)
            )
        else:
            total = 0
        pads[0].append(total // 2)
        pads[1].append(total - total // 2)
        whole = 0 if come is None or size is None else (come - 1) * step + width - total
        extra.append(0 if come is None or size is None else max(0, size - whole))
    more: dict[str, Any] = {"pads": [*pads[0], *pads[1]]}
    if any(extra):
        more["output_padding"] = extra
    return more


@writes("MaxPool", "AvgPool", "MaxPool3D", "AvgPool3D")
def _pool(out: Out) -> Any:
    op = "MaxPool" if out.node.op.startswith("Max") else "AveragePool"
    kernel, strides = _spatial(out, "ksize"), _spatial(out, "strides")
    padding = _padding(out)
    if "auto_pad" in padding and any(k < s for k, s in zip(kernel, strides)):
        # where windows leave gaps, some readers pad by less than nothing
        padding = _same_pads(out, kernel, strides) or padding
    made = out.emit(op, [_input(out)], kernel_shape=kernel, strides=strides, **padding)
    return _result(out, made)


@writes("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def _batch_norm(out: Out) -> Any:
    if out.attr("is_training", True):
        raise out.refuse("normalization in training.")
    made = out.emit(
        "BatchNormalization",
        [_input(out), out[1], out[2], out[3], out[4]],
        epsilon=out.attr("epsilon", 1e-4),
    )
    return _result(out, made)


@writes("ResizeNearestNeighbor", "ResizeBilinear")
def _resize(out: Out) -> Any:
    if out.attr("half_pixel_centers", False):
        way = "half_pixel"
    else:
        way = "align_corners" if out.attr("align_corners", False) else "asymmetric"
    nearest = out.node.op == "ResizeNearestNeighbor"
    x = out.emitter.first_of(out.value(0))
    if out.value(0).dtype.base_dtype is not out.dtype:
        x = out.emitter.cast(x, out.dtype)
    lead = out.emit("Slice", [out.emit("Shape", [x]), out.const([0]), out.const([2])])
    sizes = out.emit("Concat", [lead, out.wide(1)], axis=0)
    made = out.emit(
        "Resize",
        [x, "", "", sizes],
        mode="nearest" if nearest else "linear",
        coordinate_transformation_mode=way,
        nearest_mode=("round_prefer_ceil" if way != "asymmetric" else "floor")
        if nearest
        else None,
    )
    if nearest and way == "half_pixel":
        raise out.refuse("the nearest neighbour of half pixels.")
    out.emitter.first[out.node.output] = made
    return None


@writes("SpaceToBatchND")
def _space_to_batch(out: Out) -> Any:
    block = out.known(1, "the block").tolist()
    pads = out.known(2, "the padding")
    count, rank = len(block), out.rank(0)
    rest = range(1 + count, rank)
    table = np.concatenate([[[0, 0]], pads, [[0, 0]] * len(rest)]).T.ravel()
    wide = out.emit("Pad", [out[0], out.const(table)])
    sizes = [_size(out, wide, axis) for axis in range(rank)]
    lengths = [out.const([each]) for each in block]
    parts = [out.emit("Div", [sizes[1 + i], lengths[i]]) for i in range(count)]
    pairs = [each for pair in zip(parts, lengths) for each in pair]
    inner = [sizes[axis] for axis in rest]
    form = out.emit("Concat", [sizes[0], *pairs, *inner], axis=0)
    order = [
        *range(2, 2 + 2 * count, 2),
        0,
        *range(1, 1 + 2 * count, 2),
        *range(1 + 2 * count, rank + count),
    ]
    moved = out.emit("Transpose", [out.emit("Reshape", [wide, form])], perm=order)
    images = out.emit("Mul", [sizes[0], out.const([int(np.prod(block))])])
    last = out.emit("Concat", [images, *parts, *inner], axis=0)
    return out.emit("Reshape", [moved, last])


@writes("BatchToSpaceND")
def _batch_to_space(out: Out) -> Any:
    block = out.known(1, "the block").tolist()
    crops = out.known(2, "the crops")
    count, rank = len(block), out.rank(0)
    sizes = [_size(out, out[0], axis) for axis in range(rank)]
    lengths = [out.const([each]) for each in block]
    images = out.emit("Div", [sizes[0], out.const([int(np.prod(block))])])
    form = out.emit("Concat", [*lengths, images, *sizes[1:]], axis=0)
    pairs = [axis for i in range(count) for axis in (count + 1 + i, i)]
    order = [count, *pairs, *range(1 + 2 * count, rank + count)]
    parts = out.emit("Reshape", [out[0], form])
    moved = out.emit("Transpose", [parts], perm=order)
    wide = [out.emit("Mul", [sizes[1 + i], lengths[i]]) for i in range(count)]
    form = out.emit("Concat", [images, *wide, *sizes[1 + count :]], axis=0)
    whole = out.emit("Reshape", [moved, form])
    ends = out.emit("Sub", [out.emit("Concat", wide, axis=0), out.const(crops[:, 1])])
    axes = out.const(range(1, 1 + count))
    return out.emit("Slice", [whole, out.const(crops[:, 0]), ends, axes])


def _size(out: Out, name: str, axis: int) -> str:
    sizes = out.emit("Shape", [name])
    made: str = out.emit("Gather", [sizes, out.const([axis])], axis=0)
    return made


@writes("LRN")
def _lrn(out: Out) -> Any:
    radius = out.attr("depth_radius", 5)
    size = 2 * radius + 1
    made = out.emit(
        "LRN",
        [out.emitter.first_of(out.value(0))],
        size=size,
        alpha=out.attr("alpha", 1.0) * size,
        beta=out.attr("beta", 0.5),
        bias=out.attr("bias", 1.0),
    )
    out.emitter.first[out.node.output] = made
    return None
