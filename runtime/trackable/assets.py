"""Asset: an external file that is saved with a model."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from graphir import dtypes
from runtime.tensors.tensor import EagerTensor
from runtime.trackable.base import Trackable


class Asset(Trackable):
    """A file that is saved with a model.

    Graphs take its path from outside: where the model is loaded, it is another.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "words.txt")
    >>> tf.io.write_file(path, "a")
    >>> asset = tf.saved_model.Asset(path)
    >>> tf.io.read_file(asset.asset_path).numpy()
    b'a'
    """

    def __init__(self, path: Any) -> None:
        if isinstance(path, EagerTensor):
            path = path._array
            path = path if isinstance(path, bytes) else np.asarray(path).item()
        self.path = os.fsdecode(path if isinstance(path, bytes) else os.fspath(path))
        name = np.array(os.fsencode(self.path), object)
        self._tensor = EagerTensor(name, dtypes.string)
        self._tensor.is_kept_outside = True  # type: ignore[attr-defined]

    @property
    def asset_path(self) -> EagerTensor:
        """The current path, a string; for a loaded model inside the model's folder."""
        return self._tensor

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> EagerTensor:
        return self._tensor


__all__ = ["Asset"]
