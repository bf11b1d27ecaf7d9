"""`tf.compat.v1.train.Checkpoint`: objects whose variables have values in a session."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from graphir import dtypes
from runtime.checkpoints.checkpoint import Checkpoint as _Checkpoint
from runtime.checkpoints.options import CheckpointOptions
from runtime.checkpoints.state_file import update_checkpoint_state
from runtime.compat.v1.graph_variables import graph_variable
from runtime.compat.v1.inputs import placeholder
from runtime.compat.v1.sessions import Session, get_default_session
from runtime.tensors.likes import PathText
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import default_graph
from runtime.variables.variable_creation import makes_a_graph_by_hand


class Checkpoint(_Checkpoint):
    """Saves and restores objects; in a graph with the values of a session.

    >>> import os, tempfile
    >>> prefix = os.path.join(tempfile.mkdtemp(), "model")
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.compat.v1.get_variable("v", initializer=3.0)
    ...     checkpoint = tf.compat.v1.train.Checkpoint(v=v)
    ...     session.run(v.initializer)
    ...     path = checkpoint.save(prefix)
    ...     _ = session.run(v.assign(5.0))
    ...     checkpoint.restore(path).run_restore_ops()
    ...     session.run(v)
    np.float32(3.0)
    """

    def write(  # type: ignore[override]
        self,
        file_prefix: PathText,
        session: Session | None = None,
        options: CheckpointOptions | None = None,
    ) -> str | Tensor:
        """Writes a checkpoint without a number; returns its prefix.

        Args:
          session: the values' session, by default the innermost; none eagerly.

        Raises:
          RuntimeError: in a graph without a session.
          PermissionDeniedError, ResourceExhaustedError: if it cannot be written.
        """
        if not makes_a_graph_by_hand():
            eagerly: str | Tensor = super().write(file_prefix, options)
            return eagerly
        running = _running(session)
        folder = os.path.dirname(os.path.abspath(_text(file_prefix)))
        os.makedirs(folder, exist_ok=True)
        with default_graph().as_default():
            prefix = placeholder(dtypes.string, [], "checkpoint_prefix")
            written = self._record(prefix, options or CheckpointOptions())
        found: bytes = running.run(written, {prefix: _text(file_prefix)})
        return os.fsdecode(found)

    def save(  # type: ignore[override]
        self,
        file_prefix: PathText,
        session: Session | None = None,
        options: CheckpointOptions | None = None,
    ) -> str:
        """Writes a numbered checkpoint, which then is the latest of its folder.

        Raises:
          RuntimeError: in a graph without a session.
          PermissionDeniedError, ResourceExhaustedError: if it cannot be written.
        """
        if not makes_a_graph_by_hand():
            return super().save(file_prefix, options)
        running = _running(session)
        is_new = self._save_counter is None
        self._make_save_counter()
        if is_new:
            running.run(self.save_counter.initializer)
        number = running.run(self.save_counter.assign_add(1))
        path = f"{_text(file_prefix)}-{number}"
        self.write(path, running, options)
        update_checkpoint_state(os.path.dirname(path), path, [path])
        return path

    def _new_save_counter(self, name: str) -> Any:
        if not makes_a_graph_by_hand():
            return super()._new_save_counter(name)
        return graph_variable(np.int64(0), False, None, name, dtypes.int64, None)


def _text(path: PathText) -> str:
    return os.fsdecode(os.fspath(path))


def _running(session: Session | None) -> Session:
    found = get_default_session() if session is None else session
    if found is None:
        raise RuntimeError(
            "A checkpoint of a graph takes values from a session: pass `session`, or "
            "enter one."
        )
    return found


__all__ = ["Checkpoint"]
