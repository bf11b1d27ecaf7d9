"""Collectives call the member that runs in the context."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.executor.kernels.replicas import on_threads
from runtime.stateful_kernels.collective_groups import ThreadGroup

RAW = tf.raw_ops


def keys(size: int) -> dict[str, Any]:
    return {"group_size": size, "group_key": 1, "instance_key": 1}


def in_group(size: int, function: Any) -> list[Any]:
    """The results of a function of the rank, called by each member of a group."""
    group = ThreadGroup(size)
    return on_threads(group, [partial(function, rank) for rank in range(size)])


@pytest.mark.parametrize(
    ("merge_op", "final_op", "expected"),
    [("Add", "Id", 6), ("Add", "Div", 2), ("Max", "Id", 3), ("Mul", "Id", 6)],
)
def test_reductions(merge_op: str, final_op: str, expected: int) -> None:
    def reduce(rank: int) -> Any:
        return RAW.CollectiveReduceV2(
            input=np.float32([rank + 1]),
            ordering_token=[],
            merge_op=merge_op,
            final_op=final_op,
            **keys(3),
        ).numpy()

    assert [each.tolist() for each in in_group(3, reduce)] == [[expected]] * 3


def test_rows_are_gathered_in_the_order_of_ranks() -> None:
    def gather(rank: int) -> Any:
        rows = np.full((rank + 1, 1), rank)
        found = RAW.CollectiveGatherV2(input=rows, ordering_token=[], **keys(2))
        return found.numpy().tolist()

    assert in_group(2, gather) == [[[0], [1], [1]]] * 2


def test_one_sends_and_the_others_receive() -> None:
    def broadcast(rank: int) -> Any:
        if rank == 1:
            return float(RAW.CollectiveBcastSendV2(input=7.0, **keys(2)))
        return float(
            RAW.CollectiveBcastRecvV2(
                shape=np.zeros(0, np.int32), T=tf.float32, **keys(2)
            )
        )

    assert in_group(2, broadcast) == [7.0, 7.0]


def test_outside_of_a_group_there_is_nobody_to_meet() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="no group of replicas"):
        RAW.CollectiveGatherV2(input=[1], ordering_token=[], **keys(1))
