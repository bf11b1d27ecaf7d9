"""WorkerServer: computes its part of datasets, and serves elements to clients."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op
from runtime.data.snapshots.distributed import ChunkWriter
from runtime.data.stages.settings import settings_of
from runtime.data.stages.stage import Stage, StageIterator
from runtime.distribute.data_service.elements import packed
from runtime.distribute.data_service.policies import ShardingPolicy
from runtime.distribute.data_service.shards import part_of
from runtime.distribute.transport.calls import Answer, Connection, Service
from runtime.tensors.conversion import convert_to_tensor

if TYPE_CHECKING:
    from typing_extensions import Self

_AT_ONCE = 16
"""Elements of one answer, at most."""


class _WorkerFields(NamedTuple):
    dispatcher_address: str
    worker_address: str
    port: int
    protocol: str
    heartbeat_interval_ms: int
    dispatcher_timeout_ms: int
    data_transfer_protocol: str | None
    data_transfer_address: str


class WorkerConfig(_WorkerFields):
    """Settings of a worker, a named tuple; other settings have no effect here.

    Args:
      dispatcher_address: the dispatcher's ``host:port``.
      worker_address: its own address, for others; ``%port%`` stands for its port.
      port: where it listens; 0 for any free port.

    >>> tf.data.experimental.service.WorkerConfig("localhost:5050").worker_address
    'localhost:%port%'
    """

    __slots__ = ()

    def __new__(
        cls,
        dispatcher_address: str,
        worker_address: str | None = None,
        port: int = 0,
        protocol: str | None = None,
        heartbeat_interval_ms: int | None = None,
        dispatcher_timeout_ms: int | None = None,
        data_transfer_protocol: str | None = None,
        data_transfer_address: str | None = None,
    ) -> Self:
        return super().__new__(
            cls,
            dispatcher_address,
            worker_address or "localhost:%port%",
            port,
            protocol or "grpc",
            heartbeat_interval_ms or 0,
            dispatcher_timeout_ms or 0,
            data_transfer_protocol,
            data_transfer_address or "localhost:%dts_port%",
        )


class _Task:
    """One job's iterator in this worker; whoever asks next gets what comes next."""

    def __init__(self, stage: Stage) -> None:
        self.types = stage.element_types
        self._iterator: StageIterator = stage.iterate(settings_of(stage))
        self._lock = threading.Lock()
        self._has_ended = False

    def several(self) -> tuple[bytes, bool]:
        """Some elements, and whether they are the last."""
        with self._lock:
            if self._has_ended:
                return b"", True
            found = self._iterator.several(_AT_ONCE)
            self._has_ended = len(found) < _AT_ONCE
            return packed(found, self.types), self._has_ended


class WorkerServer:
    """A worker of the service, which registers with the dispatcher.

    Raises:
      UnavailableError: if no dispatcher answers.
    """

    def __init__(self, config: WorkerConfig, start: bool = True) -> None:
        if not config.dispatcher_address:
            raise ValueError("Must specify a `dispatcher_address` in the `config`.")
        self._config = config
        self._lock = threading.Lock()
        self._tasks: dict[str, _Task] = {}
        self._service: Service | None = None
        self._dispatcher: Connection | None = None
        if start:
            self.start()

    def start(self) -> None:
        """Begins to listen, and registers."""
        if self._service is not None:
            return
        self._dispatcher = Connection(self._config.dispatcher_address, "dispatcher")
        handlers = {"elements": self._elements, "write": self._write}
        self._service = Service(self._config.port, handlers)
        self._dispatcher.call("register_worker", address=self._address)

    @property
    def _address(self) -> str:
        if self._service is None:
            raise RuntimeError("The worker was not started.")
        given = self._config.worker_address
        return given.replace("%port%", str(self._service.port))

    def join(self) -> None:
        """Waits until the server is stopped."""
        if self._service is not None:
            self._service.join()

    def stop(self) -> None:
        """Stops the server: who waits for it in `join` goes on."""
        self._stop()

    def _stop(self) -> None:
        if self._service is not None:
            self._service.stop()
        if self._dispatcher is not None:
            self._dispatcher.close()

    def __del__(self) -> None:
        self._stop()

    def _elements(self, body: dict[str, Any], payload: bytes) -> Answer:
        with self._lock:
            task = self._tasks.get(body["job"])
            if task is None:
                task = self._tasks[body["job"]] = self._begun(body)
        data, is_last = task.several()
        return {"is_last": is_last}, data

    def _write(self, body: dict[str, Any], payload: bytes) -> Answer:
        """Writes this worker's part of a dataset to a folder, and answers then."""
        stage = self._part(body)
        place = body["path"], body["index"]
        writer = ChunkWriter(*place, stage.element_types, body["compression"])
        iterator = stage.iterate(settings_of(stage))
        try:
            for element in iterator:
                writer.write(element)
            writer.finish()
        finally:
            writer.give_up()
            iterator.close()
        return {}, b""

    def _begun(self, body: dict[str, Any]) -> _Task:
        return _Task(self._part(body))

    def _part(self, body: dict[str, Any]) -> Stage:
        """What this worker has to compute of a job's dataset."""
        assert self._dispatcher is not None
        dispatcher, job = self._dispatcher, body["job"]
        _, graph = dispatcher.call("dataset", name=body["dataset"])
        text = np.empty((), object)
        text[()] = graph
        made = apply_op("DatasetFromGraph", [convert_to_tensor(text, dtypes.string)])
        stage: Stage = made._array

        def next_split(epoch: int) -> int:
            found, _ = dispatcher.call("split", job=job, epoch=epoch)
            return int(found["split"])

        policy = ShardingPolicy(body["policy"])
        place = body["index"], body["count"]
        return part_of(stage, policy, *place, next_split)


__all__ = ["WorkerConfig", "WorkerServer"]
