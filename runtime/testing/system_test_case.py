"""Files, threads and captured streams for tests."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
import unittest
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any


class TemporaryFile:
    """A file of a test, with its text."""

    def __init__(self, path: str) -> None:
        self.full_path = path

    def __fspath__(self) -> str:
        return self.full_path

    def read_text(self, encoding: str = "utf8", errors: str = "strict") -> str:
        """The content as text."""
        return Path(self.full_path).read_text(encoding, errors)

    def read_bytes(self) -> bytes:
        """The content as bytes."""
        return Path(self.full_path).read_bytes()

    def write_text(
        self,
        text: str,
        mode: str = "w",
        encoding: str = "utf8",
        errors: str = "strict",
    ) -> None:
        """Replaces the content, or appends with the mode ``a``."""
        with open(self.full_path, mode, encoding=encoding, errors=errors) as file:
            file.write(text)

    def write_bytes(self, data: bytes, mode: str = "wb") -> None:
        """Replaces the content, or appends with the mode ``ab``."""
        with open(self.full_path, mode) as file:
            file.write(data)


class TemporaryFolder:
    """A folder of a test."""

    def __init__(self, path: str) -> None:
        self.full_path = path

    def __fspath__(self) -> str:
        return self.full_path

    def create_file(
        self,
        file_path: str | None = None,
        content: str | bytes | None = None,
        mode: str = "w",
        encoding: str = "utf8",
        errors: str = "strict",
    ) -> TemporaryFile:
        """Creates a file in the folder."""
        path = _new_path(self.full_path, file_path)
        return _file(path, content, mode, (encoding, errors))

    def mkdir(self, dir_path: str | None = None) -> TemporaryFolder:
        """Creates a folder in the folder."""
        path = _new_path(self.full_path, dir_path)
        os.makedirs(path)
        return TemporaryFolder(path)


def _new_path(folder: str, name: str | None) -> str:
    if name is None:
        return os.path.join(tempfile.mkdtemp(dir=folder), "file")
    return os.path.join(folder, name)


def _file(
    path: str, content: str | bytes | None, mode: str, text: tuple[str, str]
) -> TemporaryFile:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    file = TemporaryFile(path)
    if isinstance(content, bytes):
        file.write_bytes(content, mode if "b" in mode else f"{mode}b")
    else:
        file.write_text(content or "", mode, *text)
    return file


class CapturedWrites:
    """The text written to a stream so far."""

    def __init__(self, path: str) -> None:
        self._path = path

    def contents(self) -> str:
        """The text."""
        return Path(self._path).read_text(encoding="utf8")


class CheckedThread:
    """A thread whose error fails the test when it is joined."""

    def __init__(
        self,
        test: SystemTestCase,
        target: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> None:
        self._test = test
        self._call = target, args, kwargs
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        target, args, kwargs = self._call
        try:
            target(*args, **kwargs)
        except BaseException as error:  # the test fails with it in join
            self._error = error

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def join(self) -> None:
        """Waits for the end of the thread; fails if it raised an error."""
        self._thread.join()
        if self._error is not None:
            self._test.fail(f"Error in checkedThread: {self._error!r}")

    def is_alive(self) -> bool:
        """Whether the thread is running."""
        return self._thread.is_alive()


class SystemTestCase(unittest.TestCase):
    """Files that are removed after the test, threads, output of the process."""

    def get_temp_dir(self) -> str:
        """A folder that is removed after the test."""
        if not hasattr(self, "_folder"):
            self._folder = tempfile.TemporaryDirectory()
            self.addCleanup(self._folder.cleanup)
        return self._folder.name

    def create_tempfile(
        self,
        file_path: str | None = None,
        content: str | bytes | None = None,
        mode: str = "w",
        encoding: str = "utf8",
        errors: str = "strict",
        cleanup: Any = None,
    ) -> TemporaryFile:
        """Creates a file with ``content``, which is removed after the test."""
        path = _new_path(self.get_temp_dir(), file_path)
        return _file(path, content, mode, (encoding, errors))

    def create_tempdir(
        self, name: str | None = None, cleanup: Any = None
    ) -> TemporaryFolder:
        """A folder, removed after the test."""
        return TemporaryFolder(self.get_temp_dir()).mkdir(name)

    def checkedThread(
        self,
        target: Callable[..., Any],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> CheckedThread:
        """A thread, to be started; `join` fails the test if the target raised."""
        return CheckedThread(self, target, args or (), kwargs or {})

    @contextlib.contextmanager
    def captureWritesToStream(self, stream: IO[str]) -> Iterator[CapturedWrites]:
        """Captures all writes to the file descriptor of a stream."""
        stream.flush()
        kept = os.dup(stream.fileno())
        # what was written is read after the block too
        made, path = tempfile.mkstemp(dir=self.get_temp_dir())
        os.dup2(made, stream.fileno())
        os.close(made)
        try:
            yield CapturedWrites(path)
        finally:
            stream.flush()
            os.dup2(kept, stream.fileno())
            os.close(kept)
