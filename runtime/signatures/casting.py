"""Casts of arguments to the trace types of a signature."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from runtime.signatures.dataclass_arguments import field_values, is_record, with_fields
from runtime.signatures.trace_types import (
    Container,
    TensorSpec,
    VariableSpec,
    is_compound,
    trace_type,
)
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import children, is_nested, keys_of, rebuild
from runtime.tensors.tensor import Tensor


def cast(value: Any, kind: Any, is_strict: bool = True) -> Any:
    """Casts a value to a trace type; Python values become tensors where needed.

    Unless ``is_strict``, tensors may have any dtype and shape.

    >>> cast([1, 2], TensorSpec([None], "int32"))
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>

    Raises:
      TypeError: for a value that is none of that type.
    """
    if isinstance(kind, TensorSpec):
        return _as_tensor(value, kind, is_strict)
    if isinstance(kind, VariableSpec):
        return _as_variable(value, kind)
    if isinstance(kind, Container):
        return _as_container(value, kind, is_strict)
    if not trace_type(value).is_subtype_of(kind):
        raise TypeError(f"Can not cast {value!r} to {kind!r}")
    return value


def is_variable(value: Any) -> bool:
    """Whether the value is a variable, which has a handle and is read."""
    return hasattr(type(value), "read_value")


def _as_tensor(value: Any, kind: TensorSpec, is_strict: bool) -> Any:
    if isinstance(value, (Tensor, TensorSpec)):
        tensor = value
        if not is_strict:
            return tensor
    else:
        tensor = _converted(value, kind)
    if tensor.dtype is not kind.dtype or not tensor.shape.is_subtype_of(kind.shape):
        found = TensorSpec(tensor.shape, tensor.dtype)
        raise TypeError(f"Can not cast {found!r} to {kind!r}")
    return tensor


def _converted(value: Any, kind: TensorSpec) -> Tensor:
    try:
        return convert_to_tensor(value, kind.dtype)
    except (TypeError, ValueError) as error:
        raise TypeError(str(error)) from None


def _as_variable(value: Any, kind: VariableSpec) -> Any:
    if (
        not is_variable(value)
        or value.dtype is not kind.dtype
        or not value.shape.is_compatible_with(kind.shape)
    ):
        raise TypeError(f"Can not cast {value!r} to {kind!r}")
    return value


def _as_spec(spec: Any, kind: Container) -> Any:
    """The spec of a ragged or sparse tensor, if its values are of that type."""
    if not trace_type(spec).is_subtype_of(kind):
        raise TypeError(f"Can not cast {spec!r} to {kind!r}")
    return spec


def _as_container(value: Any, kind: Container, is_strict: bool) -> Any:
    if is_compound(value) and hasattr(value, "__tf_tracing_type__"):
        return _as_spec(value, kind)
    if is_record(value):
        parts = field_values(value)
        kept: Callable[[Any, Sequence[Any]], Any] = with_fields
    elif is_nested(value):
        parts, kept = children(value), rebuild
    elif is_compound(value) and trace_type(value).is_subtype_of(kind):
        return value  # a spec, of what a function is traced for
    else:
        raise TypeError(f"Can not cast {value!r} to a {kind.title} type.")
    if is_compound(kind.like) or is_compound(value):
        if getattr(value, "component_kind", type(value)) is not kind.kind:
            raise TypeError(f"Can not cast {value!r} to {kind!r}")
    elif isinstance(value, Mapping) is not issubclass(kind.kind, Mapping):
        raise TypeError(f"Can not cast {value!r} to a {kind.title} type.")
    if isinstance(value, Mapping) and tuple(keys_of(value)) != kind.labels:
        raise TypeError(f"{value!r} has different keys with the TraceType {kind!r}.")
    if len(parts) != len(kind.parts):
        raise TypeError(
            f"Can not cast {value!r}, which has {len(parts)} parts, to {kind!r}"
        )
    return kept(value, [cast(p, k, is_strict) for p, k in zip(parts, kind.parts)])


__all__ = ["cast", "is_variable"]
