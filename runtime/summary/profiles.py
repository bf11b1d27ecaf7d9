"""`tf.profiler.experimental`: profiles as files for TensorBoard."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Final, NamedTuple

from graphir.disk.fresh_files import write_whole
from graphir.errors import AlreadyExistsError, UnavailableError
from runtime.executor.profile_sessions import PROFILER, Event, ProfileSession
from runtime.stateful_kernels.files import refused
from runtime.summary.encoding import double_field, field, integer_field
from runtime.tensors.likes import PathText

_PLANE: Final = "/host:CPU"


class ProfilerOptions(NamedTuple):
    """The level of detail: with a host level of 0 only marked parts are profiled."""

    host_tracer_level: int = 2
    python_tracer_level: int = 0
    device_tracer_level: int = 1
    delay_ms: int | None = None


def start(logdir: PathText, options: ProfilerOptions | None = None) -> None:
    """Switches the profiler on, for all threads; ``stop`` writes the files.

    Args:
      logdir: the folder that TensorBoard is started with.
      options: a ``ProfilerOptions``.

    Raises:
      AlreadyExistsError: while it is on.
    """
    if PROFILER.session is not None:
        raise AlreadyExistsError(None, None, "Another profiler is running.")
    _STATE.folder = os.fsdecode(os.fspath(logdir))
    _STATE.options = options or ProfilerOptions()
    PROFILER.session = ProfileSession()
    if _STATE.options.host_tracer_level > 0:
        PROFILER.functions = PROFILER.session


def stop(save: bool = True) -> None:
    """Stops the profiler, and writes the profile.

    Args:
      save: whether it is written.

    Raises:
      UnavailableError: while it is off.
      PermissionDeniedError, ResourceExhaustedError: if the file cannot be written.
    """
    session, PROFILER.session = PROFILER.session, None
    PROFILER.functions = None
    if session is None:
        raise UnavailableError(
            None, None, "Cannot export profiling results. No profiler is running."
        )
    if save:
        write_profile(session, _STATE.folder)


class _State:
    """The folder and the options of the current profile."""

    folder: str = ""
    options: ProfilerOptions = ProfilerOptions()


_STATE = _State()


class Profile:
    """A context manager under which the profiler is on.

    >>> import glob, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.profiler.experimental.Profile(folder):
    ...     with tf.profiler.experimental.Trace("train", step_num=0, _r=1):
    ...         _ = tf.function(lambda x: x + 1)(tf.constant(1))
    >>> len(glob.glob(f"{folder}/plugins/profile/*/*.xplane.pb"))
    1

    Raises:
      AlreadyExistsError: while it is on.
    """

    def __init__(
        self, logdir: PathText, options: ProfilerOptions | None = None
    ) -> None:
        self._logdir = logdir
        self._options = options

    def __enter__(self) -> None:
        start(self._logdir, self._options)

    def __exit__(
        self,
        typ: type[BaseException] | None,
        value: BaseException | None,
        tb: TracebackType | None,
    ) -> None:
        stop()


class Trace:
    """A context manager for a part of a program that has a name in the profile.

    Args:
      name: the name in the profile.
      **kwargs: metadata of the part; ``step_num`` and ``_r=1`` make it a step.
    """

    def __init__(self, name: str, **kwargs: Any) -> None:
        self._name = name
        self._facts = kwargs
        self._event: Any = None

    def __enter__(self) -> Trace:
        session = PROFILER.session
        if session is not None:
            self._event = session.event(self._name, "marked", self._facts)
            self._event.__enter__()
        return self

    def set_metadata(self, **kwargs: Any) -> None:
        """Adds metadata that was not known at the beginning of the part."""
        self._facts.update(kwargs)

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        event, self._event = self._event, None
        if event is not None:
            event.__exit__(None, None, None)


def write_profile(session: ProfileSession, folder: str) -> str:
    """Writes the events of a session where TensorBoard looks for them; the path.

    Raises:
      PermissionDeniedError, ResourceExhaustedError: if it cannot be written.
    """
    run = time.strftime("%Y_%m_%d_%H_%M_%S", time.localtime())
    place = os.path.join(folder, "plugins", "profile", run)
    path = os.path.join(place, f"{socket.gethostname()}.xplane.pb")
    try:
        os.makedirs(place, exist_ok=True)
        write_whole(path, _space(session), sync=False)
    except OSError as error:
        raise refused(error, path) from None
    return path


# --- the messages: XSpace, XPlane, XLine, XEvent, XStat


def _space(session: ProfileSession) -> bytes:
    """The XSpace message: planes = 1, hostnames = 4."""
    stopped = session.started_at + time.perf_counter_ns() - session.started
    environment = _Plane("Task Environment", 1)
    environment.add_fact("profile_start_time", session.started_at)
    environment.add_fact("profile_stop_time", stopped)
    host = _Plane(_PLANE, 0)
    lines: dict[int, list[Event]] = {}
    for event in session.events():
        lines.setdefault(event.thread, []).append(event)
    names = {each.ident: each.name for each in threading.enumerate()}
    for thread, events in lines.items():
        host.add_line(thread, names.get(thread, f"thread {thread}"), events, session)
    hostname = field(4, socket.gethostname().encode())
    return field(1, host.message()) + field(1, environment.message()) + hostname


class _Plane:
    """A plane under way: names stand once, lines refer to their numbers."""

    def __init__(self, name: str, number: int) -> None:
        self._head = integer_field(1, number) + field(2, name.encode())
        self._lines: list[bytes] = []
        self._facts: list[bytes] = []
        self._events: dict[tuple[str, str], int] = {}
        self._names: dict[str, int] = {}

    def add_fact(self, name: str, value: Any) -> None:
        """A fact about the whole."""
        self._facts.append(self._stat(name, value))

    def add_line(
        self, number: int, name: str, events: Iterable[Event], session: ProfileSession
    ) -> None:
        """The events of a thread, in the order in which they began."""
        # timestamps of lines are of the wall clock, so that lines agree
        parts = [integer_field(1, number), field(2, name.encode())]
        parts.append(integer_field(3, session.started_at))
        parts += [field(4, self._event(each, session)) for each in events]
        self._lines.append(b"".join(parts))

    def _event(self, event: Event, session: ProfileSession) -> bytes:
        shown = event.name
        key = shown, event.kind
        number = self._events.setdefault(key, len(self._events) + 1)
        facts: Mapping[str, Any] = event.facts
        if event.kind == "function":
            facts = {"tf_function_call": "notTraced-nonXla"}
        elif event.kind != "marked":
            # the form that the pages about ops take apart: name:type
            facts = {"tf_op": f"{event.name}:{event.kind}", **facts}
        stats = b"".join(field(4, self._stat(k, v)) for k, v in facts.items())
        offset = max(event.begun - session.started, 0)
        return (
            integer_field(1, number)
            + integer_field(2, offset * 1000)
            + integer_field(3, (event.ended - event.begun) * 1000)
            + stats
        )

    def _stat(self, name: str, value: Any) -> bytes:
        number = integer_field(1, self._name(name))
        if isinstance(value, float):
            return number + double_field(2, value)
        if isinstance(value, int):
            # zero too: the field says that there is a value
            return number + (integer_field(4, value) or b"\x20\x00")
        return number + field(5, str(value).encode())

    def _name(self, name: str) -> int:
        return self._names.setdefault(name, len(self._names) + 1)

    def message(self) -> bytes:
        """The XPlane: lines, then the tables of names."""
        parts = [self._head, *(field(3, each) for each in self._lines)]
        for (name, _), number in self._events.items():
            data = integer_field(1, number) + field(2, name.encode())
            parts.append(field(4, integer_field(1, number) + field(2, data)))
        for name, number in self._names.items():
            data = integer_field(1, number) + field(2, name.encode())
            parts.append(field(5, integer_field(1, number) + field(2, data)))
        parts += [field(6, each) for each in self._facts]
        return b"".join(parts)


__all__ = ["Profile", "ProfilerOptions", "Trace", "start", "stop", "write_profile"]
