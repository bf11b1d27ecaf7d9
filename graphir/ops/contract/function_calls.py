"""Calls of functions, as the signature of a calling op describes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from graphir.attributes import Attr, FunctionRef
from graphir.dtypes import DType, as_dtype, bool_
from graphir.function import Function
from graphir.ops.contract.registry import find, op_has, signature_of

Types: TypeAlias = "list[DType]"


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


def misfits(
    op: str, attrs: Mapping[str, Attr], functions: Mapping[str, Function]
) -> Iterator[str]:
    """What is wrong with the types of the calls of an op with complete attributes.

    Functions that are not in the library, as yet, are left out.
    """
    for attr, taken, given in call_types(op):
        for ref in _references(attrs.get(attr)):
            if ref.name not in functions:
                continue
            body = functions[ref.name].body
            inputs = [each.dtype.base_dtype for each in body.inputs]
            outputs = [each.dtype.base_dtype for each in body.outputs]
            wanted = [dtype for name in taken for dtype in _named(op, name, attrs)]
            # a condition gives one truth, of whichever dtype
            results = _named(op, given, attrs) if given else outputs[:1] or [bool_]
            if (inputs, outputs) == (wanted, results):
                continue
            told = _text(results) if given else "one truth"
            yield (
                f"calls {ref.name!r} as {_text(wanted)} -> {told}, but it is "
                f"{_text(inputs)} -> {_text(outputs)}."
            )


def _named(op: str, name: str, attrs: Mapping[str, Attr]) -> Types:
    """The dtypes that an attribute has, or the dtype of that name."""
    signature = signature_of(op)
    assert signature is not None
    value = attrs.get(name) if name in signature.attrs else as_dtype(name)
    several = value if isinstance(value, list) else [value]
    return [each.base_dtype for each in several if isinstance(each, DType)]


def _references(attr: Attr) -> Iterator[FunctionRef]:
    each: Attr
    for each in attr if isinstance(attr, list) else (attr,):
        if isinstance(each, FunctionRef):
            yield each


def _text(types: Types) -> str:
    return f"({', '.join(each.name for each in types)})"


__all__ = ["CallTypes", "Callee", "call_types", "callees", "first_passed", "misfits"]
