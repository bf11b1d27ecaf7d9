"""Datasets that the workers of a service write to a folder, each its chunks."""

from __future__ import annotations

import os
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any, Final

from runtime.data.snapshots.distributed import begin_folder, claim_folder, end_folder
from runtime.data.stages.element_files import compression_of
from runtime.distribute.data_service.clients import registered, service_address
from runtime.distribute.data_service.policies import ShardingPolicy
from runtime.distribute.data_service.shards import sources_of
from runtime.distribute.transport.calls import FAILURES, Answer, Connection
from runtime.errors import AlreadyExistsError, InvalidArgumentError
from runtime.saved_model.structures import written_structure

_WORKERS_WAIT: Final = 60.0
"""Seconds for a first worker to register."""

_LOOK_AGAIN: Final = 0.1


def distributed_save(
    dataset: Any, path: str, data_service_address: str, compression: str = "AUTO"
) -> None:
    """Has the workers of a service write a dataset, and returns at once.

    ``Dataset.load(path)`` reads the chunks that are there, and waits for others. The
    workers divide the elements among them; a dataset of several sources is written by
    one. Their files are TensorFlow's: either side reads the folders of the other.

    >>> import os, tempfile
    >>> service = tf.data.experimental.service
    >>> dispatcher = service.DispatchServer()
    >>> address = dispatcher.target.split("://")[1]
    >>> worker = service.WorkerServer(service.WorkerConfig(dispatcher_address=address))
    >>> path = os.path.join(tempfile.mkdtemp(), "saved")
    >>> tf.data.experimental.distributed_save(tf.data.Dataset.range(3), path, address)
    >>> sorted(int(x) for x in tf.data.Dataset.load(path))
    [0, 1, 2]

    Raises:
      ValueError: without a path or an address.
      AlreadyExistsError: if the folder is written already.
      UnavailableError: if no dispatcher answers.
      FailedPreconditionError: for a dataset that only this process can compute.
    """
    if not data_service_address:
        raise ValueError("Invalid `data_service_address`. It must not be empty.")
    if not path:
        raise ValueError("Invalid `path`. It must not be empty.")
    sources = {id(each) for each in sources_of(dataset._variant_tensor._array)}
    is_divided = len(sources) == 1
    spec = written_structure(dataset.element_spec).SerializeToString()
    dispatcher = Connection(service_address(data_service_address), "dispatcher")
    try:
        dispatcher.call(
            "save",
            spec,
            path=os.fspath(path),
            dataset=registered(data_service_address, dataset, None),
            compression=compression_of(compression),
            policy=int(ShardingPolicy.DYNAMIC if is_divided else ShardingPolicy.OFF),
        )
    finally:
        dispatcher.close()


def begin_saving(
    body: dict[str, Any],
    spec: bytes,
    workers_now: Callable[[], list[str]],
    forget_job: Callable[[str], None],
) -> Answer:
    """Begins a folder for a dispatcher, which then has its workers fill it.

    Args:
      body: what the client asked for.
      spec: the serialized spec of the elements.
      workers_now: gives the addresses of the workers that there are.
      forget_job: is called with the number of the job when all workers are done.

    Raises:
      AlreadyExistsError: if the folder is begun already.
      InvalidArgumentError: without a path.
    """
    path = body["path"]
    if not path:
        raise InvalidArgumentError("A folder to write to must have a name.")
    try:
        claim_folder(path)
    except FileExistsError:
        raise AlreadyExistsError(
            f"tf.data snapshot at {path} is already started or completed"
        ) from None
    begin_folder(path, spec, body["compression"])
    saving = _Saving(body, workers_now, forget_job)
    threading.Thread(target=saving.run, daemon=True).start()
    return {}, b""


class _Saving:
    """The calls of the workers that write one folder, a thread each."""

    def __init__(
        self,
        body: dict[str, Any],
        workers_now: Callable[[], list[str]],
        forget_job: Callable[[str], None],
    ) -> None:
        self._job = uuid.uuid4().hex
        """One for all workers, which divide its elements; another for each save."""
        self._forget_job = forget_job
        self._path = body["path"]
        self._asked: dict[str, Any] = {
            name: body[name] for name in ("dataset", "path", "compression", "policy")
        }
        self._workers_now = workers_now
        self._failures: list[str] = []

    def run(self) -> None:
        workers = self._workers()
        threads = [
            threading.Thread(target=self._write, args=(each, index, len(workers)))
            for index, each in enumerate(workers)
        ]
        for each in threads:
            each.daemon = True
            each.start()
        for each in threads:
            each.join()
        self._forget_job(self._job)
        end_folder(self._path, "\n".join(self._failures))

    def _workers(self) -> list[str]:
        end = time.monotonic() + _WORKERS_WAIT
        while not (found := self._workers_now()):
            if time.monotonic() > end:
                self._failures.append(f"no worker in {_WORKERS_WAIT:g} seconds")
                return []
            time.sleep(_LOOK_AGAIN)
        is_divided = self._asked["policy"] == ShardingPolicy.DYNAMIC
        return list(found) if is_divided else found[:1]

    def _write(self, address: str, index: int, count: int) -> None:
        try:
            worker = Connection(address, "worker")
            try:
                worker.call(
                    "write", job=self._job, index=index, count=count, **self._asked
                )
            finally:
                worker.close()
        except FAILURES as error:
            self._failures.append(f"{address}: {error}")


__all__ = ["begin_saving", "distributed_save"]
