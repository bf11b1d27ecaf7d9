"""TrackableView: lists the tracked objects of an object."""

from __future__ import annotations

from typing import Any

from runtime.trackable.base import descendants
from runtime.trackable.data_structures import tracked_children


class TrackableView:
    """An object and the tracked objects below it.

    >>> module = tf.Module()
    >>> module.w = tf.Variable(1.0)
    >>> view = tf.train.TrackableView(module)
    >>> list(view.children(view.root))
    ['w']
    >>> len(view.descendants())
    2
    """

    def __init__(self, root: Any) -> None:
        self._root = root

    @property
    def root(self) -> Any:
        """The object."""
        return self._root

    @classmethod
    def children(
        cls, obj: Any, save_type: str = "checkpoint", **kwargs: Any
    ) -> dict[str, Any]:
        """The tracked children of an object, by name."""
        obj._maybe_initialize_trackable()
        return tracked_children(obj, save_type, **kwargs)

    def descendants(self) -> list[Any]:
        """The object and its descendants, breadth first, without repetition."""
        return [each for each, _ in descendants(self._root, self.children)]


__all__ = ["TrackableView"]
