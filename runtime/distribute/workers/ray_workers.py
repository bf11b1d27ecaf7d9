"""``tf.distribute.experimental.ray``: a function in many processes that Ray starts.

Ray places the processes, watches them and starts them again; the bytes of collectives
go over a ring of ours.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from graphir.errors import MissingExtraError, UnavailableError

_DEATH_SECONDS: Final = 30.0
"""How long Ray is given to notice the death of a worker that others have noticed."""


def run(
    train_fn: Callable[..., Any],
    workers: int,
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
    cpus_per_worker: float = 1.0,
    max_failures: int = 0,
) -> list[Any]:
    """Calls a function in several processes that train in step; returns the results.

    In each process `TF_CONFIG` names all of them, so that the function can make a
    `tf.distribute.MultiWorkerMirroredStrategy`. Without a cluster (``ray start``), or
    its address in ``RAY_ADDRESS``, one is made on this machine.

    Args:
      train_fn: a function; Ray pickles it with its captured values.
      workers: how many processes call it.
      args: its arguments, the same for all.
      kwargs: more of them, by name.
      cpus_per_worker: the cores that Ray keeps for each process.
      max_failures: how often all processes are started again after one was lost. The
        function itself must resume from its last checkpoint.

    Returns:
      The function's result in each process, by rank.

    Raises:
      ImportError: without Ray: it is in the extra ``[ray]``.
      ValueError: for less than one worker.
      ray.exceptions.RayError: if a process is lost, or the function fails in one.
    """
    if workers < 1:
        raise ValueError(f"workers must be at least 1, not {workers}.")
    ray = needed_ray()
    if not ray.is_initialized():
        ray.init(log_to_driver=True, include_dashboard=False)
    for attempt in range(max_failures + 1):
        try:
            return _run_once(
                ray, workers, cpus_per_worker, (train_fn, args, dict(kwargs or {}))
            )
        except ray.exceptions.RayActorError:
            if attempt == max_failures:
                raise
    raise AssertionError("the last attempt returns or raises")


def needed_ray() -> Any:
    """The package of Ray.

    Raises:
      ImportError: without it; names the extra.
    """
    try:
        import ray
    except ImportError as error:
        raise MissingExtraError(
            "tf.distribute.experimental.ray needs Ray: install it with "
            "pip install 'autograph-toolkit[ray]'."
        ) from error
    return ray


def _run_once(ray: Any, workers: int, cpus: float, call: tuple[Any, ...]) -> list[Any]:
    kind = ray.remote(RayWorker)
    actors = [kind.options(num_cpus=cpus).remote() for _ in range(workers)]
    try:
        addresses = ray.get([each.address.remote() for each in actors])
        shared = ray.put(call)  # once, and not for each worker, however large it is
        running = [
            each.run.remote(addresses, rank, shared) for rank, each in enumerate(actors)
        ]
        waiting = running
        while waiting:  # the first that fails, in whatever order they end
            ended, waiting = ray.wait(waiting)
            try:
                ray.get(ended)
            except UnavailableError:
                _raise_death(ray, waiting)
                raise
        found: list[Any] = ray.get(running)
        return found
    finally:
        for each in actors:
            ray.kill(each)


def _raise_death(ray: Any, waiting: Sequence[Any]) -> None:
    """Raises that a worker was lost, if that is why another one reports an error.

    What the survivors tell of a lost worker may come before Ray knows that it is lost.
    """
    if not waiting:
        return
    ended, _ = ray.wait(waiting, num_returns=len(waiting), timeout=_DEATH_SECONDS)
    for each in ended:
        try:
            ray.get(each)
        except ray.exceptions.RayActorError:
            raise
        except ray.exceptions.RayError:
            continue  # another survivor's


class RayWorker:
    """The actor that Ray runs in each process."""

    def __init__(self) -> None:
        self._held: socket.socket | None = None

    def address(self) -> str:
        """The future address of this process; its port is reserved until then."""
        import ray

        util: Any = ray.util
        host: str = util.get_node_ip_address()
        self._held = socket.socket()
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("", 0))
        return f"{host}:{self._held.getsockname()[1]}"

    def run(
        self,
        addresses: Sequence[str],
        rank: int,
        call: tuple[Callable[..., Any], Sequence[Any], Mapping[str, Any]],
    ) -> Any:
        """Calls the function with its arguments, as one of all workers."""
        os.environ["TF_CONFIG"] = json.dumps(
            {
                "cluster": {"worker": list(addresses)},
                "task": {"type": "worker", "index": rank},
            }
        )
        train_fn, args, kwargs = call
        return train_fn(*args, **kwargs)


__all__ = ["RayWorker", "needed_ray", "run"]
