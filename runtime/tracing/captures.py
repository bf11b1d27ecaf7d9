"""Captures: placeholders and constants for tensors from outside the trace."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final

from graphir import dtypes
from graphir.attributes import TensorValue
from runtime.errors import InaccessibleTensorError
from runtime.tensors.claiming import ClaimsOps
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from runtime.tracing.graph_trace import GraphTrace

SMALL_CONSTANT: Final = 128
"""Eager tensors of at most this many elements are copied into the graph."""

_NEXT_NUMBER: Final = itertools.count(1)


def next_number() -> int:
    """A number that is unique among function names of this process."""
    return next(_NEXT_NUMBER)


def handle_data_of(tensor: Tensor) -> Any:
    """Static dtype and shape of the values behind a resource, eager or symbolic."""
    owner = tensor.value if isinstance(tensor, SymbolicTensor) else tensor
    return getattr(owner, "handle_data", ())


def _is_small(tensor: Any) -> bool:
    if tensor.dtype is dtypes.resource or tensor.dtype is dtypes.variant:
        return False
    if isinstance(tensor, ClaimsOps):
        return False  # what it is would be lost with a constant
    if tensor.dtype is dtypes.string and hasattr(tensor, "is_kept_outside"):
        return False  # the path of a file that goes with a model
    return int(getattr(tensor._array, "size", 1)) <= SMALL_CONSTANT


class Captures:
    """The inputs of a trace: its arguments, and tensors captured from outside."""

    def __init__(self, trace: GraphTrace) -> None:
        self._trace = trace
        self.arguments: list[SymbolicTensor] = []
        """The placeholders of a function's arguments, in order."""
        self.by_key: dict[int, tuple[Tensor, SymbolicTensor]] = {}
        """Each captured tensor with its placeholder."""
        self._constants: dict[int, tuple[Tensor, SymbolicTensor]] = {}

    def capture(self, tensor: Tensor, name: str | None = None) -> SymbolicTensor:
        """The tensor of this trace for a captured tensor from outside.

        Raises:
          InaccessibleTensorError: for a tensor of a trace that does not enclose this
            trace.
        """
        if isinstance(tensor, SymbolicTensor):
            if tensor.graph_trace is self._trace:
                return tensor
            self._check_in_scope(tensor)
            key = id(tensor.value)
            name = tensor.value.node.name
        else:
            key = id(tensor)
            if not self._trace.is_branch and _is_small(tensor):
                return self.constant_of(tensor, name)
        found = self.by_key.get(key)
        if found is None:
            found = tensor, self._captured(tensor, name or str(next_number()))
            self.by_key[key] = found
        return found[1]

    def _captured(self, tensor: Tensor, name: str) -> SymbolicTensor:
        is_copied = isinstance(tensor, EagerTensor) and _is_small(tensor)
        shape = tensor.shape
        inside = self._trace.placeholder(
            name, tensor.dtype, shape, None if is_copied else name
        )
        inside.value.handle_data = handle_data_of(tensor)
        return inside

    def constant_of(self, tensor: Any, name: str | None) -> SymbolicTensor:
        """A constant with the value of a tensor of no graph."""
        found = self._constants.get(id(tensor))
        if found is None:
            value = TensorValue(tensor._array, tensor.dtype)
            found = tensor, self._trace.constant(value, name or "Const")
            self._constants[id(tensor)] = found
        return found[1]

    def _check_in_scope(self, tensor: SymbolicTensor) -> None:
        trace = self._trace.outer
        while trace is not None:
            if trace is tensor.graph_trace:
                return
            trace = trace.outer
        raise InaccessibleTensorError(tensor.out_of_scope())

    def pairs(self) -> list[tuple[Any, SymbolicTensor]]:
        """Pairs of a captured tensor and its placeholder."""
        return list(self.by_key.values())

    def put_last(self) -> None:
        """Orders the inputs: arguments first; a variable passed is no capture."""
        passed = {id(inside) for inside in self.arguments}
        self.by_key = {
            key: pair for key, pair in self.by_key.items() if id(pair[1]) not in passed
        }
        inside = [*self.arguments, *(each for _, each in self.by_key.values())]
        self._trace.graph.inputs = [each.value for each in inside]


__all__ = ["Captures", "handle_data_of", "next_number"]
