"""``tf.types``: the classes by which types of arguments are described."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Protocol, runtime_checkable

from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.function import Function
from runtime.signatures.signature_text import FunctionType


class TraceType:
    """A base class for the types that ``__tf_tracing_type__`` of a class returns.

    Arguments of equal types, or of a type that is a subtype of another's, share a
    trace. Subclasses also define ``__eq__`` and ``__hash__``. They may define
    ``placeholder_value(context)``: what the traced function is given for the value,
    which is the value itself otherwise.

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

    def is_subtype_of(self, other: TraceType) -> bool:
        """Whether a trace for the other serves values of this type."""
        raise NotImplementedError(self._missing("is_subtype_of"))

    def most_specific_common_supertype(
        self, others: Sequence[TraceType]
    ) -> TraceType | None:
        """The narrowest type that holds this one and the others, or None."""
        raise NotImplementedError(self._missing("most_specific_common_supertype"))

    def _missing(self, name: str) -> str:
        return f"{type(self).__name__} must define {name}."


@runtime_checkable
class SupportsTracingProtocol(Protocol):
    """An object that says itself what a trace depends on in it."""

    def __tf_tracing_type__(self, context: Any) -> Any:
        """The ``TraceType``."""


experimental: Any = SimpleNamespace(
    ConcreteFunction=ConcreteFunction,
    FunctionType=FunctionType,
    GenericFunction=Function,
    PolymorphicFunction=Function,
    SupportsTracingProtocol=SupportsTracingProtocol,
    TensorLike=Any,
    TraceType=TraceType,
)
