"""Resize and its earlier form Upsample: each axis by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.terms import Term


@dataclass(frozen=True)
class _Axis:
    """One axis: from how many elements to how many, and by which scale."""

    place: int
    size: Any
    scale: Term
    count: Term
    start: Any = None
    end: Any = None


@reads("Upsample")
def _upsample(call: Call) -> Any:
    if call.version < 9:
        scales = call.const(np.array(call.attr("scales"), np.float32))
    else:
        scales = call[1]
    return _resized(call, call[0], _by_scales(call, call[0], scales), "asymmetric")


@reads("Resize")
def _resize(call: Call) -> Any:
    x = call[0]
    if call.version < 11:
        axes = _by_scales(call, x, call[1])
        return _resized(call, x, axes, "asymmetric")
    sizes = call.maybe(3)
    given = call.attr("axes") or list(range(x.rank))
    given = [each % x.rank for each in given]
    roi = call.maybe(1)
    if sizes is not None:
        axes = _by_sizes(call, x, call.cast(sizes, dtypes.int64), given)
    else:
        axes = _by_scales(call, x, call[2], given)
    mode = call.attr("coordinate_transformation_mode", "half_pixel")
    if mode == "tf_crop_and_resize" and roi is not None:
        half = len(given)
        axes = [
            _Axis(
                a.place,
                a.size,
                a.scale,
                a.count,
                call.at(roi, i),
                call.at(roi, i + half),
            )
            for i, a in enumerate(axes)
        ]
    return _resized(call, x, axes, mode)


def _by_scales(
    call: Call, x: Term, scales: Term, given: list[int] | None = None
) -> list[_Axis]:
    axes = []
    for index, place in enumerate(range(x.rank) if given is None else given):
        size = call.size(x, place)
        scale = call.at(call.cast(scales, dtypes.float32), index)
        product = call.op.Floor(_float(call, size) * scale)
        axes.append(_Axis(place, size, scale, call.cast(product, dtypes.int64)))
    return axes


def _float(call: Call, size: Any) -> Term:
    return call.cast(size, dtypes.float32)


def _by_sizes(call: Call, x: Term, sizes: Term, given: list[int]) -> list[_Axis]:
    policy = call.attr("keep_aspect_ratio_policy", "stretch")
    own = [call.size(x, place) for place in given]
    wanted = [call.at(sizes, i) for i in range(len(given))]
    scales = [
        _float(call, each) / _float(call, size)
        for each, size in zip(wanted, own, strict=True)
    ]
    if policy == "stretch":
        return [_Axis(*each) for each in zip(given, own, scales, wanted, strict=True)]
    together = call.op.Pack(scales)
    least = policy == "not_larger"
    scale = call.reduce("Min" if least else "Max", together, [0])
    counts = [
        call.cast(call.op.Floor(_float(call, size) * scale + 0.5), dtypes.int64)
        for size in own
    ]
    return [
        _Axis(place, size, scale, count)
        for place, size, count in zip(given, own, counts, strict=True)
    ]


def _resized(call: Call, x: Term, axes: list[_Axis], mode: str) -> Term:
    outside = None
    for axis in axes:
        scale = axis.scale.static
        if axis.start is None and scale is not None and scale == 1:
            continue
        places = _coordinates(call, axis, mode)
        x = _along(call, x, axis, places)
        if axis.start is not None:
            out = (places < 0.0) | (places > _float(call, axis.size) - 1.0)
            form = [1] * x.rank
            form[axis.place] = -1
            out = call.reshape(out, form)
            outside = out if outside is None else outside | out
    if outside is not None:
        x = call.where(outside, call.attr("extrapolation_value", 0.0), x)
    return x if x is not call[0] else call.op.Identity(x)


def _coordinates(call: Call, axis: _Axis, mode: str) -> Term:
    """The place in the input of each element of the result."""
    x = call.cast(call.range(axis.count), dtypes.float32)
    size, scale = _float(call, axis.size), axis.scale
    count = _float(call, axis.count)
    zero = call.const(0.0)
    if mode == "asymmetric":
        return x / scale
    if mode == "align_corners":
        length = size * scale
        step: Term = call.op.DivNoNan(size - 1.0, length - 1.0)
        return x * step
    if mode == "pytorch_half_pixel":
        return call.where(count > 1.0, (x + 0.5) / scale - 0.5, zero)
    if mode == "half_pixel_symmetric":
        adjusted = count / (size * scale)
        offset = size / 2.0 * (1.0 - adjusted)
        return offset + (x + 0.5) / scale - 0.5
    if mode == "tf_crop_and_resize":
        start, end = (call.cast(v, dtypes.float32) for v in (axis.start, axis.end))
        step = (end - start) * (size - 1.0)
        moved = start * (size - 1.0) + call.op.DivNoNan(x * step, count - 1.0)
        return call.where(count > 1.0, moved, (start + end) * 0.5 * (size - 1.0))
    return (x + 0.5) / scale - 0.5


def _along(call: Call, x: Term, axis: _Axis, places: Term) -> Term:
    kind = call.attr("mode", "nearest")
    if kind == "nearest":
        return _taken(call, x, axis, _nearest(call, places))
    wide = call.cast(x, dtypes.float32) if not x.dtype.is_floating else x
    if call.attr("antialias", 0):
        made = _smoothed(call, wide, axis, places, kind)
    else:
        made = _interpolated(call, wide, axis, places, kind)
    return call.cast(made, x.dtype)


def _nearest(call: Call, places: Term) -> Term:
    default = "floor" if call.version < 11 else "round_prefer_floor"
    how = call.attr("nearest_mode", default)
    if how == "floor":
        found: Term = call.op.Floor(places)
    elif how == "ceil":
        found = call.op.Ceil(places)
    elif how == "round_prefer_ceil":
        found = call.op.Floor(places + 0.5)
    else:
        found = call.op.Ceil(places - 0.5)
    return found


def _taken(call: Call, x: Term, axis: _Axis, places: Term) -> Term:
    """The slices at whole places; beyond the ends the last ones."""
    last = call.cast(axis.size, dtypes.int64) - 1
    whole = call.cast(places, dtypes.int64)
    held = call.op.Minimum(call.op.Maximum(whole, 0), last)
    found: Term = call.op.GatherV2(x, held, call.const(axis.place))
    return found


def _interpolated(call: Call, x: Term, axis: _Axis, places: Term, kind: str) -> Term:
    low = call.op.Floor(places)
    ratio = places - low
    if kind == "linear":
        weights = [(0, 1.0 - ratio), (1, ratio)]
    else:
        a = call.attr("cubic_coeff_a", -0.75)
        weights = [(i, _cubic(call, ratio - float(i), a)) for i in (-1, 0, 1, 2)]
    near = [(low + float(step), weight) for step, weight in weights]
    if call.attr("exclude_outside", 0):
        last = _float(call, axis.size) - 1.0
        kept = [
            (p, call.where((p >= 0.0) & (p <= last), w, call.op.ZerosLike(w)))
            for p, w in near
        ]
        total = kept[0][1]
        for _, weight in kept[1:]:
            total = total + weight
        near = [(p, w / total) for p, w in kept]
    form = [1] * x.rank
    form[axis.place] = -1
    made = None
    for place, weight in near:
        part = _taken(call, x, axis, place) * call.cast(
            call.reshape(weight, form), x.dtype
        )
        made = part if made is None else made + part
    assert made is not None
    return made


def _cubic(call: Call, x: Term, a: float) -> Term:
    """The weight of what is that far away."""
    d: Term = call.op.Abs(x)
    near = ((d * (a + 2.0) - (a + 3.0)) * d) * d + 1.0
    far = ((d * a - 5.0 * a) * d + 8.0 * a) * d - 4.0 * a
    none = call.op.ZerosLike(d)
    return call.where(d <= 1.0, near, call.where(d < 2.0, far, none))


def _smoothed(call: Call, x: Term, axis: _Axis, places: Term, kind: str) -> Term:
    """Downwards a window is as much wider as the scale is smaller."""
    scale = call.op.Minimum(axis.scale, 1.0)
    reach = 1.0 if kind == "linear" else 2.0
    margin = call.cast(call.op.Ceil(reach / scale), dtypes.int64) + 1
    size = call.cast(axis.size, dtypes.int64)
    columns = call.op.Range(call.const(0) - margin, size + margin, call.const(1))
    apart = call.expand(call.cast(columns, dtypes.float32), [0])
    apart = (apart - call.expand(places, [1])) * scale
    if kind == "linear":
        weights = call.op.Maximum(1.0 - call.op.Abs(apart), 0.0)
    else:
        weights = _cubic(call, apart, call.attr("cubic_coeff_a", -0.75))
    if call.attr("exclude_outside", 0):
        inside = (columns >= 0) & (columns < size)
        weights = call.where(
            call.expand(inside, [0]), weights, call.op.ZerosLike(weights)
        )
    weights = weights / call.reduce("Sum", weights, [1], True)
    wide = _taken(call, x, axis, call.cast(columns, dtypes.float32))
    letters = "abcdefgh"[: x.rank]
    inner = letters[axis.place]
    equation = f"z{inner},{letters}->{letters.replace(inner, 'z')}"
    found: Term = call.op.Einsum([call.cast(weights, x.dtype), wide], equation=equation)
    return found
