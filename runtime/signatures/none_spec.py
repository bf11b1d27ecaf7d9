"""NoneTensorSpec: the type spec of None."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.signatures.trace_types import Literal
from runtime.tensors.type_spec import CompositeSpec


class NoneTensorSpec(CompositeSpec):
    """The type spec of None.

    >>> tf.type_spec_from_value(None)
    NoneTensorSpec()
    >>> tf.NoneTensorSpec().is_compatible_with(None)
    True
    """

    @property
    def value_type(self) -> type:
        """The class of None."""
        return type(None)

    @staticmethod
    def from_value(value: None) -> NoneTensorSpec:
        """The spec of None."""
        return NoneTensorSpec()

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether the argument is None or a NoneTensorSpec."""
        return spec_or_value is None or isinstance(spec_or_value, NoneTensorSpec)

    def __tf_tracing_type__(self, context: Any) -> Literal:
        return Literal(None)

    def components(self) -> list[Any]:
        """An empty list: None has no components."""
        return []

    def with_components(self, components: Sequence[Any]) -> None:
        """None."""

    def most_specific_compatible_shape(self, other: Any) -> NoneTensorSpec:
        """This spec.

        Raises:
          ValueError: for another one.
        """
        found: NoneTensorSpec = self.most_specific_compatible_type(other)
        return found

    def _serialize(self) -> tuple[Any, ...]:
        return ()

    def _to_components(self, value: None) -> list[Any]:
        return []
