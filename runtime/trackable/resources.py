"""TrackableResource: an object whose state lies behind a resource handle."""

from __future__ import annotations

from typing import Any

from runtime.context import eager_mode
from runtime.trackable.base import Trackable


class TrackableResource(Trackable):
    """A base class of objects with a resource; `_create_resource` makes the handle.

    The handle is created on first use. Lookup tables are subclasses.

    >>> table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, 0)
    >>> isinstance(table, tf.saved_model.experimental.TrackableResource)
    True
    """

    _resource_handle: Any = None

    def __init__(self, device: str = "") -> None:
        self._resource_device = device

    def _create_resource(self) -> Any:
        raise NotImplementedError("TrackableResource._create_resource not implemented.")

    def _initialize(self) -> None:
        """Fills the new resource; nothing by default."""

    @property
    def resource_handle(self) -> Any:
        """The handle of the state, created once.

        Raises:
          NotImplementedError: if the class does not say how.
        """
        if self._resource_handle is None:
            with eager_mode():
                self._resource_handle = self._create_resource()
        return self._resource_handle

    @resource_handle.setter
    def resource_handle(self, handle: Any) -> None:
        object.__setattr__(self, "_resource_handle", handle)


__all__ = ["TrackableResource"]
