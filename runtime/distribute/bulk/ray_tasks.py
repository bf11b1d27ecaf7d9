"""Parts computed by Ray, on the machines of its cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from runtime.distribute.bulk.jobs import Predict, compute_part
from runtime.distribute.bulk.plans import Part
from runtime.distribute.workers.ray_workers import needed_ray

MOST_DEATHS: Final = 3


def computed_by_ray(
    load: Callable[[], Predict],
    parts: Sequence[Part],
    batch: int,
    workers: int,
    address: str | None,
) -> Iterator[Part]:
    """Yields each part when its result is written.

    Each worker is an actor with the model; Ray restarts an actor that dies and repeats
    its part. All machines must reach the files by the same paths.

    Raises:
      ImportError: without Ray.
      ray.exceptions.RayError: for a worker that dies too often, or an error in one.
    """
    ray = needed_ray()
    if not ray.is_initialized():
        ray.init(address=address)
    kind = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=MOST_DEATHS)(Worker)
    actors = [kind.remote(load, batch) for _ in range(min(workers, len(parts)))]
    left = list(reversed(parts))
    running: dict[Any, tuple[Any, Part]] = {}

    def give_work(actor: Any) -> None:
        if left:
            part = left.pop()
            running[actor.compute.remote(part)] = actor, part

    try:
        for each in actors:
            give_work(each)
        while running:
            (ended,), _ = ray.wait(list(running), num_returns=1)
            actor, part = running.pop(ended)
            ray.get(ended)
            give_work(actor)
            yield part
    finally:
        for each in actors:
            ray.kill(each)


class Worker:
    """The actor that Ray runs in each process."""

    def __init__(self, load: Callable[[], Predict], batch: int) -> None:
        self._predict = cache(load)
        self._batch = batch

    def compute(self, part: Part) -> int:
        """Computes a part; the first call loads the model."""
        return compute_part(self._predict(), part, self._batch)
