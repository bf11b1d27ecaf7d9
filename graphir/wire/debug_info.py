"""Origins of nodes to and from ``GraphDebugInfo``, the file beside a SavedModel.

A trace is a list of frames, outermost first; it is known by the name of its node,
``node@function`` in a function. Files, frames and traces are written once each.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from graphir.errors import InvalidGraphError
from graphir.function import Function
from graphir.graph import Graph
from graphir.origin import Frame, Origin
from graphir.wire import messages

Message = Any


def to_debug_info(functions: Iterable[Function], graph: Graph | None = None) -> Message:
    """The origins of the nodes in functions, as a ``GraphDebugInfo`` message.

    Those of a graph beside them have the name of no function: ``node@``.

    >>> from graphir.graph import Graph
    >>> body = Graph("f")
    >>> node = body.add_node("NoOp", [], {}, [], name="stop")
    >>> node.origin = Origin.from_frames([Frame("m.py", 7, 4, "step")])
    >>> info = to_debug_info([Function("f", body, [])])
    >>> info.name_to_trace_id["stop@f"], list(info.files)
    (0, ['m.py'])
    """
    message = messages.get("GraphDebugInfo")()
    files, frames, traces = _Numbers(), _Numbers(), _Numbers()
    for name, body in _bodies(functions, graph):
        for node in body:
            if node.origin is None or not node.origin.frames:
                continue
            trace = tuple(map(frames.number, reversed(node.origin.frames)))
            message.name_to_trace_id[f"{node.name}@{name}"] = traces.number(trace)
    for number, frame in enumerate(frames.all()):
        place = message.frames_by_id[number]
        place.file_index = files.number(frame.filename)
        place.line, place.col, place.func = frame.line, frame.column, frame.function
    for number, trace in enumerate(traces.all()):
        message.traces_by_id[number].frame_id.extend(trace)
    message.files.extend(files.all())
    return message


class _Numbers:
    """Different things, numbered as they come."""

    def __init__(self) -> None:
        self._known: dict[Any, int] = {}

    def number(self, item: Hashable) -> int:
        """The number of a thing."""
        return self._known.setdefault(item, len(self._known))

    def all(self) -> list[Any]:
        """The things in the order of their numbers."""
        return [*self._known]


def _bodies(
    functions: Iterable[Function], graph: Graph | None
) -> Iterator[tuple[str, Graph]]:
    if graph is not None:
        yield "", graph
    for function in functions:
        yield function.name, function.body


def set_origins(
    functions: Iterable[Function], message: Message, graph: Graph | None = None
) -> None:
    """Sets the origins of the nodes of functions, and of a graph, from a message.

    Raises:
      InvalidGraphError: for a trace, frame or file that the message lacks.
    """
    known = _Origins(message)
    for name, body in _bodies(functions, graph):
        for node in body:
            origin = known.of(f"{node.name}@{name}")
            if origin is not None:
                node.origin = origin


class _Origins:
    """What a message says, each trace read once."""

    def __init__(self, message: Message) -> None:
        self._message = message
        self._frames: dict[int, Frame] = {}
        self._by_number: dict[int, Origin | None] = {}

    def of(self, key: str) -> Origin | None:
        """The origin of a node, if there is one."""
        message = self._message
        if key in message.traces:  # as earlier versions wrote them
            return self._origin(message.traces[key])
        if key not in message.name_to_trace_id:
            return None
        number = message.name_to_trace_id[key]
        if number not in self._by_number:
            if number not in message.traces_by_id:
                raise InvalidGraphError(f"{key!r} has a trace that there is not.")
            self._by_number[number] = self._origin(message.traces_by_id[number])
        return self._by_number[number]

    def _origin(self, trace: Message) -> Origin | None:
        frames = [self._frame(each) for each in trace.file_line_cols]
        frames += map(self._numbered, trace.frame_id)
        return Origin.from_frames(frames[::-1]) if frames else None

    def _numbered(self, number: int) -> Frame:
        if number not in self._frames:
            if number not in self._message.frames_by_id:
                raise InvalidGraphError(f"There is no frame {number}.")
            self._frames[number] = self._frame(self._message.frames_by_id[number])
        return self._frames[number]

    def _frame(self, place: Message) -> Frame:
        files = self._message.files
        if not 0 <= place.file_index < len(files):
            raise InvalidGraphError(f"There is no file {place.file_index}.")
        return Frame(files[place.file_index], place.line, place.col, place.func)


__all__ = ["set_origins", "to_debug_info"]
