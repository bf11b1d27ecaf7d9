"""Positions of windows: kernels, strides, dilations and paddings of an ONNX node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphir.onnx.contract.calls import Call
from graphir.onnx.contract.terms import Term


@dataclass(frozen=True)
class Windows:
    """The windows of a convolution or pooling, by spatial axis."""

    kernel: list[int]
    strides: list[int]
    dilations: list[int]
    before: list[int]
    after: list[int]
    is_same: bool = False
    """Padded as our ``SAME`` is, by sizes that only the run tells."""

    @property
    def padding(self) -> str:
        """The padding argument of our ops, for windows not padded beforehand."""
        return "SAME" if self.is_same else "VALID"

    @property
    def rank(self) -> int:
        """The number of spatial axes."""
        return len(self.kernel)

    @property
    def is_padded(self) -> bool:
        """Whether any axis is."""
        return any(self.before) or any(self.after)

    def extent(self, axis: int) -> int:
        """From the first to the last element of a window."""
        return (self.kernel[axis] - 1) * self.dilations[axis] + 1


def windows_of(call: Call, x: Term, kernel: Sequence[int]) -> Windows:
    """The windows that the attributes tell.

    Raises:
      UnsupportedOpError: if the padding follows from sizes that are not known.
    """
    rank = len(kernel)
    strides = call.attr("strides") or [1] * rank
    dilations = call.attr("dilations") or [1] * rank
    pads = call.attr("pads") or [0] * (2 * rank)
    mode = call.attr("auto_pad", "NOTSET")
    made = Windows(list(kernel), strides, dilations, pads[:rank], pads[rank:])
    if mode == "VALID":
        return Windows(list(kernel), strides, dilations, [0] * rank, [0] * rank)
    if mode == "SAME_UPPER" and None in x.dims[2:] and set(strides) != {1}:
        none = [0] * rank
        return Windows(list(kernel), strides, dilations, none, none, is_same=True)
    if mode in ("SAME_UPPER", "SAME_LOWER"):
        before, after = _same(call, x, made, mode == "SAME_UPPER")
        return Windows(list(kernel), strides, dilations, before, after)
    return made


def _same(
    call: Call, x: Term, windows: Windows, upper: bool
) -> tuple[list[int], list[int]]:
    before, after = [], []
    for axis, size in enumerate(x.dims[2:]):
        stride = windows.strides[axis]
        if size is None and stride != 1:
            raise call.refuse("padding by sizes that are not known.")
        known = 0 if size is None else size
        count = -(-known // stride)
        total = max(0, (count - 1) * stride + windows.extent(axis) - known)
        if stride == 1:
            total = windows.extent(axis) - 1
        less, more = total // 2, total - total // 2
        before.append(less if upper else more)
        after.append(more if upper else less)
    return before, after


def channels_last(call: Call, x: Term) -> Term:
    """NC... as N...C."""
    return call.transpose(x, [0, *range(2, x.rank), 1])


def channels_first(call: Call, x: Term) -> Term:
    """N...C as NC..."""
    return call.transpose(x, [0, x.rank - 1, *range(1, x.rank - 1)])


def padded(call: Call, x: Term, windows: Windows, value: float = 0.0) -> Term:
    """x, channels last, with the padding as elements."""
    if not windows.is_padded:
        return x
    table = [[0, 0], *zip(windows.before, windows.after, strict=True), [0, 0]]
    found: Term = call.op.PadV2(
        x, call.const(np.array(table, np.int64)), call.const(value, x.dtype)
    )
    return found
