"""Python text for one node: a call of its kernel, an operator, or arithmetic.

y = op_Tanh(x)              a kernel
z = x + one                 an operator on NumPy scalars
n = 3 * n + 1               arithmetic on Python numbers, within loops
if n > 2147483647: ...      and its wrap-around, where the dtype's bounds may be left
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphir.node import Node, Value
from runtime.executor.kernels.kernels import operator_template, returns_sequence
from runtime.executor.planning.python_numbers import (
    MOST,
    any_number,
    is_operation,
    may_stay_unwrapped,
    numpy_type,
    operation_text,
    refuse_zero_divisor,
    wrapping_function,
    wrapping_line,
)
from runtime.executor.source.python_source import BlockWriter, Scope
from runtime.executor.source.reused_memory import overwritten

INDICES: Final = {"TensorListGetItem": 1, "TensorListSetItem": 1}
"""Inputs that kernels take as Python integers too."""


def write_call(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> None:
    """Writes one kernel call, or one Python operator."""
    arguments = scope.expressions(node.inputs)
    site = (node, tuple(arguments))
    if writer.is_in_loop and is_operation(node):
        write_arithmetic(writer, scope, node, dying)
        return
    arguments = _as_read(writer, node, arguments)
    template = operator_template(node)
    if template is not None:
        scalars = map(writer.source.globals.scalar, arguments)
        text = template.format(*scalars)
    else:
        kernel = writer.source.globals.kernel(node, scope.attrs, writer.must_run)
        place = overwritten(writer, scope, node, dying)
        written = arguments if place is None else [*arguments, f"out={place}"]
        text = f"{kernel}({', '.join(written)})"
    if all(value in dying for value in node.outputs):
        writer.line(text, site)
        return
    names = [writer.new_local(scope, value) for value in node.outputs]
    if len(names) == 1 and returns_sequence(node.op, 1):
        writer.line(f"({names[0]},) = {text}", site)
    else:
        writer.assign(names, text, site)
    writer.restore_numbers(names)


def _as_read(writer: BlockWriter, node: Node, arguments: Sequence[str]) -> list[str]:
    """The arguments as the kernel takes them: NumPy's, but Python's as an index."""
    index = INDICES.get(node.op)
    return [
        each if position == index else writer.source.as_numpy(each)
        for position, each in enumerate(arguments)
    ]


def write_arithmetic(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> None:
    """Writes arithmetic on Python numbers."""
    source = writer.source
    arguments = scope.expressions(node.inputs)
    pairs = [
        source.as_number(each, value.dtype)
        for each, value in zip(arguments, node.inputs, strict=True)
    ]
    operands, numbers = zip(*pairs, strict=True)
    refuse = source.globals.fixed_name(refuse_zero_divisor)
    text, number = operation_text(node, operands, numbers, refuse)
    site = (node, tuple(arguments))
    value = node.output
    if value in dying:
        writer.line(text, site)
        return
    is_decided = value in scope.targets
    name = writer.new_local(scope, value)
    if is_decided and name not in source.numbers:
        # a variable whose shape may change holds NumPy values
        numpy_name = source.globals.fixed_name(numpy_type(number.dtype))
        if not number.fits():
            text = (
                f"{source.globals.fixed_name(wrapping_function(number.dtype))}({text})"
            )
        writer.line(f"{name} = {numpy_name}({text})", site)
        return
    writer.line(f"{name} = {text}", site)
    can_wait = may_stay_unwrapped(node, scope.plan.outputs)
    if not number.fits() and not (can_wait and max(-number.low, number.high) < MOST):
        wrap = source.globals.fixed_name(wrapping_function(number.dtype))
        writer.line(wrapping_line(name, number, wrap), site)
        number = any_number(number.dtype)
    source.numbers[name] = number
