"""Settings of the service's processes, which are named tuples as in TensorFlow."""

from __future__ import annotations

import pytest

import runtime as tf

service = tf.data.experimental.service


def test_settings_are_tuples_with_the_defaults_of_tensorflow() -> None:
    found = service.DispatcherConfig(worker_addresses=["a:1"])
    assert tuple(found) == (0, "grpc", None, False, ["a:1"], 0, 0, None, 0)
    assert found._replace(port=9).port == 9
    worker = service.WorkerConfig("a:1")
    addresses = ("localhost:%port%", "localhost:%dts_port%")
    assert tuple(worker) == (
        "a:1",
        addresses[0],
        0,
        "grpc",
        0,
        0,
        None,
        addresses[1],
    )


def test_a_dispatcher_keeps_no_state() -> None:
    with pytest.raises(NotImplementedError, match="in memory"):
        service.DispatcherConfig(fault_tolerant_mode=True)
