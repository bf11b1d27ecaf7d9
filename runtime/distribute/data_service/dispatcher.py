"""DispatchServer: knows datasets, workers and jobs; computes nothing."""

from __future__ import annotations

import hashlib
import itertools
import threading
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from runtime.distribute.data_service.saving import begin_saving
from runtime.distribute.transport.calls import Answer, Service
from runtime.errors import NotFoundError

if TYPE_CHECKING:
    from typing_extensions import Self


class _DispatcherFields(NamedTuple):
    port: int
    protocol: str
    work_dir: str | None
    fault_tolerant_mode: bool
    worker_addresses: list[str] | None
    job_gc_check_interval_ms: int
    job_gc_timeout_ms: int
    worker_timeout_ms: int | None
    worker_max_concurrent_snapshots: int


class DispatcherConfig(_DispatcherFields):
    """Settings of a dispatcher, a named tuple; other settings have no effect here.

    Args:
      port: where it listens; 0 for any free port.
      work_dir: where its state would be kept; must be None.
      fault_tolerant_mode: whether it would go on after a restart; must be False.
      worker_addresses: the workers, for policies that divide among a known number.

    >>> tf.data.experimental.service.DispatcherConfig()._replace(port=5050).port
    5050

    Raises:
      NotImplementedError: for a fault tolerant mode.
    """

    __slots__ = ()

    def __new__(
        cls,
        port: int = 0,
        protocol: str | None = None,
        work_dir: str | None = None,
        fault_tolerant_mode: bool = False,
        worker_addresses: list[str] | None = None,
        job_gc_check_interval_ms: int | None = None,
        job_gc_timeout_ms: int | None = None,
        worker_timeout_ms: int | None = None,
        worker_max_concurrent_snapshots: int = 0,
    ) -> Self:
        if fault_tolerant_mode:
            raise NotImplementedError(
                "tf.data.experimental.service.DispatcherConfig(fault_tolerant_mode=True)"
                " is not implemented: a dispatcher keeps its state in memory."
            )
        return super().__new__(
            cls,
            port,
            protocol or "grpc",
            work_dir,
            fault_tolerant_mode,
            worker_addresses,
            job_gc_check_interval_ms or 0,
            job_gc_timeout_ms or 0,
            worker_timeout_ms,
            worker_max_concurrent_snapshots,
        )


class DispatchServer:
    """The service's front: trainers ask it for workers.

    >>> service = tf.data.experimental.service
    >>> dispatcher = service.DispatchServer()
    >>> address = dispatcher.target.split("://")[1]
    >>> worker = service.WorkerServer(service.WorkerConfig(dispatcher_address=address))
    >>> spread = service.distribute("parallel_epochs", dispatcher.target)
    >>> dataset = tf.data.Dataset.range(3).apply(spread)
    >>> sorted(dataset.as_numpy_iterator())
    [np.int64(0), np.int64(1), np.int64(2)]
    """

    def __init__(
        self, config: DispatcherConfig | None = None, start: bool = True
    ) -> None:
        self._config = config or DispatcherConfig()
        self._lock = threading.Lock()
        self._datasets: dict[str, tuple[Any, bytes]] = {}
        self._workers: list[str] = list(self._config.worker_addresses or ())
        self._jobs: dict[str, list[str]] = {}
        self._splits: dict[Any, Any] = defaultdict(itertools.count)
        self._service: Service | None = None
        if start:
            self.start()

    def start(self) -> None:
        """Begins to listen."""
        if self._service is None:
            self._service = Service(
                self._config.port,
                {
                    "register_worker": self._register_worker,
                    "register_dataset": self._register_dataset,
                    "dataset": self._dataset,
                    "job": self._job,
                    "split": self._split,
                    "save": self._save,
                },
            )

    @property
    def target(self) -> str:
        """The server's address, as ``grpc://localhost:port``; the protocol is our own.

        Raises:
          RuntimeError: before the server is started.
        """
        return f"grpc://{self._address}"

    @property
    def _address(self) -> str:
        if self._service is None:
            raise RuntimeError("The dispatcher was not started.")
        return f"localhost:{self._service.port}"

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

    def __del__(self) -> None:
        self._stop()

    def _num_workers(self) -> int:
        with self._lock:
            return len(self._workers)

    # --- what it answers

    def _register_worker(self, body: dict[str, Any], payload: bytes) -> Answer:
        with self._lock:
            if body["address"] not in self._workers:
                self._workers.append(body["address"])
        return {}, b""

    def _register_dataset(self, body: dict[str, Any], payload: bytes) -> Answer:
        name = body["name"] or hashlib.sha256(payload).hexdigest()[:16]
        with self._lock:
            self._datasets[name] = (body["spec"], payload)
        return {"name": name}, b""

    def _dataset(self, body: dict[str, Any], payload: bytes) -> Answer:
        with self._lock:
            if body["name"] not in self._datasets:
                raise NotFoundError(f"Dataset id {body['name']!r} not found.")
            spec, graph = self._datasets[body["name"]]
        return {"spec": spec}, graph

    def _job(self, body: dict[str, Any], payload: bytes) -> Answer:
        """The workers of a job: those that there are when it begins, for all of it."""
        with self._lock:
            if self._workers and body["job"] not in self._jobs:
                self._jobs[body["job"]] = list(self._workers)
            return {"workers": self._jobs.get(body["job"], [])}, b""

    def _split(self, body: dict[str, Any], payload: bytes) -> Answer:
        with self._lock:
            return {"split": next(self._splits[body["job"], body["epoch"]])}, b""

    def _save(self, body: dict[str, Any], payload: bytes) -> Answer:
        return begin_saving(body, payload, self._workers_now, self._forget_job)

    def _forget_job(self, job: str) -> None:
        with self._lock:
            for key in [key for key in self._splits if key[0] == job]:
                del self._splits[key]

    def _workers_now(self) -> list[str]:
        with self._lock:
            return list(self._workers)


__all__ = ["DispatchServer", "DispatcherConfig"]
