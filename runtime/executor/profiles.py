"""Profiles: the execution time of each node of a program, and its source line.

A profiled program is the same text with a clock read before and after each line that
runs a node, so the profile shows the nodes that run without a profiler too, including
loops and branches. Each time includes the cost of reading the clock, about a tenth of a
microsecond.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter_ns
from typing import Any, NamedTuple

from graphir.node import Node
from runtime.executor.kernels.failures import SITES_NAME
from runtime.executor.planning.names import BEGUN, CLOCK, NOTE, THREAD

Site = tuple[Node, tuple[str, ...]]


class Event(NamedTuple):
    """One execution of a node: start and end in ns, and the thread."""

    node: Node
    begun: int
    ended: int
    thread: int


class NodeTime(NamedTuple):
    """The accumulated execution time of one node."""

    node: Node
    calls: int
    nanoseconds: int

    @property
    def place(self) -> str:
        """The user's line that made the node, as ``file:line``, or nothing."""
        origin = self.node.origin
        if origin is None or not origin.frames:
            return ""
        return f"{origin.frame.filename}:{origin.frame.line}"


def _compiling(event: Event) -> int:
    """The part of an event in which its node's kernel made native code."""
    spans = getattr(event.node.attrs.get("kernel"), "compiled", ())
    return sum(
        ended - begun
        for begun, ended in spans
        if event.begun <= begun and ended <= event.ended
    )


@dataclass(slots=True)
class Profile:
    """The times of one call; ``begun`` and ``ended`` bound the whole call, in ns."""

    begun: int = 0
    ended: int = 0
    result: Any = None
    """The result of the call."""
    notes: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Index of the node's line, when it began and ended, and the thread."""
    sites: list[Any] = field(default_factory=list)
    """The node of each line, for the notes."""

    @property
    def events(self) -> list[Event]:
        """The runs of nodes, in the order in which they ended."""
        return [Event(self.sites[line][0], *times) for line, *times in self.notes]

    @property
    def nanoseconds(self) -> int:
        """The time of the whole call, without the making of native code."""
        return self.ended - self.begun - self.compiling

    @property
    def compiling(self) -> int:
        """The time in which native code was made, which no later call takes."""
        return sum(map(_compiling, self.events))

    def by_node(self) -> list[NodeTime]:
        """The executed nodes, slowest first."""
        calls: dict[Node, int] = {}
        times: dict[Node, int] = {}
        for event in self.events:
            calls[event.node] = calls.get(event.node, 0) + 1
            spent = event.ended - event.begun - _compiling(event)
            times[event.node] = times.get(event.node, 0) + spent
        found = [NodeTime(node, calls[node], times[node]) for node in calls]
        return sorted(found, key=lambda each: -each.nanoseconds)

    def to_chrome_trace(self) -> dict[str, Any]:
        """The events as Chrome's and Perfetto's viewers read them, in microseconds."""
        threads = {thread: number for number, thread in enumerate(self._threads())}
        return {
            "displayTimeUnit": "ns",
            "traceEvents": [
                {
                    "name": event.node.name,
                    "cat": event.node.op,
                    "ph": "X",
                    "ts": (event.begun - self.begun) / 1e3,
                    "dur": (event.ended - event.begun) / 1e3,
                    "pid": 0,
                    "tid": threads[event.thread],
                    "args": {
                        "op": event.node.op,
                        "line": NodeTime(event.node, 0, 0).place,
                    },
                }
                for event in self.events
            ],
        }

    def _threads(self) -> list[int]:
        """The threads, in the order in which they began."""
        ordered = sorted(self.events, key=lambda event: event.begun)
        return list(dict.fromkeys(event.thread for event in ordered))


def timed_function(
    source: str, name: str, namespace: dict[str, Any], profile: Profile
) -> Callable[..., tuple[Any, ...]]:
    """The function of a program's text, written to note times in a profile."""
    lines, sites = _timed_lines(source.splitlines(), namespace[SITES_NAME])
    profile.sites = sites
    timed = {**namespace, SITES_NAME: sites, CLOCK: perf_counter_ns}
    # appending is atomic, so threads need no lock
    timed |= {NOTE: profile.notes.append, THREAD: threading.get_ident}
    exec(compile("\n".join(lines), f"<profiled {name}>", "exec"), timed)
    function: Callable[..., tuple[Any, ...]] = timed[name]
    return function


def _timed_lines(
    lines: Sequence[str], sites: Sequence[Site | None]
) -> tuple[list[str], list[Any]]:
    """The lines with clock reads around those that run a node, and their sites."""
    written: list[str] = []
    places: list[Any] = []
    for line, site in zip(lines, sites, strict=True):
        if site is None or line.endswith(":"):
            written.append(line)
            places.append(site)
            continue
        indent = line[: len(line) - len(line.lstrip())]
        number = len(written) + 1
        written += [f"{indent}{BEGUN} = {CLOCK}()", line]
        written.append(f"{indent}{NOTE}(({number}, {BEGUN}, {CLOCK}(), {THREAD}()))")
        places += [None, site, None]
    return written, places
