"""Images at places that are computed: grids, boxes, regions."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.terms import Term


@reads("GridSample")
def _grid_sample(call: Call) -> Any:
    x, grid = call[0], call[1]
    rank = x.rank - 2
    mode = call.attr("mode", "linear")
    mode = {"bilinear": "linear", "bicubic": "cubic"}.get(mode, mode)
    corners = bool(call.attr("align_corners", 0))
    places = []
    for axis in range(rank):
        # the last number of a place is of the first spatial axis
        given = call.op.GatherV2(grid, call.const(rank - 1 - axis), call.const(-1))
        size = _size(call, x, axis)
        if corners:
            places.append((given + 1.0) * ((size - 1.0) * 0.5))
        else:
            places.append(((given + 1.0) * size - 1.0) * 0.5)
    if mode != "cubic":
        places = [_inside(call, x, i, each) for i, each in enumerate(places)]
    near = [_neighbours(call, each, mode) for each in places]
    total = None
    for chosen in product(*near):
        weight = None
        for _, share in chosen:
            weight = share if weight is None else weight * share
        part = _pixels(call, x, [place for place, _ in chosen])
        if weight is not None:
            part = part * call.cast(call.expand(weight, [1]), x.dtype)
        total = part if total is None else total + part
    return total


def _size(call: Call, x: Term, axis: int) -> Term:
    return call.cast(call.size(x, axis + 2), dtypes.float32)


def _neighbours(call: Call, place: Term, mode: str) -> list[tuple[Term, Any]]:
    """Whole places near one, with their weights."""
    if mode == "nearest":
        return [(call.op.Rint(place), call.op.OnesLike(place))]
    low = call.op.Floor(place)
    ratio = place - low
    if mode == "linear":
        return [(low, 1.0 - ratio), (low + 1.0, ratio)]
    return [(low + float(i), _cubic(call, ratio - float(i))) for i in (-1, 0, 1, 2)]


def _cubic(call: Call, x: Term, a: float = -0.75) -> Term:
    d: Term = call.op.Abs(x)
    near = ((d * (a + 2.0) - (a + 3.0)) * d) * d + 1.0
    far = ((d * a - 5.0 * a) * d + 8.0 * a) * d - 4.0 * a
    return call.where(d <= 1.0, near, far)


def _inside(call: Call, x: Term, axis: int, place: Term) -> Term:
    """A place as the padding moves it."""
    padding = call.attr("padding_mode", "zeros")
    size = _size(call, x, axis)
    if padding == "border":
        found: Term = call.op.Minimum(call.op.Maximum(place, 0.0), size - 1.0)
        return found
    if padding != "reflection":
        return place
    corners = call.attr("align_corners", 0)
    low = call.const(0.0 if corners else -0.5)
    high = size - (1.0 if corners else 0.5)
    reach = call.op.Maximum(high - low, 1e-9)
    moved = (place - low) % (reach * 2.0)
    turned: Term = call.op.Minimum(moved, reach * 2.0 - moved) + low
    return turned


def _pixels(call: Call, x: Term, places: list[Term]) -> Term:
    """The pixels at whole places, NC...; 0 outside."""
    rank = x.rank - 2
    kept = None
    whole = []
    for axis, given in enumerate(places):
        place, size = _inside(call, x, axis, given), _size(call, x, axis)
        place = call.op.Rint(place)
        inside = (place >= 0.0) & (place <= size - 1.0)
        kept = inside if kept is None else kept & inside
        held = call.op.Minimum(call.op.Maximum(place, 0.0), size - 1.0)
        whole.append(call.cast(held, dtypes.int64))
    batch = call.range(call.size(x, 0))
    form = [-1, *[1] * rank]
    first = call.broadcast(call.reshape(batch, form), call.shape(whole[0]))
    places_of = call.op.Pack([first, *whole], axis=rank + 1)
    last = call.transpose(x, [0, *range(2, x.rank), 1])
    taken = call.op.GatherNd(last, places_of)
    turned = call.transpose(taken, [0, rank + 1, *range(1, rank + 1)])
    assert kept is not None
    return call.where(call.expand(kept, [1]), turned, call.op.ZerosLike(turned))


@reads("NonMaxSuppression")
def _non_max_suppression(call: Call) -> Any:
    boxes, scores = call[0], call[1]
    batches, classes = scores.dims[0], scores.dims[1]
    if batches is None or classes is None:
        raise call.refuse("the number of images and classes must be known.")
    most = call.maybe(2)
    if most is None:
        return call.const(np.zeros((0, 3), np.int64))
    limit = call.cast(call.reshape(most, []), dtypes.int32)
    overlap = _threshold(call, 3, 0.0)
    least = _threshold(call, 4, float("-inf"))
    found = []
    for batch in range(batches):
        own = _corners(call, call.at(boxes, batch))
        rows = call.at(scores, batch)
        for kind in range(classes):
            chosen = call.op.NonMaxSuppressionV3(
                own, call.at(rows, kind), limit, overlap, least
            )
            chosen = call.cast(chosen, dtypes.int64)
            same = call.op.ZerosLike(chosen)
            found.append(call.op.Pack([same + batch, same + kind, chosen], axis=1))
    return call.concat(found, 0)


def _threshold(call: Call, index: int, default: float) -> Term:
    given = call.maybe(index)
    return call.const(default) if given is None else call.reshape(given, [])


def _corners(call: Call, boxes: Term) -> Term:
    if not call.attr("center_point_box", 0):
        return boxes
    x, y, w, h = (
        call.op.GatherV2(boxes, call.const(i), call.const(1)) for i in range(4)
    )
    half = call.const(0.5)
    sides = [y - h * half, x - w * half, y + h * half, x + w * half]
    found: Term = call.op.Pack(sides, axis=1)
    return found
