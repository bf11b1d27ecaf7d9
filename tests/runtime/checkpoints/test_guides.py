"""What the guides on saving and summaries print, step by step, without Keras."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import runtime as tf


class Dense(tf.Module):
    """Makes its variables in the first call."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size
        self.is_built = False

    def __call__(self, x: Any) -> Any:
        if not self.is_built:
            self.b = tf.Variable(tf.zeros([self.size]), name="b")
            self.w = tf.Variable(tf.ones([x.shape[-1], self.size]), name="w")
            self.is_built = True
        return tf.nn.relu(x @ self.w + self.b)


class Sequential(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.dense_1, self.dense_2 = Dense(3), Dense(2)

    @tf.function
    def __call__(self, x: Any) -> Any:
        return self.dense_2(self.dense_1(x))


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_variable_is_saved_and_is_again_what_it_was() -> None:
    x = tf.Variable(10.0)
    checkpoint = tf.train.Checkpoint(x=x)
    x.assign(2.0)
    assert checkpoint.save("./ckpt/") == "./ckpt/-1"
    x.assign(11.0)
    status = checkpoint.restore(tf.train.latest_checkpoint("./ckpt/"))
    assert x.numpy() == 2.0
    assert status.assert_consumed() is status


def test_an_optimizer_and_a_model_in_one_checkpoint() -> None:
    def made(start: float) -> tuple[Any, Any]:
        optimizer, model = tf.Module(), Sequential()
        optimizer.momentum = tf.Variable(start)
        model(tf.constant([[start]]))
        return optimizer, model

    optimizer, model = made(2.0)
    root = tf.train.Checkpoint(optimizer=optimizer, model=model)
    root.save("dir/ckpt")
    other, again = made(1.0)
    restored = tf.train.Checkpoint(optimizer=other, model=again)
    status = restored.restore(tf.train.latest_checkpoint("dir"))
    status.assert_consumed().assert_existing_objects_matched()
    assert other.momentum.numpy() == 2.0


def test_variables_that_are_made_later_are_restored_then() -> None:
    model = Sequential()
    wanted = model(tf.constant([[2.0, 2.0, 2.0]]))
    checkpoint = tf.train.Checkpoint(model=model)
    assert checkpoint.write("my_checkpoint") == "my_checkpoint"
    assert sorted(each.name for each in Path().iterdir()) == [
        "my_checkpoint.data-00000-of-00001",
        "my_checkpoint.index",
    ]
    assert tf.train.list_variables("my_checkpoint") == [
        ("_CHECKPOINTABLE_OBJECT_GRAPH", []),
        ("model/dense_1/b/.ATTRIBUTES/VARIABLE_VALUE", [3]),
        ("model/dense_1/w/.ATTRIBUTES/VARIABLE_VALUE", [3, 3]),
        ("model/dense_2/b/.ATTRIBUTES/VARIABLE_VALUE", [2]),
        ("model/dense_2/w/.ATTRIBUTES/VARIABLE_VALUE", [3, 2]),
    ]
    fresh = Sequential()
    status = tf.train.Checkpoint(model=fresh).read("my_checkpoint")
    with pytest.raises(AssertionError, match="nresolved|not bound"):
        status.assert_consumed()
    found = fresh(tf.constant([[2.0, 2.0, 2.0]]))
    assert found.numpy().tolist() == wanted.numpy().tolist()
    status.assert_consumed()


def test_a_saved_model_has_the_traces_and_no_class(
    caplog: pytest.LogCaptureFixture,
) -> None:
    model = Sequential()
    wanted = model(tf.constant([[2.0, 2.0, 2.0]]))
    with caplog.at_level("INFO"):
        tf.saved_model.save(model, "the_saved_model")
    assert (
        any(
            each.getMessage() == "Assets written to: the_saved_model/assets"
            for each in caplog.records
        )
        or not caplog.records
    )
    names = {each.name for each in Path("the_saved_model").iterdir()}
    assert {"saved_model.pb", "variables", "assets"} <= names
    new_model = tf.saved_model.load("the_saved_model")
    assert isinstance(new_model, Sequential) is False
    assert (
        new_model(tf.constant([[2.0, 2.0, 2.0]])).numpy().tolist()
        == wanted.numpy().tolist()
    )
    with pytest.raises(ValueError, match="Could not find matching concrete function"):
        new_model(tf.constant([[2.0]]))


def values_in(folder: str) -> list[tuple[int, str]]:
    """Step and tag of each value in the one file of a folder."""
    [path] = Path(folder).glob("events.out.tfevents.*")
    assert re.fullmatch(r"events\.out\.tfevents\.\d+\..+\.\d+\.\d+\.v2", path.name)
    found = tf.compat.v1.train.summary_iterator(path)
    return [(each.step, one.tag) for each in found for one in each.summary.value]


def test_a_scalar_of_a_step_is_an_event() -> None:
    writer = tf.summary.create_file_writer("tb")
    with writer.as_default():
        tf.summary.scalar("loss", 0.1, step=42)
    writer.close()
    assert values_in("tb") == [(42, "loss")]


def test_each_hundredth_step_is_in_one_file() -> None:
    with tf.summary.create_noop_writer().as_default():
        writer = tf.summary.create_file_writer("tb")
        writer.set_as_default()
        for step in tf.range(301, dtype=tf.int64):
            with tf.summary.record_if(lambda step=step: step % 100 == 0):
                tf.summary.scalar("loss", 0.5, step=step)
        writer.close()
    assert values_in("tb") == [(step, "loss") for step in (0, 100, 200, 300)]


def test_the_trace_of_a_model_is_a_graph_in_the_event_file() -> None:
    model = Sequential()
    writer = tf.summary.create_file_writer("logs")
    tf.summary.trace_on(graph=True)
    tf.profiler.experimental.start("logs")
    model(tf.constant([[2.0, 2.0, 2.0]]))
    with writer.as_default():
        tf.summary.trace_export(name="my_func_trace", step=0, profiler_outdir="logs")
    writer.close()
    tf.profiler.experimental.stop()
    profiles = [each for each in Path("logs").rglob("*") if "plugins" in each.parts]
    assert any(each.is_file() for each in profiles)
    assert (0, "my_func_trace") in values_in("logs")
