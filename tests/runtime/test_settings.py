"""Settings of devices, and graphs compared in tests."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

config = tf.config


def graph_of(function: Any) -> Any:
    spec = tf.TensorSpec([], tf.float32)
    return tf.function(function).get_concrete_function(spec).graph.as_graph_def()


def test_the_cpu_is_one_logical_device() -> None:
    (cpu,) = config.list_physical_devices("CPU")
    one = config.LogicalDeviceConfiguration()
    config.set_logical_device_configuration(cpu, [one])
    assert config.get_logical_device_configuration(cpu) == [one]
    with pytest.raises(ValueError, match="at least"):
        config.set_logical_device_configuration(cpu, [])
    limited = config.LogicalDeviceConfiguration(memory_limit=5)
    with pytest.raises(ValueError, match="memory limit"):
        config.set_logical_device_configuration(cpu, [limited])
    with pytest.raises(ValueError, match="Unrecognized device: 'CPU:0'"):
        config.set_logical_device_configuration("CPU:0", [one])


def test_policies() -> None:
    config.experimental.set_device_policy("warn")
    assert config.experimental.get_device_policy() == "warn"
    config.experimental.set_device_policy(None)
    assert config.experimental.get_device_policy() == "silent"
    with pytest.raises(ValueError, match="'loud'"):
        config.experimental.set_device_policy("loud")


def test_earlier_names() -> None:
    config.experimental_run_functions_eagerly(True)
    assert config.functions_run_eagerly()
    config.experimental_run_functions_eagerly(False)
    assert not config.experimental_functions_run_eagerly()


def test_equal_graphs() -> None:
    one, two = graph_of(lambda x: x + 1.0), graph_of(lambda x: x + 2.0)
    tf.test.assert_equal_graph_def(one, graph_of(lambda x: x + 1.0))
    with pytest.raises(AssertionError, match="attr 'value'"):
        tf.test.assert_equal_graph_def(one, two)
    with pytest.raises(AssertionError, match="missing from the expected"):
        tf.test.assert_equal_graph_def(one, graph_of(lambda x: x + 1.0 + x))
    changed = graph_of(lambda x: x + 1.0)
    changed.node[-1].op = "Abs"
    with pytest.raises(AssertionError, match="has op"):
        tf.test.assert_equal_graph_def(one, changed)
    with pytest.raises(TypeError, match="Expected tf.GraphDef for expected, got int"):
        tf.test.assert_equal_graph_def(3, one)


def test_dumps_are_not_written() -> None:
    tf.debugging.experimental.disable_dump_debug_info()
    with pytest.raises(NotImplementedError, match="not written"):
        tf.debugging.experimental.enable_dump_debug_info("dumps")
