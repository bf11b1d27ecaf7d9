"""Reductions over axes, cumulative sums, the largest elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.terms import BOOL, Term

Reduction = Callable[[Call, Term, Any, bool], Any]


def _reduction(theirs: str, since: int, reduced: Reduction) -> None:
    """A reduction whose axes are an argument since a version."""

    @reads(theirs)
    def _applied(call: Call) -> Any:
        keep = bool(call.attr("keepdims", 1))
        axes = _axes(call, since)
        if axes is None:
            return reduced(call, call[0], [], keep)
        return reduced(call, call[0], axes, keep)


def _axes(call: Call, since: int) -> Any:
    """The axes to reduce; all of them where none is given."""
    axes = call.axes_of("axes", 1, since)
    if axes is None or (isinstance(axes, list) and not axes):
        return None if call.attr("noop_with_empty_axes", 0) else _all(call, call[0])
    if isinstance(axes, Term) and axes.dims == [0]:
        return None if call.attr("noop_with_empty_axes", 0) else _all(call, call[0])
    return axes


def _all(call: Call, x: Term) -> Any:
    if x.shape.rank is not None:
        return list(range(x.rank))
    return call.op.Range(
        call.const(0, dtypes.int32), call.op.Rank(x), call.const(1, dtypes.int32)
    )


def _as_floats(call: Call, x: Term) -> Term:
    return call.cast(x, dtypes.float64) if x.dtype.is_integer else x


def _plain(ours: str) -> Reduction:
    def reduced(call: Call, x: Term, axes: Any, keep: bool) -> Any:
        return call.reduce(ours, x, axes, keep)

    return reduced


def _by_logic(ours: str, logical: str) -> Reduction:
    def reduced(call: Call, x: Term, axes: Any, keep: bool) -> Any:
        if x.dtype is BOOL:
            return call.reduce(logical, x, axes, keep)
        return call.reduce(ours, x, axes, keep)

    return reduced


def _log_sum_exp(call: Call, x: Term, axes: Any, keep: bool) -> Any:
    high = call.reduce("Max", x, axes, True)
    high = call.where(call.op.IsFinite(high), high, call.op.ZerosLike(high))
    total = call.op.Log(call.reduce("Sum", call.op.Exp(x - high), axes, True)) + high
    if keep:
        return total
    return call.reduce("Max", total, axes, False)


_reduction("ReduceSum", 13, _plain("Sum"))
_reduction("ReduceProd", 18, _plain("Prod"))
_reduction("ReduceMean", 18, _plain("Mean"))
_reduction("ReduceMax", 18, _by_logic("Max", "Any"))
_reduction("ReduceMin", 18, _by_logic("Min", "All"))
_reduction(
    "ReduceL1",
    18,
    lambda call, x, axes, keep: call.reduce("Sum", call.op.Abs(x), axes, keep),
)
_reduction(
    "ReduceL2",
    18,
    lambda call, x, axes, keep: call.cast(
        call.op.Sqrt(
            call.reduce("Sum", call.op.Square(_as_floats(call, x)), axes, keep)
        ),
        x.dtype,
    ),
)
_reduction(
    "ReduceSumSquare",
    18,
    lambda call, x, axes, keep: call.reduce("Sum", call.op.Square(x), axes, keep),
)
_reduction(
    "ReduceLogSum",
    18,
    lambda call, x, axes, keep: call.op.Log(call.reduce("Sum", x, axes, keep)),
)
_reduction("ReduceLogSumExp", 18, _log_sum_exp)


def _extreme_index(theirs: str, ours: str) -> None:
    @reads(theirs)
    def _applied(call: Call) -> Any:
        x = call[0]
        axis = call.attr("axis", 0)
        along = call.const(axis)
        if call.attr("select_last_index", 0):
            backwards = call.op.ReverseV2(x, call.const([axis]))
            found = getattr(call.op, ours)(backwards, along, output_type=dtypes.int64)
            last = call.cast(call.size(x, axis), dtypes.int64) - 1
            found = last - found
        else:
            found = getattr(call.op, ours)(x, along, output_type=dtypes.int64)
        return call.op.ExpandDims(found, along) if call.attr("keepdims", 1) else found


_extreme_index("ArgMax", "ArgMax")
_extreme_index("ArgMin", "ArgMin")


def _cumulative(theirs: str, ours: str) -> None:
    @reads(theirs)
    def _applied(call: Call) -> Any:
        axis = call.reshape(call[1], [])
        return getattr(call.op, ours)(
            call[0],
            axis,
            exclusive=bool(call.attr("exclusive", 0)),
            reverse=bool(call.attr("reverse", 0)),
        )


_cumulative("CumSum", "Cumsum")
_cumulative("CumProd", "Cumprod")


@reads("TopK")
def _top_k(call: Call) -> Any:
    x, axis = call[0], call.attr("axis", -1) % call[0].rank
    count = call.attr("k") if call.version < 10 else call.reshape(call[1], [])
    count = call.cast(count, dtypes.int32)
    order = [each for each in range(x.rank) if each != axis] + [axis]
    moved = call.transpose(x, order)
    if call.attr("largest", 1):
        values, places = call.op.TopKV2(moved, count)
    else:
        values, places = _smallest(call, moved, count)
    back = np.argsort(order).tolist()
    return (
        call.transpose(values, back),
        call.cast(call.transpose(places, back), dtypes.int64),
    )


def _smallest(call: Call, x: Term, count: Term) -> tuple[Term, Term]:
    if x.dtype.is_integer:
        # the complement turns the order of integers round, and never overflows
        values, places = call.op.TopKV2(call.op.Invert(x), count)
        return call.op.Invert(values), places
    values, places = call.op.TopKV2(-x, count)
    return -values, places


@reads("Hardmax")
def _hardmax(call: Call) -> Any:
    x = call[0]
    if call.version >= 13:
        return _hardmax_along(call, x, call.attr("axis", -1))
    flat = flattened(call, x, call.attr("axis", 1))
    return call.reshape(_hardmax_along(call, flat, -1), call.shape(x))


def _hardmax_along(call: Call, x: Term, axis: int) -> Term:
    places = call.op.ArgMax(x, call.const(axis), output_type=dtypes.int64)
    depth = call.cast(call.size(x, axis), dtypes.int32)
    axis = axis % x.rank
    place = -1 if axis == x.rank - 1 else axis
    found: Term = call.op.OneHot(
        places, depth, call.const(1, x.dtype), call.const(0, x.dtype), axis=place
    )
    return found


def flattened(call: Call, x: Term, axis: int) -> Term:
    """x as a matrix: the axes before `axis` as rows, the others as columns."""
    axis = axis % x.rank if axis < 0 else axis
    before, after = x.dims[:axis], x.dims[axis:]
    width = [each for each in after if each is not None]
    height = [each for each in before if each is not None]
    if len(width) == len(after):
        whole = len(height) == len(before)
        rows = int(np.prod(height)) if whole else -1
        return call.reshape(x, [rows, int(np.prod(width))])
    if len(height) == len(before):
        return call.reshape(x, [int(np.prod(height)), -1])
    sizes = call.slice(call.shape(x), {}, {0: axis})
    return call.reshape(x, [call.reduce("Prod", sizes, [0]), -1])


def _softmax_kind(theirs: str, ours: str) -> None:
    @reads(theirs)
    def _applied(call: Call) -> Any:
        x = call[0]
        by = getattr(call.op, ours)
        if call.version < 13:
            flat = flattened(call, x, call.attr("axis", 1))
            return call.reshape(by(flat), call.shape(x))
        axis = call.attr("axis", -1) % x.rank
        if axis == x.rank - 1:
            return by(x)
        order = list(range(x.rank))
        order[axis], order[-1] = order[-1], order[axis]
        return call.transpose(by(call.transpose(x, order)), order)


_softmax_kind("Softmax", "Softmax")
_softmax_kind("LogSoftmax", "LogSoftmax")


@reads("LpNormalization")
def _lp_normalization(call: Call) -> Any:
    x, axis = call[0], call.attr("axis", -1)
    if call.attr("p", 2) == 1:
        norm = call.reduce("Sum", call.op.Abs(x), [axis], True)
    else:
        norm = call.op.Sqrt(call.reduce("Sum", call.op.Square(x), [axis], True))
    return call.op.DivNoNan(x, norm)
