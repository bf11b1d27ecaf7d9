"""The live TensorFlow answers, and its errors come back as errors."""

from __future__ import annotations

import sys

import pytest

from tests.tensorflow_process import TensorFlowError, TensorFlowProcess


def test_result_comes_back_as_lists(tensorflow_python: TensorFlowProcess) -> None:
    result = tensorflow_python.run("result = tf.constant(x) + 1.0", x=[1.0, 2.0])
    assert result == [2.0, 3.0]


def test_snippet_may_be_staged(tensorflow_python: TensorFlowProcess) -> None:
    code = """
@tf.function
def relu(x):
    if x > 0:
        return x
    return 0 * x

result = relu(tf.constant(-3))
"""
    assert tensorflow_python.run(code) == 0


def test_error_names_its_class(tensorflow_python: TensorFlowProcess) -> None:
    with pytest.raises(TensorFlowError) as caught:
        tensorflow_python.run("result = tf.zeros([2]) + tf.zeros([3])")
    assert caught.value.kind == "InvalidArgumentError"


def test_python_without_tensorflow_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "")
    with (
        TensorFlowProcess(sys.executable) as process,
        pytest.raises(RuntimeError, match="does it have TensorFlow"),
    ):
        process.run("result = 1")
