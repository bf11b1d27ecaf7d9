"""The objects and functions of a SavedModel, made from its messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, TypeVar

import numpy as np

from graphir.errors import DataLossError
from graphir.function import Function as IRFunction
from graphir.graph import Graph
from graphir.wire.shapes import dtype_of, from_shape_proto
from runtime.devices.placement import device
from runtime.saved_model.debug_files import read_debug_info
from runtime.saved_model.function_specs import FunctionSpec
from runtime.saved_model.gradient_functions import SavedCapture
from runtime.saved_model.libraries import with_fresh_names
from runtime.saved_model.loaded_functions import (
    RestoredFunction,
    concrete_function,
    name_inputs,
)
from runtime.saved_model.loaded_gradients import GradientLoader
from runtime.saved_model.loaded_objects import (
    CallableUserObject,
    RestoredResource,
    SignatureMap,
    UserObject,
)
from runtime.saved_model.model_files import (
    ASSETS,
    file_within,
    graph_of,
)
from runtime.saved_model.options import LoadOptions
from runtime.stateful_kernels.confinement import confine
from runtime.tensors.tensor import Tensor, wrap
from runtime.tracing.graph_trace import next_number
from runtime.trackable.assets import Asset
from runtime.trackable.base import Trackable
from runtime.trackable.data_structures import ListWrapper, _DictWrapper
from runtime.variables.creators import has_creators
from runtime.variables.handles_of_copies import HandleOfCopies
from runtime.variables.replicas import VariableAggregation, VariableSynchronization
from runtime.variables.resource import ResourceVariable, uninitialized_variable

_Kind = TypeVar("_Kind", bound=Enum)

Given = tuple[Any, Callable[[Any, str, Any], Any] | None]
"""An object that stands for a saved one, and how the objects below it are set."""


class FunctionMaker:
    """Makes the functions of one SavedModel, each once.

    Args:
      meta: the message of the graph.
      graph: the graph with its function library.
      damaged: makes the error for a damaged model, from its reason.
    """

    def __init__(
        self, meta: Any, graph: Graph, damaged: Callable[[str], DataLossError]
    ) -> None:
        self.messages: Mapping[str, Any] = meta.object_graph_def.concrete_functions
        """Messages of the traced functions, by their names in the file."""
        self.library, self.names = with_fresh_names(graph.functions)
        self.specs: dict[str, FunctionSpec] = {}
        """The parameters of the Python function, by the name of its trace."""
        self._damaged = damaged
        self._bare: dict[str, Any] = {}
        """Messages of functions that no Python function was traced for."""
        self._made: dict[str, Any] = {}
        self._under_way: set[str] = set()

    def note_specs(self, nodes: Iterable[Any]) -> None:
        """Notes which parameters the Python functions of the traces had."""
        for node in nodes:
            kind = node.WhichOneof("kind")
            if kind == "function":
                spec = FunctionSpec(node.function.function_spec)
                for name in node.function.concrete_functions:
                    self.specs[name] = spec
            elif kind == "bare_concrete_function":
                bare = node.bare_concrete_function
                self._bare[bare.concrete_function_name] = bare
                if bare.HasField("function_spec"):
                    spec = FunctionSpec(bare.function_spec)
                    self.specs.setdefault(bare.concrete_function_name, spec)

    def in_library(self, name: str) -> IRFunction | None:
        """The function with a name of the file; None if the library lacks it."""
        return self.library.get(self.names.get(name, ""))

    def function(self, name: str, captured: Callable[[int], tuple[Any, Any]]) -> Any:
        """The traced function of that name, with its captures.

        ``captured`` maps the number of an object to its tensor and its variable.

        Raises:
          DataLossError: if there is none, or if it captures what it creates itself.
        """
        if name in self._made:
            return self._made[name]
        function = self.in_library(name)
        if function is None or name not in self.messages:
            raise self._damaged(f"there is no function {name!r}.")
        if name in self._under_way:
            raise self._damaged(f"{name!r} captures an object that it creates itself.")
        self._under_way.add(name)
        message = self.messages[name]
        captures = [captured(each) for each in message.bound_inputs]
        spec = self.specs.get(name)
        made = concrete_function(function, message, captures, spec)
        if name in self._bare:
            name_inputs(made, self._bare[name])
        self._made[name] = made
        return made


class ObjectMaker:
    """Makes the objects of one SavedModel, and its functions with their captures."""

    def __init__(
        self,
        meta: Any,
        folder: str,
        options: LoadOptions,
        allow: frozenset[str],
        given: Mapping[int, Given] | None = None,
        wanted: frozenset[int] | None = None,
    ) -> None:
        self._given = given or {}
        self._wanted = wanted
        self._meta = meta
        self._folder = folder
        self._options = options
        self._may_leave = "files" in allow
        self._nodes = meta.object_graph_def.nodes
        self._graph: Graph = graph_of(meta, folder)
        self._debug_info = read_debug_info(
            folder, self._graph.functions.values(), self._may_leave
        )
        confine(self._graph, folder, allow)
        self._functions = FunctionMaker(meta, self._graph, self._damaged)
        self._objects: dict[int, Any] = {
            number: held for number, (held, _) in self._given.items()
        }
        self._gradients = self._gradient_loader()

    def _gradient_loader(self) -> GradientLoader:
        rules = self._meta.graph_def.library.registered_gradients
        places = {
            number: SavedCapture(
                node.captured_tensor.name, node.captured_tensor.concrete_function
            )
            for number, node in enumerate(self._nodes)
            if node.WhichOneof("kind") == "captured_tensor"
        }
        return GradientLoader(
            {each.registered_op_type: each.gradient_func for each in rules},
            self._functions.messages,
            self._functions.library,
            self._functions.names,
            places,
        )

    # --- what the message says

    def _damaged(self, reason: str) -> DataLossError:
        return DataLossError(None, None, f"{self._folder}: {reason}")

    def _check_references(self) -> None:
        count = len(self._nodes)
        if not count:
            raise self._damaged("the SavedModel has no objects.")
        for number, node in enumerate(self._nodes):
            named = [each.node_id for each in node.children]
            for each in node.saveable_objects.values():
                named += [each.save_function, each.restore_function]
            if any(not 0 <= each < count for each in named):
                raise self._damaged(
                    f"object {number} refers to an object that is none of the {count}."
                )
        for name, each in self._functions.messages.items():
            if any(not 0 <= bound < count for bound in each.bound_inputs):
                raise self._damaged(f"{name!r} captures an object that does not exist.")

    def _order(self) -> Iterable[int]:
        """The objects to load; functions last, since they capture the others."""
        of_functions = ("function", "bare_concrete_function")
        every = self._numbers()
        later = [n for n in every if self._kind(n) in of_functions]
        return [*(n for n in every if self._kind(n) not in of_functions), *later]

    def _numbers(self) -> Sequence[int]:
        """The objects to load, in the order of the file."""
        return range(len(self._nodes)) if self._wanted is None else sorted(self._wanted)

    def _kind(self, number: int) -> str:
        kind: str | None = self._nodes[number].WhichOneof("kind")
        if kind is None:
            raise self._damaged(f"object {number} is of no kind.")
        return kind

    # --- objects

    def _object(self, number: int) -> Any:
        if number not in self._objects:
            make: Callable[[int, Any], Any] | None = getattr(
                self, f"_make_{self._kind(number)}", None
            )
            if make is None:
                raise self._damaged(f"object {number} is of an unknown kind.")
            self._objects[number] = make(number, self._nodes[number])
        return self._objects[number]

    def _make_user_object(self, number: int, node: Any) -> Any:
        make = _USER_OBJECTS.get(node.user_object.identifier)
        if make is not None:
            return make()
        names = {each.local_name for each in node.children}
        return CallableUserObject() if "__call__" in names else UserObject()

    def _make_asset(self, number: int, node: Any) -> Asset:
        index = node.asset.asset_file_def_index
        if not 0 <= index < len(self._meta.asset_file_def):
            raise self._damaged(f"there is no asset {index}.")
        name = self._meta.asset_file_def[index].filename
        path = file_within(self._folder, [ASSETS, name], self._may_leave)
        return Asset(path)

    def _make_variable(self, number: int, node: Any) -> Any:
        saved = node.variable
        if saved.device and self._options.experimental_variable_policy.has_devices:
            with device(saved.device):
                return self._variable_of(saved)
        return self._variable_of(saved)

    def _variable_of(self, saved: Any) -> Any:
        dtype, shape = dtype_of(saved.dtype), from_shape_proto(saved.shape)
        name, trainable = saved.name or "Variable", saved.trainable
        synchronization = self._member(VariableSynchronization, saved.synchronization)
        aggregation = self._member(VariableAggregation, saved.aggregation)
        if has_creators() and shape.is_fully_defined():
            made = ResourceVariable(
                np.zeros(shape.as_list(), dtype.numpy_dtype),
                trainable,
                name=name,
                dtype=dtype,
                synchronization=synchronization,
                aggregation=aggregation,
            )
            if hasattr(made, "handle"):
                return made
        return uninitialized_variable(
            dtype, shape, name, trainable, synchronization, aggregation
        )

    def _member(self, kind: type[_Kind], value: int) -> _Kind:
        if value not in {each.value for each in kind}:
            raise self._damaged(f"there is no {kind.__name__} {value}.")
        return kind(value)

    def _make_constant(self, number: int, node: Any) -> Any:
        name = node.constant.operation
        if name not in self._graph or self._graph.node(name).op != "Const":
            raise self._damaged(f"there is no constant {name!r}.")
        value = self._graph.node(name).attrs["value"]
        return wrap(value.array, value.dtype)

    def _make_resource(self, number: int, node: Any) -> RestoredResource:
        return RestoredResource()

    def _make_captured_tensor(self, number: int, node: Any) -> Any:
        return Trackable()  # only gradient rules read it

    def _make_bare_concrete_function(self, number: int, node: Any) -> Any:
        return self._function(node.bare_concrete_function.concrete_function_name)

    def _make_function(self, number: int, node: Any) -> RestoredFunction:
        names = node.function.concrete_functions
        spec = FunctionSpec(node.function.function_spec)
        return RestoredFunction(spec, [self._function(each) for each in names])

    def _function(self, name: str) -> Any:
        return self._functions.function(name, self._captured)

    def _captured(self, number: int) -> tuple[Any, Any]:
        """The tensor that stands for an object, and the variable that it is of."""
        found = self._object(number)
        if isinstance(found, RestoredResource):
            self._make_creator(number, found)
            try:
                handle = found.resource_handle
            except ValueError as error:
                raise self._damaged(
                    f"object {number} has no creator: {error}"
                ) from error
            if not isinstance(handle, Tensor):
                raise self._damaged(f"object {number} has no single handle.")
            return handle, None
        if isinstance(found, Asset):
            return found.asset_path, None
        if hasattr(found, "storage"):
            return _handle_of(found), found
        if hasattr(found, "_array"):
            return found, None
        if number in self._given and hasattr(found, "resource_handle"):
            return found.resource_handle, None  # a table that a layer made of its own
        raise self._damaged(f"a function captures object {number}, which is no tensor.")

    def _make_creator(self, number: int, resource: RestoredResource) -> None:
        if resource._create is not None:
            return
        found = self._child(number, "_create_resource")
        if found is None:
            raise self._damaged(f"nothing makes the resource {number}.")
        if self._kind(found) not in ("function", "bare_concrete_function"):
            raise self._damaged(f"what makes the resource {number} is no function.")
        self._unshare(found)
        resource._create = self._object(found)

    def _unshare(self, number: int) -> None:
        """Lets a function make tables of its own, whatever their names.

        Else two models, or one loaded twice, would share them.
        """
        for name in self._nodes[number].function.concrete_functions:
            function = self._functions.in_library(name)
            for node in [] if function is None else function.body:
                if "shared_name" in node.attrs:
                    own = f"_load_{next_number()}".encode()
                    node.attrs["shared_name"] += own

    def _child(self, number: int, name: str) -> int | None:
        for each in self._nodes[number].children:
            if each.local_name == name:
                return int(each.node_id)
        return None


def _handle_of(variable: Any) -> Any:
    """The handle of a variable, or a stand-in for the handles of its copies."""
    has_copies = hasattr(variable, "handles_meant")
    return HandleOfCopies(variable) if has_copies else variable.handle


_USER_OBJECTS: Final[dict[str, Callable[[], Any]]] = {
    "signature_map": SignatureMap,
    "trackable_list_wrapper": ListWrapper,
    "trackable_dict_wrapper": _DictWrapper,
    "trackable_tuple_wrapper": ListWrapper,
}

__all__ = ["FunctionMaker", "Given", "ObjectMaker"]
