"""CompositeTensor: the class that libraries pass to `isinstance`."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Sequence
from typing import Any, ClassVar

from runtime.tensors.structure import flatten, pack
from runtime.variables.resource import ResourceVariable


class SpecComposition:
    """The components of users' composite tensors, as the spec of each says."""

    @staticmethod
    def components(value: Any) -> list[Any]:
        """The tensors that a value is made of."""
        return flatten(value._type_spec._to_components(value), composites=False)

    @staticmethod
    def component_names(value: Any) -> tuple[Any, ...]:
        """The spec, which identifies each component."""
        return (value._type_spec,)

    @staticmethod
    def with_components(like: Any, parts: Sequence[Any]) -> Any:
        """The value of the same spec with these components."""
        spec = getattr(like, "_type_spec", like)
        nested = spec._component_specs
        return spec._from_components(pack(nested, list(parts), composites=False))

    @staticmethod
    def spec_of_components(like: Any, types: Sequence[Any]) -> Any:
        """The spec of the value."""
        return getattr(like, "_type_spec", like)


class CompositeTensor(metaclass=ABCMeta):
    """The class of ragged and sparse tensors, slices, datasets and extension types.

    >>> isinstance(tf.ragged.constant([[1], []]), tf.__internal__.CompositeTensor)
    True
    """

    __tf_components__: ClassVar[bool]
    __tf_composition__: ClassVar[Any]

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        cls.__tf_components__ = True
        cls.__tf_composition__ = SpecComposition

    @classmethod
    def __subclasshook__(cls, kind: type) -> Any:
        """Whether a class is composite although it does not derive from this one."""
        if cls is not CompositeTensor:
            return NotImplemented
        # TensorFlow counts variables among them: they are kept as a handle
        is_one = hasattr(kind, "__tf_components__") or issubclass(
            kind, ResourceVariable
        )
        return True if is_one else NotImplemented


__all__ = ["CompositeTensor"]
