"""Field annotations of extension types, and conversion of values to them."""

from __future__ import annotations

import collections.abc
import typing
from collections.abc import Callable, Mapping
from types import UnionType
from typing import Any, Final, Union

from graphir.dtypes import DType, as_dtype
from graphir.shapes import Shape
from runtime.extension_types.immutable_dict import ImmutableDict
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import is_composite
from runtime.tensors.tensor import Tensor
from runtime.tensors.tensor_spec import TensorSpec
from runtime.tensors.type_spec import TypeSpec

STATIC: Final = (int, float, str, bytes, bool, type(None), DType, Shape)
"""Values that are no tensors: they are part of the spec."""


class _NotAllowed(TypeError):
    """A value that the annotation does not allow."""


def check_annotation(annotation: Any, field: str) -> None:
    """Raises an error for an annotation that cannot be the type of a field.

    Raises:
      TypeError: for an annotation that is not supported.
    """
    if _is_union(annotation) or _is_tuple(annotation) or _is_mapping(annotation):
        for each in typing.get_args(annotation):
            if each is not Ellipsis:
                check_annotation(each, field)
        return
    if annotation is None or annotation in STATIC or _is_of_tensors(annotation):
        return
    # a class since Python 3.11
    is_class = isinstance(annotation, type) or annotation is typing.Any
    shown = repr(getattr(annotation, "__name__", "Any")) if is_class else annotation
    raise TypeError(f"In field {field!r}: Unsupported type annotation {shown}")


def _is_of_tensors(annotation: Any) -> bool:
    return isinstance(annotation, type) and (
        annotation is Tensor or hasattr(annotation, "__tf_components__")
    )


def _is_union(annotation: Any) -> bool:
    return typing.get_origin(annotation) in (Union, UnionType)


def _is_tuple(annotation: Any) -> bool:
    return typing.get_origin(annotation) is tuple and bool(typing.get_args(annotation))


def _is_mapping(annotation: Any) -> bool:
    return typing.get_origin(annotation) is collections.abc.Mapping


def value_of_field(value: Any, annotation: Any, path: str) -> Any:
    """Converts a field's value: to tensors, lists to tuples, dicts to ImmutableDict.

    Raises:
      TypeError: for a value that the annotation does not allow.
    """
    return _checked(value, annotation, path, _tensor_or_composite)


def spec_of_field(value: Any, annotation: Any, path: str) -> Any:
    """Converts the spec of a field, as `value_of_field` converts its value.

    Raises:
      TypeError: for a value that the annotation does not allow.
    """
    return _checked(value, annotation, path, _spec)


Leaf = Callable[[Any, Any, str], Any]


def _checked(value: Any, annotation: Any, path: str, leaf: Leaf) -> Any:
    try:
        return _fitted(value, annotation, path, leaf)
    except _NotAllowed as error:
        raise TypeError(str(error)) from None


def _fitted(value: Any, annotation: Any, path: str, leaf: Leaf) -> Any:
    if annotation is None:
        annotation = type(None)
    if _is_union(annotation):
        return _of_union(value, annotation, path, leaf)
    if _is_tuple(annotation):
        return _tuple(value, annotation, path, leaf)
    if _is_mapping(annotation):
        return _mapping(value, annotation, path, leaf)
    if annotation in STATIC:
        value = _read(value, annotation)
        if not isinstance(value, annotation):
            raise _NotAllowed(
                f"{path}: expected {annotation.__name__!r}, got "
                f"{type(value).__name__!r}"
            )
        return value
    return leaf(value, annotation, path)


def _read(value: Any, annotation: Any) -> Any:
    """The dtype or shape that a name or a list of sizes stands for."""
    reads: dict[Any, Callable[[Any], Any]] = {DType: as_dtype, Shape: Shape}
    if annotation not in reads or isinstance(value, annotation):
        return value
    try:
        return reads[annotation](value)
    except (TypeError, ValueError):
        return value


def _tensor_or_composite(value: Any, annotation: Any, path: str) -> Any:
    if annotation is Tensor:
        if isinstance(value, Tensor) or _is_spec_of_tensor(value):
            return value  # a spec, of what is traced
        try:
            found: Any = convert_to_tensor(value, name=path)
        except (TypeError, ValueError):
            found = None
        if not isinstance(found, Tensor):
            raise _NotAllowed(
                f"{path}: expected a Tensor, got {type(value).__name__!r}"
            )
        return found
    if isinstance(value, annotation):
        return value
    if isinstance(value, TypeSpec) and _value_type(value) is annotation:
        return value
    raise _NotAllowed(
        f"{path}: expected {annotation.__name__!r}, got {type(value).__name__!r}"
    )


def _is_spec_of_tensor(value: Any) -> bool:
    """Whether it is the spec of tensors, or of ragged ones without ragged axes."""
    if isinstance(value, TensorSpec):
        return True
    return isinstance(value, TypeSpec) and _value_type(value) is Tensor


def _value_type(spec: TypeSpec) -> Any:
    return spec.value_type


def _spec(value: Any, annotation: Any, path: str) -> Any:
    if annotation is Tensor:
        if _is_spec_of_tensor(value):
            return value
        raise _NotAllowed(
            f"{path}: expected a TensorSpec, got {type(value).__name__!r}"
        )
    kind = getattr(value, "value_type", None) if isinstance(value, TypeSpec) else None
    if kind is not None and issubclass(kind, annotation):
        return value
    raise _NotAllowed(
        f"{path}: expected a TypeSpec for {annotation.__name__!r}, got "
        f"{type(value).__name__!r}"
    )


def _of_union(value: Any, annotation: Any, path: str, leaf: Leaf) -> Any:
    options = typing.get_args(annotation)
    for each in options:  # a value that is of a type stays as it is
        if isinstance(each, type) and isinstance(value, each):
            return _fitted(value, each, path, leaf)
    for each in options:
        try:
            return _fitted(value, each, path, leaf)
        except _NotAllowed:
            continue
    raise _NotAllowed(f"{path}: expected {annotation}, got {type(value).__name__!r}")


def _tuple(value: Any, annotation: Any, path: str, leaf: Leaf) -> Any:
    if not isinstance(value, (list, tuple)):
        raise _NotAllowed(f"{path}: expected tuple, got {type(value).__name__!r}")
    types = typing.get_args(annotation)
    if len(types) == 2 and types[1] is Ellipsis:
        types = (types[0],) * len(value)
    if len(types) != len(value):
        raise _NotAllowed(
            f"{path}: expected a tuple with length {len(types)}, got length "
            f"{len(value)}"
        )
    return tuple(
        _fitted(each, kind, f"{path}[{place}]", leaf)
        for place, (each, kind) in enumerate(zip(value, types))
    )


def _mapping(value: Any, annotation: Any, path: str, leaf: Leaf) -> Any:
    if not isinstance(value, Mapping):
        raise _NotAllowed(f"{path}: expected mapping, got {type(value).__name__!r}")
    of_keys, of_values = typing.get_args(annotation)
    return ImmutableDict(
        {
            _fitted(key, of_keys, f"{path}[<key>]", leaf): _fitted(
                each, of_values, f"{path}[{key!r}]", leaf
            )
            for key, each in value.items()
        }
    )


def spec_of_value(value: Any) -> Any:
    """The spec of the value of a field: specs for tensors, other values unchanged."""
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype)
    if isinstance(value, tuple):
        return tuple(map(spec_of_value, value))
    if isinstance(value, Mapping):
        return ImmutableDict({key: spec_of_value(each) for key, each in value.items()})
    if is_composite(value) and not isinstance(value, TypeSpec):
        return value._type_spec
    return value


__all__ = [
    "STATIC",
    "check_annotation",
    "spec_of_field",
    "spec_of_value",
    "value_of_field",
]
