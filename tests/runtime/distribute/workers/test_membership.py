"""The rank of a process in its cluster, and its part in collectives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.distribute.workers.membership import (
    ProcessMember,
    membership_of,
    package_version,
)
from runtime.stateful_kernels.collective_groups import Meeting

AT = Meeting(1, 1)
CLUSTER = {
    "chief": ["c:1"],
    "worker": ["w:1", "w:2"],
    "ps": ["p:1"],
    "evaluator": ["e:1"],
}


def resolver(task: str | None, number: int, cluster: Any = CLUSTER) -> Any:
    spec = tf.train.ClusterSpec(cluster)
    kind = tf.distribute.cluster_resolver.SimpleClusterResolver
    return kind(spec, task_type=task, task_id=number)


@pytest.mark.parametrize(
    ("task", "number", "rank"), [("chief", 0, 0), ("worker", 0, 1), ("worker", 1, 2)]
)
def test_training_tasks_have_ranks_and_others_do_not(
    task: str, number: int, rank: int
) -> None:
    found = membership_of(resolver(task, number), "train")
    assert found is not None
    assert (found.rank, found.group) == (rank, "train")
    assert found.addresses == ("c:1", "w:1", "w:2")
    assert found.titles == ("chief 0", "worker 0", "worker 1")
    assert found.version == package_version()


def test_who_is_alone() -> None:
    assert membership_of(resolver("evaluator", 0), "train") is None
    assert membership_of(resolver("worker", 0, {}), "train") is None


def test_a_task_that_the_cluster_does_not_have() -> None:
    with pytest.raises(
        ValueError, match="task worker 7, but its cluster has chief 0, w"
    ):
        membership_of(resolver("worker", 7), "train")


def test_two_chiefs_are_refused() -> None:
    cluster = {"chief": ["a:1", "b:1"], "worker": ["c:1"]}
    with pytest.raises(ValueError, match="more than one chief"):
        membership_of(resolver("worker", 0, cluster), "train")


class Group:
    """A group whose other member has given arrays."""

    rank, size = 0, 2

    def __init__(self, other: Any) -> None:
        self.other = np.asarray(other)
        self.membership: Any = type(
            "M", (), {"name": lambda _, rank: f"worker {rank}"}
        )()

    def all_reduce(self, array: Any, way: str) -> Any:
        return {"sum": np.add, "max": np.maximum}[way](array, self.other)

    def start_all_reduce(self, array: Any, way: str) -> Any:
        return lambda: self.all_reduce(array, way)

    def all_gather(self, array: Any) -> Any:
        return [array, self.other]

    def broadcast(self, array: Any, sender: int) -> Any:
        return [array, self.other][sender]


def member(other: Any) -> ProcessMember:
    group: Any = Group(other)
    return ProcessMember(group)


def test_means_of_integers_are_integers() -> None:
    made = member([4, 7])
    found = made.all_reduce(np.array([1, 2]), "Add", True, AT)
    assert (found.tolist(), found.dtype.kind) == ([2, 4], "i")
    assert made.all_reduce(np.array([1.0, 2.0]), "Add", True, AT).tolist() == [2.5, 4.5]
    assert made.all_reduce(np.array([9, 2]), "Max", False, AT).tolist() == [9, 7]


def test_what_is_started_is_averaged_when_it_is_awaited() -> None:
    wait = member([4.0, 7.0]).start_all_reduce(np.array([1.0, 2.0]), "Add", True, AT)
    assert wait().tolist() == [2.5, 4.5]


def test_rows_are_joined_if_they_are_alike() -> None:
    made = member([[3.0]])
    assert made.all_gather(np.array([[1.0], [2.0]]), AT).tolist() == [[1], [2], [3]]
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"worker 0 has float64\[1, 2\], worker 1"
    ):
        made.all_gather(np.array([[1.0, 2.0]]), AT)


def test_the_only_one_with_a_value_sends_it() -> None:
    assert member(False).broadcast(np.float32(5), AT) == 5.0
