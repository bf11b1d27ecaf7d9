"""`MethodNameUpdater`: other method names for the signatures of a SavedModel."""

from __future__ import annotations

import os
from collections.abc import Iterable

from graphir.disk.fresh_files import write_whole
from runtime.saved_model.model_files import BINARY, TEXT, read_saved_model
from runtime.stateful_kernels.files import refused
from runtime.tensors.likes import PathText


class MethodNameUpdater:
    """Changes the names of methods in the signatures of a SavedModel's graphs.

    >>> import os, tempfile
    >>> folder = os.path.join(tempfile.mkdtemp(), "model")
    >>> module = tf.Module()
    >>> module.f = tf.function(lambda x: {"y": x + 1})
    >>> signature = module.f.get_concrete_function(tf.TensorSpec([], tf.float32))
    >>> tf.saved_model.save(module, folder, {"foo": signature})
    >>> utils = tf.compat.v1.saved_model.signature_def_utils
    >>> updater = utils.MethodNameUpdater(folder)
    >>> updater.replace_method_name("foo", "regress")
    >>> updater.save()

    Args:
      export_dir: the folder of the model.

    Raises:
      NotFoundError, also OSError: if there is no model.
      DataLossError, also OSError: if it cannot be read.
    """

    def __init__(self, export_dir: PathText) -> None:
        self._export_dir = os.fsdecode(os.fspath(export_dir))
        self._model = read_saved_model(self._export_dir)

    def replace_method_name(
        self,
        signature_key: str,
        method_name: str,
        tags: str | Iterable[str] | None = None,
    ) -> None:
        """Replaces the method name of a signature.

        Args:
          signature_key: the key of the signature.
          method_name: its new method name.
          tags: those of the one graph to change; by default in all of them.

        Raises:
          ValueError: without a key or a name, and if no graph has the tags, or none the
            signature.
        """
        if not signature_key:
            raise ValueError("`signature_key` must be defined.")
        if not method_name:
            raise ValueError("`method_name` must be defined.")
        named = [tags] if isinstance(tags, str) else tags
        wanted = None if named is None else set(named)
        chosen = [
            each
            for each in self._model.meta_graphs
            if wanted is None or set(each.meta_info_def.tags) == wanted
        ]
        if not chosen:
            raise ValueError(
                f"MetaGraphDef associated with tags {tags} could not be found in the "
                "SavedModel."
            )
        having = [each for each in chosen if signature_key in each.signature_def]
        if not having:
            raise ValueError(
                f"MetaGraphDef associated with tags {tags} does not have a "
                f"signature_def with key: {signature_key!r}."
            )
        for each in having:
            each.signature_def[signature_key].method_name = method_name

    def save(self, new_export_dir: PathText | None = None) -> None:
        """Writes the model's message, by default over the one that was read.

        Another folder, which must exist, gets the message alone, as with TensorFlow:
        variables and assets are to be copied.

        Raises:
          OpError: if it cannot be written.
        """
        folder = self._export_dir
        if new_export_dir is not None:
            folder = os.fsdecode(os.fspath(new_export_dir))
        is_text = os.path.exists(os.path.join(self._export_dir, TEXT))
        path = os.path.join(folder, TEXT if is_text else BINARY)
        content = self._model.SerializeToString()
        if is_text:
            content = str(self._model).encode()
        try:
            write_whole(path, content)
        except OSError as error:
            raise refused(error, path) from None


__all__ = ["MethodNameUpdater"]
