"""What all graphs of a model that is written share: names, constants, functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.dtypes import DType
from graphir.node import Node
from graphir.onnx.contract.elements import tensor_proto_of
from graphir.onnx.contract.kinds import Kinds
from graphir.onnx.contract.list_shapes import ListShapes
from graphir.onnx.contract.package import onnx_package
from graphir.onnx.contract.weights import WeightsFile


class Model:
    """The state that all graphs of a model share: names, initializers, the version."""

    def __init__(
        self,
        opset: int,
        functions: Any,
        keeps_calls: bool = False,
        weights: WeightsFile | None = None,
    ) -> None:
        self.opset = opset
        self.kinds = Kinds(opset)
        self.functions = functions
        self.lists = ListShapes(functions)
        self.keeps_calls = keeps_calls
        """Whether calls stay calls, of functions of the model."""
        self.written: dict[str, Any] = {}
        """Functions of the model by name; None for one whose calls are inlined."""
        self.has_weights_file = weights is not None
        self.initializers = Initializers(self, weights)
        self._taken: set[str] = set()

    def name(self, base: str) -> str:
        """A name that is not in use yet."""
        name, number = base, 0
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name


class Initializers:
    """The constants of a model; equal small arrays share one."""

    def __init__(self, model: Model, weights: WeightsFile | None = None) -> None:
        self.tensors: list[Any] = []
        self._model = model
        self._weights = weights
        self._known: dict[Any, str] = {}
        self._nodes: dict[Node, str] = {}
        self.has_weights = False
        """Whether there are constants that a file of weights would take."""

    def of_node(self, node: Node) -> str:
        """The name of a constant of the graph, also if many calls read it."""
        found = self._nodes.get(node)
        if found is None:
            tensor = node.attrs["value"]
            found = self.add(tensor.array, tensor.dtype, node.name)
            self._nodes[node] = found
        return found

    def add(self, array: Any, dtype: DType, name: str) -> str:
        """The name of a constant."""
        array = np.asarray(array)
        key = None
        if array.nbytes <= 1024 and array.dtype != object:
            key = dtype.name, array.shape, array.tobytes()
            if key in self._known:
                return self._known[key]
        made = self._model.name(name)
        self._model.kinds.note(made, dtype)
        is_weight = WeightsFile.takes(array, dtype)
        self.has_weights = self.has_weights or is_weight
        if self._weights is not None and is_weight:
            self.tensors.append(self._weights.tensor(array, made, dtype))
        else:
            self.tensors.append(tensor_proto_of(array, made, dtype))
        if key is not None:
            self._known[key] = made
        return made

    def as_nodes(self) -> list[Any]:
        """Nodes that give the constants, for a function, which has no initializers."""
        make = onnx_package().helper.make_node
        return [make("Constant", [], [x.name], value=x) for x in self.tensors]
