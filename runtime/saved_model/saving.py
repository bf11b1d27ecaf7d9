"""`tf.saved_model.save`: saves an object with its functions and variables."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final

from graphir.compute.hashing import fingerprint64
from graphir.disk.folder_swaps import folder_to_fill
from graphir.disk.fresh_files import FreshFile, write_whole
from graphir.wire import messages
from runtime.bundles.bundle_writer import make_folder
from runtime.checkpoints.checkpoint import write_state
from runtime.checkpoints.object_graph import ObjectGraphView, serialized
from runtime.context import current_trace, eager_mode
from runtime.messages.logs import get_logger
from runtime.namespaces.version import VERSION
from runtime.saved_model.constants import DEBUG_DIRECTORY, DEBUG_INFO_FILENAME_PB
from runtime.saved_model.debug_files import debug_content
from runtime.saved_model.main_graph import MainGraph, new_meta_graph
from runtime.saved_model.model_files import (
    ASSETS,
    BINARY,
    VARIABLES,
    contains_saved_model,
)
from runtime.saved_model.object_views import ObjectView
from runtime.saved_model.options import SaveOptions
from runtime.saved_model.saved_objects import ObjectWriter, asset_names
from runtime.saved_model.signatures import signature_map
from runtime.stateful_kernels.files import refused
from runtime.tensors.likes import PathText
from runtime.trackable.base import Trackable, descendants

_SCHEMA: Final = 1
_FINGERPRINT: Final = "fingerprint.pb"
_MOST_FINGERPRINTED: Final = 1 << 20
"""The hash takes a second for two megabytes."""


def save(
    obj: Any,
    export_dir: PathText,
    signatures: Any = None,
    options: SaveOptions | None = None,
) -> None:
    """Saves an object with its traced functions, variables, tables and assets.

    Args:
      obj: a ``tf.Module`` or another trackable object.
      export_dir: the folder of the model.
      signatures: a function with an input signature, or several by name, for programs
        that call the model by names.
      options: a ``SaveOptions``.

    >>> import os, tempfile
    >>> class Adder(tf.Module):
    ...     @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    ...     def add(self, x):
    ...         return x + 1
    >>> path = os.path.join(tempfile.mkdtemp(), "adder")
    >>> tf.saved_model.save(Adder(), path)
    >>> tf.saved_model.load(path).add(tf.constant(2.0)).numpy()
    np.float32(3.0)

    Raises:
      ValueError: for an object that is not trackable, or an invalid signature.
      AssertionError: for a function that needs a variable which the object does not
        hold; inside of a traced function.
      PermissionDeniedError, ResourceExhaustedError: if it cannot be written.
    """
    save_and_return_nodes(obj, export_dir, signatures, options)


def save_and_return_nodes(
    obj: Any,
    export_dir: Any,
    signatures: Any = None,
    options: SaveOptions | None = None,
) -> tuple[list[Any], ObjectPaths]:
    """Saves as ``save``; returns the objects in their order, and their paths.

    Raises:
      ValueError, AssertionError, PermissionDeniedError: as ``save``.
    """
    if current_trace() is not None:
        raise AssertionError(
            "`tf.saved_model.save` is not supported inside a traced @tf.function. Move "
            "the call to the outer eagerly-executed context."
        )
    if not isinstance(obj, Trackable):
        raise ValueError(
            "Expected an object of type `Trackable`, such as `tf.Module` or a subclass "
            f"of the `Trackable` class, for export. Got {obj} with type {type(obj)}."
        )
    options = options or SaveOptions()
    folder = os.fsdecode(os.fspath(export_dir))
    with eager_mode():
        found = _save(obj, folder, signatures, options)
    return [each for each, _ in found], ObjectPaths(found)


class ObjectPaths:
    """Objects -> the references that lead to them; equal objects are several."""

    def __init__(self, pairs: list[tuple[Any, Any]]) -> None:
        self._kept = pairs
        self._paths = {id(each): path for each, path in pairs}

    def __getitem__(self, item: Any) -> Any:
        return self._paths[id(item)]


def _save(
    obj: Any, folder: str, signatures: Any, options: SaveOptions
) -> list[tuple[Any, Any]]:
    """Saves an object; every object below it, with the references that lead there."""
    view = ObjectView(obj)
    made = signature_map(view.held(obj), signatures)
    view.signatures = made
    found = list(descendants(obj, view.children))
    objects = [each for each, _ in found]
    has_devices = options.experimental_variable_policy.has_devices
    gradients = options.experimental_custom_gradients
    writer = ObjectWriter(view, objects, gradients, has_devices)
    state = serialized(_CheckpointView(view))
    meta = new_meta_graph()
    _fill_info(meta.meta_info_def, writer, options)
    graph = MainGraph(writer)
    graph.fill(meta, made, _owners(state, objects))
    writer.fill(meta.object_graph_def)
    model = messages.get("SavedModel")(saved_model_schema_version=_SCHEMA)
    model.meta_graphs.append(meta)
    content = model.SerializeToString(deterministic=True)
    if not options.save_debug_info:
        # what is there would speak of the nodes of another model
        _said(partial(_remove, _debug_path(folder)), folder)
    with _place_of(folder) as place:
        prefix = os.path.join(place, VARIABLES)
        make_folder(prefix)
        write_state(prefix, state)
        _copy_assets(writer, place)
        _write(os.path.join(place, _FINGERPRINT), _fingerprint(content))
        if options.save_debug_info:
            _write_debug_info(graph, place)
        # last: a folder without this file is no model
        _write(os.path.join(place, BINARY), content)
    get_logger().info("Assets written to: %s", os.path.join(folder, ASSETS))
    return found


@contextmanager
def _place_of(folder: str) -> Iterator[str]:
    """Where the files of a model are written.

    Graph and variables of two models are never read together: where one is already,
    that is another folder, which takes its place at the end.
    """
    is_there = contains_saved_model(folder)
    try:
        with folder_to_fill(folder, is_there, last=BINARY) as place:
            yield place
    except OSError as error:
        raise refused(error, folder) from None


def _said(action: Callable[[], object], path: str) -> None:
    try:
        action()
    except OSError as error:
        raise refused(error, path) from None


class _CheckpointView(ObjectGraphView):
    """The same objects, for the checkpoint of a model."""

    def __init__(self, view: ObjectView) -> None:
        super().__init__(view.root)
        self._view = view

    def children(self, owner: Any, **options: Any) -> dict[str, Any]:
        """The objects that one holds, by name."""
        return self._view.children(owner)


def _owners(state: Any, objects: list[Any]) -> dict[str, Any]:
    """The variable that each key of a checkpoint is of."""
    return {
        attribute.checkpoint_key: each
        for node, each in zip(state.message.nodes, objects)
        for attribute in node.attributes
    }


def _fill_info(info: Any, writer: ObjectWriter, options: SaveOptions) -> None:
    info.tags.extend(sorted({"serve", *options.extra_tags}))
    info.tensorflow_version = VERSION
    for alias, function in options.function_aliases.items():
        for each in _traces_of(function):
            info.function_aliases[each.name] = alias


def _traces_of(function: Any) -> list[Any]:
    every = getattr(function, "_list_all_concrete_functions", None)
    return [function] if every is None else every()


def _copy_assets(writer: ObjectWriter, folder: str) -> None:
    target = os.path.join(folder, ASSETS)
    make_folder(os.path.join(target, "x"))
    for asset, name in zip(writer.assets, asset_names(writer.assets)):
        _copy(asset.path, os.path.join(target, name))


def _copy(source: str, target: str) -> None:
    if os.path.realpath(source) == os.path.realpath(target):
        return
    try:
        with open(source, "rb") as file, FreshFile(target) as fresh:
            shutil.copyfileobj(file, fresh.file)
    except OSError as error:
        raise refused(error, source) from None


def _write_debug_info(graph: MainGraph, folder: str) -> None:
    path = _debug_path(folder)
    make_folder(path)
    _write(path, debug_content(graph.trace.graph.functions.values()))


def _debug_path(folder: str) -> str:
    return os.path.join(folder, DEBUG_DIRECTORY, DEBUG_INFO_FILENAME_PB)


def _remove(path: str) -> None:
    with suppress(FileNotFoundError, NotADirectoryError):
        os.unlink(path)


def _write(path: str, content: bytes) -> None:
    _said(lambda: write_whole(path, content), path)


def _fingerprint(content: bytes) -> bytes:
    message = messages.get("FingerprintDef")(uuid=str(uuid.uuid4()))
    message.version.producer = 3
    if len(content) <= _MOST_FINGERPRINTED:
        message.saved_model_checksum = fingerprint64(content)
    data: bytes = message.SerializeToString(deterministic=True)
    return data


__all__ = ["save", "save_and_return_nodes"]
