"""Whether calls of functions have the types of what they call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from graphir.attributes import Attr, FunctionRef
from graphir.dtypes import DType, as_dtype, bool_
from graphir.function import FunctionLibrary
from graphir.ops.contract.function_calls import call_types
from graphir.ops.contract.registry import signature_of

Types: TypeAlias = "list[DType]"


def misfits(
    op: str, attrs: Mapping[str, Attr], functions: FunctionLibrary
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


__all__ = ["misfits"]
