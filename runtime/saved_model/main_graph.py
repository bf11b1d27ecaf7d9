"""The main graph of a SavedModel, for programs without object graphs, like servers.

It has variables by name, a call for each signature, and nodes that fill tables, save
and restore.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.attributes import FunctionRef, TensorValue
from graphir.function import Function as IRFunction
from graphir.shapes import SCALAR
from graphir.wire import messages
from runtime.apply import apply_op
from runtime.functions.concrete_function import ConcreteFunction
from runtime.saved_model.loaded_objects import SignatureMap
from runtime.saved_model.resource_functions import is_resource
from runtime.saved_model.saved_objects import ObjectWriter, SavedConstant, asset_names
from runtime.saved_model.tensor_infos import fill_info
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import flatten
from runtime.tracing.gradient_overrides import GRADIENT_NAME
from runtime.tracing.graph_trace import GraphTrace
from runtime.tracing.graphs import control_dependencies
from runtime.trackable.assets import Asset

_PREDICT: Final = "tensorflow/serving/predict"
INIT_OP: Final = "__saved_model_init_op"


_CALLS: Final = ("PartitionedCall", "StatefulPartitionedCall")


class MainGraph:
    """The main graph under construction, with each object's tensors in it."""

    def __init__(self, writer: ObjectWriter) -> None:
        self._writer = writer
        self.trace = GraphTrace("main")
        self._tensors: dict[int, Any] = {}
        """By the number of an object, the tensor that functions capture."""
        self._asset_names = asset_names(writer.assets)
        self._bring_functions()

    def fill(
        self, meta: Any, signatures: SignatureMap, keys: Mapping[str, Any]
    ) -> None:
        """Writes graph, signatures, assets and saver into a message.

        ``keys`` has the tensors of the checkpoint by key.
        """
        with self.trace.recording():
            self._add_objects(meta)
            for name, concrete in signatures.items():
                self._add_signature(meta.signature_def[name], name, concrete)
            self._add_initializer(meta)
            self._add_saver(meta.saver_def, keys)
        meta.graph_def.CopyFrom(self.trace.graph.as_graph_def())
        self._register_gradients(meta.graph_def.library)

    def _register_gradients(self, library: Any) -> None:
        """Lets the nodes of each function name the rules that are saved for them."""
        names = {(g.owner, g.name): g.function.name for g in self._writer.gradients}
        for function in names.values():
            library.registered_gradients.add(
                gradient_func=function, registered_op_type=_rule_name(function)
            )
        owners = {owner for owner, _ in names}
        for function in library.function:
            if function.signature.name not in owners:
                continue
            for node in function.node_def:
                if GRADIENT_NAME not in node.attr:
                    continue
                value = node.attr[GRADIENT_NAME]
                saved = names.get((function.signature.name, value.s))
                if saved is not None:
                    value.s = _rule_name(saved).encode()

    def _bring_functions(self) -> None:
        library = self.trace.graph.functions
        for concrete in self._writer.concrete_functions():
            function = _with_shapes(concrete.ir_function)
            if function.name not in library:
                library.add(function)
        for concrete in self._writer.concrete_functions():
            for function in concrete.trace.graph.functions.values():
                if function.name not in library:
                    library.add(_with_results(function))
        for gradient in self._writer.gradients:
            inner = map(_with_results, gradient.library)
            for function in (_with_shapes(gradient.function), *inner):
                if function.name not in library:
                    library.add(function)

    # --- objects

    def _add_objects(self, meta: Any) -> None:
        for number, each in enumerate(self._writer.objects):
            variable = self._writer.variables.get(number)
            if variable is not None:
                own = variable._shared_name
                attrs = {
                    "dtype": variable.dtype,
                    "shape": variable.shape,
                    # variables of one name are not one variable
                    "shared_name": f"{own}_{number}".encode(),
                }
                name = own.rpartition("/")[2] or "Variable"
                handle = apply_op("VarHandleOp", [], attrs, name)
                handle.value.node.device = self._writer.device_of(number)
                self._tensors[number] = handle
            elif isinstance(each, SavedConstant):
                tensor = self.trace.constant(_value_of(each.tensor), "Const")
                each.node_name = tensor.value.node.name
                self._tensors[number] = tensor
            elif isinstance(each, Asset):
                self._tensors[number] = self._asset(meta)
        for number, each in enumerate(self._writer.objects):
            if is_resource(each):
                create = self._function_of(each, "_create_resource")
                self._tensors[number] = self._call(create, [])[0]

    def _asset(self, meta: Any) -> Any:
        name = "asset_path_initializer"
        placeholder = self.trace.placeholder(name, dtypes.string, SCALAR)
        # objects and the writer's assets come in the same order
        place = len(meta.asset_file_def)
        part = meta.asset_file_def.add(filename=self._asset_names[place])
        part.tensor_info.name = placeholder.name
        part.tensor_info.dtype = dtypes.string.number
        part.tensor_info.tensor_shape.SetInParent()
        return placeholder

    def _function_of(self, owner: Any, name: str) -> ConcreteFunction:
        found = self._writer.view.children(owner)[name]
        concrete: ConcreteFunction = found._list_all_concrete_functions()[0]
        return concrete

    def _call(self, concrete: ConcreteFunction, arguments: list[Any]) -> list[Any]:
        captured = [
            self._tensors[n] for n in self._writer.captures(concrete.captured_inputs)
        ]
        attrs = {
            "f": FunctionRef(concrete.name),
            "Tout": [value.dtype for value in concrete.trace.graph.outputs],
        }
        inputs = [*arguments, *captured]
        results = apply_op("StatefulPartitionedCall", [inputs], attrs)
        if not isinstance(results, (list, tuple)):
            results = [results]
        for result, value in zip(results, concrete.trace.graph.outputs):
            if hasattr(result, "value"):
                result.value.shape = value.shape
        return list(results)

    # --- signatures

    def _add_signature(self, message: Any, name: str, concrete: Any) -> None:
        count = len(concrete.inputs) - len(concrete.captured_inputs)
        arguments = []
        for tensor in concrete.inputs[:count]:
            given = tensor.value.node.name
            title = f"{name}_{given}"
            outside = self.trace.placeholder(title, tensor.dtype, tensor.shape)
            fill_info(message.inputs[given], outside, [outside])
            arguments.append(outside)
        tensors = iter(self._call(concrete, arguments))
        for key, inside in sorted(concrete.result_tensors.items()):
            count = len(flatten(inside))
            fill_info(message.outputs[key], inside, [*islice(tensors, count)])
        message.method_name = _PREDICT

    def _add_initializer(self, meta: Any) -> None:
        done = []
        for each in self._writer.objects:
            if is_resource(each):
                done += self._call(self._function_of(each, "_initialize"), [])
        with control_dependencies(done):
            op = apply_op("NoOp", [], None, "init")
        info = meta.signature_def[INIT_OP].outputs[INIT_OP]
        info.name = op.name
        info.tensor_shape.unknown_rank = True
        meta.collection_def["saved_model_main_op"].node_list.value.append(op.name)

    # --- saving and restoring

    def _add_saver(self, message: Any, keys: Mapping[str, Any]) -> None:
        """Nodes that save and restore the variables by the keys of the checkpoint."""
        variables = {
            f"{key}": number
            for number in self._writer.variables
            for key in [_key_of(self._writer.objects[number], keys)]
            if key is not None
        }
        path = self.trace.placeholder("saver_filename", dtypes.string, SCALAR)
        names = _strings(list(variables))
        slices = _strings([""] * len(variables))
        objects = [self._writer.variables[number] for number in variables.values()]
        kinds = {"dtypes": [each.dtype for each in objects]}
        values = [
            apply_op("ReadVariableOp", [self._tensors[number]], {"dtype": each.dtype})
            for number, each in zip(variables.values(), objects)
        ]
        done: list[Any] = []
        restored: list[Any] = []
        if objects:
            done = [apply_op("SaveV2", [path, names, slices, values], kinds)]
            found = apply_op("RestoreV2", [path, names, slices], kinds)
            for tensor, number, each in zip(found, variables.values(), objects):
                attrs = {"dtype": each.dtype, "validate_shape": False}
                inputs = [self._tensors[number], tensor]
                restored.append(apply_op("AssignVariableOp", inputs, attrs))
        with control_dependencies(done):
            saved = apply_op("Identity", [path], None, "saver_path")
        with control_dependencies(restored):
            all_restored = apply_op("NoOp", [], None, "restore_all")
        message.filename_tensor_name = path.name
        message.save_tensor_name = saved.name
        message.restore_op_name = all_restored.name
        message.version = 2


def _rule_name(function: str) -> str:
    return f"CustomGradient-{function.rpartition('_')[2]}"


def _key_of(variable: Any, keys: Mapping[str, Any]) -> str | None:
    for key, owner in keys.items():
        if owner is variable:
            return key
    return None


def _strings(texts: list[str]) -> Any:
    array = np.empty(len(texts), object)
    array[:] = [each.encode() for each in texts]
    return convert_to_tensor(array, dtypes.string)


def _value_of(tensor: Any) -> Any:
    return TensorValue(tensor._array, tensor.dtype)


def _with_results(function: IRFunction) -> IRFunction:
    """The function with the shapes of what its calls give, which no op's rule says."""
    if not any(node.op in _CALLS for node in function.body):
        return function
    body = function.body.copy_sharing(function.body.functions)
    for node in body:
        if node.op in _CALLS:
            node.attrs["_output_shapes"] = [value.shape for value in node.outputs]
    return IRFunction(
        function.name,
        body,
        function.output_names,
        function.attrs,
        function.control_output_names,
    )


def _with_shapes(named: IRFunction) -> IRFunction:
    """The function with the shapes of its arguments, as loaders look for them."""
    function = _with_results(named)
    shapes = [
        SCALAR if value.dtype is dtypes.resource else value.shape
        for value in function.body.inputs
    ]
    return IRFunction(
        function.name,
        function.body,
        function.output_names,
        {**function.attrs, "_input_shapes": shapes},
        function.control_output_names,
    )


def new_meta_graph() -> Any:
    """An empty message for a graph."""
    return messages.get("MetaGraphDef")()


__all__ = ["MainGraph", "new_meta_graph"]
