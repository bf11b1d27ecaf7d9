"""Shapes, slices, joins, padding, and elements by index."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.onnx.contract.calls import Call, TermList, reads
from graphir.onnx.contract.elements import tensor_value_of
from graphir.onnx.contract.terms import Term
from graphir.onnx.reading.reductions import flattened
from graphir.shapes import Shape


@reads("Constant")
def _constant(call: Call) -> Any:
    if call.has("value"):
        found = tensor_value_of(call.attr("value"))
        return call.const(found.array, found.dtype)
    for name, dtype in (
        ("value_float", dtypes.float32),
        ("value_floats", dtypes.float32),
        ("value_int", dtypes.int64),
        ("value_ints", dtypes.int64),
    ):
        if call.has(name):
            return call.const(np.array(call.attr(name), dtype.numpy_dtype), dtype)
    for name in ("value_string", "value_strings"):
        if call.has(name):
            given = call.attr(name)
            texts = [given] if isinstance(given, str) else given
            array = np.array([each.encode() for each in texts], object)
            return call.const(
                array.reshape(()) if name == "value_string" else array, dtypes.string
            )
    raise call.refuse("a constant that is a sparse tensor.")


@reads("ConstantOfShape")
def _constant_of_shape(call: Call) -> Any:
    value = TensorValue(np.zeros(1, np.float32))
    if call.has("value"):
        value = tensor_value_of(call.attr("value"))
    return call.op.Fill(call[0], call.const(value.array.reshape(()), value.dtype))


@reads("Shape")
def _shape(call: Call) -> Any:
    x = call[0]
    whole = call.shape(x)
    start, end = call.attr("start", 0), call.attr("end")
    if not start and end is None:
        return whole
    kept = range(x.rank)[slice(start, end)]
    if not kept:
        return call.const(np.zeros(0, np.int64))
    return call.slice(whole, {0: kept[0]}, {0: kept[-1] + 1})


@reads("Size")
def _size(call: Call) -> Any:
    return call.op.Size(call[0], out_type=dtypes.int64)


@reads("Reshape")
def _reshape(call: Call) -> Any:
    x = call[0]
    if call.version < 5:
        wanted = call.const(np.array(call.attr("shape"), np.int64))
    else:
        wanted = call[1]
    if call.attr("allowzero", 0):
        return call.op.Reshape(x, wanted)
    known = wanted.static
    if known is None:
        return call.op.Reshape(x, _without_zeros(call, x, wanted))
    sizes = [
        call.size(x, axis) if not each else each
        for axis, each in enumerate(known.tolist())
    ]
    return call.reshape(x, sizes)


def _without_zeros(call: Call, x: Term, wanted: Term) -> Term:
    """Sizes that are 0 are those of x at the same place."""
    count = wanted.dims[0]
    own = call.shape(x)
    if count is None or count > x.rank:
        missing = call.op.Maximum(call.op.Size(wanted, out_type=dtypes.int64) - x.rank, 0)
        own = call.concat([own, call.op.Fill(call.vector([missing]), call.const(1))], 0)
        own = call.op.Slice(own, call.vector([0]), call.op.Shape(wanted, out_type=dtypes.int64))
    elif count < x.rank:
        own = call.slice(own, {}, {0: count})
    return call.where(wanted.equals(0), own, wanted)


@reads("Flatten")
def _flatten(call: Call) -> Any:
    return flattened(call, call[0], call.attr("axis", 1))


@reads("Squeeze")
def _squeeze(call: Call) -> Any:
    x = call[0]
    axes = call.axes_of("axes", 1, 13)
    if axes is None:
        return call.op.Squeeze(x)
    if isinstance(axes, list):
        return call.squeeze(x, axes)
    kept = call.op.ListDiff(
        call.range(x.rank), _counted(axes, x.rank), out_idx=dtypes.int64
    )[0]
    found = call.op.Reshape(x, call.op.GatherV2(call.shape(x), kept, call.const(0)))
    if axes.dims[0] is not None:
        found.value.shape = Shape([None] * (x.rank - axes.dims[0]))
    return found


def _counted(axes: Term, rank: int) -> Term:
    """Axes counted from the first."""
    return (axes + rank) % rank


@reads("Unsqueeze")
def _unsqueeze(call: Call) -> Any:
    x = call[0]
    axes = call.axes_of("axes", 1, 13)
    if isinstance(axes, list):
        rank = x.rank + len(axes)
        return call.expand(x, sorted(axis % rank for axis in axes))
    if axes is None or axes.dims[0] is None:
        raise call.refuse("the number of axes must be known.")
    rank = x.rank + axes.dims[0]
    kept = call.op.ListDiff(
        call.range(rank), _counted(axes, rank), out_idx=dtypes.int64
    )[0]
    sizes = call.op.TensorScatterUpdate(
        call.const(np.ones(rank, np.int64)), call.expand(kept, [1]), call.shape(x)
    )
    found = call.op.Reshape(x, sizes)
    return found


@reads("Transpose")
def _transpose(call: Call) -> Any:
    order = call.attr("perm")
    x = call[0]
    return call.transpose(x, order or list(range(x.rank))[::-1])


@reads("Concat")
def _concat(call: Call) -> Any:
    parts = [call[i] for i in range(len(call))]
    return call.concat(parts, call.attr("axis", 1))


@reads("Expand")
def _expand(call: Call) -> Any:
    x, wanted = call[0], call[1]
    known = wanted.static
    if known is not None and x.shape.is_fully_defined():
        sizes = np.broadcast_shapes(tuple(known.tolist()), tuple(x.shape.as_list()))
        return call.broadcast(x, call.const(np.array(sizes, np.int64)))
    return call.broadcast(x, call.op.BroadcastArgs(call.shape(x), wanted))


@reads("Tile")
def _tile(call: Call) -> Any:
    return call.op.Tile(call[0], call[1])


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
        one = call.concat([call.slice(sizes, {}, {0: places.rank - 1}), call.vector([1])], 0)
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


@reads("Slice")
def _slice(call: Call) -> Any:
    x = call[0]
    if call.version < 10:
        starts, ends = call.attr("starts"), call.attr("ends")
        axes = call.attr("axes") or list(range(len(starts)))
        return _sliced(call, x, axes, starts, ends, [1] * len(axes))
    known = [None if call.maybe(i) is None else call[i].static for i in range(1, 5)]
    given = [call.maybe(i) for i in range(1, 5)]
    if any(x is None and y is not None for x, y in zip(known, given)):
        return _dynamically_sliced(call, x, given)
    assert known[0] is not None
    assert known[1] is not None
    starts, ends = known[0].tolist(), known[1].tolist()
    axes = list(range(len(starts))) if known[2] is None else known[2].tolist()
    steps = [1] * len(axes) if known[3] is None else known[3].tolist()
    return _sliced(call, x, axes, starts, ends, steps)


def _sliced(
    call: Call, x: Term, axes: Any, starts: Any, ends: Any, steps: Any
) -> Term:
    rank = x.rank
    begin, end, stride = [0] * rank, [0] * rank, [1] * rank
    begin_mask = end_mask = (1 << rank) - 1
    for axis, start, stop, step in zip(axes, starts, ends, steps, strict=True):
        axis %= rank
        begin[axis], stride[axis] = start, step
        begin_mask &= ~(1 << axis)
        size = x.dims[axis]
        # below the first element counting backwards: to the end
        beyond = stop < -(size if size is not None else 1 << 31)
        if step < 0 and beyond:
            continue
        end[axis] = stop
        end_mask &= ~(1 << axis)
    found: Term = call.op.StridedSlice(
        x,
        call.const(np.array(begin, np.int64)),
        call.const(np.array(end, np.int64)),
        call.const(np.array(stride, np.int64)),
        begin_mask=begin_mask,
        end_mask=end_mask,
    )
    return found


def _dynamically_sliced(call: Call, x: Term, given: list[Any]) -> Term:
    rank = x.rank
    starts, ends = (call.cast(each, dtypes.int64) for each in given[:2])
    count = starts.dims[0]
    axes = given[2] if given[2] is not None else call.range(count or call.size(starts, 0))
    axes = call.expand(_counted(call.cast(axes, dtypes.int64), rank), [1])
    sizes = call.op.GatherNd(call.shape(x), axes)
    steps = given[3]
    if steps is None:
        steps = call.op.OnesLike(starts)
    steps = call.cast(steps, dtypes.int64)
    whole = call.const(np.zeros(rank, np.int64))
    # counted from the first and held in the range, as both ends of a slice are
    low = call.where(steps < 0, call.const(-1), call.const(0))
    high = call.where(steps < 0, sizes - 1, sizes)
    begin = _held(call, starts, sizes, call.const(0), high)
    end = _held(call, ends, sizes, low, sizes)
    # -1 would count from the end: one before the first is so many before the last
    end = call.where((steps < 0) & (end < 0), -sizes - 1, end)
    found: Term = call.op.StridedSlice(
        x,
        call.op.TensorScatterUpdate(whole, axes, begin),
        call.op.TensorScatterUpdate(call.shape(x), axes, end),
        call.op.TensorScatterUpdate(call.const(np.ones(rank, np.int64)), axes, steps),
    )
    return found


def _held(call: Call, places: Term, sizes: Term, low: Term, high: Term) -> Term:
    counted = call.where(places < 0, places + sizes, places)
    found: Term = call.op.Minimum(call.op.Maximum(counted, low), high)
    return found


@reads("Split")
def _split(call: Call) -> Any:
    x, axis = call[0], call.attr("axis", 0)
    count = len(call.outputs)
    given = call.axes_of("split", 1, 13)
    if given is None:
        size = x.dims[axis]
        if size is None or size % count == 0:
            return call.op.Split(call.const(axis, dtypes.int32), x, num_split=count)
        # equal parts, the last one smaller
        each = -(-size // count)
        given = [each] * (count - 1) + [size - each * (count - 1)]
    sizes = given if isinstance(given, Term) else call.const(np.array(given, np.int64))
    return call.op.SplitV(x, sizes, call.const(axis, dtypes.int32), num_split=count)


@reads("Pad")
def _pad(call: Call) -> Any:
    x = call[0]
    mode = call.attr("mode", "constant")
    if call.version < 11:
        pads = call.const(np.array(call.attr("pads"), np.int64))
        value: Any = call.const(call.attr("value", 0.0), x.dtype)
    else:
        pads = call.cast(call[1], dtypes.int64)
        value = call.maybe(2)
    table = call.op.Transpose(call.reshape(pads, [2, -1]), call.const([1, 0]))
    if call.maybe(3) is not None:
        table = _on_all_axes(call, x, table)
    known = table.static
    if mode in ("reflect", "wrap") or known is None or (known < 0).any():
        return _padded_by_index(call, x, table, value, mode)
    if mode == "edge":
        return _padded_by_index(call, x, table, value, mode)
    if value is None:
        value = call.const(np.zeros((), x.dtype.numpy_dtype), x.dtype)
    return call.op.PadV2(x, table, call.reshape(value, []))


def _on_all_axes(call: Call, x: Term, table: Term) -> Term:
    axes = _counted(call.cast(call[3], dtypes.int64), x.rank)
    whole = call.const(np.zeros((x.rank, 2), np.int64))
    found: Term = call.op.TensorScatterUpdate(whole, call.expand(axes, [1]), table)
    return found


def _padded_by_index(
    call: Call, x: Term, table: Term, value: Any, mode: str
) -> Term:
    """Takes rows along each axis; what is outside by the rule of the mode."""
    for axis in range(x.rank):
        before, after = (call.op.GatherNd(table, call.const([axis, i])) for i in (0, 1))
        size = call.cast(call.size(x, axis), dtypes.int64)
        places = call.op.Range(call.const(0) - before, size + after, call.const(1))
        inside = call.op.LogicalAnd(places >= 0, places < size)
        if mode == "reflect":
            period = call.op.Maximum((size - 1) * 2, 1)
            turned = places % period
            places = call.op.Minimum(turned, period - turned)
            places = call.op.Minimum(places, size - 1)
        elif mode == "wrap":
            places = places % size
        else:
            places = call.op.Minimum(call.op.Maximum(places, 0), size - 1)
        x = call.op.GatherV2(x, places, call.const(axis))
        if mode == "constant":
            form = [1] * x.rank
            form[axis] = -1
            if value is None:
                value = call.const(np.zeros((), x.dtype.numpy_dtype), x.dtype)
            x = call.where(call.reshape(inside, form), x, call.reshape(value, []))
    return x


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


@reads("Trilu")
def _trilu(call: Call) -> Any:
    x = call[0]
    offset = call.maybe(1)
    k = call.const(0) if offset is None else call.reshape(offset, [])
    rows = call.expand(call.range(call.size(x, -2)), [1])
    columns = call.expand(call.range(call.size(x, -1)), [0])
    kept = columns - rows >= k if call.attr("upper", 1) else columns - rows <= k
    return call.where(kept, x, call.op.ZerosLike(x))


@reads("EyeLike")
def _eye_like(call: Call) -> Any:
    x = call[0]
    dtype = call.dtype_attr("dtype", x.dtype)
    rows = call.expand(call.range(call.size(x, 0)), [1])
    columns = call.expand(call.range(call.size(x, 1)), [0])
    return call.cast((columns - rows).equals(call.attr("k", 0)), dtype)


@reads("Range")
def _range(call: Call) -> Any:
    return call.op.Range(*(call.reshape(call[i], []) for i in range(3)))


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


@reads("ReverseSequence")
def _reverse_sequence(call: Call) -> Any:
    return call.op.ReverseSequence(
        call[0],
        call[1],
        seq_dim=call.attr("time_axis", 0),
        batch_dim=call.attr("batch_axis", 1),
    )


@reads("DepthToSpace")
def _depth_to_space(call: Call) -> Any:
    x, block = call[0], call.attr("blocksize")
    n, c, h, w = (call.size(x, axis) for axis in range(4))
    inner = c // (block * block)
    if call.attr("mode", "DCR") == "DCR":
        parts = call.reshape(x, [n, block, block, inner, h, w])
        moved = call.transpose(parts, [0, 3, 4, 1, 5, 2])
    else:
        parts = call.reshape(x, [n, inner, block, block, h, w])
        moved = call.transpose(parts, [0, 1, 4, 2, 5, 3])
    return call.reshape(moved, [n, inner, h * block, w * block])


@reads("SpaceToDepth")
def _space_to_depth(call: Call) -> Any:
    x, block = call[0], call.attr("blocksize")
    n, c, h, w = (call.size(x, axis) for axis in range(4))
    parts = call.reshape(x, [n, c, h // block, block, w // block, block])
    if call.attr("mode", "DCR") == "DCR":
        moved = call.transpose(parts, [0, 3, 5, 1, 2, 4])
    else:
        moved = call.transpose(parts, [0, 1, 3, 5, 2, 4])
    return call.reshape(moved, [n, c * (block * block), h // block, w // block])


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


@reads("SequenceConstruct")
def _sequence_construct(call: Call) -> Any:
    return TermList([call[i] for i in range(len(call))])


@reads("SequenceEmpty")
def _sequence_empty(call: Call) -> Any:
    return TermList()


@reads("SequenceInsert")
def _sequence_insert(call: Call) -> Any:
    items = TermList(_items(call))
    items.insert(_place(call, 2, len(items)), call[1])
    return items


@reads("SequenceErase")
def _sequence_erase(call: Call) -> Any:
    items = TermList(_items(call))
    del items[_place(call, 1, -1)]
    return items


@reads("SequenceAt")
def _sequence_at(call: Call) -> Any:
    return _items(call)[_place(call, 1, 0)]


@reads("SequenceLength")
def _sequence_length(call: Call) -> Any:
    return call.const(np.int64(len(_items(call))))


@reads("ConcatFromSequence")
def _concat_from_sequence(call: Call) -> Any:
    items, axis = _items(call), call.attr("axis")
    if call.attr("new_axis", 0):
        return call.op.Pack(list(items), axis=axis)
    return call.concat(items, axis)


@reads("SplitToSequence")
def _split_to_sequence(call: Call) -> Any:
    x, axis = call[0], call.attr("axis", 0)
    size = x.dims[axis]
    if size is None:
        raise call.refuse("the size that is split must be known.")
    along = call.const(axis, dtypes.int32)
    if call.maybe(1) is None:
        parts = call.op.Split(along, x, num_split=size)
        keep = call.attr("keepdims", 1)
        return TermList(parts if keep else [call.squeeze(p, [axis]) for p in parts])
    sizes = call.ints(1, "the sizes of the parts")
    if not call[1].rank:
        each = sizes[0]
        sizes = [each] * (size // each) + ([size % each] if size % each else [])
    counts = call.const(np.array(sizes, np.int64))
    return TermList(call.op.SplitV(x, counts, along, num_split=len(sizes)))


def _items(call: Call) -> TermList:
    found = call.maybe(0)
    if not isinstance(found, TermList):
        raise call.refuse("a sequence whose length is not known.")
    return found


def _place(call: Call, index: int, default: int) -> int:
    if call.maybe(index) is None:
        return default
    return call.ints(index, "a place in a sequence")[0]
