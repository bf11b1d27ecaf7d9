"""A traced graph beside its optimized form."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from runtime.native.calls import options


def test_captured_tensors_are_inputs_or_constants() -> None:
    small, large = tf.constant([1.0]), tf.constant(np.arange(200.0))
    concrete = tf.function(lambda: (small + 1, large + 1)).get_concrete_function()
    assert [tensor is large for tensor in concrete.captured_inputs] == [True]
    assert concrete()[1].numpy()[:2].tolist() == [1.0, 2.0]
    assert "TensorSpec(shape=(200,), dtype=tf.float64, name=None)" in str(concrete)


def test_recorded_graph_is_kept_beside_the_optimized_one() -> None:
    def body(x):
        tf.gather(x, [1])
        a = x + x
        return a * (x + x)

    concrete = tf.function(body).get_concrete_function(tf.constant([1.0, 2.0]))
    recorded = [node.op for node in concrete.graph.as_graph_def().node]
    optimized = [node.op for node in concrete.optimized_graph.as_graph_def().node]
    assert recorded.count("AddV2") == 2
    assert "GatherV2" in recorded
    assert optimized.count("AddV2") == 1
    assert "GatherV2" not in optimized


def test_passes_can_be_turned_off() -> None:
    tf.config.optimizer.set_experimental_options({"common_subgraph_elimination": False})
    try:
        concrete = tf.function(lambda x: (x + x) * (x + x)).get_concrete_function(
            tf.constant(1)
        )
        ops = [node.op for node in concrete.optimized_graph.as_graph_def().node]
    finally:
        tf.config.optimizer.set_experimental_options(
            {"common_subgraph_elimination": True}
        )
    assert ops.count("AddV2") == 2
    with pytest.raises(ValueError, match="Unknown optimizer options"):
        tf.config.optimizer.set_experimental_options({"no_such_pass": True})


def test_missing_native_code_is_said_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without llvmlite the function runs all the same."""
    monkeypatch.setattr(options, "find_spec", lambda name: None)
    options.is_available.cache_clear()

    for _ in range(2):
        doubled = tf.function(lambda x: x * 2, jit_compile=True)
        assert int(doubled(tf.constant(4))) == 8

    options.is_available.cache_clear()
    (record,) = [each for each in caplog.records if "jit_compile" in each.message]
    assert "pip install 'autograph-toolkit[jit]'" in record.message
    assert "default executor" in record.message


@pytest.mark.parametrize("setting", [None, "1", "auto"])
def test_native_calls_make_a_function_native_that_says_nothing(
    monkeypatch: pytest.MonkeyPatch, setting: str | None
) -> None:
    # as the training step of a Keras model within what reads the data
    if setting is None:
        monkeypatch.delenv(options.FORCED, raising=False)
    else:
        monkeypatch.setenv(options.FORCED, setting)
    inner = tf.function(lambda x: tf.tanh(x) * 2 + 1, jit_compile=True)
    outer = tf.function(lambda x: inner(x + 1))
    x = tf.ones([8])
    report = outer.get_concrete_function(x).jit_report()
    assert "region of" in report
    assert "not chosen" not in report
    silent = tf.function(lambda x: inner(x + 1), jit_compile=False)
    assert silent.get_concrete_function(x).jit_report() == "jit_compile is off"
