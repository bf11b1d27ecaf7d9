"""Threads that call a function until their coordinator stops them."""

from __future__ import annotations

import pytest

import runtime as tf

v1 = tf.compat.v1


def test_it_calls_until_it_is_stopped() -> None:
    coordinator = tf.train.Coordinator()
    calls: list[int] = []

    def work(add: int) -> None:
        calls.append(add)
        if len(calls) == 3:
            coordinator.request_stop()

    v1.train.LooperThread.loop(coordinator, None, work, [2])
    coordinator.join()
    assert calls == [2, 2, 2]


def test_it_waits_between_calls_and_tells_errors() -> None:
    coordinator = tf.train.Coordinator()
    calls: list[str] = []

    class Own(v1.train.LooperThread):
        def start_loop(self) -> None:
            calls.append("start")

        def run_loop(self) -> None:
            calls.append("run")
            if len(calls) == 3:
                raise ValueError("broken")

    Own(coordinator, 0.001).start()
    with pytest.raises(ValueError, match="broken"):
        coordinator.join()
    assert calls == ["start", "run", "run"]
    with pytest.raises(ValueError, match="must be a Coordinator"):
        v1.train.LooperThread("none", None)
