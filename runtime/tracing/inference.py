"""Memoized shape and dtype inference of ops while tracing.

Unrolled Python loops apply the same ops to the same dtypes and shapes many times.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphir.attributes import Attr
from graphir.builder import infer_call
from graphir.dtypes import DType
from graphir.node import Value
from graphir.ops.contract.registry import traits_of
from graphir.shapes import Shape

Inferred = tuple[dict[str, Attr], list[tuple[DType, Shape]]]

LIMIT: Final = 4096
"""Calls that are remembered."""

_KNOWN: Final[dict[Any, Inferred]] = {}
_ELEMENTWISE: Final[dict[str, bool]] = {}


def inferred(op: str, values: Sequence[Value], attrs: Mapping[str, Any]) -> Inferred:
    """The attributes of an op's call, and the dtype and shape of each result.

    Results for elementwise ops depend only on dtypes and shapes, and are cached.

    Raises:
      UnknownOpError: for an op that is not registered.
      TypeError, ValueError: if inputs or attributes do not fit.
    """
    is_elementwise = _ELEMENTWISE.get(op)
    if is_elementwise is None:
        is_elementwise = "elementwise" in (traits_of(op) or ())
        _ELEMENTWISE[op] = is_elementwise
    if not is_elementwise:
        return infer_call(op, values, attrs)
    types = [(value.dtype, value.shape.sizes) for value in values]
    key = op, *types, *attrs.items()
    try:
        found = _KNOWN.get(key)
    except TypeError:
        # an attribute that is a list
        return infer_call(op, values, attrs)
    if found is None:
        if len(_KNOWN) >= LIMIT:
            _KNOWN.clear()
        found = _KNOWN[key] = infer_call(op, values, attrs)
    return found


__all__ = ["inferred"]
