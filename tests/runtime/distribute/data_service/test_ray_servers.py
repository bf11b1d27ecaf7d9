"""The data service on Ray: which actors there are, and that they end."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import runtime as tf
from runtime.distribute.data_service import ray_servers
from runtime.distribute.data_service.ray_servers import DataService


class Actor:
    """An actor in this process: methods answer at once."""

    def __init__(self, held: Any, cpus: float) -> None:
        self.held, self.cpus = held, cpus

    def __getattr__(self, name: str) -> Any:
        return SimpleNamespace(remote=getattr(self.held, name))


class FakeRay:
    """Ray's own processes replaced by objects: it keeps what it is asked for."""

    def __init__(self) -> None:
        self.actors: list[Actor] = []
        self.killed: list[Actor] = []
        self.settings: dict[str, Any] = {}
        self.util = SimpleNamespace(get_node_ip_address=lambda: "localhost")

    def is_initialized(self) -> bool:
        return bool(self.settings)

    def init(self, **settings: Any) -> None:
        self.settings = settings

    def remote(self, kind: type) -> Any:
        def options(num_cpus: float) -> Any:
            return SimpleNamespace(remote=lambda *args: self.made(kind, num_cpus, args))

        return SimpleNamespace(options=options)

    def made(self, kind: type, cpus: float, args: Any) -> Actor:
        self.actors.append(Actor(kind(*args), cpus))
        return self.actors[-1]

    def get(self, value: Any) -> Any:
        return value

    def kill(self, actor: Actor) -> None:
        self.killed.append(actor)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    made = FakeRay()
    monkeypatch.setattr(ray_servers, "needed_ray", lambda: made)
    return made


def test_workers_register_with_the_dispatcher_and_end_with_the_service(
    ray: FakeRay,
) -> None:
    with DataService(2, cpus_per_worker=0.5) as service:
        assert ray.settings["include_dashboard"] is False
        assert [each.cpus for each in ray.actors] == [0, 0.5, 0.5]
        assert service.target.startswith("grpc://localhost:")
        spread = tf.data.experimental.service.distribute(
            "parallel_epochs", service.target
        )
        found = [int(each) for each in tf.data.Dataset.range(3).apply(spread)]
        assert sorted(found) == [0, 0, 1, 1, 2, 2]  # each worker has all elements
        assert not ray.killed
    assert len(ray.killed) == 3
    service.close()  # again, which is nothing
    assert len(ray.killed) == 3
    for each in reversed(ray.actors):
        each.held._server._stop()


def test_a_cluster_that_is_there_is_used(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray.settings = {"mine": True}
    monkeypatch.setattr(ray_servers, "RayDispatcher", NoServer)
    monkeypatch.setattr(ray_servers, "RayDataWorker", NoServer)
    with DataService(1) as service:
        assert ray.settings == {"mine": True}
        assert service.target == "grpc://there:1"


class NoServer:
    """An actor that serves nothing."""

    def __init__(self, *args: Any) -> None:
        self.args = args

    def address(self) -> str:
        return "there:1"

    def is_there(self) -> bool:
        return self.args == ("there:1",)


def test_there_is_at_least_one_worker() -> None:
    with pytest.raises(ValueError, match="workers must be at least 1, not 0"):
        DataService(0)
