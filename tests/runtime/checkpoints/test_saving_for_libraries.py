"""Names of saving and restoring that libraries close to TensorFlow ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf

tracking = tf.__internal__.tracking
saved_model = tf.__internal__.saved_model
move = tf.__internal__.train.assign_moving_average


class Two(tracking.Trackable):
    """An object with two tensors of state."""

    restored: Any = None

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {"a": tf.constant(1), "b": tf.constant([2.0])}

    def _restore_from_tensors(self, tensors: dict[str, Any]) -> None:
        self.restored = {name: each.numpy().tolist() for name, each in tensors.items()}


class Text(tf.train.experimental.PythonState):
    text = b"first"

    def serialize(self) -> bytes:
        return self.text

    def deserialize(self, string_value: bytes) -> None:
        self.text = string_value


def test_saveables_of_an_object_with_several_tensors() -> None:
    owner = Two()
    [(name, make)] = tracking.saveable_objects_from_trackable(owner).items()
    saveable = make("key/")
    assert name == ".TENSORS"
    assert [each.name for each in saveable.specs] == ["key/a", "key/b"]
    assert [each.tensor.numpy().tolist() for each in saveable.specs] == [1, [2.0]]
    saveable.restore([tf.constant(5), tf.constant([6.0])], None)
    assert owner.restored == {"a": 5, "b": [6.0]}


def test_saveables_of_python_state_and_of_none() -> None:
    owner = Text()
    [(name, make)] = tracking.saveable_objects_from_trackable(owner).items()
    saveable = make("key")
    assert (name, saveable.specs[0].tensor.numpy()) == ("py_state", b"first")
    saveable.python_restore([b"second"])
    assert owner.text == b"second"
    assert tracking.saveable_objects_from_trackable(tf.Module()) == {}
    with pytest.raises(TypeError, match="no trackable"):
        tracking.saveable_objects_from_trackable(object())


def test_a_saveable_refuses_another_shape() -> None:
    x = tf.Variable([1.0, 2.0])
    saveable = tracking.saveable_objects_from_trackable(x)[".TENSORS"]("x")
    with pytest.raises(ValueError, match="incompatible tensor with shape"):
        saveable.restore([tf.constant([1.0, 2.0, 3.0])], None)
    assert x.numpy().tolist() == [1.0, 2.0]


def test_streaming_restore_after_a_read(tmp_path: Path) -> None:
    x = tf.Variable(1.0)
    path = tf.train.Checkpoint(x=x).write(tmp_path / "c")
    x.assign(2.0)
    tracking.streaming_restore(tf.train.Checkpoint(x=x).read(path))
    assert x.numpy() == 1.0
    with pytest.raises(TypeError, match="no status"):
        tracking.streaming_restore(3)


class Place:
    """Stands for the place of a variable in a checkpoint."""

    restore_uid = 3

    def value_tensors(self, shape_and_slices: Any = None) -> dict[str, Any]:
        return {"VARIABLE_VALUE": tf.constant([1.0, 2.0])}


def test_a_variable_is_made_with_the_value_of_a_checkpoint() -> None:
    initial = tracking.CheckpointInitialValueCallable(Place())
    assert initial.restore_uid == 3
    assert initial().checkpoint_position is initial.checkpoint_position
    for value in (initial, initial()):
        assert tf.Variable(value).numpy().tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="shape"):
        tf.Variable(initial, shape=[3], dtype=tf.float32)


@pytest.mark.parametrize(
    "value",
    [
        [1, (2.0, "a", None, True)],
        {"a": tf.float32, "b": tf.TensorSpec([None, 2], tf.float32, "x")},
        tf.TensorShape([1, 2]),
        tf.RaggedTensorSpec([2, None]),
    ],
)
def test_structures_come_back(value: Any) -> None:
    message = saved_model.encode_structure(value)
    assert saved_model.decode_proto(message) == value


@pytest.mark.parametrize("value", [3 + 0j, object(), {1: 2}])
def test_what_has_no_message(value: Any) -> None:
    with pytest.raises(NotImplementedError):
        saved_model.encode_structure(value)


def test_a_model_is_parsed(tmp_path: Path) -> None:
    module = tf.Module()
    module.v = tf.Variable(1.0)
    tf.saved_model.save(module, str(tmp_path / "m"))
    message = saved_model.parse_saved_model(tmp_path / "m")
    assert (len(message.meta_graphs), message.saved_model_schema_version) == (1, 1)
    with pytest.raises(OSError, match="SavedModel file does not exist"):
        saved_model.parse_saved_model(tmp_path / "none")


def test_moving_averages_have_the_values_of_tensorflow() -> None:
    v = tf.Variable(1.0, name="w")
    found = [float(move(v, value, 0.9)) for value in (3.0, 4.0, 5.0)]
    assert found == [2.999999523162842, 3.9999990463256836, 4.999999046325684]
    whole = tf.Variable(tf.ones([2], tf.float64))
    move(whole, [3.0, 4.0], 0.5, zero_debias=False)
    assert whole.numpy().tolist() == [2.0, 2.5]


def test_moving_averages_in_a_graph_count_on() -> None:
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=0.0)
        after = move(v, 2.0, 0.9)
        session.run(v1.global_variables_initializer())
        found = [session.run(after), session.run(after)]
        names = {each.name: session.run(each) for each in v1.global_variables()}
    np.testing.assert_array_equal(found, np.float32([1.9999995, 1.9999994]))
    assert names["v/biased:0"] == np.float32(0.38)
    assert names["v/local_step:0"] == 2.0


def test_moving_averages_in_a_function_count_on() -> None:
    v = tf.Variable(1.0, name="w")

    @tf.function
    def step(x: Any) -> Any:
        return tf.convert_to_tensor(move(v, x, 0.9))

    found = [float(step(tf.constant(x))) for x in (3.0, 4.0, 5.0)]
    expected = np.float32([2.9999995, 3.5263147, 4.0701094])
    np.testing.assert_allclose(found, expected, rtol=2e-7)


def test_a_server_is_described() -> None:
    server = tf.train.ServerDef(job_name="worker", task_index=1, protocol="grpc")
    server.cluster.job.add(name="worker").tasks[1] = "localhost:1"
    server.cluster_device_filters.jobs.add(name="w").tasks[0].device_filters.append("x")
    again = tf.train.ServerDef.FromString(server.SerializeToString())
    assert again == server
    assert again.DESCRIPTOR.fields_by_name["replica"].number == 8
