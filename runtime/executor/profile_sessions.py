"""Profiler sessions: functions, nodes and annotated spans that run while one is on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from time import perf_counter_ns, time_ns
from typing import Any, NamedTuple, Protocol

from graphir.errors import UnimplementedError
from runtime.executor.profiles import Profile


class Event(NamedTuple):
    """A timed event: begin and end in ns, and its thread."""

    name: str
    begun: int
    ended: int
    thread: int
    kind: str
    """The op of a node; ``function`` or ``marked`` else."""
    facts: Mapping[str, Any]


class CallObserver(Protocol):
    """An observer of function calls."""

    def event(
        self, name: str, kind: str, facts: Mapping[str, Any]
    ) -> AbstractContextManager[None]:
        """A context manager around a call that a tape records."""

    def run(self, name: str, program: Any, arrays: Any) -> Any:
        """Runs a function's program, and returns its results."""


@dataclass
class ProfileSession:
    """The events since the profiler was switched on, of all threads."""

    started: int = field(default_factory=perf_counter_ns)
    started_at: int = field(default_factory=time_ns)
    """The same moment by the clock on the wall."""
    _events: list[Event] = field(default_factory=list)
    _timed: dict[int, tuple[Any, Profile, Callable[..., Any]]] = field(
        default_factory=dict
    )

    @contextmanager
    def event(self, name: str, kind: str, facts: Mapping[str, Any]) -> Iterator[None]:
        """A context manager that records one event."""
        begun = perf_counter_ns()
        try:
            yield
        finally:
            ended, thread = perf_counter_ns(), threading.get_ident()
            # appending is atomic, so threads need no lock
            self._events.append(Event(name, begun, ended, thread, kind, facts))

    def run(self, name: str, program: Any, arrays: Any) -> Any:
        """Runs a function's program, timing it and all its nodes."""
        timed = self._timed_program(program)
        with self.event(name, "function", {}):
            return timed(*arrays)

    def _timed_program(self, program: Any) -> Callable[..., Any]:
        known = self._timed.get(id(program))
        if known is None:
            profile = Profile()
            try:
                timed = program.timed(profile)
            except UnimplementedError:  # it runs node by node, and is one event
                timed = program
            known = self._timed[id(program)] = program, profile, timed
        return known[2]

    def events(self) -> list[Event]:
        """All events, in order of their start."""
        found = list(self._events)
        for _, profile, _ in list(self._timed.values()):
            for node, begun, ended, thread in profile.events:
                place = _line_of(node)
                facts = {"source": place} if place else {}
                found.append(Event(node.name, begun, ended, thread, node.op, facts))
        return sorted(found, key=lambda each: (each.begun, -each.ended))


class _Profiler:
    """The state of the profiler, on or off; a single instance."""

    session: ProfileSession | None = None
    functions: CallObserver | None = None
    """The same, unless marked parts alone are noted; or another observer of calls."""


PROFILER = _Profiler()


def _line_of(node: Any) -> str:
    origin = node.origin
    if origin is None or not origin.frames:
        return ""
    return f"{origin.frame.filename}:{origin.frame.line}"


__all__ = ["PROFILER", "Event", "ProfileSession"]
