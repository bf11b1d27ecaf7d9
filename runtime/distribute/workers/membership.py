"""Membership: the rank of this process, and the group that it joins once."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import numpy as np

from runtime.distribute.clusters import ClusterSpec
from runtime.distribute.transport.group import JOIN_SECONDS, Group, join
from runtime.distribute.transport.handshake import Membership
from runtime.errors import InvalidArgumentError
from runtime.namespaces.version import VERSION
from runtime.stateful_kernels.collective_groups import CollectiveMember, Meeting

_WAYS: Final = {"Add": "sum", "Mul": "product", "Max": "max", "Min": "min"}

_TRAINING: Final = ("chief", "master", "worker")
"""The jobs whose tasks train together, in the order of their ranks."""


class ProcessMember(CollectiveMember):
    """This process as a member of its group, for collective kernels."""

    def __init__(self, group: Group) -> None:
        self.group: Final = group
        self.rank, self.size = group.rank, group.size

    def all_reduce(self, array: Any, merge_op: str, mean: bool, at: Meeting) -> Any:
        """As every member does."""
        return self._averaged(self.group.all_reduce(array, _WAYS[merge_op]), mean)

    def start_all_reduce(
        self, array: Any, merge_op: str, mean: bool, at: Meeting
    ) -> Callable[[], Any]:
        """Begins it: the bytes travel while this thread goes on."""
        wait = self.group.start_all_reduce(array, _WAYS[merge_op])
        return lambda: self._averaged(wait(), mean)

    def _averaged(self, total: Any, mean: bool) -> Any:
        if mean:
            size = np.asarray(self.size, total.dtype)
            total = total // size if total.dtype.kind in "iu" else total / size
        return total[()]

    def all_gather(self, array: Any, at: Meeting) -> Any:
        """As every member does."""
        found = self.group.all_gather(array)
        for rank, each in enumerate(found):
            if each.shape[1:] != found[0].shape[1:] or each.dtype != found[0].dtype:
                raise InvalidArgumentError(
                    "The values of an all-gather may differ in their first axis alone: "
                    f"{self.group.membership.name(0)} has {found[0].dtype}"
                    f"{list(found[0].shape)}, {self.group.membership.name(rank)} has "
                    f"{each.dtype}{list(each.shape)}."
                )
        return np.concatenate(found)

    def broadcast(self, array: Any | None, at: Meeting) -> Any:
        """As every member does."""
        senders = self.group.all_gather(np.array(array is not None))
        return self.group.broadcast(
            array, [bool(each) for each in senders].index(True)
        )[()]


def membership_of(resolver: Any, group: str) -> Membership | None:
    """The rank of this process among the training workers; None if it is alone.

    An evaluator is alone: it takes no part in training.

    Raises:
      ValueError: for a task that the cluster does not have, and for two chiefs.
    """
    cluster: ClusterSpec = resolver.cluster_spec()
    if not cluster or resolver.task_type == "evaluator":
        return None
    tasks = [
        (job, number, cluster.task_address(job, number))
        for job in _TRAINING
        if job in cluster.jobs
        for number in cluster.task_indices(job)
    ]
    if "chief" in cluster.jobs and cluster.num_tasks("chief") > 1:
        raise ValueError("TF_CONFIG has more than one chief.")
    mine = (resolver.task_type, resolver.task_id)
    places = [(job, number) for job, number, _ in tasks]
    if mine not in places:
        listed = ", ".join(f"{job} {number}" for job, number in places)
        raise ValueError(
            f"TF_CONFIG says that this process is task {mine[0]} {mine[1]}, but its "
            f"cluster has {listed or 'no worker'}."
        )
    return Membership(
        group=group,
        addresses=tuple(address for _, _, address in tasks),
        rank=places.index(mine),
        version=package_version(),
        titles=tuple(f"{job} {number}" for job, number in places),
    )


def package_version() -> str:
    """The version that all processes of a group must share."""
    try:
        return f"{version('autograph-toolkit')} (TensorFlow {VERSION})"
    except PackageNotFoundError:
        return f"not installed (TensorFlow {VERSION})"


class _Joined:
    """The groups that this process is in: a port can be listened at only once."""

    def __init__(self) -> None:
        self._groups: dict[Membership, Group] = {}

    def group(self, membership: Membership) -> Group:
        """The group, which is joined when first asked for, or again after it failed."""
        found = self._groups.get(membership)
        if found is None or found.has_failed:
            if found is not None:
                found.close()
            found = self._groups[membership] = join(membership, JOIN_SECONDS)
        return found


_JOINED: Final = _Joined()


def joined_group(membership: Membership) -> Group:
    """The group of a membership; waits for the other processes at first.

    Raises:
      DeadlineExceededError: if a process does not come in time.
      FailedPreconditionError: if one has another version or another cluster.
    """
    return _JOINED.group(membership)
