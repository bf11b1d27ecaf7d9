"""Checkpoint: statuses, restoring later, managers, and what is refused."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest

import runtime as tf


class Dense(tf.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.w = None

    @tf.function
    def __call__(self, x):
        if self.w is None:
            self.w = tf.Variable(tf.ones([x.shape[-1], self.size]), name="w")
        return x @ self.w


def saved(tmp_path: Path, **objects):
    return tf.train.Checkpoint(**objects).write(str(tmp_path / "state"))


def test_saving_makes_the_files_of_the_guide(tmp_path: Path) -> None:
    x = tf.Variable(10.0)
    checkpoint = tf.train.Checkpoint(x=x)
    x.assign(2.0)
    path = checkpoint.save(f"{tmp_path}/ckpt/")
    assert path == f"{tmp_path}/ckpt/-1"
    assert sorted(os.listdir(tmp_path / "ckpt")) == [
        "-1.data-00000-of-00001",
        "-1.index",
        "checkpoint",
    ]
    x.assign(11.0)
    status = checkpoint.restore(tf.train.latest_checkpoint(f"{tmp_path}/ckpt/"))
    assert x.numpy() == 2.0
    assert status.assert_consumed() is status


def test_variables_are_restored_as_they_are_made(tmp_path: Path) -> None:
    first = Dense(3)
    before = first(tf.ones([1, 2]))
    first.w.assign(first.w * 7)
    path = saved(tmp_path, model=first)
    second = Dense(3)
    status = tf.train.Checkpoint(model=second).read(path)
    with pytest.raises(
        AssertionError, match=r"Unresolved object in checkpoint \(root\).model.w"
    ):
        status.assert_consumed()
    np.testing.assert_array_equal(second(tf.ones([1, 2])), before * 7)
    status.assert_consumed()


def test_lists_are_restored_as_they_grow(tmp_path: Path) -> None:
    module = tf.Module()
    module.layers = [tf.Variable(1.0), tf.Variable(2.0)]
    path = saved(tmp_path, m=module)
    other = tf.Module()
    other.layers = []
    status = tf.train.Checkpoint(m=other).read(path)
    other.layers.append(tf.Variable(0.0))
    other.layers.append(tf.Variable(0.0))
    assert [each.numpy() for each in other.layers] == [1.0, 2.0]
    status.assert_consumed()


def test_what_has_no_value_is_named(tmp_path: Path) -> None:
    path = saved(tmp_path, a=tf.Variable(1.0))
    status = tf.train.Checkpoint(b=tf.Variable(1.0)).read(path).expect_partial()
    with pytest.raises(AssertionError, match="Found 1 Python objects"):
        status.assert_existing_objects_matched()
    with pytest.raises(AssertionError, match="Nothing except the root object"):
        status.assert_nontrivial_match()


def test_unused_values_are_told_of(tmp_path: Path, caplog) -> None:
    path = saved(tmp_path, a=tf.Variable(1.0), b=tf.Variable(2.0))
    tf.train.Checkpoint(a=tf.Variable(0.0)).read(path).expect_partial()
    assert caplog.text == ""
    tf.train.Checkpoint(a=tf.Variable(0.0)).read(path)
    assert "could not be found in the restored object: (root).b" in caplog.text


def test_another_shape_or_dtype_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, a=tf.Variable([1.0]))
    with pytest.raises(ValueError, match="Received incompatible tensor with shape"):
        tf.train.Checkpoint(a=tf.Variable([1.0, 2.0])).read(path)
    with pytest.raises(tf.errors.InvalidArgumentError, match="expected dtype int32"):
        tf.train.Checkpoint(a=tf.Variable([1])).read(path)


def test_a_missing_checkpoint_is_said() -> None:
    with pytest.raises(tf.errors.NotFoundError, match="missing the checkpoint suffix"):
        tf.train.Checkpoint(a=tf.Variable(1)).restore("nowhere/x")


def test_what_is_no_state_is_refused() -> None:
    with pytest.raises(ValueError, match="was expecting a to be a trackable object"):
        tf.train.Checkpoint(a=3)


def test_a_list_that_was_not_appended_to_is_not_saved(tmp_path: Path) -> None:
    module = tf.Module()
    module.layers = [tf.Variable(1.0)]
    module.layers.insert(0, tf.Variable(2.0))
    with pytest.raises(ValueError, match="A list element was replaced"):
        saved(tmp_path, m=module)
    outside = [tf.Variable(1.0)]
    module.layers = outside
    outside.append(tf.Variable(2.0))
    assert len(module.layers) == len(module.variables) == 2
    with pytest.raises(ValueError, match="modified outside the wrapper"):
        saved(tmp_path, m=module)


def test_a_manager_keeps_the_last_and_goes_on(tmp_path: Path) -> None:
    step = tf.Variable(0)
    checkpoint = tf.train.Checkpoint(step=step)
    manager = tf.train.CheckpointManager(checkpoint, tmp_path, max_to_keep=2)
    assert manager.restore_or_initialize() is None
    for _ in range(3):
        step.assign_add(1)
        manager.save()
    assert [os.path.basename(each) for each in manager.checkpoints] == [
        "ckpt-2",
        "ckpt-3",
    ]
    assert not list(tmp_path.glob("ckpt-1.*"))
    step.assign(0)
    again = tf.train.CheckpointManager(checkpoint, tmp_path, max_to_keep=2)
    assert again.restore_or_initialize() == manager.latest_checkpoint
    assert step.numpy() == 3
    assert again.save().endswith("ckpt-4")


def test_a_checkpoint_with_a_number_of_its_own_counts_as_a_save(
    tmp_path: Path,
) -> None:
    """The files of later saves have TensorFlow's numbers."""
    checkpoint = tf.train.Checkpoint(value=tf.Variable(1.0))
    manager = tf.train.CheckpointManager(checkpoint, tmp_path, max_to_keep=None)
    manager.save(checkpoint_number=5)
    manager.save()
    manager.save(checkpoint_number=tf.Variable(9))
    path = checkpoint.save(str(tmp_path / "other"))
    names = [os.path.basename(each) for each in [*manager.checkpoints, path]]
    assert names == ["ckpt-5", "ckpt-2", "ckpt-9", "other-4"]
    key = "save_counter/.ATTRIBUTES/VARIABLE_VALUE"
    assert tf.train.load_variable(str(tmp_path / "ckpt-9"), key) == 3


def test_a_manager_waits_for_its_interval(tmp_path: Path) -> None:
    step = tf.Variable(0)
    manager = tf.train.CheckpointManager(
        tf.train.Checkpoint(step=step),
        tmp_path,
        max_to_keep=None,
        step_counter=step,
        checkpoint_interval=2,
    )
    saves = []
    for _ in range(5):
        saves.append(manager.save() is not None)
        step.assign_add(1)
    assert saves == [True, False, True, False, True]


def test_saving_in_the_background_saves_the_state_of_the_call(tmp_path: Path) -> None:
    x = tf.Variable(tf.zeros([100_000]))
    checkpoint = tf.train.Checkpoint(x=x)
    options = tf.train.CheckpointOptions(enable_async=True)
    path = checkpoint.save(str(tmp_path / "c"), options)
    for _ in range(5):
        x.assign_add(tf.ones([100_000]))
    checkpoint.sync()
    assert tf.train.latest_checkpoint(tmp_path) == path
    assert tf.train.load_variable(path, "x/.ATTRIBUTES/VARIABLE_VALUE").max() == 0


def test_a_root_is_saved_with_what_is_attached(tmp_path: Path) -> None:
    module = tf.Module()
    module.v = tf.Variable(1.0)
    extra = tf.Variable(2.0)
    path = tf.train.Checkpoint(module, extra=extra).save(str(tmp_path / "r"))
    names = [name for name, _ in tf.train.list_variables(path)]
    assert names == [
        "_CHECKPOINTABLE_OBJECT_GRAPH",
        "extra/.ATTRIBUTES/VARIABLE_VALUE",
        "save_counter/.ATTRIBUTES/VARIABLE_VALUE",
        "v/.ATTRIBUTES/VARIABLE_VALUE",
    ]
    extra.assign(0.0)
    tf.train.Checkpoint(module, extra=extra).restore(path).assert_consumed()
    assert extra.numpy() == 2.0


def test_threads_see_whole_checkpoints(tmp_path: Path) -> None:
    x = tf.Variable(tf.zeros([1000]))
    checkpoint = tf.train.Checkpoint(x=x)
    checkpoint.save(str(tmp_path / "c"))
    errors = []
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            path = tf.train.latest_checkpoint(tmp_path)
            value = tf.train.load_variable(path, "x/.ATTRIBUTES/VARIABLE_VALUE")
            if value.min() != value.max():
                errors.append(path)

    threads = [threading.Thread(target=read) for _ in range(3)]
    for each in threads:
        each.start()
    for count in range(10):
        x.assign(tf.fill([1000], float(count)))
        checkpoint.save(str(tmp_path / "c"))
    stop.set()
    for each in threads:
        each.join()
    assert not errors


def test_variables_are_found_by_name_where_there_are_no_objects(tmp_path: Path) -> None:
    from graphir import dtypes
    from runtime.bundles.bundle_writer import SavedTensor, write_bundle

    path = str(tmp_path / "named")
    write_bundle(path, [SavedTensor("w", dtypes.float32, np.float32([1, 2]))])
    w = tf.Variable([0.0, 0.0], name="w")
    tf.train.Checkpoint(w=w).restore(path).assert_consumed()
    assert w.numpy().tolist() == [1, 2]


def test_a_manager_saves_each_step_once(tmp_path: Path) -> None:
    step = tf.Variable(5)
    manager = tf.train.CheckpointManager(
        tf.train.Checkpoint(step=step),
        str(tmp_path),
        max_to_keep=9,
        step_counter=step,
        checkpoint_interval=10,
    )
    saved = []
    for at, check in ((5, True), (5, False), (12, True), (12, False), (12, False)):
        step.assign(at)
        saved.append(manager.save(check_interval=check) is not None)
    assert saved == [True, False, False, True, False]


def test_without_a_path_nothing_is_restored() -> None:
    status = tf.train.Checkpoint(x=tf.Variable(1.0)).restore(None)
    with pytest.raises(AssertionError, match="=None\\); nothing is being restored"):
        status.assert_consumed()


def test_python_state_is_text(tmp_path: Path) -> None:
    class Number(tf.train.experimental.PythonState):
        def serialize(self):
            return 3

        def deserialize(self, string_value):
            raise AssertionError(string_value)

    with pytest.raises(TypeError, match="must return str or bytes, got 3"):
        tf.train.Checkpoint(number=Number()).write(str(tmp_path / "c"))
    assert not list(tmp_path.iterdir())
