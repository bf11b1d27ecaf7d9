"""``tf.distribute.Server``: a process of a cluster that works for a coordinator."""

from __future__ import annotations

from typing import Any

from runtime.distribute.clusters import ClusterSpec
from runtime.distribute.coordinator.function_desk import FunctionDesk
from runtime.distribute.coordinator.remote_storage import greeting
from runtime.distribute.coordinator.variable_shelf import VariableShelf
from runtime.distribute.transport.calls import Answer, Service
from runtime.distribute.transport.links import peer_address
from runtime.errors import FailedPreconditionError, InvalidArgumentError


class Server:
    """A task of a cluster: holds variables as ``ps``, runs functions as ``worker``.

    A `tf.distribute.ParameterServerStrategy` of another process uses it. It computes
    what anyone asks who reaches its port: use it in a network that you trust.

    Args:
      server_or_cluster_def: a `ClusterSpec` or what makes one, or a ``ServerDef``.
      job_name: the job of this task; with one job, that by default.
      task_index: the number of this task; with one task in the job, that by default.
      protocol: ``grpc``, which only names addresses: the protocol is our own.
      config: without effect.
      start: whether it begins to listen at once.

    >>> server = tf.distribute.Server({"ps": ["localhost:0"]})
    >>> server.target
    'grpc://localhost:...'

    Raises:
      ValueError: for a task that the cluster does not have, or that is not told.
      InvalidArgumentError: for an address without a port, or one that is in use.
    """

    def __init__(
        self,
        server_or_cluster_def: object,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: object = None,
        start: bool = True,
    ) -> None:
        from graphir.wire import messages

        given: Any = server_or_cluster_def
        if messages.is_message(given, "ServerDef"):
            job_name = job_name or given.job_name
            task_index = given.task_index if task_index is None else task_index
            given = given.cluster
        cluster = ClusterSpec(given)
        self._job = _only(cluster.jobs, job_name, "job_name")
        self._task = _only(cluster.task_indices(self._job), task_index, "task_index")
        self._address = cluster.task_address(self._job, self._task)
        self._cluster, self._protocol = cluster, protocol or "grpc"
        self._service: Service | None = None
        if start:
            self.start()

    def start(self) -> None:
        """Begins to listen; a server that listens goes on."""
        if self._service is not None:
            return
        handlers = {
            "greet": _greet,
            **VariableShelf().handlers(),
            **FunctionDesk().handlers(),
        }
        try:
            self._service = Service(peer_address(self._address)[1], handlers)
        except OSError as error:
            raise InvalidArgumentError(
                f"Cannot listen at {self._address}: {error.strerror or error}."
            ) from error

    @property
    def target(self) -> str:
        """The address, for clients.

        Raises:
          RuntimeError: before it was started.
        """
        if self._service is None:
            raise RuntimeError("The server was not started.")
        host, _ = peer_address(self._address)
        return f"{self._protocol}://{host}:{self._service.port}"

    @property
    def server_def(self) -> Any:
        """The cluster and the task as a ``ServerDef`` message."""
        from graphir.wire import messages

        return messages.get("ServerDef")(
            cluster=self._cluster.as_cluster_def(),
            job_name=self._job,
            task_index=self._task,
            protocol=self._protocol,
        )

    def join(self) -> None:
        """Serves until the process is ended."""
        if self._service is not None:
            self._service.join()

    def _stop(self) -> None:
        if self._service is not None:
            self._service.stop()

    def __del__(self) -> None:
        if getattr(self, "_service", None) is not None:
            self._stop()

    @staticmethod
    def create_local_server(config: object = None, start: bool = True) -> Server:
        """A server that is a cluster of its own, at a free port of this machine."""
        return Server({"localhost": ["localhost:0"]}, start=start)


def _only(known: Any, given: Any, name: str) -> Any:
    if given is None and len(known) == 1:
        return known[0]
    if given not in known:
        listed = ", ".join(map(str, known)) or "none"
        raise ValueError(f"{name} is {given!r}; the cluster has {listed}.")
    return given


def _greet(body: dict[str, Any], payload: bytes) -> Answer:
    mine = greeting()
    for key, value in mine.items():
        if body.get(key) != value:
            raise FailedPreconditionError(
                f"The processes do not belong together: {key} is {value!r} here, and "
                f"{body.get(key)!r} there."
            )
    return mine, b""


__all__ = ["Server"]
