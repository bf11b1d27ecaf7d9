"""Datasets whose elements come from the workers of a service."""

from __future__ import annotations

import itertools
import queue
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any, Final

from runtime.data.datasets.generators import from_generator
from runtime.data.datasets.saved_files import plain_spec, spec_of_plain
from runtime.data.elements.structures import flat_components, from_tensors
from runtime.distribute.data_service.elements import unpacked
from runtime.distribute.data_service.policies import policy_of
from runtime.distribute.transport.calls import FAILURES, Connection
from runtime.errors import DeadlineExceededError
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import wrap

_WORKERS_WAIT: Final = 60.0
"""Seconds that a reader waits for a first worker to register."""

_LOOK_AGAIN: Final = 0.1


def distribute(
    processing_mode: Any,
    service: str,
    job_name: str | None = None,
    consumer_index: int | None = None,
    num_consumers: int | None = None,
    max_outstanding_requests: int | None = None,
    data_transfer_protocol: str | None = None,
    compression: str | None = "AUTO",
    cross_trainer_cache: Any = None,
    target_workers: str = "AUTO",
) -> Callable[[Any], Any]:
    """A transformation for ``Dataset.apply``: the workers of a service run the dataset.

    Args:
      processing_mode: a `ShardingPolicy`: with ``OFF`` each worker produces all
        elements, with ``DYNAMIC`` all workers together each element of the source once.
      service: the dispatcher's address.
      job_name: readers with one name share the elements.

    Elements come in any order.

    Raises:
      ValueError: for an unknown processing mode or compression, or no address.
      NotImplementedError: for coordinated reads and a cache of several trainers.
    """
    policy_of(processing_mode)
    if not service:
        raise ValueError("`service` must not be empty")
    if compression not in (known := ["AUTO", None, "SNAPPY"]):
        raise ValueError(
            f"Invalid `compression` argument: {compression}. Must be one of {known}."
        )
    _refuse(consumer_index, num_consumers, cross_trainer_cache)

    def apply(dataset: Any) -> Any:
        name = registered(service, dataset, None)
        return _from_id(processing_mode, service, name, dataset.element_spec, job_name)

    return apply


def register_dataset(
    service: str, dataset: Any, compression: str | None = "AUTO", dataset_id: Any = None
) -> Any:
    """Registers a dataset with a service; returns its id, for `from_dataset_id`.

    Raises:
      UnavailableError: if no dispatcher answers.
      FailedPreconditionError: for a dataset that only this process can compute.
    """
    return convert_to_tensor(registered(service, dataset, dataset_id))


def from_dataset_id(
    processing_mode: Any,
    service: str,
    dataset_id: Any,
    element_spec: Any = None,
    job_name: str | None = None,
    consumer_index: int | None = None,
    num_consumers: int | None = None,
    max_outstanding_requests: int | None = None,
    data_transfer_protocol: str | None = None,
    cross_trainer_cache: Any = None,
    target_workers: str = "AUTO",
) -> Any:
    """The dataset that was registered under an id; arguments as of `distribute`.

    Raises:
      NotFoundError: for an unknown id.
      ValueError, NotImplementedError: as `distribute`.
    """
    policy_of(processing_mode)
    _refuse(consumer_index, num_consumers, cross_trainer_cache)
    name = _as_text(dataset_id)
    if element_spec is None:
        dispatcher = Connection(service_address(service), "dispatcher")
        try:
            found, _ = dispatcher.call("dataset", name=name)
        finally:
            dispatcher.close()
        element_spec = spec_of_plain(found["spec"])
    return _from_id(processing_mode, service, name, element_spec, job_name)


class CrossTrainerCache:
    """A cache that several trainers share, which is refused.

    Raises:
      NotImplementedError: always; readers of one ``job_name`` share elements.
    """

    def __init__(self, trainer_id: str) -> None:
        raise NotImplementedError(
            "tf.data.experimental.service.CrossTrainerCache is not implemented: "
            "readers with one `job_name` share the elements, each of which one gets."
        )


def _refuse(consumer_index: Any, num_consumers: Any, cache: Any) -> None:
    if consumer_index is not None or num_consumers is not None:
        raise NotImplementedError(
            "tf.data.experimental.service: coordinated reads (`consumer_index`, "
            "`num_consumers`) are not implemented."
        )
    if cache is not None:
        raise NotImplementedError(
            "tf.data.experimental.service: `cross_trainer_cache` is not implemented."
        )


def service_address(service: str) -> str:
    """The dispatcher's host and port, of an address with or without a protocol."""
    return service.rpartition("://")[2]


def _as_text(value: Any) -> str:
    found = value.numpy() if hasattr(value, "numpy") else value
    return found.decode() if isinstance(found, bytes) else str(found)


def registered(service: str, dataset: Any, name: Any) -> str:
    """The id under which a service now has the dataset."""
    graph = dataset._as_serialized_graph().numpy()
    spec = plain_spec(dataset.element_spec)
    dispatcher = Connection(service_address(service), "dispatcher")
    try:
        given = None if name is None else _as_text(name)
        found, _ = dispatcher.call("register_dataset", graph, name=given, spec=spec)
    finally:
        dispatcher.close()
    return str(found["name"])


def _from_id(
    mode: Any, service: str, name: str, spec: Any, job_name: str | None
) -> Any:
    epochs = itertools.count()
    types = [dtype for dtype, _ in flat_components(spec)]

    def elements() -> Iterator[Any]:
        job = f"{job_name or uuid.uuid4().hex}/{next(epochs)}"
        asked = {"job": job, "dataset": name, "policy": int(policy_of(mode))}
        with _Reading(service_address(service), asked) as reading:
            for data in reading:
                for element in unpacked(data, types):
                    tensors = [wrap(part, kind) for part, kind in zip(element, types)]
                    yield from_tensors(spec, tensors)

    return from_generator(elements, spec, None)


class _Reading:
    """Threads that ask the workers of a job, one each, and what they were given."""

    def __init__(self, address: str, asked: dict[str, Any]) -> None:
        self._asked = asked
        self._stopped = threading.Event()
        workers = self._workers(address)
        self._open = len(workers)
        self._found: queue.Queue[Any] = queue.Queue(2 * len(workers))
        self._connections = [Connection(each, "worker") for each in workers]
        for index, each in enumerate(self._connections):
            args = (each, index, len(workers))
            threading.Thread(target=self._ask, args=args, daemon=True).start()

    def _workers(self, address: str) -> list[str]:
        dispatcher = Connection(address, "dispatcher")
        end = time.monotonic() + _WORKERS_WAIT
        try:
            while True:
                found, _ = dispatcher.call("job", job=self._asked["job"])
                if found["workers"]:
                    workers: list[str] = found["workers"]
                    return workers
                if time.monotonic() > end:
                    raise DeadlineExceededError(
                        f"The dispatcher at {address} has had no worker for "
                        f"{_WORKERS_WAIT:g} seconds."
                    )
                time.sleep(_LOOK_AGAIN)
        finally:
            dispatcher.close()

    def _ask(self, worker: Connection, index: int, count: int) -> None:
        is_last = False
        try:
            while not is_last and not self._stopped.is_set():
                told, data = worker.call(
                    "elements", index=index, count=count, **self._asked
                )
                is_last = told["is_last"]
                self._put(data)
            self._put(None)
        except FAILURES as error:
            self._put(error)

    def _put(self, value: Any) -> None:
        while not self._stopped.is_set():
            try:
                self._found.put(value, timeout=_LOOK_AGAIN)
                return
            except queue.Full:
                continue

    def __enter__(self) -> _Reading:
        return self

    def __exit__(self, *error: object) -> None:
        self._stopped.set()
        for each in self._connections:
            each.close()

    def __iter__(self) -> Iterator[bytes]:
        while self._open:
            found = self._found.get()
            if isinstance(found, FAILURES):
                raise found
            if found is None:
                self._open -= 1
            else:
                yield found


__all__ = [
    "CrossTrainerCache",
    "distribute",
    "from_dataset_id",
    "register_dataset",
    "registered",
    "service_address",
]
