"""Variables with a copy per process, over exchanges whose answers are known."""

from __future__ import annotations

from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

import runtime as tf
from runtime.distribute.contexts import Position, ReplicaContext, at_position
from runtime.distribute.reductions import ReduceOp
from runtime.distribute.workers.variables import (
    SyncOnReadVariable,
    WorkerVariable,
    variable_kind,
)

SUM, MEAN, FIRST, NONE = (
    getattr(tf.VariableAggregation, name)
    for name in ("SUM", "MEAN", "ONLY_FIRST_REPLICA", "NONE")
)
ON_READ = tf.VariableSynchronization.ON_READ


class Exchange:
    """Three processes; the other two have 100 and 200 wherever they meet."""

    def __init__(self) -> None:
        self.devices: tuple[str, ...] = ()
        self._has_several = True
        self._container = SimpleNamespace(num_replicas_in_sync=3, extended=self)
        self.meetings = 0

    def _all_reduce(self, way: Any, value: Any) -> Any:
        self.meetings += 1
        total = value + 300.0
        return total if way is ReduceOp.SUM else total / 3.0

    def _from_first(self, value: Any) -> Any:
        self.meetings += 1
        return tf.constant(100.0)


@pytest.fixture
def exchange() -> Exchange:
    return Exchange()


def made(exchange: Any, synchronization: Any, aggregation: Any) -> Any:
    kind = variable_kind(synchronization)
    return kind(exchange, initial_value=30.0, aggregation=aggregation)


def in_replica(exchange: Any, rank: int = 0) -> ExitStack:
    strategy = exchange._container
    context = ReplicaContext(strategy, tf.constant(rank), rank)
    with ExitStack() as stack:
        stack.enter_context(context)
        return stack.pop_all()


def across(exchange: Any) -> Any:
    return at_position(Position(exchange._container, None))


def test_the_synchronization_chooses_the_kind() -> None:
    assert variable_kind(ON_READ) is SyncOnReadVariable
    for other in (None, tf.VariableSynchronization.AUTO):
        assert variable_kind(other) is WorkerVariable


@pytest.mark.parametrize(
    ("aggregation", "expected", "meetings"),
    [(SUM, 303.0, 1), (MEAN, 101.0, 1), (NONE, 3.0, 0), (FIRST, 3.0, 0)],
)
def test_a_replica_assigns_the_merged_value(
    exchange: Exchange, aggregation: Any, expected: float, meetings: int
) -> None:
    v = made(exchange, None, aggregation)
    with in_replica(exchange):
        v.assign(3.0)
    assert (float(v), exchange.meetings) == (expected, meetings)
    with in_replica(exchange):
        v.assign_add(3.0)
        v.assign_sub(3.0)
    assert float(v) == expected


def test_across_replicas_all_processes_assign_the_same(exchange: Exchange) -> None:
    v = made(exchange, None, SUM)
    with across(exchange):
        v.assign(3.0)
        v.assign_add(1.0)
    assert (float(v), exchange.meetings) == (4.0, 0)


def test_the_number_of_the_replica_that_asks(exchange: Exchange) -> None:
    v = made(exchange, None, SUM)
    assert v.replica_number() is None
    with in_replica(exchange, 2):
        assert v.replica_number() == 2
    with in_replica(Exchange(), 1):  # of another strategy
        assert v.replica_number() is None


@pytest.mark.parametrize(
    ("aggregation", "expected"),
    [(SUM, 330.0), (MEAN, 110.0), (FIRST, 100.0), (NONE, 30.0)],
)
def test_parts_are_merged_when_they_are_read(
    exchange: Exchange, aggregation: Any, expected: float
) -> None:
    v = made(exchange, ON_READ, aggregation)
    with in_replica(exchange):
        assert float(v.value()) == 30.0
    assert exchange.meetings == 0
    assert float(v.read_value()) == expected
    assert v.numpy() == expected


def test_a_replica_changes_its_own_part(exchange: Exchange) -> None:
    v = made(exchange, ON_READ, SUM)
    with in_replica(exchange):
        v.assign(5.0)
        v.assign_add(2.0)
        v.assign_sub(1.0)
        assert float(v.value()) == 6.0
    assert exchange.meetings == 0


def test_a_sum_is_assigned_in_parts(exchange: Exchange) -> None:
    v = made(exchange, ON_READ, SUM)
    with across(exchange):
        v.assign(9.0)
        for change in (v.assign_add, v.assign_sub):
            with pytest.raises(ValueError, match="does not support `assign_add` or"):
                change(1.0)
    with in_replica(exchange):
        assert float(v.value()) == 3.0
    whole = SyncOnReadVariable(exchange, initial_value=0, aggregation=SUM)  # type: ignore[arg-type]
    with across(exchange):
        whole.assign(10)
    with in_replica(exchange):
        assert int(whole.value()) == 3  # integers are divided without remainder


def test_without_a_sum_all_processes_may_add(exchange: Exchange) -> None:
    v = made(exchange, ON_READ, MEAN)
    with across(exchange):
        v.assign(9.0)
        v.assign_add(1.0)
    with in_replica(exchange):
        assert float(v.value()) == 10.0
