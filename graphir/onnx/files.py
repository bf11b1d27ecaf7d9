"""`export`: a graph as an ONNX model."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from graphir.analysis.order import topological_order
from graphir.attachments import Attached
from graphir.attributes import TensorValue
from graphir.disk.fresh_files import FreshFile
from graphir.editing.dataflow.functional import (
    functional_control_flow,
    is_of_version_1,
)
from graphir.editing.freezing import freeze
from graphir.graph import Graph
from graphir.node import Value
from graphir.onnx.contract.decomposition import decompose
from graphir.onnx.contract.elements import element_type_of, tensor_proto_of
from graphir.onnx.contract.emission import Emitter, names_read, used_nodes
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.package import onnx_package
from graphir.onnx.contract.weights import WeightsFile, publish
from graphir.onnx.contract.written_model import Model
from graphir.onnx.writing import families
from graphir.onnx.writing.calls import DOMAIN
from graphir.onnx.writing.inputs import inputs_with_defaults
from graphir.passes.debug_stripping import DebugStripping
from graphir.passes.function_inlining import CALLS, KEPT_APART
from graphir.passes.pipeline import Pipeline
from graphir.shapes import Shape
from graphir.wire.graphdef import from_graph_def

OPSETS: Final = range(13, 26)
"""The versions of the op set that can be written."""

_FROZEN: Attached[Graph] = Attached("frozen graph of a program")

_PASSES: Final = "dead_nodes,constant_folding,shape_inference"

_FUNCTIONS_IR_VERSION: Final = 8
"""The first version of ONNX's format whose models have functions."""

_EXTERNAL_BYTES: Final = (1 << 31) - (1 << 20)
"""Weights beyond this stand in a file of their own: a message holds 2 GB."""


def export(
    target: Any,
    path: str | os.PathLike[str],
    *,
    opset: int = 18,
    args: Sequence[Any] = (),
    values: Mapping[str, Any] | None = None,
    functions: bool = False,
    external: bool | None = None,
) -> None:
    """Writes a program as an ``.onnx`` file.

    Args:
      target: a ``Graph``, a ``GraphDef``, a function or method under ``tf.function``, a
        concrete function, a Keras model, or the folder of a SavedModel.
      path: the file.
      opset: the version of ONNX's op set, 13 to 25.
      args: tensors or ``TensorSpec`` to trace a function with; sizes may be None.
      values: the values of the variables of a ``Graph`` or ``GraphDef``, by name.
      functions: whether calls stay calls, of functions of the model; else, and where a
        function takes lists or asks for constants of its caller, they are inlined.
      external: whether weights stand in a file of their own beside it, whose name is
        that of the model, a hash of what it holds, and ``.data``; if left out, those of
        more than 2 GB do, as a model cannot hold them. Functions that hold weights are
        inlined then.

    Variables become constants with their current values. Files are written as a whole
    or not at all: the model is the last, and what an older one had is removed after.

    Raises:
      UnsupportedOpError: for an op that ONNX cannot express; names the node and line.
      InvalidGraphError: for control flow of version 1 that has no form with functions.
      MissingExtraError: if the package ``onnx`` is not installed.
      ValueError: for a version of the op set that cannot be written.
    """
    program = _checked(target, opset, args, values, functions)
    file = Path(path)
    if external is None:
        external = _weight_bytes(program.graph) >= _EXTERNAL_BYTES
    if not external:
        model = _written(program, opset, functions)
        publish(file, model.SerializeToString(deterministic=True))
        return
    with FreshFile(file.with_name(f"{file.name}.data")) as fresh:
        weights = WeightsFile(fresh, file.name)
        model = _written(program, opset, functions, weights)
        content = model.SerializeToString(deterministic=True)
        publish(file, content, fresh)


def to_model(
    target: Any,
    *,
    opset: int = 18,
    args: Sequence[Any] = (),
    values: Mapping[str, Any] | None = None,
    functions: bool = False,
) -> Any:
    """A program as a ``ModelProto``: see ``export``.

    Raises:
      ValueError: also if the weights are more than 2 GB, which only files can be.
    """
    program = _checked(target, opset, args, values, functions)
    count = _weight_bytes(program.graph)
    if count >= _EXTERNAL_BYTES:
        raise ValueError(
            f"The weights are {count / 1e9:.1f} GB, and a message holds 2 GB: "
            "`graphir.onnx.export` writes them into a file beside the model."
        )
    return _written(program, opset, functions)


@dataclass(frozen=True)
class _Program:
    """A graph whose ops have rules, and what its inputs are if they are not fed."""

    graph: Graph
    defaults: Mapping[str, TensorValue]


def _checked(
    target: Any,
    opset: int,
    args: Sequence[Any],
    values: Mapping[str, Any] | None,
    functions: bool,
) -> _Program:
    if opset not in OPSETS:
        raise ValueError(
            f"opset {opset}: versions {OPSETS[0]} to {OPSETS[-1]} are written."
        )
    return _prepared(_graph_of(target, args, values or {}), functions)


def _weight_bytes(graph: Graph) -> int:
    bodies = [graph, *(function.body for function in graph.functions.values())]
    return sum(
        node.attrs["value"].array.nbytes
        for body in bodies
        for node in body
        if node.op == "Const"
    )


def _written(
    program: _Program, opset: int, functions: bool, weights: WeightsFile | None = None
) -> Any:
    graph = program.graph
    model = Model(opset, graph.functions, functions, weights)
    emitter = Emitter(model)
    infos = []
    for value in graph.inputs:
        name = model.name(value.node.name)
        emitter.names[value] = name
        infos.append(_info(name, value))
    names = [_result_name(model, value) for value in graph.outputs]
    emitter.write(graph, topological_order(graph))
    outputs = []
    for name, value in zip(names, graph.outputs, strict=True):
        emitter.emit_named("Identity", [emitter.name_of(value)], [name])
        outputs.append(_info(name, value))
    if weights is not None:
        weights.settle()
    made = _model_proto(graph, model, emitter, infos, outputs)
    for name, default in program.defaults.items():
        held = tensor_proto_of(default.array, name, default.dtype)
        made.graph.initializer.append(held)
    return made


def _graph_of(target: Any, args: Sequence[Any], values: Mapping[str, Any]) -> Graph:
    if isinstance(target, Graph):
        return freeze(target, values)
    if hasattr(target, "node") and hasattr(target, "library"):
        return freeze(from_graph_def(target), values)
    found: Graph = _FROZEN(target, args)
    return found


def _prepared(graph: Graph, keeps_calls: bool) -> _Program:
    graph = graph.copy()
    bodies = [function.body for function in graph.functions.values()]
    if any(map(is_of_version_1, (graph, *bodies))):
        # checks have no results, and ONNX has none of them
        DebugStripping().run(graph)
        graph = functional_control_flow(graph)
        bodies = [function.body for function in graph.functions.values()]
    nodes = [node for each in (graph, *bodies) for node in each if node.op in CALLS]
    marks = [each.attrs for each in graph.functions.values()]
    for attrs in (*marks, *(node.attrs for node in nodes)):
        # a call that is kept apart for a compiler is a call like others there
        for name in KEPT_APART:
            attrs.pop(name, None)
    Pipeline.of(_PASSES if keeps_calls else f"function_inlining,{_PASSES}").run(graph)
    defaults = inputs_with_defaults(graph)
    families.register()
    bodies = [function.body for function in graph.functions.values()]
    if sum(decompose(each) for each in (graph, *bodies)):
        Pipeline.of(_PASSES).run(graph)
    return _Program(graph, defaults)


def _result_name(model: Model, value: Value) -> str:
    return model.name(value.name.replace(":", "_"))


def _info(name: str, value: Value) -> Any:
    helper = onnx_package().helper
    if not value.dtype.has_numpy:
        raise UnsupportedOpError(f"%{value.name} is a {value.dtype.name}.")
    kind = element_type_of(value.dtype)
    return helper.make_tensor_value_info(name, kind, _sizes(name, value.shape))


def _sizes(name: str, shape: Shape) -> list[Any] | None:
    if shape.rank is None:
        return None
    return [
        f"{name}_{axis}" if size is None else size
        for axis, size in enumerate(shape.as_list())
    ]


def _model_proto(
    graph: Graph, model: Model, emitter: Emitter, inputs: Any, outputs: Any
) -> Any:
    helper = onnx_package().helper
    nodes = used_nodes(emitter.nodes, [each.name for each in outputs])
    read = {name for node in nodes for name in names_read(node)}
    made = helper.make_graph(
        nodes,
        graph.name,
        inputs,
        outputs,
        initializer=[x for x in model.initializers.tensors if x.name in read],
    )
    imports = [helper.make_opsetid("", model.opset)]
    version = helper.find_min_ir_version_for(imports)
    functions = [each for each in model.written.values() if each is not None]
    if functions:
        imports.append(helper.make_opsetid(DOMAIN, 1))
        version = max(version, _FUNCTIONS_IR_VERSION)
    whole = helper.make_model(
        made,
        producer_name="autograph-toolkit",
        opset_imports=imports,
        functions=functions,
        ir_version=version,
    )
    _complete_ranks(whole)
    return whole


def _complete_ranks(model: Any) -> None:
    """Gives results whose rank is not known here the one that ONNX infers."""
    lacking = {
        each.name: each.type.tensor_type
        for each in model.graph.output
        if not each.type.tensor_type.HasField("shape")
    }
    if not lacking or model.ByteSize() > _EXTERNAL_BYTES:
        return
    inferred = onnx_package().shape_inference.infer_shapes(model, data_prop=True)
    for each in inferred.graph.output:
        known = each.type.tensor_type
        if each.name in lacking and known.HasField("shape"):
            lacking[each.name].shape.CopyFrom(known.shape)


__all__ = ["export", "to_model"]
