"""Clusters of servers for tests, which are threads of the test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import runtime as tf


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
