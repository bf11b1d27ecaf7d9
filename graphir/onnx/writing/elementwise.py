"""Ops on each element, in the layout that their arguments have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.node import Value
from graphir.onnx.contract.elements import element_type_of
from graphir.onnx.contract.emission import Out, writes, writes_pairs
from graphir.onnx.writing.complex_numbers import pairs_of, part_of
from graphir.onnx.writing.strings import concatenated

Written = Callable[[Out, list[str]], str]


def _elementwise(*ops: str) -> Callable[[Written], Written]:
    """Registers what acts on each element alike, so that any layout will do."""

    def register(written: Written) -> Written:
        @writes(*ops)
        def rule(out: Out) -> Any:
            names = _channels_second(out)
            if names is None:
                return written(out, out.all)
            out.emitter.first[out.node.output] = written(out, names)
            return None

        return written

    return register


def _channels_second(out: Out) -> list[str] | None:
    """The arguments with the channels second, if one of them was made so."""
    values = out.node.inputs
    rank = out.node.output.shape.rank
    first = out.emitter.first
    if rank is None or rank < 3 or not any(each in first for each in values):
        return None
    if not all(_can_turn(out, each, rank) for each in values):
        return None
    return [_turned(out, each, rank) for each in values]


def _can_turn(out: Out, value: Value, rank: int) -> bool:
    if value in out.emitter.first:
        return value.shape.rank == rank
    if value.shape.rank == rank and value in out.emitter.names:
        return False  # it would have to be turned round for this alone
    return value.shape.rank == 0 or value.constant_value() is not None


def _turned(out: Out, value: Value, rank: int) -> str:
    if value.shape.rank == rank:
        return out.emitter.first_of(value)
    if value.shape.rank == 0:
        return out.emitter.name_of(value)
    array = value.constant_value()
    assert array is not None
    wide = array.reshape([1] * (rank - array.ndim) + list(array.shape))
    moved = np.ascontiguousarray(np.moveaxis(wide, -1, 1))
    return out.emitter.const(moved, value.dtype.base_dtype, value.node.name)


def write_same(ours: str, theirs: str) -> None:
    """Registers a rule for an op that ONNX has too."""

    @_elementwise(ours)
    def written(out: Out, names: list[str]) -> str:
        made: str = out.emit(theirs, names)
        return made


@_elementwise("TruncateDiv")
def _truncated(out: Out, names: list[str]) -> str:
    quotient: str = out.emit("Div", names)
    if not out.dtype.is_floating:
        return quotient
    # ONNX has no truncation of floats
    ends = [out.emit(op, [quotient]) for op in ("Ceil", "Floor")]
    is_negative = out.emit("Less", [quotient, out.number(0)])
    made: str = out.emit("Where", [is_negative, *ends])
    return made


@_elementwise("Add")
def _add(out: Out, names: list[str]) -> str:
    if out.dtype is dtypes.string:
        return concatenated(out, names)
    made: str = out.emit("Add", names)
    return made


@_elementwise("Relu")
def _relu(out: Out, names: list[str]) -> str:
    if out.dtype.is_floating:
        made: str = out.emit("Relu", names)
        return made
    return str(out.emit("Max", [names[0], out.number(0)]))


@_elementwise("Equal")
def _equal(out: Out, names: list[str]) -> str:
    if out.value(0).dtype.base_dtype is dtypes.string and out.opset < 19:
        raise out.refuse("texts are compared from opset 19 on.")
    made: str = out.emit("Equal", names)
    return made


@_elementwise("NotEqual")
def _not_equal(out: Out, names: list[str]) -> str:
    made: str = out.emit("Not", [_equal(out, names)])
    return made


@_elementwise("Maximum")
def _maximum(out: Out, names: list[str]) -> str:
    made: str = out.emit("Max", names)
    return made


@_elementwise("Minimum")
def _minimum(out: Out, names: list[str]) -> str:
    made: str = out.emit("Min", names)
    return made


@_elementwise("AddN", "AccumulateNV2")
def _add_n(out: Out, names: list[str]) -> str:
    if out.dtype.is_floating:
        made: str = out.emit("Sum", names)
        return made
    found, *rest = names
    for each in rest:
        found = out.emit("Add", [found, each])
    return found if rest else str(out.emit("Identity", [found]))


@_elementwise("Square")
def _square(out: Out, names: list[str]) -> str:
    made: str = out.emit("Mul", [names[0], names[0]])
    return made


@_elementwise("SquaredDifference")
def _squared_difference(out: Out, names: list[str]) -> str:
    apart = out.emit("Sub", names)
    made: str = out.emit("Mul", [apart, apart])
    return made


@_elementwise("Rsqrt")
def _rsqrt(out: Out, names: list[str]) -> str:
    made: str = out.emit("Reciprocal", [out.emit("Sqrt", names)])
    return made


@_elementwise("Log1p")
def _log1p(out: Out, names: list[str]) -> str:
    made: str = out.emit("Log", [out.emit("Add", [names[0], out.number(1)])])
    return made


@_elementwise("Expm1")
def _expm1(out: Out, names: list[str]) -> str:
    made: str = out.emit("Sub", [out.emit("Exp", names), out.number(1)])
    return made


@_elementwise("Erfc")
def _erfc(out: Out, names: list[str]) -> str:
    made: str = out.emit("Sub", [out.number(1), out.emit("Erf", names)])
    return made


@_elementwise("Relu6")
def _relu6(out: Out, names: list[str]) -> str:
    made: str = out.emit("Clip", [names[0], out.number(0), out.number(6)])
    return made


@_elementwise("ClipByValue")
def _clip_by_value(out: Out, names: list[str]) -> str:
    made: str = out.emit("Min", [out.emit("Max", [names[0], names[1]]), names[2]])
    return made


@_elementwise("LeakyRelu")
def _leaky_relu(out: Out, names: list[str]) -> str:
    made: str = out.emit("LeakyRelu", names, alpha=out.attr("alpha", 0.2))
    return made


@_elementwise("IsFinite")
def _is_finite(out: Out, names: list[str]) -> str:
    odd = out.emit("Or", [out.emit("IsNaN", names), out.emit("IsInf", names)])
    made: str = out.emit("Not", [odd])
    return made


@_elementwise("Div")
def _div(out: Out, names: list[str]) -> str:
    made: str = out.emit("Div", names)
    return made


@_elementwise("FloorDiv")
def _floor_div(out: Out, names: list[str]) -> str:
    dtype = out.dtype
    if dtype.is_floating:
        made: str = out.emit("Floor", [out.emit("Div", names)])
        return made
    whole = out.emit("Div", names)
    if dtype.is_unsigned:
        return str(whole)
    # Div cuts towards zero: one less where signs differ and something remains
    rest = out.emit("Mod", names)
    remains = out.emit("Not", [out.emit("Equal", [rest, out.number(0)])])
    signs = [out.emit("Less", [each, out.number(0)]) for each in names]
    below = out.emit("And", [remains, out.emit("Xor", signs)])
    step = out.emit("Cast", [below], to=element_type_of(dtype))
    floored: str = out.emit("Sub", [whole, step])
    return floored


@_elementwise("FloorMod")
def _floor_mod(out: Out, names: list[str]) -> str:
    if out.dtype.is_integer:
        made: str = out.emit("Mod", names)
        return made
    whole = out.emit("Floor", [out.emit("Div", names)])
    rest: str = out.emit("Sub", [names[0], out.emit("Mul", [whole, names[1]])])
    return rest


@_elementwise("TruncateMod", "Mod")
def _truncate_mod(out: Out, names: list[str]) -> str:
    made: str = out.emit("Mod", names, fmod=1)
    return made


def _guarded(out: Out, names: Sequence[str], by: int, found: str) -> str:
    """0 where an argument is 0, whatever else comes out."""
    zero = out.emit("Equal", [names[by], out.number(0)])
    made: str = out.emit("Where", [zero, out.number(0), found])
    return made


@_elementwise("DivNoNan")
def _div_no_nan(out: Out, names: list[str]) -> str:
    return _guarded(out, names, 1, out.emit("Div", names))


@_elementwise("MulNoNan")
def _mul_no_nan(out: Out, names: list[str]) -> str:
    return _guarded(out, names, 1, out.emit("Mul", names))


@_elementwise("Xdivy")
def _xdivy(out: Out, names: list[str]) -> str:
    return _guarded(out, names, 0, out.emit("Div", names))


@_elementwise("Xlogy")
def _xlogy(out: Out, names: list[str]) -> str:
    logarithm = out.emit("Log", [names[1]])
    return _guarded(out, names, 0, out.emit("Mul", [names[0], logarithm]))


@_elementwise("SelectV2")
def _select(out: Out, names: list[str]) -> str:
    made: str = out.emit("Where", names)
    return made


@writes("Select")
def _select_rows(out: Out) -> Any:
    condition = out[0]
    if out.shape(0).rank == 1 and (out.shape(1).rank or 1) > 1:
        axes = out.const(np.arange(1, out.rank(1)))
        condition = out.emit("Unsqueeze", [condition, axes])
    return out.emit("Where", [condition, out[1], out[2]])


@_elementwise("Cast")
def _cast(out: Out, names: list[str]) -> str:
    source, dtype = out.value(0).dtype.base_dtype, out.dtype
    if source is dtype:
        made: str = out.emit("Identity", names)
        return made
    return out.emitter.cast(names[0], dtype)


@_elementwise("LeftShift", "RightShift")
def _shift(out: Out, names: list[str]) -> str:
    if not out.dtype.is_unsigned:
        power = out.emit("Pow", [out.number(2), names[1]])
        if out.node.op == "LeftShift":
            return str(out.emit("Mul", [names[0], power]))
        return _floor_div(out, [names[0], power])
    way = "LEFT" if out.node.op == "LeftShift" else "RIGHT"
    made: str = out.emit("BitShift", names, direction=way)
    return made


@writes("BiasAdd")
def _bias_add(out: Out) -> Any:
    value, bias = out.value(0), out.value(1)
    if out.attr("data_format", "NHWC") == "NCHW" and out.rank(0) > 2:
        axes = out.const(np.arange(1, out.rank(0) - 1))
        return out.emit("Add", [out[0], out.emit("Unsqueeze", [out[1], axes])])
    if value not in out.emitter.first:
        return out.emit("Add", [out[0], out[1]])
    rank = out.rank(0)
    known = bias.constant_value()
    if known is not None:
        form = known.reshape([1, -1, *[1] * (rank - 2)])
        name = out.emitter.const(form, bias.dtype.base_dtype, bias.node.name)
    else:
        axes = out.const(np.arange(1, rank - 1))
        name = out.emit("Unsqueeze", [out[1], axes])
    made = out.emit("Add", [out.emitter.first[value], name])
    out.emitter.first[out.node.output] = made
    return None


@writes("Softmax", "LogSoftmax")
def _softmax(out: Out) -> Any:
    return out.emit(out.node.op, [out[0]], axis=-1)


@writes("Atan2")
def _atan2(out: Out) -> Any:
    return _angle(out, out[0], out[1])


@writes_pairs("Angle")
def _angle_of_pairs(out: Out) -> Any:
    name = pairs_of(out, 0)
    return _angle(out, part_of(out, name, 1), part_of(out, name, 0))


def _angle(out: Out, y: str, x: str) -> str:
    dtype = out.dtype
    zero, one, pi = (out.emitter.const(each, dtype) for each in (0, 1, np.pi))

    def is_negative(name: str) -> str:
        # -0.0 is not below 0, but 1 / -0.0 is
        ways = [name, out.emit("Div", [one, name])]
        made: str = out.emit("Or", [out.emit("Less", [each, zero]) for each in ways])
        return made

    high, wide = out.emit("Abs", [y]), out.emit("Abs", [x])
    # 0 / 0 and inf / inf are no numbers
    same = out.emit("Where", [out.emit("Equal", [high, zero]), zero, one])
    slope = out.emit("Div", [high, wide])
    slope = out.emit("Where", [out.emit("Equal", [high, wide]), same, slope])
    angle = out.emit("Atan", [slope])
    turned = out.emit("Sub", [pi, angle])
    angle = out.emit("Where", [is_negative(x), turned, angle])
    below = out.emit("Neg", [angle])
    made: str = out.emit("Where", [is_negative(y), below, angle])
    return made


@writes("Identity", "IdentityN", "StopGradient", "PreventGradient", "Snapshot")
def _identity(out: Out) -> Any:
    """No node: the same names stand for the results, in both layouts."""
    emitter = out.emitter
    for given, made in zip(out.node.inputs, out.node.outputs, strict=True):
        if given in emitter.first:
            emitter.first[made] = emitter.first[given]
        if given in emitter.names or given not in emitter.first:
            emitter.names[made] = emitter.name_of(given)


@writes("CheckNumerics", "EnsureShape")
def _unchecked(out: Out) -> Any:
    """What is only checked here passes there."""
    return _identity(out)
