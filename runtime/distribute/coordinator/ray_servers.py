"""Parameter servers and workers on Ray: each an actor with a server in its process."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Final

from runtime.distribute.cluster_resolvers import SimpleClusterResolver
from runtime.distribute.clusters import ClusterSpec
from runtime.distribute.coordinator.servers import Server
from runtime.distribute.workers.ray_workers import needed_ray

_ANSWER_SECONDS: Final = 10.0
"""How long an actor that is started again may take to say where it is."""


class ParameterServers:
    """The processes of a `tf.distribute.ParameterServerStrategy`, which Ray starts.

    Its ``cluster_resolver`` is what the strategy takes; leaving it as a context manager
    ends the processes. A worker that dies is started again by Ray, on any machine. A
    server that dies is not: its variables are gone, and calls raise
    ``UnavailableError``. Without a cluster Ray starts one on this machine::

        with tf.distribute.experimental.ray.ParameterServers(workers=4, ps=2) as ps:
            strategy = tf.distribute.ParameterServerStrategy(ps.cluster_resolver)
            coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
            ...

    Args:
      workers: how many processes run functions.
      ps: how many processes hold variables.
      cpus_per_worker: the cores that Ray keeps for each worker; it keeps none for
        servers.

    Raises:
      ImportError: without Ray: it is in the extra ``[ray]``.
      ValueError: for less than one worker or server.
    """

    def __init__(self, workers: int, ps: int = 1, cpus_per_worker: float = 1.0) -> None:
        for name, count in (("workers", workers), ("ps", ps)):
            if count < 1:
                raise ValueError(f"{name} must be at least 1, not {count}.")
        ray = needed_ray()
        if not ray.is_initialized():
            ray.init(log_to_driver=True, include_dashboard=False)
        self._kill = ray.kill
        kind = ray.remote(RayServer)
        self._servers = [kind.options(num_cpus=0).remote() for _ in range(ps)]
        # -1: as often as it dies
        lasting = {"num_cpus": cpus_per_worker, "max_restarts": -1}
        self._workers = [kind.options(**lasting).remote() for _ in range(workers)]
        self.cluster_resolver: Final = RayServersResolver(self._workers, self._servers)

    def close(self) -> None:
        """Ends the processes."""
        for actors in (self._workers, self._servers):
            while actors:
                self._kill(actors.pop())

    def __enter__(self) -> ParameterServers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class RayServersResolver(SimpleClusterResolver):
    """A resolver of actors, whose addresses change when they are started again."""

    def __init__(self, workers: list[Any], servers: list[Any]) -> None:
        ray = needed_ray()
        self._ray, self._workers = ray, workers
        jobs = {"worker": workers, "ps": servers}
        found = {
            job: ray.get([each.address.remote() for each in actors])
            for job, actors in jobs.items()
        }
        super().__init__(ClusterSpec(found), task_type="chief", task_id=0)

    def current_worker_address(self, number: int) -> str | None:
        """Where a worker is now; None while it is started again, or after `close`."""
        if number >= len(self._workers):
            return None
        asked = self._workers[number].address.remote()
        try:
            found: str = self._ray.get(asked, timeout=_ANSWER_SECONDS)
        except self._ray.exceptions.RayError:
            return None
        return found


class RayServer:
    """The actor: a server at a free port."""

    def __init__(self) -> None:
        util: Any = needed_ray().util
        host: str = util.get_node_ip_address()
        self._server = Server({"task": [f"{host}:0"]})

    def address(self) -> str:
        """Where it is."""
        return self._server.target.removeprefix("grpc://")


__all__ = ["ParameterServers"]
