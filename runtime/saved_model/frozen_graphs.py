"""Graphs of programs, with variables as constants; SavedModels of changed graphs."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import chain, count
from typing import Any, Final

from graphir.builder import GraphBuilder
from graphir.editing.freezing import freeze
from graphir.editing.replacing import rename
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Node
from graphir.wire.graphdef import to_graph_def
from runtime.compat.v1.wrapping import wrap_function
from runtime.functions.decorator import function
from runtime.functions.graph_import import import_graph_def
from runtime.saved_model.function_specs import keyword_name
from runtime.saved_model.loading import load
from runtime.saved_model.options import SaveOptions
from runtime.saved_model.saving import save
from runtime.tensors.tensor_spec import TensorSpec
from runtime.variables.module import Module

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


def save_frozen_graph(graph: Graph, folder: str | os.PathLike[str]) -> None:
    """Writes a graph without variables as the folder of a SavedModel.

    Its signature ``serving_default`` takes the inputs of the graph and gives its
    results, both by the names of their nodes; nodes keep names and source lines.

    >>> import os, tempfile, graphir
    >>> from runtime.saved_model.frozen_graphs import save_frozen_graph
    >>> build = graphir.GraphBuilder("twice")
    >>> x = build.input("x", "float32", [None])
    >>> build.output(build.op.AddV2(x, x, name="y"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_frozen_graph(build.graph, os.path.join(folder, "model"))
    ...     loaded = tf.saved_model.load(os.path.join(folder, "model"))
    ...     print(loaded.signatures["serving_default"](x=tf.constant([1.0, 2.0])))
    {'y': <tf.Tensor: shape=(2,), dtype=float32, numpy=array([2., 4.], dtype=float32)>}

    Raises:
      InvalidGraphError: if the graph has variables, or gives no result, or if two of
        its inputs have one name as parameters, such as ``a/b`` and ``a_b``.
    """
    frozen = freeze(graph, {})
    if not frozen.outputs:
        raise InvalidGraphError("The graph gives no result: a signature needs one.")
    _check_inputs(frozen)
    results = _results(frozen)
    message = to_graph_def(frozen, with_origins=True)
    whole = wrap_function(lambda: import_graph_def(message, name=""), [], "call")
    feeds = [f"{value.node.name}:{value.index}" for value in frozen.inputs]
    module: Any = Module()
    module.call = whole.prune(feeds, results)
    save(module, os.fspath(folder), module.call, SaveOptions(save_debug_info=True))


def _check_inputs(graph: Graph) -> None:
    """Refuses inputs that a function cannot tell apart."""
    found: dict[str, str] = {}
    for value in graph.inputs:
        key = value.node.name
        other = found.setdefault(keyword_name(key), key)
        if other != key:
            raise InvalidGraphError(
                f"The inputs {other!r} and {key!r} have one name as parameters, "
                f"{keyword_name(key)!r}: rename one of them."
            )


def save_with_graph(
    model: Any, concrete: Any, graph: Graph, folder: str | os.PathLike[str]
) -> None:
    """Writes a loaded model whose function has another graph with the same ends.

    Variables, tables, assets, the other functions and all signatures stay as they are.
    The loaded model itself then has the new graph too.

    Args:
      model: what `tf.saved_model.load` returned.
      concrete: one of its signatures or concrete functions.
      graph: a graph with the inputs and outputs of the function's own graph, as a copy
        of ``concrete.graph.ir`` that was optimized.
      folder: the folder to write.

    >>> import os, tempfile, graphir
    >>> from runtime.saved_model.frozen_graphs import save_with_graph
    >>> class Adder(tf.Module):
    ...     @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    ...     def add(self, x):
    ...         return x + (2.0 * tf.constant(3.0))
    >>> folder = tempfile.mkdtemp()
    >>> tf.saved_model.save(Adder(), os.path.join(folder, "before"))
    >>> loaded = tf.saved_model.load(os.path.join(folder, "before"))
    >>> function = loaded.signatures["serving_default"]
    >>> graph = function.graph.ir.copy()
    >>> _ = graphir.optimize_graph(graph)
    >>> save_with_graph(loaded, function, graph, os.path.join(folder, "after"))
    >>> after = tf.saved_model.load(os.path.join(folder, "after"))
    >>> after.signatures["serving_default"](x=tf.constant(1.0))["output_0"].numpy()
    np.float32(7.0)

    Raises:
      InvalidGraphError: for a graph with other inputs or outputs.
      PermissionDeniedError, ResourceExhaustedError: if it cannot be written.
    """
    before = concrete.trace.graph
    for kind in ("inputs", "outputs"):
        old, new = (
            [(value.dtype, value.shape) for value in getattr(each, kind)]
            for each in (before, graph)
        )
        if len(old) != len(new) or not all(map(_fits, old, new)):
            raise InvalidGraphError(
                f"The graph has the {kind} {new}, and those of the function are {old}."
            )
    graph.name = before.name
    concrete.trace.graph = graph
    options = SaveOptions(save_debug_info=True)
    save(model, os.fspath(folder), dict(model.signatures), options)


def _fits(old: tuple[Any, Any], new: tuple[Any, Any]) -> bool:
    return old[0] is new[0] and old[1].is_compatible_with(new[1])


def _results(graph: Graph) -> dict[str, str]:
    """The names of results, and the tensors, which are there once all checks passed."""
    build, found = GraphBuilder(graph), {}
    for value in graph.outputs:
        name = value.name.replace(":", "_")
        copies = (f"{name}_{number}" for number in count(1))
        name = next(each for each in chain([name], copies) if each not in found)
        if graph.control_outputs or value.node.op == "Placeholder":
            value = build.node(
                "Identity",
                [value],
                name=f"{name}/result",
                control_inputs=graph.control_outputs,
                origin=value.node.origin,
            ).output
        found[name] = f"{value.node.name}:{value.index}"
    return found


def with_values(graph: Graph, concrete: Any) -> Graph:
    """A graph with the inputs of a concrete function, what it captures as constants.

    Raises:
      InvalidGraphError: for a captured object that is neither variable nor tensor.
    """
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


def _frozen(concrete: Any) -> Graph:
    return with_values(concrete.graph.ir.copy(), concrete)


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
        return concrete_model(target, args)
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


def concrete_model(model: Any, args: Sequence[Any] = ()) -> Any:
    """The call of a Keras model as it predicts, traced for its inputs.

    ``args`` are specs in place of the model's own inputs.
    """
    specs = tuple(args) or tuple(
        TensorSpec(each.shape, each.dtype, name=each.name.replace(":", "_"))
        for each in model.inputs
    )

    def call(*tensors: Any) -> Any:
        given = tensors[0] if len(tensors) == 1 else list(tensors)
        return model(given, training=False)

    return function(call, autograph=False).get_concrete_function(*specs)


__all__ = [
    "concrete_model",
    "frozen_graph",
    "save_frozen_graph",
    "save_with_graph",
    "with_values",
]
