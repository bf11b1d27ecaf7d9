"""Lowering rules of depthwise convolutions, channels last, and of their gradients."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from graphir.node import Node
from runtime.native.llvm.element_types import F32, F64
from runtime.native.llvm.failures import Unsupported
from runtime.native.lowering.arrays import require_short
from runtime.native.lowering.convolutions import require_gradient, windows_of
from runtime.native.lowering.nodes import (
    Lowering,
    Multiplications,
    ProductKind,
    known_integers,
    lowers,
    reshaped,
)
from runtime.native.lowering.reductions import reduced
from runtime.native.products.depthwise import part_rows
from runtime.native.products.window_axes import gathering, spreading, tiles
from runtime.native.terms.convolutions import Depthwise, DepthwiseParts, Windows
from runtime.native.terms.terms import Dims, Term

MOST_TAPS: Final = 49
"""Each place in a filter is written out: for larger ones that would take long."""
MOST_STRIDE: Final = 8
MOST_APART: Final = 24
"""Windows of a row that no loop goes over: each is written out."""


def _multiplications(node: Node) -> int:
    """Those of a convolution of channels: results, or their gradients, times places.

    The filter, or its gradient, has the places of a window as its first two axes.
    """
    result = node.outputs[0].shape.as_ints()
    if len(node.inputs) == 2:
        filters, computed = node.inputs[1].shape.as_ints(), result
    else:
        computed = node.inputs[2].shape.as_ints()
        is_filter = len(node.inputs[1].shape) == 1
        filters = result if is_filter else node.inputs[1].shape.as_ints()
    return math.prod((*computed, *filters[:2]))


_PRODUCTS: Final = Multiplications(ProductKind.DEPTHWISE, _multiplications)


@lowers("DepthwiseConv2dNative", is_costly=True, products=_PRODUCTS)
def _depthwise(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    images, kernel = inputs
    windows = _windows(node, images, images.shape, kernel.shape)
    shape = windows.images[0], *windows.counts, windows.images[3]
    return [_gathered(context, shape, windows, (images, kernel), is_back=False)]


@lowers("DepthwiseConv2dNativeBackpropInput", is_costly=True, products=_PRODUCTS)
def _input_gradient(
    context: Lowering, node: Node, inputs: Sequence[Term]
) -> list[Term]:
    _, kernel, gradient = inputs
    shape = tuple(known_integers(node, 0, inputs))
    windows = _windows(node, gradient, shape, kernel.shape)
    require_gradient(windows, gradient.shape, windows.images[3])
    return [_gathered(context, shape, windows, (gradient, kernel), is_back=True)]


@lowers("DepthwiseConv2dNativeBackpropFilter", is_costly=True, products=_PRODUCTS)
def _filter_gradient(
    context: Lowering, node: Node, inputs: Sequence[Term]
) -> list[Term]:
    images, _, gradient = inputs
    shape = tuple(known_integers(node, 1, inputs))
    windows = _windows(node, images, images.shape, shape)
    require_gradient(windows, gradient.shape, windows.images[3])
    count = -(-windows.rows // part_rows(windows, images.element))
    parts = DepthwiseParts(
        images.element,
        (count, *shape[:3]),
        windows=windows,
        images=images,
        gradient=gradient,
    )
    require_short(context, parts.multiplications)
    return [reshaped(reduced("sum", parts, (0,), False), shape)]


def _gathered(
    context: Lowering,
    shape: Dims,
    windows: Windows,
    factors: tuple[Term, Term],
    is_back: bool,
) -> Depthwise:
    images, kernel = factors
    found = Depthwise(
        images.element,
        shape,
        windows=windows,
        images=images,
        filter=kernel,
        is_back=is_back,
    )
    require_short(context, found.multiplications)
    return found


def _windows(node: Node, source: Term, images: Dims, kernel: Dims) -> Windows:
    """How the windows go over the images.

    Raises:
      Unsupported: for what is not covered, and what is an error.
    """
    if source.element not in (F32, F64):
        raise Unsupported(f"depthwise convolutions of {source.element.name}")
    windows = windows_of(node, images, kernel)
    if kernel[3] != 1:
        raise Unsupported("several depthwise filters for a channel")
    if kernel[0] * kernel[1] > MOST_TAPS or max(windows.strides) > MOST_STRIDE:
        raise Unsupported("depthwise filters so large, or so far apart")
    for axis in (gathering(windows, 1), spreading(windows, 1)):
        apart = [tile for tile in tiles(axis) if tile.repeats == 1]
        if sum(len(tile.sources) for tile in apart) > MOST_APART:
            raise Unsupported("depthwise filters that reach so far over the border")
    return windows
