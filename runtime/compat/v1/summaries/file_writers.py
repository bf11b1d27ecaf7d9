"""`tf.compat.v1.summary.FileWriter`: summaries as bytes, written to event files."""

from __future__ import annotations

import os
import time
from threading import Lock
from typing import Any, ClassVar, Final, SupportsInt, TypeAlias

from graphir.wire import messages
from graphir.wire.messages import Message
from runtime.compat.v1.saving.meta_graphs import export_meta_graph
from runtime.compat.v1.sessions import Session
from runtime.compat.v1.settings import get_default_graph
from runtime.context import executing_eagerly
from runtime.messages.logs import get_logger
from runtime.summary.event_files import EventFile
from runtime.tensors.likes import PathText
from runtime.tracing.graphs import Graph

_MILLIS: Final = 1000

Step: TypeAlias = "SupportsInt | None"


class FileWriter:
    """Writes summaries, graphs and notes of sessions to an event file in a folder.

    Args:
      logdir: the folder, which is made if it does not exist.
      graph: a graph to write at once.
      max_queue: the number of events that may wait in memory.
      flush_secs: the longest time that they wait; looked at when one is added.
      graph_def: a `GraphDef` to write in place of a graph (an older argument).
      filename_suffix: the end of the file's name.
      session: is taken for programs that give it; events do not pass through it.

    >>> import glob, os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     loss = tf.compat.v1.summary.scalar("loss", 0.5)
    ...     with tf.compat.v1.summary.FileWriter(folder) as writer:
    ...         writer.add_summary(session.run(loss), 7)
    >>> [path] = glob.glob(os.path.join(folder, "events.out.tfevents.*"))
    >>> for event in tf.compat.v1.train.summary_iterator(path):
    ...     for value in event.summary.value:
    ...         print(event.step, value.tag, value.simple_value)
    7 loss 0.5

    Raises:
      RuntimeError: eagerly, where `tf.summary` writes.
      OpError: if the file cannot be made.
    """

    def __init__(
        self,
        logdir: PathText,
        graph: Graph | Message | None = None,
        max_queue: int = 10,
        flush_secs: float = 120,
        graph_def: Message | None = None,
        filename_suffix: str | None = None,
        session: Session | None = None,
    ) -> None:
        if executing_eagerly():
            raise RuntimeError(
                "v1.summary.FileWriter is not compatible with eager execution. Use "
                "`tf.summary.create_file_writer`,or a `with v1.Graph().as_default():` "
                "context"
            )
        self._folder = os.fsdecode(os.fspath(logdir))
        self._settings = max_queue, round(flush_secs * _MILLIS), filename_suffix or ""
        self._known_tags: set[str] = set()
        self._known_runs: set[str] = set()
        self._file: EventFile | None = self._opened()
        if graph is not None or graph_def is not None:
            self.add_graph(graph, graph_def=graph_def)
        if isinstance(graph, Graph):
            self.add_meta_graph(export_meta_graph(graph=graph))

    def _opened(self) -> EventFile:
        return EventFile(self._folder, *self._settings)

    def get_logdir(self) -> str:
        """The folder."""
        return self._folder

    def add_summary(self, summary: Message, global_step: Step = None) -> None:
        """Writes a `Summary` message, or the bytes of one, as sessions fetch them.

        Raises:
          ParseError: for bytes that are no `Summary`.
        """
        if isinstance(summary, bytes):
            summary = messages.parse("Summary", summary)
        for value in summary.value:
            # what describes a tag is written once, readers keep it
            if value.HasField("metadata") and value.tag in self._known_tags:
                value.ClearField("metadata")
            elif value.HasField("metadata"):
                self._known_tags.add(value.tag)
        self._add(messages.get("Event")(summary=summary), global_step)

    def add_session_log(self, session_log: Message, global_step: Step = None) -> None:
        """Writes a `SessionLog` message: that a session began, ended or saved."""
        self._add(messages.get("Event")(session_log=session_log), global_step)

    def add_graph(
        self,
        graph: Graph | Message | None = None,
        global_step: Step = None,
        graph_def: Message | None = None,
    ) -> None:
        """Writes a graph, for TensorBoard's page of graphs.

        Raises:
          ValueError: without a graph, or for both arguments.
          TypeError: for another object.
        """
        if graph is not None and graph_def is not None:
            raise ValueError(
                "Please pass only graph, or graph_def (deprecated), but not both."
            )
        if isinstance(graph, Graph):
            message = graph.as_graph_def(add_shapes=True)
        elif messages.is_message(graph_def or graph, "GraphDef"):
            message = graph_def or graph
        else:
            raise TypeError(
                "The passed graph must be an instance of `Graph` or the deprecated "
                "`GraphDef`"
            )
        data = message.SerializeToString()
        self._add(messages.get("Event")(graph_def=data), global_step)

    def add_meta_graph(self, meta_graph_def: Message, global_step: Step = None) -> None:
        """Writes a `MetaGraphDef` message.

        Raises:
          TypeError: for another object.
        """
        if not messages.is_message(meta_graph_def, "MetaGraphDef"):
            raise TypeError(
                "meta_graph_def must be type MetaGraphDef, saw type: "
                f"{type(meta_graph_def)}"
            )
        data = meta_graph_def.SerializeToString()
        self._add(messages.get("Event")(meta_graph_def=data), global_step)

    def add_run_metadata(
        self, run_metadata: Message, tag: str, global_step: Step = None
    ) -> None:
        """Writes the `RunMetadata` of one run of a session, under a name of its own.

        Raises:
          ValueError: for a name that was given before.
        """
        if tag in self._known_runs:
            raise ValueError("The provided tag was already used for this event type")
        self._known_runs.add(tag)
        event = messages.get("Event")()
        event.tagged_run_metadata.tag = tag
        event.tagged_run_metadata.run_metadata = run_metadata.SerializeToString()
        self._add(event, global_step)

    def add_event(self, event: Message) -> None:
        """Writes an `Event` message as it is; a closed writer only warns."""
        if self._file is None:
            get_logger().warning(
                "Attempting to use a closed FileWriter. The operation will be a noop "
                "unless the FileWriter is explicitly reopened."
            )
            return
        self._file.add(event.SerializeToString())

    def _add(self, event: Message, global_step: Any) -> None:
        event.wall_time = time.time()
        if global_step is not None:
            event.step = int(global_step)
        self.add_event(event)

    def flush(self) -> None:
        """Writes what waits in memory.

        Raises:
          OpError: if it cannot be written.
        """
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Writes what waits, and closes the file."""
        found, self._file = self._file, None
        if found is not None:
            found.close()

    def reopen(self) -> None:
        """Goes on after `close`, in a file of its own; else does nothing."""
        if self._file is None:
            self._file = self._opened()

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class FileWriterCache:
    """One writer for each folder, which the parts of a program share.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> cache = tf.compat.v1.summary.FileWriterCache
    >>> with tf.Graph().as_default():
    ...     cache.get(folder) is cache.get(folder)
    True
    >>> cache.clear()
    """

    _lock: ClassVar[Lock] = Lock()
    _cache: ClassVar[dict[str, FileWriter]] = {}

    @staticmethod
    def clear() -> None:
        """Writes what waits in the writers, and forgets them."""
        with FileWriterCache._lock:
            for each in FileWriterCache._cache.values():
                each.close()
            FileWriterCache._cache.clear()

    @staticmethod
    def get(logdir: PathText) -> FileWriter:
        """The writer of a folder, made if there is none."""
        folder = os.fsdecode(os.fspath(logdir))
        with FileWriterCache._lock:
            if folder not in FileWriterCache._cache:
                graph = get_default_graph()
                FileWriterCache._cache[folder] = FileWriter(folder, graph=graph)
            return FileWriterCache._cache[folder]


__all__ = ["FileWriter", "FileWriterCache"]
