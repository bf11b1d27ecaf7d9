"""What Keras' own tests found: small cases of each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import runtime as tf


def test_a_size_is_worked_out_beside_sizes_of_0() -> None:
    assert tf.reshape(tf.zeros([0, 3]), [0, -1]).shape == [0, 3]
    assert tf.reshape(tf.zeros([2, 0, 4]), [-1, 0, 2]).shape == [4, 0, 2]


@pytest.mark.parametrize("reduce", [tf.sparse.reduce_sum, tf.sparse.reduce_max])
def test_no_axes_reduce_nothing(reduce: object) -> None:
    dense = np.array([[1.0, 2.0], [0.0, 3.0]], np.float32)
    found = reduce(tf.sparse.from_dense(dense), axis=[])  # type: ignore[operator]
    np.testing.assert_array_equal(found.numpy(), dense)


def test_a_view_has_containers_that_an_object_makes_up() -> None:
    class Owner(tf.Module):
        def _trackable_children(self, save_type="checkpoint", **kwargs):
            children = super()._trackable_children(save_type, **kwargs)
            return {**children, "made_up": [self.v]}

    owner = Owner()
    owner.v = tf.Variable(1.0)
    assert len(tf.train.TrackableView(owner).descendants()) == 3


def test_keras_2_that_is_not_there_is_told() -> None:
    code = "import runtime as tf\ntf.keras"
    environment = dict(os.environ, TF_USE_LEGACY_KERAS="1")
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "pip install --no-deps tf_keras" in done.stderr


def test_an_optional_says_its_spec_when_it_is_known_later() -> None:
    empty = tf.experimental.Optional.empty(None)
    empty._element_spec = tf.TensorSpec([], tf.float32)
    assert empty.element_spec == tf.TensorSpec([], tf.float32)


def test_tapes_go_on_in_the_default_graph() -> None:
    v = tf.Variable(2.0)

    @tf.function
    def slope():
        graph = tf.compat.v1.get_default_graph()
        with tf.GradientTape() as tape, graph.as_default():
            y = v * v
        return tape.gradient(y, v)

    assert slope().numpy() == 4.0


def test_init_scope_keeps_the_scope_of_names() -> None:
    names = []

    @tf.function
    def make():
        if names:
            return
        with tf.name_scope("dense"), tf.init_scope():
            names.append(tf.Variable(1.0, name="kernel").name)

    make()
    assert names == ["dense/kernel:0"]


def test_an_assignment_in_a_graph_has_its_operation() -> None:
    v = tf.Variable(2.0)

    @tf.function
    def kind():
        return tf.constant(v.assign(3.0).op.type)

    assert kind().numpy() == b"AssignVariableOp"


def test_models_are_saved_with_what_stands_for_variables(tmp_path: Path) -> None:
    class Stand(tf.__internal__.tracking.Trackable):
        def __init__(self) -> None:
            self.value = tf.Variable(3.0)

        def _export_to_saved_model_graph(self, object_map, tensor_map, options):
            return self.value._export_to_saved_model_graph(
                object_map, tensor_map, options
            )

        def _serialize_to_tensors(self):
            return self.value._serialize_to_tensors()

    class Model(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.stand = Stand()

        @property
        def _made(self):
            spec = [(tf.TensorSpec([]), tf.TensorSpec([]))]
            return tf.function(
                lambda pair: pair[0] * self.stand.value + pair[1], input_signature=spec
            )

    folder = str(tmp_path / "model")
    model = Model()
    model.f = tf.function(lambda x: x + 1.0)
    model.f(tf.constant(1.0))
    given = tf.saved_model.SaveOptions(function_aliases={"other": model.f})
    tf.saved_model.save(model, folder, options=given)
    wanted = tf.saved_model.LoadOptions(experimental_load_function_aliases=True)
    loaded = tf.saved_model.load(folder, options=wanted)
    assert loaded.function_aliases["other"](tf.constant(1.0)).numpy() == 2.0
    serve = loaded.signatures["serving_default"]
    found = serve(pair=tf.constant(2.0), pair_1=tf.constant(1.0))
    assert found["output_0"].numpy() == 7.0


def test_functions_of_pipelines_make_variables_on_their_first_trace() -> None:
    made = []

    def layer(x):
        if not made:
            with tf.init_scope():
                made.append(tf.Variable(2))
        return x + made[0]

    found = tf.data.Dataset.range(3, output_type=tf.int32).map(layer)
    assert list(found.as_numpy_iterator()) == [2, 3, 4]


def test_sparse_elements_have_the_static_shape_of_their_spec() -> None:
    shapes = []

    def note(x):
        shapes.append(x.shape.as_list())
        return x

    rows = tf.sparse.from_dense(np.eye(4, 3))
    found = tf.data.Dataset.from_tensor_slices(rows).batch(2).map(note)
    assert shapes == [[None, 3]]
    assert found.element_spec.shape.as_list() == [None, 3]


@pytest.mark.parametrize("op", ["ReluGrad", "Relu6Grad"])
@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_gradients_of_relu_show_what_is_not_finite(op: str, dtype: str) -> None:
    gradients = tf.constant([np.inf, np.nan, np.inf, 3.0, 3.0], dtype)
    features = tf.constant([-1.0, -1.0, 2.0, 2.0, -2.0], dtype)

    def slope(d, x):
        return getattr(tf.raw_ops, op)(gradients=d, features=x)

    for call in (slope, tf.function(slope)):
        found = call(gradients, features).numpy()
        np.testing.assert_array_equal(found, [np.nan, np.nan, np.inf, 3.0, 0.0])


def test_scratch_graphs_within_scratch_graphs_read_tensors_around_them() -> None:
    graph = tf.__internal__.FuncGraph
    with graph("outer").as_default():
        x = tf.compat.v1.placeholder(tf.float32, [2, 3])
        with graph("inner").as_default():
            assert (x + 1.0).shape == [2, 3]


def test_a_model_says_itself_what_its_signature_is(tmp_path: Path) -> None:
    spec = tf.TensorSpec([None], tf.float32)

    class Model(tf.Module):
        @tf.function(input_signature=[spec])
        def __call__(self, x):
            return x

        @property
        def _default_save_signature(self):
            return tf.function(lambda x: 2 * x, input_signature=[spec])

    tf.saved_model.save(Model(), str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    served = loaded.signatures["serving_default"](x=tf.constant([3.0]))
    assert served["output_0"].numpy().tolist() == [6.0]
    # arrays become tensors of the dtype that a trace wants
    assert loaded(np.array([3.0])).dtype == tf.float32


def test_a_function_that_gives_nothing_is_no_signature(tmp_path: Path) -> None:
    class Model(tf.Module):
        def __init__(self) -> None:
            self.v = tf.Variable(1.0)

        @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
        def change(self, value):
            self.v.assign(value)

    tf.saved_model.save(Model(), str(tmp_path))
    assert not tf.saved_model.load(str(tmp_path)).signatures


def test_logical_devices_can_be_said_anew_and_determinism_taken_back() -> None:
    code = """
import tensorflow as tf
from tensorflow.python.eager import context
from tensorflow.python.framework.config import disable_op_determinism
(cpu,) = tf.config.list_physical_devices("CPU")
for count in (2, 3):
    context._reset_context()
    one = tf.config.LogicalDeviceConfiguration()
    tf.config.set_logical_device_configuration(cpu, [one] * count)
    print(len(tf.config.list_logical_devices()))
disable_op_determinism()
"""
    done = subprocess.run(
        [sys.executable, "-m", "runtime", "-c", code],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["2", "3"]
