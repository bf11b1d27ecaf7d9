"""`tf.train.Checkpoint`: saves and restores objects with everything they reference."""

from __future__ import annotations

import inspect
import os
import threading
import weakref
from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.errors import NotFoundError, UnimplementedError
from runtime.bundles.bundle_reader import OBJECT_GRAPH_KEY
from runtime.bundles.bundle_writer import (
    SavedTensor,
    make_folder,
    write_bundle,
    write_shards,
)
from runtime.bundles.opening import open_checkpoint
from runtime.checkpoints.load_status import (
    CheckpointLoadStatus,
    InitializationOnlyStatus,
    LoadStatus,
    NameBasedSaverStatus,
)
from runtime.checkpoints.object_graph import (
    ObjectGraphView,
    SerializedGraph,
    serialized,
)
from runtime.checkpoints.options import CheckpointOptions
from runtime.checkpoints.recorded_saves import record_state
from runtime.checkpoints.restoration import Restoration
from runtime.checkpoints.sharding import ShardingCallback, sharded
from runtime.checkpoints.state_file import update_checkpoint_state
from runtime.context import eager_mode
from runtime.messages.logs import get_logger
from runtime.tensors.likes import PathText
from runtime.tensors.tensor import wrap
from runtime.tracing.graph_trace import current_trace
from runtime.trackable.attributes import AutoTrackable
from runtime.trackable.base import Trackable, TrackableReference
from runtime.trackable.data_structures import NoDependency, wrap_or_unwrap
from runtime.variables.resource import ResourceVariable

_COUNTER: Final = "save_counter"
SAVED_MODEL_FILES: Final = ("saved_model.pb", "saved_model.pbtxt")


class Checkpoint(AutoTrackable):
    """The objects that are saved and restored together, by name.

    Args:
      root: an object whose own parts are saved, in place of the checkpoint's.
      **kwargs: objects by name; lists and dicts of them too.

    >>> import os, tempfile
    >>> x = tf.Variable(10.0)
    >>> checkpoint = tf.train.Checkpoint(x=x)
    >>> path = checkpoint.save(os.path.join(tempfile.mkdtemp(), "state"))
    >>> _ = x.assign(11.0)
    >>> _ = checkpoint.restore(path).assert_consumed()
    >>> x.numpy()
    np.float32(10.0)

    Raises:
      ValueError: for an object that has no state, or a name that the root has already.
    """

    def __init__(self, root: Any = None, **kwargs: Any) -> None:
        super().__init__()
        self._save_counter: Any = NoDependency(None)
        self._pending: Any = NoDependency(None)
        self._attached: Any = NoDependency(None if root is None else [])
        if root is not None:
            root = wrap_or_unwrap(root() if _is_weak(root) else root)
            _check_trackable(root, "root")
            kwargs["root"] = root
        self._given_root: Any = NoDependency(root)
        for name, value in sorted(kwargs.items()):
            setattr(self, name, value)
            held = getattr(self, name)
            held = held() if _is_weak(held) else held
            _check_trackable(held, name)
            if root is not None:
                self._attach(name, held)

    @property
    def _root(self) -> Any:
        return self if self._given_root is None else self._given_root

    def _attach(self, name: str, value: Any) -> None:
        known = self._root._lookup_dependency(name)
        if known is None:
            self._attached.append(TrackableReference(name, value))
        elif known is not value:
            raise ValueError(
                f"Cannot create a Checkpoint with keyword argument {name} if "
                f"root.{name} already exists."
            )

    @property
    def save_counter(self) -> ResourceVariable:
        """The number of saves: a variable that is saved too."""
        if self._save_counter is None:
            self._make_save_counter()
        counter: ResourceVariable = self._save_counter
        return counter

    def _make_save_counter(self) -> None:
        if self._save_counter is not None:
            return
        known = self._root._lookup_dependency(_COUNTER)
        if known is None:
            known = self._new_save_counter(_COUNTER)
        object.__setattr__(self, "_save_counter", known)
        self._track_trackable(known, _COUNTER, overwrite=True)
        if self._attached is not None:
            self._attached.append(TrackableReference(_COUNTER, known))
            self._root._handle_deferred_dependencies(_COUNTER, known)

    def _new_save_counter(self, name: str) -> Any:
        with eager_mode():
            return ResourceVariable(
                np.int64(0), trainable=False, name=name, dtype=dtypes.int64
            )

    @property
    def _view(self) -> ObjectGraphView:
        return ObjectGraphView(self._root, tuple(self._attached or ()))

    # --- saving

    def write(self, file_prefix: Any, options: CheckpointOptions | None = None) -> Any:
        """Writes a checkpoint with this prefix, unnumbered; returns the prefix.

        In a `tf.function` the checkpoint is written each time that the function runs,
        with the values of that moment; the prefix may be a tensor, and the result is
        one: a string of shape ().

        >>> import os, tempfile
        >>> x = tf.Variable(1.0)
        >>> checkpoint = tf.train.Checkpoint(x=x)
        >>> @tf.function
        ... def step(path):
        ...     x.assign_add(1.0)
        ...     return checkpoint.write(path)
        >>> path = os.path.join(tempfile.mkdtemp(), "state")
        >>> step(tf.constant(path)).numpy() == path.encode()
        True
        >>> tf.train.load_variable(path, "x/.ATTRIBUTES/VARIABLE_VALUE")
        np.float32(2.0)

        Raises:
          UnimplementedError: while a graph of version 1 is built.
          NotFoundError, PermissionDeniedError, ResourceExhaustedError: if it cannot be
            written.
          ValueError: for an object that could not be restored.
        """
        options = options or CheckpointOptions()
        trace = current_trace()
        if trace is None:
            return self._write(os.fsdecode(os.fspath(file_prefix)), options)
        if not trace.is_function:
            raise UnimplementedError(
                None,
                None,
                "tf.train.Checkpoint saves eagerly or in a tf.function; in a graph of "
                "version 1 use tf.compat.v1.train.Checkpoint.",
            )
        return self._record(file_prefix, options)

    def save(
        self, file_prefix: PathText, options: CheckpointOptions | None = None
    ) -> str:
        """Writes a numbered checkpoint, which then is the latest of its folder.

        Returns its prefix: the argument with ``-`` and the number of saves.

        Raises:
          NotImplementedError: while a function is traced.
          PermissionDeniedError, ResourceExhaustedError: if it cannot be written.
          ValueError: for an object that could not be restored.
        """
        refuse_in_graph("tf.train.Checkpoint")
        self._make_save_counter()
        number = int(self.save_counter.assign_add(1).numpy())
        path = f"{os.fsdecode(os.fspath(file_prefix))}-{number}"

        def note() -> None:
            update_checkpoint_state(os.path.dirname(path), path, [path])

        return self._write(path, options or CheckpointOptions(), note)

    def _write(
        self,
        prefix: str,
        options: CheckpointOptions,
        after: Callable[[], None] | None = None,
    ) -> str:
        self.sync()
        make_folder(prefix)
        state = serialized(self._view)
        callbacks = list(options.experimental_write_callbacks or ())

        def act() -> None:
            write_state(prefix, state, options.experimental_sharding_callback)
            if after is not None:
                after()
            _call_all(callbacks, prefix)

        if options.enable_async:
            object.__setattr__(self, "_pending", _Background(act))
        else:
            act()
        return prefix

    def _record(self, prefix: Any, options: CheckpointOptions) -> Any:
        """Adds ops to the current trace that write a checkpoint; the prefix then."""
        if options.enable_async:
            get_logger().warning(
                "A checkpoint that a tf.function writes is written when the function "
                "runs, not in the background."
            )
        if isinstance(prefix, os.PathLike):
            prefix = os.fspath(prefix)
        callback = options.experimental_sharding_callback
        written = record_state(prefix, serialized(self._view), callback)
        _call_all(options.experimental_write_callbacks, written)
        return written

    def sync(self) -> None:
        """Waits until background writes are finished.

        Raises:
          the error of writing, if that failed.
        """
        pending = self._pending
        if pending is not None:
            object.__setattr__(self, "_pending", None)
            pending.wait()

    # --- restoring

    def read(
        self, save_path: Any, options: CheckpointOptions | None = None
    ) -> LoadStatus:
        """Restores a file of ``write``; later objects are restored on creation.

        Raises:
          NotFoundError: if there is no such checkpoint.
          DataLossError: if it is damaged.
          ValueError, InvalidArgumentError: for a variable of another shape or dtype.
        """
        self.sync()
        if save_path is None:
            return InitializationOnlyStatus(self._view)
        reader = open_checkpoint(os.fsdecode(os.fspath(save_path)))
        if OBJECT_GRAPH_KEY not in reader:
            return NameBasedSaverStatus(reader, self._view)
        options = options or CheckpointOptions()
        restoration = Restoration(reader, options.experimental_skip_slot_variables)
        view = self._view
        attached = view.attached_dependencies or ()
        restoration.bind(0, self._root, {each.name: each.ref for each in attached})
        return CheckpointLoadStatus(restoration, view)

    def restore(
        self, save_path: Any, options: CheckpointOptions | None = None
    ) -> LoadStatus:
        """Restores a file of ``save``; later objects are restored on creation.

        ``save_path`` may also be None, or a SavedModel, whose variables are restored.

        Raises:
          NotFoundError: if there is no such checkpoint.
          DataLossError: if it is damaged.
          ValueError, InvalidArgumentError: for a variable of another shape or dtype.
        """
        path = None if save_path is None else os.fsdecode(os.fspath(save_path))
        if path is not None and _is_saved_model(path):
            path = os.path.join(path, "variables", "variables")
        try:
            status = self.read(path, options)
        except NotFoundError as error:
            raise NotFoundError(
                None,
                None,
                "Error when restoring from checkpoint or SavedModel at "
                f"{save_path}: {error.message}\nPlease double-check that the path is "
                "correct. You may be missing the checkpoint suffix (e.g. the '-1' in "
                "'path/to/ckpt-1').",
            ) from None
        self._make_save_counter()
        if isinstance(status, NameBasedSaverStatus):
            status.add_to_optionally_restored(self.save_counter)
        return status


def write_state(
    prefix: str, state: SerializedGraph, callback: ShardingCallback | None = None
) -> None:
    """Writes tensors and the object graph, to data files that a callback chooses."""
    graph = np.array(state.message.SerializeToString(), object)
    if callback is not None:
        rows = {key: (each, state.owners[key]) for key, each in state.tensors.items()}
        rows[OBJECT_GRAPH_KEY] = wrap(graph, dtypes.string), None
        write_shards(prefix, sharded(rows, callback))
        return
    tensors = [
        SavedTensor(key, each.dtype, each._array) for key, each in state.tensors.items()
    ]
    tensors.append(SavedTensor(OBJECT_GRAPH_KEY, dtypes.string, graph))
    write_bundle(prefix, tensors)


def _call_all(callbacks: Iterable[Callable[..., Any]] | None, path: Any) -> None:
    """Calls functions with the path, or without, as many arguments as they take."""
    for each in callbacks or ():
        each(*[path][: len(inspect.signature(each).parameters)])


class _Background:
    """An action on a thread; its error comes out where it is waited for."""

    def __init__(self, action: Callable[[], None]) -> None:
        self._action = action
        self._error: BaseException | None = None
        # not a daemon: the end of the program waits for it
        self._thread = threading.Thread(target=self._run, name="checkpoint")
        self._thread.start()

    def _run(self) -> None:
        try:
            self._action()
        except BaseException as error:
            self._error = error

    def wait(self) -> None:
        """Waits for the end."""
        self._thread.join()
        if self._error is not None:
            raise self._error


def refuse_in_graph(name: str) -> None:
    """Refuses to save from a graph what only Python code can number and note.

    Raises:
      NotImplementedError: while a graph is traced.
    """
    if current_trace() is not None:
        raise NotImplementedError(
            f"Calling {name}.save() from a function is not supported, as save() "
            "modifies saving metadata in ways not supported by TensorFlow Operations. "
            "Consider using tf.train.Checkpoint.write(), a lower-level API which does "
            "not update metadata. tf.train.latest_checkpoint and related APIs will not "
            "see this checkpoint."
        )


def _is_saved_model(path: str) -> bool:
    return any(os.path.exists(os.path.join(path, each)) for each in SAVED_MODEL_FILES)


def _is_weak(value: Any) -> bool:
    return isinstance(value, weakref.ref)


def _check_trackable(value: Any, name: str) -> None:
    if not isinstance(value, Trackable):
        raise ValueError(
            f"`Checkpoint` was expecting {name} to be a trackable object (an object "
            f"derived from `Trackable`), got {value}. If you believe this object "
            "should be trackable (i.e. it is part of the TensorFlow Python API and "
            "manages state), please open an issue."
        )


__all__ = ["Checkpoint", "refuse_in_graph", "write_state"]
