"""tf.compat.v1, and what programs of TensorFlow 1 ask of graphs and tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.devices.config import SETTINGS

v1 = tf.compat.v1


def test_every_name_is_there() -> None:
    names = set(dir(v1)) - {
        "flags",
        "keras",
        "layers",
    }  # of libraries that may be missing
    assert [name for name in names if not hasattr(v1, name)] == []
    assert len(dir(v1)) > 300


def test_names_that_moved() -> None:
    assert v1.matrix_solve is tf.linalg.solve
    assert v1.string_join is tf.strings.join
    assert v1.log is tf.math.log
    assert v1.signal is tf.signal
    with pytest.raises(AttributeError, match="'runtime.compat.v1' has no attribute"):
        _ = v1.no_such_name


def test_reductions_with_old_names_of_arguments() -> None:
    x = [[1.0, 2.0], [3.0, 4.0]]
    assert v1.reduce_sum(x, reduction_indices=[1], keep_dims=True).shape == [2, 1]
    assert v1.reduce_mean(x, 0).numpy().tolist() == [2.0, 3.0]
    assert v1.argmax(x).numpy().tolist() == v1.argmin([[1], [0]]).numpy().tolist() * 2
    with pytest.raises(ValueError, match="Cannot specify both 'reduction_indices'"):
        v1.reduce_sum(x, 0, reduction_indices=1)
    with pytest.raises(ValueError, match="Cannot specify both 'dimension'"):
        v1.argmax(x, 0, dimension=1)


def test_settings() -> None:
    assert v1.executing_eagerly()
    assert v1.executing_eagerly_outside_functions()
    v1.enable_eager_execution()
    v1.enable_v2_behavior()
    v1.set_random_seed(1)
    with tf.Graph().as_default() as graph:
        with pytest.raises(RuntimeError, match="outside of graphs"):
            v1.disable_eager_execution()
        assert v1.get_default_graph() is graph
        assert not v1.executing_eagerly_outside_functions()


def test_sessions_find_values_of_tensors_and_run_operations() -> None:
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, [], name="x")
        y = x + 1.0
    with v1.Session(graph=graph) as session:
        assert y.eval({x: 2.0}, session) == 3.0
        assert y.op.run({x: 2.0}, session) is None
    with pytest.raises(ValueError, match="No default session"):
        y.eval()
    with pytest.raises(ValueError, match="No default session"):
        y.op.run()
    assert y.op.colocation_groups() == [f"loc:@{y.op.name}".encode()]
    assert graph.is_feedable(x)
    assert graph.is_fetchable(y.op)
    assert graph.num_operations() == 3
    assert graph.graph_def_versions == graph.as_graph_def().versions
    assert graph.seed is None
    assert not tf.Graph().is_feedable(x)


def test_eager_tensors_belong_to_no_graph() -> None:
    x: Any = tf.constant(1)
    with pytest.raises(NotImplementedError, match="you're looking for"):
        x.eval()
    with pytest.raises(NotImplementedError, match=r"Tensor.consumers is undefined"):
        x.consumers()
    with pytest.raises(AttributeError, match="Tensor.value_index is undefined"):
        _ = x.value_index


def test_specs() -> None:
    spec = tf.TensorSpec([1, 2], tf.int32)
    found = spec.most_specific_compatible_type(tf.TensorSpec([3, 2], tf.int32))
    assert found == tf.TensorSpec([None, 2], tf.int32)
    assert spec.value_type is tf.Tensor
    with pytest.raises(ValueError, match="No TypeSpec is compatible with both"):
        spec.most_specific_compatible_type(tf.TensorSpec([1, 2]))
    assert isinstance(tf.RaggedTensorSpec([None, None]), tf.TypeSpec)
    assert not isinstance(1, tf.TypeSpec)
    shape = tf.TensorShape([1, 2])
    assert shape.most_specific_compatible_shape([1]).rank is None


def test_functions_are_compiled_if_the_setting_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("llvmlite")
    optimizer = tf.config.optimizer
    monkeypatch.setattr(SETTINGS, "jit", None)
    with pytest.raises(ValueError, match="'no'"):
        optimizer.set_jit("no")
    optimizer.set_jit(True)
    try:
        assert optimizer.get_jit() == "autoclustering"
        every = [tf.function(tf.exp), tf.function(tf.exp, jit_compile=False)]
        spec = tf.TensorSpec([2])
        found = [each.get_concrete_function(spec).jit_compile for each in every]
        assert found == [True, False]
    finally:
        optimizer.set_jit(False)
    assert optimizer.get_jit() == ""


def test_arrays_are_exchanged_as_capsules() -> None:
    dlpack = tf.experimental.dlpack
    for values in (np.arange(6, dtype=np.int64).reshape(2, 3), np.float16([1.5])):
        capsule = dlpack.to_dlpack(tf.constant(values))
        np.testing.assert_array_equal(dlpack.from_dlpack(capsule).numpy(), values)
    with pytest.raises(tf.errors.InvalidArgumentError, match="not supported"):
        dlpack.to_dlpack(tf.constant("text"))
    with pytest.raises(tf.errors.InvalidArgumentError, match="no dlpack capsule"):
        dlpack.from_dlpack(capsule)
