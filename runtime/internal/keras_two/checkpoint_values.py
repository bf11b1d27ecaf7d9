"""Initial values from checkpoints, and objects saved and restored by tensor name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from runtime.checkpoints.load_status import LoadStatus
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike
from runtime.trackable.base import Trackable, has_own_state
from runtime.trackable.python_state import PythonState

_VALUE: Final = "VARIABLE_VALUE"
_ALL: Final = ".TENSORS"
_PYTHON: Final = "py_state"


class CheckpointInitialValue:
    """The initial value of a variable, read from a checkpoint.

    Args:
      checkpoint_position: the position in the checkpoint; its ``value_tensors`` reads
        the tensor.
      shape: the static shape of the tensor, if the checkpoint does not tell its rank.
      shard_info: the part of a sharded variable to read; None for the whole value.

    Raises:
      ValueError: if the variable has only a part of the value.
    """

    def __init__(
        self, checkpoint_position: Any, shape: Any = None, shard_info: Any = None
    ) -> None:
        if shard_info is not None and tuple(shard_info.shape) != tuple(shape):
            raise ValueError(
                "A variable in several parts takes its value once it is made: make "
                "it with another initializer, and restore it."
            )
        value = checkpoint_position.value_tensors({_VALUE: ""})[_VALUE]
        self.wrapped_value = value
        if shape is not None and value.shape.rank is None:
            self.wrapped_value.set_shape(shape)
        self._checkpoint_position = checkpoint_position

    def __tf_tensor__(
        self, dtype: DTypeLike | None = None, name: str | None = None
    ) -> Any:
        return convert_to_tensor(self.wrapped_value, dtype, name=name)

    @property
    def checkpoint_position(self) -> Any:
        """The position of the value in the checkpoint."""
        return self._checkpoint_position


class CheckpointInitialValueCallable:
    """An initializer that returns a `CheckpointInitialValue`.

    Args:
      checkpoint_position: the position of the value in the checkpoint.
    """

    def __init__(self, checkpoint_position: Any) -> None:
        self._checkpoint_position = checkpoint_position

    @property
    def checkpoint_position(self) -> Any:
        """The position of the value in the checkpoint."""
        return self._checkpoint_position

    @property
    def restore_uid(self) -> int:
        """The number of the checkpoint's restoration."""
        uid: int = self._checkpoint_position.restore_uid
        return uid

    def __call__(
        self, shape: Any = None, dtype: DTypeLike | None = None, shard_info: Any = None
    ) -> CheckpointInitialValue:
        """The value in the dtype of the checkpoint."""
        return CheckpointInitialValue(self._checkpoint_position, shape, shard_info)


class SaveSpec:
    """A tensor to be saved, and its key."""

    def __init__(self, tensor: Any, name: str) -> None:
        self.tensor, self.name = tensor, name
        self.dtype, self.device, self.slice_spec = tensor.dtype, tensor.device, ""


class TrackableSaveable:
    """An object as a list of tensors under keys that begin with one name.

    Args:
      owner: the object.
      name: the beginning of the keys.
    """

    def __init__(self, owner: Any, name: str) -> None:
        self.op, self.name = owner, name
        self._state = owner._serialize_to_tensors()
        self.specs = [SaveSpec(each, name + key) for key, each in self._state.items()]

    @property
    def device(self) -> Any:
        """The device of the first tensor."""
        return self.specs[0].device

    def restore(self, restored_tensors: Any, restored_shapes: Any = None) -> Any:
        """Restores the object's state from tensors in the order of ``specs``.

        Raises:
          ValueError: for a tensor of another shape.
        """
        values = dict(zip(self._state, restored_tensors, strict=True))
        return self.op._restore_from_tensors(values)


class PythonStateSaveable:
    """An object of Python's that saves itself as text.

    Args:
      name: the key.
      owner: the object.
    """

    def __init__(self, name: str, owner: PythonState) -> None:
        self.name, self.op = name, owner
        self.specs = [SaveSpec(convert_to_tensor(owner.serialize()), name)]

    def feed_dict_additions(self) -> dict[Any, Any]:
        """The object's current text, to be fed to a session's run."""
        return {self.specs[0].tensor: self.op.serialize()}

    def python_restore(self, restored_strings: Any) -> None:
        """Restores the object's state from its text."""
        [text] = restored_strings
        self.op.deserialize(text)


def saveable_objects_from_trackable(
    obj: Any, tf1_saver: bool = False
) -> dict[str, Callable[..., Any]]:
    """Factories of an object's saveables, by key.

    The key is ``.TENSORS`` or, for objects that save themselves as text, ``py_state``.
    The dictionary is empty for an object without a state of its own. ``tf1_saver`` has
    no effect here.

    >>> x = tf.Variable([1.0, 2.0])
    >>> make = tf.__internal__.tracking.saveable_objects_from_trackable(x)
    >>> saveable = make[".TENSORS"]("x/")
    >>> [each.name for each in saveable.specs]
    ['x/VARIABLE_VALUE']
    >>> _ = saveable.restore([tf.constant([3.0, 4.0])], None)
    >>> x.numpy().tolist()
    [3.0, 4.0]

    Raises:
      TypeError: for an object that is no `Trackable`.
    """
    if not isinstance(obj, Trackable):
        raise TypeError(f"{obj!r} is no trackable object.")
    if isinstance(obj, PythonState):
        return {_PYTHON: lambda name: PythonStateSaveable(name, obj)}
    if not has_own_state(obj):
        return {}
    return {_ALL: lambda name="": TrackableSaveable(obj, name)}


def streaming_restore(status: Any, session: Any = None) -> None:
    """Restores the existing objects, and later objects when they are made.

    Eagerly it has nothing to do: values are restored as their variables are made. In a
    session of a graph the restore operations are run.

    Raises:
      TypeError: if ``status`` is no status of a restoration.
    """
    if not isinstance(status, LoadStatus):
        raise TypeError(f"{status!r} is no status of a restoration.")
    status.run_restore_ops(session)


__all__ = [
    "CheckpointInitialValue",
    "CheckpointInitialValueCallable",
    "saveable_objects_from_trackable",
    "streaming_restore",
]
