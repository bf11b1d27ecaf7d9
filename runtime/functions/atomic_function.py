"""AtomicFunction: a concrete function's graph, called with explicit captures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import flatten
from runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from runtime.functions.concrete_function import ConcreteFunction
    from runtime.signatures.signature_text import FunctionType
    from runtime.tracing.graphs import Graph


class AtomicFunction:
    """The callable graph of a concrete function, with captures as explicit inputs.

    >>> double = tf.function(lambda x: x + x)
    >>> atomic = double.get_concrete_function(tf.constant(1)).inference_fn
    >>> [result.numpy().item() for result in atomic.call_flat(tf.constant(4))]
    [8]

    Raises:
      ValueError: for a call without the captured tensors.
    """

    __autograph_call_as_is__ = True

    def __init__(self, concrete: ConcreteFunction) -> None:
        self._concrete = concrete

    @property
    def name(self) -> bytes:
        """The name in libraries of functions."""
        return self._concrete.name.encode()

    @property
    def graph(self) -> Graph:
        """The graph as it was traced."""
        return self._concrete.graph

    @property
    def function_type(self) -> FunctionType:
        """Parameters, result and captures."""
        return self._concrete.function_type

    @property
    def definition(self) -> Any:
        """The graph as a ``FunctionDef`` message."""
        return self._concrete.function_def

    cached_definition = definition

    @property
    def attributes(self) -> dict[str, Any]:
        """The attributes of the definition."""
        return dict(self.definition.attr)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._concrete.captured_inputs:
            raise ValueError(
                "The FunctionType defines captured inputs. Use call_with_captures "
                "instead."
            )
        return self._concrete(*args, **kwargs)

    def call_with_captures(
        self, args: Sequence[Any], kwargs: Mapping[str, Any], captures: Sequence[Any]
    ) -> Any:
        """Calls the function with structured arguments and with captures."""
        return self.call_preflattened([*flatten([args, dict(kwargs)]), *captures])

    def call_preflattened(self, args: Sequence[Any]) -> Any:
        """Calls the function with the graph's flat inputs; the results are nested.

        Raises:
          ValueError: for another number of inputs.
        """
        count = len(self._concrete.inputs)
        if len(args) != count:
            raise ValueError(
                f"Signature specifies {count} arguments, got: {len(args)}. Expected "
                f"inputs: {self._concrete.inputs}. Received inputs: {args}."
            )
        own = count - len(self._concrete.captured_inputs)
        tensors: list[Tensor] = [convert_to_tensor(each) for each in args]
        return self._concrete.call_with_captures(tensors[:own], tensors[own:])

    def call_flat(self, *args: Any) -> list[Any]:
        """The results for the inputs of the graph, in a list."""
        found = self.call_preflattened(args)
        return [each for each in flatten(found) if isinstance(each, Tensor)]

    def __repr__(self) -> str:
        return f"<AtomicFunction> {self._concrete.name}{self.function_type}"
