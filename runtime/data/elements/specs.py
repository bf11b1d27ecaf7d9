"""Specs of elements other than tensors: None, datasets, optionals, iterators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from graphir.dtypes import variant
from graphir.shapes import Shape, as_shape
from runtime.signatures.none_spec import NoneTensorSpec
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor_spec import TensorSpec
from runtime.tensors.type_spec import TypeSpec


class Nesting:
    """Comparison of specs inside of specs, and the types of values they describe.

    ``elements.structures`` sets the functions, classes add themselves to
    ``value_types``.
    """

    are_compatible: Callable[[Any, Any], bool]
    is_subtype: Callable[[Any, Any], bool]
    common_spec: Callable[[Any, Any], Any]

    def __init__(self) -> None:
        self.value_types: dict[type, type] = {}


NESTING = Nesting()


class NestedSpec:
    """The spec of something that holds elements: a dataset, optional, iterator."""

    __slots__ = ("__weakref__", "_element_spec")

    def __init__(self, element_spec: Any) -> None:
        self._element_spec = element_spec

    @property
    def element_spec(self) -> Any:
        """The spec of the elements inside."""
        return self._element_spec

    def flatten(self) -> list[Any]:
        """The spec of the variant that stands for a value in graphs."""
        return [TensorSpec([], variant)]

    def to_tensors(self, value: Any) -> list[Any]:
        """The variant that stands for a value in graphs."""
        parts: list[Any] = value.components()
        return parts

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """The value for which the next tensor of an iterator stands."""
        return NESTING.value_types[type(self)](next(tensors), self._element_spec)

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """A value of a new input of the graph that is being traced."""
        inputs = (
            each.placeholder_value(placeholder_context) for each in self.flatten()
        )
        return self.from_tensors(inputs)

    def cast(self, value: TensorLike, casting_context: Any) -> Any:
        """The value, if it is of this spec.

        Raises:
          TypeError: for a value of another spec.
        """
        if not self.is_compatible_with(value):
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        return value

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a value, or the values of a spec, may be of this spec."""
        if not hasattr(spec_or_value, "element_spec"):
            return False
        theirs = spec_or_value.element_spec
        return NESTING.are_compatible(self._element_spec, theirs)

    def is_subtype_of(self, other: Any) -> bool:
        """Whether the other spec allows all that this one does."""
        return type(self) is type(other) and NESTING.is_subtype(
            self._element_spec, other.element_spec
        )

    def most_specific_common_supertype(self, others: Iterable[Any]) -> Any:
        """The narrowest spec that allows this one and the others, or None."""
        spec = self._element_spec
        for other in others:
            if type(other) is not type(self):
                return None
            if other.element_spec == spec:
                continue
            spec = NESTING.common_spec(spec, other.element_spec)
            if spec is None:
                return None
        return type(self)(spec)

    def most_specific_compatible_type(self, other: Any) -> Any:
        """The narrowest spec that allows this one and the other.

        Raises:
          ValueError: if no spec allows both.
        """
        found = self.most_specific_common_supertype([other])
        if found is None:
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return found

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._element_spec == getattr(
            other, "_element_spec", None
        )

    def __hash__(self) -> int:
        return hash((type(self), repr(self._element_spec)))


class DatasetSpec(NestedSpec):
    """The spec of a dataset, by the spec of its elements.

    >>> tf.data.DatasetSpec.from_value(tf.data.Dataset.range(3))
    DatasetSpec(TensorSpec(shape=(), dtype=tf.int64, name=None), TensorShape([]))
    """

    __slots__ = ("_dataset_shape",)

    def __init__(self, element_spec: Any, dataset_shape: Any = ()) -> None:
        super().__init__(element_spec)
        self._dataset_shape: Shape = as_shape(dataset_shape)

    @property
    def value_type(self) -> type:
        """The class of the described values."""
        return NESTING.value_types[type(self)]

    @classmethod
    def from_value(cls, value: Any) -> DatasetSpec:
        """The spec of a dataset."""
        return cls(value.element_spec, value.variant.shape)

    def _to_components(self, value: Any) -> Any:
        """The tensor that holds a dataset, which libraries look through for state."""
        return value._variant_tensor

    def most_specific_common_supertype(
        self, others: Iterable[Any]
    ) -> DatasetSpec | None:
        """The narrowest spec that allows this one and the others, or None."""
        others = list(others)
        found: DatasetSpec | None = super().most_specific_common_supertype(others)
        if found is not None:
            shapes = [other._dataset_shape for other in others]
            shape = self._dataset_shape.most_specific_common_supertype(shapes)
            found._dataset_shape = shape
        return found

    def __repr__(self) -> str:
        return f"DatasetSpec({self._element_spec!r}, {self._dataset_shape!r})"


class OptionalSpec(NestedSpec):
    """The spec of an optional, by the spec of its element.

    >>> tf.OptionalSpec(tf.TensorSpec([], tf.int32))
    OptionalSpec(TensorSpec(shape=(), dtype=tf.int32, name=None),)
    """

    __slots__ = ()

    @property
    def value_type(self) -> type:
        """The class of the described values."""
        return NESTING.value_types[type(self)]

    @staticmethod
    def from_value(value: Any) -> OptionalSpec:
        """The spec of an optional."""
        return OptionalSpec(value.element_spec)

    def __repr__(self) -> str:
        return f"OptionalSpec({self._element_spec!r},)"


class IteratorSpec(NestedSpec):
    """The spec of an iterator, by the spec of its elements.

    >>> tf.data.IteratorSpec(tf.TensorSpec([], tf.int64))
    IteratorSpec(TensorSpec(shape=(), dtype=tf.int64, name=None),)
    """

    __slots__ = ()

    @property
    def value_type(self) -> type:
        """The class of the described values."""
        return NESTING.value_types[type(self)]

    @classmethod
    def from_value(cls, value: Any) -> IteratorSpec:
        """The spec of an iterator."""
        return cls(value.element_spec)

    def __repr__(self) -> str:
        return f"IteratorSpec({self._element_spec!r},)"


for _spec in (DatasetSpec, OptionalSpec, IteratorSpec):
    TypeSpec.register(_spec)

__all__ = [
    "NESTING",
    "DatasetSpec",
    "IteratorSpec",
    "NestedSpec",
    "NoneTensorSpec",
    "OptionalSpec",
]
