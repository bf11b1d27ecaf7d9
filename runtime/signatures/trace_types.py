"""Trace types: the static part of an argument; calls of equal types share a trace.

Tensors have a type by dtype and shape, Python values by type and value, containers by
their elements, other objects by identity, through weak references.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping, Sequence
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, Final
from weakref import WeakMethod

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.shapes import Shape
from runtime.signatures.dataclass_arguments import (
    field_names,
    field_values,
    is_record,
    with_fields,
)
from runtime.tensors.structure import (
    children,
    component_names,
    components_of,
    is_composed,
    is_composite,
    keys_of,
    kind_of,
    rebuild,
    with_components,
)
from runtime.tensors.tensor import Tensor
from runtime.tensors.tensor_spec import TensorSpec
from runtime.tensors.type_spec import TraceType


class Literal:
    """A Python value that counts by type and value: 1, True and 1.0 differ."""

    __slots__ = ("_key", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        # by hex, since 0.0 == -0.0 and nan != nan
        key = value.hex() if type(value) is float else value
        self._key = type(value), key

    def is_subtype_of(self, other: object) -> bool:
        """Whether the other is the same value."""
        return self == other

    def most_specific_common_supertype(self, others: Iterable[Any]) -> Literal | None:
        """This literal if all others are equal to it, else None."""
        return self if all(self == other for other in others) else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Literal[{self.value!r}]"


class WeakObject:
    """A weakly referenced object, compared by equality; matches nothing once dead."""

    __slots__ = ("__weakref__", "_hash", "by_identity", "reference")

    def __init__(self, value: Any, by_identity: bool = False) -> None:
        # a method is made anew at each access: its object and function count
        kind: Any = WeakMethod if isinstance(value, MethodType) else weakref.ref
        self.reference = kind(value)
        self.by_identity = by_identity
        self._hash = id(value) if by_identity else hash(value)

    @property
    def value(self) -> Any:
        """The object, or None if it was deleted."""
        return self.reference()

    def is_subtype_of(self, other: object) -> bool:
        """Whether the other is the same object."""
        return self == other

    def most_specific_common_supertype(
        self, others: Iterable[Any]
    ) -> WeakObject | None:
        """This type if all others are the same object, else None."""
        return self if all(self == other for other in others) else None

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, WeakObject) or self._hash != other._hash:
            return False
        mine, theirs = self.reference(), other.reference()
        if mine is None or theirs is None:
            return False
        return mine is theirs or (not self.by_identity and bool(mine == theirs))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Weakref[{self.reference!r}]"


class VariableSpec:
    """A weakly referenced variable, compared by identity; matches nothing once dead."""

    __slots__ = ("_hash", "dtype", "reference", "shape", "trainable")

    def __init__(self, variable: Any) -> None:
        self.shape: Shape = variable.shape
        self.dtype: DType = variable.dtype
        self.trainable: bool = variable.trainable
        # what an assignment returns stands for the variable itself
        itself = getattr(variable, "variable", variable)
        self.reference = weakref.ref(itself)
        self._hash = id(itself)

    def is_subtype_of(self, other: object) -> bool:
        """Whether the other is the same variable."""
        return self == other

    def most_specific_common_supertype(
        self, others: Iterable[Any]
    ) -> VariableSpec | None:
        """This type if all others are the same variable, else None."""
        return self if all(self == other for other in others) else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, VariableSpec) or self._hash != other._hash:
            return False
        return self is other or self.reference() is other.reference() is not None

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return (
            f"VariableSpec(shape={self.shape}, dtype={self.dtype!r}, "
            f"trainable={self.trainable}, alias_id=0)"
        )


class Container:
    """A container such as a list or dict: its class, labels and element types."""

    __slots__ = ("_hash", "kind", "labels", "like", "parts")

    def __init__(
        self, kind: type, labels: tuple[Any, ...], parts: tuple[Any, ...], like: Any
    ) -> None:
        self.kind = kind
        self.labels = labels
        self.parts = parts
        self.like = like
        """A value of the kind, without contents that matter."""
        self._hash = hash((kind, labels, parts))

    def without_values(self) -> Container:
        """The same type without references to the value from which it was created."""
        parts = tuple(
            each.without_values() if isinstance(each, Container) else each
            for each in self.parts
        )
        return Container(self.kind, self.labels, parts, _emptied(self.like, parts))

    def is_subtype_of(self, other: object) -> bool:
        """Whether every part is a subtype of the other's part."""
        if not isinstance(other, Container) or not self._alike(other):
            return False
        return all(
            mine.is_subtype_of(theirs) for mine, theirs in zip(self.parts, other.parts)
        )

    def most_specific_common_supertype(self, others: Iterable[Any]) -> Container | None:
        """The container of the common supertypes of the parts, or None."""
        others = list(others)
        if not all(map(self._alike, others)):
            return None
        parts = tuple(
            mine.most_specific_common_supertype([each.parts[i] for each in others])
            for i, mine in enumerate(self.parts)
        )
        if any(part is None for part in parts):
            return None
        return Container(self.kind, self.labels, parts, self.like)

    def _alike(self, other: Any) -> bool:
        return (
            isinstance(other, Container)
            and self.kind is other.kind
            and self.labels == other.labels
            and len(self.parts) == len(other.parts)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Container):
            return False
        return self._alike(other) and self.parts == other.parts

    def __hash__(self) -> int:
        return self._hash

    @property
    def title(self) -> str:
        """The name of the container in messages: ``Dict``, ``List``."""
        if issubclass(self.kind, Mapping):
            return "Dict"
        if issubclass(self.kind, list):
            return "List"
        return self.kind.__name__ if self.labels else "Tuple"

    @property
    def spec(self) -> Any:
        """The spec of a composite tensor; None for structures."""
        like = self.like
        if not is_compound(like):
            return None
        composition = getattr(type(like), "__tf_composition__", None)
        if composition is not None:
            return composition.spec_of_components(like, self.parts)
        if hasattr(like, "spec_of_components"):
            return like.spec_of_components(self.parts)
        return getattr(like, "_type_spec", like)

    def __repr__(self) -> str:
        if self.spec is not None:
            return repr(self.spec)
        inside = ", ".join(map(repr, self.parts))
        if self.labels:
            given = dict(zip(self.labels, self.parts))
            order = self.like if issubclass(self.kind, Mapping) else self.labels
            inside = ", ".join(f"[{key!r}, {given[key]!r}]" for key in order)
        return f"{self.title}[{inside}]"


_LITERALS: Final = (bool, int, float, complex, str, bytes, type(None), DType, Shape)
_FUNCTIONS: Final = (FunctionType, BuiltinFunctionType, type)


def trace_type(value: Any) -> Any:
    """The trace type of an argument.

    >>> trace_type([1, (tf.constant(2.0),)])
    List[Literal[1], Tuple[TensorSpec(shape=(), dtype=tf.float32, name=None)]]

    Raises:
      TypeError: for a value that cannot be a cache key, since it has no hash.
    """
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype)
    if isinstance(value, _LITERALS):
        return Literal(value)
    if isinstance(value, (list, tuple, Mapping)) or hasattr(
        type(value), "__attrs_attrs__"
    ):
        return _container(value)
    own = getattr(value, "__tf_tracing_type__", None)
    if own is not None:
        found = own(None)
        return found if found is not value else _type_of_spec(value)
    if is_composite(value):
        parts = tuple(map(trace_type, components_of(value)))
        kind = getattr(value, "component_kind", type(value))
        return Container(kind, component_names(value), parts, value)
    if is_record(value):
        parts = tuple(map(trace_type, field_values(value)))
        return Container(type(value), field_names(value), parts, value)
    if isinstance(value, TensorSpec):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        return TensorSpec(value.shape, dtypes.of_array(value))
    return _object_type(value)


def _type_of_spec(spec: Any) -> Any:
    """The type of the values that a spec describes: that of their components."""
    if not is_composite(spec):
        return spec
    parts = tuple(map(trace_type, components_of(spec)))
    return Container(spec.value_type, component_names(spec), parts, spec)


def is_compound(value: Any) -> bool:
    """Whether the value is a composite tensor or the spec of a composite tensor."""
    return is_composed(value)


def _emptied(value: Any, parts: Sequence[Any]) -> Any:
    """A value of the same kind and keys, with nothing inside."""
    nothing = [None] * len(parts)
    if is_compound(value):
        spec = getattr(value, "_type_spec", None)
        is_alone = spec is None or hasattr(value, "spec_of_components")
        return with_components(value, list(parts)) if is_alone else spec
    if is_record(value):
        return with_fields(value, nothing)
    if hasattr(type(value), "__attrs_attrs__"):
        names = [field.name for field in type(value).__attrs_attrs__]
        return with_fields(value, nothing, names)
    return rebuild(value, nothing)


def _container(value: Any) -> Container:
    parts = tuple(map(trace_type, children(value)))
    if isinstance(value, Mapping):
        return Container(kind_of(value), tuple(keys_of(value)), parts, value)
    fields = getattr(type(value), "_fields", None)
    if fields is None and hasattr(type(value), "__attrs_attrs__"):
        fields = tuple(field.name for field in type(value).__attrs_attrs__)
    return Container(kind_of(value), tuple(fields or ()), parts, value)


def _object_type(value: Any) -> Any:
    try:
        hash(value)
    except TypeError as error:
        raise TypeError(
            f"Could not generate a generic TraceType for {value!r}. Please verify that "
            f"it is immutable/hashable. Object of type {type(value).__name__} cannot "
            "be told from others: give it __hash__ and __eq__, or "
            "__tf_tracing_type__, or pass tensors."
        ) from error
    try:
        return WeakObject(value, isinstance(value, _FUNCTIONS))
    except TypeError:
        return Literal(value)


def input_types(kind: Any) -> list[Any]:
    """The types of the tensors and variables in an argument, in flattening order."""
    if isinstance(kind, (TensorSpec, VariableSpec)):
        return [kind]
    if isinstance(kind, Container):
        return [each for part in kind.parts for each in input_types(part)]
    return []


for _kind in (Container, Literal, VariableSpec, WeakObject):
    TraceType.register(_kind)

__all__ = [
    "Container",
    "Literal",
    "TensorSpec",
    "VariableSpec",
    "WeakObject",
    "input_types",
    "is_compound",
    "trace_type",
]
