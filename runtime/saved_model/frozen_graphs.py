"""Programs as graphs of their own: variables and captures as constants."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any, Final

from graphir.editing.freezing import freeze
from graphir.editing.replacing import rename
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Node
from runtime.functions.decorator import function
from runtime.saved_model.loading import load
from runtime.tensors.tensor_spec import TensorSpec

_NOT_OF_NODES: Final = re.compile(r"[^A-Za-z0-9_.\\/>-]")


def frozen_graph(target: Any, args: Sequence[Any] = ()) -> Graph:
    """The graph of a program, with its variables as they are now.

    ``target`` is a concrete function, a function under ``tf.function``, a Keras model,
    a plain function, or the folder of a SavedModel, of which the signature
    ``serving_default`` is used, or the first signature if there is no such name.

    Raises:
      TypeError: if it is none of these.
      InvalidGraphError: if it captures an object that is neither variable nor tensor.
    """
    if isinstance(target, (str, os.PathLike)):
        loaded: Any = load(os.fspath(target))  # it keeps the variables alive
        return _frozen(_signature(loaded, target))
    return _frozen(_concrete(target, tuple(args)))


def _frozen(concrete: Any) -> Graph:
    graph = concrete.graph.ir.copy()
    outside = concrete.captured_inputs
    handles = {id(each.handle): each for each in concrete.variables}
    values = {}
    for value, tensor in zip(graph.inputs[len(graph.inputs) - len(outside) :], outside):
        source = handles.get(id(tensor), tensor)
        if not source.dtype.base_dtype.has_numpy:
            raise InvalidGraphError(
                f"%{value.name} is captured and no variable: it cannot be frozen."
            )
        if source is not tensor:
            _name_after(graph, value.node, source)
        values[value.node.name] = source.numpy()
    return freeze(graph, values)


def _name_after(graph: Graph, node: Node, variable: Any) -> None:
    """Gives the input for a variable the variable's name, if it is free."""
    name = _NOT_OF_NODES.sub("_", variable.name.partition(":")[0]).lstrip("_")
    if name and name not in graph:
        rename(graph, {node.name: name})


def _concrete(target: Any, args: tuple[Any, ...]) -> Any:
    if hasattr(target, "captured_inputs") and hasattr(target, "graph"):
        return target
    if hasattr(target, "get_concrete_function"):
        return target.get_concrete_function(*args)
    if not callable(target):
        raise TypeError(f"{target!r} is no function, model or graph.")
    if hasattr(target, "layers") and hasattr(target, "inputs"):
        return _model(target, args)
    return function(target).get_concrete_function(*args)


def _signature(loaded: Any, path: str | os.PathLike[str]) -> Any:
    signatures = loaded.signatures
    name = (
        "serving_default"
        if "serving_default" in signatures
        else next(iter(signatures), None)
    )
    if name is None:
        raise TypeError(f"{path}: the SavedModel has no signature.")
    return signatures[name]


def _model(model: Any, args: tuple[Any, ...]) -> Any:
    specs = args or tuple(
        TensorSpec(each.shape, each.dtype, name=each.name.replace(":", "_"))
        for each in model.inputs
    )

    def call(*tensors: Any) -> Any:
        given = tensors[0] if len(tensors) == 1 else list(tensors)
        return model(given, training=False)

    return function(call, autograph=False).get_concrete_function(*specs)


__all__ = ["frozen_graph"]
