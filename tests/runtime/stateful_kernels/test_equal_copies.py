"""Copies change all or not at all: every call and every line of ours may fail."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.compute.forks import held_locks
from graphir.dtypes import float32
from graphir.errors import AbortedError
from runtime.devices.logical_devices import _Settings
from runtime.stateful_kernels.equal_copies import (
    Changes,
    Copies,
    all_or_none,
    changes_here,
    kept_by,
    let_go,
)
from runtime.stateful_kernels.variables import IN_PLACE_BYTES, VariableStorage
from tests.fuzz import faults


def copies_of(value: Any, number: int = 2) -> list[VariableStorage]:
    same = Copies(number)
    made = []
    for _ in range(number):
        storage = VariableStorage(float32)
        storage.assign(np.array(value, np.float32))
        storage.copies = same
        made.append(storage)
    return made


def values(copies: list[VariableStorage]) -> list[float]:
    return [float(np.ravel(each.value)[0]) for each in copies]


def failing(work: Callable[[], None]) -> None:
    with all_or_none():
        work()
        raise ZeroDivisionError


@pytest.mark.parametrize("size", [1, IN_PLACE_BYTES])
def test_an_error_between_updates_brings_back_the_value_from_before(size: int) -> None:
    first, second = copies = copies_of(np.ones(size))
    one = np.ones(size, np.float32)

    def work() -> None:
        for each in copies:
            each.update(np.add, one)
        first.update(np.add, one)
        first.change(lambda old: old * 10)

    with pytest.raises(ZeroDivisionError):
        failing(work)
    assert values(copies) == [2.0, 2.0]
    assert changes_here() is None
    second.update(np.add, one)
    assert values(copies) == [2.0, 3.0]


def test_what_all_threads_agreed_on_stays() -> None:
    copies = copies_of(1.0)

    def work() -> None:
        copies[0].assign(np.float32(2))
        changes = changes_here()
        assert changes is not None
        changes.settle()

    with pytest.raises(ZeroDivisionError):
        failing(work)
    assert values(copies) == [2.0, 1.0]


def test_a_thread_that_goes_on_changes_nothing_after_the_others_failed() -> None:
    copies, changes = copies_of(1.0), Changes()
    changes.replace(copies[0], np.float32(2))
    changes.undo()

    def late() -> None:
        with kept_by(changes):
            copies[1].assign(np.float32(2))

    with ThreadPoolExecutor(1) as pool, pytest.raises(AbortedError, match="Another"):
        pool.submit(late).result()
    assert values(copies) == [1.0, 1.0]


def test_changes_that_were_undone_keep_nothing_where_they_began() -> None:
    """An interrupt may leave them as those of the thread."""
    copies, changes = copies_of(1.0), Changes()
    with kept_by(changes):
        changes.undo()
        assert changes_here() is None
        copies[0].assign(np.float32(2))
        with pytest.raises(ZeroDivisionError):
            failing(lambda: copies[1].assign(np.float32(3)))
    assert values(copies) == [2.0, 1.0]


def test_inner_changes_are_those_of_the_replica() -> None:
    changes = Changes()
    with kept_by(changes), all_or_none():
        assert changes_here() is changes


def test_a_lock_is_let_go_however_often_it_was_taken() -> None:
    lock = threading.RLock()
    for _ in range(2):
        lock.acquire()
    let_go(lock)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(lock.acquire, timeout=5).result()


@pytest.fixture
def interruptible(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two devices; Ctrl-C raises, also where the tests run in the background."""
    one = tf.config.LogicalDeviceConfiguration()
    monkeypatch.setattr(_Settings, "is_in_use", False)
    monkeypatch.setattr(_Settings, "configuration", [one] * 2)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
    faults.strategy_of_two.cache_clear()


def failing_at(fault: Callable[[int], Any], scenario: faults.Scenario, n: int) -> bool:
    """Whether the fault came, as whatever error."""
    try:
        with fault(n):
            scenario.act()
    except (Exception, KeyboardInterrupt):
        return True
    return False


swallowed = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)
"""A fault may come in a callback of the garbage collector, which goes on."""

SCENARIOS = ["Mirroring", "Merging", "AssigningCopies", "UpdatingCopies"]
IN_FUNCTIONS = [
    *("MirroringInFunction", "AssigningCopiesInFunction", "UpdatingCopiesInFunction"),
]


@swallowed
@pytest.mark.slow
@pytest.mark.parametrize("fault", ["call", "interrupt"])
@pytest.mark.parametrize("name", [*SCENARIOS, *IN_FUNCTIONS])
def test_every_place_may_fail(
    interruptible: None, name: str, fault: str, tmp_path: Path
) -> None:
    # a function is traced anew for each: not every place of it
    step = 9 if name in IN_FUNCTIONS else 1
    quiet = 0
    for n in count(1, step):
        scenario = faults.SCENARIOS[name](tmp_path)
        quiet = 0 if failing_at(faults.MAKERS[fault], scenario, n) else quiet + 1
        assert scenario.state() in (faults.BEFORE, faults.AFTER), n
        assert held_locks() == 0, n
        if quiet == 5:  # the action has fewer places than that
            return


@swallowed
@pytest.mark.parametrize("name", [*SCENARIOS, *IN_FUNCTIONS])
@pytest.mark.parametrize("fault", ["call", "interrupt"])
def test_some_places_may_fail(
    interruptible: None, name: str, fault: str, tmp_path: Path
) -> None:
    for n in range(3, 900, 89):
        scenario = faults.SCENARIOS[name](tmp_path)
        failing_at(faults.MAKERS[fault], scenario, n)
        assert scenario.state() in (faults.BEFORE, faults.AFTER), n
        assert held_locks() == 0, n


def under_tape(function: Callable[[Any], Any], given: Any) -> None:
    source = tf.Variable(1.0)
    with tf.GradientTape():
        function(given * source)


def by_captures(function: Any, given: Any) -> None:
    concrete = function.get_concrete_function(given)
    concrete.call_with_captures([given], concrete.captured_inputs)


def inside_another(function: Callable[[Any], Any], given: Any) -> None:
    tf.function(lambda x: function(x))(given)


WAYS: dict[str, Callable[[Any, Any], None]] = {
    "called": lambda function, given: function(given),
    "under a tape": under_tape,
    "with captures": by_captures,
    "inside another": inside_another,
}


@pytest.mark.parametrize("jit_compile", [None, True])
@pytest.mark.parametrize("way", WAYS)
def test_a_function_that_fails_between_copies_changes_none(
    interruptible: None, way: str, jit_compile: bool | None
) -> None:
    strategy = faults.strategy_of_two()
    with strategy.scope():
        variable = tf.Variable(tf.zeros([20000]))

    @tf.function(input_signature=[tf.TensorSpec([])], jit_compile=jit_compile)
    def change(limit: Any) -> None:
        def add(copy: Any, number: Any) -> None:
            with tf.control_dependencies([tf.debugging.assert_less(number, limit)]):
                copy.assign_add(tf.ones([20000]))

        parts = strategy.experimental_distribute_values_from_function(
            lambda context: tf.constant(float(context.replica_id_in_sync_group))
        )
        strategy.extended.update(variable, add, args=(parts,))

    for _ in range(3):  # the later calls are remembered ones
        WAYS[way](change, tf.constant(2.0))
    with pytest.raises(tf.errors.InvalidArgumentError):
        WAYS[way](change, tf.constant(1.0))
    assert [each.numpy()[0] for each in variable.values] == [3.0, 3.0]
    WAYS[way](change, tf.constant(2.0))
    assert [each.numpy()[-1] for each in variable.values] == [4.0, 4.0]
