"""SavedModels loaded into the graph of a session."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from runtime.bundles.bundle_reader import data_path, index_path
from runtime.compat.v1.graph_variables import (
    global_variables_initializer,
    local_variables_initializer,
    tables_initializer,
)
from runtime.compat.v1.saving.meta_graphs import add_meta_graph
from runtime.compat.v1.saving.saver import Saver
from runtime.control_flow.conditionals import group
from runtime.saved_model.constants import LEGACY_INIT_OP_KEY, MAIN_OP_KEY
from runtime.saved_model.model_files import (
    ASSETS,
    VARIABLES,
    asset_files,
    choose_meta_graph,
    contains_saved_model,
    file_within,
    read_saved_model,
)
from runtime.tensors.likes import PathText

_INIT = "__saved_model_init_op"


def load_into_session(
    sess: Any,
    tags: Iterable[str],
    export_dir: PathText,
    import_scope: str | None = None,
    allow: Iterable[str] = (),
    **saver_kwargs: Any,
) -> Any:
    """Adds the graph of a SavedModel to a session's graph, with the variables' values.

    Args:
      sess: the session.
      tags: all tags of the graph.
      export_dir: the folder of the model.
      import_scope: a prefix of the new nodes.
      allow: permissions of nodes besides computing and reading files of the folder:
        ``"files"``, ``"python"``.

    Returns the `MetaGraphDef`, which has the signatures.

    Raises:
      NotFoundError, also OSError: if there is no SavedModel.
      RuntimeError: if no graph of the model has exactly these tags.
      DataLossError: if it is damaged.
      PermissionDeniedError: if it asks for files outside of its folder.
    """
    folder = os.fsdecode(os.fspath(export_dir))
    meta = choose_meta_graph(read_saved_model(folder), tags, folder)
    may_leave = "files" in allow
    parts = VARIABLES.split(os.sep)
    for name in (index_path(parts[-1]), data_path(parts[-1], 0, 1)):
        file_within(folder, [*parts[:-1], name], may_leave)
    with sess.graph.as_default():
        add_meta_graph(meta, folder, list(allow), scope=import_scope)
        saver = _saver(meta, import_scope)
        if saver is not None:
            saver.restore(sess, os.path.join(folder, VARIABLES))
        fed = {}
        for each in asset_files(meta, folder):
            name = _scoped(each.tensor_info.name, import_scope)
            fed[name] = file_within(folder, [ASSETS, each.filename], may_leave)
        initializer = _initializer(meta)
        if initializer:
            sess.run(_scoped(initializer, import_scope), fed)
    return meta


def _saver(meta: Any, scope: str | None) -> Saver | None:
    if not meta.saver_def.restore_op_name:
        return None
    message = type(meta.saver_def)()
    message.CopyFrom(meta.saver_def)
    for field in ("filename_tensor_name", "save_tensor_name", "restore_op_name"):
        setattr(message, field, _scoped(getattr(message, field), scope))
    return Saver(saver_def=message)


def _initializer(meta: Any) -> str:
    """The operation that fills tables, or nothing."""
    if _INIT in meta.signature_def:
        name: str = meta.signature_def[_INIT].outputs[_INIT].name
        return name.partition(":")[0]
    for key in (MAIN_OP_KEY, LEGACY_INIT_OP_KEY):
        if key in meta.collection_def:
            names = meta.collection_def[key].node_list.value
            if names:
                return str(names[0])
    return ""


def _scoped(name: str, scope: str | None) -> str:
    return f"{scope}/{name}" if scope else name


def maybe_saved_model_directory(export_dir: PathText) -> bool:
    """Whether a folder has a SavedModel."""
    return contains_saved_model(export_dir)


def main_op() -> Any:
    """An operation that initializes variables and tables."""
    return group(
        global_variables_initializer(),
        local_variables_initializer(),
        tables_initializer(),
    )


def main_op_with_restore(restore_op_name: str) -> Any:
    """An operation that runs another operation, and fills tables."""
    from runtime.tracing.graphs import control_dependencies

    with control_dependencies([main_op()]):
        return group(restore_op_name)


__all__ = [
    "load_into_session",
    "main_op",
    "main_op_with_restore",
    "maybe_saved_model_directory",
]
