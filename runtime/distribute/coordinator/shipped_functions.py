"""Traced functions as messages, and their inputs as a worker is told of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphir import dtypes
from graphir.graph import Graph
from graphir.ops.contract.registry import op_has
from runtime.distribute.coordinator.remote_storage import RemoteStorage
from runtime.distribute.coordinator.remote_values import PerWorkerIterator
from runtime.distribute.coordinator.worker_context import WORKER_INDEX
from runtime.errors import FailedPreconditionError, UnimplementedError
from runtime.functions.concrete_function import ConcreteFunction
from runtime.stateful_kernels.variables import VariableStorage
from runtime.tensors.structure import map_structure
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor, wrap
from runtime.tensors.tensor_spec import TensorSpec


class ShippedFunction:
    """A traced function that any worker can be sent, once.

    Raises:
      UnimplementedError: for one that calls Python functions.
    """

    def __init__(self, concrete: ConcreteFunction) -> None:
        self.concrete = concrete
        self.name = concrete.name
        graph = concrete.trace.graph
        _refuse_python(graph)
        self.body: dict[str, Any] = {
            "function": self.name,
            "inputs": [each.name for each in graph.inputs],
            "outputs": [each.name for each in graph.outputs],
            "effects": [each.name for each in graph.control_outputs],
        }
        message: bytes = graph.as_graph_def().SerializeToString()
        self.message = message

    def flat_inputs(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> list[EagerTensor]:
        """The tensors that the function takes for arguments, captures included."""
        given = self.concrete._matcher.match(tuple(args), dict(kwargs))
        return [*given, *self.concrete.captured_inputs]  # type: ignore[list-item]

    def result(self, arrays: Sequence[Any]) -> Any:
        """The structure that the function returns, of the arrays of a worker."""
        outputs = self.concrete.trace.graph.outputs
        flat = [wrap(array, value.dtype) for array, value in zip(arrays, outputs)]
        if isinstance(self.concrete.result_tensors, SymbolicTensor):
            return flat[0]
        return self.concrete.packed(flat)


def _refuse_python(graph: Graph) -> None:
    bodies = [graph, *(each.body for each in graph.functions.values())]
    for node in (node for body in bodies for node in body):
        if op_has(node.op, "calls_python"):
            raise UnimplementedError(
                f"{node.name} calls a Python function of this process, which workers "
                "do not have: functions that are scheduled must be made of ops alone."
            )


class Inputs:
    """The inputs of one run: arrays, and the names of what workers and servers have."""

    def __init__(self, worker: int, iterators: Mapping[int, PerWorkerIterator]) -> None:
        self.places: list[dict[str, Any] | None] = []
        """For each input None for the next array, or what it is called."""
        self.arrays: list[Any] = []
        self._worker, self._iterators = worker, iterators

    def add(self, tensor: EagerTensor) -> None:
        """Adds an input.

        Raises:
          FailedPreconditionError: for a resource that only this process has.
        """
        if not tensor.dtype.has_numpy:
            self.places.append(self._resource(tensor))
            return
        self.places.append(None)
        self.arrays.append(tensor._array)

    def _resource(self, tensor: EagerTensor) -> dict[str, Any]:
        held = tensor._array
        if held is WORKER_INDEX:
            return {"worker_index": self._worker}
        if isinstance(held, RemoteStorage):
            return held.description()
        iterator = self._iterators.get(id(held))
        if iterator is not None:
            return {"iterator": iterator.key}
        if isinstance(held, VariableStorage):
            raise FailedPreconditionError(
                f"Variable {held.name!r} is in the coordinator's process, which "
                "workers do not reach: make it under the strategy's scope."
            )
        kind = "resource" if tensor.dtype is dtypes.resource else tensor.dtype.name
        raise FailedPreconditionError(
            f"A scheduled function uses a {kind} of the coordinator's process "
            f"({type(held).__name__}), which workers do not reach."
        )


def result_specs(concrete: ConcreteFunction) -> Any:
    """The specs of the results, nested as they are; for traces that take them."""

    def spec(leaf: Any) -> Any:
        if isinstance(leaf, SymbolicTensor):
            return TensorSpec(leaf.shape, leaf.dtype)
        return leaf

    return map_structure(spec, concrete.structured_outputs)


__all__ = ["Inputs", "ShippedFunction", "result_specs"]
