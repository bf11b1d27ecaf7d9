"""Function arguments: removal of constant, duplicate and unused arguments."""

from __future__ import annotations

from typing import Final

from graphir.node import Value
from graphir.passes.contract.function_bodies import put_in, small_constant
from graphir.passes.functions.calls import FunctionCall

MAX_CONSTANT_BYTES: Final = 4096
"""Larger constants are not copied into functions."""


def put_in_constants(call: FunctionCall) -> int:
    """Specialises functions for their constant arguments."""
    count = 0
    for index, value in enumerate(call.arguments):
        constant = small_constant(value.node, MAX_CONSTANT_BYTES)
        if constant is None or not _is_read(call, index):
            continue
        call.make_own()
        for function in call.functions:
            argument = function.body.inputs[index]
            argument.replace_all_uses_with(put_in(argument, value.node))
        count += 1
    return count


def _is_read(call: FunctionCall, index: int) -> bool:
    bodies = [function.body for function in call.functions]
    return any(
        body.inputs[index].is_used or body.inputs[index] in body.outputs
        for body in bodies
    )


def join_equal(call: FunctionCall) -> int:
    """Merges arguments that have the same value in every call."""
    first: dict[Value, int] = {}
    pairs = [
        (index, first[value])
        for index, value in enumerate(call.arguments)
        if first.setdefault(value, index) != index and _is_read(call, index)
    ]
    for index, other in pairs:
        call.make_own()
        for function in call.functions:
            inputs = function.body.inputs
            inputs[index].replace_all_uses_with(inputs[other])
    return len(pairs)


def drop_unread(call: FunctionCall) -> int:
    """Removes arguments that no function reads."""
    unread = {
        index
        for index in range(len(call.arguments))
        if not _is_read(call, index)
        and not any(f.body.inputs[index].node.control_outputs for f in call.functions)
    }
    if unread:
        call.drop(unread, set())
    return len(unread)
