"""Reductions, places of extremes, products of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.elements import element_type_of
from graphir.onnx.contract.emission import Out, writes


def _reduced(out: Out, op: str, name: str, axes: list[int] | None) -> Any:
    keep = int(bool(out.attr("keep_dims", False)))
    since = 13 if op == "ReduceSum" else 18
    if axes is None:
        if out.opset < since:
            raise out.refuse("axes that are not constant need opset 18.")
        return out.emit(op, [name, out.wide(1)], keepdims=keep)
    if not axes:
        return out.emit("Identity", [name])
    if out.opset >= since:
        return out.emit(op, [name, out.const(axes)], keepdims=keep)
    return out.emit(op, [name], axes=axes, keepdims=keep)


def _reduction(ours: str, theirs: str) -> None:
    @writes(ours)
    def _rule(out: Out) -> Any:
        known = out.static(1)
        axes = None if known is None else [int(each) for each in known.ravel()]
        value = out.value(0)
        first = out.emitter.first
        if axes is not None and value in first:
            rank = out.rank(0)
            if sorted(each % rank for each in axes) == list(range(1, rank - 1)):
                spatial = list(range(2, rank))
                made = _reduced(out, theirs, first[value], spatial)
                if out.attr("keep_dims", False):
                    first[out.node.output] = made
                    return None
                return made
        is_short = out.dtype.name in ("int16", "uint16")
        if is_short and theirs in ("ReduceMax", "ReduceMin"):
            return _extreme_of_16_bits(out, theirs, axes)
        return _reduced(out, theirs, out[0], axes)


def _extreme_of_16_bits(out: Out, op: str, axes: list[int] | None) -> Any:
    """In 32 bits, where the extreme of no element is another than that of 16."""
    limits = np.iinfo(out.dtype.numpy_dtype)
    limit = limits.min if op == "ReduceMax" else limits.max
    made = _reduced(out, op, out.emitter.cast(out[0], dtypes.int32), axes)
    held = out.emit(op.removeprefix("Reduce"), [made, out.const(limit, dtypes.int32)])
    return out.emitter.cast(held, out.dtype)


_reduction("Sum", "ReduceSum")
_reduction("Mean", "ReduceMean")
_reduction("Max", "ReduceMax")
_reduction("Min", "ReduceMin")
_reduction("Prod", "ReduceProd")
_reduction("EuclideanNorm", "ReduceL2")


@writes("All", "Any")
def _logical(out: Out) -> Any:
    known = out.static(1)
    axes = None if known is None else [int(each) for each in known.ravel()]
    number = out.emit("Cast", [out[0]], to=element_type_of(dtypes.int32))
    op = "ReduceMin" if out.node.op == "All" else "ReduceMax"
    made = _reduced(out, op, number, axes)
    return out.emit("Cast", [made], to=element_type_of(out.dtype))


@writes("ArgMax", "ArgMin")
def _extreme(out: Out) -> Any:
    axis = int(out.known(1, "the axis").reshape(()))
    made = out.emit(out.node.op, [out[0]], axis=axis, keepdims=0)
    return out.emitter.narrowed(made, out.dtype)


@writes("Cumsum")
def _cumsum(out: Out) -> Any:
    flags = {
        "exclusive": int(bool(out.attr("exclusive", False))),
        "reverse": int(bool(out.attr("reverse", False))),
    }
    return out.emit("CumSum", [out[0], out.wide(1)], **flags)


@writes("TopKV2")
def _top_k(out: Out) -> Any:
    count = out.emit("Reshape", [out.wide(1), out.const([1])])
    values, places = out.emit("TopK", [out[0], count], 2, axis=-1)
    return [values, out.emitter.narrowed(places, out.node.outputs[1].dtype)]


@writes("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")
def _mat_mul(out: Out) -> Any:
    flags = ("transpose_a", "transpose_b")
    if out.node.op != "MatMul":
        flags = ("adj_x", "adj_y")
    if out.dtype.is_complex:
        raise out.refuse("complex numbers.")
    names = [
        _factor(out, i, bool(out.attr(flag, False))) for i, flag in enumerate(flags)
    ]
    return out.emit("MatMul", names)


def _factor(out: Out, index: int, turned: bool) -> str:
    if not turned:
        return out[index]
    known = out.static(index)
    if known is not None:
        array = np.ascontiguousarray(np.swapaxes(known, -1, -2))
        return out.const(array, out.value(index).dtype.base_dtype)
    rank = out.rank(index)
    order = [*range(rank - 2), rank - 1, rank - 2]
    made: str = out.emit("Transpose", [out[index]], perm=order)
    return made


@writes("Einsum")
def _einsum(out: Out) -> Any:
    return out.emit("Einsum", out.all, equation=out.attr("equation"))


@writes("L2Loss")
def _l2_loss(out: Out) -> Any:
    square = out.emit("Mul", [out[0], out[0]])
    return out.emit(
        "Mul", [out.emit("ReduceSum", [square], keepdims=0), out.number(0.5)]
    )


@writes("MatrixDeterminant")
def _determinant(out: Out) -> Any:
    return out.emit("Det", [out[0]])


@writes("UpperBound", "LowerBound")
def _bound(out: Out) -> Any:
    """The number of sorted elements that are not above, or below, each value."""
    rows = out.emit("Unsqueeze", [out[0], out.const([1])])
    values = out.emit("Unsqueeze", [out[1], out.const([2])])
    asked = "LessOrEqual" if out.node.op == "UpperBound" else "Less"
    counted = out.emit(asked, [rows, values])
    number = out.emit("Cast", [counted], to=element_type_of(out.dtype))
    return out.emit("ReduceSum", [number, out.const([2])], keepdims=0)
