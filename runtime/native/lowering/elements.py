"""Lowering rules of element-wise ops that depend on dtypes or attributes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir.node import Node
from graphir.ops.nn.activations import SELU_SCALE, SELU_SCALED_ALPHA
from runtime.native.functions import exponentials, integer_division
from runtime.native.functions.elementwise import literal_power
from runtime.native.functions.operations import OPERATIONS
from runtime.native.llvm import conversions
from runtime.native.llvm.element_types import BOOL
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.failures import DIVISION, Unsupported, division_error
from runtime.native.lowering.nodes import (
    Lowering,
    applied,
    apply,
    binary,
    checked_element,
    constant_term,
    lowers,
    number,
    reshaped,
    spread,
)
from runtime.native.lowering.reductions import reduced
from runtime.native.terms.terms import Literal, Term, View


@lowers("Const", moves=True)
def _constant(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    element = checked_element(node.output)
    tensor: Any = node.attrs["value"]
    return [constant_term(element, tensor.array)]


@lowers(
    "Identity",
    "StopGradient",
    "PreventGradient",
    "Snapshot",
    "DebugGradientIdentity",
    "EnsureShape",
    keeps_halves=True,
)
def _identity(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    if node.op == "EnsureShape" and not node.output.shape.is_fully_defined():
        raise Unsupported("EnsureShape of a shape that is not known")
    if node.op == "EnsureShape" and inputs[0].shape != node.output.shape.as_ints():
        raise Unsupported("an array of another shape is an error")
    return [inputs[0]]


@lowers("IdentityN", keeps_halves=True)
def _identities(
    context: Lowering, node: Node, inputs: Sequence[Term]
) -> Sequence[Term]:
    return list(inputs)


_INTEGER_DIVISIONS = {
    "Div": integer_division.truncated,
    "RealDiv": integer_division.truncated,
    "TruncateDiv": integer_division.truncated,
    "FloorDiv": integer_division.floored,
    "FloorMod": integer_division.floored_remainder,
    "TruncateMod": integer_division.remainder,
    "Mod": integer_division.remainder,
}


@lowers(*_INTEGER_DIVISIONS)
def _division(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    if inputs[0].element.is_float:
        operation = OPERATIONS.get(node.op)
        if operation is None:
            raise Unsupported(f"{node.op} of floats is not covered")
        return [applied(node.op, operation, inputs)]
    divide = _INTEGER_DIVISIONS[node.op]
    refuse = context.refusal(node, division_error(node.op), DIVISION)

    def emit(e: Emitter, x: Register, y: Register) -> Register:
        return divide(e, x, integer_division.safe_divisor(e, y, refuse))

    return [binary(emit, inputs[0], inputs[1], 12)]


@lowers("Cast", keeps_halves=True)
def _cast(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    target, source = checked_element(node.output), inputs[0].element
    if source.is_float and not target.is_float and target is not BOOL:
        conversions.check_float_to_integer(target)
    if target.is_half and source.bits == 64 and source.is_float:
        raise Unsupported("casts of float64 to half floats would round twice")

    convert = conversions.cast
    if conversions.saturates(source, target, inputs[0].size):
        convert = conversions.nearest

    def emit(e: Emitter, registers: Sequence[Register]) -> Register:
        return convert(e, registers[0], target)

    return [apply(emit, target, inputs)]


@lowers("Bitcast", keeps_halves=True)
def _bitcast(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    (x,), target = inputs, checked_element(node.output)
    if x.element.is_half or target.is_half:
        raise Unsupported("the bits of half floats are not covered")
    if x.element.bits != target.bits:
        raise Unsupported(f"Bitcast of {x.element.name} to {target.name} changes axes")
    if isinstance(x, Literal) and math.isnan(x.number):
        raise Unsupported("the bits of a constant NaN are not kept")
    return [apply(lambda e, registers: e.bits(registers[0], target), target, inputs)]


@lowers("Select", "SelectV2")
def _select(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    condition, then, other = inputs
    if node.op == "Select":
        shape = then.shape
        if other.shape != shape or condition.shape not in ((), shape[:1], shape):
            raise Unsupported("Select of these shapes is an error")
        if len(condition.shape) == 1 < len(shape):
            rows = (*condition.shape, *[1] * (len(shape) - 1))
            inputs = [reshaped(condition, rows), then, other]

    def emit(e: Emitter, registers: Sequence[Register]) -> Register:
        return e.select(*registers)

    return [apply(emit, then.element, inputs)]


@lowers("Pow")
def _power(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    x, y = inputs
    exponent = y.number if isinstance(y, Literal) else 0.5
    operation = literal_power(x.element, exponent)
    if operation is None:
        raise Unsupported(f"Pow of {x.element.name} is covered for the power 2 only")
    return [applied("Pow", operation, inputs)]


@lowers("LeakyRelu", "LeakyReluGrad")
def _leaky_relu(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    values: Any = node.attrs
    alpha = float(np.float32(values.get("alpha", 0.2)))
    first, features = inputs[0], inputs[-1]

    def emit(e: Emitter, x: Register, f: Register) -> Register:
        scaled = e.mul(x, e.constant(x.element, alpha))
        return e.select(e.compare("gt", f, e.constant(x.element, 0)), x, scaled)

    return [binary(emit, first, features, 3)]


@lowers("Selu")
def _selu(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    def emit(e: Emitter, registers: Sequence[Register]) -> Register:
        (x,) = registers
        grown = exponentials.expm1(e, x)
        below = e.mul(e.constant(x.element, SELU_SCALED_ALPHA), grown)
        above = e.mul(e.constant(x.element, SELU_SCALE), x)
        return e.select(e.compare("lt", x, e.constant(x.element, 0)), below, above)

    return [apply(emit, inputs[0].element, inputs, 50)]


@lowers("SeluGrad")
def _selu_gradient(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    def emit(e: Emitter, registers: Sequence[Register]) -> Register:
        d, y = registers
        grown = e.mul(d, e.add(y, e.constant(y.element, SELU_SCALED_ALPHA)))
        scaled = e.mul(d, e.constant(y.element, SELU_SCALE))
        return e.select(e.compare("lt", y, e.constant(y.element, 0)), grown, scaled)

    return [apply(emit, inputs[0].element, inputs, 4)]


@lowers("AddN", "AccumulateNV2")
def _add_all(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    if any(each.shape != inputs[0].shape for each in inputs):
        raise Unsupported("AddN of different shapes is an error")
    total = inputs[0]
    for each in inputs[1:]:
        total = binary(lambda e, x, y: e.add(x, y), total, each)
    return [total]


@lowers("BiasAdd")
def _add_bias(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    value, bias = inputs
    is_last = node.attrs.get("data_format", b"NHWC") == b"NHWC"
    axis = len(value.shape) - 1 if is_last else 1
    if len(value.shape) < 2 or bias.shape != value.shape[axis : axis + 1]:
        raise Unsupported("BiasAdd of these shapes is an error")
    spread_bias = bias
    if axis != len(value.shape) - 1:
        shape = tuple(s if i == axis else 1 for i, s in enumerate(value.shape))[1:]
        spread_bias = View(
            bias.element, shape, source=bias, find=lambda places: (places[0],)
        )
    return [binary(lambda e, x, y: e.add(x, y), value, spread_bias)]


@lowers("ZerosLike", "OnesLike", moves=True)
def _filled_like(context: Lowering, node: Node, inputs: Sequence[Term]) -> list[Term]:
    value = 0 if node.op == "ZerosLike" else 1
    return [Literal(inputs[0].element, inputs[0].shape, value)]


@lowers("L2Loss", reduces=True)
def _half_of_squares(
    context: Lowering, node: Node, inputs: Sequence[Term]
) -> list[Term]:
    (x,) = inputs
    squares = applied("Square", OPERATIONS["Square"], [x])
    total = reduced("sum", squares, tuple(range(len(x.shape))), False)
    half = spread(number(x.element, 0.5), total.shape)
    return [binary(lambda e, a, b: e.mul(a, b), total, half)]
