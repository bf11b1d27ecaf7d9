"""Kernels that read, write and list files."""

from __future__ import annotations

import errno
import glob
import os
from typing import Any, Final

import numpy as np

from graphir.errors import (
    AlreadyExistsError,
    FailedPreconditionError,
    InvalidArgumentError,
    NotFoundError,
    OpError,
    PermissionDeniedError,
    ResourceExhaustedError,
    UnknownError,
)
from graphir.ops import files
from runtime.stateful_kernels.attaching import kernel

_KINDS: Final[dict[int | None, type[OpError]]] = {
    errno.ENOENT: NotFoundError,
    errno.EACCES: PermissionDeniedError,
    errno.EPERM: PermissionDeniedError,
    errno.EEXIST: AlreadyExistsError,
    errno.EISDIR: FailedPreconditionError,
    errno.ENOTDIR: FailedPreconditionError,
    errno.ENOTEMPTY: FailedPreconditionError,
    errno.ENOSPC: ResourceExhaustedError,
    errno.EINVAL: InvalidArgumentError,
}
"""What an error of the system becomes."""


def refused(error: OSError, path: str) -> OpError:
    """The error of a file that could not be used; raise it."""
    kind = _KINDS.get(error.errno, UnknownError)
    return kind(None, None, f"{path}; {error.strerror or error}")


def path_of(value: Any) -> str:
    """The name of a file as text, from a scalar string.

    Raises:
      InvalidArgumentError: for a tensor that is no scalar.
    """
    if np.ndim(value):
        raise InvalidArgumentError(
            None, None, f"A file name is a scalar, not of shape {np.shape(value)}."
        )
    data: bytes = value if isinstance(value, bytes) else value[()]
    return os.fsdecode(data)


@kernel(files.ReadFile)
def _read_file(filename: Any) -> Any:
    path = path_of(filename)
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise refused(error, path) from None


@kernel(files.WriteFile)
def _write_file(filename: Any, contents: Any) -> None:
    path = path_of(filename)
    data: bytes = contents if isinstance(contents, bytes) else contents[()]
    try:
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
    except OSError as error:
        raise refused(error, path) from None


@kernel(files.MatchingFiles)
def _matching_files(pattern: Any) -> Any:
    patterns = np.asarray(pattern, object).ravel().tolist()
    found = {name for each in patterns for name in glob.glob(os.fsdecode(each))}
    names = np.empty(len(found), object)
    names[:] = [os.fsencode(each) for each in sorted(found)]
    return names
