"""Clusters of servers for tests: in threads of the test, or in processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import runtime as tf
from tests.runtime.distribute.processes import Worker, workers

SERVER = """
import threading
import runtime as tf

server = tf.distribute.Server({given["job"]: [given["address"]]})
print("LISTENS " + server.target.removeprefix("grpc://"), flush=True)
server.join()
result = None
"""


def resolver_of(addresses: dict[str, list[str]]) -> Any:
    """A resolver of the addresses of jobs."""
    spec = tf.train.ClusterSpec(addresses)
    return tf.distribute.cluster_resolver.SimpleClusterResolver(spec)


@contextmanager
def local_cluster(workers: int, ps: int = 1) -> Iterator[Any]:
    """A resolver of servers that are threads of this process."""
    tasks = {"worker": workers, "ps": ps}
    servers = {
        job: [tf.distribute.Server({job: ["localhost:0"]}) for _ in range(count)]
        for job, count in tasks.items()
    }
    try:
        yield resolver_of(
            {
                job: [each.target.removeprefix("grpc://") for each in made]
                for job, made in servers.items()
            }
        )
    finally:
        for made in servers.values():
            for each in made:
                each._stop()


def address_of(server: Worker) -> str:
    """Where a server listens, once it does."""
    assert server.process.stdout is not None
    for line in server.process.stdout:
        if line.startswith("LISTENS "):
            return line.split()[1]
    raise AssertionError(server.wait())


@contextmanager
def server_processes(jobs: dict[str, int]) -> Iterator[dict[str, list[Worker]]]:
    """Processes that serve, by job."""
    givens = [
        {"job": job, "address": "localhost:0"}
        for job, count in jobs.items()
        for _ in range(count)
    ]
    with workers(SERVER, givens) as started:
        left = iter(started)
        yield {job: [next(left) for _ in range(count)] for job, count in jobs.items()}
