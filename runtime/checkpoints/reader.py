"""Reads tensors of a checkpoint by name: `load_checkpoint` and relatives."""

from __future__ import annotations

import os
from typing import Any

from graphir.dtypes import DType
from graphir.wire import messages
from runtime.bundles.opening import open_checkpoint
from runtime.checkpoints.state_file import latest_checkpoint
from runtime.tensors.likes import PathText


class CheckpointReader:
    """The tensors of a checkpoint, read on demand.

    Raises:
      NotFoundError: if there is no checkpoint of that prefix.
      DataLossError: if it is damaged.
    """

    def __init__(self, prefix: PathText) -> None:
        self._bundle = open_checkpoint(os.fsdecode(os.fspath(prefix)))

    def get_tensor(self, tensor_str: Any) -> Any:
        """The value of a tensor: an array, for a scalar its NumPy value.

        Raises:
          NotFoundError: if there is no tensor of that name.
          DataLossError: if its bytes are damaged.
        """
        array = self._bundle.read(_text(tensor_str))
        return array if array.ndim else array[()]

    def has_tensor(self, tensor_str: Any) -> bool:
        """Whether there is a tensor of that name."""
        return _text(tensor_str) in self._bundle

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """The shapes of all tensors, by name."""
        return {key: list(self._bundle.shape(key)) for key in self._bundle}

    def get_variable_to_dtype_map(self) -> dict[str, DType]:
        """The dtypes of all tensors, by name."""
        return {key: self._bundle.dtype(key) for key in self._bundle}

    def debug_string(self) -> bytes:
        """A line for each tensor: its name, dtype and shape."""
        names = messages.enum("DataType")
        rows = (
            f"{key} ({names.Name(self._bundle.dtype(key).number)}) "
            f"[{','.join(map(str, self._bundle.shape(key)))}]\n"
            for key in self._bundle
        )
        return "".join(rows).encode()


def _text(name: Any) -> str:
    return os.fsdecode(name)


def load_checkpoint(ckpt_dir_or_file: Any) -> CheckpointReader:
    """A reader of a checkpoint, or of the latest one in a folder.

    Raises:
      ValueError: for a folder without checkpoints.
      NotFoundError: if there is no checkpoint of that prefix.
      DataLossError: if it is damaged.
    """
    name = os.fsdecode(os.fspath(ckpt_dir_or_file))
    prefix = latest_checkpoint(name) if os.path.isdir(name) else name
    if prefix is None:
        raise ValueError(
            "Couldn't find 'checkpoint' file or checkpoints in given directory "
            f"{ckpt_dir_or_file}"
        )
    return CheckpointReader(prefix)


def load_variable(ckpt_dir_or_file: PathText, name: str) -> Any:
    """The value of one tensor of a checkpoint.

    Raises:
      ValueError: for a folder without checkpoints.
      NotFoundError: if there is no such checkpoint or tensor.
    """
    # names of tensors are accepted where those of variables are meant
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))


def list_variables(ckpt_dir_or_file: PathText) -> list[tuple[str, list[int]]]:
    """The names and shapes of the tensors of a checkpoint, by name.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "state")
    >>> _ = tf.train.Checkpoint(step=tf.Variable([1, 2])).write(path)
    >>> tf.train.list_variables(path)
    [('_CHECKPOINTABLE_OBJECT_GRAPH', []), ('step/.ATTRIBUTES/VARIABLE_VALUE', [2])]

    Raises:
      ValueError: for a folder without checkpoints.
      NotFoundError: if there is no such checkpoint.
    """
    shapes = load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map()
    return sorted(shapes.items())


__all__ = ["CheckpointReader", "list_variables", "load_checkpoint", "load_variable"]
