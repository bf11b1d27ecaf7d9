"""CheckpointView: the objects in a checkpoint, compared with objects of a program."""

from __future__ import annotations

import os
from typing import Any

from runtime.bundles.opening import open_checkpoint
from runtime.checkpoints.restoration import read_object_graph
from runtime.checkpoints.trackable_view import TrackableView
from runtime.tensors.likes import PathText


class CheckpointView:
    """The objects of a checkpoint by number; the root is 0.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "state")
    >>> checkpoint = tf.train.Checkpoint(x=tf.Variable(1.0))
    >>> view = tf.train.CheckpointView(checkpoint.write(path))
    >>> view.children(0), view.descendants()
    ({'x': 1}, [0, 1])

    Raises:
      NotFoundError: if there is no checkpoint of that prefix, or it has no objects.
      DataLossError: if it is damaged.
    """

    def __init__(self, save_path: PathText) -> None:
        reader = open_checkpoint(os.fsdecode(os.fspath(save_path)))
        self._nodes = read_object_graph(reader).nodes

    def children(self, node_id: int) -> dict[str, int]:
        """The children of an object: numbers by name.

        Raises:
          IndexError: if there is no object of that number.
        """
        children = self._nodes[node_id].children
        return {each.local_name: each.node_id for each in children}

    def descendants(self) -> list[int]:
        """The numbers of the root and its descendants, breadth first."""
        found = {0: None}
        waiting = [0]
        for number in waiting:
            for child in self.children(number).values():
                if child not in found:
                    found[child] = None
                    waiting.append(child)
        return waiting

    def match(self, obj: Any) -> dict[int, Any]:
        """The program's objects by the numbers of the nodes that would restore them.

        Raises:
          ValueError: for an object that is not trackable.
        """
        if not hasattr(obj, "_trackable_children"):
            raise ValueError(f"Expected a Trackable, got {obj} of type {type(obj)}.")
        found = {0: obj}
        waiting = [0]
        for number in waiting:
            present = TrackableView.children(found[number])
            for name, child in self.children(number).items():
                if name in present and child not in found:
                    found[child] = present[name]
                    waiting.append(child)
        return found

    def diff(self, obj: Any) -> tuple[dict[int, Any], list[int], list[Any]]:
        """Matching objects, numbers without a match, and objects without a match."""
        matched = self.match(obj)
        missing = [each for each in self.descendants() if each not in matched]
        known = {id(each) for each in matched.values()}
        every = TrackableView(obj).descendants()
        return matched, missing, [each for each in every if id(each) not in known]


__all__ = ["CheckpointView"]
