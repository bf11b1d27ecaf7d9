"""Elements and rows by index: gathering, scattering, searching, sorting."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.terms import Term


@reads("Gather")
def _gather(call: Call) -> Any:
    x, axis = call[0], call.attr("axis", 0)
    return call.op.GatherV2(x, _wrapped(call, x, call[1], axis), call.const(axis))


def _wrapped(call: Call, x: Term, places: Term, axis: int) -> Term:
    """Indices counted from the first."""
    known = places.static
    if known is not None and (known >= 0).all():
        return places
    size = call.cast(call.size(x, axis), places.dtype)
    return call.where(places < call.const(0, places.dtype), places + size, places)


@reads("GatherElements")
def _gather_elements(call: Call) -> Any:
    x, axis = call[0], call.attr("axis", 0) % call[0].rank
    places = call.cast(_wrapped(call, x, call[1], axis), dtypes.int64)
    return call.op.GatherNd(x, _element_places(call, places, axis))


def _element_places(call: Call, places: Term, axis: int) -> Term:
    """The coordinates of elements, of which one axis is given."""
    sizes = call.shape(places)
    coordinates = []
    for each in range(places.rank):
        if each == axis:
            coordinates.append(places)
            continue
        count = call.range(call.size(places, each))
        form = [1] * places.rank
        form[each] = -1
        coordinates.append(call.broadcast(call.reshape(count, form), sizes))
    found: Term = call.op.Pack(coordinates, axis=places.rank)
    return found


@reads("GatherND")
def _gather_nd(call: Call) -> Any:
    x, places = call[0], call[1]
    batch = call.attr("batch_dims", 0)
    depth = places.dims[-1]
    if depth is None:
        raise call.refuse("the number of coordinates must be known.")
    lead = call.slice(call.shape(x), {0: batch}, {0: batch + depth})
    places = call.where(places < 0, places + lead, places)
    if not batch:
        return call.op.GatherNd(x, places)
    sizes = call.shape(places)
    own = []
    for each in range(batch):
        form = [1] * places.rank
        form[each] = -1
        grid = call.reshape(call.range(call.size(places, each)), form)
        one = call.concat(
            [call.slice(sizes, {}, {0: places.rank - 1}), call.vector([1])], 0
        )
        own.append(call.broadcast(grid, one))
    return call.op.GatherNd(x, call.concat([*own, places], places.rank - 1))


@reads("ScatterND")
def _scatter_nd(call: Call) -> Any:
    x, places, updates = call[0], call[1], call[2]
    return scattered(call, x, places, updates, call.attr("reduction", "none"))


def scattered(call: Call, x: Term, places: Term, updates: Term, how: str) -> Term:
    """x with elements set or combined at coordinates."""
    depth = places.dims[-1]
    lead = call.slice(call.shape(x), {}, {0: depth})
    places = call.where(places < 0, places + lead, places)
    by = {
        "none": call.op.TensorScatterUpdate,
        "add": call.op.TensorScatterAdd,
        "max": call.op.TensorScatterMax,
        "min": call.op.TensorScatterMin,
    }.get(how)
    if by is None:
        return _scattered_products(call, x, places, updates)
    found: Term = by(x, places, updates)
    return found


def _scattered_products(call: Call, x: Term, places: Term, updates: Term) -> Term:
    """Factors of one element are multiplied as segments of a flat tensor."""
    sizes = call.shape(x)
    depth = places.dims[-1]
    if depth is None:
        raise call.refuse("the number of coordinates must be known.")
    lead, rest = call.slice(sizes, {}, {0: depth}), call.slice(sizes, {0: depth}, {})
    steps = call.op.Cumprod(lead, call.const(0), exclusive=True, reverse=True)
    flat = call.reshape(call.reduce("Sum", places * steps, [-1]), [-1])
    rows = call.concat([call.vector([-1]), rest], 0)
    factors = call.op.UnsortedSegmentProd(
        call.reshape(updates, rows), flat, call.reduce("Prod", lead, [0])
    )
    return x * call.reshape(factors, sizes)


@reads("ScatterElements")
def _scatter_elements(call: Call) -> Any:
    x, axis = call[0], call.attr("axis", 0) % call[0].rank
    places = call.cast(_wrapped(call, x, call[1], axis), dtypes.int64)
    coordinates = _element_places(call, places, axis)
    return scattered(call, x, coordinates, call[2], call.attr("reduction", "none"))


reads("Scatter")(_scatter_elements)


@reads("OneHot")
def _one_hot(call: Call) -> Any:
    depth = call.cast(call.reshape(call[1], []), dtypes.int32)
    off, on = (call.reshape(call.at(call[2], i), []) for i in (0, 1))
    wide = call.cast(depth, dtypes.int64)
    places = call.cast(call[0], dtypes.int64)
    places = call.where(places < 0, places + wide, places)
    axis = call.attr("axis", -1)
    if axis < 0:
        axis += call[0].rank + 1
    axis = -1 if axis == call[0].rank else axis
    return call.op.OneHot(places, depth, on, off, axis=axis)


@reads("NonZero")
def _non_zero(call: Call) -> Any:
    places = call.op.Where(call[0])
    return call.op.Transpose(places, call.const([1, 0]))


@reads("Compress")
def _compress(call: Call) -> Any:
    x, kept = call[0], call[1]
    axis = call.attr("axis")
    if axis is None:
        x, axis = call.reshape(x, [-1]), 0
    places = call.reshape(call.op.Where(kept), [-1])
    return call.op.GatherV2(x, places, call.const(axis))


@reads("TensorScatter")
def _tensor_scatter(call: Call) -> Any:
    past, update = call[0], call[1]
    axis = call.attr("axis", -2) % past.rank
    rows = call.range(call.size(update, axis))
    batch = call.size(update, 0)
    starts = call.maybe(2)
    if starts is None:
        starts = call.op.Fill(call.vector([batch]), call.const(0))
    places = call.expand(starts, [1]) + call.expand(rows, [0])
    if call.attr("mode", "linear") == "circular":
        places = places % call.cast(call.size(past, axis), dtypes.int64)
    form = [1] * update.rank
    form[0] = form[axis] = -1
    sizes = [batch if each == 0 else 1 for each in range(update.rank)]
    sizes[axis] = call.size(update, axis)
    along = call.broadcast(call.reshape(places, sizes), call.shape(update))
    coordinates = _element_places(call, along, axis)
    return call.op.TensorScatterUpdate(past, coordinates, update)


@reads("Unique")
def _unique(call: Call) -> Any:
    x, axis = call[0], call.attr("axis")
    if axis is None:
        x, axis = call.reshape(x, [-1]), 0
    values, places, counts = call.op.UniqueWithCountsV2(
        x, call.const(np.array([axis], np.int64)), out_idx=dtypes.int64
    )
    number = call.cast(call.op.Size(counts, out_type=dtypes.int64), dtypes.int64)
    length = call.range(call.size(x, axis))
    firsts = call.op.UnsortedSegmentMin(length, places, number)
    if not call.attr("sorted", 1):
        return values, firsts, places, counts
    order = _sorted_rows(call, values, axis % x.rank)
    back = call.op.InvertPermutation(order)
    along = call.const(0)
    return (
        call.op.GatherV2(values, order, call.const(axis)),
        call.op.GatherV2(firsts, order, along),
        call.op.GatherV2(back, places, along),
        call.op.GatherV2(counts, order, along),
    )


def _sorted_rows(call: Call, values: Term, axis: int) -> Term:
    """The order that sorts slices by their elements, the first ones first."""
    others = [each for each in range(values.rank) if each != axis]
    rows = call.transpose(values, [axis, *others])
    width = rows.dims[1:]
    if None in width:
        raise call.refuse("sorting slices needs their size.")
    flat = call.reshape(rows, [-1, int(np.prod(width))])  # type: ignore[arg-type]
    order = call.range(call.size(flat, 0))
    for column in reversed(range(int(np.prod(width)))):  # type: ignore[arg-type]
        keys = call.op.GatherV2(flat, order, call.const(0))
        keys = call.op.GatherV2(keys, call.const(column), call.const(1))
        count = call.cast(call.op.Size(keys, out_type=dtypes.int64), dtypes.int32)
        down = call.op.Invert(keys) if keys.dtype.is_integer else -keys
        _, places = call.op.TopKV2(down, count)
        order = call.op.GatherV2(order, places, call.const(0))
    return order
