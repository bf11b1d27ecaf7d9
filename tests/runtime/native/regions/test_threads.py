"""Threads share large regions, and many callers share one function."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.compute.threads import SETTINGS, beside
from runtime.native.regions import shared_work
from runtime.native.regions.threads import _TEAM, thread_count

pytest.importorskip("llvmlite")


def chain(x: Any) -> Any:
    inner = tf.tanh(0.8 * (x + 0.04 * x * x * x))
    return 0.5 * x * (1.0 + inner), tf.reduce_sum(inner, -1)


def test_many_threads_share_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
    native = tf.function(chain, jit_compile=True)
    arrays = [np.full(5000, n, np.float32) for n in range(8)]
    expected = [chain(tf.constant(each))[0].numpy() for each in arrays]
    wrong: list[int] = []

    def work(number: int) -> None:
        for _ in range(30):
            result = native(tf.constant(arrays[number]))[0].numpy()
            if not np.allclose(result, expected[number], rtol=1e-5):
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not wrong


@pytest.mark.parametrize("others", [0, 100])
def test_a_job_is_offered_to_as_many_helpers_as_threads_are_allowed(
    monkeypatch: pytest.MonkeyPatch, others: int
) -> None:
    monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
    monkeypatch.setattr(SETTINGS, "for_arrays", 2)
    helpers = _TEAM.helpers()
    offered: list[int] = []
    share = helpers._share

    def noting(boxes: int, count: int, function: int, argument: int) -> Any:
        offered.append(count)
        return share(boxes, count, function, argument)

    monkeypatch.setattr(helpers, "_share", noting)
    native = tf.function(chain, jit_compile=True)
    with beside(others):
        native(tf.constant(np.full(5000, 1, np.float32)))
    assert set(offered) <= {0 if others else 1}
    assert offered or thread_count() < 2
