"""The number of the worker that runs a function, in traces and in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.distribute.coordinator.worker_context import (
    WORKER_INDEX,
    WorkerThread,
    experimental_get_current_worker_index,
    worker_index_or_none,
    worker_index_variable,
)


def on_worker(number: int, call: Any) -> Any:
    found: list[Any] = []
    thread = WorkerThread(number, lambda: found.append(call()), ())
    thread.start()
    thread.join(60)
    return found[0]


def test_a_worker_s_thread_has_its_number() -> None:
    assert on_worker(3, worker_index_or_none) == 3
    assert on_worker(4, experimental_get_current_worker_index) == 4
    assert worker_index_or_none() is None


def test_elsewhere_the_number_is_refused() -> None:
    with pytest.raises(RuntimeError, match="only in a function that a `tf.distribute"):
        experimental_get_current_worker_index()


def test_a_trace_reads_a_variable_whichever_worker_runs_it() -> None:
    number = tf.function(lambda: experimental_get_current_worker_index() * 10)
    concrete = on_worker(3, number.get_concrete_function)
    assert concrete.outputs[0].dtype is tf.int64
    [captured] = concrete.captured_inputs
    assert captured._array is WORKER_INDEX
    reads = [each for each in concrete.graph.ir if each.op == "ReadVariableOp"]
    assert len(reads) == 1


def test_each_worker_has_a_variable_with_its_number() -> None:
    made = worker_index_variable(5)
    assert made.read() == np.int64(5)
    assert (made.dtype, made.shape) == (WORKER_INDEX.dtype, WORKER_INDEX.shape)
