"""Ops that read, write and list files as string tensors."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.apply import apply_op, apply_single
from runtime.tensors.conversion import (
    convert_argument,
    convert_strictly,
)
from runtime.tensors.likes import PathText, TensorLike
from runtime.tensors.tensor import Tensor
from runtime.variables.resource import ResourceVariable


def read_file(filename: TensorLike, name: str | None = None) -> Tensor:
    """All bytes of a file, a scalar string.

    >>> tf.io.read_file("no such file")
    Traceback (most recent call last):
    graphir.errors.NotFoundError: no such file; No such file or directory [Op:ReadFile]

    Raises:
      NotFoundError: if the file does not exist.
      PermissionDeniedError, FailedPreconditionError: if it cannot be read.
    """
    path = convert_argument(filename, dtypes.string, name="filename")
    return apply_single("ReadFile", [path], None, name)


def write_file(
    filename: PathText, contents: TensorLike, name: str | None = None
) -> Any:
    """Writes a file, and makes the folders it needs.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "new", "file")
    >>> tf.io.write_file(path, "text")
    >>> tf.io.read_file(path).numpy()
    b'text'

    Raises:
      PermissionDeniedError, FailedPreconditionError: if it cannot be written.
    """
    texts = [convert_strictly(each, dtypes.string) for each in (filename, contents)]
    return apply_op("WriteFile", texts, None, name)


def matching_files(pattern: TensorLike, name: str | None = None) -> Tensor:
    """The sorted names of the files that match a pattern, or any of several.

    >>> tf.io.matching_files("no such folder/*").shape
    TensorShape([0])
    """
    patterns = convert_argument(pattern, dtypes.string, name="pattern")
    return apply_single("MatchingFiles", [patterns], None, name)


def match_filenames_once(pattern: TensorLike, name: str | None = None) -> Any:
    """A variable with the names of the files that match when it is made.

    >>> tf.io.match_filenames_once("no such folder/*").shape
    TensorShape([0])
    """
    return ResourceVariable(matching_files(pattern), trainable=False, name=name)
