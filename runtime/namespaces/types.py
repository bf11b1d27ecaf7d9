"""``tf.types``: classes for type annotations of arguments."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Protocol, runtime_checkable

from runtime.functions.atomic_function import AtomicFunction
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.function import Function
from runtime.signatures.signature_text import FunctionType
from runtime.tensors.type_spec import TraceType


@runtime_checkable
class SupportsTracingProtocol(Protocol):
    """An object that defines its own trace type."""

    def __tf_tracing_type__(self, context: Any) -> Any:
        """The ``TraceType``."""


class Callable(ABC):
    """The common base class of functions under ``tf.function`` and their traces.

    >>> isinstance(tf.function(lambda x: x), tf.types.experimental.Callable)
    True
    """

    @abstractmethod
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the function."""


for _kind in (AtomicFunction, ConcreteFunction, Function):
    Callable.register(_kind)


TensorLike: Any = Any
"""Values that can be converted to a tensor; an alias of ``Any``."""

__all__ = [
    "AtomicFunction",
    "Callable",
    "ConcreteFunction",
    "Function",
    "FunctionType",
    "SupportsTracingProtocol",
    "TensorLike",
    "TraceType",
]
