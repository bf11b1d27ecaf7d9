"""Kernels that read, write and list files."""

from __future__ import annotations

import errno
import glob
import os
from typing import Any, Final

import numpy as np

from graphir.disk.fresh_files import write_whole
from graphir.errors import (
    AlreadyExistsError,
    FailedPreconditionError,
    InvalidArgumentError,
    NotFoundError,
    OpError,
    OutOfRangeError,
    PermissionDeniedError,
    ResourceExhaustedError,
    UnknownError,
)
from graphir.ops.contract.ranks import text_of
from graphir.ops.strings import files
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
    errno.EDQUOT: ResourceExhaustedError,
    errno.EFBIG: OutOfRangeError,
    errno.EINVAL: InvalidArgumentError,
}
"""The error classes for error numbers of the operating system."""


def refused(error: OSError, path: str) -> OpError:
    """Creates the error for an inaccessible file."""
    kind = _KINDS.get(error.errno, UnknownError)
    return kind(None, None, f"{path}; {error.strerror or error}")


def path_of(value: Any) -> str:
    """The name of a file as text, from a scalar string.

    Raises:
      InvalidArgumentError: for a tensor that is no scalar.
    """
    return os.fsdecode(text_of(value, "A file name"))


@kernel(files.ReadFile)
def _read(filename: Any) -> Any:
    return _read_file(path_of(filename))


def _read_file(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise refused(error, path) from None


@kernel(files.WriteFile)
def _write(filename: Any, contents: Any) -> None:
    _write_file(path_of(filename), contents)


def _write_file(path: str, contents: Any) -> None:
    data = text_of(contents, "contents")
    try:
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        write_whole(path, data, sync=False)
    except OSError as error:
        raise refused(error, path) from None


@kernel(files.MatchingFiles)
def _match(pattern: Any) -> Any:
    return _matching_files(np.asarray(pattern, object).ravel().tolist())


def _matching_files(patterns: list[bytes]) -> Any:
    found = {name for each in patterns for name in glob.glob(os.fsdecode(each))}
    names = np.empty(len(found), object)
    names[:] = [os.fsencode(each) for each in sorted(found)]
    return names
