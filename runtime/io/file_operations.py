"""`tf.io.gfile`: local files and folders, with TensorFlow's errors."""

from __future__ import annotations

import glob as globbing
import io
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Any

from graphir.disk.fresh_files import FreshFile
from graphir.errors import AlreadyExistsError, NotFoundError, OpError
from runtime.stateful_kernels.files import refused
from runtime.tensors.likes import PathText


@contextmanager
def _said(path: Any) -> Iterator[str]:
    name = os.fspath(path)
    text = os.fsdecode(name)
    try:
        yield text
    except OSError as error:
        raise refused(error, text) from None


class GFile:
    """A file, opened when it is first used: ``mode`` is as for ``open``.

    Text is UTF-8 unless the mode has a ``b``.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "file")
    >>> with tf.io.gfile.GFile(path, "w") as file:
    ...     file.write("two\\nlines")
    >>> with tf.io.gfile.GFile(path) as file:
    ...     print(file.readline(), file.read())
    two
     lines

    Raises:
      NotFoundError: on first use, if there is no such file to read.
    """

    def __init__(self, name: Any, mode: str = "r") -> None:
        self._name = os.fsdecode(os.fspath(name))
        self._mode = mode
        self._file: IO[Any] | None = None
        self._fresh: FreshFile | None = None
        """What is written, until it has its name."""

    @property
    def name(self) -> str:
        """The name of the file."""
        return self._name

    @property
    def mode(self) -> str:
        """The mode of opening."""
        return self._mode

    def _opened(self) -> IO[Any]:
        if self._file is None:
            encoding = None if "b" in self._mode else "utf-8"
            with _said(self._name) as path:
                if "w" in self._mode:
                    self._fresh = FreshFile(path, sync=False)
                    self._file = _as_text(self._fresh.file, encoding)
                else:
                    self._file = open(path, self._mode, encoding=encoding)  # noqa: SIM115
        return self._file

    def read(self, n: int = -1) -> Any:
        """The remaining content of the file, or its next ``n`` bytes or characters."""
        return self._opened().read(n)

    def readline(self) -> Any:
        """The next line, with its line end; empty after the last line."""
        return self._opened().readline()

    def readlines(self) -> list[Any]:
        """All remaining lines."""
        return self._opened().readlines()

    def write(self, file_content: Any) -> None:
        """Writes text, or bytes."""
        self._opened().write(file_content)

    def seek(
        self, offset: int | None = None, whence: int = 0, position: int | None = None
    ) -> None:
        """Moves to an offset of the file; ``position`` is an older name of ``offset``.

        Raises:
          TypeError: without an offset.
        """
        place = position if offset is None else offset
        if place is None:
            raise TypeError("seek(): offset argument required")
        self._opened().seek(place, whence)

    def tell(self) -> int:
        """The present offset in the file."""
        return self._opened().tell()

    def seekable(self) -> bool:
        """True: local files have random access."""
        return True

    def size(self) -> int:
        """The number of bytes."""
        with _said(self._name) as path:
            return os.path.getsize(path)

    def flush(self) -> None:
        """Writes buffered data, so that others can read it."""
        if self._file is not None:
            with _said(self._name):
                self._file.flush()
                if self._fresh is not None:
                    self._fresh.commit()

    def close(self) -> None:
        """Closes the file.

        Raises:
          ResourceExhaustedError: if the disk is full; an older file then stays.
        """
        file, fresh = self._file, self._fresh
        self._file = self._fresh = None
        if file is None:
            return
        with _said(self._name):
            if fresh is None:
                file.close()
                return
            try:
                file.flush()
                fresh.commit()
            except BaseException:
                fresh.discard()
                raise
            file.close()

    def __enter__(self) -> GFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def next(self) -> Any:
        """The next line, with its line end.

        Raises:
          StopIteration: after the last line.
        """
        return self.__next__()


def _as_text(file: IO[Any], encoding: str | None) -> IO[Any]:
    return file if encoding is None else io.TextIOWrapper(file, encoding)


def exists(path: PathText) -> bool:
    """Whether there is a file or folder of that name.

    >>> tf.io.gfile.exists("no such file")
    False
    """
    return os.path.exists(path)


def isdir(path: PathText) -> bool:
    """Whether a path is a folder.

    >>> tf.io.gfile.isdir(".")
    True
    """
    return os.path.isdir(path)


def glob(pattern: Any) -> list[str]:
    """The names that match a pattern, or one of several.

    >>> tf.io.gfile.glob("no such folder/*")
    []
    """
    patterns = pattern if isinstance(pattern, (list, tuple)) else [pattern]
    return [
        name for each in patterns for name in sorted(globbing.glob(os.fsdecode(each)))
    ]


def listdir(path: Any) -> list[str]:
    """The names in a folder.

    Raises:
      NotFoundError: if there is no such folder.
    """
    if not os.path.isdir(path):
        raise NotFoundError(None, None, f"Could not find directory {path}")
    return sorted(os.listdir(path))


def makedirs(path: PathText) -> None:
    """Makes a folder and its parents; an existing folder is left alone.

    >>> tf.io.gfile.makedirs("")

    Raises:
      FailedPreconditionError: if a file of that name stands in the way.
    """
    with _said(path) as name:
        if not name:  # what stands before a bare file name
            return
        os.makedirs(name, exist_ok=os.path.isdir(name))


def mkdir(path: PathText) -> None:
    """Makes a folder inside an existing one.

    Raises:
      AlreadyExistsError: if the name exists.
      NotFoundError: if the parent folder does not exist.
    """
    with _said(path) as name:
        os.mkdir(name)


def remove(path: PathText) -> None:
    """Removes a file.

    Raises:
      NotFoundError: if there is none.
    """
    with _said(path) as name:
        os.remove(name)


def rmtree(path: PathText) -> None:
    """Removes a folder and its content.

    Raises:
      NotFoundError: if there is none.
    """
    with _said(path) as name:
        shutil.rmtree(name)


def copy(src: PathText, dst: PathText, overwrite: bool = False) -> None:
    """Copies a file.

    Raises:
      AlreadyExistsError: if ``dst`` exists, without ``overwrite``.
      NotFoundError: if ``src`` does not exist.
    """
    _check_free(dst, overwrite)
    with _said(src) as name:
        shutil.copyfile(name, os.fsdecode(os.fspath(dst)))


def rename(src: PathText, dst: PathText, overwrite: bool = False) -> None:
    """Renames a file or folder.

    Raises:
      AlreadyExistsError: if ``dst`` exists, without ``overwrite``.
      NotFoundError: if ``src`` does not exist.
    """
    _check_free(dst, overwrite)
    with _said(src) as name:
        os.replace(name, os.fsdecode(os.fspath(dst)))


def _check_free(path: Any, overwrite: bool) -> None:
    if not overwrite and os.path.exists(path):
        raise AlreadyExistsError(None, None, f"file already exists: {path}")


@dataclass(frozen=True)
class FileStatistics:
    """The result of `stat` for a file."""

    length: int
    """In bytes."""
    mtime_nsec: int
    """When it was last written, in nanoseconds since 1970."""
    is_directory: bool


def stat(path: PathText) -> FileStatistics:
    """Size and times of a file: ``length``, ``mtime_nsec``, ``is_directory``.

    >>> tf.io.gfile.stat(".").is_directory
    True

    Raises:
      NotFoundError: if there is none.
    """
    with _said(path) as name:
        found = os.stat(name)
    return FileStatistics(found.st_size, found.st_mtime_ns, os.path.isdir(path))


def walk(
    top: Any, topdown: bool = True, onerror: Callable[[OpError], None] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """The folders below a path, with the names of their folders and files.

    ``onerror`` is called with the error of a folder that cannot be listed.
    """

    def told(error: OSError) -> None:
        if onerror is not None:
            onerror(refused(error, str(error.filename)))

    for folder, folders, names in os.walk(os.fsdecode(top), topdown, told):
        folders.sort()
        yield folder, folders, sorted(names)


def join(path: PathText, *paths: Any) -> Any:
    """Parts of a path put together.

    >>> tf.io.gfile.join("folder", "file")
    'folder/file'
    """
    return os.path.join(path, *paths)


def get_registered_schemes() -> list[str]:
    """The supported schemes before ``://``; only local files are supported.

    >>> tf.io.gfile.get_registered_schemes()
    ['', 'file']
    """
    return ["", "file"]
