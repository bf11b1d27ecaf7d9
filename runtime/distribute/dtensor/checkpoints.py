"""Checkpoints of variables on meshes: ordinary checkpoints, with whole values."""

from __future__ import annotations

from typing import Any

from runtime.checkpoints.checkpoint import Checkpoint
from runtime.distribute.dtensor.meshes import Mesh


class DTensorCheckpoint(Checkpoint):
    """A ``tf.train.Checkpoint`` of objects with variables on a mesh.

    It has whole values: any other layout or mesh, and none, can read it.
    """

    def __init__(self, mesh: Mesh, root: Any = None, **kwargs: Any) -> None:
        super().__init__(root=root, **kwargs)
        self._mesh = mesh
