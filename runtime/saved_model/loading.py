"""`tf.saved_model.load`: restores the objects, functions and variables of a model."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from graphir.errors import DataLossError, NotFoundError
from graphir.wire.garbage import collection_paused
from runtime.bundles.bundle_reader import BundleReader, data_path, index_path
from runtime.checkpoints.load_status import CheckpointLoadStatus
from runtime.checkpoints.object_graph import ObjectGraphView
from runtime.checkpoints.restoration import Restoration
from runtime.context import eager_mode
from runtime.errors import SignatureMismatchError
from runtime.saved_model.loaded_functions import (
    RestoredFunction,
)
from runtime.saved_model.loaded_gradients import resolved
from runtime.saved_model.loaded_objects import (
    UserObject,
    add_child,
)
from runtime.saved_model.model_files import (
    VARIABLES,
    MissingPartError,
    choose_meta_graph,
    file_within,
    find_meta_graph,
    read_saved_model,
    read_unchanged,
)
from runtime.saved_model.object_makers import Given, ObjectMaker
from runtime.saved_model.options import LoadOptions
from runtime.stateful_kernels.confinement import check_grants
from runtime.tensors.likes import PathText


def load(
    export_dir: PathText,
    tags: Iterable[str] | None = None,
    options: LoadOptions | None = None,
    allow: Iterable[str] = (),
) -> Any:
    """The objects of a SavedModel: their attributes, functions and signatures.

    Args:
      export_dir: the folder of the model.
      tags: the tags of the graph to load; required if the model has several graphs.
      options: a ``LoadOptions``.
      allow: permissions of graphs besides computing and reading files of the folder:
        ``"files"`` to use any files, ``"python"`` to call Python functions of this
        process.

    Raises:
      NotFoundError, also OSError: if there is no SavedModel, or it lacks a file.
      DataLossError, also OSError: if it is damaged.
      InvalidGraphError, InvalidArgumentError: for a graph, or the signature of a
        function, that is not valid.
      PermissionDeniedError: if it asks for files outside of its folder.
      RuntimeError, ValueError: if no graph of the model has exactly these tags.
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
    loader = Loader(meta, folder, options or LoadOptions(), granted)
    with eager_mode(), collection_paused():
        try:
            return loader.load()
        except NotFoundError as error:
            raise MissingPartError(error.node_def, error.op, error.message) from error


def _check_tags(model: Any, tags: Iterable[str] | None, folder: str) -> None:
    """Refuses other tags than those of a model's only graph."""
    if tags is None or len(model.meta_graphs) != 1:
        return
    meta = model.meta_graphs[0]
    known = list(meta.meta_info_def.tags)
    wanted = [tags] if isinstance(tags, str) else list(tags)
    if meta.HasField("object_graph_def") and set(wanted) != set(known):
        raise ValueError(
            f"Got an incompatible argument to `tags`: {wanted}. The SavedModel at "
            f"{folder} has one MetaGraph with tags {known}. You may omit the "
            "argument, pass 'None', or pass matching tags."
        )


_ROOT: Final = 0


class Loader(ObjectMaker):
    """The conversion of one SavedModel to objects."""

    def load(self) -> Any:
        """The root object."""
        self._check_references()
        self._functions.note_specs(self._nodes)
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
            if name in self._functions.messages:
                traces.setdefault(alias, []).append(name)
        return {
            alias: RestoredFunction(
                self._functions.specs[own[0]], [*map(self._function, own)]
            )
            for alias, own in traces.items()
        }

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
        """The loaded object with a number of the saved object graph."""
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
        with self._whole_variables():
            self._bind(restoration, root, stateful)

    def _bind(
        self, restoration: Restoration, root: Any, stateful: Sequence[int]
    ) -> None:
        """Gives the objects with state their values."""
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

    @contextmanager
    def _whole_variables(self) -> Iterator[None]:
        """Says of values that do not fit the objects that the model is damaged.

        Both are in one folder, so this is no mistake of the program; and a reader
        who had them of two models, since one was replaced, reads again.
        """
        try:
            yield
        except (AssertionError, ValueError) as error:
            if self._given:
                raise  # the program gave some of the objects
            raise DataLossError(
                None,
                None,
                f"The variables of the SavedModel in {self._folder} are not those of "
                f"its objects: {error}",
            ) from error

    def _has_state(self, number: int) -> bool:
        is_variable = self._kind(number) == "variable"
        return is_variable or bool(self._nodes[number].saveable_objects)

    def _initialize(self) -> None:
        """Fills the tables, in order."""
        for number in self._numbers():
            if self._kind(number) != "resource":
                continue
            if number not in self._given:
                self._make_creator(number, self._objects[number])
            initializer = self._child(number, "_initialize")
            if initializer is None:
                continue
            if not callable(self._objects[initializer]):
                raise self._damaged(f"the initializer of {number} is no function.")
            try:
                self._objects[initializer]()
            except SignatureMismatchError as error:
                raise self._damaged(f"initializing object {number}: {error}") from error


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


__all__ = ["Given", "Loader", "load", "paired_nodes"]
