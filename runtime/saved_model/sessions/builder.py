"""SavedModels written from a graph and the variables of a session."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from typing import Any

from graphir.disk.fresh_files import FreshFile, write_whole
from graphir.wire import messages
from runtime.bundles.bundle_writer import make_folder
from runtime.compat.v1.graph_variables import global_variables
from runtime.compat.v1.saving.meta_graphs import export_meta_graph
from runtime.compat.v1.saving.saver import Saver
from runtime.messages.logs import get_logger
from runtime.saved_model.constants import (
    ASSETS_KEY,
    DEFAULT_SERVING_SIGNATURE_DEF_KEY,
    LEGACY_INIT_OP_KEY,
    MAIN_OP_KEY,
    SAVED_MODEL_SCHEMA_VERSION,
    SERVING,
)
from runtime.saved_model.model_files import ASSETS, BINARY, TEXT, VARIABLES
from runtime.saved_model.sessions.signature_messages import predict_signature_def
from runtime.stateful_kernels.files import refused
from runtime.tensors.likes import PathText
from runtime.tracing.graphs import default_graph


class SavedModelBuilder:
    """A SavedModel of graphs under several sets of tags, which share variables.

    >>> import os, tempfile
    >>> folder = os.path.join(tempfile.mkdtemp(), "model")
    >>> builder = tf.compat.v1.saved_model.Builder(folder)
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.compat.v1.get_variable("v", initializer=[1.0, 2.0])
    ...     _ = session.run(v.initializer)
    ...     builder.add_meta_graph_and_variables(session, ["serve"])
    >>> os.path.basename(builder.save())
    b'saved_model.pb'

    Raises:
      AssertionError: if the folder is not empty.
    """

    def __init__(self, export_dir: PathText) -> None:
        self._folder = os.fsdecode(os.fspath(export_dir))
        if os.path.isdir(self._folder) and os.listdir(self._folder):
            raise AssertionError(
                f"Export directory {self._folder} already exists, and isn't empty. "
                "Please choose a different export directory, or delete all the "
                "contents of the specified directory."
            )
        self._model = messages.get("SavedModel")(
            saved_model_schema_version=SAVED_MODEL_SCHEMA_VERSION
        )
        self._has_variables = False

    def add_meta_graph_and_variables(
        self,
        sess: Any,
        tags: Iterable[str],
        signature_def_map: Mapping[str, Any] | None = None,
        assets_collection: Iterable[Any] | None = None,
        legacy_init_op: Any = None,
        clear_devices: bool = False,
        main_op: Any = None,
        strip_default_attrs: bool = False,
        saver: Any = None,
    ) -> None:
        """Adds the graph in progress, and writes the variables of the session.

        Raises:
          AssertionError: if there are variables already, or for a signature that names
            no tensor.
          FailedPreconditionError: for a variable without value.
        """
        if self._has_variables:
            raise AssertionError(
                "Graph state including variables and assets has already been saved. "
                "Please invoke `add_meta_graph()` instead."
            )
        saver = self._add(
            tags,
            signature_def_map,
            assets_collection,
            main_op,
            legacy_init_op,
            clear_devices,
            saver,
        )
        prefix = os.path.join(self._folder, VARIABLES)
        make_folder(prefix)
        if saver is not None:
            saver.save(sess, prefix, write_meta_graph=False, write_state=False)
        self._has_variables = True

    def add_meta_graph(
        self,
        tags: Iterable[str],
        signature_def_map: Mapping[str, Any] | None = None,
        assets_collection: Iterable[Any] | None = None,
        legacy_init_op: Any = None,
        clear_devices: bool = False,
        main_op: Any = None,
        strip_default_attrs: bool = False,
        saver: Any = None,
    ) -> None:
        """Adds the current graph, whose variables are written already.

        Raises:
          AssertionError: if no variables have been written.
        """
        if not self._has_variables:
            raise AssertionError(
                "Graph state including variables and assets has not been saved yet. "
                "Please invoke `add_meta_graph_and_variables()` first."
            )
        self._add(
            tags,
            signature_def_map,
            assets_collection,
            main_op,
            legacy_init_op,
            clear_devices,
            saver,
        )

    def _add(
        self,
        tags: Iterable[str],
        signatures: Mapping[str, Any] | None,
        assets: Iterable[Any] | None,
        main_op: Any,
        legacy_init_op: Any,
        clear_devices: bool,
        saver: Any,
    ) -> Any:
        """Adds a graph to the message; its saver, or None without variables."""
        for each in (signatures or {}).values():
            _check_signature(each)
        if main_op is not None and legacy_init_op is not None:
            raise ValueError("Give main_op or legacy_init_op, and not both.")
        if saver is None and global_variables():
            saver = Saver(sharded=True, allow_empty=True)
        self._save_assets(assets or ())
        graph: Any = default_graph()
        for key, op in ((MAIN_OP_KEY, main_op), (LEGACY_INIT_OP_KEY, legacy_init_op)):
            if op is not None:
                graph.get_collection_ref(key)[:] = [op]
        info = messages.get("MetaGraphDef.MetaInfoDef")()
        info.tags.extend(tags)
        meta = export_meta_graph(
            meta_info_def=info,
            saver_def=None if saver is None else saver.as_saver_def(),
            clear_devices=clear_devices,
        )
        for key, each in (signatures or {}).items():
            meta.signature_def[key].CopyFrom(each)
        self._model.meta_graphs.append(meta)
        return saver

    def _save_assets(self, tensors: Iterable[Any]) -> None:
        """Copies the files that constants name, and notes them with the graph."""
        graph: Any = default_graph()
        known = graph.get_collection_ref(ASSETS_KEY)
        if known:
            return
        for tensor in tensors:
            value = tensor.op.get_attr("value").array
            path = os.fsdecode(value.item())
            if not path:
                raise ValueError(f"Asset filepath tensor {tensor} is empty.")
            name = os.path.basename(path)
            asset = messages.get("AssetFileDef")(filename=name)
            asset.tensor_info.name = tensor.name
            known.append(asset)
            self._copy(path, name)

    def _copy(self, path: str, name: str) -> None:
        target = os.path.join(self._folder, ASSETS, name)
        make_folder(target)
        try:
            with open(path, "rb") as source, FreshFile(target) as fresh:
                shutil.copyfileobj(source, fresh.file)
        except OSError as error:
            raise refused(error, path) from None

    def save(
        self,
        as_text: bool = False,
        experimental_image_format: bool = False,
        experimental_image_writer_options: Any = None,
    ) -> bytes:
        """Writes the message, without which the folder is no model; its path.

        Raises:
          NotImplementedError: for the format of several files.
        """
        if experimental_image_format:
            raise NotImplementedError(
                "SavedModels of several files (experimental_image_format) are not "
                "written here."
            )
        path = os.path.join(self._folder, TEXT if as_text else BINARY)
        make_folder(path)
        if as_text:
            content = messages.to_text(self._model).encode()
        else:
            content = self._model.SerializeToString(deterministic=True)
        try:
            write_whole(path, content)
        except OSError as error:
            raise refused(error, path) from None
        get_logger().info("SavedModel written to: %s", path)
        return os.fsencode(path)


def _check_signature(message: Any) -> None:
    for info in (*message.inputs.values(), *message.outputs.values()):
        if info.WhichOneof("encoding") is None:
            raise AssertionError(
                f"Invalid `tensor_info`: {info}. All TensorInfo protos used in the "
                "SignatureDefs must have one of the 'encoding' fields (e.g., name or "
                "coo_sparse) set."
            )


def simple_save(
    session: Any,
    export_dir: PathText,
    inputs: Mapping[str, Any],
    outputs: Mapping[str, Any],
    legacy_init_op: Any = None,
) -> None:
    """Writes the graph in progress with one signature, as servers take it.

    Raises:
      AssertionError: if the folder is not empty.
      ValueError: without inputs or outputs.
    """
    signature = predict_signature_def(inputs, outputs)
    builder = SavedModelBuilder(export_dir)
    builder.add_meta_graph_and_variables(
        session,
        [SERVING],
        {DEFAULT_SERVING_SIGNATURE_DEF_KEY: signature},
        assets_collection=_asset_paths(),
        main_op=legacy_init_op,
        clear_devices=True,
    )
    builder.save()


def _asset_paths() -> list[Any]:
    graph: Any = default_graph()
    found: list[Any] = graph.get_collection("asset_filepaths")
    return found


__all__ = ["SavedModelBuilder", "simple_save"]
