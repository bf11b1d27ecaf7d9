"""Checkpoints that a tf.function writes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from tests.tensorflow_process import TensorFlowProcess

VALUE = "/.ATTRIBUTES/VARIABLE_VALUE"


class Objects(tf.Module):
    """Variables, a list, a dict, a table and a generator."""

    def __init__(self) -> None:
        super().__init__()
        self.v = tf.Variable(1.0)
        self.parts = [tf.Variable([[1, 2], [3, 4]]), tf.Variable("text")]
        self.named = {"k": tf.Variable(3)}
        self.table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
        self.table.insert("a", 5)
        self.draws = tf.random.Generator.from_seed(3)


def test_a_function_writes_what_python_code_writes(tmp_path: Path) -> None:
    checkpoint = tf.train.Checkpoint(objects=Objects())

    @tf.function
    def write() -> Any:
        return checkpoint.write(tmp_path / "graph")

    assert write().numpy() == os.fsencode(tmp_path / "graph")
    checkpoint.write(tmp_path / "eager")
    for suffix in ("index", "data-00000-of-00001"):
        written = (tmp_path / f"graph.{suffix}").read_bytes()
        assert written == (tmp_path / f"eager.{suffix}").read_bytes()
    assert len(list(tmp_path.iterdir())) == 4


def test_each_run_writes_the_values_of_its_moment(tmp_path: Path) -> None:
    v = tf.Variable(1.0)
    checkpoint = tf.train.Checkpoint(v=v)

    @tf.function
    def train(count: Any) -> None:
        for i in tf.range(count):
            v.assign_add(1.0)
            if i % 2 == 0:
                checkpoint.write(
                    tf.strings.join([f"{tmp_path}/c-", tf.strings.as_string(i)])
                )
            v.assign_add(10.0)

    train(tf.constant(3))
    found = {
        each.stem: float(tf.train.load_variable(str(each.with_suffix("")), f"v{VALUE}"))
        for each in tmp_path.glob("*.index")
    }
    assert found == {"c-0": 2.0, "c-2": 24.0}
    train(tf.constant(1))
    assert tf.train.load_variable(f"{tmp_path}/c-0", f"v{VALUE}") == 35.0


def test_what_it_writes_is_restored(tmp_path: Path) -> None:
    before = Objects()
    before.draws.normal([3])

    @tf.function
    def write(path: Any) -> Any:
        return tf.train.Checkpoint(objects=before).write(path)

    path = write(tf.constant(f"{tmp_path}/new/c")).numpy().decode()
    after = Objects()
    after.v.assign(0.0)
    after.table.insert("a", 7)
    tf.train.Checkpoint(objects=after).read(path).assert_consumed()
    assert after.v.numpy() == 1.0
    assert after.table.lookup(tf.constant("a")).numpy() == 5
    np.testing.assert_array_equal(after.draws.normal([3]), before.draws.normal([3]))


def test_a_policy_cuts_the_tensors_of_a_graph(tmp_path: Path) -> None:
    x = tf.Variable(np.arange(30, dtype=np.float32).reshape(5, 6))
    checkpoint = tf.train.Checkpoint(x=x)
    policy = tf.train.experimental.MaxShardSizePolicy(60)
    options = tf.train.CheckpointOptions(experimental_sharding_callback=policy)

    @tf.function
    def write() -> Any:
        return checkpoint.write(f"{tmp_path}/c", options)

    write()
    checkpoint.write(f"{tmp_path}/eager", options)
    sizes = [each.stat().st_size for each in sorted(tmp_path.glob("c.data-*"))]
    # a row has 24 bytes; the object graph cannot be cut
    assert sorted(sizes)[:3] == [24, 48, 48]
    assert not (tmp_path / "c_temp").exists()
    for prefix in ("c", "eager"):
        found = tf.train.load_variable(f"{tmp_path}/{prefix}", f"x{VALUE}")
        np.testing.assert_array_equal(found, x)


def test_callbacks_are_called_while_the_function_is_traced(tmp_path: Path) -> None:
    seen: list[Any] = []
    options = tf.train.CheckpointOptions(
        experimental_write_callbacks=[seen.append, lambda: seen.append("none")]
    )
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1))

    @tf.function
    def write() -> Any:
        return checkpoint.write(f"{tmp_path}/c", options)

    write()
    write()
    path, other = seen
    assert (path.dtype, list(path.shape), other) == (tf.string, [], "none")


def test_numbered_checkpoints_are_not_for_graphs(tmp_path: Path) -> None:
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1))
    manager = tf.train.CheckpointManager(checkpoint, str(tmp_path), 3)
    for save in (lambda: checkpoint.save(f"{tmp_path}/c"), manager.save):
        with pytest.raises(NotImplementedError, match="Consider using tf.train.Check"):
            tf.function(save)()
    with (
        tf.Graph().as_default(),
        pytest.raises(tf.errors.UnimplementedError, match="v1.train.Checkpoint"),
    ):
        checkpoint.write(f"{tmp_path}/c")
    assert not list(tmp_path.glob("c*"))


class Written(tf.Module):
    """A model that saves itself."""

    def __init__(self) -> None:
        super().__init__()
        self.v = tf.Variable([1.0, 2.0])

    @tf.function(input_signature=[tf.TensorSpec([], tf.string)])
    def write(self, path: Any) -> Any:
        self.v.assign_add([1.0, 1.0])
        return tf.train.Checkpoint(v=self.v).write(path)


def test_a_loaded_model_writes_where_it_is_allowed(tmp_path: Path) -> None:
    tf.saved_model.save(Written(), str(tmp_path / "model"))
    path = tf.constant(f"{tmp_path}/c")
    with pytest.raises(tf.errors.PermissionDeniedError):
        tf.saved_model.load(str(tmp_path / "model")).write(path)
    tf.saved_model.load(str(tmp_path / "model"), allow={"files"}).write(path)
    assert tf.train.load_variable(f"{tmp_path}/c", f"v{VALUE}").tolist() == [2.0, 3.0]


LOADED = """
loaded = tf.saved_model.load(model)
loaded.write(tf.constant(path))
result = tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE").tolist()
"""


@pytest.mark.slow
def test_tensorflow_runs_such_a_model(
    tmp_path: Path, tensorflow_python: TensorFlowProcess
) -> None:
    tf.saved_model.save(Written(), str(tmp_path / "model"))
    found = tensorflow_python.run(
        LOADED, model=str(tmp_path / "model"), path=str(tmp_path / "c")
    )
    assert found == [2.0, 3.0]
