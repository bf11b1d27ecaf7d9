"""TypeSpec and trace types: the static description of a value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from graphir.dtypes import DType
from graphir.shapes import Shape
from runtime.tensors.structure import flatten, pack


class TraceType(ABC):  # noqa: B024 - its methods say themselves that they are missing
    """A base class for the types that ``__tf_tracing_type__`` of a class returns.

    Arguments of equal types, or of a type that is a subtype of another's, share a
    trace. Subclasses also define ``__eq__`` and ``__hash__``. They may define
    ``placeholder_value(context)``: the object that is passed to the traced function in
    place of the value; without it, the value itself is passed.

    >>> class FruitType(tf.types.experimental.TraceType):
    ...     def is_subtype_of(self, other):
    ...         return type(other) is FruitType
    ...     def most_specific_common_supertype(self, others):
    ...         return self
    ...     __eq__ = is_subtype_of
    ...     __hash__ = object.__hash__
    >>> class Fruit:
    ...     flavor = 3
    ...     def __tf_tracing_type__(self, context):
    ...         return FruitType()
    >>> taste = tf.function(lambda fruit: tf.constant(fruit.flavor))
    >>> print(taste(Fruit()))
    tf.Tensor(3, shape=(), dtype=int32)
    """

    def is_subtype_of(self, other: Any) -> bool:
        """Whether a trace for the other type accepts values of this type."""
        raise NotImplementedError(self._missing("is_subtype_of"))

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Any:
        """The narrowest type that holds this one and the others, or None."""
        raise NotImplementedError(self._missing("most_specific_common_supertype"))

    def flatten(self) -> list[Any]:
        """The specs of the tensors that a value of this type is made of: none."""
        return []

    def to_tensors(self, value: Any) -> list[Any]:
        """The tensors that a value of this type is made of: none."""
        return []

    def _missing(self, name: str) -> str:
        return f"{type(self).__name__} must define {name}."


TraceType.register(DType)
TraceType.register(Shape)


class TypeSpec(TraceType):
    """The static description of values of a class: their dtypes, shapes and so on.

    A subclass defines `value_type` and the four underscored names below. The class,
    called with the results of `_serialize`, makes an equal spec.

    >>> class Celsius:
    ...     def __init__(self, degrees):
    ...         self.degrees = degrees
    >>> class CelsiusSpec(tf.TypeSpec):
    ...     value_type = Celsius
    ...     def __init__(self, shape):
    ...         self.shape = tf.TensorShape(shape)
    ...     def _serialize(self):
    ...         return (self.shape,)
    ...     @property
    ...     def _component_specs(self):
    ...         return tf.TensorSpec(self.shape)
    ...     def _to_components(self, value):
    ...         return value.degrees
    ...     def _from_components(self, components):
    ...         return Celsius(components)
    >>> CelsiusSpec([2]).is_subtype_of(CelsiusSpec([None]))
    True
    >>> CelsiusSpec([2]).most_specific_common_supertype([CelsiusSpec([3])])
    CelsiusSpec(TensorShape([None]))
    """

    @property
    @abstractmethod
    def value_type(self) -> Any:
        """The class of the values."""

    @abstractmethod
    def _serialize(self) -> tuple[Any, ...]:
        """The constructor arguments that make an equal spec."""

    @property
    @abstractmethod
    def _component_specs(self) -> Any:
        """The specs of the tensors that a value is made of, nested as they are."""

    @abstractmethod
    def _to_components(self, value: Any) -> Any:
        """The tensors that a value is made of, nested as `_component_specs`."""

    @abstractmethod
    def _from_components(self, components: Any) -> Any:
        """The value that is made of these tensors."""

    # --- specs among each other

    def is_subtype_of(self, other: Any) -> bool:
        """Whether the other spec allows all values that this one does."""
        return type(self) is type(other) and _agree(
            self._serialize(), other._serialize(), _is_narrower
        )

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Any:
        """The narrowest spec that allows this one and the others, or None."""
        parts: Any = self._serialize()
        for each in others:
            if type(each) is not type(self):
                return None
            theirs = each._serialize()
            if not _agree(parts, theirs, _are_joinable):
                return None
            parts = _joined(parts, theirs)
        return self._deserialize(parts)

    @classmethod
    def _deserialize(cls, parts: Any) -> Any:
        """The spec that `_serialize` described."""
        return cls(*parts)

    def most_specific_compatible_type(self, other: Any) -> Any:
        """The narrowest spec that allows this one and the other.

        Raises:
          ValueError: if there is none.
        """
        found = self.most_specific_common_supertype([other])
        if found is None:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return found

    def _with_tensor_ranks_only(self) -> Any:
        """The spec of all values whose tensors have these ranks, of any sizes."""
        return self._deserialize(_of_any_sizes(self._serialize()))

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a value's spec, or another spec, is of this class and compatible."""
        other = spec_or_value
        if not isinstance(other, TypeSpec):
            other = getattr(other, "_type_spec", None)
        return type(self) is type(other) and _agree(
            self._serialize(), other._serialize(), _are_compatible
        )

    # --- specs and values

    def flatten(self) -> list[Any]:
        """The specs of the tensors that a value is made of."""
        specs = flatten(self._component_specs, composites=False)
        return [each for spec in specs for each in spec.flatten()]

    def to_tensors(self, value: Any) -> list[Any]:
        """The tensors that a value is made of, as many as `flatten` has specs."""
        specs = flatten(self._component_specs, composites=False)
        parts = flatten(self._to_components(value), composites=False)
        return [
            tensor
            for spec, part in zip(specs, parts)
            for tensor in spec.to_tensors(part)
        ]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """The value that is made of the next tensors of an iterator."""
        nested = self._component_specs
        specs = flatten(nested, composites=False)
        parts = [spec.from_tensors(tensors) for spec in specs]
        return self._from_components(pack(nested, parts, composites=False))

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """A value of new inputs of the graph that is being traced."""
        nested = self._component_specs
        parts = [
            each.placeholder_value(placeholder_context)
            for each in flatten(nested, composites=False)
        ]
        return self._from_components(pack(nested, parts, composites=False))

    def cast(self, value: Any, casting_context: Any) -> Any:
        """The value, if it is of this spec.

        Raises:
          TypeError: if it is of another.
        """
        if not self.is_compatible_with(value):
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        return value

    def __tf_tracing_type__(self, context: Any) -> Any:
        return self

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _agree(
            self._serialize(), other._serialize(), _are_equal
        )

    def __hash__(self) -> int:
        return hash((type(self), repr(self._serialize())))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._serialize()))})"


class CompositeSpec(TypeSpec):
    """The spec of a composite tensor, such as a ragged or a sparse tensor.

    In nested structures it counts as a structure of the specs of its components, as the
    composite counts as a structure of its components.
    """

    __tf_components__ = True

    def components(self) -> list[Any]:
        """The specs of the tensors that the value is made of."""
        raise NotImplementedError(f"{type(self).__name__} does not define components.")

    def with_components(self, components: Any) -> Any:
        """The value of these tensors; this spec, if they are specs themselves."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define with_components."
        )

    @property
    def _component_specs(self) -> Any:
        return self.components()

    def _to_components(self, value: Any) -> Any:
        return value.components()

    def _from_components(self, components: Any) -> Any:
        return self.with_components(components)


def tail_of(shape: Shape) -> Shape:
    """The shape of the rows of a tensor.

    Raises:
      ValueError: for a scalar.
    """
    if shape.rank == 0:
        raise ValueError("Unbatching a tensor is only supported for rank >= 1")
    return shape if shape.rank is None else shape[1:]


def _agree(first: Any, second: Any, agree: Callable[[Any, Any], bool]) -> bool:
    """Whether two nests are alike and each two parts agree."""
    if isinstance(first, (list, tuple)):
        return (
            isinstance(second, (list, tuple))
            and len(first) == len(second)
            and all(_agree(a, b, agree) for a, b in zip(first, second))
        )
    if isinstance(first, Mapping):
        return (
            isinstance(second, Mapping)
            and set(first) == set(second)
            and all(_agree(first[key], second[key], agree) for key in first)
        )
    return agree(first, second)


def _joined(first: Any, second: Any) -> Any:
    if isinstance(first, (list, tuple)):
        return type(first)(map(_joined, first, second))
    if isinstance(first, Mapping):
        return {key: _joined(first[key], second[key]) for key in first}
    if isinstance(first, (Shape, TypeSpec)):
        return first.most_specific_common_supertype([second])
    return first


def _of_any_sizes(part: Any) -> Any:
    if isinstance(part, (list, tuple)):
        return type(part)(map(_of_any_sizes, part))
    if isinstance(part, Mapping):
        return {key: _of_any_sizes(each) for key, each in part.items()}
    if isinstance(part, TypeSpec):
        return part._with_tensor_ranks_only()
    if isinstance(part, Shape) and part.rank is not None:
        return Shape([None] * part.rank)
    return part


def _is_narrower(first: Any, second: Any) -> bool:
    if isinstance(first, Shape):
        return isinstance(second, Shape) and first.is_subtype_of(second)
    if isinstance(first, TypeSpec):
        return first.is_subtype_of(second)
    return bool(first == second)


def _are_joinable(first: Any, second: Any) -> bool:
    if isinstance(first, Shape):
        return isinstance(second, Shape)
    if isinstance(first, TypeSpec):
        return first.most_specific_common_supertype([second]) is not None
    return bool(first == second)


def _are_compatible(first: Any, second: Any) -> bool:
    if isinstance(first, Shape):
        return isinstance(second, Shape) and first.is_compatible_with(second)
    if isinstance(first, TypeSpec):
        return first.is_compatible_with(second)
    return bool(first == second)


def _are_equal(first: Any, second: Any) -> bool:
    return bool(first == second)
