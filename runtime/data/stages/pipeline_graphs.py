"""Conversion of pipelines to graphs, and of graph nodes to stages.

Passes and messages work on graphs, iterators on stages. Values that exist only in this
process (resources), and arrays too large to inspect, become inputs of the graph.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, count
from typing import Any, Final, NamedTuple

import numpy as np

from graphir import dtypes
from graphir.attributes import Attr, FunctionRef, TensorValue, with_function_names
from graphir.builder import GraphBuilder
from graphir.dtypes import DType
from graphir.errors import FailedPreconditionError, InvalidArgumentError
from graphir.function import Function, FunctionLibrary
from graphir.graph import Graph
from graphir.node import Value
from graphir.ops.contract.registry import lookup
from graphir.ops.datasets import queries
from graphir.shapes import SCALAR, Shape
from runtime.data.stages.buffering import MemoryCache
from runtime.data.stages.seeds import Dummy, SeedGenerator
from runtime.data.stages.stage import Stage
from runtime.executor import compile_graph
from runtime.executor.kernels.kernels import LinkedFunction
from runtime.executor.planning.call_graph import called_functions
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.stateful_kernels.confinement import confine_as

_LOOKED_INTO: Final = 64
"""Elements of an array that passes may want to see."""

RESULT: Final = "dataset"
"""The name of the node that stands for the pipeline, as in TensorFlow's messages."""


class PipelineGraph(NamedTuple):
    """A graph whose output is a dataset, and the values of its inputs."""

    graph: Graph
    values: list[Any]

    def stage(self) -> Stage:
        """The dataset that the graph makes."""
        program = compile_graph(self.graph, self.graph.inputs, self.graph.outputs)
        (made,) = program.run(*self.values)
        return made  # type: ignore[no-any-return]


def pipeline_graph(stage: Stage, is_whole: bool = False) -> PipelineGraph:
    """The nodes that make a dataset.

    A whole graph needs no inputs, as a message: every array is a constant, and seed
    generators are made anew from the seeds in the nodes.

    Raises:
      FailedPreconditionError: for a whole graph of a pipeline that uses a value of
        this process, such as a resource.
    """
    writer = _Writer(is_whole)
    writer.graph.outputs = [writer.stage(stage)]
    return PipelineGraph(writer.graph, writer.values)


class _Writer:
    def __init__(self, is_whole: bool) -> None:
        self.graph = Graph("pipeline")
        self.values: list[Any] = []
        self._build = GraphBuilder(self.graph)
        self._is_whole = is_whole
        self._made: dict[int, Value] = {}
        self._functions: dict[Graph, str] = {}
        """By the bodies of functions: the names of their copies in the graph."""

    def stage(self, stage: Stage) -> Value:
        """The graph value of a dataset, which has one node even if several read it."""
        found = self._made.get(id(stage))
        if found is None:
            inputs: list[Value] = []
            types = self._input_types(stage)
            for given in stage.inputs.values():
                for each in given if isinstance(given, list) else [given]:
                    inputs.append(self._value(each, types[len(inputs)], stage))
            attrs = {
                name: self._attribute(value) for name, value in stage.attrs.items()
            }
            made = self._build.node(stage.op, inputs, attrs, stage.op)
            found = self._made[id(stage)] = made.output
        return found

    def _input_types(self, stage: Stage) -> list[DType]:
        found: list[DType] = []
        for arg in lookup(stage.op).declared().inputs:
            given = stage.inputs[arg.name]
            if arg.is_type_list:
                found += stage.attrs[arg.type_name]
            else:
                dtype = arg.dtype or stage.attrs[arg.type_name]
                found += [dtype] * (len(given) if isinstance(given, list) else 1)
        return found

    def _value(self, value: Any, dtype: DType, stage: Stage) -> Value:
        if isinstance(value, Stage) and not value.is_of_process:
            return self.stage(value)
        if not dtype.has_numpy:
            return self._from_outside(value, dtype, stage)
        array = np.asarray(value, object if dtype is dtypes.string else None)
        if self._is_whole or array.size <= _LOOKED_INTO:
            constant = TensorValue(array, dtype)
            attrs = {"value": constant, "dtype": dtype}
            return self._build.node("Const", [], attrs, "Const").output
        return self._input(value, dtype)

    def _from_outside(self, value: Any, dtype: DType, stage: Stage) -> Value:
        if not self._is_whole:
            return self._input(value, dtype)
        for kind, op in _PLACEHOLDERS.items():
            if isinstance(value, kind):
                return self._build.node(op, []).output
        raise FailedPreconditionError(
            None,
            None,
            f"The pipeline cannot be written as a graph: {stage.op} holds a "
            f"{type(value).__name__} of this process.",
        )

    def _input(self, value: Any, dtype: DType) -> Value:
        found = self._made.get(id(value))
        if found is None:
            name = self.graph.unique_name("input")
            found = self.graph.add_input(name, dtype, SCALAR)
            if dtype.has_numpy:
                found.shape = Shape.of_ints(np.shape(value))
            self._made[id(value)] = found
            self.values.append(value)
        return found

    def _attribute(self, value: Attr) -> Attr:
        if isinstance(value, LinkedFunction):
            return self._function(value)
        if isinstance(value, list):
            return [self._attribute(each) for each in value]
        return value

    def _function(self, linked: LinkedFunction) -> FunctionRef:
        reached = _reached(linked)
        for function in reached:
            self._functions.setdefault(function.body, self._free_name(function.name))
        names = {each.name: self._functions[each.body] for each in reached}
        library = self.graph.functions
        for function in reached:
            name = names[function.name]
            if name not in library:
                library.add(_copied(function, name, names, library))
        found = with_function_names(linked.reference, names)
        assert isinstance(found, FunctionRef)
        return found

    def _free_name(self, base: str) -> str:
        taken = set(self._functions.values())
        numbered = (f"{base}_{number}" for number in count(1))
        return next(name for name in chain([base], numbered) if name not in taken)


def _reached(linked: LinkedFunction) -> list[Function]:
    """The function, and all that it calls."""
    found: dict[str, Function] = {}
    waiting = [linked.reference.name]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = linked.functions[name]
            for node in found[name].body:
                waiting += called_functions(node)
    return list(found.values())


def _copied(
    function: Function, name: str, names: Mapping[str, str], library: FunctionLibrary
) -> Function:
    """The function under a name of the library, whose functions it calls.

    A copy, since passes rewrite bodies, and others read the function that was given.
    """
    copy = function.copy(library)
    copy.name = copy.body.name = name
    for node in copy.body:
        for key, value in list(node.attrs.items()):
            changed = with_function_names(value, names)
            if changed is not value:
                node.attrs[key] = changed
    return copy


# --- messages


@kernel(queries.DatasetToGraph)
@kernel(queries.DatasetToGraphV2)
def serialized(dataset: Stage) -> bytes:
    """The message of a whole pipeline; the last node is called ``dataset``."""
    from graphir.wire.graphdef import to_graph_def

    graph = pipeline_graph(dataset, is_whole=True).graph
    attrs = {"T": dtypes.variant, "index": 0}
    graph.add_node("_Retval", graph.outputs, attrs, [], RESULT)
    message: bytes = to_graph_def(graph).SerializeToString()
    return message


@kernel_factory(queries.DatasetFromGraph)
def _from_graph(attrs: Mapping[str, Attr]) -> Any:
    def read(graph_def: Any) -> Stage:
        data: Any = graph_def
        if not isinstance(data, bytes):
            data = np.asarray(data)[()]
        return stage_of_message(data, attrs)

    return read


def stage_of_message(data: bytes, attrs: Mapping[str, Attr]) -> Stage:
    """The dataset of a message, with the permissions of the node that reads it.

    Raises:
      InvalidArgumentError: for bytes that are not a graph of a dataset.
    """
    graph = graph_of_message(data)
    confine_as(graph, attrs)
    results = [node for node in graph if node.op == "_Retval"]
    if len(results) != 1 or results[0].inputs[0].dtype is not dtypes.variant:
        raise InvalidArgumentError(
            None, None, "The graph has no node `_Retval` that returns one dataset."
        )
    graph.outputs = [results[0].inputs[0]]
    graph.remove_node(results[0])
    return PipelineGraph(graph, []).stage()


def graph_of_message(data: bytes) -> Graph:
    """The graph that a serialized ``GraphDef`` is.

    Raises:
      InvalidArgumentError: for other bytes.
    """
    from google.protobuf.message import DecodeError

    from graphir.wire import messages
    from graphir.wire.graphdef import from_graph_def

    message = messages.get("GraphDef")()
    try:
        message.ParseFromString(data)
    except DecodeError as error:
        raise InvalidArgumentError(
            None, None, f"These bytes are no GraphDef: {error}"
        ) from None
    for node in message.node:
        if node.op == "Const" and node.attr["dtype"].type == _RESOURCE:
            _leave_behind(node)
    return from_graph_def(message)


_PLACEHOLDERS: Final[Mapping[type, str]] = {
    SeedGenerator: "DummySeedGenerator",
    Dummy: "DummySeedGenerator",
    MemoryCache: "DummyMemoryCache",
}
"""The nodes in messages that have a dataset make its own resource."""

_RESOURCE: Final = 20
"""The number of the dtype in messages."""

_MADE_ANEW: Final = {"SeedGenerator": "DummySeedGenerator", "Cache": "DummyMemoryCache"}


def _leave_behind(node: Any) -> None:
    """Puts a node that has datasets make their own in place of another's resource."""
    handle = node.attr["value"].tensor.resource_handle_val
    kind = handle[0].maybe_type_name if handle else ""
    for part, op in _MADE_ANEW.items():
        if part in kind:
            node.op = op
            node.attr.clear()
            return
    raise InvalidArgumentError(
        None,
        None,
        f"Node {node.name!r} holds a resource of the process that wrote the graph"
        f"{f' ({kind})' if kind else ''}.",
    )


__all__ = ["PipelineGraph", "pipeline_graph", "serialized"]
