"""The functions and datasets that a server runs for a coordinator."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import numpy as np

from graphir import dtypes
from graphir.graph import Graph
from graphir.node import Value
from graphir.passes.optimizer import default_pipeline, optimize_graph
from graphir.shapes import Shape
from runtime.data.resources.iterators import IteratorResource
from runtime.data.stages.pipeline_graphs import graph_of_message, stage_of_message
from runtime.devices.config import SETTINGS
from runtime.distribute.coordinator.remote_storage import (
    ClosureRun,
    Home,
    RemoteStorage,
)
from runtime.distribute.coordinator.worker_context import worker_index_variable
from runtime.distribute.transport.calls import Answer, Handler
from runtime.distribute.transport.packing import packed_arrays, unpacked_arrays
from runtime.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    NotFoundError,
)
from runtime.executor import compile_graph
from runtime.stateful_kernels.confinement import confine

_Sent = TypeVar("_Sent")

_GRANTED: Final = ("files",)
"""What functions may do: a coordinator is trusted with the files of a worker."""


class _Function:
    """A function that was sent, compiled; what it is called with is checked."""

    def __init__(self, name: str, graph: Graph) -> None:
        self._name, self._inputs = name, graph.inputs
        self._run = compile_graph(
            graph, graph.inputs, graph.outputs, graph.control_outputs
        ).run

    def __call__(self, inputs: Sequence[Any]) -> Any:
        """The results for arrays and resources.

        Raises:
          InvalidArgumentError: for inputs of another number, dtype or shape.
        """
        if len(inputs) != len(self._inputs):
            raise InvalidArgumentError(
                f"{self._name} takes {len(self._inputs)} inputs, not {len(inputs)}."
            )
        for value, given in zip(self._inputs, inputs):
            if not _fits(value, given):
                raise InvalidArgumentError(
                    f"{self._name}: {value.name} is a {value.dtype.name}"
                    f"{value.shape}, and was given {_described(given)}."
                )
        return self._run(*inputs)


def _fits(value: Value, given: Any) -> bool:
    is_array = isinstance(given, (np.ndarray, np.generic))
    if not value.dtype.has_numpy:
        return not is_array
    return (
        is_array
        and dtypes.of_array(given) is value.dtype
        and value.shape.is_compatible_with(Shape(given.shape))
    )


def _described(given: Any) -> str:
    if isinstance(given, (np.ndarray, np.generic)):
        return f"a {dtypes.of_array(given).name}{Shape(given.shape)}"
    return f"a {type(given).__name__}"


class _Desk:
    """What one coordinator has sent."""

    def __init__(self, link: str) -> None:
        self.link = link
        self._functions: dict[str, _Function] = {}
        self._iterators: dict[str, IteratorResource] = {}
        self._homes: dict[str, Home] = {}
        self._is_closed = False
        self._lock = threading.Lock()

    def add_function(self, name: str, function: _Function) -> None:
        """Keeps a function."""
        self._functions[name] = function

    def add_iterator(self, name: str, iterator: IteratorResource) -> None:
        """Keeps an iterator."""
        self._iterators[name] = iterator

    def forget(self, names: Sequence[str]) -> None:
        """Forgets functions and iterators that the coordinator has no more."""
        for each in names:
            self._functions.pop(each, None)
            self._iterators.pop(each, None)

    def function(self, name: str) -> _Function:
        """A function that was sent.

        Raises:
          NotFoundError: if there is none of that name.
        """
        return _sent(self._functions, name, "function")

    def iterator(self, name: str) -> IteratorResource:
        """An iterator over a dataset that was sent.

        Raises:
          NotFoundError: if there is none of that name.
        """
        return _sent(self._iterators, name, "iterator")

    def home(self, name: str, address: str, session: str) -> Home:
        """The client of a server that holds variables.

        Raises:
          FailedPreconditionError: when the desk is closed.
        """
        with self._lock:
            if self._is_closed:
                raise _serves_another()
            if address not in self._homes:
                self._homes[address] = Home(name, address, session)
            return self._homes[address]

    def close(self) -> None:
        """Closes the connections to servers: functions that run yet change nothing."""
        with self._lock:
            self._is_closed = True
            homes, self._homes = self._homes, {}
        for each in homes.values():
            each.close()


class FunctionDesk:
    """The handlers of calls that send and run functions."""

    def __init__(self) -> None:
        self._desk: _Desk | None = None
        self._lock = threading.Lock()

    def handlers(self) -> dict[str, Handler]:
        """The methods of the service."""
        return {
            "attach": self._attach,
            "function": self._function,
            "dataset": self._dataset,
            "forget": self._forget,
            "run": self._run,
        }

    def _attach(self, body: dict[str, Any], payload: bytes) -> Answer:
        made = _Desk(_text(body, "link"))
        with self._lock:
            former, self._desk = self._desk, made
        if former is not None:
            former.close()
        return {}, b""

    def _of(self, body: Mapping[str, Any]) -> _Desk:
        desk = self._desk
        if desk is None or desk.link != body.get("link"):
            raise _serves_another()
        return desk

    def _function(self, body: dict[str, Any], payload: bytes) -> Answer:
        desk, name = self._of(body), _text(body, "function")
        desk.add_function(name, _compiled(name, body, payload))
        return {}, b""

    def _dataset(self, body: dict[str, Any], payload: bytes) -> Answer:
        desk, name = self._of(body), _text(body, "iterator")
        iterator = IteratorResource()
        iterator.start(stage_of_message(payload, {}))
        desk.add_iterator(name, iterator)
        return {}, b""

    def _forget(self, body: dict[str, Any], payload: bytes) -> Answer:
        self._of(body).forget(body["names"])
        return {}, b""

    def _run(self, body: dict[str, Any], payload: bytes) -> Answer:
        desk = self._of(body)
        function = desk.function(_text(body, "function"))
        places, arrays = body["inputs"], unpacked_arrays(body["arrays"], payload)
        if places.count(None) != len(arrays):
            raise InvalidArgumentError(
                f"{places.count(None)} arrays are announced, and {len(arrays)} came."
            )
        run = ClosureRun(body["queue"], int(body["closure"]), int(body["floor"]))
        session, given = str(body["session"]), iter(arrays)
        inputs = [
            next(given) if each is None else _resource(desk, each, session, run)
            for each in places
        ]
        signed, data = packed_arrays(function(inputs))
        return {"arrays": signed}, data


def _serves_another() -> FailedPreconditionError:
    return FailedPreconditionError("It works for another coordinator now.")


def _text(body: Mapping[str, Any], field: str) -> str:
    found = body.get(field)
    if not isinstance(found, str):
        raise InvalidArgumentError(f"{field!r} is {found!r:.80}, and must be a text.")
    return found


def _sent(known: Mapping[str, _Sent], name: str, kind: str) -> _Sent:
    found = known.get(name)
    if found is None:
        raise NotFoundError(f"It was sent no {kind} {name!r}.")
    return found


def _compiled(name: str, body: Mapping[str, Any], payload: bytes) -> _Function:
    graph = graph_of_message(payload)
    confine(graph, "", _GRANTED)
    graph.inputs = [graph.value(name) for name in body["inputs"]]
    graph.outputs = [graph.value(name) for name in body["outputs"]]
    graph.control_outputs = [graph.node(name) for name in body["effects"]]
    optimize_graph(graph, default_pipeline(SETTINGS.optimizer_options))
    return _Function(name, graph)


def _resource(
    desk: _Desk, told: Mapping[str, Any], session: str, run: ClosureRun
) -> Any:
    """A variable of a server or an iterator of this process."""
    if not isinstance(told, Mapping):
        raise InvalidArgumentError(f"{told!r:.80} is no input.")
    if "iterator" in told:
        return desk.iterator(_text(told, "iterator"))
    if "worker_index" in told:
        return worker_index_variable(int(told["worker_index"]))
    name, address = told["home"]
    sizes: Sequence[int | None] | None = told["shape"]
    return RemoteStorage(
        desk.home(name, address, session),
        told["variable"],
        dtypes.as_dtype(told["dtype"]),
        Shape(sizes),
        told["name"],
        run,
    )


__all__ = ["FunctionDesk"]
