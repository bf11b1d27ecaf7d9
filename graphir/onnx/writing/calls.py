"""Calls: written out where they stand, or as calls of functions of the model."""

from __future__ import annotations

from typing import Any, Final

from graphir import dtypes
from graphir.analysis.order import topological_order
from graphir.function import Function
from graphir.onnx.contract.emission import Emitter, Out, used_nodes, writes
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.package import onnx_package
from graphir.onnx.contract.written_model import Initializers, Model
from graphir.onnx.writing.control_flow import function_of, inlined

DOMAIN: Final = "local"
"""The domain of the functions of a model."""


@writes("PartitionedCall", "StatefulPartitionedCall")
def _call(out: Out) -> Any:
    function = function_of(out, "f")
    if out.emitter.model.keeps_calls and _written(out.emitter.model, function):
        count = len(out.node.outputs)
        return out.emit(function.name, out.all, count, domain=DOMAIN)
    inner = Emitter(out.emitter.model, out.emitter)
    found = inlined(inner, function, out.all)
    out.emitter.nodes += inner.nodes
    return found


def _written(model: Model, function: Function) -> bool:
    """Whether the model has the function; writes it at its first call."""
    if function.name not in model.written:
        model.written[function.name] = _function_proto(model, function)
    return model.written[function.name] is not None


def _function_proto(model: Model, function: Function) -> Any:
    """The function, or None if it must be inlined.

    A list's elements are known by what is done around the call, and a rule may ask for
    an argument that is constant there. Only the main graph names a file of weights.
    """
    body = function.body
    values = [*body.inputs, *body.outputs]
    if not body.outputs or any(x.dtype is dtypes.variant for x in values):
        return None
    constants = Initializers(model)
    inner = Emitter(model, None, constants)
    names = [model.name(value.node.name) for value in body.inputs]
    inner.names.update(zip(body.inputs, names, strict=True))
    try:
        inner.write(body, topological_order(body))
        results = [inner.name_of(value) for value in body.outputs]
    except UnsupportedOpError:
        return None
    if constants.has_weights and model.has_weights_file:
        return None
    own = [model.name("result") for _ in results]
    for result, name in zip(results, own, strict=True):
        inner.emit_named("Identity", [result], [name])
    helper = onnx_package().helper
    imports = [helper.make_opsetid("", model.opset), helper.make_opsetid(DOMAIN, 1)]
    nodes = used_nodes([*constants.as_nodes(), *inner.nodes], own)
    return helper.make_function(DOMAIN, function.name, names, own, nodes, imports)
