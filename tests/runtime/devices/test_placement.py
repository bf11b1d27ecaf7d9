"""Device names: read, written, merged, asked for in graphs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import runtime as tf

parts = st.fixed_dictionaries(
    {
        "job": st.none() | st.sampled_from(["worker", "ps"]),
        "replica": st.none() | st.integers(0, 9),
        "task": st.none() | st.integers(0, 9),
        "device_type": st.none() | st.sampled_from(["cpu", "GPU", "TPU"]),
    }
)


@given(parts)
def test_name_is_read_as_it_was_written(given_parts: dict[str, Any]) -> None:
    spec = tf.DeviceSpec(**given_parts)
    again = tf.DeviceSpec.from_string(spec.to_string())
    assert again == spec
    assert hash(again) == hash(spec)


@given(parts, parts)
def test_merging_takes_what_the_other_has(
    first: dict[str, Any], second: dict[str, Any]
) -> None:
    one, other = tf.DeviceSpec(**first), tf.DeviceSpec(**second)
    merged = one.make_merged_spec(other)
    assert merged.make_merged_spec(other) == merged
    if other == tf.DeviceSpec():
        assert merged == one


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("nonsense", ValueError, "Unknown attribute 'nonsense'"),
        ("/cpu:0/gpu:1", ValueError, "Multiple device types"),
        ("/task:x", ValueError, "task is a number, not 'x'"),
        ("/job:other/cpu:0", tf.errors.InvalidArgumentError, "unknown device"),
        (3, ValueError, "Expecting a string device name. Got"),
        (lambda op: "", RuntimeError, "does not support functions"),
    ],
)
def test_names_that_are_no_device(name: Any, kind: type, message: str) -> None:
    with pytest.raises(kind, match=message), tf.device(name):
        pass


def test_nodes_of_a_graph_keep_the_device_asked_for() -> None:
    @tf.function
    def function(x: Any) -> Any:
        with tf.device("GPU:0"):
            y = x + 1.0
        with tf.device("/task:1"), tf.device("cpu:2"):
            z = y * 2.0
            with tf.device(None):
                return z - 1.0

    graph = function.get_concrete_function(tf.constant(1.0)).graph
    devices = {node.name: node.device for node in graph.as_graph_def().node}
    assert devices["add"] == "/device:GPU:0"
    assert devices["mul"] == "/task:1/device:CPU:2"
    assert devices["sub"] == devices["x"] == ""
    assert float(function(tf.constant(1.0))) == 3.0
