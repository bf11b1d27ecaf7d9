"""Traced functions as messages, and their inputs as a worker is told of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from weakref import ref

import numpy as np

from graphir import dtypes
from graphir.graph import Graph
from graphir.ops.contract.registry import op_has
from runtime.distribute.coordinator.remote_storage import RemoteStorage
from runtime.distribute.coordinator.remote_values import PerWorkerIterator
from runtime.distribute.coordinator.worker_context import WORKER_INDEX
from runtime.errors import (
    DataLossError,
    FailedPreconditionError,
    UnimplementedError,
)
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
        # it is kept with the function, by which it is found: not longer than that
        self._concrete = ref(concrete)
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

    @property
    def concrete(self) -> ConcreteFunction:
        """The function; whoever runs it keeps it.

        Raises:
          ReferenceError: if it is gone.
        """
        found = self._concrete()
        if found is None:
            raise ReferenceError(f"{self.name} is gone.")
        return found

    def flat_inputs(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> list[EagerTensor]:
        """The tensors that the function takes for arguments, captures included.

        Raises:
          InvalidArgumentError: for an argument of another dtype or shape.
        """
        given = self.concrete.argument_tensors(args, kwargs)
        return [*given, *self.concrete.captured_inputs]  # type: ignore[list-item]

    def result(self, arrays: Sequence[Any]) -> Any:
        """The structure that the function returns, of the arrays of a worker.

        Raises:
          DataLossError: for arrays that are no results of the function.
        """
        outputs = self.concrete.trace.graph.outputs
        kinds = [dtypes.of_array(np.asarray(each)) for each in arrays]
        if kinds != [each.dtype for each in outputs]:
            raise DataLossError(
                f"{self.name} has results {_names(each.dtype for each in outputs)}, "
                f"and a worker sent {_names(kinds)}."
            )
        flat = [wrap(array, kind) for array, kind in zip(arrays, kinds)]
        if isinstance(self.concrete.result_tensors, SymbolicTensor):
            return flat[0]
        return self.concrete.packed(flat)


def _names(kinds: Iterable[dtypes.DType]) -> list[str]:
    return [each.name for each in kinds]


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
