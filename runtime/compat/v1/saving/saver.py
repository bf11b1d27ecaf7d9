"""`tf.compat.v1.train.Saver`: variables saved and restored by their names."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError, NotFoundError
from runtime.bundles.bundle_reader import OBJECT_GRAPH_KEY
from runtime.bundles.bundle_writer import SavedTensor, write_bundle
from runtime.bundles.earlier_files import write_earlier
from runtime.bundles.opening import open_checkpoint
from runtime.checkpoints.restoration import read_object_graph
from runtime.checkpoints.state_file import (
    STATE_FILE,
    checkpoint_exists,
    update_checkpoint_state,
)
from runtime.compat.v1.graph_variables import global_variables
from runtime.compat.v1.saving.kept_checkpoints import (
    KeptCheckpoints,
    get_checkpoint_mtimes,
    remove_checkpoint,
)
from runtime.compat.v1.saving.meta_graphs import export_meta_graph
from runtime.compat.v1.saving.running_savers import restore_by_nodes, save_by_nodes
from runtime.compat.v1.saving.saver_definitions import (
    SaverDef,
    named_variables,
    settings_of,
)
from runtime.compat.v1.saving.saver_nodes import V2, SaverSettings, add_saver_nodes
from runtime.messages.logs import get_logger
from runtime.tensors.likes import TensorLike
from runtime.variables.variable_creation import makes_a_graph_by_hand

_FAILED = (
    "Restoring from checkpoint failed. This is most likely due to {} Please ensure "
    "that you have not altered the graph expected based on the checkpoint. Original "
    "error:\n\n{}"
)
_MISSING = "a Variable name or other graph key that is missing from the checkpoint."
_OTHER = "a mismatch between the current graph and the graph from the checkpoint."


class Saver:
    """Saves and restores variables by name, in graphs or eagerly.

    Args:
      var_list: variables, or a dict of them by the names in the checkpoint; of a graph
        all by default.
      reshape: whether values may have another shape of as many elements.
      sharded: whether each device writes its own part; here there is one.
      max_to_keep: how many of the latest checkpoints stay; 0 or None for all.
      keep_checkpoint_every_n_hours: how often one stays for good.
      name: the scope of the nodes.
      saver_def: a `SaverDef` of nodes that the graph has already.
      defer_build: whether nodes are added by ``build``.
      allow_empty: whether there may be no variables.
      write_version: 2, or 1 for the format of old.
      pad_step_number: whether numbers have 8 digits.
      save_relative_paths: whether the file ``checkpoint`` has relative paths.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "model")
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.compat.v1.get_variable("v", initializer=[1.0, 2.0])
    ...     saver = tf.compat.v1.train.Saver()
    ...     _ = session.run(v.initializer)
    ...     path = saver.save(session, path, global_step=7)
    >>> os.path.basename(path), tf.train.list_variables(path)
    ('model-7', [('v', [2])])

    Raises:
      ValueError: without variables, or for two variables of one name.
      RuntimeError: eagerly without ``var_list``.
    """

    V1, V2 = 1, 2

    def __init__(
        self,
        var_list: Any = None,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10_000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        saver_def: Any = None,
        builder: Any = None,
        defer_build: bool = False,
        allow_empty: bool = False,
        write_version: int = V2,
        pad_step_number: bool = False,
        save_relative_paths: bool = False,
        filename: str | None = None,
    ) -> None:
        if defer_build and var_list:
            raise ValueError(
                "If `var_list` is provided then build cannot be deferred. Either set "
                "defer_build=False or var_list=None."
            )
        if builder is not None:
            raise NotImplementedError(
                "A Saver builds its own nodes: leave out builder."
            )
        self._variables: Any = var_list
        self._is_eager = not makes_a_graph_by_hand()
        self._name = name or "save"
        self._allows_empty = allow_empty
        self._pads = pad_step_number
        self._relative_paths = save_relative_paths
        self.saver_def: Any = saver_def
        self._settings = SaverSettings(
            max_to_keep or 0,
            keep_checkpoint_every_n_hours,
            sharded,
            reshape,
            write_version,
            filename or "model",
        )
        if saver_def is not None:
            self._settings = settings_of(saver_def)
        self._kept = KeptCheckpoints(
            self._settings.max_to_keep, self._settings.keep_hours
        )
        self._names: Mapping[str, Any] | None = None
        if self._is_eager:
            self._check_eager(var_list)
        elif saver_def is None and not defer_build:
            self.build()

    def _check_eager(self, var_list: Any) -> None:
        get_logger().warning(
            "Saver is deprecated, please switch to tf.train.Checkpoint or "
            "tf.keras.Model.save_weights for training checkpoints. When executing "
            "eagerly variables do not necessarily have unique names, and so the "
            "variable.name-based lookups Saver performs are error-prone."
        )
        if var_list is None:
            raise RuntimeError(
                "When eager execution is enabled, `var_list` must specify a list or "
                "dict of variables to save"
            )

    def build(self) -> None:
        """Adds the nodes to the graph in progress; once.

        Raises:
          ValueError: without variables, or for two variables of one name.
        """
        if self._is_eager:
            raise RuntimeError("Use save/restore instead of build in eager mode.")
        if self.saver_def is not None:
            return
        variables = self._variables
        if variables is None:
            variables = global_variables()
        if not variables:
            if self._allows_empty:
                return
            raise ValueError("No variables to save")
        self._names = named_variables(variables)
        self.saver_def = add_saver_nodes(self._names, self._settings, self._name)

    def as_saver_def(self) -> Any:
        """The `SaverDef` message that names the nodes."""
        return self.saver_def

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The `SaverDef` message that names the nodes."""
        return self.saver_def

    @staticmethod
    def from_proto(saver_def: Any, import_scope: str | None = None) -> Saver:
        """A saver that uses the nodes named in a `SaverDef`."""
        return Saver(saver_def=saver_def, name=import_scope)

    # --- saving

    def save(
        self,
        sess: Any,
        save_path: str,
        global_step: TensorLike | None = None,
        latest_filename: str | None = None,
        meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True,
        write_state: bool = True,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> str | None:
        """Writes a checkpoint; returns its prefix: the path, then the step unless None.

        Raises:
          ValueError: for a missing folder, or a ``latest_filename`` with a path.
          TypeError: if the variables are a graph's and ``sess`` is not a session.
          FailedPreconditionError: for a variable without value.
        """
        if os.path.split(latest_filename or "")[0]:
            raise ValueError("'latest_filename' must not contain path components")
        path = os.fspath(save_path)
        if not path:
            raise ValueError("no path specified")
        if not os.path.basename(path):
            raise ValueError(f"{path!r} names no file to save to.")
        folder = os.path.dirname(path)
        if not os.path.isdir(folder or "."):
            raise ValueError(f"Parent directory of {path} doesn't exist, can't save.")
        written = self._write(sess, self._with_step(sess, path, global_step))
        if written is None:
            return None
        if write_meta_graph and not self._is_eager:
            with sess.graph.as_default():
                self.export_meta_graph(f"{written}.{meta_graph_suffix}")
        # last: what the state file names has all its files
        if write_state:
            self._note(written, folder, latest_filename, meta_graph_suffix)
        return written

    def _with_step(self, session: Any, path: str, step: Any) -> str:
        if step is None:
            return path
        if hasattr(step, "graph") and not self._is_eager:
            step = session.run(step)
        number = int(step)
        return f"{path}-{number:08d}" if self._pads else f"{path}-{number}"

    def _write(self, session: Any, path: str) -> str | None:
        if self._is_eager:
            self._write_eagerly(path)
            return path
        _check_session(session)
        if self.saver_def is None:
            if self._allows_empty:
                return None
            raise RuntimeError("The nodes of this Saver are not built: call build().")
        save_by_nodes(session, self.saver_def, path)
        return path

    def _write_eagerly(self, path: str) -> None:
        named = named_variables(self._variables)
        tensors = [
            SavedTensor(name, each.dtype, each.value()._array)
            for name, each in sorted(named.items())
        ]
        write = write_bundle if self._settings.version == V2 else write_earlier
        write(path, tensors)

    def _note(
        self, path: str, folder: str, latest_filename: str | None, suffix: str
    ) -> None:
        # the state file names the new one before the oldest goes
        oldest = self._kept.add(path)
        update_checkpoint_state(
            folder,
            path,
            self.last_checkpoints,
            latest_filename or STATE_FILE,
            save_relative_paths=self._relative_paths,
        )
        if oldest is not None:
            remove_checkpoint(oldest, self._settings.version, suffix)

    def export_meta_graph(
        self,
        filename: str | None = None,
        collection_list: Sequence[str] | None = None,
        as_text: bool = False,
        export_scope: str | None = None,
        clear_devices: bool = False,
        clear_extraneous_savers: bool = False,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> Any:
        """The current graph as a `MetaGraphDef`; also written to ``filename``."""
        return export_meta_graph(
            filename=filename,
            saver_def=self.saver_def,
            collection_list=collection_list,
            as_text=as_text,
            export_scope=export_scope,
            clear_devices=clear_devices,
        )

    # --- restoring

    def restore(self, sess: Any, save_path: str) -> None:
        """Sets the variables to the values that a checkpoint has for their names.

        Raises:
          ValueError: for a path without a checkpoint.
          NotFoundError: for a name that the checkpoint does not have.
          InvalidArgumentError: for a value of another dtype or shape.
        """
        if self._is_eager is False and self.saver_def is None:
            return
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        path = os.fspath(save_path)
        if not checkpoint_exists(path):
            raise ValueError(
                f"The passed save_path is not a valid checkpoint: {save_path}"
            )
        get_logger().info("Restoring parameters from %s", path)
        try:
            self._restore(sess, path)
        except NotFoundError as error:
            if not self._restore_from_objects(sess, path):
                said = _FAILED.format(_MISSING, error.message)
                raise NotFoundError(None, None, said) from None
        except InvalidArgumentError as error:
            said = _FAILED.format(_OTHER, error.message)
            raise InvalidArgumentError(None, None, said) from None

    def _restore(self, session: Any, path: str) -> None:
        if self._is_eager:
            names = named_variables(self._variables)
            self._assign(path, {each: each for each in names}, names)
            return
        _check_session(session)
        restore_by_nodes(session, self.saver_def, path)

    def _restore_from_objects(self, session: Any, path: str) -> bool:
        """Restores from a checkpoint of objects, which notes the names of variables."""
        names = self._names
        if self._is_eager:
            names = named_variables(self._variables)
        reader = open_checkpoint(path)
        if names is None or OBJECT_GRAPH_KEY not in reader:
            return False
        keys = {
            each.full_name: each.checkpoint_key
            for node in read_object_graph(reader).nodes
            for each in node.attributes
        }
        if any(each not in keys for each in names):
            return False
        if self._is_eager:
            self._assign(path, keys, names)
            return True
        for name, variable in names.items():
            assignment = variable.initializer
            fed = {assignment.inputs[1].name: reader.read(keys[name])}
            session.run(assignment, fed)
        return True

    def _assign(
        self, path: str, keys: Mapping[str, str], names: Mapping[str, Any]
    ) -> None:
        reader = open_checkpoint(path)
        for name, variable in names.items():
            dtype = reader.dtype(keys[name])
            if dtype is not variable.dtype:
                raise InvalidArgumentError(
                    None,
                    None,
                    f"tensor_name = {name}; expected dtype "
                    f"{variable.dtype.signature_name} does not equal original dtype "
                    f"{dtype.signature_name}",
                )
            array = reader.read(keys[name])
            if self._settings.reshapes and variable.shape.is_fully_defined():
                array = np.reshape(array, tuple(variable.shape))
            if not variable.shape.is_compatible_with(array.shape):
                raise ValueError(
                    f"Received incompatible tensor with shape {array.shape} when "
                    f"attempting to restore variable with shape {variable.shape} and "
                    f"name {name}."
                )
            variable.assign(array)

    # --- what was written

    @property
    def last_checkpoints(self) -> list[str]:
        """The prefixes of the kept checkpoints, oldest first."""
        return self._kept.paths

    def set_last_checkpoints(self, last_checkpoints: list[str]) -> None:
        """Replaces the list of kept checkpoints; their times count as the latest."""
        self._kept.replace([(path, np.inf) for path in last_checkpoints])

    def set_last_checkpoints_with_time(
        self, last_checkpoints_with_time: list[tuple[str, float]]
    ) -> None:
        """Replaces the list of kept checkpoints, by pairs of a prefix and a time."""
        self._kept.replace(last_checkpoints_with_time)

    def recover_last_checkpoints(self, checkpoint_paths: Sequence[str]) -> None:
        """Replaces the list of kept checkpoints by the existing ones of these paths."""
        found = [each for each in checkpoint_paths if checkpoint_exists(each)]
        self._kept.replace(list(zip(found, get_checkpoint_mtimes(found))))


def _check_session(session: Any) -> None:
    if not hasattr(session, "run"):
        raise TypeError(f"'sess' must be a Session; {session}")


__all__ = ["Saver", "SaverDef", "named_variables"]
