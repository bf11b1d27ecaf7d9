"""PythonState: Python objects in checkpoints, which they enter as serialized text."""

from __future__ import annotations

import abc
from typing import Any, Final

from runtime.tensors.conversion import convert_to_tensor
from runtime.trackable.base import Trackable

_KEY: Final = "py_state"


class PythonState(Trackable, abc.ABC):
    """A base class of Python objects that are saved in checkpoints.

    >>> class Counter(tf.train.experimental.PythonState):
    ...     def __init__(self):
    ...         self.count = 0
    ...     def serialize(self):
    ...         return str(self.count)
    ...     def deserialize(self, text):
    ...         self.count = int(text)
    >>> import os, tempfile
    >>> counter = Counter()
    >>> counter.count = 3
    >>> path = os.path.join(tempfile.mkdtemp(), "state")
    >>> saved = tf.train.Checkpoint(counter=counter).write(path)
    >>> counter.count = 0
    >>> _ = tf.train.Checkpoint(counter=counter).read(saved)
    >>> counter.count
    3
    """

    @abc.abstractmethod
    def serialize(self) -> str:
        """The state as text or bytes; anything else is a TypeError on saving."""

    @abc.abstractmethod
    def deserialize(self, string_value: bytes) -> None:
        """Restores the state from bytes that ``serialize`` returned."""

    def _serialize_to_tensors(self) -> dict[str, Any]:
        text = self.serialize()
        if not isinstance(text, (str, bytes)):
            raise TypeError(
                f"serialize() of {type(self).__name__} must return str or bytes, "
                f"got {text!r}."
            )
        return {_KEY: convert_to_tensor(text)}

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        self.deserialize(restored_tensors[_KEY].numpy())


__all__ = ["PythonState"]
