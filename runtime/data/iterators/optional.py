"""Optional: an element of a dataset, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from graphir import dtypes
from graphir.shapes import SCALAR
from runtime.apply import apply_op, apply_single
from runtime.context import CURRENT
from runtime.data.elements.specs import NESTING, OptionalSpec
from runtime.data.elements.structures import (
    Packer,
    component_attrs,
    flat_components,
    from_tensors,
    normalized,
    packer_of,
    structure_spec,
    to_tensors,
)
from runtime.data.resources.optionals import OptionalValue
from runtime.signatures.trace_types import Container, TensorSpec
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor, wrap


class _Packing:
    """Makes values of one spec; others may take its place."""

    __slots__ = ("_count", "_pack", "_spec")

    def __init__(self) -> None:
        self._spec: Any = None
        self._pack: Packer | None = None
        self._count = 0

    def packed(self, spec: Any, arrays: Sequence[Any]) -> Any:
        """The value, or None if there are other parts than the spec has."""
        if self._pack is None or self._spec is not spec:
            self._spec, self._pack = spec, packer_of(spec)
            self._count = len(flat_components(spec))
        return self._pack(arrays) if len(arrays) == self._count else None


class Optional:
    """An element or nothing, the result of an iterator that may be at its end.

    >>> iterator = iter(tf.data.Dataset.from_tensors(1))
    >>> first, second = (iterator.get_next_as_optional() for _ in range(2))
    >>> bool(first.has_value()), first.get_value().numpy(), bool(second.has_value())
    (True, np.int32(1), False)
    """

    __tf_components__ = True
    component_kind: ClassVar[type]

    def __init__(self, variant: Tensor, element_spec: Any) -> None:
        self._variant = variant
        self._element_spec = element_spec
        self._packing = _Packing()

    @staticmethod
    def from_value(value: TensorLike) -> Optional:
        """An optional with a value.

        >>> tf.experimental.Optional.from_value(3).get_value().numpy()
        np.int32(3)
        """
        element = normalized(value)
        spec = structure_spec(element)
        variant = apply_op("OptionalFromValue", [to_tensors(spec, element)])
        return Optional(variant, spec)

    @staticmethod
    def empty(element_spec: Any) -> Optional:
        """An optional without a value.

        >>> bool(tf.experimental.Optional.empty(tf.TensorSpec([])).has_value())
        False
        """
        return Optional(apply_op("OptionalNone", []), element_spec)

    def has_value(self, name: str | None = None) -> Tensor:
        """Whether there is a value, bool."""
        held = self._held()
        if held is not None:
            return wrap(np.bool_(held.components is not None), dtypes.bool_)
        return apply_single("OptionalHasValue", [self._variant], None, name)

    def get_value(self, name: str | None = None) -> Any:
        """The value.

        Raises:
          InvalidArgumentError: for an optional without a value.
        """
        held = self._held()
        if held is not None and held.components is not None:
            found = self._packing.packed(self._element_spec, held.components)
            if found is not None:
                return found
        attrs = component_attrs(self._element_spec)
        found = apply_op("OptionalGetValue", [self._variant], attrs, name)
        return from_tensors(self._element_spec, found)

    def _held(self) -> OptionalValue | None:
        """What is there now, where nothing is recorded: ops take longer to tell it."""
        array = getattr(self._variant, "_array", None)
        is_plain = CURRENT.get() is None and type(array) is OptionalValue
        return array if is_plain else None

    @property
    def element_spec(self) -> Any:
        """The spec of the value."""
        return self._element_spec

    @property
    def variant(self) -> Tensor:
        """The tensor that stands for the optional in graphs."""
        return self._variant

    @property
    def _type_spec(self) -> OptionalSpec:
        return OptionalSpec(self._element_spec)

    def components(self) -> list[Any]:
        """The variant."""
        return [self._variant]

    def component_names(self) -> tuple[str, ...]:
        """The spec of the value, on which traces depend."""
        return (repr(self._element_spec),)

    def with_components(self, components: Sequence[Any]) -> Optional:
        """The optional of another variant."""
        made = Optional(components[0], self._element_spec)
        made._packing = self._packing  # the optionals of one function share it
        return made

    def spec_of_components(self, parts: Any) -> OptionalSpec:
        """The spec of the optional."""
        return self._type_spec


Optional.component_kind = Optional
NESTING.value_types[OptionalSpec] = Optional


def _tracing_type(spec: Any, context: Any) -> Container:
    names = (repr(spec.element_spec),)
    return Container(Optional, names, (TensorSpec(SCALAR, dtypes.variant),), spec)


def _with_components(spec: Any, components: Sequence[Any]) -> Any:
    if isinstance(components[0], TensorSpec):
        return spec
    return Optional(components[0], spec.element_spec)


def _components(spec: Any) -> list[Any]:
    return [TensorSpec(SCALAR, dtypes.variant)]


for _name, _method in (
    ("__tf_tracing_type__", _tracing_type),
    ("with_components", _with_components),
    ("components", _components),
):
    setattr(OptionalSpec, _name, _method)
