"""What all graphs of a model that is written share: names, constants, functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.dtypes import DType
from graphir.onnx.contract.elements import tensor_proto_of
from graphir.onnx.contract.kinds import Kinds
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
        self.keeps_calls = keeps_calls
        """Whether calls stay calls, of functions of the model."""
        self.written: dict[str, Any] = {}
        """Functions of the model by name; None for one whose calls are inlined."""
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
        if self._weights is not None and self._weights.takes(array, dtype):
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
