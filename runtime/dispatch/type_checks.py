"""Type annotations as runtime checks: a value of a class, or a list of values of it."""

from __future__ import annotations

import collections.abc
import typing
from collections.abc import Callable
from types import UnionType
from typing import Any, Final, Union

from graphir.dtypes import DType
from graphir.shapes import Shape
from runtime.tensors.tensor import Tensor

TypeCheck = Callable[[Any], bool]

_OWN: Final = ("builtins", "numpy")
"""Modules whose values every public function knows."""

_LISTS: Final = (list, collections.abc.Sequence)


def type_check(annotation: Any) -> TypeCheck:
    """Whether values fit an annotation: a class, ``List[...]`` or ``Union[...]``.

    Raises:
      ValueError: for an annotation of another kind.
    """
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (Union, UnionType):
        checks = [type_check(each) for each in arguments]
        return lambda value: any(check(value) for check in checks)
    if origin in _LISTS and len(arguments) == 1:
        check = type_check(arguments[0])
        return lambda value: (
            isinstance(value, (list, tuple)) and bool(value) and all(map(check, value))
        )
    if isinstance(annotation, type) and origin is None and annotation is not Any:
        return lambda value: isinstance(value, annotation)
    raise ValueError(
        f"Type annotation {annotation} is not currently supported by dispatch.  "
        "Supported annotations: type objects,  List[...], and Union[...]"
    )


def is_dispatchable(value: Any) -> bool:
    """Whether a value, or a value in a list, is of a class with overrides.

    Tensors, variables, numbers and arrays are not: public functions accept them.
    """
    if isinstance(value, (list, tuple)):
        return any(map(is_dispatchable, value))
    kind = type(value)
    if isinstance(value, (Tensor, DType, Shape)) or hasattr(kind, "read_value"):
        return False
    return kind.__module__ not in _OWN


__all__ = ["TypeCheck", "is_dispatchable", "type_check"]
