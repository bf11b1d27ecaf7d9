"""`tf.saved_model.load`: restores the objects, functions and variables of a model."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, TypeVar

import numpy as np

from graphir.errors import DataLossError, NotFoundError
from graphir.graph import Graph
from graphir.wire.garbage import collection_paused
from graphir.wire.shapes import dtype_of, from_shape_proto
from runtime.bundles.bundle_reader import BundleReader, data_path, index_path
from runtime.checkpoints.load_status import CheckpointLoadStatus
from runtime.checkpoints.object_graph import ObjectGraphView
from runtime.checkpoints.restoration import Restoration
from runtime.context import init_scope
from runtime.errors import SignatureMismatchError
from runtime.saved_model.debug_files import read_debug_info
from runtime.saved_model.gradient_functions import SavedCapture
from runtime.saved_model.libraries import with_fresh_names
from runtime.saved_model.loaded_functions import (
    FunctionSpec,
    RestoredFunction,
    concrete_function,
)
from runtime.saved_model.loaded_gradients import GradientLoader, resolved
from runtime.saved_model.loaded_objects import (
    CallableUserObject,
    RestoredResource,
    SignatureMap,
    UserObject,
    add_child,
)
from runtime.saved_model.model_files import (
    ASSETS,
    VARIABLES,
    choose_meta_graph,
    file_within,
    find_meta_graph,
    graph_of,
    read_saved_model,
    read_unchanged,
)
from runtime.saved_model.options import LoadOptions
from runtime.stateful_kernels.confinement import check_grants, confine
from runtime.tensors.likes import PathText
from runtime.tensors.tensor import EagerTensor, Tensor, wrap
from runtime.tracing.graph_trace import next_number
from runtime.trackable.assets import Asset
from runtime.trackable.base import Trackable
from runtime.trackable.data_structures import ListWrapper, _DictWrapper
from runtime.variables.creators import has_creators
from runtime.variables.replicas import VariableAggregation, VariableSynchronization
from runtime.variables.resource import ResourceVariable, uninitialized_variable


def load(
    export_dir: PathText,
    tags: Iterable[str] | None = None,
    options: LoadOptions | None = None,
    allow: Iterable[str] = (),
) -> Any:
    """The objects of a SavedModel: their attributes, functions and signatures.

    Args:
      export_dir: the folder of the model.
      tags: those of the graph to load; needed where there are several.
      options: a ``LoadOptions``.
      allow: what its graphs may do besides computing and reading files of the folder:
        ``"files"`` to use any files, ``"python"`` to call Python functions of this
        process.

    Raises:
      NotFoundError, also OSError: if there is no SavedModel.
      DataLossError: if it is damaged; InvalidGraphError, InvalidArgumentError: for a
        graph, or the signature of a function, that is not valid.
      PermissionDeniedError: if it asks for files outside of its folder.
      RuntimeError, ValueError: for tags that it does not have.
    """
    folder = os.fsdecode(os.fspath(export_dir))
    granted = check_grants(allow)
    return read_unchanged(folder, lambda: _load(folder, tags, options, granted))


def _load(
    folder: str,
    tags: Iterable[str] | None,
    options: LoadOptions | None,
    granted: frozenset[str],
) -> Any:
    model = read_saved_model(folder)
    _check_tags(model, tags, folder)
    meta = find_meta_graph(model, tags, folder)
    if not meta.HasField("object_graph_def"):
        from runtime.saved_model.earlier_models import load_earlier

        return load_earlier(choose_meta_graph(model, tags, folder), folder, granted)
    with init_scope(), collection_paused():
        return Loader(meta, folder, options or LoadOptions(), granted).load()


def _check_tags(model: Any, tags: Iterable[str] | None, folder: str) -> None:
    """Refuses other tags than those of a model's only graph."""
    if tags is None or len(model.meta_graphs) != 1:
        return
    meta = model.meta_graphs[0]
    known = list(meta.meta_info_def.tags)
    wanted = [tags] if isinstance(tags, str) else list(tags)
    if meta.HasField("object_graph_def") and set(wanted) != set(known):
        raise ValueError(
            f"Got an incompatible argument to `tags`: {tags}. The SavedModel at "
            f"{folder} has one MetaGraph with tags {known}. You may omit the "
            "argument, pass 'None', or pass matching tags."
        )


_ROOT: Final = 0
_Kind = TypeVar("_Kind", bound=Enum)

Given = tuple[Any, Callable[[Any, str, Any], Any] | None]
"""An object that stands for a saved one, and how the objects below it are set."""


class Loader:
    """One SavedModel under way to objects."""

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
        self._concrete = meta.object_graph_def.concrete_functions
        self._graph: Graph = graph_of(meta, folder)
        self._debug_info = read_debug_info(
            folder, self._graph.functions.values(), self._may_leave
        )
        confine(self._graph, folder, allow)
        self._library, self._names = with_fresh_names(self._graph.functions)
        self._objects: dict[int, Any] = {
            number: held for number, (held, _) in self._given.items()
        }
        self._functions: dict[str, Any] = {}
        self._under_way: set[str] = set()
        self._specs: dict[str, FunctionSpec] = {}
        self._positional: dict[str, int] = {}
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
            self._concrete,
            self._library,
            self._names,
            places,
        )

    def load(self) -> Any:
        """The root object."""
        self._check_references()
        self._note_specs()
        self._gradients.give_rules()
        for number in self._order():
            self._object(number)
        for rule, parts in self._gradients.rules:
            rule.captured = resolved(parts, self._captured)
        self._connect()
        root = self._objects.get(_ROOT)
        self._restore_variables(root)
        self._initialize()
        info = self._meta.meta_info_def
        if isinstance(root, UserObject):
            with_no_tracking = object.__setattr__
            with_no_tracking(root, "tensorflow_version", info.tensorflow_version)
            with_no_tracking(root, "graph_debug_info", self._debug_info)
            with_no_tracking(
                root, "tensorflow_git_version", info.tensorflow_git_version
            )
            if self._options.experimental_load_function_aliases:
                aliases = self._aliases(info.function_aliases)
                with_no_tracking(root, "function_aliases", aliases)
        return root

    def _aliases(self, names: Mapping[str, str]) -> dict[str, RestoredFunction]:
        """The functions by the names that they were given beside their own."""
        traces: dict[str, list[str]] = {}
        for name, alias in names.items():
            if name in self._concrete:
                traces.setdefault(alias, []).append(name)
        return {
            alias: RestoredFunction(self._specs[own[0]], [*map(self._function, own)])
            for alias, own in traces.items()
        }

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
                    f"object {number} names an object that there is not among {count}."
                )
        for name, each in self._concrete.items():
            if any(not 0 <= bound < count for bound in each.bound_inputs):
                raise self._damaged(f"{name!r} captures an object that there is not.")

    def _note_specs(self) -> None:
        """Which parameters the Python functions of the traces had."""
        for node in self._nodes:
            kind = node.WhichOneof("kind")
            if kind == "function":
                spec = FunctionSpec(node.function.function_spec)
                for name in node.function.concrete_functions:
                    self._specs[name] = spec
            elif kind == "bare_concrete_function":
                bare = node.bare_concrete_function
                count = bare.allowed_positional_arguments
                self._positional[bare.concrete_function_name] = count
                if bare.HasField("function_spec"):
                    spec = FunctionSpec(bare.function_spec)
                    self._specs.setdefault(bare.concrete_function_name, spec)

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
        """The traced function of that name, with its captures."""
        if name in self._functions:
            return self._functions[name]
        function = self._library.get(self._names.get(name, ""))
        if function is None or name not in self._concrete:
            raise self._damaged(f"there is no function {name!r}.")
        if name in self._under_way:
            raise self._damaged(f"{name!r} captures what it makes itself.")
        self._under_way.add(name)
        message = self._concrete[name]
        captured = [self._captured(each) for each in message.bound_inputs]
        spec = self._specs.get(name)
        count = self._positional.get(name)
        made = concrete_function(function, message, captured, spec, count)
        self._functions[name] = made
        return made

    def _captured(self, number: int) -> tuple[Any, Any]:
        """The tensor that stands for an object, and the variable that it is of."""
        found = self._object(number)
        if isinstance(found, RestoredResource):
            self._make_creator(number, found)
            handle = found.resource_handle
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
        self._unshare(found)
        resource._create = self._object(found)

    def _unshare(self, number: int) -> None:
        """Lets a function make tables of its own, whatever their names.

        Else two models, or one loaded twice, would share them.
        """
        for name in self._nodes[number].function.concrete_functions:
            function = self._library.get(self._names.get(name, ""))
            for node in [] if function is None else function.body:
                if "shared_name" in node.attrs:
                    own = f"_load_{next_number()}".encode()
                    node.attrs["shared_name"] += own

    def _child(self, number: int, name: str) -> int | None:
        for each in self._nodes[number].children:
            if each.local_name == name:
                return int(each.node_id)
        return None

    def _connect(self) -> None:
        for number in self._numbers():
            node = self._nodes[number]
            owner = self._objects[number]
            if number in self._given:
                self._connect_given(number, node)
                continue
            if not hasattr(owner, "_track_trackable"):
                continue
            if self._kind(number) in ("function", "bare_concrete_function"):
                continue  # their children only say what they capture
            for each in node.children:
                add_child(owner, each.local_name, self._objects[each.node_id])

    def _connect_given(self, number: int, node: Any) -> None:
        owner, set_child = self._given[number]
        for each in node.children:
            (set_child or setattr)(owner, each.local_name, self._objects[each.node_id])

    def object_at(self, number: int) -> Any:
        """The loaded object with the given number."""
        return self._objects[number]

    # --- state

    def _restore_variables(self, root: Any) -> None:
        if self._options.experimental_skip_checkpoint:
            return
        stateful = [*filter(self._has_state, self._numbers())]
        prefix = os.path.join(self._folder, VARIABLES)
        parts = VARIABLES.split(os.sep)
        for path in (index_path(parts[-1]), data_path(parts[-1], 0, 1)):
            file_within(self._folder, [*parts[:-1], path], self._may_leave)
        if not os.path.exists(index_path(prefix)):
            if stateful:
                raise NotFoundError(
                    None,
                    None,
                    f"The SavedModel in {self._folder} has variables, but no file "
                    f"{index_path(prefix)!r}.",
                )
            return
        reader = BundleReader(prefix)
        restoration = Restoration(reader)
        restoration.expect_partial()
        for number in stateful:
            saved = self._nodes[number].saveable_objects
            if saved and number not in self._given:
                self._objects[number]._saveable_functions = {
                    name: (
                        self._objects[each.save_function],
                        self._objects[each.restore_function],
                    )
                    for name, each in saved.items()
                }
        if self._given or self._wanted is not None:
            # objects that are given hold others by names of their own
            places = paired_nodes(self._nodes, restoration.graph.nodes)
            for number in stateful:
                if number in places:
                    restoration.bind(places[number], self._objects[number])
            return
        restoration.bind(_ROOT, root)
        if not self._options.allow_partial_checkpoint:
            status = CheckpointLoadStatus(restoration, ObjectGraphView(root))
            status.assert_existing_objects_matched()

    def _has_state(self, number: int) -> bool:
        is_variable = self._kind(number) == "variable"
        return is_variable or bool(self._nodes[number].saveable_objects)

    def _initialize(self) -> None:
        """Fills the tables, in order."""
        for number in self._numbers():
            if self._kind(number) != "resource" or number in self._given:
                continue
            resource = self._objects[number]
            self._make_creator(number, resource)
            initializer = self._child(number, "_initialize")
            if initializer is None:
                continue
            if not callable(self._objects[initializer]):
                raise self._damaged(f"the initializer of {number} is no function.")
            try:
                self._objects[initializer]()
            except SignatureMismatchError as error:
                raise self._damaged(f"initializing object {number}: {error}") from error


def _handle_of(variable: Any) -> Any:
    """The handle of a variable, or what stands for those of all its copies."""
    handle = variable.handle
    if not hasattr(variable, "handles_meant"):
        return handle
    stand_in = EagerTensor(handle._array, handle.dtype)
    kept = vars(stand_in)
    kept["handle_data"] = handle.handle_data
    kept["meant_now"] = lambda: variable.handle
    return stand_in


def paired_nodes(nodes: Sequence[Any], others: Sequence[Any]) -> dict[int, int]:
    """Numbers of objects in one graph -> of objects at equal paths in another."""
    found = {_ROOT: _ROOT}
    waiting = [_ROOT]
    while waiting:
        number = waiting.pop()
        names = {
            each.local_name: each.node_id for each in others[found[number]].children
        }
        for each in nodes[number].children:
            if each.node_id not in found and each.local_name in names:
                found[each.node_id] = names[each.local_name]
                waiting.append(each.node_id)
    return found


_USER_OBJECTS: Final[dict[str, Callable[[], Any]]] = {
    "signature_map": SignatureMap,
    "trackable_list_wrapper": ListWrapper,
    "trackable_dict_wrapper": _DictWrapper,
    "trackable_tuple_wrapper": ListWrapper,
}

__all__ = ["Given", "Loader", "load", "paired_nodes"]
