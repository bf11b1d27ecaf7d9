"""Parts given to Ray's actors: who is free takes the next."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from runtime.distribute.bulk import ray_tasks
from runtime.distribute.bulk.plans import Part
from runtime.distribute.bulk.ray_tasks import Worker, computed_by_ray

PARTS = [Part(n, "s", n, n + 1, f"r{n}") for n in range(5)]


class FakeRay:
    """Runs actors in this process, and notes what is asked of it."""

    def __init__(self) -> None:
        self.made: list[Any] = []
        self.killed: list[Any] = []
        self.options: dict[str, Any] = {}

    def is_initialized(self) -> bool:
        return True

    def remote(self, **options: Any) -> Any:
        self.options = options
        return lambda kind: SimpleNamespace(remote=self._actor)

    def _actor(self, load: Any, batch: int) -> Any:
        number = len(self.made)
        compute = SimpleNamespace(remote=lambda part: (number, part.number))
        self.made.append(SimpleNamespace(compute=compute))
        return self.made[-1]

    def wait(self, running: list[Any], num_returns: int) -> Any:
        return [running[-1]], running[:-1]

    def get(self, ended: Any) -> Any:
        if ended[1] == self.options.get("fails"):
            raise RuntimeError("a worker died too often")

    def kill(self, actor: Any) -> None:
        self.killed.append(actor)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    made = FakeRay()
    monkeypatch.setattr(ray_tasks, "needed_ray", lambda: made)
    return made


@pytest.mark.parametrize(("workers", "actors"), [(2, 2), (9, 5)])
def test_every_part_is_computed_once(ray: FakeRay, workers: int, actors: int) -> None:
    found = list(computed_by_ray(lambda: len, PARTS, 4, workers, None))
    assert sorted(each.number for each in found) == [0, 1, 2, 3, 4]
    assert len(ray.made) == actors
    assert ray.killed == ray.made
    assert ray.options["max_task_retries"] == ray_tasks.MOST_DEATHS


def test_actors_end_with_an_error(ray: FakeRay) -> None:
    found = computed_by_ray(lambda: len, PARTS, 4, 2, None)
    next(found)
    ray.options["fails"] = 2
    with pytest.raises(RuntimeError, match="died too often"):
        list(found)
    assert ray.killed == ray.made


def test_a_worker_loads_its_model_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[int] = []
    seen: list[Any] = []
    monkeypatch.setattr(
        ray_tasks, "compute_part", lambda *given: seen.append(given) or 1
    )
    worker = Worker(lambda: loads.append(1) or len, 4)  # type: ignore[func-returns-value]
    assert [worker.compute(each) for each in PARTS[:2]] == [1, 1]
    assert (loads, [given[1:] for given in seen]) == (
        [1],
        [(PARTS[0], 4), (PARTS[1], 4)],
    )
