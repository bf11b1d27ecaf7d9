"""Summary writers: to an event file, or to nothing."""

from __future__ import annotations

import abc
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Final

from graphir import dtypes
from runtime.apply import apply_op
from runtime.context import current_trace, eager_mode
from runtime.summary.state import STATE, SummaryState
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import PathText, TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor

_MAX_QUEUE: Final = 10
_FLUSH_MILLIS: Final = 2 * 60 * 1000


class SummaryWriter(metaclass=abc.ABCMeta):
    """Base of writers; ``tf.summary.create_file_writer`` makes one."""

    @abc.abstractmethod
    def set_as_default(self, step: TensorLike | None = None) -> None:
        """Makes it the default writer of this thread from now on.

        A ``step`` becomes the step of summaries without a step argument.
        """

    @abc.abstractmethod
    def as_default(
        self, step: TensorLike | None = None
    ) -> AbstractContextManager[SummaryWriter]:
        """A context manager under which it is the default writer; flushed at its end.

        A ``step`` is the step of summaries in the block without a step argument.
        """

    def init(self) -> Any:
        """Makes the file; it is made with the writer, so nothing is left to do."""
        return None

    def flush(self) -> Any:
        """Writes the buffered events."""
        return None

    def close(self) -> Any:
        """Writes the buffered events, and closes the file."""
        return None


class _Default:
    """A writer that is the default inside; as itself, or as an object to enter."""

    def __init__(self, writer: SummaryWriter, step: Any) -> None:
        self._writer = writer
        self._step = step
        self._before: list[SummaryState] = []

    def __enter__(self) -> SummaryWriter:
        before = STATE.get()
        self._before.append(before)
        step = before.step if self._step is None else self._step
        STATE.set(before._replace(writer=self._writer, step=step))
        return self._writer

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        before = self._before.pop()
        now = STATE.get()
        step = now.step if self._step is None else before.step
        STATE.set(now._replace(writer=before.writer, step=step))
        self._writer.flush()


class FileWriter(SummaryWriter):
    """Writes to an event file of its own."""

    def __init__(self, resource: EagerTensor) -> None:
        self._resource = resource
        self._closed = False

    @property
    def resource(self) -> Any:
        """The handle, which ops take."""
        return self._resource

    @property
    def storage(self) -> Any:
        """The resource behind the handle."""
        return self._resource._array

    def set_as_default(self, step: Any = None) -> None:
        """Makes it the default writer of this thread from now on.

        Raises:
          RuntimeError: if it is closed.
        """
        self._check_open()
        _set_default(self, step)

    def as_default(self, step: Any = None) -> AbstractContextManager[SummaryWriter]:
        """A context manager under which it is the default writer; flushed at its end.

        Raises:
          RuntimeError: if it is closed.
        """
        self._check_open()
        return _Default(self, step)

    def flush(self) -> Any:
        """Writes the buffered events; has no effect on a closed writer.

        Raises:
          OpError: if they cannot be written.
        """
        if self._closed:
            return None
        return apply_op("FlushSummaryWriter", [self._resource])

    def close(self) -> Any:
        """Writes the buffered events and closes the file; a second call has no effect.

        Raises:
          OpError: if they cannot be written.
        """
        if self._closed:
            return None
        self.flush()
        closed = apply_op("CloseSummaryWriter", [self._resource])
        # in a graph it is closed each time this runs
        self._closed = current_trace() is None
        return closed

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError(f"SummaryWriter {self!r} is already closed")


class NoopWriter(SummaryWriter):
    """Writes nothing."""

    def set_as_default(self, step: Any = None) -> None:
        """Makes it the default writer of this thread from now on."""
        _set_default(self, step)

    def as_default(self, step: Any = None) -> AbstractContextManager[SummaryWriter]:
        """A context manager under which it is the default writer."""
        return _Default(self, step)


def _set_default(writer: SummaryWriter, step: Any) -> None:
    now = STATE.get()
    step = now.step if step is None else step
    STATE.set(now._replace(writer=writer, step=step))


def create_file_writer(
    logdir: PathText,
    max_queue: Any = None,
    flush_millis: Any = None,
    filename_suffix: Any = None,
    name: str | None = None,
    experimental_trackable: bool = False,
    experimental_mesh: Any = None,
) -> SummaryWriter:
    """A writer of a new event file in a folder, which is made too.

    The file is named ``events.out.tfevents.<time>.<host>.<process>.<number>.v2``. It is
    made at once, also in a ``tf.function`` that is being traced.

    Args:
      logdir: the folder.
      max_queue: the number of events that may be buffered in memory, 10 by default.
      flush_millis: the longest time in the buffer, two minutes by default; checked when
        an event is added.
      filename_suffix: the end of the file's name, ``.v2`` by default.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> writer = tf.summary.create_file_writer(folder)
    >>> with writer.as_default():
    ...     for step in range(3):
    ...         _ = tf.summary.scalar("loss", 1 / (step + 1), step=step)
    >>> writer.close()
    >>> [name] = os.listdir(folder)
    >>> name.startswith("events.out.tfevents."), name.endswith(".v2")
    (True, True)

    Raises:
      OpError: if the file cannot be made.
      TypeError: if the folder is no string.
      ValueError: for an argument that only has a value when a graph runs.
    """
    if experimental_trackable or experimental_mesh is not None:
        raise NotImplementedError(
            "create_file_writer: a writer is part of no checkpoint and on no mesh "
            "here; leave experimental_trackable and experimental_mesh out."
        )
    given = {
        "logdir": logdir,
        "max_queue": max_queue,
        "flush_millis": flush_millis,
        "filename_suffix": filename_suffix,
    }
    for label, value in given.items():
        if isinstance(value, Tensor) and not isinstance(value, EagerTensor):
            raise ValueError(
                f'Invalid graph Tensor argument "{label}={value}" to '
                "create_file_writer() inside an @tf.function. The create call will be "
                "lifted into the outer eager execution context, so it cannot consume "
                "graph tensors defined inside the function body."
            )
    with eager_mode():
        arguments = [
            convert_to_tensor(logdir, dtypes.string),
            convert_to_tensor(_or(max_queue, _MAX_QUEUE), dtypes.int32),
            convert_to_tensor(_or(flush_millis, _FLUSH_MILLIS), dtypes.int32),
            convert_to_tensor(_or(filename_suffix, ".v2"), dtypes.string),
        ]
        resource = apply_op("SummaryWriter", [])
        apply_op("CreateSummaryFileWriter", [resource, *arguments])
        return FileWriter(resource)


def create_noop_writer() -> SummaryWriter:
    """A writer that writes nothing, to turn summaries off in one place.

    >>> with tf.summary.create_noop_writer().as_default():
    ...     _ = tf.summary.scalar("loss", 0.5, step=1)
    """
    return NoopWriter()


def flush(writer: Any = None, name: str | None = None) -> Any:
    """Writes the buffered events of a writer, by default of the default writer if any.

    Raises:
      OpError: if they cannot be written.
      ValueError: if ``writer`` is no writer.
    """
    if writer is None:
        writer = STATE.get().writer
        if writer is None:
            return None
    if isinstance(writer, SummaryWriter):
        return writer.flush()
    if isinstance(writer, Tensor) and writer.dtype is dtypes.resource:
        return apply_op("FlushSummaryWriter", [writer], None, name)
    raise ValueError(f"Invalid argument to flush(): {writer!r}")


def _or(value: Any, usual: Any) -> Any:
    return usual if value is None else value


__all__ = [
    "FileWriter",
    "NoopWriter",
    "SummaryWriter",
    "create_file_writer",
    "create_noop_writer",
    "flush",
]
