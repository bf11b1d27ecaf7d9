"""The data service on Ray: a dispatcher and workers, each an actor."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from runtime.distribute.data_service.dispatcher import DispatcherConfig, DispatchServer
from runtime.distribute.data_service.worker_server import WorkerConfig, WorkerServer
from runtime.distribute.workers.ray_workers import needed_ray


class DataService:
    """`tf.data.experimental.service` in processes that Ray starts and places.

    Its ``target`` is an argument of `tf.data.experimental.service.distribute`; leaving
    it as a context manager ends the processes. Without a cluster Ray starts one on this
    machine::

        with tf.distribute.experimental.ray.DataService(workers=4) as service:
            spread = tf.data.experimental.service.distribute(
                "parallel_epochs", service.target)
            for element in dataset.apply(spread):
                ...

    Args:
      workers: how many processes compute elements.
      cpus_per_worker: the cores that Ray keeps for each of them.

    Raises:
      ImportError: without Ray: it is in the extra ``[ray]``.
      ValueError: for less than one worker.
    """

    def __init__(self, workers: int, cpus_per_worker: float = 1.0) -> None:
        if workers < 1:
            raise ValueError(f"workers must be at least 1, not {workers}.")
        ray = needed_ray()
        if not ray.is_initialized():
            ray.init(log_to_driver=True, include_dashboard=False)
        self._kill = ray.kill
        self._actors: list[Any] = []
        front = self._started(ray.remote(RayDispatcher), 0)
        address: str = ray.get(front.address.remote())
        self.target = f"grpc://{address}"
        kind = ray.remote(RayDataWorker)
        each = [self._started(kind, cpus_per_worker, address) for _ in range(workers)]
        ray.get([worker.is_there.remote() for worker in each])

    def _started(self, kind: Any, cpus: float, *args: Any) -> Any:
        actor = kind.options(num_cpus=cpus).remote(*args)
        self._actors.append(actor)
        return actor

    def close(self) -> None:
        """Ends the processes."""
        while self._actors:
            self._kill(self._actors.pop())

    def __enter__(self) -> DataService:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _own_host() -> str:
    util: Any = needed_ray().util
    host: str = util.get_node_ip_address()
    return host


class RayDispatcher:
    """The actor of the dispatcher."""

    def __init__(self) -> None:
        self._server = DispatchServer(DispatcherConfig())

    def address(self) -> str:
        """Where workers and clients reach it."""
        port = self._server.target.rpartition(":")[2]
        return f"{_own_host()}:{port}"


class RayDataWorker:
    """The actor of a worker."""

    def __init__(self, dispatcher: str) -> None:
        own = f"{_own_host()}:%port%"
        config = WorkerConfig(dispatcher_address=dispatcher, worker_address=own)
        self._server = WorkerServer(config)

    def is_there(self) -> bool:
        """True: a worker is registered with the dispatcher once it is made."""
        return self._server is not None


__all__ = ["DataService"]
