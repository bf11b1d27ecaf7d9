"""The object graph of a model as messages: references, and captures of functions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from graphir import dtypes
from graphir.wire import messages
from graphir.wire.shapes import fill_shape_proto
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.function import Function
from runtime.saved_model.function_specs import keyword_name
from runtime.saved_model.gradient_functions import (
    SavedCapture,
    SavedGradient,
    saved_gradients,
)
from runtime.saved_model.loaded_functions import RestoredFunction
from runtime.saved_model.loaded_objects import SignatureMap
from runtime.saved_model.object_views import ObjectView, saved_traces
from runtime.saved_model.resource_functions import is_resource, saveable_functions
from runtime.saved_model.saved_specs import fill_full_spec, fill_spec, output_specs
from runtime.saved_model.structures import written_structure
from runtime.trackable.assets import Asset
from runtime.trackable.base import Trackable
from runtime.trackable.data_structures import (
    ListWrapper,
    _DictWrapper,
    _TupleWrapper,
)

Message = Any


class SavedConstant:
    """A tensor that a function captures and nothing else holds."""

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor
        self.node_name = ""


class ObjectWriter:
    """Fills the messages of objects and of traced functions."""

    def __init__(
        self,
        view: ObjectView,
        objects: list[Any],
        with_gradients: bool = True,
        with_devices: bool = False,
    ) -> None:
        self.view = view
        self.objects = objects
        self.numbers = {id(each): number for number, each in enumerate(objects)}
        self.constants: list[SavedConstant] = []
        self.assets: list[Asset] = []
        self._with_devices = with_devices
        self.variables: dict[int, Any] = {}
        """By number of an object, the variable that it is saved as."""
        self._saveables: dict[int, tuple[int, int]] = {}
        self._tensors: dict[int, int] = {}
        for each in list(objects):
            self._note_tensor(each)
            pair = saveable_functions(each) if is_resource(each) else None
            if pair is not None:
                self._saveables[id(each)] = self._add(pair[0]), self._add(pair[1])
            for loaded in (getattr(each, "_saveable_functions", None) or {}).values():
                for function in loaded:
                    self._add(function)
        every = self.concrete_functions()
        self.gradients = saved_gradients(every) if with_gradients else []
        """The gradient rules that nodes name."""
        for each in every:
            self._note_constants(each.captured_inputs, each.name)
        for gradient in self.gradients:
            self._note_captures(gradient)

    def _note_captures(self, gradient: SavedGradient) -> None:
        outside = []
        for each in gradient.captures:
            if isinstance(each, SavedCapture):
                self._tensors[id(each)] = self._add(each)
            else:
                outside.append(each)
        self._note_constants(outside, gradient.function.name)

    def _add(self, value: Any) -> int:
        self.numbers[id(value)] = len(self.objects)
        self.objects.append(value)
        return self.numbers[id(value)]

    def _note_tensor(self, owner: Any) -> None:
        """Which tensor stands for an object where functions capture it."""
        number = self.numbers[id(owner)]
        variable = exported_variable(owner)
        if variable is not None:
            self.variables[number] = variable
            self._tensors[id(variable.handle)] = number
            # replicas have traces of their own, each with the handle of its copy
            for handle in getattr(owner, "handles_meant", list)():
                self._tensors[id(handle)] = number
        elif is_resource(owner):
            self._tensors[id(owner.resource_handle)] = number
        elif isinstance(owner, Asset):
            self._tensors[id(owner.asset_path)] = number
            self.assets.append(owner)

    def device_of(self, number: int) -> str:
        """The device that is saved for a variable; empty if none is."""
        return self.variables[number].device if self._with_devices else ""

    def concrete_functions(self) -> list[ConcreteFunction]:
        """Every traced function."""
        return [each for each in self.objects if isinstance(each, ConcreteFunction)]

    def _note_constants(self, captured: Sequence[Any], function: str) -> None:
        for tensor in captured:
            if id(tensor) in self._tensors:
                continue
            if tensor.dtype in (dtypes.resource, dtypes.variant):
                raise AssertionError(
                    "Tried to export a function which references an 'untracked' "
                    "resource. TensorFlow objects (e.g. tf.Variable) captured by "
                    "functions must be 'tracked' by assigning them to an attribute of "
                    "a tracked object or assigned to an attribute of the main object "
                    "directly. See the information below:\n\tFunction name = "
                    f"{function}\n\tCaptured Tensor = {tensor}"
                )
            constant = SavedConstant(tensor)
            self._tensors[id(tensor)] = self._add(constant)
            self.constants.append(constant)

    def captures(self, captured: Sequence[Any]) -> list[int]:
        """The numbers of the objects that a function captures, in order."""
        return [self._tensors[id(each)] for each in captured]

    # --- messages

    def fill(self, graph: Message) -> None:
        """Writes all objects and functions into an empty message."""
        for number, each in enumerate(self.objects):
            node = graph.nodes.add()
            if not isinstance(each, (SavedConstant, SavedCapture)):
                for name, child in self.view.children(each).items():
                    node.children.add(node_id=self.numbers[id(child)], local_name=name)
            if number in self.variables:
                _fill_variable(node.variable, self.variables[number])
                node.variable.device = self.device_of(number)
            else:
                self._fill_object(node, each)
        for concrete in self.concrete_functions():
            self._fill_concrete(
                graph.concrete_functions[concrete.name],
                concrete.captured_inputs,
                concrete.structured_input_signature,
                concrete.structured_outputs,
            )
        for each in self.gradients:
            message = graph.concrete_functions[each.function.name]
            self._fill_concrete(message, each.captures, each.signature, each.outputs)

    def _fill_object(self, node: Message, value: Any) -> None:
        if isinstance(value, ConcreteFunction):
            self._fill_bare(node.bare_concrete_function, value)
        elif isinstance(value, (Function, RestoredFunction)):
            names = [each.name for each in saved_traces(value)]
            node.function.concrete_functions.extend(names)
            fill_spec(node.function.function_spec, value)
        elif is_resource(value):
            node.resource.SetInParent()
            self._fill_saveables(node, value)
        elif isinstance(value, Asset):
            node.asset.asset_file_def_index = self.assets.index(value)
        elif isinstance(value, SavedConstant):
            node.constant.operation = value.node_name
        elif isinstance(value, SavedCapture):
            node.captured_tensor.name = value.name
            node.captured_tensor.concrete_function = value.function
        else:
            node.user_object.identifier = _identifier(value)
            node.user_object.version.producer = 1
            node.user_object.version.min_consumer = 1
            node.user_object.metadata = getattr(value, "_tracking_metadata", "")

    def _fill_saveables(self, node: Message, table: Any) -> None:
        pairs = getattr(table, "_saveable_functions", None) or {}
        found = {
            name: (self.numbers.get(id(save)), self.numbers.get(id(restore)))
            for name, (save, restore) in pairs.items()
        }
        if id(table) in self._saveables:
            found["table"] = self._saveables[id(table)]
        for name, (save_number, restore_number) in found.items():
            part = node.saveable_objects[name]
            part.save_function = save_number or 0
            part.restore_function = restore_number or 0

    def _fill_concrete(
        self, message: Message, captured: Sequence[Any], signature: Any, outputs: Any
    ) -> None:
        message.bound_inputs.extend(self.captures(captured))
        arguments = written_structure(signature)
        message.canonicalized_input_signature.CopyFrom(arguments)
        results = written_structure(output_specs(outputs))
        message.output_signature.CopyFrom(results)

    def _fill_bare(self, message: Message, concrete: ConcreteFunction) -> None:
        message.concrete_function_name = concrete.name
        args, kwargs = concrete.structured_input_signature
        count = len(concrete.inputs) - len(concrete.captured_inputs)
        names = [each.value.node.name for each in concrete.inputs[:count]]
        message.argument_keywords.extend(names)
        # a single argument needs no name, as that of a signature
        is_positional = bool(args) or len(names) == 1
        message.allowed_positional_arguments = len(names) if is_positional else 0
        shown = concrete.function_type.shown
        spec = {
            "args": [keyword_name(e.name) for e in shown if e.kind != "KEYWORD_ONLY"],
            "kwonlyargs": sorted(kwargs),
        }
        fill_full_spec(message.function_spec, spec)


class _ByIdentity:
    """A map whose keys need no hash."""

    def __init__(self) -> None:
        self.pairs: dict[int, tuple[Any, Any]] = {}

    def __setitem__(self, key: Any, value: Any) -> None:
        self.pairs[id(key)] = key, value

    def __getitem__(self, key: Any) -> Any:
        return self.pairs[id(key)][1]

    def __contains__(self, key: Any) -> bool:
        return id(key) in self.pairs


def exported_variable(owner: Any) -> Any:
    """The variable that an object is saved as: itself, one it stands for, or None."""
    if hasattr(owner, "storage"):
        return owner
    export = getattr(type(owner), "_export_to_saved_model_graph", None)
    if export in (None, Trackable._export_to_saved_model_graph):
        return None
    objects = _ByIdentity()
    owner._export_to_saved_model_graph(objects, _ByIdentity(), None)
    named = (key for key, _ in objects.pairs.values() if hasattr(key, "storage"))
    return next(named, None)


def _identifier(value: Any) -> str:
    if isinstance(value, SignatureMap):
        return "signature_map"
    if isinstance(value, ListWrapper):
        return "trackable_list_wrapper"
    if isinstance(value, _DictWrapper):
        return "trackable_dict_wrapper"
    if isinstance(value, _TupleWrapper):
        return "trackable_tuple_wrapper"
    return str(value._object_identifier)


def _fill_variable(message: Message, variable: Any) -> None:
    message.dtype = variable.dtype.number
    fill_shape_proto(message.shape, variable.shape)
    message.trainable = variable.trainable
    message.synchronization = variable.synchronization.value
    message.aggregation = variable.aggregation.value
    message.name = variable._shared_name


def asset_names(assets: Sequence[Asset]) -> list[str]:
    """The names of asset files in a model: other files of one name get numbers.

    >>> words = tf.saved_model.Asset("one/words.txt")
    >>> asset_names([words, words, tf.saved_model.Asset("two/words.txt")])
    ['words.txt', 'words.txt', 'words.txt_1']
    """
    sources: dict[str, str] = {}
    found = []
    for asset in assets:
        source = os.path.realpath(asset.path)
        name = base = os.path.basename(asset.path)
        number = 0
        while sources.setdefault(name, source) != source:
            number += 1
            name = f"{base}_{number}"
        found.append(name)
    return found


def new_object_graph() -> Message:
    """An empty message for objects."""
    return messages.get("SavedObjectGraph")()


__all__ = [
    "ObjectWriter",
    "SavedConstant",
    "asset_names",
    "new_object_graph",
]
