"""Shapes, slices, joins, padding, and elements by index."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.attributes import TensorValue
from graphir.onnx.contract.calls import Call, reads
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
    sizes = [each or call.size(x, axis) for axis, each in enumerate(known.tolist())]
    return call.reshape(x, sizes)


def _without_zeros(call: Call, x: Term, wanted: Term) -> Term:
    """Sizes that are 0 are those of x at the same place."""
    count = wanted.dims[0]
    own = call.shape(x)
    rank = x.shape.rank
    if count is None or rank is None or count > rank:
        more = call.op.Size(wanted, out_type=dtypes.int64)
        missing = call.op.Maximum(more - call.op.Size(own, out_type=dtypes.int64), 0)
        own = call.concat([own, call.op.Fill(call.vector([missing]), call.const(1))], 0)
        own = call.op.Slice(
            own, call.vector([0]), call.op.Shape(wanted, out_type=dtypes.int64)
        )
    elif count < rank:
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
    return call.op.Reshape(x, sizes)


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
        sizes = np.broadcast_shapes(tuple(known.tolist()), x.shape.as_ints())
        return call.broadcast(x, call.const(np.array(sizes, np.int64)))
    return call.broadcast(x, call.op.BroadcastArgs(call.shape(x), wanted))


@reads("Tile")
def _tile(call: Call) -> Any:
    return call.op.Tile(call[0], call[1])


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


def _sliced(call: Call, x: Term, axes: Any, starts: Any, ends: Any, steps: Any) -> Term:
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
    axes = (
        given[2] if given[2] is not None else call.range(count or call.size(starts, 0))
    )
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
    if mode != "constant":
        return _padded_by_index(call, x, table, mode)
    if value is None:
        value = call.const(np.zeros((), x.dtype.numpy_dtype), x.dtype)
    known = table.static
    if known is not None and (known >= 0).all():
        return call.op.PadV2(x, table, call.reshape(value, []))
    # what is negative is cut off
    whole = call.op.PadV2(x, call.op.Maximum(table, 0), call.reshape(value, []))
    cut = call.op.Maximum(-table, 0)
    starts, ends = (call.op.GatherV2(cut, call.const(i), call.const(1)) for i in (0, 1))
    return call.op.Slice(whole, starts, call.shape(whole) - starts - ends)


def _on_all_axes(call: Call, x: Term, table: Term) -> Term:
    axes = _counted(call.cast(call[3], dtypes.int64), x.rank)
    whole = call.const(np.zeros((x.rank, 2), np.int64))
    found: Term = call.op.TensorScatterUpdate(whole, call.expand(axes, [1]), table)
    return found


def _padded_by_index(call: Call, x: Term, table: Term, mode: str) -> Term:
    """Takes rows along each axis; what is outside by the rule of the mode."""
    for axis in range(x.rank):
        before, after = (call.op.GatherNd(table, call.const([axis, i])) for i in (0, 1))
        size = call.cast(call.size(x, axis), dtypes.int64)
        places = call.op.Range(call.const(0) - before, size + after, call.const(1))
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
    return x


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
