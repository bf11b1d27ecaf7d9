"""Lowering rules of channels-last convolutions and their gradients."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from graphir.node import Node
from runtime.native.llvm.failures import Unsupported
from runtime.native.lowering.arrays import followed, require_room
from runtime.native.lowering.nodes import (
    Lowering,
    Multiplications,
    ProductKind,
    known_integers,
    lowers,
    reshaped,
)
from runtime.native.lowering.reductions import reduced
from runtime.native.products.convolutions import block_rows
from runtime.native.terms.convolutions import Convolution, FilterParts, Windows
from runtime.native.terms.terms import Dims, Places, Term, View


def _multiplications(node: Node) -> int:
    """Those of a convolution: each result has a sum over a filter."""
    *window, _ = node.inputs[1].shape.as_ints()
    return math.prod((*node.outputs[0].shape.as_ints(), *window))


def _gradient_multiplications(node: Node) -> int:
    """Those of the convolution whose gradient it is."""
    gradient, result = node.inputs[2].shape.as_ints(), node.outputs[0].shape.as_ints()
    is_filter = len(node.inputs[1].shape) == 1
    *window, _ = result if is_filter else node.inputs[1].shape.as_ints()
    return math.prod((*gradient, *window))


_GRADIENT: Final = Multiplications(ProductKind.CONVOLUTION, _gradient_multiplications)


@lowers(
    "Conv2D",
    "_FusedConv2D",
    is_costly=True,
    products=Multiplications(ProductKind.CONVOLUTION, _multiplications),
)
def _convolution(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    images, kernel, *arguments = inputs
    windows = windows_of(node, images.shape, kernel.shape)
    found = _convolved(context, images, kernel, windows)
    return [followed(node, found, arguments) if node.op[0] == "_" else found]


@lowers("Conv2DBackpropInput", is_costly=True, products=_GRADIENT)
def _input_gradient(
    context: Lowering, node: Node, inputs: Sequence[Term]
) -> list[Term]:
    """The gradients of the results, convolved with the filter turned round."""
    _, kernel, gradient = inputs
    sizes = known_integers(node, 0, inputs)
    if len(sizes) != 4:
        raise Unsupported("some sizes of the images are unknown")
    shape = tuple(sizes)
    windows = windows_of(node, shape, kernel.shape)
    require_gradient(windows, gradient.shape, kernel.shape[3])
    if windows.strides != (1, 1):
        raise Unsupported("the gradient for images under strides is not covered")
    height, width, channels, depth = kernel.shape
    turned = View(
        kernel.element,
        (height, width, depth, channels),
        source=kernel,
        find=lambda places: _turned(places, (height, width)),
    )
    margins = [
        (size - 1) * dilation - margin
        for size, dilation, margin in zip(
            windows.sizes, windows.dilations, windows.margins, strict=True
        )
    ]
    back = Windows(
        _four(gradient.shape),
        windows.sizes,
        (shape[1], shape[2]),
        (1, 1),
        windows.dilations,
        (margins[0], margins[1]),
    )
    return [_convolved(context, gradient, turned, back)]


def _turned(places: Places, sizes: tuple[int, int]) -> Places:
    y, x, out, channel = places
    return y.moved(-1, sizes[0] - 1), x.moved(-1, sizes[1] - 1), channel, out


@lowers("Conv2DBackpropFilter", is_costly=True, products=_GRADIENT)
def _filter_gradient(
    context: Lowering, node: Node, inputs: Sequence[Term]
) -> list[Term]:
    images, _, gradient = inputs
    shape = tuple(known_integers(node, 1, inputs))
    windows = windows_of(node, images.shape, shape)
    require_gradient(windows, gradient.shape, shape[3])
    rows = block_rows(windows, images.element)
    parts = FilterParts(
        images.element,
        (-(-windows.rows // rows), windows.width, shape[3]),
        windows=windows,
        images=images,
        gradient=gradient,
    )
    require_room(context, images.element, parts.multiplications)
    return [reshaped(reduced("sum", parts, (0,), False), shape)]


def _convolved(context: Lowering, images: Term, kernel: Term, windows: Windows) -> Term:
    shape = windows.images[0], *windows.counts, kernel.shape[3]
    found = Convolution(
        images.element, shape, windows=windows, images=images, filter=kernel
    )
    require_room(context, images.element, found.multiplications)
    return found


def require_gradient(windows: Windows, shape: Dims, depth: int) -> None:
    """Checks that a gradient has this depth and an element for each window.

    Raises:
      Unsupported: if it has another shape.
    """
    if shape != (windows.images[0], *windows.counts, depth):
        raise Unsupported("a gradient of another shape is an error")


def _four(shape: Dims) -> tuple[int, int, int, int]:
    batch, height, width, channels = shape
    return batch, height, width, channels


def windows_of(node: Node, images: Dims, kernel: Dims) -> Windows:
    """The windows of a convolution: sizes, strides, dilations and padding.

    Raises:
      Unsupported: for images that are not NHWC, for groups, and for invalid attributes.
    """
    attrs: Any = node.attrs
    orders = attrs.get("data_format", b"NHWC"), attrs.get("filter_format", b"HWIO")
    if orders != (b"NHWC", b"HWIO"):
        raise Unsupported("images with channels in front are not covered")
    if len(images) != 4 or len(kernel) != 4 or not all((*images, *kernel)):
        raise Unsupported("a convolution of these shapes is not covered")
    if images[3] != kernel[2]:
        raise Unsupported("convolutions in groups are not covered")
    strides, dilations = attrs["strides"], attrs.get("dilations") or [1, 1, 1, 1]
    if [strides[0], strides[3], dilations[0], dilations[3]] != [1, 1, 1, 1]:
        raise Unsupported("strides over images or channels are an error")
    along = [
        _along(attrs, axis, images[axis], kernel[axis - 1], strides, dilations)
        for axis in (1, 2)
    ]
    return Windows(
        _four(images),
        (kernel[0], kernel[1]),
        (along[0][0], along[1][0]),
        (strides[1], strides[2]),
        (dilations[1], dilations[2]),
        (along[0][1], along[1][1]),
    )


def _along(
    attrs: Any, axis: int, size: int, width: int, strides: Any, dilations: Any
) -> tuple[int, int]:
    """The number of windows along an axis, and the zero padding before it."""
    stride, reach = strides[axis], (width - 1) * dilations[axis] + 1
    padding = attrs["padding"]
    before = after = 0
    if padding == b"SAME":
        missing = max(0, (-(-size // stride) - 1) * stride + reach - size)
        before, after = missing // 2, missing - missing // 2
    elif padding == b"EXPLICIT":
        before, after = attrs["explicit_paddings"][2 * axis : 2 * axis + 2]
    count = (size + before + after - reach) // stride + 1
    if count < 1:
        raise Unsupported("no window fits into the image")
    return count, before
