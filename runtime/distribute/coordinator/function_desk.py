"""The functions and datasets that a server runs for a coordinator."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphir import dtypes
from graphir.graph import Graph
from graphir.passes.optimizer import default_pipeline, optimize_graph
from graphir.shapes import Shape
from runtime.data.stages.pipeline_graphs import stage_of_message
from runtime.data.stages.resources import IteratorResource
from runtime.devices.config import SETTINGS
from runtime.distribute.coordinator.remote_storage import (
    ClosureRun,
    Home,
    RemoteStorage,
)
from runtime.distribute.coordinator.worker_context import worker_index_variable
from runtime.distribute.transport.calls import Answer, Handler
from runtime.distribute.transport.packing import packed_arrays, unpacked_arrays
from runtime.errors import FailedPreconditionError
from runtime.executor import compile_graph
from runtime.stateful_kernels.confinement import confine

_GRANTED: Final = ("files",)
"""What functions may do: a coordinator is trusted with the files of a worker."""


class _Desk:
    """What one coordinator has sent."""

    def __init__(self, session: str) -> None:
        self.session = session
        self.functions: dict[str, Any] = {}
        self.iterators: dict[str, IteratorResource] = {}
        self._homes: dict[str, Home] = {}
        self._lock = threading.Lock()

    def home(self, name: str, address: str, session: str) -> Home:
        """The client of a server that holds variables."""
        with self._lock:
            if address not in self._homes:
                self._homes[address] = Home(name, address, session)
            return self._homes[address]

    def close(self) -> None:
        """Closes the connections to servers."""
        with self._lock:
            homes, self._homes = self._homes, {}
        for each in homes.values():
            each.close()


class FunctionDesk:
    """The handlers of calls that send and run functions."""

    def __init__(self) -> None:
        self._desk = _Desk("")

    def handlers(self) -> dict[str, Handler]:
        """The methods of the service."""
        return {
            "attach": self._attach,
            "function": self._function,
            "dataset": self._dataset,
            "run": self._run,
        }

    def _attach(self, body: dict[str, Any], payload: bytes) -> Answer:
        self._desk.close()
        self._desk = _Desk(str(body["link"]))
        return {}, b""

    def _of(self, body: Mapping[str, Any]) -> _Desk:
        desk = self._desk
        if desk.session != body.get("link"):
            raise FailedPreconditionError("It works for another coordinator now.")
        return desk

    def _function(self, body: dict[str, Any], payload: bytes) -> Answer:
        self._of(body).functions[body["function"]] = _compiled(body, payload)
        return {}, b""

    def _dataset(self, body: dict[str, Any], payload: bytes) -> Answer:
        iterator = IteratorResource()
        iterator.start(stage_of_message(payload, {}))
        self._of(body).iterators[body["iterator"]] = iterator
        return {}, b""

    def _run(self, body: dict[str, Any], payload: bytes) -> Answer:
        desk = self._of(body)
        arrays = iter(unpacked_arrays(body["arrays"], payload))
        run = ClosureRun(body["queue"], int(body["closure"]), int(body["floor"]))
        inputs = [
            next(arrays)
            if each is None
            else _resource(desk, each, str(body["session"]), run)
            for each in body["inputs"]
        ]
        signed, data = packed_arrays(desk.functions[body["function"]](*inputs))
        return {"arrays": signed}, data


def _compiled(body: Mapping[str, Any], payload: bytes) -> Any:
    from graphir.wire import messages
    from graphir.wire.graphdef import from_graph_def

    graph = from_graph_def(messages.get("GraphDef").FromString(payload))
    confine(graph, "", _GRANTED)
    graph.inputs = [graph.value(name) for name in body["inputs"]]
    graph.outputs = [graph.value(name) for name in body["outputs"]]
    graph.control_outputs = [graph.node(name) for name in body["effects"]]
    optimize_graph(graph, default_pipeline(SETTINGS.optimizer_options))
    return _program(graph)


def _program(graph: Graph) -> Any:
    return compile_graph(graph, graph.inputs, graph.outputs, graph.control_outputs).run


def _resource(
    desk: _Desk, told: Mapping[str, Any], session: str, run: ClosureRun
) -> Any:
    """A variable of a server or an iterator of this process."""
    if "iterator" in told:
        return desk.iterators[told["iterator"]]
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
