"""Calls of functions, as the signature of a calling op describes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from graphir.ops.contract.registry import find, op_has, signature_of


class Callee(NamedTuple):
    """A function that an op calls, by attribute."""

    attr: str
    result_types: str
    """The attribute of the dtypes it gives; empty if the op does not give them on."""


@cache
def callees(op: str) -> Sequence[Callee]:
    """The functions that an op with the trait ``calls_functions`` calls; else none.

    >>> [callee.attr for callee in callees("If")]
    ['then_branch', 'else_branch']
    """
    signature = signature_of(op)
    if signature is None or not op_has(op, "calls_functions"):
        return ()
    given = signature.outputs[0].type_name
    attrs = [name for name, each in signature.attrs.items() if each.kind == "func"]
    # the first function of a loop is its condition
    is_loop = op_has(op, "looping")
    return [
        Callee(name, "" if is_loop and index == 0 else given)
        for index, name in enumerate(attrs)
    ]


@cache
def first_passed(op: str) -> int:
    """The first input that the functions of an op get.

    >>> first_passed("If"), first_passed("While")
    (1, 0)
    """
    signature = signature_of(op)
    arguments = () if signature is None else signature.inputs
    return next(index for index, each in enumerate(arguments) if each.is_type_list)


class CallTypes(NamedTuple):
    """The types with which an op calls a function: attributes of the op, or dtypes."""

    attr: str
    taken: Sequence[str]
    given: str
    """Empty where the function gives one truth."""


@cache
def call_types(op: str) -> Sequence[CallTypes]:
    """What is known of the types of each function that an op calls.

    >>> call_types("For")
    [CallTypes(attr='body', taken=['int32', 'T'], given='T')]
    >>> [each.given for each in call_types("While")]
    ['', 'T']
    """
    signature, found = signature_of(op), callees(op)
    if signature is None:
        return ()
    if found:
        taken = signature.inputs[first_passed(op)].type_name
        return [CallTypes(name, [taken], given) for name, given in found]
    declaration = find(op)
    text = "" if declaration is None else declaration.calls
    return [
        CallTypes(attr, taken.split(", "), given)
        for attr, taken, given in re.findall(r"(\w+)\((.*?)\) -> (\w+)", text)
    ]


__all__ = ["CallTypes", "Callee", "call_types", "callees", "first_passed"]
